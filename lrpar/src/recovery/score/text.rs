//! How much more usual what a repair makes of the input is than what was there, by a model of runs of tokens.
//!
//! In the model of the input itself the ends of lines are tokens too: people end and begin lines as they end and begin the
//! others, and where a line ends is known however broken the text is.

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

/// What counting the runs that end with a token is charged, in steps.
const RUN_STEPS: u64 = 16;

/// An input, as a model sees it.
pub(super) struct Text<'a> {
    /// The tokens of the text, the last of which is `$`.
    tokens: &'a [TokenId],
    /// Where lines end, and the token that stands for that; if the model sees it.
    lines: Option<(&'a Layout<'a>, TokenId)>,
}

impl<'a> Text<'a> {
    /// Without lines, as models of other texts are made.
    pub(super) fn of_tokens(tokens: &'a [TokenId]) -> Self {
        Text { tokens, lines: None }
    }

    /// With lines, in a grammar of so many tokens.
    pub(super) fn of_lines(
        tokens: &'a [TokenId],
        token_count: usize,
        layout: &'a Layout<'a>,
    ) -> Self {
        // The number before it stands for what is no token.
        Text { tokens, lines: Some((layout, TokenId::new(token_count + 1))) }
    }

    /// The token for the end of a line, if one ends before the lexeme at `at`.
    fn line_end(&self, at: usize) -> Option<TokenId> {
        self.lines.filter(|(layout, _)| layout.line_ends_before(at)).map(|(_, line_end)| line_end)
    }

    /// The model of this text.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn model(&self, token_count: usize, meter: &Meter) -> Result<Ngrams, Spent> {
        let mut model = Ngrams::new(limits::NGRAM, token_count + 2);
        let mut text = Vec::with_capacity(self.tokens.len() * 5 / 4);
        let most = self.tokens.len().min(limits::NGRAM_LEXEMES);
        self.write((0, most), &[], false, &mut text);
        model.see_while(&text, || meter.charge(RUN_STEPS))?;
        Ok(model)
    }

    /// How much more usual what `repairs` make of the lexemes from `start` to before `end` is than what was there.
    pub(super) fn gain(
        &self,
        model: &dyn Model,
        (start, end): (usize, usize),
        repairs: &[Repair],
    ) -> Nats {
        let longest = model.order() - 1;
        let until = (end + longest).min(self.tokens.len());
        let mut before = Vec::new();
        self.write((start.saturating_sub(longest), start), &[], false, &mut before);
        let history = model.history(&before);
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

    /// Writes what `repairs`, made at the first of the lexemes from `start` to before `until`, make of these. What is inserted
    /// where a line ends may stand before its end or, if `early` is set, after it; says whether there was such a choice.
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
        let lexeme = |at: &mut usize, line_end: &mut Option<TokenId>, out: &mut Vec<TokenId>| {
            out.extend(line_end.take());
            out.push(self.tokens[*at]);
            *at += 1;
            *line_end = self.line_end(*at);
        };
        for repair in repairs {
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
                Repair::Shift => lexeme(&mut at, &mut line_end, out),
            }
        }
        while at < until {
            lexeme(&mut at, &mut line_end, out);
        }
        has_choice
    }
}

#[cfg(test)]
mod tests {
    use super::{super::pairs::Brackets, *};

    #[test]
    fn what_is_inserted_where_a_line_ends_may_stand_on_either_side_of_that() {
        let tokens = [1, 2, 3, 4, 0].map(TokenId::new);
        // `1 2` is the first line, `3 4` the second.
        let place_of = |at: usize| (1 + at / 2, 1 + at % 2);
        let brackets = Brackets::default();
        let meter = Meter::of_steps(u64::MAX);
        let layout = Layout::new(&tokens, 5, &brackets, &place_of, &meter).unwrap();
        let text = Text::of_lines(&tokens, 5, &layout);
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
