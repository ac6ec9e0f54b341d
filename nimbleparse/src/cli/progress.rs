//! Progress of commands that take long.

use std::{
    io::{self, IsTerminal as _, Write as _},
    time::Duration,
};

use lrpar::visible;

use super::clock;

/// Progress on standard error: on a terminal every fifth of a second, else each step once.
pub(super) struct Progress {
    is_terminal: bool,
    shown: Duration,
    step: String,
}

impl Progress {
    pub(super) fn new() -> Progress {
        let is_terminal = io::stderr().is_terminal();
        Progress { is_terminal, shown: Duration::ZERO, step: String::new() }
    }

    pub(super) fn show(&mut self, what: &str, done: usize, of: usize) {
        let what = visible(what);
        if done == of && self.step != what {
            self.step.clone_from(&what.to_string());
            let start = if self.is_terminal { "\r\x1b[K" } else { "" };
            eprintln!("{start}{what}: {of}");
        } else if self.is_terminal && done < of {
            let now = clock::now();
            if now.saturating_sub(self.shown) >= Duration::from_millis(200) {
                self.shown = now;
                eprint!("\r{what}: {done} of {of}\x1b[K");
                // A closed terminal does not end the run.
                let _ = io::stderr().flush();
            }
        }
    }
}
