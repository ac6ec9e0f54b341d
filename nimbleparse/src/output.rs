//! Results as text, JSON and SARIF, with explanations of searches and of conflicts.

pub mod conflicts;
pub mod found;
pub mod highlighted;
pub mod json;
#[cfg(test)]
mod lexer_calls;
mod repaired_line;
pub mod reports;
pub mod sarif;
pub mod search_explained;
pub mod text;
pub mod unified;

use std::io::{self, Write};

use lrpar::visible_lines;

/// Writes lines that may quote a grammar or an input, with escapes for all characters that a
/// terminal would obey.
pub fn write_lines(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(visible_lines(text).as_bytes())
}

/// Returns `text` as the text or an attribute of an HTML page.
pub(crate) fn escape_html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}
