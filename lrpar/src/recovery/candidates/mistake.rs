//! A declared mistake corrected: what `%mistake` says that people write, and which tokens they mean
//! (`==` for `=`).
//!
//! Cost: the declarations for each lexeme at the error and shortly before it.

use lrtable::{
    TokenId,
    mistake::{Mistake, Written},
};

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{
    budget::Spent, kind::RepairKind, lexicon::Sort, limits, sequence::Repair, sim::Place,
};

pub(super) const SPEC: KindSpec =
    KindSpec { forms, needs_model: false, nats: -3, cheapest_nats: 4, ..KindSpec::NEARBY };

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Nearby { place: Place { tokens, position, .. }, detected, lexicon, meter, .. } = *near;
    if lexicon.is_empty() {
        return Ok(());
    }
    // The last token is `$`.
    let after = (detected + 1).min(tokens.len() - 1);
    for at in detected.saturating_sub(limits::CONFUSED_BEFORE).max(position)..after {
        meter.charge(near.mistakes.len() as u64)?;
        for Mistake { written, meant } in near.mistakes {
            let Some(old) = lexemes_of(near, at, written) else { continue };
            // What is written in one piece of several lexemes, or is a word that the language does
            // not have, can hardly mean anything else.
            let is_sure = old.len() > 1 || matches!(written[..], [Written::Text(_)]);
            let kind = if is_sure { RepairKind::Spelling } else { RepairKind::Mistake };
            let old: Vec<_> = tokens[at..].iter().copied().zip(old).collect();
            let mut repairs = made(&old, meant);
            let first = repairs.iter().take_while(|repair| **repair == Repair::Shift).count();
            while repairs.pop_if(|repair| *repair == Repair::Shift).is_some() {}
            if first < repairs.len() {
                near.add(at + first, kind, repairs.split_off(first));
            }
        }
    }
    Ok(())
}

/// Returns the lexemes at `at`, if they are what a mistake says: they touch each other, or if there
/// is a word among them, which cannot touch words, they stand on one line, or a line end is one of
/// them. True stands for those that the mistake names by their tokens.
fn lexemes_of(near: &Nearby<'_>, at: usize, written: &[Written]) -> Option<Vec<bool>> {
    let tokens = near.place.tokens;
    let is_word = |part: &Written| match part {
        Written::Token(token) => near.lexicon.sort(*token) == Sort::Word,
        Written::Text(text) => text.chars().all(char::is_alphanumeric),
    };
    let may_stand_apart = written.iter().any(is_word);
    let mut found = Vec::new();
    let next = |found: &mut Vec<bool>, begins_part: bool, is_token: bool| {
        let end = at + found.len();
        let is_beside = end == at
            || near.written.touches(end - 1)
            || near.written.is_blank(end - 1)
            || may_stand_apart && begins_part && near.written.line(end) == near.written.line(at);
        (end + 1 < tokens.len() && is_beside).then(|| found.push(is_token))
    };
    for part in written {
        match part {
            Written::Token(token) => {
                (tokens[at + found.len()] == *token).then_some(())?;
                next(&mut found, true, true)?;
            }
            Written::Text(text) => {
                let mut rest = text.as_str();
                while !rest.is_empty() {
                    let lexeme = near.text(at + found.len());
                    let begins_part = rest.len() == text.len();
                    rest = rest.strip_prefix(lexeme.as_str()).filter(|_| !lexeme.is_empty())?;
                    next(&mut found, begins_part, false)?;
                }
            }
        }
    }
    Some(found)
}

/// Returns the repairs that make `new` of `old` and leave most lexemes as they are, of these rather
/// those for which `old` has true.
fn made(old: &[(TokenId, bool)], new: &[TokenId]) -> Vec<Repair> {
    // What stays from a place in both on: a lexeme counts one, or two.
    let mut stay = vec![vec![0usize; new.len() + 1]; old.len() + 1];
    for (i, j) in (0..old.len()).rev().flat_map(|i| (0..new.len()).rev().map(move |j| (i, j))) {
        let (token, is_token) = old[i];
        let both = if token == new[j] { stay[i + 1][j + 1] + 1 + usize::from(is_token) } else { 0 };
        stay[i][j] = both.max(stay[i + 1][j]).max(stay[i][j + 1]);
    }
    let (mut i, mut j) = (0, 0);
    let mut repairs = Vec::new();
    while i < old.len() || j < new.len() {
        if j < new.len() && stay[i][j + 1] == stay[i][j] {
            repairs.push(Repair::Insert(new[j]));
            j += 1;
        } else if i < old.len() && stay[i + 1][j] == stay[i][j] {
            repairs.push(Repair::Delete);
            i += 1;
        } else {
            repairs.push(Repair::Shift);
            (i, j) = (i + 1, j + 1);
        }
    }
    repairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_mistake_names_by_its_token_stays() {
        let ids = |ids: &[usize]| ids.iter().map(|id| TokenId::new(*id)).collect::<Vec<_>>();
        // 1 stands for a name, 2 for `var`, 3 for `(`, 4 for `)`.
        let check = |old: &[(usize, bool)], new: &[usize], repairs: &[Repair]| {
            let old: Vec<_> = old.iter().map(|(id, named)| (TokenId::new(*id), *named)).collect();
            assert_eq!(made(&old, &ids(new)), repairs);
        };
        let insert = |id| Repair::Insert(TokenId::new(id));
        // `int x` for `var x`, `print x` for `print(x)`, one sign for another.
        check(&[(1, false), (1, true)], &[2, 1], &[insert(2), Repair::Delete, Repair::Shift]);
        check(
            &[(1, false), (1, true)],
            &[1, 3, 1, 4],
            &[Repair::Shift, insert(3), Repair::Shift, insert(4)],
        );
        check(&[(3, true)], &[4], &[insert(4), Repair::Delete]);
    }
}
