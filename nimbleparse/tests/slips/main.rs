//! Slips in four small languages that no weight was chosen by, two of them without a `%epp`: each
//! lexeme left out, each pair of neighbours exchanged, each keyword misspelt, and each operand left
//! out, one at a time. Counted is how often the text before the slip is the first repair, and how
//! often the title of the report names what is missing. `-- --nocapture` prints the figures.

use std::{fs, path::Path};

use lrpar::{LexParseError, Renderer, Report};
use nimbleparse::{
    lab::{
        evaluation::grammar_change::Sources,
        quality::judge_repairs::{Error, rank},
    },
    language::{Language, Parsed, Recovery, parses},
    output::reports,
};

/// A language, with rules of which a sentence is left out, each with what its absence is called.
struct Own {
    name: &'static str,
    operands: &'static [(&'static str, &'static [&'static str])],
}

const LANGUAGES: [Own; 4] = [
    Own { name: "brook", operands: &[("Expr", &["expression"]), ("Type", &["type"])] },
    Own {
        name: "fern",
        operands: &[("expr", &["an expression", "an operand"]), ("pattern", &["a pattern"])],
    },
    Own {
        name: "ask",
        operands: &[
            ("Expr", &["expression", "condition", "column"]),
            ("Condition", &["condition"]),
            ("TableRef", &["table ref"]),
        ],
    },
    Own { name: "hosts", operands: &[("value", &["a value"])] },
];

/// Number of slips, and of those that were dealt with as they should be.
#[derive(Clone, Copy, Default)]
struct Share {
    good: usize,
    all: usize,
}

impl Share {
    fn count(&mut self, is_good: bool) {
        self.good += usize::from(is_good);
        self.all += 1;
    }

    fn percent(self) -> f64 {
        100.0 * self.good as f64 / self.all as f64
    }
}

/// The shares of one kind of slips: those whose first repair is the text before, and those whose
/// title names what is missing.
#[derive(Default)]
struct Figures {
    deleted: Share,
    exchanged: Share,
    misspelt: Share,
    operands: Share,
}

/// A text with one slip.
struct Slip<'a> {
    language: &'a Language,
    /// The text before.
    sample: &'a str,
    text: String,
}

