//! A mix learnt from pairs of broken and fixed texts: which operations lead from the fixed texts to the broken ones.

use lrtable::TokenId;

use super::{mix::Mix, operation::Operation, vocabulary::is_bracket};
use crate::{
    diff::{Hunk, hunks},
    language::{Language, Word},
    quality::case::{parses, tokens},
};

/// Pairs that differ by more edits than this were rewritten, not mistyped.
const MOST_EDITS: usize = 30;
/// A text that lacks at least so many tokens at its end was cut.
const CUT: usize = 5;

/// Counts the operations of one pair; nothing if it is rewritten, or not a pair of a broken and a valid text.
pub(crate) fn learn(mix: &mut Mix, language: &Language, broken: &str, fixed: &str) {
    if parses(language, broken) || !parses(language, fixed) {
        return;
    }
    let (old, new) = (language.words(broken), language.words(fixed));
    let Some(hunks) = hunks(&tokens(&old), &tokens(&new), MOST_EDITS) else {
        return;
    };
    let found = operations(language, (broken, &old), (fixed, &new), &hunks);
    mix.count_edits(found.len().max(1));
    for (operation, token) in found {
        mix.count(operation, token);
    }
}

fn operations(
    language: &Language,
    (broken, old): (&str, &[Word]),
    (fixed, new): (&str, &[Word]),
    hunks: &[Hunk],
) -> Vec<(Operation, Option<TokenId>)> {
    let mut found = Vec::new();
    let is_keyword = |word: &Word| {
        let text = &fixed[word.start..word.end];
        text.len() > 1
            && text == language.token_name(word.token)
            && text.chars().all(|c| c.is_ascii_alphabetic())
    };
    let mut at = 0;
    while let Some(hunk) = hunks.get(at) {
        at += 1;
        if hunk.old.is_empty() && hunk.new.end == new.len() && hunk.new.len() >= CUT {
            found.push((Operation::Cut, None));
            continue;
        }
        if let Some(next) = hunks.get(at)
            && is_swap(hunk, next, old, new)
        {
            found.push((Operation::Swap, None));
            at += 1;
            continue;
        }
        let (written, meant) = (&old[hunk.old.clone()], &new[hunk.new.clone()]);
        let both = written.len().min(meant.len());
        for (written, meant) in written.iter().zip(meant) {
            let operation =
                if is_keyword(meant) && written.token.index() < language.grammar.tokens().len() {
                    (Operation::Typo, Some(meant.token))
                } else if written.token == language.no_token() {
                    (Operation::Quote, None)
                } else {
                    (Operation::Replace, Some(meant.token))
                };
            found.push(operation);
        }
        for meant in &meant[both..] {
            let bracket = is_bracket(&fixed[meant.start..meant.end]);
            let operation = if bracket { Operation::DropBracket } else { Operation::Delete };
            found.push((operation, Some(meant.token)));
        }
        for written in written[both..].iter().filter(|word| word.token != language.no_token()) {
            let bracket = is_bracket(&broken[written.start..written.end]);
            let operation = if bracket { Operation::DoubleBracket } else { Operation::Insert };
            found.push((operation, Some(written.token)));
        }
    }
    found
}

/// Whether a token is taken away here and put back after the next one, or the other way round.
fn is_swap(hunk: &Hunk, next: &Hunk, old: &[Word], new: &[Word]) -> bool {
    let sides = |hunk: &Hunk| (hunk.old.len(), hunk.new.len());
    if next.old.start != hunk.old.end + 1 {
        return false;
    }
    match (sides(hunk), sides(next)) {
        ((1, 0), (0, 1)) => old[hunk.old.start].token == new[next.new.start].token,
        ((0, 1), (1, 0)) => new[hunk.new.start].token == old[next.old.start].token,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learnt(broken: &str, fixed: &str) -> Vec<String> {
        let language = Language::named("json").unwrap();
        let mut mix = Mix::empty();
        learn(&mut mix, &language, broken, fixed);
        mix.write(&language).lines().skip(1).map(|line| line.replace('\t', " ")).collect()
    }

    #[test]
    fn operations_are_recognised() {
        assert_eq!(learnt("[1 2]", "[1, 2]"), ["edits 1 1", "delete , 1"]);
        assert_eq!(learnt("[1, 2", "[1, 2]"), ["edits 1 1", "drop-bracket ] 1"]);
        assert_eq!(learnt("[1, 2]]", "[1, 2]"), ["edits 1 1", "double-bracket ] 1"]);
        assert_eq!(learnt("[1,, 2]", "[1, 2]"), ["edits 1 1", "insert , 1"]);
        assert_eq!(learnt("{1: 2}", "{\"a\": 2}"), ["edits 1 1", "replace STRING 1"]);
        assert_eq!(learnt("{: \"a\" 1}", "{\"a\": 1}"), ["edits 1 1", "swap * 1"]);
        assert_eq!(learnt("[1, 2", "[1, 2, 3, 4]"), ["edits 1 1", "cut * 1"]);
        assert_eq!(learnt("[1 2 3]", "[1, 2, 3]"), ["edits 2 1", "delete , 2"]);
    }

    #[test]
    fn what_is_no_pair_is_passed_over() {
        assert_eq!(learnt("[1]", "[2]"), Vec::<String>::new());
        assert_eq!(learnt("[", "[["), Vec::<String>::new());
    }
}
