//! The worker's side of the protocol between commands and worker processes: jobs on standard input,
//! answers on standard output.
//!
//! The worker first writes `!`, when it is ready. A job is one line of tab-separated, escaped
//! fields. Its answer is any number of lines that begin with `+`, and `.` when it is done. Each
//! line is flushed at once: what a worker has answered is not lost when it dies.

use nimbleparse::Error;

use std::io::{self, BufRead as _, Write as _};

use nimbleparse::lab::tsv::{escape, unescape};

/// Serves jobs until standard input ends. `work` is called with a job's fields, and a function that
/// answers lines.
///
/// ```
/// // A worker that answers each job with the number of its fields.
/// # fn worker() -> Result<(), nimbleparse::Error> {
/// corpus_tools::worker::serve(|fields, answer| answer(&fields.len().to_string()))
/// # }
/// ```
///
/// # Errors
///
/// If a job cannot be read or an answer not be written, or if `work` fails.
pub fn serve(
    mut work: impl FnMut(&[String], &mut dyn FnMut(&str) -> Result<(), Error>) -> Result<(), Error>,
) -> Result<(), Error> {
    let failed = |error: io::Error| {
        crate::cannot_write("an answer", &error).with(|_| format!("worker: {error}"))
    };
    let mut out = io::stdout().lock();
    let mut say = |line: &str| writeln!(out, "{line}").and_then(|()| out.flush()).map_err(failed);
    say("!")?;
    for job in io::stdin().lock().lines() {
        let fields = job_fields(&job.map_err(failed)?).ok_or("worker: a job is wrongly escaped")?;
        work(&fields, &mut |line| say(&format!("+{line}")))?;
        say(".")?;
    }
    Ok(())
}

/// Formats a job with these fields.
pub(crate) fn job(fields: &[&str]) -> String {
    fields.iter().map(|field| escape(field)).collect::<Vec<_>>().join("\t")
}

fn job_fields(job: &str) -> Option<Vec<String>> {
    job.split('\t').map(unescape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_one_line_whatever_its_fields_hold() {
        let fields = ["a\tb", "", "c\nd\\"];
        let line = job(&fields);
        assert_eq!(line.lines().count(), 1);
        assert_eq!(job_fields(&line).unwrap(), fields);
    }
}
