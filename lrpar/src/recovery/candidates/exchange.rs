//! Two neighbours exchanged (`double final x`).

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{budget::Spent, kind::RepairKind, limits, sequence::Repair, sim::Place};

pub(super) const SPEC: KindSpec = KindSpec { forms, nats: -1, ..KindSpec::NEARBY };

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Nearby { place: Place { tokens, position, .. }, detected, .. } = *near;
    for at in detected.saturating_sub(limits::EXCHANGE_BEFORE).max(position)..=detected {
        // The last token is `$`.
        let [a, b, ..] = tokens[at..tokens.len() - 1] else { break };
        if a != b {
            let repairs = vec![Repair::Delete, Repair::Shift, Repair::Insert(a)];
            near.add(at, RepairKind::Exchange, repairs);
        }
    }
    Ok(())
}
