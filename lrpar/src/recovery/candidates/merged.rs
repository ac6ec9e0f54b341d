//! Two or three lexemes of a line replaced by one token (`a ! <= b`, `if else` for `while`). Where
//! one edit suffices to go on, that is cheaper, and leaves the rest standing.
//!
//! A keyword does not take the place of a name. Of the tokens that may stand there those are tried
//! that a model of other texts has seen between what stands before and after. Cost: a look at the
//! model for each run near the error and token.

use lrtable::TokenId;

use super::{KindSpec, Trial, nearby::Nearby};
use crate::recovery::{budget::Spent, kind::RepairKind, lexicon::Sort, limits};

pub(super) const SPEC: KindSpec = KindSpec { forms, nats: -6, ..KindSpec::NEARBY };

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Some(model) = near.corpus else { return Ok(()) };
    let Nearby { place, meter, lexicon, .. } = *near;
    let (tables, tokens) = (place.tables, place.tokens);
    let mut trial = Trial::new(place, meter);
    let has_seen = |first: TokenId, second: TokenId| {
        model.longer(0, first).is_some_and(|run| model.longer(run, second).is_some())
    };
    let sort = |token: TokenId| lexicon.sort(token);
    let mut usable: (usize, Vec<TokenId>) = (usize::MAX, Vec::new());
    for (at, after) in near.runs().filter(|(at, after)| after - at <= limits::MERGED_LEXEMES) {
        // Text that is no lexeme is left to `quote.rs`.
        let is_line = near.written.line(at) == near.written.line(after - 1);
        if at == 0 || !is_line || tokens[at..after].contains(&tables.no_token()) {
            continue;
        }
        if usable.0 != at {
            meter.charge(tables.token_count as u64)?;
            usable = (at, Vec::new());
            for token in tables.token_ids().filter(|token| has_seen(tokens[at - 1], *token)) {
                if trial.may_insert(at, token)? {
                    usable.1.push(token);
                }
            }
        }
        meter.charge(usable.1.len() as u64)?;
        for token in usable.1.iter().filter(|token| has_seen(**token, tokens[after])) {
            let takes_name = sort(*token) == Sort::Word
                && tokens[at..after].iter().any(|old| sort(*old) == Sort::Open);
            if !takes_name && *token != tokens[at] && *token != tokens[after - 1] {
                near.replace(at, RepairKind::Merged, &[*token], after - at);
            }
        }
    }
    Ok(())
}
