//! Choice among readings of a text at an error.
//!
//! A reader may know other readings of the text around an error: lines might count again although a
//! bracket is open. The present reading and each of the others is parsed on, with recovery, up to
//! one place of the text; the one whose errors cost least is chosen: each error counts one and what
//! its repair costs, or how many lexemes are dropped. The present reading wins ties.
//!
//! Cost: an error is looked at once, each reading some hundred lexemes far, and only as long as it
//! may still be the best; all errors together take [`limits::CHOICE_WORK`] units at most.

use super::{Given, Pass, limits};
use crate::{
    lexer::LexerTypes,
    recovery::{Alternatives, Budget, Settings},
};

impl<LexerTypesT: LexerTypes> Pass<'_, '_, LexerTypesT> {
    /// Looks whether errors are fewer from the next lexeme on if the text is read otherwise; if so,
    /// reads otherwise, takes the parser back to there, and returns true.
    pub(super) fn choose(&mut self) -> bool {
        let byte = self.next_byte();
        if !self.given.procedure.restarts
            || self.until.is_some()
            || self.compared.0.is_some_and(|last| byte <= last)
            || self.compared.1 >= limits::CHOICE_WORK
            || self.carried.budget.is_spent()
        {
            return false;
        }
        self.compared.0 = Some(byte);
        let detected = self.next();
        let earliest = detected.saturating_sub(limits::ALTERNATIVE_LEXEMES);
        let earliest = earliest.max(self.trail.earliest()).max(self.first);
        let offered = self.reader.alternatives(detected).into_iter().map(|one| one.from);
        let offered = offered.enumerate().take(limits::ALTERNATIVES);
        let offered: Vec<(usize, usize)> = offered.filter(|(_, from)| *from >= earliest).collect();
        let Some(least) = offered.iter().map(|(_, from)| *from).min() else { return false };
        let begin = least.min(self.earliest_repair(detected).max(earliest));
        match self.best_of(&offered, begin, detected) {
            Some((chosen, from)) => {
                self.reader.choose(chosen);
                self.chosen_from = from.min(detected);
                self.tokens.truncate(from.min(detected) - self.first);
                self.shift_again(begin);
                true
            }
            None => {
                self.shift_again(begin);
                false
            }
        }
    }

    /// Returns the best of other readings, each with the index of the lexeme from which on it is
    /// one, if it is better than the present one. The parser is then before the lexeme at `begin`.
    fn best_of(
        &mut self,
        offered: &[(usize, usize)],
        begin: usize,
        detected: usize,
    ) -> Option<(usize, usize)> {
        let mut options = self.given.settings.options.clone();
        options.alternatives = Alternatives::NONE;
        let Budget { work, time, .. } = options.budget;
        let work = work.map_or(limits::READING_WORK, |work| work.min(limits::READING_WORK));
        let time = time.map(|time| time.saturating_sub(self.carried.budget.spent().time));
        options.budget = Budget { work: Some(work), time, ..options.budget };
        let settings = Settings { options: &options, ..self.given.settings };
        let given = Given { settings, ..*self.given };
        self.trail.go_back(begin);
        let mark = self.trail.mark();
        let mut until = (usize::MAX, detected + limits::COMPARED_LEXEMES);
        let (mut best, mut least) = (None, u64::MAX);
        let present = (None, detected);
        let others = offered.iter().map(|(number, from)| (Some(*number), *from));
        for (alternative, from) in std::iter::once(present).chain(others) {
            let Some(fork) = self.reader.fork(begin, alternative) else {
                // Without the present reading there is nothing to compare with.
                if alternative.is_none() { break } else { continue }
            };
            self.trail.undo(mark);
            let mut pass = Pass::new(&given, fork, self.trail);
            pass.first = begin;
            pass.tokens = self.tokens[begin - self.first..from.min(detected) - self.first].to_vec();
            pass.until = Some(until);
            pass.chosen_from = if alternative.is_some() { from.min(detected) } else { begin };
            pass.shift_again(begin);
            while pass.tally < least && pass.goes_on() {}
            if alternative.is_none() {
                until = pass.place().unwrap_or(until);
            }
            if pass.tally < least {
                (best, least) = (alternative.map(|number| (number, from)), pass.tally);
            }
            let work = pass.carried.budget.spent().work + pass.tokens.len() as u64;
            let time = pass.carried.budget.spent().time;
            self.compared.1 += work;
            self.carried.budget.add_time(time);
            if least <= limits::LEAST_COST {
                break;
            }
        }
        self.trail.undo(mark);
        self.accepts = Default::default();
        best
    }

    /// Returns where the pass ended, in bytes, for other readings to end there; `None` if it did
    /// not get to where it was to end.
    fn place(&mut self) -> Option<(usize, usize)> {
        if !self.is_over() || self.lexemes_from(self.next()).is_empty() && !self.read_ahead() {
            return None;
        }
        let most = self.next().saturating_add(limits::COMPARED_LEXEMES);
        Some((self.next_byte(), most))
    }
}
