//! `restart` and `cpctplus` on broken programs, against a search that knows no bounds, merges
//! nothing and shares nothing.
//!
//! By default a few mutants of the grammars' samples are looked at.
//! `MUTANTS=java7=FOLDER,c11=FOLDER` names folders of broken files instead, `MUTANTS_MOST=N` how
//! many of each are taken; run this in release then, with `--nocapture` for the counts.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use lrlex::{
    LRNonStreamingLexerDef,
    language::{self, Text, Types},
};
use lrpar::{
    LexParseError, Lexeme, Lexer, ParseError, RTParserBuilder, RecoveryKind,
    recovery::{Alternatives, Dearer, Knowledge, RecoveryOptions, Repair, Status},
};
use lrtable::{StateId, StateTable, TokenId, YaccGrammar};

#[path = "../../../lrpar/tests/oracles/reference.rs"]
#[allow(dead_code, reason = "its search is for small grammars")]
mod reference;
mod search;

use reference::{Fate, Step};
use search::Input;

/// Sequences of an error up to which sets are compared: more are not all listed.
const LISTED: usize = 4_000;

/// Why a set may be that of the cheapest although those that cost one more get on.
const DEARER_UNKNOWN: &str = "too much work for what costs one more";

type Error = ParseError<lrlex::DefaultLexeme<u32>, u32>;

struct Subject {
    grammar: YaccGrammar<u32>,
    table: StateTable<u32>,
    lexer: LRNonStreamingLexerDef<Types>,
    knowledge: Knowledge,
}

/// What was seen.
#[derive(Debug, Default)]
struct Counts {
    files: usize,
    /// Errors at which the set of `restart` was that of the search, and how many sequences these
    /// sets had.
    equal: usize,
    sequences: usize,
    /// Errors at which that was not asked: why.
    given_up: BTreeMap<&'static str, usize>,
    /// First errors, without reach, beside `cpctplus`.
    beside_cpctplus: BTreeMap<&'static str, usize>,
}

impl Subject {
    fn new(name: &str) -> Subject {
        let file = |ending: &str| grammars().join(format!("{name}/{name}.{ending}"));
        let read = |ending| fs::read_to_string(file(ending)).unwrap();
        let (lex, yacc) = (read("l"), read("y"));
        let [lex, yacc] = [&lex, &yacc].map(|text| Text { name, text });
        let grammar = language::grammar(yacc, None, &mut String::new()).unwrap();
        let (_, table) = language::table(&grammar, None, yacc, &mut String::new()).unwrap();
        let lexer = language::lexer(lex, &grammar, &mut String::new()).unwrap();
        Subject { grammar, table, lexer, knowledge: Knowledge::new() }
    }

    fn tokens(&self, text: &str) -> Vec<TokenId> {
        let lexer = self.lexer.lexer(text);
        let nothing = self.grammar.tokens().len();
        let token = |lexeme: Result<lrlex::DefaultLexeme<u32>, _>| {
            TokenId::new(lexeme.map_or(nothing, |lexeme| lexeme.tok_id() as usize))
        };
        lexer.iter().map(token).collect()
    }

    fn errors(&self, text: &str, kind: RecoveryKind, reach: usize) -> Vec<Error> {
        let options = RecoveryOptions::with(|options| {
            options.reach = reach;
            options.max_repairs = LISTED + 1;
            options.alternatives = Alternatives::NONE;
        });
        let parser = RTParserBuilder::<u32, Types>::new(&self.grammar, &self.table)
            .knowledge(&self.knowledge)
            .recoverer(kind)
            .recovery_options(options);
        let errors = parser.parse_noaction(&self.lexer.lexer(text));
        let syntax = |error| match error {
            LexParseError::ParseError(error) => Some(error),
            LexParseError::LexError(_) => None,
        };
        errors.into_iter().filter_map(syntax).collect()
    }

    fn feed(&self, stack: &[StateId], token: TokenId) -> (Fate, Vec<StateId>) {
        reference::feed(&self.grammar, &self.table, stack, token)
    }
}

fn grammars() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars")
}

fn sequences(error: &Error) -> Vec<(usize, Vec<Step>)> {
    let step = |repair: Repair| match repair {
        Repair::Insert(token) => Step::Insert(token),
        Repair::Delete => Step::Delete,
        Repair::Shift => Step::Shift,
    };
    error
        .sequences()
        .take(LISTED + 1)
        .map(|one| (one.start, one.repairs.into_iter().map(step).collect()))
        .collect()
}

