//! `--conflicts`, `--report` and `--accepted`: conflicts explained, drawn, or compared with a list.

use std::{
    io::{self, Write},
    path::Path,
};

use nimbleparse::{
    language::Text,
    output::conflicts::{differences, explained, report},
    system::write,
};

use super::{
    exit::{ERRORS, fail, fail_rendered},
    input_files::{cannot_write, read_specification},
    load::load_tables,
    parse_arguments::Args,
};

/// Writes what the arguments ask for. A conflict that is not accepted makes the status an error.
pub(super) fn run(args: &Args, out: &mut impl Write, status: &mut u8) -> io::Result<()> {
    let ((name, text), tables) = match load_tables(args) {
        Ok(loaded) => loaded,
        Err(message) => {
            fail_rendered(&message, status);
            return Ok(());
        }
    };
    let table = &tables[0];
    if let Some(file) = &args.report {
        let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
        if let Err(error) = write::write(Path::new(file), report(table, &name, ending).as_bytes()) {
            fail(&cannot_write(file, &error), status);
        }
        return Ok(());
    }
    let Some(file) = &args.accepted else {
        let text = Text { name: &name, text: &text };
        return out.write_all(explained(table, text).as_bytes());
    };
    let list = match read_specification(file) {
        Ok(list) => list,
        Err(message) => {
            fail(&message, status);
            return Ok(());
        }
    };
    match differences(table, &list) {
        Ok(lines) => {
            if !lines.is_empty() {
                *status = (*status).max(ERRORS);
            }
            out.write_all(lines.as_bytes())
        }
        Err(line) => {
            let message = format!(
                "'{file}' is not a list of conflicts: line {line} is neither empty, nor begins with '#', 'shift/reduce on' or 'reduce/reduce on'"
            );
            fail(&message, status);
            Ok(())
        }
    }
}
