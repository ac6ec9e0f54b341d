//! A recoverer's repairs of a case, held against its fix.

use lrpar::recovery::{Repair, RepairSequence};
use lrtable::TokenId;

use super::{
    case::{Case, changes},
    necessary::Edit,
    row::Row,
};
use crate::{
    diff::distance,
    measure::{Error, Measure},
    record::Outcome,
    recoverer::Recoverer,
};

/// Distances are counted up to this.
const MOST_DISTANCE: usize = 500;
/// Tokens that are shown on either side of an error.
const CONTEXT: usize = 6;

/// Runs `recoverer` over the `number`-th of the cases of `file`.
pub(crate) fn judge(
    measure: &Measure,
    file: &str,
    number: usize,
    cases: &[Case],
    recoverer: Recoverer,
) -> Row {
    let case = &cases[number - 1];
    let lexer = measure.language.lexer.lexer(&case.text);
    let found = measure.parse(&lexer, recoverer);
    let repaired = found.errors.len() - usize::from(found.failed);
    let first = found.errors.first();
    let usable = first.filter(|_| repaired > 0);
    let (fixed, needed) = (case.mended(&case.fix), case.mended(&case.needed));
    let (low, high) = place(&case.tokens, &fixed);
    let name = |token: TokenId| measure.language.token_name(token).to_string();
    let edits = |edits: &[Edit]| {
        let edits = edits.iter().map(|edit| match *edit {
            Edit::Insert(token) => format!("+{}", name(token)),
            Edit::Delete(token) => format!("-{}", name(token)),
            Edit::Keep(token) => format!("={}", name(token)),
        });
        edits.collect::<Vec<_>>().join(" ")
    };
    let rank = |fixed: &[TokenId]| {
        usable
            .and_then(|error| rank(error, measure.max_repairs, &case.tokens, fixed))
            .map(|at| at as u64 + 1)
    };
    let at = first.map_or(0, Error::position);
    let until = (at + CONTEXT).min(case.tokens.len());
    let around = |range: std::ops::Range<usize>| {
        case.tokens[range].iter().map(|token| name(*token)).collect::<Vec<_>>().join(" ")
    };
    Row {
        hunk: number as u64,
        cases: cases.len() as u64,
        edits: changes(&case.fix) as u64,
        needed: changes(&case.needed) as u64,
        place: (low as u64, high as u64),
        error: first.map(|error| error.position() as u64),
        locations: found.errors.len() as u64,
        cost: usable.and_then(Error::cost),
        total: usable.map(Error::repairs_total).unwrap_or(0),
        listed: usable
            .map_or(0, |error| error.sequences().take(measure.max_repairs).count() as u64),
        rank: rank(&fixed),
        needed_rank: rank(&needed),
        distance: distance(&repair(&case.tokens, &found.errors[..repaired]), &fixed, MOST_DISTANCE)
            .unwrap_or(MOST_DISTANCE) as u64,
        fix: edits(&case.fix),
        needed_fix: edits(&case.needed),
        chosen: usable
            .and_then(|error| error.sequences().next())
            .map_or(String::new(), |first| shown(&first, &case.tokens, &name)),
        context: format!("{} ▸ {}", around(at.saturating_sub(CONTEXT)..at), around(at..until))
            .trim()
            .to_string(),
        ..Row::empty(
            file,
            &measure.setting,
            recoverer.name,
            if found.failed { Outcome::Failed } else { Outcome::Repaired },
            "",
        )
    }
}

/// The first and the last lexeme at which the edit that makes `fixed` of `tokens` may be said to begin. Where a token is
/// repeated, it does not matter which is deleted, nor on which side of it another like it is inserted.
fn place(tokens: &[TokenId], fixed: &[TokenId]) -> (usize, usize) {
    let prefix = tokens.iter().zip(fixed).take_while(|(a, b)| a == b).count();
    let shorter = tokens.len().min(fixed.len());
    (prefix.min(shorter - common_suffix(tokens, fixed)), prefix)
}

fn common_suffix(tokens: &[TokenId], fixed: &[TokenId]) -> usize {
    tokens.iter().rev().zip(fixed.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// The index of the first of `most` repair sequences that makes the fixed text of the broken one.
fn rank(error: &Error, most: usize, tokens: &[TokenId], fixed: &[TokenId]) -> Option<usize> {
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

/// The tokens after the first repair of each error is applied, or panic mode has skipped lexemes.
fn repair(tokens: &[TokenId], errors: &[Error]) -> Vec<TokenId> {
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

fn shown(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{commands::worker, quality::case::cases};

    fn measure() -> Measure {
        let args = ["--grammar", "json", "--limit", "100000"].map(std::ffi::OsString::from);
        let args = crate::args::Args::new(args, worker::FLAGS, worker::VALUED).unwrap();
        worker::measure(&args).unwrap()
    }

    fn judged(broken: &str, fixed: &str) -> Row {
        let measure = measure();
        let cases = cases(&measure.language, broken, fixed).unwrap();
        judge(&measure, "a", 1, &cases, Recoverer::named("cpctplus").unwrap())
    }

    #[test]
    fn a_fix_by_one_token_is_in_the_complete_set() {
        let row = judged("[1 2]", "[1, 2]");
        assert_eq!((row.edits, row.cost, row.place, row.error), (1, Some(1), (2, 2), Some(2)));
        assert_eq!(row.fix, "+,");
        // Insert `,` and Delete `2` both get to the end; which comes first is the total order's choice.
        assert!(row.rank.is_some(), "{row:?}");
        assert_eq!(row.context, "[ NUMBER ▸ NUMBER ]");
    }

    #[test]
    fn a_fix_that_is_chosen_has_distance_0() {
        let row = judged("{\"a\" 1}", "{\"a\": 1}");
        assert_eq!((row.rank, row.distance, row.chosen.as_str()), (Some(1), 0, "+:"));
    }

    #[test]
    fn a_fix_out_of_reach_has_no_rank() {
        let row = judged("[1, 2", "[1, 2, 3, 4]");
        assert_eq!((row.rank, row.edits, row.distance), (None, 5, 4));
    }

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
