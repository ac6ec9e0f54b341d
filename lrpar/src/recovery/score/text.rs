//! Gain of a repair: how much more usual the input that it makes is than the one before, by a model
//! of runs of tokens.
//!
//! In the model of the input itself the ends of lines are tokens too: people end and begin lines
//! alike, and where a line ends is known however broken the text is.

use std::iter::repeat_n;

use lrtable::TokenId;

use super::{
    layout::Layout,
    ngram::{Model, Nats, Ngrams},
};
use crate::recovery::{
    budget::{Meter, Spent},
    limits,
    sequence::Repair,
};

/// An input, as a model reads it.
pub(super) struct Text<'a> {
    /// The tokens of the text, the last of which is `$`.
    pub(super) tokens: &'a [TokenId],
    /// Where lines end, if the model has that: models of other texts do not.
    pub(super) layout: Option<&'a Layout<'a>>,
}

impl Text<'_> {
    /// Returns the token for the end of a line, if one ends before the lexeme at `at`.
    fn line_end(&self, at: usize) -> Option<TokenId> {
        self.layout?.line_end_before(at)
    }

    /// Makes the model of this text.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn model(&self, token_count: usize, meter: &Meter) -> Result<Ngrams, Spent> {
        let mut model = Ngrams::new(limits::NGRAM, token_count + 2);
        let mut text = Vec::with_capacity(self.tokens.len() * 5 / 4);
        let most = self.tokens.len().min(limits::NGRAM_LEXEMES);
        self.write((0, most), &[], false, &mut text);
        model.learn(&text, meter)?;
        Ok(model)
    }

    /// Returns how much more usual the tokens that `repairs` make of the lexemes from `start` to
    /// before `end` are than those lexemes.
    pub(super) fn gain(
        &self,
        model: &dyn Model,
        (start, end): (usize, usize),
        repairs: &[Repair],
    ) -> Nats {
        let longest = model.order() - 1;
        let until = (end + longest).min(self.tokens.len());
        // What stands before the text, as far as the model looks.
        let mut history = vec![model.before_all(); longest];
        self.write((start.saturating_sub(longest), start), &[], false, &mut history);
        history.drain(..history.len() - longest);
        let log = |repairs: &[Repair], early: bool| {
            let mut text = history.clone();
            let has_choice = self.write((start, until), repairs, early, &mut text);
            (model.log_all(&text, history.len()), has_choice)
        };
        let (mut made, has_choice) = log(repairs, false);
        if has_choice {
            made = made.max(log(repairs, true).0);
        }
        made - log(&[], false).0
    }

    /// Appends the tokens that `repairs`, made at `start`, make of the lexemes up to before
    /// `until`. What is inserted at a line end stands before the end or, if `early` is set, after
    /// it; returns whether there was such a choice.
    fn write(
        &self,
        (start, until): (usize, usize),
        repairs: &[Repair],
        early: bool,
        out: &mut Vec<TokenId>,
    ) -> bool {
        let mut has_choice = false;
        let mut at = start;
        let mut line_end = self.line_end(at);
        let taken: usize = repairs.iter().map(|repair| repair.lexemes()).sum();
        let rest = repeat_n(&Repair::Shift, until.saturating_sub(start + taken));
        for repair in repairs.iter().chain(rest) {
            match repair {
                Repair::Insert(token) => {
                    has_choice |= line_end.is_some();
                    if early {
                        out.extend(line_end.take());
                    }
                    out.push(*token);
                }
                Repair::Delete => {
                    at += 1;
                    line_end = line_end.or(self.line_end(at));
                }
                Repair::Shift => {
                    out.extend(line_end.take());
                    out.push(self.tokens[at]);
                    at += 1;
                    line_end = self.line_end(at);
                }
            }
        }
        has_choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recovery::{Brackets, Written};

    /// Two lexemes on each line.
    struct TwoALine;

    impl Written for TwoALine {
        fn line_column(&self, at: usize) -> (usize, usize) {
            (1 + at / 2, 1 + at % 2)
        }

        fn text(&self, _: usize) -> String {
            String::new()
        }

        fn tokens(&self) -> Vec<Option<String>> {
            Vec::new()
        }
    }

    #[test]
    fn what_is_inserted_where_a_line_ends_may_stand_on_either_side_of_that() {
        let tokens = [1, 2, 3, 4, 0].map(TokenId::new);
        // `1 2` is the first line, `3 4` the second.
        let brackets = Brackets::default();
        let meter = Meter::of_steps(u64::MAX);
        let layout = Layout::new(&tokens, 5, &brackets, &TwoALine, &meter).unwrap();
        let text = Text { tokens: &tokens, layout: Some(&layout) };
        let line_end = 6;
        let check = |start: usize, repairs: &[Repair], late: &[usize], early: Option<&[usize]>| {
            let ids = |ids: &[usize]| ids.iter().map(|id| TokenId::new(*id)).collect::<Vec<_>>();
            let mut made = [Vec::new(), Vec::new()];
            let has_choice = text.write((start, 4), repairs, false, &mut made[0]);
            text.write((start, 4), repairs, true, &mut made[1]);
            assert_eq!((has_choice, &made[0]), (early.is_some(), &ids(late)));
            assert_eq!(made[1], ids(early.unwrap_or(late)));
        };
        let insert = Repair::Insert(TokenId::new(5));
        check(0, &[], &[1, 2, line_end, 3, 4], None);
        check(1, &[insert], &[5, 2, line_end, 3, 4], None);
        check(2, &[insert], &[5, line_end, 3, 4], Some(&[line_end, 5, 3, 4]));
        check(1, &[Repair::Delete, insert], &[5, line_end, 3, 4], Some(&[line_end, 5, 3, 4]));
        check(1, &[Repair::Delete, Repair::Delete], &[line_end, 4], None);
        check(1, &[Repair::Shift, insert], &[2, 5, line_end, 3, 4], Some(&[2, line_end, 5, 3, 4]));
    }
}
