//! A pair of brackets around a few lexemes from the error on (`print "x";`, `if true {`).

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{budget::Spent, kind::RepairKind, limits, sequence::Repair};

pub(super) const SPEC: KindSpec = KindSpec { forms, nats: -1, ..KindSpec::NEARBY };

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let detected = near.detected;
    let tokens = near.place.tokens;
    let end = tokens.len() - 1;
    if detected == end {
        return Ok(());
    }
    let layout = (near.layout)()?;
    let most = in_pair(detected, end, |at| layout.begins_line(at));
    for (closing, opening) in layout.pairs().filter(|pair| pair.0 != tokens[detected]) {
        for shifted in 1..=most {
            let mut repairs = vec![Repair::Insert(opening)];
            repairs.resize(1 + shifted, Repair::Shift);
            repairs.push(Repair::Insert(closing));
            near.add(detected, RepairKind::Pair, repairs);
        }
    }
    Ok(())
}

/// Returns how many lexemes from `detected` on a pair of brackets may enclose: those on its line,
/// up to a limit; `end` is the end of the input.
fn in_pair(detected: usize, end: usize, begins_line: impl Fn(usize) -> bool) -> usize {
    // A whole text may be one line, with errors all over it.
    let after = (detected + 1..=end).take(limits::PAIR_LEXEMES);
    after.take_while(|at| !begins_line(*at)).count()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn as_many_lexemes_are_looked_at_for_a_pair_however_long_the_line_is() {
        let looks = |end: usize, line: usize| {
            let looked = Cell::new(0);
            let found = in_pair(10, end, |at| {
                looked.set(looked.get() + 1);
                at % line == 0
            });
            (found, looked.get())
        };
        assert_eq!(looks(1_000_000, 2_000_000), (limits::PAIR_LEXEMES, limits::PAIR_LEXEMES));
        assert_eq!(looks(1_000_000, 13), (2, 3));
        assert_eq!(looks(11, 13), (1, 1));
        assert_eq!(looks(10, 13), (0, 0));
    }
}
