//! A writer of Rust code, with which all generators make their text: lines, indented by the blocks
//! that are open.

use std::fmt::{Display, Write};

/// Reason attached to each `allow`, for users whose lints demand one.
pub const REASON: &str = "reason = \"generated code\"";

/// Rust code that is being written.
///
/// ```
/// let mut out = lrpar::codegen::RustWriter::default();
/// out.open("fn f(x: u8) {");
/// out.line(format_args!("g({});", 1));
/// out.close("}");
/// assert_eq!(out.into_text(), "fn f(x: u8) {\n    g(1);\n}\n");
/// ```
#[derive(Debug, Default)]
pub struct RustWriter {
    text: String,
    /// Number of open blocks.
    depth: usize,
}

impl RustWriter {
    /// Writes a line. Further lines in `code` are written as they are.
    pub fn line(&mut self, code: impl Display) {
        let _ = writeln!(self.text, "{:1$}{code}", "", 4 * self.depth);
    }

    /// Writes a line that opens a block.
    pub fn open(&mut self, code: impl Display) {
        self.line(code);
        self.depth += 1;
    }

    /// Writes the line that closes the innermost block.
    pub fn close(&mut self, code: impl Display) {
        self.depth = self.depth.saturating_sub(1);
        self.line(code);
    }

    /// Writes a line that closes the innermost block and opens another one: `) {`.
    pub fn reopen(&mut self, code: impl Display) {
        self.close(code);
        self.depth += 1;
    }

    /// Writes an empty line.
    pub fn blank(&mut self) {
        self.text.push('\n');
    }

    /// Writes lines of a user, which keep their indentation.
    pub fn verbatim(&mut self, code: &str) {
        self.text.push_str(code);
        self.text.push('\n');
    }

    /// Returns the text that was written.
    pub fn into_text(self) -> String {
        self.text
    }
}