/// Holds all errors of `restart` against the search.
fn compare(input: &Input<'_>, text: &str, name: &str, counts: &mut Counts) {
    let mut sources = vec![(vec![StateId::new(0)], 0)];
    for error in input.subject.errors(text, RecoveryKind::Restart, 10) {
        let (detected, _) = input.go(&mut sources);
        assert_eq!(detected, error.position(), "{name}");
        let found = sequences(&error);
        let Some((start, steps)) = found.first() else { return };
        for (start, steps) in &found {
            input.replayed(&sources, *start, steps);
        }
        let reached: Vec<_> = sources
            .iter()
            .filter(|(_, position)| position + error.reach() >= detected)
            .cloned()
            .collect();
        let why = if error.status() != Status::Complete {
            Some("the budget was spent")
        } else if found.len() as u128 != error.repairs_total() {
            Some("too many sequences")
        } else {
            match input.search(&reached, detected) {
                None => Some("too much for the exhaustive search"),
                Some((cost, _))
                    if error.dearer() == Dearer::Unknown
                        && error.cost().is_some_and(|found| found as usize + 1 == cost) =>
                {
                    Some(DEARER_UNKNOWN)
                }
                Some((cost, successes)) => {
                    assert_eq!(error.cost(), Some(cost as u32), "{name} at {detected}");
                    let found: BTreeSet<_> = found.iter().cloned().collect();
                    assert_eq!(found, input.kept(&successes, detected), "{name} at {detected}");
                    counts.equal += 1;
                    counts.sequences += found.len();
                    None
                }
            }
        };
        if let Some(why) = why {
            *counts.given_up.entry(why).or_default() += 1;
        }
        let (stack, position) = input.replayed(&sources, *start, steps);
        sources = vec![(stack, position)];
    }
}

/// Holds the first error of `restart` without reach against that of `cpctplus`, and says how they
/// differ.
fn beside_cpctplus(input: &Input<'_>, text: &str, name: &str) -> &'static str {
    let first = |kind| input.subject.errors(text, kind, 0).into_iter().next();
    let (Some(here), Some(there)) = (first(RecoveryKind::Restart), first(RecoveryKind::CPCTPlus))
    else {
        return "no error";
    };
    let mut sources = vec![(vec![StateId::new(0)], 0)];
    let (detected, reduced) = input.go(&mut sources);
    assert_eq!((here.position(), there.position()), (detected, detected), "{name}");
    let complete = |error: &Error| {
        error.status() == Status::Complete
            && error.repairs().len() as u128 == error.repairs_total()
            && error.repairs().len() < LISTED
    };
    if !complete(&here) || !complete(&there) {
        return "not all is known";
    }
    let made = |error: &Error| -> BTreeSet<Vec<TokenId>> {
        let high = input.tokens.len();
        let all = sequences(error);
        all.iter().map(|(start, steps)| input.made(*start, steps, (detected, high))).collect()
    };
    if (made(&here), here.cost()) == (made(&there), there.cost()) {
        return "equal";
    }
    if here.cost() == there.cost().map(|cost| cost + 1) {
        return "one edit more, and gets on";
    }
    assert_ne!(sources.last().unwrap().0, reduced, "{name}: nothing explains the difference");
    match (here.cost(), there.cost()) {
        (Some(here), Some(there)) if here < there => "cheaper before the wrong lexeme's reductions",
        (Some(here), Some(there)) if here == there => "others before the wrong lexeme's reductions",
        _ => panic!("{name}: dearer before reductions"),
    }
}

/// Broken files of each language.
fn inputs(scratch: &Path) -> Vec<(String, Vec<PathBuf>)> {
    let most = std::env::var("MUTANTS_MOST").ok().and_then(|most| most.parse().ok());
    let files = |folder: &Path| {
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.truncate(most.unwrap_or(usize::MAX));
        files
    };
    if let Ok(folders) = std::env::var("MUTANTS") {
        let named = |folder: &str| {
            let (name, folder) = folder.split_once('=').expect("MUTANTS is GRAMMAR=FOLDER,…");
            (name.to_string(), files(Path::new(folder)))
        };
        return folders.split(',').map(named).collect();
    }
    let made = |name: &str| {
        let valid = grammars().join(name).join("ok");
        let out = scratch.join(name);
        let status = Command::new(env!("CARGO_BIN_EXE_corpus-tools"))
            .args(["mutate", "--grammar", name, "--seed", "1", "--edits", "1..2", "--count", "12"])
            .args([&valid, &out])
            .output()
            .unwrap();
        assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
        (name.to_string(), files(&out.join("broken")))
    };
    ["java7", "lua53", "c11", "php73"].map(made).to_vec()
}

#[test]
fn sets_are_those_of_an_exhaustive_search() {
    let scratch = std::env::temp_dir().join(format!("exhaustive-{}", std::process::id()));
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch).unwrap();
    let inputs = inputs(&scratch);
    for (language, files) in inputs {
        let subject = Subject::new(&language);
        let mut counts = Counts::default();
        for file in &files {
            let text = language::decode(fs::read(file).unwrap()).0;
            let input = Input { subject: &subject, tokens: subject.tokens(&text) };
            let name = file.display().to_string();
            compare(&input, &text, &name, &mut counts);
            *counts.beside_cpctplus.entry(beside_cpctplus(&input, &text, &name)).or_default() += 1;
            counts.files += 1;
        }
        println!("{language}: {counts:#?}");
        assert!(counts.equal * 2 > counts.files, "{language}: {counts:?}");
        let unknown = counts.given_up.get(DEARER_UNKNOWN).copied().unwrap_or_default();
        assert!(unknown * 20 <= counts.equal, "{language}: {counts:?}");
        assert!(counts.beside_cpctplus.contains_key("equal"), "{language}: {counts:?}");
    }
    let _ = fs::remove_dir_all(&scratch);
}
