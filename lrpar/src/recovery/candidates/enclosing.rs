//! Both brackets of a pair exchanged for those of another kind (`f{x}` for `f[x]`), or deleted
//! (`(float) x` where no brackets are wanted): the opening one at the error or just before it, and
//! the one that closes it.

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{budget::Spent, kind::RepairKind, limits, sequence::Repair};

pub(super) const SPEC: KindSpec = KindSpec { forms, nats: -1, ..KindSpec::NEARBY };

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Nearby { detected, brackets, meter, .. } = *near;
    let tokens = near.place.tokens;
    let layout = (near.layout)()?;
    let first = detected.saturating_sub(limits::CONFUSED_BEFORE).max(near.place.position);
    let end = (first + limits::ENCLOSED_LEXEMES).min(tokens.len() - 1);
    for at in (first..=detected.min(end)).filter(|at| layout.opens(tokens[*at])) {
        let mut depth = 0usize;
        let closing = (at..end).find(|next| {
            if layout.opens(tokens[*next]) {
                depth += 1;
            } else if brackets.closes(tokens[*next]) {
                depth -= 1;
            }
            depth == 0
        });
        let Some(closing) = closing else { continue };
        meter.charge((closing - at) as u64)?;
        let between = closing - at - 1;
        let mut add = |new: Option<_>| {
            let bracket = |token| new.map(|_| Repair::Insert(token));
            let mut repairs = Vec::with_capacity(between + 4);
            repairs.extend(new.and_then(|(opening, _)| bracket(opening)));
            repairs.push(Repair::Delete);
            repairs.resize(repairs.len() + between, Repair::Shift);
            repairs.extend(new.and_then(|(_, closing)| bracket(closing)));
            repairs.push(Repair::Delete);
            near.add(at, RepairKind::Enclosing, repairs);
        };
        add(None);
        for (other, opening) in layout.pairs().filter(|pair| pair.1 != tokens[at]) {
            add(Some((opening, other)));
        }
    }
    Ok(())
}
