//! Alternatives that restart offers beside the cheapest repairs at an error: tried, and put in
//! their places.
//!
//! In: the cheapest sequences in order, or that there are none; the error. Out: the set with the
//! alternatives in it. Each kind is looked for in its own file of `candidates`; this file decides
//! which kinds are asked for, which are kept, and where they stand. A kind for which the budget
//! does not suffice is left out.

use crate::recovery::{
    budget::Spent,
    candidates::{
        Trial, far_bracket,
        nearby::{Nearby, Trials},
        replace,
    },
    kind::RepairKind,
    limits,
    phases::Site,
    score::{Scoring, make_the_same},
    sequence::Candidate,
    set::{RepairSet, Status},
    sim::Distance,
};

impl Site<'_> {
    /// Returns all replacements of one lexeme, where one edit suffices, after which parsing gets as
    /// far as after the best of the cheapest sequences.
    pub(super) fn replacements(self, set: &RepairSet) -> Vec<Candidate> {
        let Site { settings, place, meter, detected, .. } = self;
        let is_asked = settings.options.alternatives.replacements && set.cost == Some(1);
        let best = set.first.first().filter(|_| is_asked).map(|best| self.distance_after(best));
        let Some(Ok(wanted)) = best else { return Vec::new() };
        let mut trial = Trial::new(place, meter);
        replace::replacements(&mut trial, detected - set.reach, detected, wanted)
    }

    /// Returns how far parsing continues after a candidate.
    fn distance_after(self, candidate: &Candidate) -> Result<Distance, Spent> {
        let Site { place, since, detected, meter, .. } = self;
        let mut trials = Trials::new(place, since, meter);
        let trial = trials.at(candidate.sequence.start);
        let distance = trial.after(&candidate.sequence, detected + limits::RANK_LEXEMES)?;
        Ok(distance.expect("it can be made"))
    }

    /// Adds alternatives to the cheapest sequences, kind by kind: the first of each kind stands
    /// after the best of the cheapest, or before, the others after all of the cheapest.
    /// `is_too_dear` says whether there are no cheapest sequences since all cost too much.
    pub(super) fn add_alternatives(
        self,
        set: &mut RepairSet,
        is_too_dear: bool,
        scoring: &Scoring<'_>,
    ) {
        let Site { settings, meter, place, .. } = self;
        let mut nearby = self.nearby(scoring, set.first.first()).unwrap_or_default();
        set.total -= self.take_over(&mut set.first, &mut nearby);
        let replacement = self.best_replacement(set, scoring);
        let brackets = self.far_brackets(set, scoring).unwrap_or_default();
        let alternatives = [nearby, replacement, brackets];
        if set.cost.is_none()
            && let Some(first) = alternatives.iter().flatten().next()
        {
            set.cost = Some(first.sequence.cost);
            // Alternatives may begin before the reach, and cost less than what was looked for.
            set.lower_bound = set.lower_bound.min(first.sequence.cost);
            set.status = if is_too_dear { Status::Region } else { Status::Unproven };
        }
        let (mut new, mut firsts): (Vec<Candidate>, _) = (Vec::new(), Vec::new());
        for kind in alternatives {
            firsts.push(new.len());
            for candidate in kind {
                let mut sequences = set.first.iter().chain(&new).map(|other| &other.sequence);
                // With nothing to compare, no budget is asked for: a set has a sequence even when
                // the budget is spent.
                let compared = (set.first.len() + new.len()) as u64;
                if (compared == 0 || meter.charge(compared).is_ok())
                    && !sequences.any(|one| make_the_same(one, &candidate.sequence, place.tokens))
                {
                    new.push(candidate);
                }
            }
        }
        set.total = set.total.saturating_add(new.len() as u128);
        let cheapest = std::mem::take(&mut set.first);
        set.first = self.put_in(cheapest, new, &firsts, scoring);
        set.first.truncate(settings.options.max_repairs.max(1));
    }

    /// Merges alternatives into the cheapest sequences: each stands before the first of those that
    /// it is better than; the first of a kind, at an index among `firsts`, after the best of them
    /// at the latest, others after some more of them, or all.
    fn put_in(
        self,
        mut listed: Vec<Candidate>,
        new: Vec<Candidate>,
        firsts: &[usize],
        scoring: &Scoring<'_>,
    ) -> Vec<Candidate> {
        if new.is_empty() {
            return listed;
        }
        let Site { detected, meter, earliest, .. } = self;
        let cheapest = listed.len();
        let compared = cheapest.min(limits::COMPARED);
        let scored = [&listed[..compared], &new].concat();
        let order =
            if compared == 0 { Err(Spent) } else { scoring.preferences(&scored, detected, meter) };
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
                let may_come_first = candidate.sequence.start >= earliest
                    && !scoring.turns_bracket(&candidate.sequence, meter);
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

    /// Returns the most usual replacement of one lexeme, where one edit suffices. With a model of
    /// other texts all replacements are among the candidates already.
    fn best_replacement(self, set: &RepairSet, scoring: &Scoring<'_>) -> Vec<Candidate> {
        if scoring.has_corpus() {
            return Vec::new();
        }
        let mut found = self.replacements(set);
        let _ = scoring.best_first(&mut found, self.detected, self.meter);
        found.truncate(1);
        found
    }

    /// Returns edits near the error that cost more than the cheapest, and after which parsing gets
    /// as far; the most usual first.
    pub(super) fn nearby(
        self,
        scoring: &Scoring<'_>,
        best: Option<&Candidate>,
    ) -> Result<Vec<Candidate>, Spent> {
        let Site { place, since, detected, in_junk, meter, .. } = self;
        if in_junk {
            return Ok(Vec::new());
        }
        let mut trials = Trials::new(place, since, meter);
        let mut found = self.edits_near(&mut trials, scoring)?;
        if found.is_empty() {
            return Ok(found);
        }
        scoring.best_first(&mut found, detected, meter)?;
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

    /// Returns edits near the error, of all kinds that are asked for, after which parsing goes on
    /// for a few lexemes.
    fn edits_near(
        self,
        trials: &mut Trials<'_>,
        scoring: &Scoring<'_>,
    ) -> Result<Vec<Candidate>, Spent> {
        let Site { place, since, detected, settings, meter, .. } = self;
        let since = since.filter(|since| since.position < place.position).unwrap_or(place);
        let layout = || scoring.layout(meter);
        let mut near = Nearby {
            place,
            earliest: since.position,
            detected,
            reach: settings.options.reach,
            written: scoring.written,
            lexicon: scoring.lexicon(),
            brackets: scoring.brackets(meter)?,
            line_ends: scoring.line_ends(),
            layout: &layout,
            corpus: scoring.corpus(),
            mistakes: settings.knowledge.mistakes(place.tables),
            meter,
            forms: Vec::new(),
        };
        // Without a model of other texts too little is known of which edits of some kinds are
        // usual.
        let specs = RepairKind::ALL.iter().filter_map(|kind| kind.spec()).filter(|spec| {
            (spec.is_asked)(&settings.options.alternatives)
                && (scoring.has_corpus() || !spec.needs_model)
        });
        let mut found = Vec::new();
        for spec in specs {
            (spec.forms)(&mut near)?;
            let forms = std::mem::take(&mut near.forms);
            let helpful = trials.that_help(&forms, detected)?;
            if let Some(otherwise) = spec.otherwise.filter(|_| helpful.is_empty()) {
                otherwise(&mut near, &forms);
                let forms = std::mem::take(&mut near.forms);
                // Without a budget for them, the other edits stay.
                found.extend(trials.that_help(&forms, detected).unwrap_or_default());
            }
            found.extend(helpful);
        }
        Ok(found)
    }

    /// Removes the candidates that make the input that an edit of a likely kind makes; the edit is
    /// one of the cheapest if they were. Returns how many were removed.
    fn take_over(self, candidates: &mut Vec<Candidate>, edits: &mut [Candidate]) -> u128 {
        let before = candidates.len();
        let tokens = self.place.tokens;
        candidates.retain(|candidate| {
            let is_same = |edit: &&mut Candidate| {
                edit.kind.cheapest_nats() > 0
                    && make_the_same(&edit.sequence, &candidate.sequence, tokens)
            };
            let Some(same) = edits.iter_mut().find(is_same) else { return true };
            if candidate.sequence.kind == RepairKind::Cheapest {
                same.sequence.kind = RepairKind::Cheapest;
            }
            false
        });
        (before - candidates.len()) as u128
    }

    /// Returns far brackets: edits of one bracket further before the error than repairs were looked
    /// for.
    fn far_brackets(self, set: &RepairSet, scoring: &Scoring<'_>) -> Result<Vec<Candidate>, Spent> {
        let Site { settings, since, detected, meter, .. } = self;
        let (Some(since), Some(best), true) =
            (since, set.first.first(), settings.options.alternatives.brackets)
        else {
            return Ok(Vec::new());
        };
        let furthest = self.distance_after(best)?;
        let all = !furthest.accepts && furthest.position < detected + limits::RANK_LEXEMES;
        let before = detected - set.reach;
        let layout = scoring.layout(meter)?;
        let mut trial = Trial::new(since, meter);
        Ok(far_bracket::far_brackets(
            (layout, scoring),
            &mut trial,
            before,
            detected,
            furthest.position,
            all,
        ))
    }
}
