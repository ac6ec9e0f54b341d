//! Chooses which of several closing brackets in a row is surplus: to the parser they are equal, to people it is the one that is
//! not aligned.
//!
//! Chosen is the bracket whose deletion leaves most of the others, as far as they begin a line, aligned with the line of their
//! opener; among equals, the one that recovery deletes.

use super::reporter::Reporter;
use crate::{
    edit::{Change, changes},
    lexer::LexerTypes,
    recovery::{Repair, RepairSequence, limits},
};

impl<LexerTypesT: LexerTypes> Reporter<'_, LexerTypesT> {
    /// Changes a sequence that only deletes a closing bracket to delete the one of its row that is not aligned.
    pub(super) fn align(&self, sequence: &mut RepairSequence) {
        let [Change { at, deleted: 1, inserted }] = &changes([&*sequence])[..] else { return };
        let closing = self.token(*at);
        if !inserted.is_empty() || !self.brackets().closes(closing) {
            return;
        }
        let before = (0..*at).rev().take(limits::BRACKET_ROW);
        let row = *at - before.take_while(|at| self.token(*at) == closing).count();
        let len = *at + 1 - row;
        if len == 1 || len > limits::BRACKET_ROW {
            return;
        }
        let openers = self.openers(row, closing).take(len);
        let openers: Option<Vec<usize>> = openers.map(|at| Some(self.indent(at?)?.0)).collect();
        let Some(openers) = openers else { return };
        // The column at which each bracket's line begins, if the bracket begins it.
        let own_indent = |at| Some(self.indent(at)?).filter(|(_, is_first)| *is_first);
        let closers: Vec<Option<usize>> = (row..=*at).map(|at| Some(own_indent(at)?.0)).collect();
        let aligned = |surplus: usize| {
            let left = (0..len).filter(|nth| *nth != surplus).map(|nth| closers[nth]);
            left.zip(&openers).filter(|(closer, opener)| *closer == Some(**opener)).count()
        };
        let best = (0..len).max_by_key(|nth| (aligned(*nth), *nth)).unwrap_or(len - 1);
        if row + best != *at {
            sequence.start = row + best;
            sequence.repairs = vec![Repair::Delete];
        }
    }

    /// Returns the column at which the line of the lexeme at `at` begins, and whether the lexeme begins it; `None` in a very long
    /// line.
    fn indent(&self, at: usize) -> Option<(usize, bool)> {
        const TAB: usize = 4;
        let start = self.span(at).start();
        let line = self.lines().byte_to_line_byte(start)?;
        let before = &self.source[line..start];
        if before.len() > limits::REPORTED_LINE {
            return None;
        }
        let is_blank = |c: &char| matches!(c, ' ' | '\t');
        let blanks = before.chars().take_while(is_blank);
        let column = blanks.fold(0, |column, c| match c {
            '\t' => (column / TAB + 1) * TAB,
            _ => column + 1,
        });
        Some((column, before.chars().all(|c| is_blank(&c))))
    }
}
