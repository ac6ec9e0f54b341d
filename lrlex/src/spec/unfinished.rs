//! The declaration `%unfinished "NAME" regex`: what a string or comment looks like that is begun and not closed.
//!
//! It becomes a rule after all others, whose text is an error. A regex may name start states before it, as those of rules.

use lrtable::Span;

use super::{Reader, cut::unquoted, is_blank};

impl Reader<'_> {
    /// Reads what stands at `rest`, after the word `%unfinished`, which stands at `word`.
    pub(super) fn unfinished(&mut self, word: Span, rest: Span) {
        let text = self.text(rest);
        let quote = text.chars().next().filter(|c| *c == '"' || *c == '\'');
        let close = quote.and_then(|quote| text[1..].find(quote)).map(|at| at + 2);
        let name =
            close.filter(|close| unquoted(&text[..*close]).is_some_and(|name| !name.is_empty()));
        let regex = name.map_or("", |close| text[close..].trim_start_matches(is_blank));
        match name.filter(|_| !regex.is_empty()) {
            Some(close) => {
                let name = Span::new(rest.start() + 1, rest.start() + close - 1);
                self.unfinished.push((name, Span::new(rest.end() - regex.len(), rest.end())));
            }
            None => {
                let span = if rest.is_empty() { word } else { rest };
                self.error("expected '%unfinished \"NAME\" regex'", span);
            }
        }
    }
}
