//! Coverage as text and as JSON.

use std::fmt::Write as _;

use super::Coverage;
use crate::json::Value;

/// Returns a line for each kind of thing; with `list`, also one for each unused thing.
pub fn text(coverage: &Coverage<'_>, list: bool) -> String {
    let (files, broken) = coverage.files();
    let noun = if files == 1 { "file" } else { "files" };
    let mut out = format!("{files} {noun}, {broken} of them with errors\n");
    for part in coverage.parts() {
        let used = part.total - part.unused.len();
        let percent = match part.total {
            0 => String::new(),
            _ => format!(" ({:.1} %)", part.percent()),
        };
        let _ = writeln!(out, "{}: {used} of {}{percent}", part.what, part.total);
        if list {
            out.extend(part.unused.iter().map(|name| format!("  {name}\n")));
        }
    }
    out
}

/// Returns the coverage as JSON.
pub fn json(coverage: &Coverage<'_>) -> Value {
    let (files, broken) = coverage.files();
    let files = [("files", Value::int(files)), ("with_errors", Value::int(broken))];
    let parts = coverage.parts().into_iter().map(|part| {
        let counts = Value::object([
            ("total", Value::int(part.total)),
            ("used", Value::int(part.total - part.unused.len())),
            ("unused", Value::list(part.unused.iter().map(Value::string))),
        ]);
        (part.what, counts)
    });
    Value::object(files.into_iter().chain(parts))
}
