//! Columns of lines, and what follows from them: the algorithm of CPython's tokenizer.
//!
//! A line has two columns, of which the second counts a tab as one blank. Where the first ones
//! compare otherwise than the second ones, the order of two lines depends on the width of tabs,
//! which is an error. A line whose column none of the open blocks has counts as one of the nearest
//! of them, of two the outer one; lines after it with this column do so too, without an error, as
//! long as that block is open.

use super::{Tabs, chain::Chain};
use crate::problem::Problem;

/// Where tabs end unless a directive says otherwise.
const TAB: u32 = 8;

/// The columns of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Column {
    column: u32,
    /// The column if a tab were a blank.
    narrow: u32,
}

/// A block that is open.
#[derive(Clone, Copy, Debug)]
struct Level {
    column: Column,
    /// The byte of the first lexeme of its first line.
    start: usize,
}

/// A column that counts as that of the block with this number.
#[derive(Clone, Copy, Debug)]
struct Alias {
    column: u32,
    depth: usize,
}

/// The blocks that are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    /// Those inside the outermost, whose column is 0.
    levels: Chain<Level>,
    alias: Option<Alias>,
    /// Whether the last line had a tab that is refused.
    tabbed: bool,
}

/// What is between a line and the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) problem: Option<Problem>,
    /// How many blocks end.
    pub(crate) dedents: usize,
    /// Whether a block begins.
    pub(crate) indents: bool,
}

/// The columns after the white space at the start of `text`, and its length.
pub(crate) fn column(text: &str, tabs: Tabs) -> (Column, usize) {
    let width = match tabs {
        Tabs::Width(width) => width.max(1),
        Tabs::Consistent | Tabs::Refused => TAB,
    };
    let mut at = Column::default();
    for (len, byte) in text.bytes().enumerate() {
        at = match byte {
            b' ' => {
                Column { column: at.column.saturating_add(1), narrow: at.narrow.saturating_add(1) }
            }
            b'\t' => Column {
                column: (at.column / width).saturating_add(1).saturating_mul(width),
                narrow: at.narrow.saturating_add(1),
            },
            // As editors show it at the start of a page.
            b'\x0c' => Column::default(),
            _ => return (at, len),
        };
    }
    (at, text.len())
}

impl Blocks {
    /// How many are open inside the outermost one.
    pub(crate) fn depth(&self) -> usize {
        self.levels.depth()
    }

    /// Begins a line: after the white space `blank` its first lexeme starts at byte `start`.
    pub(crate) fn line(&mut self, blank: &str, start: usize, tabs: Tabs) -> Change {
        let mut at = column(blank, tabs).0;
        if tabs != Tabs::Consistent {
            at.narrow = at.column;
        }
        let tabbed = tabs == Tabs::Refused && blank.contains('\t');
        let refused = (tabbed && !self.tabbed).then_some(Problem::Refused);
        self.tabbed = tabbed;
        let change = self.compare(at, start);
        Change { problem: refused.or(change.problem), ..change }
    }

    fn column(&self) -> Column {
        self.levels.top().map(|level| level.column).unwrap_or_default()
    }

    /// The block's first line.
    fn start(&self) -> Option<usize> {
        self.levels.top().map(|level| level.start)
    }

    fn compare(&mut self, at: Column, start: usize) -> Change {
        let before = self.depth();
        // The blocks with the last one that was closed.
        let mut inner = None;
        while self.column().column > at.column {
            inner = Some(self.levels.clone());
            self.levels.pop();
        }
        let alias = self.alias.filter(|alias| alias.column == at.column);
        let mut change = Change::default();
        if self.column().column == at.column {
            if self.column().narrow != at.narrow {
                change.problem = Some(Problem::Mixed { start: self.start() });
                self.widen(at);
            }
        } else if let Some(inner) = inner {
            let outer = self.depth();
            let to_outer = at.column - self.column().column;
            let to_inner = inner.top().map_or(u32::MAX, |level| level.column.column - at.column);
            let alias = alias.map(|alias| alias.depth).filter(|depth| *depth >= outer);
            let depth = alias.unwrap_or(if to_inner < to_outer { outer + 1 } else { outer });
            if depth > outer {
                self.levels = inner;
            }
            if alias.is_none() {
                let (near, start) = (self.column().column, self.start());
                change.problem = Some(Problem::NoSuchColumn { column: at.column, near, start });
                self.alias = Some(Alias { column: at.column, depth });
            }
        } else if alias.is_none_or(|alias| alias.depth != before) {
            if self.column().narrow >= at.narrow {
                change.problem = Some(Problem::Mixed { start: self.start() });
            }
            self.levels.push(Level { column: at, start });
            return Change { indents: true, ..change };
        }
        change.dedents = before - self.depth();
        let depth = self.depth();
        self.alias = self.alias.filter(|alias| alias.depth <= depth);
        change
    }

    /// Lines of the innermost block count tabs as the one with these columns does.
    fn widen(&mut self, at: Column) {
        if let Some(level) = self.levels.pop() {
            self.levels.push(Level { column: at, ..level });
        }
    }

    /// Closes all blocks; how many there were.
    pub(crate) fn end(&mut self) -> usize {
        let depth = self.depth();
        *self = Blocks::default();
        depth
    }
}
