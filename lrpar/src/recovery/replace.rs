//! One lexeme replaced by another token, as an alternative where the cheapest repairs cost less than that: who writes `,` for
//! `;` means that.
//!
//! Which of them are usual, the input itself says too little of: with a model of other texts all are compared with the other
//! repairs, without one the most usual is offered beside them.

use lrtable::Action;

use super::{
    Place,
    arena::{Arena, Simulated, StackId},
    budget::Meter,
    dag::Repair,
    limits,
    order::Candidate,
    rank,
};
use crate::engine::{Outcome, run};

/// The replacements of the lexemes from `start` to `detected` after which parsing gets as far as after `best`.
pub(super) fn replacements(
    place: Place<'_>,
    (start, detected): (usize, usize),
    best: &Candidate,
    meter: &mut Meter,
) -> Vec<Candidate> {
    let Place { tables, tokens, stack, position } = place;
    let limit = detected + limits::RANK_LEXEMES;
    let mut arena = Arena::new(stack);
    let whole = arena.base_prefix(stack.len());
    let edited = (best.start, best.end());
    let wanted = rank::after(place, edited, &best.made(tokens), limit, meter);
    let mut found = Vec::new();
    let mut above = Vec::new();
    let mut at: (StackId, usize) = (whole, position);
    for replaced in (start..=detected).take_while(|at| at + 1 < tokens.len()) {
        at = (arena.shift_all(tables, at.0, &tokens[at.1..replaced]), replaced);
        for token in tables.token_ids().filter(|token| *token != tokens[replaced]) {
            if tables.insert_costs[token.index()] == 0
                || tables.action(arena.top(at.0), token) == Action::Error
            {
                continue;
            }
            meter.work += 1;
            let mut simulated = Simulated::new(&arena, at.0, &mut above);
            let Outcome::Shift(state) = run(tables, &mut simulated, token) else { continue };
            let below = simulated.below();
            let below = arena.push_all(below, &above);
            let after = (arena.push(below, state), replaced + 1);
            let reach = rank::reach(tables, tokens, &mut arena, after, limit, meter);
            if reach.position >= wanted.position {
                let repairs = vec![Repair::Insert(token), Repair::Delete];
                found.push(Candidate::replacement(replaced, repairs, reach.accepts));
            }
        }
    }
    found
}
