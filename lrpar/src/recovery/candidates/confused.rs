//! A sign or a word replaced by the one that it is often confused with: what `%mistake` declares
//! (`==` for `=`), and what can be read off the lexer: signs that differ in one character more or
//! less, or in the order of two (`=>`, `>=`); two signs that are one (`= =`, `=<`); a closing
//! bracket of another kind.

use lrtable::{
    TokenId,
    mistake::{Mistake, Written},
};

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{
    budget::Spent, kind::RepairKind, lexicon::Sort, limits, sequence::Repair, sim::Place,
};

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
        meter.charge((tables.token_count + near.mistakes.len()) as u64)?;
        declared(near, at);
        signs(near, at);
    }
    Ok(())
}

/// Adds what declared mistakes mean that are written at a lexeme.
fn declared(near: &mut Nearby<'_>, at: usize) {
    let tokens = near.place.tokens;
    for Mistake { written, meant } in near.mistakes {
        let Some(end) = end_of(near, at, written) else { continue };
        let old = &tokens[at..end];
        let same = old.iter().zip(meant).take_while(|(old, new)| old == new).count();
        let (old, new) = (&old[same..], &meant[same..]);
        let after = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new);
        let after = after.count();
        let new = &new[..new.len() - after];
        // What is written in one piece of several lexemes can hardly mean anything else.
        let kind = if end > at + 1 { RepairKind::Spelling } else { RepairKind::Confused };
        let old = &old[..old.len() - after];
        match inserted_around(old, new) {
            Some(repairs) => near.add(at + same, kind, repairs),
            None => near.replace(at + same, kind, new, old.len()),
        }
    }
}

/// Returns the repairs that make `new` of `old` by insertions alone, if some do.
fn inserted_around(old: &[TokenId], new: &[TokenId]) -> Option<Vec<Repair>> {
    let mut left = old;
    let repair = |token: &TokenId| match left {
        [first, rest @ ..] if first == token => {
            left = rest;
            Repair::Shift
        }
        _ => Repair::Insert(*token),
    };
    let repairs = new.iter().map(repair).collect();
    (!old.is_empty() && left.is_empty()).then_some(repairs)
}

/// Returns the lexeme after those at `at`, if they are what a mistake says: they touch each other,
/// or if there is a word among them, which cannot touch words, they stand on one line.
fn end_of(near: &Nearby<'_>, at: usize, written: &[Written]) -> Option<usize> {
    let tokens = near.place.tokens;
    let is_word = |part: &Written| match part {
        Written::Token(token) => near.lexicon.sort(*token) == Sort::Word,
        Written::Text(text) => text.chars().all(char::is_alphanumeric),
    };
    let may_stand_apart = written.iter().any(is_word);
    let mut end = at;
    let next = |end: &mut usize, begins_part: bool| {
        let is_beside = *end == at
            || near.written.touches(*end - 1)
            || may_stand_apart && begins_part && near.written.line(*end) == near.written.line(at);
        (*end + 1 < tokens.len() && is_beside).then(|| *end += 1)
    };
    for part in written {
        match part {
            Written::Token(token) => {
                (tokens[end] == *token).then_some(())?;
                next(&mut end, true)?;
            }
            Written::Text(text) => {
                let mut rest = text.as_str();
                while !rest.is_empty() {
                    let lexeme = near.text(end);
                    let begins_part = rest.len() == text.len();
                    rest = rest.strip_prefix(lexeme.as_str()).filter(|_| !lexeme.is_empty())?;
                    next(&mut end, begins_part)?;
                }
            }
        }
    }
    Some(end)
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
