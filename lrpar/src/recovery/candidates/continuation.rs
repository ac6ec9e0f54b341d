//! Several tokens inserted at the error: the most usual ways to go on there by a model of other
//! texts (`new List();`, `for (i = 0; i < n; i++)`).
//!
//! A beam search: for each text so far the parser is asked which tokens it could shift, and the
//! model which of them followed the last two tokens most often. Texts after which the lexeme at the
//! error has an action are forms. Cost: at most [`CONTINUATIONS`](limits::CONTINUATIONS) texts of
//! [`CONTINUED_TOKENS`](limits::CONTINUED_TOKENS) tokens, for each of them a step a token.

use lrtable::{Action, TokenId};

use super::{KindSpec, Trial, nearby::Nearby};
use crate::recovery::{arena::StackId, budget::Spent, kind::RepairKind, limits, score::Model};

pub(super) const SPEC: KindSpec = KindSpec { forms, nats: -5, ..KindSpec::NEARBY };

/// A text that goes on at the error.
struct Text {
    stack: StackId,
    /// The two tokens before the error, and those that are inserted.
    tokens: Vec<TokenId>,
    /// How likely it is, in parts of 2⁶⁴.
    likely: u64,
}

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Some(model) = near.corpus else { return Ok(()) };
    let Nearby { detected, place, meter, .. } = *near;
    let Some(before) = detected.checked_sub(2) else { return Ok(()) };
    let mut trial = Trial::new(place, meter);
    let tokens = place.tokens[before..detected].to_vec();
    let mut texts = vec![Text { stack: trial.stack(detected)?, tokens, likely: u64::MAX }];
    for length in 1..=limits::CONTINUED_TOKENS {
        let mut next: Vec<(u64, usize, TokenId)> = Vec::new();
        for (at, text) in texts.iter().enumerate() {
            let Some(run) = last_run(model, &text.tokens) else { continue };
            let (followed, followers) = model.followed(run);
            meter.charge(place.tables.token_count as u64)?;
            for token in place.tables.token_ids() {
                if let Some(longer) = model.longer(run, token)
                    && place.tables.insert_costs[token.index()] > 0
                    && trial.sim.action(text.stack, token) != Action::Error
                {
                    let likely = text.likely / (followed + followers).max(1);
                    next.push((likely.saturating_mul(model.seen(longer)), at, token));
                }
            }
        }
        next.sort_unstable_by(|a, b| b.cmp(a));
        let mut longer = Vec::new();
        for (likely, at, token) in next.into_iter().take(limits::CONTINUATIONS) {
            if let Some(stack) = trial.sim.shift(texts[at].stack, token)? {
                let tokens = [&texts[at].tokens[..], &[token]].concat();
                longer.push(Text { stack, tokens, likely });
            }
        }
        texts = longer;
        // One token is inserted by the cheapest repairs.
        let least = u64::MAX / limits::CONTINUED_ONE_IN;
        texts.retain(|text| text.likely >= least);
        for text in texts.iter().filter(|_| length > 1) {
            if trial.sim.action(text.stack, place.tokens[detected]) != Action::Error {
                near.replace(detected, RepairKind::Continuation, &text.tokens[2..], 0);
            }
        }
    }
    Ok(())
}

/// Returns the run of the last two tokens in a model, or else of the last.
fn last_run(model: &dyn Model, tokens: &[TokenId]) -> Option<u32> {
    let [.., first, second] = *tokens else { return None };
    let pair = model.longer(0, first).and_then(|run| model.longer(run, second));
    pair.or_else(|| model.longer(0, second))
}
