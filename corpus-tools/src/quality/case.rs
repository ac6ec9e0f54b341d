//! Cases: what a pair says about single errors.

use lrlex::LRNonStreamingLexer;
use lrpar::{RTParserBuilder, RecoveryKind};
use lrtable::TokenId;

use crate::{
    diff::{Hunk, hunks, join_near},
    language::{Language, Types, Word},
};

/// Texts that differ by more tokens than this are not versions of one another.
const MOST_EDITS: usize = 2000;

/// A text with one error, and the tokens that it should have.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) text: String,
    pub(crate) tokens: Vec<TokenId>,
    pub(crate) fixed: Vec<TokenId>,
    /// Where the two differ.
    pub(crate) hunk: Hunk,
}

/// The cases of a pair, in order.
///
/// # Errors
///
/// Why there is none.
pub(crate) fn cases(
    language: &Language,
    broken: &str,
    fixed: &str,
) -> Result<Vec<Case>, &'static str> {
    let (old, new) = (language.words(broken), language.words(fixed));
    if !parses(language, fixed) {
        return Err("the fixed text does not parse");
    }
    if parses(language, broken) {
        return Err("the broken text parses");
    }
    let (old_tokens, new_tokens) = (tokens(&old), tokens(&new));
    let hunks =
        hunks(&old_tokens, &new_tokens, MOST_EDITS).ok_or("the two texts differ too much")?;
    let mut cases = Vec::new();
    for hunk in join_near(hunks) {
        let text = splice((broken, &old), (fixed, &new), &hunk);
        let expected = [
            &new_tokens[..hunk.new.start],
            &old_tokens[hunk.old.clone()],
            &new_tokens[hunk.new.end..],
        ];
        let expected = expected.concat();
        // Text that swallows what follows it (a quote, the begin of a comment) has other tokens here than there.
        if tokens(&language.words(&text)) != expected || parses(language, &text) {
            continue;
        }
        let start = hunk.new.start;
        cases.push(Case {
            text,
            tokens: expected,
            fixed: new_tokens.clone(),
            hunk: Hunk { old: start..start + hunk.old.len(), new: hunk.new },
        });
    }
    if cases.is_empty() {
        return Err("no change alone makes the difference");
    }
    Ok(cases)
}

pub(crate) fn tokens(words: &[Word]) -> Vec<TokenId> {
    words.iter().map(|word| word.token).collect()
}

/// Does the text have no error?
pub(crate) fn parses(language: &Language, text: &str) -> bool {
    lexed_parses(language, &language.lexer.lexer(text))
}

fn lexed_parses(language: &Language, lexer: &LRNonStreamingLexer<'_, '_, Types>) -> bool {
    let parser = RTParserBuilder::<u32, Types>::new(&language.grammar, &language.table);
    parser.recoverer(RecoveryKind::None).parse_noaction(lexer).is_empty()
}

/// The fixed text with the broken one's lexemes, and the space around them, where they differ.
fn splice((broken, old): (&str, &[Word]), (fixed, new): (&str, &[Word]), hunk: &Hunk) -> String {
    let around = |text: &str, words: &[Word], range: &std::ops::Range<usize>| {
        let start = range.start.checked_sub(1).map_or(0, |before| words[before].end);
        let end = words.get(range.end).map_or(text.len(), |after| after.start);
        start..end
    };
    let (out, into) = (around(fixed, new, &hunk.new), around(broken, old, &hunk.old));
    [&fixed[..out.start], &broken[into], &fixed[out.end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json() -> Language {
        Language::named("json").unwrap()
    }

    #[test]
    fn each_necessary_change_is_a_case() {
        let fixed = "{\"a\": [1, 2], \"b\": [3, 4, 5], \"c\": 6}";
        let broken = "{\"a\": [1 2], \"b\": [3, 9, 4, 5], \"c\" 6}";
        let cases = cases(&json(), broken, fixed).unwrap();
        let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
        // The added 9 is no error; the other two are, each by itself.
        assert_eq!(
            texts,
            [
                "{\"a\": [1 2], \"b\": [3, 4, 5], \"c\": 6}",
                "{\"a\": [1, 2], \"b\": [3, 4, 5], \"c\" 6}"
            ]
        );
        assert_eq!(cases[0].hunk, Hunk { old: 5..5, new: 5..6 });
    }

    #[test]
    fn pairs_that_say_nothing_are_refused_with_the_reason() {
        let reason = |broken, fixed| cases(&json(), broken, fixed).unwrap_err();
        assert_eq!(reason("[", "["), "the fixed text does not parse");
        assert_eq!(reason("[]", "[1]"), "the broken text parses");
    }
}
