//! Judges a recoverer's repairs of a case by its fix.

use lrtable::TokenId;
use nimbleparse::lab::quality::{
    judge_repairs::{Error, place, rank, repaired_tokens, shown, shown_edits},
    single_errors::{SingleError, changes, tokens},
    token_diff::distance,
};

use super::row::Row;
use crate::{measure::Measure, record::Outcome, recoverer::Recoverer};

/// Maximum distance that is counted.
const MOST_DISTANCE: usize = 500;
/// Number of tokens that are shown on either side of an error.
const CONTEXT: usize = 6;

/// Runs `recoverer` over the case with index `number` of `file`.
pub(crate) fn judge(
    measure: &Measure,
    file: &str,
    number: usize,
    cases: &[SingleError],
    recoverer: Recoverer,
) -> Row {
    let case = &cases[number - 1];
    let lexer = measure.language.lexer.lexer(&case.text);
    let found = measure.parse(&lexer, recoverer);
    // Where lexemes depend on the parser, each recoverer has its own.
    let tokens = tokens(&measure.language.words_of(&lexer));
    let repaired = found.errors.len() - usize::from(found.failed);
    let first = found.errors.first();
    let usable = first.filter(|_| repaired > 0);
    let (fixed, needed) = (case.mended(&case.fix), case.mended(&case.needed));
    let (low, high) = place(&case.tokens, &fixed);
    let name = |token: TokenId| measure.language.name_of(token).to_string();
    let rank = |fixed: &[TokenId]| {
        usable
            .and_then(|error| rank(error, measure.max_repairs, &tokens, fixed))
            .map(|at| at as u64 + 1)
    };
    let at = first.map_or(0, Error::position);
    let until = (at + CONTEXT).min(tokens.len());
    let around = |range: std::ops::Range<usize>| {
        tokens[range].iter().map(|token| name(*token)).collect::<Vec<_>>().join(" ")
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
        distance: distance(
            &repaired_tokens(&tokens, &found.errors[..repaired]),
            &fixed,
            MOST_DISTANCE,
        )
        .unwrap_or(MOST_DISTANCE) as u64,
        fix: shown_edits(&case.fix, &name),
        needed_fix: shown_edits(&case.needed, &name),
        chosen: usable
            .and_then(|error| error.sequences().next())
            .map_or(String::new(), |first| shown(&first, &tokens, &name)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use nimbleparse::lab::quality::single_errors::cases;

    use crate::commands::worker;

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
        // Insert `,` and Delete `2` both get to the end; which comes first is the total order's
        // choice.
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
}
