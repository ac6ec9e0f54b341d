//! The declaration `%unfinished "NAME" regex`: what a string or comment looks like that is begun
//! and not closed.
//!
//! It becomes a rule after all others, whose text is an error. A regex may name start states before
//! it, as those of rules. `%unfinished "NAME" <S>`, without a regex, says that what is begun where
//! exclusive start state S is entered is closed where it is left: a text that ends in S, or in a
//! state entered from it, is an error.

use lrtable::Span;

use super::{LexFile, ReadRule, is_blank};

impl LexFile<'_> {
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

    /// Reads the start states of a declaration without a regex, and marks the rules that lead to
    /// them or stay in them.
    pub(super) fn unfinished_states(
        &mut self,
        name: Span,
        states: &[usize],
        rules: &mut [ReadRule],
    ) {
        let is_exclusive = |state: &&usize| self.start_states[**state].exclusive();
        let Some(first) = states.iter().find(is_exclusive) else {
            let message =
                "'%unfinished' without a regex needs an exclusive start state, one of '%x'";
            return self.error(message, name);
        };
        let state = self.start_states[*first].name();
        let name = self.text(name);
        let guess =
            format!("'{name}' is begun and never closed: the text ends in start state '{state}'");
        for rule in rules {
            let leads = rule.target().is_some_and(|(target, _)| states.contains(&target));
            let stays = rule.start_states().iter().any(|state| states.contains(state));
            if leads || stays {
                rule.properties.guess = Some(guess.clone().into());
            }
        }
    }
}
