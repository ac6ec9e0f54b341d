//! Says what is missing in the words of the grammar: "an expression", not `true`.
//!
//! A rule is what is missing, whatever the repair does, where its sentences can begin with every
//! expected token but one or two, and with none else. Where more is expected, it is if a repair
//! inserts a sentence of it, or a keyword that begins one: any other would do as well. What stands
//! there must not begin a sentence of the rule. Of several such rules the one counts of which
//! sentences begin in most ways, an item before a list; `families` says what it is called. A rule
//! that always begins with one token says no more than that, unless `%epp` names it.

use std::cmp::Reverse;

use lrtable::{RuleId, TokenId, first::TokenSet};

use super::{
    labels::{Expectation, Expected},
    reporter::{ErrorOf, Reporter},
    token_names::{in_words, listed, named},
};
use crate::{
    edit::Kind,
    lexer::LexerTypes,
    recovery::{Change, Families, Gap, Meter, Place, Repair, RepairSequence, Sort, limits},
};

/// A repair sequence, and the parser's stack shortly before it, if that is known.
#[derive(Clone, Copy)]
pub(super) struct Placed<'s> {
    pub(super) sequence: &'s RepairSequence,
    pub(super) before: Option<Place<'s>>,
}

impl<LexerTypesT: LexerTypes> Reporter<'_, LexerTypesT> {
    fn families(&self) -> Option<&Families> {
        self.known().families(&self.tables)
    }

    /// Returns what was expected at an error, in as few words as possible.
    pub(super) fn expected(&self, error: &ErrorOf<LexerTypesT>) -> Vec<String> {
        let found = self.token(error.position());
        let expectation = Expectation::new(&self.tables, error.shifting_states());
        let coming = self.coming(&expectation, found);
        let grouped = expectation.grouped(&self.tables, coming.into_iter());
        let mut names: Vec<String> = Vec::new();
        for expected in grouped {
            let name = match expected {
                Expected::Token(token) => self.wanted_name(token),
                Expected::Rule(rule) => self.rule_name(rule, found).unwrap_or_default(),
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Returns what was expected if that is a rule, with at most two other tokens, none of which
    /// could end something, except brackets with nothing between them.
    pub(super) fn covering(&self, error: &ErrorOf<LexerTypesT>) -> Option<String> {
        let found = self.token(error.position());
        let expectation = Expectation::new(&self.tables, error.shifting_states());
        let rule = self.best(&expectation, found, |_| true)?;
        let first = self.families()?.first(rule);
        let is_other = |token: &TokenId| !first.contains(*token);
        let others = error.shifting_states().map(|(token, _)| token).filter(is_other);
        let others: Vec<TokenId> = others.take(limits::REPORTED_BESIDE + 1).collect();
        let is_little = first.len() < limits::REPORTED_BESIDE * others.len();
        let last = error.position().checked_sub(1).map(|last| self.token(last));
        let ends = |token: &TokenId| {
            let is_empty = last.is_some_and(|last| self.brackets().opens(last, *token));
            *token == self.tables.eof() || self.brackets().closes(*token) && !is_empty
        };
        if is_little || others.len() > limits::REPORTED_BESIDE || others.iter().any(ends) {
            return None;
        }
        let mut names = vec![self.rule_name(rule, found)?];
        names.extend(others.into_iter().map(|token| self.wanted_name(token)));
        Some(listed(&names, "or"))
    }

    /// Returns what the rule is called of which a change inserts a sentence, or only the keyword
    /// with which one begins; `None` also if what stands there can begin one.
    pub(super) fn inserted(&self, placed: Placed<'_>, change: &Change) -> Option<String> {
        let [first, rest @ ..] = &change.inserted[..] else { return None };
        if change.inserted.iter().any(|token| self.is_sign(*token)) {
            return None;
        }
        let found = self.token(change.at);
        self.sentence(placed, change).or_else(|| {
            if self.lexicon.sort(*first) != Sort::Word || !rest.is_empty() {
                return None;
            }
            let gap = self.gap(placed, change)?;
            let expectation = Expectation::new(&self.tables, gap.expected.into_iter());
            let families = self.families()?;
            let begins = |rule| families.first(rule).contains(*first);
            self.rule_name(self.best(&expectation, found, begins)?, found)
        })
    }

    /// Returns what the rule is called of which a change inserts a whole sentence, where another
    /// one would do as well.
    pub(super) fn sentence(&self, placed: Placed<'_>, change: &Change) -> Option<String> {
        let is_layout = |token: &TokenId| self.editor.kind(*token) != Kind::Word;
        if change.inserted.is_empty() || change.inserted.iter().any(is_layout) {
            return None;
        }
        let found = self.token(change.at);
        let gap = self.gap(placed, change)?;
        let expectation = Expectation::new(&self.tables, gap.expected.into_iter());
        let rule = self.best(&expectation, found, |rule| gap.derived.contains(&rule))?;
        self.rule_name(rule, found)
    }

    /// Returns what could stand where a change inserts something.
    fn gap(&self, placed: Placed<'_>, change: &Change) -> Option<Gap> {
        let is_spelling = change.deleted > 0 && self.is_spelling(change.at, &change.inserted);
        if is_spelling || placed.sequence.kind.is_correction() {
            return None;
        }
        let place = placed.before?;
        let between = placed.sequence.start.checked_sub(place.position)?;
        let mut repairs = vec![Repair::Shift; between];
        let before = placed.sequence.placed();
        let before = before.take_while(|(at, _)| *at < change.at);
        repairs.extend(before.map(|(_, repair)| repair));
        let next = self.token(change.at + change.deleted);
        let meter = Meter::of_steps(limits::SUGGESTION_STEPS);
        let gap = Gap::new(place, &repairs, &change.inserted, next, &meter);
        let is_paid = self.take(meter.steps());
        gap.ok()?.filter(|_| is_paid)
    }

    /// Returns the rules that can come, with their FIRST sets: those that have a name, and have it
    /// from `%epp` or begin in more than one way and are never empty.
    fn coming(&self, expectation: &Expectation, found: TokenId) -> Vec<(RuleId, &TokenSet)> {
        let Some(families) = self.families() else { return Vec::new() };
        let says = |(rule, first): &(RuleId, &TokenSet)| {
            let is_given = || self.labels.named(*rule) == Some(true);
            (first.len() > 1 && !families.is_nullable(*rule) || is_given())
                && self.take(first.len() as u64)
                && expectation.can_come(&self.tables, *rule, first)
                && self.take(self.tables.rule_count as u64)
                && families.called(*rule, &|rule| self.labels.named(rule), found).is_some()
        };
        let rules = (0..self.tables.rule_count).map(RuleId::new);
        rules.map(|rule| (rule, families.first(rule))).filter(says).collect()
    }

    /// Returns the rule that begins in most ways, of those that `is_asked`, can come and cannot
    /// begin with `found`.
    fn best(
        &self,
        expectation: &Expectation,
        found: TokenId,
        is_asked: impl Fn(RuleId) -> bool,
    ) -> Option<RuleId> {
        let families = self.families()?;
        let weight = |(rule, first): &(RuleId, &TokenSet)| {
            let called =
                families.called(*rule, &|rule| self.labels.named(rule), found).unwrap_or(*rule);
            let is_given = self.labels.named(called) == Some(true);
            let is_one = !families.is_list(called);
            (first.len(), is_given, is_one, families.uses(called), Reverse(*rule))
        };
        let fits = |(rule, first): &(RuleId, &TokenSet)| is_asked(*rule) && !first.contains(found);
        let coming = self.coming(expectation, found);
        coming.into_iter().filter(fits).max_by_key(weight).map(|(rule, _)| rule)
    }

    /// Returns what a rule is called where `found` stands instead.
    fn rule_name(&self, rule: RuleId, found: TokenId) -> Option<String> {
        let called = self.families()?.called(rule, &|rule| self.labels.named(rule), found)?;
        let label = self.labels.of_rule(called)?;
        Some(if label.is_given { named(label.label) } else { in_words(label.label) })
    }

    /// Returns ` after` the lexeme before the one at `at`, unless that is a line end or long.
    pub(super) fn after(&self, at: usize) -> String {
        match at.checked_sub(1) {
            Some(last)
                if self.editor.kind_at(last) == Kind::Word
                    && self.span(last).len() <= limits::WORD_TEXT =>
            {
                format!(" after {}", self.lexemes(last, 1))
            }
            _ => String::new(),
        }
    }
}
