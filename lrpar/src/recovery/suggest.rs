//! Suggestions: repairs that people may mean, beside the set of a recoverer that looks for no
//! alternatives. CPCT+ promises all sequences of minimum cost at the error; a misspelt keyword
//! before it costs more. What is suggested was not applied.
//!
//! In: the errors of a parse in order, each with what was applied. Out: for an error the edits near
//! it that need no model of other texts, those after which parsing gets as far as after the applied
//! repair. Suggestions are made when they are asked for, so that a parse does not pay for them: the
//! parse is followed once more, with the repairs that were applied, up to a few lexemes before the
//! error; reports ask for the place that was reached. Cost: one parse for all errors of a text, and
//! at each error the work of its edits.

use std::collections::VecDeque;

use lrtable::{StateId, TokenId, pack::Tables};

use super::{
    budget::Meter,
    experiment::Experiment,
    knowledge::Knowledge,
    lexicon::Written,
    limits,
    options::RecoveryOptions,
    phases::{Settings, Site},
    recover,
    score::Scoring,
    sequence::RepairSequence,
    sim::Place,
};
use crate::steps::{Step, step};

/// A parse that is followed along its errors.
pub(crate) struct Suggester<'a> {
    tables: &'a Tables<'a>,
    /// The input, ending in `$`.
    tokens: &'a [TokenId],
    scoring: Scoring<'a>,
    settings: Settings<'a>,
    stack: Vec<StateId>,
    /// Index of the next lexeme.
    at: usize,
    /// The applied repairs that were not followed yet.
    repairs: VecDeque<RepairSequence>,
    /// Index of the lexeme after the last of them.
    repaired: usize,
    /// Whether the parse cannot be followed further: a region was dropped, or no steps are left.
    is_lost: bool,
    /// Steps left.
    steps: u64,
}

impl<'a> Suggester<'a> {
    /// Begins at the start state `start`; `steps` steps may be taken for all errors together.
    pub(crate) fn new(
        tables: &'a Tables<'a>,
        start: StateId,
        tokens: &'a [TokenId],
        written: &'a dyn Written,
        (knowledge, options): (&'a Knowledge, &'a RecoveryOptions),
        steps: u64,
    ) -> Self {
        Suggester {
            tables,
            tokens,
            scoring: Scoring::new(tables, tokens, written, knowledge, None),
            settings: Settings { options, experiment: &Experiment::NONE, knowledge },
            stack: vec![start],
            at: 0,
            repairs: VecDeque::new(),
            repaired: 0,
            is_lost: false,
            steps,
        }
    }

    /// Records what was applied at an error; `None` if lexemes were dropped instead, or parsing
    /// ended.
    pub(crate) fn applied(&mut self, sequence: Option<RepairSequence>) {
        match sequence {
            Some(sequence) => {
                self.repaired = self.repaired.max(sequence.end());
                self.repairs.push_back(sequence);
            }
            None => self.is_lost = true,
        }
    }

    /// Follows the parse up to a few lexemes before the error at the lexeme `detected`; returns
    /// whether it could be followed. What is asked next is about that error.
    pub(crate) fn reach(&mut self, detected: usize) -> bool {
        let earliest = detected.saturating_sub(limits::MISSPELT_REACH).max(self.repaired);
        earliest <= detected && self.follow(earliest)
    }

    /// Returns the place a few lexemes before the error.
    pub(crate) fn place(&self) -> Place<'_> {
        let Suggester { tables, tokens, .. } = *self;
        Place { tables, tokens, stack: &self.stack, position: self.at }
    }

    /// Returns suggestions for the error at the lexeme `detected`, the best first, beside the
    /// sequence that was applied there.
    pub(crate) fn suggest(
        &mut self,
        detected: usize,
        applied: Option<&RepairSequence>,
    ) -> Vec<RepairSequence> {
        let meter = Meter::of_steps(self.steps.min(limits::SUGGESTION_STEPS));
        let place = self.place();
        let earliest = place.position;
        let site = Site {
            settings: self.settings,
            meter: &meter,
            place,
            detected,
            since: None,
            earliest,
            last_resume: None,
            in_junk: false,
            clean: 0,
            is_traced: false,
        };
        let found = recover::suggestions(site, &self.scoring, applied);
        self.steps -= meter.steps().min(self.steps);
        found
    }

    /// Follows the parse up to the lexeme `to`; returns whether it could be followed.
    fn follow(&mut self, to: usize) -> bool {
        while !self.is_lost {
            if self.repairs.front().is_some_and(|next| next.start <= self.at)
                && let Some(sequence) = self.repairs.pop_front()
            {
                self.is_lost |= sequence.start < self.at;
                for token in sequence.made(|at| self.tokens[at]) {
                    self.shift(token);
                }
                self.at = sequence.end();
            } else if self.at < to {
                self.shift(self.tokens[self.at]);
                self.at += 1;
            } else {
                break;
            }
        }
        !self.is_lost && self.at == to
    }

    fn shift(&mut self, token: TokenId) {
        let mut steps = 1;
        let step = step(self.tables, &mut self.stack, token, |_, _| steps += 1);
        self.is_lost |= step != Step::Shifted || steps > self.steps;
        self.steps = self.steps.saturating_sub(steps);
    }
}
