//! Learns a mix from pairs of broken and fixed texts: the places where people erred, as templates.

use lrtable::TokenId;

use super::{mistake_mix::Mix, mistake_templates::Place, token_operations::Operation};
use crate::{
    lab::quality::{
        necessary_edits::Edit,
        single_errors::{SingleError, cases},
    },
    language::Language,
};

/// Number of tokens missing at its end from which on a text counts as cut.
const CUT: usize = 5;

/// Counts the mistakes of one pair that keep the broken text from parsing; nothing if the text was
/// rewritten, or if the pair is not a broken and a valid text.
pub fn learn(mix: &mut Mix, language: &Language, broken: &str, fixed: &str) {
    let Ok(cases) = cases(language, broken, fixed) else { return };
    let before = mix.mistakes();
    for case in &cases {
        if is_cut(case) {
            mix.count(Operation::Cut, None);
            continue;
        }
        let Some(place) = Place::of(case, language) else { continue };
        match place.has_quote() {
            true => mix.count(Operation::Quote, quoted(case, language)),
            false => mix.count_place(place),
        }
    }
    let counted = mix.mistakes() - before;
    if counted > 0 {
        mix.count_edits(counted);
    }
}

/// Returns whether the text ends too early.
fn is_cut(case: &SingleError) -> bool {
    let is_missing = |edit: &Edit| matches!(edit, Edit::Insert(_));
    case.start == case.tokens.len() && case.fix.len() >= CUT && case.fix.iter().all(is_missing)
}

/// Returns the token that lost a quote, if one did.
fn quoted(case: &SingleError, language: &Language) -> Option<TokenId> {
    let put_in = case.fix.iter().filter_map(|edit| match edit {
        Edit::Insert(token) => Some(*token),
        Edit::Delete(_) | Edit::Keep(_) => None,
    });
    let mut open = put_in.filter(|token| language.token_text(lrtable::TIdx(token.0)).is_none());
    open.next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    fn learnt(broken: &str, fixed: &str) -> Vec<String> {
        let language = language::builtin("json").unwrap();
        let mut mix = Mix::empty();
        learn(&mut mix, &language, broken, fixed);
        mix.write(&language).lines().skip(1).map(|line| line.replace('\t', " ")).collect()
    }

    #[test]
    fn places_are_learnt_as_templates() {
        let places = |broken: &str, fixed: &str| -> Vec<String> {
            let mut lines = learnt(broken, fixed);
            lines.retain(|line| !line.starts_with("edits"));
            lines
        };
        assert_eq!(places("[1 2]", "[1, 2]"), ["place <NUMBER <[ >NUMBER >] +, 1"]);
        assert_eq!(places("[1, 2", "[1, 2]"), ["place <NUMBER <, <NUMBER +] 1"]);
        assert_eq!(places("[1, 2]\n]", "[1, 2]"), ["place <] <NUMBER <, /] 1"]);
        assert_eq!(places("{1: 2}", "{\"a\": 2}"), ["place <{ >: >NUMBER >} -NUMBER +STRING 1"]);
        assert_eq!(places("[1, 2", "[1, 2, 3, 4]"), ["cut * 1"]);
        assert_eq!(places("[\"a]", "[\"a\"]"), ["quote STRING 1"]);
        assert_eq!(learnt("[1 2 3]", "[1, 2, 3]")[0], "edits 1 1");
        let twice = learnt("[1 2, 3, 4, 5 6]", "[1, 2, 3, 4, 5, 6]");
        assert_eq!((twice[0].as_str(), twice.len()), ("edits 2 1", 3));
    }

    #[test]
    fn what_is_no_pair_is_passed_over() {
        assert_eq!(learnt("[1]", "[2]"), Vec::<String>::new());
        assert_eq!(learnt("[", "[["), Vec::<String>::new());
    }
}
