//! Single edits further before the error than the cheapest repairs begin: in the error's statement a missing or surplus bracket,
//! or a missing word before brackets that close just before the error (`(x < y) {`); a pair of brackets at the error (`print
//! "x";`); and, where the error is a word, the deletion of the sign that ended too early the statement that the word continues
//! (`if (x); { … } else`).
//!
//! In: the error's place, the tokens, the layout with its brackets. Out: a form for each edit. Cost: linear in the lexemes of the
//! statement, at most [`STATEMENT_LEXEMES`](limits::STATEMENT_LEXEMES).

use std::cmp::Ordering;

use lrtable::TokenId;

use super::nearby::Nearby;
use crate::recovery::{
    lexicon::Sort,
    limits,
    score::Layout,
    sequence::{Repair, RepairKind},
};

/// Kind of the edits that this file makes.
const KIND: RepairKind = RepairKind::Bracket;

impl Nearby<'_> {
    /// Adds edits in the statement of the error that begin before the lexeme `before`, and pairs of brackets at the error.
    pub(in crate::recovery) fn in_statement(&mut self, layout: &Layout<'_>, before: usize) {
        let Nearby { lexicon, detected, .. } = *self;
        let tokens = self.place.tokens;
        let end = tokens.len() - 1;
        let first = self.earliest.max(detected.saturating_sub(limits::STATEMENT_LEXEMES));
        for (closing, opening) in layout.pairs() {
            if detected < end && tokens[detected] != closing {
                for shifted in 1..=in_pair(detected, end, |at| layout.begins_line(at)) {
                    let mut repairs = vec![Repair::Insert(opening)];
                    repairs.resize(1 + shifted, Repair::Shift);
                    repairs.push(Repair::Insert(closing));
                    self.add(detected, KIND, repairs);
                }
            }
            // How many more brackets open than close in the statement, up to the error.
            let starts = (first..detected).rev().find(|at| layout.ends_statement(tokens[*at]));
            let start = starts.map_or(first, |at| at + 1);
            let last = (detected + 1).min(end);
            let count =
                |token: TokenId| tokens[start..last].iter().filter(|at| **at == token).count();
            let (insert, delete) = match count(opening).cmp(&count(closing)) {
                Ordering::Equal => continue,
                Ordering::Greater => (closing, opening),
                Ordering::Less => (opening, closing),
            };
            for at in start..before {
                if tokens[at] != insert {
                    self.add(at, KIND, vec![Repair::Insert(insert)]);
                }
                if tokens[at] == delete && tokens[at + 1] != delete {
                    self.add(at, KIND, vec![Repair::Delete]);
                }
            }
        }
        if let Some(at) = self.opener(layout, first).filter(|at| *at < before) {
            for word in lexicon.tokens().filter(|token| lexicon.sort(*token) == Sort::Word) {
                self.add(at, KIND, vec![Repair::Insert(word)]);
            }
        }
        if lexicon.sort(tokens[detected]) == Sort::Word {
            self.early_ends(layout, before);
        }
    }

    /// Adds the deletions of signs that end a statement right after a closing bracket, before `before`, in the block of the error.
    fn early_ends(&mut self, layout: &Layout<'_>, before: usize) {
        let tokens = self.place.tokens;
        let first = self.earliest.max(self.detected.saturating_sub(limits::EARLY_END_LEXEMES));
        let mut depth = 0usize;
        for at in (first..self.detected).rev() {
            if layout.brackets.closes(tokens[at]) {
                depth += 1;
            } else if layout.opens(tokens[at]) {
                let Some(outer) = depth.checked_sub(1) else { break };
                depth = outer;
            }
            if depth == 0 && at < before && layout.ends_early(tokens, at) {
                self.add(at, KIND, vec![Repair::Delete]);
            }
        }
    }

    /// Returns the place of the bracket, not before `first`, that the lexeme before the error closes.
    fn opener(&self, layout: &Layout<'_>, first: usize) -> Option<usize> {
        let tokens = self.place.tokens;
        let last = self.detected.checked_sub(1)?;
        let (closing, opening) = layout.pairs().find(|pair| pair.0 == tokens[last])?;
        let mut open = 0usize;
        (first..=last).rev().find(|at| {
            open += usize::from(tokens[*at] == closing);
            open -= usize::from(tokens[*at] == opening).min(open);
            open == 0
        })
    }
}

/// Returns how many lexemes from `detected` on a pair of brackets may enclose: those on its line, up to a limit; `end` is the
/// end of the input.
fn in_pair(detected: usize, end: usize, begins_line: impl Fn(usize) -> bool) -> usize {
    // A whole text may be one line, with errors all over it.
    let after = (detected + 1..=end).take(limits::PAIR_LEXEMES);
    after.take_while(|at| !begins_line(*at)).count()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn as_many_lexemes_are_looked_at_for_a_pair_however_long_the_line_is() {
        let looks = |end: usize, line: usize| {
            let looked = Cell::new(0);
            let found = in_pair(10, end, |at| {
                looked.set(looked.get() + 1);
                at % line == 0
            });
            (found, looked.get())
        };
        assert_eq!(looks(1_000_000, 2_000_000), (limits::PAIR_LEXEMES, limits::PAIR_LEXEMES));
        assert_eq!(looks(1_000_000, 13), (2, 3));
        assert_eq!(looks(11, 13), (1, 1));
        assert_eq!(looks(10, 13), (0, 0));
    }
}
