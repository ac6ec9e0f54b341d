//! Measures steps by a clock that the caller passes: nothing here reads one itself.

use std::time::Duration;

/// A clock: a function that returns the time since some moment.
pub type Clock = fn() -> Duration;

/// Runs `f`; returns its result and how long it took, zero without a clock.
pub fn timed<T>(clock: Option<Clock>, f: impl FnOnce() -> T) -> (T, Duration) {
    let now = || clock.map_or(Duration::ZERO, |clock| clock());
    let start = now();
    let value = f();
    (value, now() - start)
}

/// Returns the median of `times`, the mean of the two middle ones if their number is even; 0 if
/// there is none.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let middle = times.len() / 2;
    match times.len() % 2 {
        _ if times.is_empty() => Duration::ZERO,
        0 => (times[middle - 1] + times[middle]) / 2,
        _ => times[middle],
    }
}

/// Time of each step of a parse.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// Time of reading the grammar.
    pub grammar: Duration,
    /// Time of reading the lex file.
    pub lexer: Duration,
    /// Time of building the table.
    pub table: Duration,
    /// Time of lexing the text.
    pub lexing: Duration,
    /// Time of parsing the text, without recovery.
    pub parsing: Duration,
    /// Time of recovery from all errors.
    pub recovery: Duration,
}

impl Timings {
    /// Returns names and times, in the order of the steps.
    pub fn named(&self) -> [(&'static str, Duration); 6] {
        [
            ("grammar", self.grammar),
            ("lexer", self.lexer),
            ("table", self.table),
            ("lexing", self.lexing),
            ("parsing", self.parsing),
            ("recovery", self.recovery),
        ]
    }

    /// Returns the median time of each step.
    pub fn median(all: &[Timings]) -> Timings {
        let of = |step: fn(&Timings) -> Duration| median(all.iter().map(step).collect());
        Timings {
            grammar: of(|t| t.grammar),
            lexer: of(|t| t.lexer),
            table: of(|t| t.table),
            lexing: of(|t| t.lexing),
            parsing: of(|t| t.parsing),
            recovery: of(|t| t.recovery),
        }
    }
}
