//! Start states that are left only if a guess is wrong.
//!
//! `if (--nested == 0) BEGIN(INITIAL);` is read as if it never left the state, so a text of which
//! the rest lies in a comment would vanish. A text that ends in an exclusive state that a rule has
//! kept so is an error instead, which names the condition. It must lead to a state in which lexing
//! goes on as usual: one that is not exclusive, the one below, or any from a state that gives no
//! tokens.

use lrtable::{NewlineCache, Span};

use super::{LexFile, ReadRule, StartStateOperation, cut_short};

/// What would change the start state, and what the change is, if that is known.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// The place of the condition, or of the change that does not name its state.
    pub place: Span,
    /// The change of start state under the condition.
    pub change: Option<(usize, StartStateOperation)>,
}

impl LexFile<'_> {
    /// Says of the rules that keep an exclusive state by a guess what is wrong with a text that
    /// ends in it.
    pub(super) fn name_guesses(&self, rules: &mut [ReadRule]) {
        if rules.iter().all(|rule| rule.kept.is_none()) {
            return;
        }
        let mut gives_tokens = vec![false; self.start_states.len()];
        for rule in rules.iter().filter(|rule| rule.name().is_some()) {
            rule.properties.start_states.iter().for_each(|state| gives_tokens[*state] = true);
        }
        let newlines = NewlineCache::of(self.source);
        for rule in rules {
            let Some(Kept { place, change }) = rule.kept else { continue };
            let is_exclusive = |state: &usize| self.start_states[*state].exclusive();
            let leads_out = match change {
                Some((_, StartStateOperation::Pop)) => true,
                Some((state, _)) => !is_exclusive(&state),
                None => true,
            };
            let mut states =
                rule.properties.start_states.iter().filter(|state| is_exclusive(state));
            if !states.any(|state| leads_out || !gives_tokens[*state]) {
                continue;
            }
            let line = newlines.byte_to_line_num(place.start()).unwrap_or(0);
            let what = self.on_one_line(place);
            let guess = cut_short(match change {
                Some(_) => format!(
                    "the text ends in a start state that the lex file leaves if '{what}' (line {line}), which is taken to be false"
                ),
                None => format!(
                    "the text ends in a start state that the lex file leaves by '{what}' (line {line}), which does not name another one"
                ),
            });
            rule.properties.guess = Some(guess.into());
        }
    }
}
