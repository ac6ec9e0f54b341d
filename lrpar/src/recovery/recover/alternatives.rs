//! Alternatives that restart offers beside the cheapest repairs at an error: tried, and put in their places.
//!
//! In: the cheapest sequences in order, or that there are none; the error. Out: the set with the alternatives in it. Each kind is
//! looked for in its own file of `candidates`; this file decides which kinds are asked for, which are kept, and where they stand.
//! A kind for which the budget does not suffice is left out.

use super::{Attempt, Listed};
use crate::recovery::{
    budget::Spent,
    candidates::{
        Trial, brackets, exchange, lines,
        nearby::{self, Form},
        phrase, quote, replace, spelling, statement,
    },
    limits,
    phases::{ErrorSite, NotFound},
    score::{Scoring, make_the_same},
    search::Ending,
    sequence::{Candidate, RepairKind, RepairSequence},
    set::{RepairSet, Status},
    sim::Distance,
};

/// An alternative to the cheapest sequences.
struct Alternative {
    candidate: Candidate,
    /// Whether the alternative is the first of its kind.
    is_first: bool,
}

impl Attempt<'_> {
    /// Returns all replacements of one lexeme, where one edit suffices, after which parsing gets as far as after `best`.
    pub(super) fn replacements(
        &self,
        reach: usize,
        cost: Option<u32>,
        best: Option<&Candidate>,
    ) -> Vec<Candidate> {
        let detected = self.error.detected;
        let wanted = match best {
            Some(best) if self.error.setup.options.alternatives.replacements && cost == Some(1) => {
                self.distance_after(best)
            }
            _ => return Vec::new(),
        };
        let Ok(wanted) = wanted else { return Vec::new() };
        let mut trial = Trial::new(self.error.place, self.error.meter);
        replace::replacements(&mut trial, (detected - reach, detected), wanted)
    }

    /// Returns how far parsing goes on after a candidate.
    fn distance_after(&self, candidate: &Candidate) -> Result<Distance, Spent> {
        let RepairSequence { start, repairs, .. } = &candidate.sequence;
        let ErrorSite { place, since, .. } = self.error;
        let place = if *start < place.position { since.unwrap_or(place) } else { place };
        let mut trial = Trial::new(place, self.error.meter);
        trial.go_to(*start)?;
        let limit = self.error.detected + limits::RANK_LEXEMES;
        Ok(trial.after(repairs, limit)?.expect("it can be made"))
    }

    /// Returns the set of the cheapest sequences and of the alternatives to them, kind by kind: the first of each kind stands
    /// after the best of the cheapest, or before, the others after all of the cheapest.
    pub(super) fn with_alternatives(
        &mut self,
        found: Result<Listed, NotFound>,
        scoring: &mut Scoring<'_>,
    ) -> Result<RepairSet, NotFound> {
        let (meter, detected) = (self.error.meter, self.error.detected);
        let deletions = match self.error.setup.options.alternatives.lines {
            true => {
                let mut trial = Trial::new(self.error.place, meter);
                lines::deletions(&mut trial, detected, scoring.place_of)
            }
            false => Vec::new(),
        };
        let best = found.as_ref().ok().and_then(|(_, candidates)| candidates.first());
        let mut nearby = self.nearby(best, scoring).unwrap_or_default();
        let (set, candidates, alternatives) = match found {
            Ok((mut set, mut candidates)) => {
                set.total -= self.take_corrections(&mut candidates, &mut nearby);
                let replacement = self.best_replacement(&set, &candidates, scoring);
                let brackets = self.far_brackets(&set, &candidates, scoring).unwrap_or_default();
                (set, candidates, [nearby, replacement, brackets, deletions])
            }
            Err(not_found) => {
                let mut alternatives = nearby.iter().chain(&deletions);
                let Some(first) = alternatives.next() else { return Err(not_found) };
                let set = RepairSet {
                    cost: Some(first.sequence.cost),
                    // Alternatives may begin before the reach, and cost less than what was looked for.
                    lower_bound: not_found.lower_bound.min(first.sequence.cost),
                    status: match not_found.ending {
                        Ending::TooDear => Status::Region,
                        _ => Status::Unproven,
                    },
                    ..RepairSet::default()
                };
                (set, Vec::new(), [nearby, Vec::new(), Vec::new(), deletions])
            }
        };
        let mut new: Vec<Alternative> = Vec::new();
        for kind in alternatives {
            let mut is_first = true;
            for candidate in kind {
                let tokens = self.error.place.tokens;
                let mut sequences = candidates.iter().map(|other| &other.sequence);
                // With nothing to compare, no budget is asked for: a set has a sequence even when the budget is spent.
                let is_new = (candidates.is_empty()
                    || meter.charge(candidates.len() as u64).is_ok())
                    && !sequences.any(|other| make_the_same(other, &candidate.sequence, tokens));
                if is_new {
                    new.push(Alternative { candidate, is_first: std::mem::take(&mut is_first) });
                }
            }
        }
        let total = set.total.saturating_add(new.len() as u128);
        let mut listed = self.put_in(candidates, new, scoring);
        listed.truncate(self.error.setup.options.max_repairs.max(1));
        let first = listed.into_iter().map(|candidate| candidate.sequence).collect();
        Ok(RepairSet { first, total, ..set })
    }

    /// Merges alternatives into the cheapest sequences: each stands before the first of those that it is better than, the first
    /// of a kind after the best of them at the latest, others after some more of them, or all.
    fn put_in(
        &self,
        cheapest: Vec<Candidate>,
        mut alternatives: Vec<Alternative>,
        scoring: &mut Scoring<'_>,
    ) -> Vec<Candidate> {
        let compared = cheapest.len().min(limits::COMPARED);
        let scored: Vec<Candidate> = cheapest[..compared]
            .iter()
            .chain(alternatives.iter().map(|alternative| &alternative.candidate))
            .cloned()
            .collect();
        let (detected, meter) = (self.error.detected, self.error.meter);
        let order =
            if compared == 0 { Err(Spent) } else { scoring.order(&scored, detected, meter) };
        let late = limits::BEFORE_ALTERNATIVES.min(cheapest.len());
        let mut places: Vec<(usize, usize, Alternative)> = Vec::new();
        for (at, alternative) in alternatives.drain(..).enumerate() {
            let Alternative { candidate, is_first } = &alternative;
            let mut place = if *is_first { late } else { cheapest.len() };
            let mut rank = usize::MAX;
            if candidate.sequence.kind == RepairKind::Lines {
                place = limits::BEFORE_LINES.min(cheapest.len());
            } else if let Ok(order) = &order {
                let new = compared + at;
                rank = order.rank(new);
                let better = (0..compared).find(|old| order.is_before(new, *old));
                let early = if *is_first { 0 } else { limits::BEFORE_OTHERS };
                place = place.min(better.unwrap_or(place).max(early));
                let may_come_first = candidate.sequence.start >= self.error.earliest
                    && !scoring.turns_bracket(&candidate.sequence, meter);
                place = place.max(usize::from(!may_come_first));
            }
            places.push((place, rank, alternative));
        }
        places.sort_by_key(|(place, rank, _)| (*place, *rank));
        let mut places = places.into_iter().peekable();
        let mut listed = Vec::with_capacity(scored.len());
        for (at, candidate) in cheapest.into_iter().enumerate() {
            while let Some((_, _, new)) = places.next_if(|(place, _, _)| *place <= at) {
                listed.push(new.candidate);
            }
            listed.push(candidate);
        }
        listed.extend(places.map(|(_, _, new)| new.candidate));
        listed
    }

    /// Returns the most usual replacement of one lexeme, where one edit suffices. With a model of other texts all replacements
    /// are among the candidates already.
    fn best_replacement(
        &self,
        set: &RepairSet,
        candidates: &[Candidate],
        scoring: &mut Scoring<'_>,
    ) -> Vec<Candidate> {
        if scoring.has_corpus() {
            return Vec::new();
        }
        let mut found = self.replacements(set.reach, set.cost, candidates.first());
        let _ = scoring.best_first(&mut found, self.error.detected, self.error.meter);
        found.truncate(1);
        found
    }

    /// Returns edits near the error that cost more than the cheapest, and after which parsing gets as far; the most usual first.
    fn nearby(
        &self,
        best: Option<&Candidate>,
        scoring: &mut Scoring<'_>,
    ) -> Result<Vec<Candidate>, Spent> {
        let ErrorSite { place, since, detected, in_junk, .. } = self.error;
        // Without a model of other texts too little is known of which edits are usual.
        if in_junk || !scoring.has_corpus() {
            return Ok(Vec::new());
        }
        let since = since.filter(|since| since.position < place.position);
        let first = since.map_or(place.position, |since| since.position);
        let forms = self.forms(first, scoring)?;
        let (far, near): (Vec<Form>, Vec<Form>) =
            forms.into_iter().partition(|form| form.at < place.position);
        let mut found = Vec::new();
        for (place, forms) in [(since, far), (Some(place), near)] {
            if let (Some(place), false) = (place, forms.is_empty()) {
                let mut trial = Trial::new(place, self.error.meter);
                found.extend(nearby::that_go_on(&mut trial, forms, detected)?);
            }
        }
        if found.is_empty() {
            return Ok(found);
        }
        scoring.best_first(&mut found, detected, self.error.meter)?;
        found.truncate(limits::NEARBY_TRIED);
        let wanted = match best {
            Some(best) => self.distance_after(best)?.position,
            None => (detected + limits::GETS_ON).min(place.tokens.len()),
        };
        let mut kept = Vec::new();
        for candidate in found {
            let distance = self.distance_after(&candidate)?;
            if distance.position >= wanted || best.is_none() && distance.accepts {
                kept.push(Candidate { accepts: distance.accepts, ..candidate });
            }
        }
        Ok(kept)
    }

    /// Returns the forms of all shapes of edits near the error, none before `first`.
    fn forms(&self, first: usize, scoring: &mut Scoring<'_>) -> Result<Vec<Form>, Spent> {
        let ErrorSite { place, detected, .. } = self.error;
        let alternatives = self.error.setup.options.alternatives;
        let (written, lexicon, tokens) = (scoring.written, scoring.lexicon(), place.tokens);
        let mut forms = Vec::new();
        if alternatives.spelling {
            let texts = (written, lexicon);
            forms = spelling::corrections(texts, tokens, (first, detected), self.error.meter)?;
        }
        if alternatives.nearby {
            let range = (place.position, detected);
            let texts = (written, lexicon, scoring.place_of);
            forms.extend(phrase::runs(texts, tokens, range));
            forms.extend(quote::texts(texts, tokens, range, place.tables.no_token()));
            forms.extend(exchange::pairs((written, lexicon), tokens, range));
            let before = detected.saturating_sub(self.error.setup.options.reach);
            let layout = scoring.layout(self.error.meter)?;
            forms.extend(statement::edits((layout, lexicon), tokens, (first, before, detected)));
        }
        Ok(forms)
    }

    /// Removes the candidates that make the input that a correction makes; a cheapest one replaces the sequence of that
    /// correction. Returns how many were removed.
    fn take_corrections(
        &self,
        candidates: &mut Vec<Candidate>,
        corrections: &mut [Candidate],
    ) -> u128 {
        let before = candidates.len();
        let tokens = self.error.place.tokens;
        candidates.retain(|candidate| {
            let is_same = |correction: &&mut Candidate| {
                correction.corrects
                    && make_the_same(&correction.sequence, &candidate.sequence, tokens)
            };
            let Some(same) = corrections.iter_mut().find(is_same) else { return true };
            if candidate.sequence.kind == RepairKind::Cheapest {
                same.sequence = candidate.sequence.clone();
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
        scoring: &mut Scoring<'_>,
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
        let layout = scoring.layout(self.error.meter)?;
        let mut trial = Trial::new(since, self.error.meter);
        Ok(brackets::brackets(layout, &mut trial, places, furthest.position, all, self.error.meter))
    }
}
