//! Coverage as text and as JSON.

use std::fmt::Write as _;

use super::Coverage;
use crate::output::json;

/// Returns a line for each kind of thing; with `list`, also one for each unused thing.
pub fn text(coverage: &Coverage<'_>, list: bool) -> String {
    let (files, broken) = coverage.files();
    let mut out = format!("{files} files, {broken} of them with errors\n");
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

/// Returns a JSON object.
pub fn json(coverage: &Coverage<'_>) -> String {
    let (files, broken) = coverage.files();
    let parts = coverage.parts().into_iter().map(|part| {
        let unused: Vec<String> = part.unused.iter().map(|name| json::string(name)).collect();
        format!(
            "{}: {{\"total\": {}, \"used\": {}, \"unused\": [{}]}}",
            json::string(part.what),
            part.total,
            part.total - part.unused.len(),
            unused.join(", ")
        )
    });
    let parts: Vec<String> = parts.collect();
    format!("{{\"files\": {files}, \"with_errors\": {broken}, {}}}", parts.join(", "))
}
