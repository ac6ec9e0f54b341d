//! One bracket deleted or doubled in a valid text: what a reader sees of it.
//!
//! In: a language, a valid text, one of its brackets. Out: how many reports the broken text has,
//! and whether the first names the bracket. The truth is known, because the mistake was made here.
//! Cost: one parse with recovery for each broken text.

use nimbleparse::{
    lab::quality::judge_repairs::{Error, repaired_tokens},
    language::{Language, Parsed, Recovery, Word, parses},
    output::reports,
};

use lrpar::{LexParseError, recovery::Repair};
use lrtable::{NewlineCache, TokenId};

/// A bracket of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bracket {
    /// The index of its lexeme.
    at: usize,
    /// The index of the lexeme of the other half, if there is one.
    partner: Option<usize>,
}

impl Bracket {
    /// Returns the index of its lexeme.
    pub(crate) fn at(self) -> usize {
        self.at
    }
}

/// What is done to a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// It is deleted.
    Deleted,
    /// It stands there twice.
    Doubled,
}

impl Mistake {
    /// Returns the name in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Mistake::Deleted => "deleted",
            Mistake::Doubled => "doubled",
        }
    }
}

/// What came of broken texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The number of broken texts.
    pub(crate) texts: u64,
    /// Their reports.
    pub(crate) reports: u64,
    /// Texts whose first report is on the line of the bracket or of its other half.
    pub(crate) on_line: u64,
    /// Texts whose first repair inserts or deletes such a bracket, and does no more.
    pub(crate) bracket: u64,
    /// Texts whose repairs restore the tokens of the valid text.
    pub(crate) restored: u64,
}

impl Outcome {
    /// Adds another outcome.
    pub(crate) fn add(&mut self, other: Outcome) {
        self.texts += other.texts;
        self.reports += other.reports;
        self.on_line += other.on_line;
        self.bracket += other.bracket;
        self.restored += other.restored;
    }
}

/// Returns the brackets among the lexemes of a text, each with its other half.
pub(crate) fn brackets(text: &str, words: &[Word]) -> Vec<Bracket> {
    let mut found: Vec<Bracket> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let opener = match &text[word.start..word.end] {
            "(" | "[" | "{" => {
                open.push(found.len());
                found.push(Bracket { at, partner: None });
                continue;
            }
            ")" => "(",
            "]" => "[",
            "}" => "{",
            _ => continue,
        };
        let is_opener = |number: &usize| {
            let word = words[found[*number].at];
            &text[word.start..word.end] == opener
        };
        let partner = open.pop_if(|number| is_opener(number)).map(|number| {
            found[number].partner = Some(at);
            found[number].at
        });
        found.push(Bracket { at, partner });
    }
    found
}

/// Breaks a valid text at a bracket, parses it, and returns what came of it; `None` if the text is
/// still valid.
pub(crate) fn judge(
    language: &Language,
    recovery: &Recovery,
    text: &str,
    words: &[Word],
    bracket: Bracket,
    mistake: Mistake,
) -> Option<Outcome> {
    let Word { token, start, end } = words[bracket.at];
    let (before, after) = (&text[..start], &text[end..]);
    let broken = match mistake {
        // A blank in its place keeps neighbours apart.
        Mistake::Deleted => format!("{before} {after}"),
        Mistake::Doubled => format!("{before}{0}{0}{after}", &text[start..end]),
    };
    if parses(language, &broken) {
        return None;
    }
    let parsed = Parsed::new(language, &broken, recovery, None);
    let tokens: Vec<TokenId> =
        language.words_of(&parsed.lexer).iter().map(|word| word.token).collect();
    let lines = NewlineCache::of(text);
    let line = |at: usize| lines.byte_to_line_num(at);
    let lines_of_mistake =
        [Some(bracket.at), bracket.partner].map(|at| at.and_then(|at| line(words[at].start)));
    let broken_lines = NewlineCache::of(&broken);
    let mut count = 0;
    let mut on_line = false;
    let _ = reports::each(&parsed, |_, report| {
        let Some(report) = report else { return Ok(()) };
        if count == 0 {
            let shown = broken_lines.byte_to_line_num(report.primary.span.start());
            on_line = shown.is_some() && lines_of_mistake.contains(&shown);
        }
        count += 1;
        Ok(())
    });
    let errors: Vec<Error> = parsed
        .errors
        .iter()
        .filter_map(|error| match error {
            LexParseError::ParseError(error) => Some(error.clone()),
            LexParseError::LexError(_) => None,
        })
        .collect();
    let first = errors.first().and_then(|error| error.sequences().next());
    let mut edits = Vec::new();
    if let Some(first) = &first {
        let mut at = first.start;
        for repair in &first.repairs {
            match repair {
                Repair::Insert(token) => edits.push((true, *token)),
                Repair::Delete => edits.push((false, tokens[at])),
                Repair::Shift => {}
            }
            at += usize::from(!matches!(repair, Repair::Insert(_)));
        }
    }
    let wanted = (mistake == Mistake::Deleted, token);
    let is_bracket = edits == [wanted];
    let valid = words.iter().map(|word| word.token);
    let is_restored = valid.eq(repaired_tokens(&tokens, &errors));
    Some(Outcome {
        texts: 1,
        reports: count,
        on_line: u64::from(on_line),
        bracket: u64::from(is_bracket),
        restored: u64::from(is_restored),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::named;

    #[test]
    fn halves_of_brackets_find_each_other() {
        let language = named("json").unwrap();
        let text = "[1, {\"a\": [2]}, 3]";
        let words = language.words(text);
        let found = brackets(text, &words);
        let shown = |at: usize| &text[words[at].start..words[at].end];
        let pairs: Vec<_> =
            found.iter().map(|one| (shown(one.at), one.partner.map(shown))).collect();
        let pair = |a, b| (a, Some(b));
        assert_eq!(
            pairs,
            [
                pair("[", "]"),
                pair("{", "}"),
                pair("[", "]"),
                pair("]", "["),
                pair("}", "{"),
                pair("]", "[")
            ]
        );
        let alone = [Bracket { at: 0, partner: None }];
        assert_eq!(brackets("]", &language.words("]")), alone);
    }

    #[test]
    fn what_a_reader_sees_of_a_mistake_is_counted() {
        let language = named("json").unwrap();
        let text = "{\"a\": [1,\n2],\n\"b\": 3}";
        let words = language.words(text);
        let closer = brackets(text, &words)[2];
        assert_eq!(&text[words[closer.at].start..words[closer.at].end], "]");
        let outcome = |mistake| {
            judge(&language, &Recovery::default(), text, &words, closer, mistake).unwrap()
        };
        let all = Outcome { texts: 1, reports: 1, on_line: 1, bracket: 1, restored: 1 };
        assert_eq!(outcome(Mistake::Doubled), all);
        let mut sum = outcome(Mistake::Deleted);
        sum.add(all);
        assert_eq!(sum.texts, 2);
    }
}
