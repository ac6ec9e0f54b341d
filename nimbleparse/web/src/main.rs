//! Answers questions over standard input, one a line, on standard output, one a line: what the
//! page's module does, natively.

use std::io::{self, BufRead as _, Write as _};

fn main() -> io::Result<()> {
    let mut session = nimbleparse_web::Session::default();
    let mut out = io::stdout().lock();
    for question in io::stdin().lock().lines() {
        writeln!(out, "{}", session.answer(&question?))?;
    }
    Ok(())
}
