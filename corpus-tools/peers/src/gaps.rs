//! How long a parser recovered, from when its actions ran.

use std::time::Duration;

/// An action: at which time it ran, and if it was that of a lexeme of the input, where that starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tick {
    pub(crate) time: Duration,
    pub(crate) lexeme: Option<usize>,
}

/// The time of all recovery from errors detected at the lexemes that start at these bytes, in
/// order. `ticks` begin with the start of the parse and end with its end.
///
/// The action of a lexeme runs when the production that holds it is reduced, perhaps long after its
/// shift. What is certain: before an action of a lexeme at or after an error has run, recovery from
/// that error is over. So recovery lies between the first such action and that of the error before;
/// of the times between two actions there, it is the longest. Where several errors share that
/// stretch, they are as many of the longest.
pub(crate) fn recovery_time(ticks: &[Tick], errors: &[usize]) -> Duration {
    let over = |error: usize| {
        let following = |tick: &Tick| tick.lexeme.is_some_and(|lexeme| lexeme >= error);
        ticks.iter().position(following).unwrap_or(ticks.len().saturating_sub(1))
    };
    let ends: Vec<usize> = errors.iter().map(|&error| over(error)).collect();
    let mut from = 0;
    let stretches = ends.chunk_by(|a, b| a == b).map(|errors| {
        let end = errors[0];
        let stretch = &ticks[from.min(end)..=end];
        from = end;
        let mut gaps: Vec<Duration> =
            stretch.windows(2).map(|pair| pair[1].time.saturating_sub(pair[0].time)).collect();
        gaps.sort_unstable();
        gaps.iter().rev().take(errors.len()).sum::<Duration>()
    });
    stretches.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tick(time: u64, lexeme: Option<usize>) -> Tick {
        Tick { time: Duration::from_millis(time), lexeme }
    }

    #[test]
    fn the_longest_gap_before_an_error_is_over_is_its_recovery() {
        let ticks = [
            tick(0, None),
            tick(1, Some(0)),
            tick(2, None),
            tick(22, Some(2)), // recovery took 20; the lexeme before the error is reduced late
            tick(23, Some(4)),
            tick(24, Some(6)),
            tick(54, Some(10)), // 8 was deleted, which took 30
            tick(104, None),    // slow, but not at an error
        ];
        assert_eq!(recovery_time(&ticks, &[4, 8]), Duration::from_millis(50));
    }

    #[test]
    fn errors_whose_lexemes_are_reduced_together_are_told_by_their_number() {
        let ticks =
            [tick(0, None), tick(5, Some(0)), tick(12, None), tick(13, Some(2)), tick(14, Some(9))];
        assert_eq!(recovery_time(&ticks, &[4, 8]), Duration::from_millis(12));
    }

    #[test]
    fn recovery_that_fails_ends_with_the_parse() {
        let ticks = [tick(0, None), tick(1, Some(0)), tick(501, None)];
        assert_eq!(recovery_time(&ticks, &[2]), Duration::from_millis(500));
        assert_eq!(recovery_time(&[tick(0, None), tick(7, None)], &[0]), Duration::from_millis(7));
        assert_eq!(recovery_time(&ticks, &[]), Duration::ZERO);
    }
}
