//! How long steps took, by a clock that the caller passes: nothing here reads one itself.

use std::time::Duration;

/// A clock: the time since some moment.
pub type Clock = fn() -> Duration;

/// What `f` returns, and how long it took; no time without a clock.
pub fn timed<T>(clock: Option<Clock>, f: impl FnOnce() -> T) -> (T, Duration) {
    let now = || clock.map_or(Duration::ZERO, |clock| clock());
    let start = now();
    let value = f();
    (value, now() - start)
}

/// The middle one of `times`, or the mean of the two in the middle; 0 if there is none.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let middle = times.len() / 2;
    match times.len() % 2 {
        _ if times.is_empty() => Duration::ZERO,
        0 => (times[middle - 1] + times[middle]) / 2,
        _ => times[middle],
    }
}

/// How long each step took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// Reading the grammar.
    pub grammar: Duration,
    /// Reading the lex file.
    pub lexer: Duration,
    /// Building the table.
    pub table: Duration,
    /// Lexing the text.
    pub lexing: Duration,
    /// Parsing it, without recovery.
    pub parsing: Duration,
    /// Recovery from all its errors.
    pub recovery: Duration,
}

impl Timings {
    /// Names and times, in the order of the steps.
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

    /// For each step the median of its times.
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
