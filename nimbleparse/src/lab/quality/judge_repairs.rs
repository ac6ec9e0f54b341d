//! Compares a recoverer's repairs of a case with its fix.

use lrlex::DefaultLexeme;
use lrpar::{
    ParseError,
    recovery::{Repair, RepairSequence},
};
use lrtable::TokenId;

use super::necessary_edits::Edit;

/// A syntax error with its repairs.
pub type Error = ParseError<DefaultLexeme<u32>, u32>;

/// Returns the first and the last lexeme at which the edit that makes `fixed` from `tokens` may begin. Where a token is repeated,
/// it does not matter which is deleted, nor on which side of it an equal one is inserted.
pub fn place(tokens: &[TokenId], fixed: &[TokenId]) -> (usize, usize) {
    let prefix = tokens.iter().zip(fixed).take_while(|(a, b)| a == b).count();
    let shorter = tokens.len().min(fixed.len());
    (prefix.min(shorter - common_suffix(tokens, fixed)), prefix)
}

fn common_suffix(tokens: &[TokenId], fixed: &[TokenId]) -> usize {
    tokens.iter().rev().zip(fixed.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// Returns the index of the first of `most` repair sequences that makes the fixed text from the broken one.
pub fn rank(error: &Error, most: usize, tokens: &[TokenId], fixed: &[TokenId]) -> Option<usize> {
    let prefix = tokens.iter().zip(fixed).take_while(|(a, b)| a == b).count();
    let suffix = common_suffix(tokens, fixed);
    error.sequences().take(most).position(|RepairSequence { start, repairs, .. }| {
        if prefix < start {
            return false;
        }
        let (mut from, mut to) = (start, start);
        let mut fits = |token: TokenId| {
            let fits = fixed.get(to) == Some(&token);
            to += 1;
            fits
        };
        let agree = repairs.iter().all(|repair| match repair {
            Repair::Insert(token) => fits(*token),
            Repair::Delete => {
                from += 1;
                true
            }
            Repair::Shift => {
                from += 1;
                fits(tokens[from - 1])
            }
        });
        agree
            && tokens.len() - from == fixed.len().wrapping_sub(to)
            && tokens.len() - from <= suffix
    })
}

/// Returns the tokens after the first repair of each error is applied, or panic mode has skipped lexemes.
pub fn repaired_tokens(tokens: &[TokenId], errors: &[Error]) -> Vec<TokenId> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut from = 0;
    for error in errors {
        let first = error.sequences().next();
        let start = first.as_ref().map_or(error.position(), |first| first.start);
        out.extend(&tokens[from..start]);
        from = start;
        if let Some(resumed) = error.resumed_at() {
            from = resumed;
        }
        for repair in first.iter().flat_map(|first| &first.repairs) {
            match repair {
                Repair::Insert(token) => out.push(*token),
                Repair::Delete => from += 1,
                Repair::Shift => {
                    out.push(tokens[from]);
                    from += 1;
                }
            }
        }
    }
    out.extend(&tokens[from..]);
    out
}

/// Formats a sequence in signs: `+` inserts, `-` deletes, `=` keeps a token.
pub fn shown(
    sequence: &RepairSequence,
    tokens: &[TokenId],
    name: &dyn Fn(TokenId) -> String,
) -> String {
    let mut at = sequence.start;
    let mut next = || {
        at += 1;
        name(tokens[at - 1])
    };
    let shown: Vec<String> = sequence
        .repairs
        .iter()
        .map(|repair| match repair {
            Repair::Insert(token) => format!("+{}", name(*token)),
            Repair::Delete => format!("-{}", next()),
            Repair::Shift => format!("={}", next()),
        })
        .collect();
    shown.join(" ")
}

/// Formats edits in signs: `+` inserts, `-` deletes, `=` keeps a token.
pub fn shown_edits(edits: &[Edit], name: &dyn Fn(TokenId) -> String) -> String {
    let edits = edits.iter().map(|edit| match *edit {
        Edit::Insert(token) => format!("+{}", name(token)),
        Edit::Delete(token) => format!("-{}", name(token)),
        Edit::Keep(token) => format!("={}", name(token)),
    });
    edits.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_tokens_make_the_place_a_range() {
        let tokens =
            |ids: &[usize]| -> Vec<TokenId> { ids.iter().map(|id| TokenId::new(*id)).collect() };
        assert_eq!(place(&tokens(&[0, 1, 2]), &tokens(&[0, 1, 1, 2])), (1, 2));
        assert_eq!(place(&tokens(&[0, 1, 1, 2]), &tokens(&[0, 1, 2])), (1, 2));
        assert_eq!(place(&tokens(&[0, 3, 2]), &tokens(&[0, 2])), (1, 1));
        assert_eq!(place(&tokens(&[0, 3, 2]), &tokens(&[0, 1, 2])), (1, 1));
    }
}
