//! Alternatives that restart offers beside the cheapest repairs at an error: tried, and put in their places.
//!
//! In: the cheapest sequences in order, or that there are none; the error. Out: the set with the alternatives in it. Each kind is
//! looked for in its own file of `candidates`; this file decides which kinds are asked for, which are kept, and where they stand.
//! A kind for which the budget does not suffice is left out.

use super::{Attempt, Listed};
use crate::recovery::{
    budget::Spent,
    candidates::{
        Trial, brackets,
        nearby::{Nearby, Trials},
        replace,
    },
    kind::RepairKind,
    limits,
    phases::{ErrorSite, NotFound},
    score::make_the_same,
    search::Ending,
    sequence::Candidate,
    set::{RepairSet, Status},
    sim::Distance,
};

impl Attempt<'_, '_> {
    /// Returns all replacements of one lexeme, where one edit suffices, after which parsing gets as far as after `best`.
    pub(super) fn replacements(
        &self,
        reach: usize,
        cost: Option<u32>,
        best: Option<&Candidate>,
    ) -> Vec<Candidate> {
        let detected = self.error.detected;
        let is_asked = self.error.setup.options.alternatives.replacements && cost == Some(1);
        let best = best.filter(|_| is_asked).map(|best| self.distance_after(best));
        let Some(Ok(wanted)) = best else { return Vec::new() };
        let mut trial = Trial::new(self.error.place, self.error.meter);
        replace::replacements(&mut trial, (detected - reach, detected), wanted)
    }

    /// Returns how far parsing goes on after a candidate.
    fn distance_after(&self, candidate: &Candidate) -> Result<Distance, Spent> {
        let ErrorSite { place, since, detected, .. } = self.error;
        let is_before = candidate.sequence.start < place.position;
        let place = since.filter(|_| is_before).unwrap_or(place);
        let limit = detected + limits::RANK_LEXEMES;
        let distance = Trial::new(place, self.error.meter).after(&candidate.sequence, limit)?;
        Ok(distance.expect("it can be made"))
    }

    /// Returns the set of the cheapest sequences and of the alternatives to them, kind by kind: the first of each kind stands
    /// after the best of the cheapest, or before, the others after all of the cheapest.
    pub(super) fn with_alternatives(
        &mut self,
        found: Result<Listed, NotFound>,
    ) -> Result<RepairSet, NotFound> {
        let meter = self.error.meter;
        let best = found.as_ref().ok().and_then(|(_, candidates)| candidates.first());
        let mut nearby = self.nearby(best).unwrap_or_default();
        let (mut set, mut candidates, not_found) = match found {
            Ok((set, candidates)) => (set, candidates, None),
            Err(not_found) => (RepairSet::default(), Vec::new(), Some(not_found)),
        };
        set.total -= self.take_over(&mut candidates, &mut nearby);
        let replacement = self.best_replacement(&set, &candidates);
        let brackets = self.far_brackets(&set, &candidates).unwrap_or_default();
        let alternatives = [nearby, replacement, brackets];
        if let Some(not_found) = not_found {
            let Some(first) = alternatives.iter().flatten().next() else { return Err(not_found) };
            set.cost = Some(first.sequence.cost);
            // Alternatives may begin before the reach, and cost less than what was looked for.
            set.lower_bound = not_found.lower_bound.min(first.sequence.cost);
            set.status = match not_found.ending {
                Ending::TooDear => Status::Region,
                _ => Status::Unproven,
            };
        }
        let is_new = |candidate: &Candidate| {
            let tokens = self.error.place.tokens;
            let mut sequences = candidates.iter().map(|other| &other.sequence);
            // With nothing to compare, no budget is asked for: a set has a sequence even when the budget is spent.
            (candidates.is_empty() || meter.charge(candidates.len() as u64).is_ok())
                && !sequences.any(|other| make_the_same(other, &candidate.sequence, tokens))
        };
        let (mut new, mut firsts) = (Vec::new(), Vec::new());
        for kind in alternatives {
            firsts.push(new.len());
            new.extend(kind.into_iter().filter(is_new));
        }
        let total = set.total.saturating_add(new.len() as u128);
        let mut listed = self.put_in(candidates, new, &firsts);
        listed.truncate(self.error.setup.options.max_repairs.max(1));
        let first = listed.into_iter().map(|candidate| candidate.sequence).collect();
        Ok(RepairSet { first, total, ..set })
    }

    /// Merges alternatives into the cheapest sequences: each stands before the first of those that it is better than; the first
    /// of a kind, at an index among `firsts`, after the best of them at the latest, others after some more of them, or all.
    fn put_in(
        &self,
        mut listed: Vec<Candidate>,
        new: Vec<Candidate>,
        firsts: &[usize],
    ) -> Vec<Candidate> {
        let (detected, meter) = (self.error.detected, self.error.meter);
        let cheapest = listed.len();
        let compared = cheapest.min(limits::COMPARED);
        let scored = [&listed[..compared], &new].concat();
        let order = if compared == 0 {
            Err(Spent)
        } else {
            self.scoring.preferences(&scored, detected, meter)
        };
        let mut places: Vec<(usize, usize, Candidate)> = Vec::new();
        for (at, candidate) in new.into_iter().enumerate() {
            let (early, late) = match firsts.contains(&at) {
                true => (0, limits::BEFORE_ALTERNATIVES.min(cheapest)),
                false => (limits::BEFORE_OTHERS, cheapest),
            };
            let (mut place, mut rank) = (late, usize::MAX);
            if let Ok(order) = &order {
                let own = order[compared + at];
                rank = order.iter().filter(|other| **other < own).count();
                let better = order[..compared].iter().position(|old| own.is_before(*old));
                let may_come_first = candidate.sequence.start >= self.error.earliest
                    && !self.scoring.turns_bracket(&candidate.sequence, meter);
                place = late.min(better.unwrap_or(late).max(early));
                place = place.max(usize::from(!may_come_first));
            }
            places.push((place, rank, candidate));
        }
        places.sort_by_key(|(place, rank, _)| (*place, *rank));
        for (place, _, candidate) in places.into_iter().rev() {
            listed.insert(place.min(cheapest), candidate);
        }
        listed
    }