impl Slip<'_> {
    /// Returns the first report; `None` if the text is right.
    fn report(&self) -> Option<Report> {
        let parsed = Parsed::new(self.language, &self.text, &Recovery::default(), None);
        let mut found = None;
        reports::each(&parsed, |_, report| {
            found = found.take().or(report);
            Ok(())
        })
        .unwrap();
        found
    }

    /// Returns whether the first repair makes the tokens of the text before; `None` if the text is
    /// right.
    fn is_mended(&self) -> Option<bool> {
        if parses(self.language, &self.text) {
            return None;
        }
        let parsed = Parsed::new(self.language, &self.text, &Recovery::default(), None);
        let syntax = |error: &LexParseError<_, _>| match error {
            LexParseError::ParseError(error) => Some(error.clone()),
            LexParseError::LexError(_) => None,
        };
        let errors: Vec<Error> = parsed.errors.iter().filter_map(syntax).collect();
        let [tokens, fixed] = [&self.text, self.sample].map(|text| self.language.tokens(text));
        Some(errors.first().is_some_and(|error| rank(error, 1, &tokens, &fixed) == Some(0)))
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

fn language(name: &str) -> (Language, Vec<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/slips").join(name);
    let source = |ending: &str| {
        let file = format!("{name}.{ending}");
        let text = read(&folder.join(&file));
        (file, text)
    };
    let language = Sources { lex: source("l"), yacc: source("y") }.language(&[]).unwrap();
    let mut paths: Vec<_> =
        fs::read_dir(folder.join("samples")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    (language, paths.iter().map(|path| read(path)).collect())
}

/// Four ways to misspell a word.
fn misspelt(word: &str) -> Vec<String> {
    let middle = word.len() / 2;
    let mut exchanged = word.to_owned().into_bytes();
    exchanged.swap(middle - 1, middle);
    let doubled = [&word[..middle], &word[middle - 1..]].concat();
    let shorter = [&word[..middle], &word[middle + 1..]].concat();
    let other = [&word[..middle], "x", &word[middle + 1..]].concat();
    vec![String::from_utf8(exchanged).unwrap(), doubled, shorter, other]
}

/// Returns a text without a part of it, and without the blanks after that if there are some before
/// it.
fn without(text: &str, span: std::ops::Range<usize>) -> String {
    let (before, after) = (&text[..span.start], &text[span.end..]);
    match before.ends_with(char::is_whitespace) {
        true => [before, after.trim_start_matches(' ')].concat(),
        false => [before, " ", after].concat(),
    }
}

fn figures(own: &Own) -> Figures {
    let (language, samples) = language(own.name);
    let mut figures = Figures::default();
    let is_shown = std::env::var_os("SHOW_SLIPS").is_some();
    for sample in &samples {
        assert!(parses(&language, sample), "{}", own.name);
        let slip = |text: String| Slip { language: &language, sample, text };
        let parsed = Parsed::with_syntax_tree(&language, sample, &Recovery::default(), None);
        let tree = &parsed.tree;
        let spans: Vec<_> = tree
            .root()
            .tokens()
            .map(|token| token.span())
            .filter(|span| !sample[span.start()..span.end()].trim().is_empty())
            .map(|span| span.start()..span.end())
            .collect();
        let miss = |slip: &Slip<'_>, what: &str| {
            if is_shown && let Some(report) = slip.report() {
                let shown = Renderer::new(own.name, &slip.text).short(&report);
                print!("{what}: {shown}");
            }
        };
        for span in &spans {
            let slip = slip(without(sample, span.clone()));
            if let Some(is_mended) = slip.is_mended() {
                figures.deleted.count(is_mended);
                if !is_mended {
                    miss(&slip, &format!("delete {}", &sample[span.clone()]));
                }
            }
        }
        for pair in spans.windows(2) {
            let [a, b] = [&pair[0], &pair[1]];
            let text = [
                &sample[..a.start],
                &sample[b.clone()],
                " ",
                &sample[a.end..b.start],
                &sample[a.clone()],
                &sample[b.end..],
            ];
            if let Some(is_mended) = slip(text.concat()).is_mended() {
                figures.exchanged.count(is_mended);
            }
        }
        let words: Vec<Option<String>> = lrpar::Lexer::token_texts(&language.lexed(sample));
        for span in &spans {
            let word = &sample[span.clone()];
            let is_keyword = word.len() > 1
                && word.chars().all(char::is_alphabetic)
                && words.iter().flatten().any(|own| own.eq_ignore_ascii_case(word));
            for wrong in is_keyword.then(|| misspelt(word)).into_iter().flatten() {
                let text = [&sample[..span.start], &wrong, &sample[span.end..]].concat();
                let slip = slip(text);
                if let Some(is_mended) = slip.is_mended() {
                    figures.misspelt.count(is_mended);
                    if !is_mended {
                        miss(&slip, &format!("misspell {word} as {wrong}"));
                    }
                }
            }
        }
        for (rule, called) in own.operands {
            let mut nodes: Vec<_> = tree
                .root()
                .preorder()
                .map(|(_, node)| node)
                .filter(|node| node.is_named() && node.name() == *rule && !node.is_leaf())
                .map(|node| {
                    let of = |token: Option<lrpar::SyntaxNode<'_>>| token.expect("a node").span();
                    of(node.first_token()).start()..of(node.last_token()).end()
                })
                .collect();
            nodes.dedup();
            for span in nodes {
                let slip = slip(without(sample, span.clone()));
                if parses(&language, &slip.text) {
                    continue;
                }
                let report = slip.report().expect("it does not parse");
                let is_named = called
                    .iter()
                    .any(|called| report.title.starts_with(&format!("expected {called}")));
                figures.operands.count(is_named);
                if !is_named {
                    miss(&slip, &format!("operand {}", &sample[span]));
                }
            }
        }
    }
    figures
}

#[test]
fn what_is_missing_in_own_languages_is_named() {
    let mut sums = [Share::default(); 4];
    for own in &LANGUAGES {
        let Figures { deleted, exchanged, misspelt, operands } = figures(own);
        for (sum, (what, share)) in sums.iter_mut().zip([
            ("deletions mended", deleted),
            ("exchanges mended", exchanged),
            ("misspelt words mended", misspelt),
            ("missing operands named", operands),
        ]) {
            println!("{}: {what} {:.1} % of {}", own.name, share.percent(), share.all);
            (sum.good, sum.all) = (sum.good + share.good, sum.all + share.all);
        }
    }
    let [deleted, exchanged, misspelt, operands] = sums.map(Share::percent);
    println!(
        "all: {deleted:.1} % {exchanged:.1} % {misspelt:.1} % {operands:.1} %, {}",
        sums[3].all
    );
    assert!(deleted > 70.0 && misspelt > 95.0 && operands > 90.0 && sums[3].all > 200);
}
