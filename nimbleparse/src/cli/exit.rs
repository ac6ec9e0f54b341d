//! Ends of the program: exit statuses, and messages on what failed.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use lrpar::visible_lines;

/// Exit status if all files parsed.
pub(super) const PARSED: u8 = 0;
/// Exit status if some file had errors.
pub(super) const ERRORS: u8 = 1;
/// Exit status for wrong usage, a bad grammar, or a file that cannot be read.
pub(super) const FAILED: u8 = 2;

/// Returns the exit status; a closed pipe is not an error.
pub(super) fn finish(done: io::Result<()>, status: u8) -> ExitCode {
    match done {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("nimbleparse: cannot write: {error}");
            ExitCode::from(FAILED)
        }
        _ => ExitCode::from(status),
    }
}

/// Writes the output of a command, or its error.
pub(super) fn finish_command(name: &str, done: Result<impl AsRef<[u8]>, String>) -> ExitCode {
    match done {
        Ok(made) => finish(io::stdout().write_all(made.as_ref()), PARSED),
        Err(message) => {
            let message = visible_lines(message.trim_end());
            // Messages about files begin with the program's name, those on a grammar's text are
            // whole.
            match message.strip_prefix("nimbleparse: ") {
                Some(message) => eprintln!("nimbleparse: {message}"),
                None if message.starts_with("error: ") => eprintln!("{message}"),
                None => eprintln!("nimbleparse: {message}\nTry 'nimbleparse {name} --help'."),
            }
            ExitCode::from(FAILED)
        }
    }
}

/// Fails with a message, which may quote a file.
pub(super) fn fail(message: &str, status: &mut u8) {
    fail_rendered(&visible_lines(message), status);
}

/// Fails with a message in which terminals obey nothing but colours.
pub(super) fn fail_rendered(message: &str, status: &mut u8) {
    *status = FAILED;
    eprint!("{message}");
    if !message.ends_with('\n') {
        eprintln!();
    }
}
