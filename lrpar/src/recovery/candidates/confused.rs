//! A sign replaced by one that it is often confused with, as can be read off the lexer: signs that
//! differ in one character more or less, or in the order of two (`=>`, `>=`); two signs that are
//! one (`= =`, `=<`); a closing bracket of another kind.

use lrtable::TokenId;

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{budget::Spent, kind::RepairKind, lexicon::Sort, limits, sim::Place};

pub(super) const SPEC: KindSpec =
    KindSpec { forms, needs_model: false, nats: -3, ..KindSpec::NEARBY };

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Nearby { place: Place { tables, tokens, position, .. }, detected, lexicon, meter, .. } =
        *near;
    if lexicon.is_empty() {
        return Ok(());
    }
    // The last token is `$`.
    let after = (detected + 1).min(tokens.len() - 1);
    for at in detected.saturating_sub(limits::CONFUSED_BEFORE).max(position)..after {
        meter.charge(tables.token_count as u64)?;
        signs(near, at);
    }
    Ok(())
}

/// Adds signs like the one at a lexeme, and the one that it is with the next.
fn signs(near: &mut Nearby<'_>, at: usize) {
    let Nearby { lexicon, brackets, .. } = *near;
    let [token, next, ..] = near.place.tokens[at..] else { return };
    let is_sign = |token: TokenId| lexicon.sort(token) == Sort::Sign;
    // A sign that only the lexer has, or nobody, is one of no token.
    let is_unknown = token == near.place.tables.no_token();
    let text = match lexicon.text(token) {
        Some(text) if is_sign(token) => text.to_owned(),
        None if is_unknown => near.text(at),
        _ => return,
    };
    if text.is_empty() || text.contains(|c: char| c.is_alphanumeric() || "\"'`".contains(c)) {
        return;
    }
    // Text that is no lexeme, but nearly a sign, can hardly mean anything else.
    let kind = if is_unknown { RepairKind::Spelling } else { RepairKind::Confused };
    for other in lexicon.tokens().filter(|other| is_sign(*other)) {
        let is_meant = match brackets.closes(token) {
            true => other != token && brackets.closes(other),
            false => lexicon.text(other).is_some_and(|other| are_alike(&text, other)),
        };
        if is_meant && other != next {
            near.replace(at, kind, &[other], 1);
        }
    }
    if is_sign(next) {
        // A line end may stand for a sign, and the end of the text is no lexeme.
        let [a, b] = [at, at + 1].map(|at| near.text(at));
        if b.is_empty() {
            return;
        }
        for joined in [format!("{a}{b}"), format!("{b}{a}")] {
            if let Some(token) = lexicon.named(&joined) {
                near.replace(at, RepairKind::Spelling, &[token], 2);
            }
        }
    }
}

/// Returns whether two signs differ in one character more or less, or in the order of two that
/// stand together.
fn are_alike(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let same = short.bytes().zip(long.bytes()).take_while(|(a, b)| a == b).count();
    let (short, long) = (&short.as_bytes()[same..], &long.as_bytes()[same..]);
    match (short, long) {
        ([a, b, rest @ ..], [x, y, others @ ..]) if short.len() == long.len() => {
            (a, b) == (y, x) && rest == others
        }
        (rest, [_, others @ ..]) => rest == others,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::are_alike;

    #[test]
    fn signs_are_alike_that_differ_by_one_slip() {
        for (a, b) in [("=", "=="), ("==", "==="), ("=>", ">="), ("!", "!="), ("-", "->")] {
            assert!(are_alike(a, b) && are_alike(b, a), "{a} {b}");
        }
        for (a, b) in [("=", "="), ("+", "-"), ("=", "<=>"), ("<=", "=="), ("", "==")] {
            assert!(!are_alike(a, b) && !are_alike(b, a), "{a} {b}");
        }
    }
}