    /// Returns the most usual replacement of one lexeme, where one edit suffices. With a model of other texts all replacements
    /// are among the candidates already.
    fn best_replacement(&self, set: &RepairSet, candidates: &[Candidate]) -> Vec<Candidate> {
        if self.scoring.has_corpus() || candidates.is_empty() {
            return Vec::new();
        }
        let mut found = self.replacements(set.reach, set.cost, candidates.first());
        let _ = self.scoring.best_first(&mut found, self.error.detected, self.error.meter);
        found.truncate(1);
        found
    }

    /// Returns edits near the error that cost more than the cheapest, and after which parsing gets as far; the most usual first.
    pub(super) fn nearby(&self, best: Option<&Candidate>) -> Result<Vec<Candidate>, Spent> {
        let ErrorSite { place, since, detected, in_junk, meter, .. } = self.error;
        if in_junk {
            return Ok(Vec::new());
        }
        let mut trials = Trials::new(place, since, meter);
        let mut found = self.edits_near(&mut trials)?;
        if found.is_empty() {
            return Ok(found);
        }
        self.scoring.best_first(&mut found, detected, meter)?;
        found.truncate(limits::NEARBY_TRIED);
        let limit = detected + limits::RANK_LEXEMES;
        let wanted = match best {
            Some(best) => self.distance_after(best)?.position,
            None => (detected + limits::GETS_ON).min(place.tokens.len()),
        };
        let mut kept = Vec::new();
        for candidate in found {
            let trial = trials.at(candidate.sequence.start);
            let distance = trial.after(&candidate.sequence, limit)?;
            let Distance { position, accepts } = distance.expect("it was made before");
            if position >= wanted || best.is_none() && accepts {
                kept.push(Candidate { accepts, ..candidate });
            }
        }
        Ok(kept)
    }

    /// Returns edits near the error, of all kinds that are asked for, after which parsing goes on for a few lexemes.
    fn edits_near(&self, trials: &mut Trials<'_>) -> Result<Vec<Candidate>, Spent> {
        let ErrorSite { place, since, detected, setup, meter, .. } = self.error;
        let since = since.filter(|since| since.position < place.position).unwrap_or(place);
        let mut near = Nearby {
            place,
            earliest: since.position,
            detected,
            reach: setup.options.reach,
            written: self.scoring.written,
            lexicon: self.scoring.lexicon(),
            layout: self.scoring.layout(meter)?,
            mistakes: setup.knowledge.mistakes(place.tables),
            meter,
            forms: Vec::new(),
        };
        // Without a model of other texts too little is known of which edits of some kinds are usual.
        let shapes = RepairKind::ALL.iter().filter_map(|kind| kind.shape()).filter(|shape| {
            (shape.is_asked)(&setup.options.alternatives)
                && (self.scoring.has_corpus() || !shape.needs_model)
        });
        let mut found = Vec::new();
        for shape in shapes {
            (shape.forms)(&mut near)?;
            let forms = std::mem::take(&mut near.forms);
            let helpful = trials.that_go_on(&forms, detected)?;
            if let Some(otherwise) = shape.otherwise.filter(|_| helpful.is_empty()) {
                otherwise(&mut near, &forms);
                let forms = std::mem::take(&mut near.forms);
                // Without a budget for them, the other edits stay.
                found.extend(trials.that_go_on(&forms, detected).unwrap_or_default());
            }
            found.extend(helpful);
        }
        Ok(found)
    }

    /// Removes the candidates that make the input that an edit of a likely kind makes; the edit is one of the
    /// cheapest if they were. Returns how many were removed.
    fn take_over(&self, candidates: &mut Vec<Candidate>, edits: &mut [Candidate]) -> u128 {
        let before = candidates.len();
        let tokens = self.error.place.tokens;
        candidates.retain(|candidate| {
            let is_same = |edit: &&mut Candidate| {
                edit.kind.nats() > 0 && make_the_same(&edit.sequence, &candidate.sequence, tokens)
            };
            let Some(same) = edits.iter_mut().find(is_same) else { return true };
            if candidate.sequence.kind == RepairKind::Cheapest {
                same.sequence.kind = RepairKind::Cheapest;
            }
            false
        });
        (before - candidates.len()) as u128
    }

    /// Returns far brackets: edits of one bracket further before the error than repairs were looked for.
    fn far_brackets(
        &self,
        set: &RepairSet,
        candidates: &[Candidate],
    ) -> Result<Vec<Candidate>, Spent> {
        let detected = self.error.detected;
        let (Some(since), Some(best), true) =
            (self.error.since, candidates.first(), self.error.setup.options.alternatives.brackets)
        else {
            return Ok(Vec::new());
        };
        let furthest = self.distance_after(best)?;
        let all = !furthest.accepts && furthest.position < detected + limits::RANK_LEXEMES;
        let places = (detected - set.reach, detected);
        let layout = self.scoring.layout(self.error.meter)?;
        let mut trial = Trial::new(since, self.error.meter);
        Ok(brackets::brackets(layout, &mut trial, places, furthest.position, all))
    }
}
