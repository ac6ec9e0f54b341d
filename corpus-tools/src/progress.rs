//! Shows the progress of a run on a terminal: files done, rate, time left. Silent without a
//! terminal.

use std::{
    io::{IsTerminal as _, Write as _, stderr},
    time::Duration,
};

use crate::clock;

/// A progress line.
#[derive(Debug)]
pub(crate) struct Progress {
    total: usize,
    done: usize,
    start: Duration,
    shown: Option<Duration>,
}

impl Progress {
    /// Makes a line for `total` jobs, none done.
    pub(crate) fn new(total: usize) -> Progress {
        let shown = stderr().is_terminal().then_some(Duration::ZERO);
        Progress { total, done: 0, start: clock::now(), shown }
    }

    /// Counts one more job as done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
        let now = clock::now();
        match &mut self.shown {
            Some(shown)
                if self.done == self.total
                    || now.saturating_sub(*shown) >= Duration::from_millis(200) =>
            {
                *shown = now;
            }
            _ => return,
        }
        let end = if self.done == self.total { "\n" } else { "" };
        eprint!("\r{}\x1b[K{end}", line(self.done, self.total, now.saturating_sub(self.start)));
        // A closed terminal does not end the run.
        let _ = stderr().flush();
    }
}

fn line(done: usize, total: usize, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-9);
    let left = ((total - done) as f64 / rate).round() as u64;
    let left = match (left / 3600, left / 60 % 60, left % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    };
    let percent = 100 * done / total.max(1);
    format!("{done} of {total} ({percent} %), {rate:.1} a second, {left} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_rate() {
        let shown = line(250, 1000, Duration::from_secs(50));
        assert_eq!(shown, "250 of 1000 (25 %), 5.0 a second, 2 min 30 s left");
        assert_eq!(line(1, 1, Duration::ZERO).split(", ").last(), Some("0 s left"));
    }
}
