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

/// Returns the first and the last lexeme at which the edit that makes `fixed` from `tokens` may
/// begin. Where a token is repeated, it does not matter which is deleted, nor on which side of it
/// an equal one is inserted.
pub fn place(tokens: &[TokenId], fixed: &[TokenId]) -> (usize, usize) {
    let prefix = tokens.iter().zip(fixed).take_while(|(a, b)| a == b).count();
    let shorter = tokens.len().min(fixed.len());
    (prefix.min(shorter - common_suffix(tokens, fixed)), prefix)
}

fn common_suffix(tokens: &[TokenId], fixed: &[TokenId]) -> usize {
    tokens.iter().rev().zip(fixed.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// Returns the index of the first of `most` repair sequences that makes the fixed text from the
/// broken one.
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

/// Returns the tokens after the first repair of each error is applied, or panic mode has skipped
/// lexemes.
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
    use lrpar::LexParseError;
    use lrtable::random::Random;

    use super::*;
    use crate::language::{Language, Parsed, Recovery, Types, builtin};

    #[test]
    fn repeated_tokens_make_the_place_a_range() {
        let tokens =
            |ids: &[usize]| -> Vec<TokenId> { ids.iter().map(|id| TokenId::new(*id)).collect() };
        assert_eq!(place(&tokens(&[0, 1, 2]), &tokens(&[0, 1, 1, 2])), (1, 2));
        assert_eq!(place(&tokens(&[0, 1, 1, 2]), &tokens(&[0, 1, 2])), (1, 2));
        assert_eq!(place(&tokens(&[0, 3, 2]), &tokens(&[0, 2])), (1, 1));
        assert_eq!(place(&tokens(&[0, 3, 2]), &tokens(&[0, 1, 2])), (1, 1));
    }

    /// Statements of Lua with one to three tokens left out, put in or doubled.
    fn broken(random: &mut Random) -> String {
        let text =
            "local t = { 1 , f ( x ) , 'a' } while x < t [ 1 ] do x = x + 1 end return ( t )";
        let mut words: Vec<&str> = text.split(' ').collect();
        for _ in 0..1 + random.below(3) {
            let at = random.below(words.len());
            match random.below(3) {
                0 => drop(words.remove(at)),
                1 => words.insert(at, words[at]),
                _ => words.insert(at, [")", "end", "=", ",", "x", "do"][random.below(6)]),
            }
        }
        words.join(" ")
    }

    fn syntax_errors(parsed: &Parsed<'_>) -> Vec<Error> {
        let syntax = |error: &LexParseError<u32, Types>| match error {
            LexParseError::ParseError(error) => Some(error.clone()),
            LexParseError::LexError(_) => None,
        };
        parsed.errors.iter().filter_map(syntax).collect()
    }

    /// The tokens after a sequence alone is applied.
    fn applied(tokens: &[TokenId], sequence: &RepairSequence) -> Vec<TokenId> {
        let mut rest = tokens[sequence.start..].to_vec();
        let mut at = 0;
        for repair in &sequence.repairs {
            match repair {
                Repair::Insert(token) => rest.insert(at, *token),
                Repair::Delete => drop(rest.remove(at)),
                Repair::Shift => {}
            }
            at += usize::from(*repair != Repair::Delete);
        }
        [&tokens[..sequence.start], &rest].concat()
    }

    /// Texts that differ from `fixed` at one place: before, in and after what a sequence changes.
    fn others(fixed: &[TokenId], language: &Language, random: &mut Random) -> Vec<Vec<TokenId>> {
        let mut found = vec![fixed[1..].to_vec(), fixed[..fixed.len() - 1].to_vec()];
        for _ in 0..6 {
            let token = TokenId::new(random.below(language.no_token().index()));
            let mut other = fixed.to_vec();
            other[random.below(fixed.len())] = token;
            found.push(other.clone());
            other.insert(random.below(fixed.len()), token);
            found.push(other);
        }
        found
    }

    #[test]
    fn the_rank_is_that_of_the_first_sequence_that_makes_the_whole_fixed_text() {
        let language = builtin("lua53").unwrap();
        let mut random = Random::new(35);
        let (mut ranked, mut unranked, mut behind) = (0, 0, 0);
        for _ in 0..60 {
            let text = broken(&mut random);
            let parsed = Parsed::new(&language, &text, &Recovery::default(), None);
            let tokens = language.tokens(&text);
            let errors = syntax_errors(&parsed);
            let Some(error) = errors.first() else { continue };
            let made: Vec<Vec<TokenId>> =
                error.sequences().take(40).map(|sequence| applied(&tokens, &sequence)).collect();
            let mut texts = made.clone();
            for fixed in made.iter().take(8) {
                texts.extend(others(fixed, &language, &mut random));
            }
            for fixed in texts {
                for most in [1, 5, 40] {
                    let expected = made.iter().take(most).position(|made| *made == fixed);
                    assert_eq!(rank(error, most, &tokens, &fixed), expected, "{text}");
                    behind += usize::from(expected.is_some_and(|at| at > 0));
                    ranked += usize::from(expected.is_some());
                    unranked += usize::from(expected.is_none());
                }
            }
        }
        assert!(ranked > 100 && unranked > 1000 && behind > 50, "{ranked} {unranked} {behind}");
    }

    /// The repaired text, which is made of edits of the text, has these tokens.
    #[test]
    fn repaired_tokens_are_those_of_the_repaired_text() {
        let language = builtin("lua53").unwrap();
        let mut random = Random::new(36);
        let mut repaired = 0;
        for _ in 0..100 {
            let text = broken(&mut random);
            let parsed = Parsed::new(&language, &text, &Recovery::default(), None);
            let Some(made) = parsed.repaired() else { continue };
            let errors = syntax_errors(&parsed);
            let tokens = repaired_tokens(&language.tokens(&text), &errors);
            assert_eq!(tokens, language.tokens(&made), "{text}\n{made}");
            repaired += usize::from(!errors.is_empty());
        }
        assert!(repaired > 50, "{repaired}");
    }
}
