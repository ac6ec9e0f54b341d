//! Line ends that stand for a token after some tokens, like Go's semicolons: an edit of the last
//! word of a line decides whether its end counts. To insert `,` after the last word is one change
//! of the text, and two of the tokens: `,` comes, and the token of the line end goes.
//!
//! In: a change of tokens, and where lines end. Out: which part of it is written; the rest follows.

use lrtable::TokenId;

use super::sequence::{Change, Repair};

/// After which tokens a line end stands for a token.
#[derive(Clone, Debug)]
pub(crate) struct LineEnds {
    /// The token that a line end stands for.
    pub(crate) token: TokenId,
    ending: Vec<TokenId>,
}

impl LineEnds {
    /// Returns line ends that stand for `token` after the tokens `ending`; `None` if there are none
    /// of these.
    pub(crate) fn new(token: TokenId, ending: Vec<TokenId>) -> Option<LineEnds> {
        (!ending.is_empty()).then_some(LineEnds { token, ending })
    }

    /// Returns the line ends without tokens from `eof` on, which no grammar has.
    pub(super) fn before(mut self, eof: TokenId) -> Option<LineEnds> {
        self.ending.retain(|token| *token < eof);
        if self.token < eof { LineEnds::new(self.token, self.ending) } else { None }
    }

    /// Returns the tokens after which a line end counts.
    pub(crate) fn ending(&self) -> &[TokenId] {
        &self.ending
    }

    /// Returns whether a line end counts after a token.
    pub(crate) fn counts_after(&self, before: Option<TokenId>) -> bool {
        before.is_some_and(|before| self.ending.contains(&before))
    }

    /// Returns an edit of one token with the line end that comes or goes with it.
    ///
    /// `line` returns the line of a lexeme, `is_blank` whether it is not written.
    pub(super) fn with_line_end(
        &self,
        tokens: &[TokenId],
        at: usize,
        edit: Repair,
        line: impl Fn(usize) -> usize,
        is_blank: impl Fn(usize) -> bool,
    ) -> Vec<Repair> {
        let before = at.checked_sub(1).map(|before| tokens[before]);
        let is_line_end =
            |at: usize| at + 1 < tokens.len() && tokens[at] == self.token && is_blank(at);
        // `$` has no line of its own.
        let begins_line = || at > 0 && (at + 1 == tokens.len() || line(at) > line(at - 1));
        match edit {
            Repair::Insert(new) if self.counts_after(Some(new)) && begins_line() => {
                vec![edit, Repair::Insert(self.token)]
            }
            Repair::Delete if is_line_end(at + 1) && !self.counts_after(before) => {
                vec![edit, Repair::Delete]
            }
            _ => vec![edit],
        }
    }

    /// Returns a change without the line end, inserted or deleted last, that follows from the rest
    /// of it.
    ///
    /// `token_at` returns the token of a lexeme, `is_line_end` whether a lexeme that has the token
    /// of line ends is one, `begins_line` whether a line begins with a lexeme or ends before the
    /// end of the text.
    pub(crate) fn written(
        &self,
        mut change: Change,
        token_at: impl Fn(usize) -> TokenId,
        is_line_end: impl Fn(usize) -> bool,
        begins_line: impl Fn(usize) -> bool,
    ) -> Change {
        let Change { at, deleted, ref inserted } = change;
        let before = at.checked_sub(1).map(&token_at);
        let next = at + deleted;
        let goes = deleted > 0 && token_at(next - 1) == self.token && is_line_end(next - 1);
        match inserted.split_last() {
            Some((last, rest)) if *last == self.token && !goes => {
                let follows = self.counts_after(rest.last().copied().or(before));
                if deleted + rest.len() > 0 && follows && begins_line(next) {
                    change.inserted.pop();
                }
            }
            last => {
                let stands = self.counts_after(last.map(|(last, _)| *last).or(before));
                if goes && deleted + inserted.len() > 1 && !stands {
                    change.deleted -= 1;
                }
            }
        }
        change
    }
}
