//! The declaration `%unfinished "NAME" regex`: what a string or comment looks like that is begun
//! and not closed.
//!
//! It becomes a rule after all others, whose text is an error. A regex may name start states before
//! it, as those of rules.

use lrtable::Span;

use super::{Reader, is_blank};

impl Reader<'_> {
    /// Reads what stands at `rest`, after the word `%unfinished`, which stands at `word`.
    pub(super) fn unfinished(&mut self, word: Span, rest: Span) {
        let mut regex = rest;
        let name = self.word(&mut regex).filter(|name| name.start() > rest.start());
        let text = self.text(regex).trim_start_matches(is_blank);
        match name.filter(|name| !name.is_empty() && !text.is_empty()) {
            Some(name) => {
                self.unfinished.push((name, Span::new(rest.end() - text.len(), rest.end())));
            }
            None => {
                let span = if rest.is_empty() { word } else { rest };
                self.error("expected '%unfinished \"NAME\" regex'", span);
            }
        }
    }
}
