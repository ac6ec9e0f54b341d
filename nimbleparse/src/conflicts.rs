//! Output of `--conflicts`, `--report` and `--accepted`; the service makes the texts.

use std::{
    io::{self, Write},
    path::Path,
};

use nimbleparse::{
    language::{Table, Text},
    service::conflicts::{differences, explained, report},
    write,
};

use crate::{args::Args, cannot_write, fail, read_specification};

/// Writes what the arguments ask for. A conflict that is not accepted makes the status an error.
pub(crate) fn write_conflicts(
    args: &Args,
    table: &Table,
    (name, text): &(String, String),
    out: &mut impl Write,
    status: &mut u8,
) -> io::Result<()> {
    if let Some(file) = &args.report {
        let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
        return match write::write(Path::new(file), report(table, name, ending).as_bytes()) {
            Ok(()) => Ok(()),
            Err(error) => fail(&cannot_write(file, &error), status),
        };
    }
    let Some(file) = &args.accepted else {
        return out.write_all(explained(table, Text { name, text }).as_bytes());
    };
    let list = match read_specification(file) {
        Ok(list) => list,
        Err(message) => return fail(&message, status),
    };
    match differences(table, &list) {
        Ok(lines) => {
            if !lines.is_empty() {
                *status = (*status).max(crate::ERRORS);
            }
            out.write_all(lines.as_bytes())
        }
        Err(line) => {
            let message = format!(
                "'{file}' is not a list of conflicts: line {line} is neither empty, nor begins with '#', 'shift/reduce on' or 'reduce/reduce on'"
            );
            fail(&message, status)
        }
    }
}
