//! What is wrong with the indentation of a line, and how messages say it.
//!
//! `layout` finds it, `lexed` keeps it beside the error, and `lexer` says it when it is asked for
//! the reason.

/// What is wrong with the indentation of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// None of the open blocks has its column; `near`: where the first line of the block starts to
    /// which the line is counted, or nothing for the outermost.
    NoSuchColumn { column: u32, near: u32, start: Option<usize> },
    /// How it compares to the line at this byte depends on the width of tabs.
    Mixed { start: Option<usize> },
    /// There is a tab.
    Refused,
}

impl Problem {
    /// The message; `line` tells the number of a byte's line.
    pub(crate) fn message(self, line: impl Fn(usize) -> usize) -> String {
        match self {
            Problem::NoSuchColumn { column, near, start } => {
                let block = match start {
                    Some(start) => format!("the block that begins in line {}", line(start)),
                    None => "the outermost lines".to_owned(),
                };
                format!(
                    "unindent does not match: this line begins in column {}, as no open block does; it is taken for one of {block}, in column {}",
                    u64::from(column) + 1,
                    u64::from(near) + 1
                )
            }
            Problem::Mixed { start } => {
                let other = start.map_or(1, line);
                format!(
                    "inconsistent tabs: how far this line is indented beside line {other} depends on the width of a tab"
                )
            }
            Problem::Refused => "a line may not be indented with tabs".to_owned(),
        }
    }
}
