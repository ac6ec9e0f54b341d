//! The order of repairs that are equally cheap and get equally far: the most usual first.
//!
//! Sequences are told apart by what they make of the input; of those that make the same, the one that begins last is kept.
//! Each is scored, in integers: how much more usual its tokens are than those that it replaces, by a model of runs of four
//! tokens that was made of the input itself, broken as it is, or by that and one of other texts alike; less a little for
//! every lexeme that the error was noticed behind it; more if it begins at the end of a line; less for each violation of the
//! layout ([`layout`](super::layout)) that there is then. To the model of the input the end of a line is a token too: what
//! ends and what begins lines there is usual at other lines' ends.

use std::cmp::Reverse;

use lrtable::{TokenId, hash::Map, pack::Tables};

use super::{
    Knowledge, Place, RepairKind,
    budget::Meter,
    dag::{Listed, Repair},
    layout::{Layout, Scan},
    limits,
    lines::PlaceOf,
    ngram::{self, Model, Nats, Ngrams},
    usual::Text,
};

/// A repair sequence, and what its place in the order depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The position of the lexeme at which it begins: its first repair is an edit.
    pub(super) start: usize,
    pub(super) repairs: Vec<Repair>,
    /// Does parsing go on from it to the end of the input?
    accepts: bool,
    pub(super) kind: RepairKind,
}

impl Candidate {
    /// A sequence that was listed from `start` on, without the shifts that it begins with.
    pub(super) fn new(listed: Listed, start: usize) -> Option<Self> {
        let Listed { mut repairs, accepts } = listed;
        let shifts = repairs.iter().position(|repair| *repair != Repair::Shift)?;
        repairs.drain(..shifts);
        Some(Candidate { start: start + shifts, repairs, accepts, kind: RepairKind::Cheapest })
    }

    /// The deletion of the lexemes of whole lines, from `from` to before `to`.
    pub(super) fn deletion(from: usize, to: usize) -> Self {
        let repairs = vec![Repair::Delete; to - from];
        Candidate { start: from, repairs, accepts: false, kind: RepairKind::Lines }
    }

    /// The insertion or deletion of one bracket.
    pub(super) fn bracket(start: usize, repair: Repair, accepts: bool) -> Self {
        Candidate { start, repairs: vec![repair], accepts, kind: RepairKind::Bracket }
    }

    /// The replacement of a lexeme, which is one insertion and one deletion.
    pub(super) fn replacement(start: usize, repairs: Vec<Repair>, accepts: bool) -> Self {
        Candidate { start, repairs, accepts, kind: RepairKind::Replacement }
    }

    /// What its edits cost together.
    pub(super) fn cost(&self, place: Place<'_>) -> u32 {
        let mut at = self.start;
        let mut cost = 0u32;
        for repair in &self.repairs {
            let price =
                |costs: &[u8], token: TokenId| costs.get(token.index()).copied().unwrap_or(1);
            cost = cost.saturating_add(u32::from(match repair {
                Repair::Insert(token) => price(place.tables.insert_costs, *token),
                Repair::Delete => price(place.tables.delete_costs, place.tokens[at]),
                Repair::Shift => 0,
            }));
            at += usize::from(!matches!(repair, Repair::Insert(_)));
        }
        cost
    }

    /// Does it make of the input what `other` makes?
    pub(super) fn makes_the_same(&self, other: &Candidate, place: Place<'_>) -> bool {
        self.growth() == other.growth()
            && different(vec![self.clone(), other.clone()], place.tokens).len() == 1
    }

    /// How many tokens more the input has then.
    fn growth(&self) -> isize {
        let one = |repair: &Repair| match repair {
            Repair::Insert(_) => 1,
            Repair::Delete => -1,
            Repair::Shift => 0,
        };
        self.repairs.iter().map(one).sum()
    }

    /// Where it ends in the input.
    pub(super) fn end(&self) -> usize {
        let consumed = self.repairs.iter().filter(|repair| !matches!(repair, Repair::Insert(_)));
        self.start + consumed.count()
    }

    /// What it makes of the lexemes up to its end.
    pub(super) fn made(&self, tokens: &[TokenId]) -> Vec<TokenId> {
        let mut at = self.start;
        let mut made = Vec::with_capacity(self.repairs.len());
        for repair in &self.repairs {
            match repair {
                Repair::Insert(token) => made.push(*token),
                Repair::Delete => at += 1,
                Repair::Shift => {
                    made.push(tokens[at]);
                    at += 1;
                }
            }
        }
        made
    }

    fn edits(&self) -> usize {
        self.repairs.iter().filter(|repair| **repair != Repair::Shift).count()
    }
}

/// What is known of the input, found out when it is first asked for.
pub(crate) struct Order<'i> {
    tables: &'i Tables<'i>,
    tokens: &'i [TokenId],
    pub(super) place_of: PlaceOf<'i>,
    knowledge: &'i Knowledge,
    learnt: Option<Learnt<'i>>,
}

/// What an input says of itself.
struct Learnt<'i> {
    layout: Layout<'i>,
    model: Ngrams,
}

/// What a candidate's place in the order depends on first; the least comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Is anything inserted that is to be avoided?
    avoids: bool,
    /// Does parsing end before the input does?
    ends: bool,
    score: Reverse<Nats>,
}

impl Rank {
    /// Is its score better, and nothing else worse?
    fn is_clearly_before(&self, other: &Rank) -> bool {
        self.avoids <= other.avoids && self.ends <= other.ends && self.score < other.score
    }
}

impl<'i> Order<'i> {
    /// Nothing yet. `tokens` end in `$`.
    pub(crate) fn new(
        tables: &'i Tables<'i>,
        tokens: &'i [TokenId],
        place_of: PlaceOf<'i>,
        knowledge: &'i Knowledge,
    ) -> Self {
        Order { tables, tokens, place_of, knowledge, learnt: None }
    }

    fn learnt(&mut self) -> &Learnt<'i> {
        let Order { tables, tokens, place_of, knowledge, .. } = *self;
        self.learnt.get_or_insert_with(|| {
            let brackets = knowledge.brackets(tables);
            let layout = Layout::new(tokens, tables.token_count, brackets, place_of);
            let text = Text::of_lines(tokens, tables.token_count, &layout);
            let model = text.model(tables.token_count);
            Learnt { layout, model }
        })
    }

    /// The input's layout.
    pub(super) fn layout(&mut self) -> &Layout<'i> {
        &self.learnt().layout
    }

    /// Does a candidate put a bracket in the place of the other of its pair?
    pub(super) fn turns_bracket(&mut self, candidate: &Candidate) -> bool {
        let old = self.tokens[candidate.start];
        let layout = self.layout();
        match candidate.repairs[..] {
            [Repair::Insert(new), Repair::Delete] => {
                layout.are_pair(new, old) || layout.are_pair(old, new)
            }
            _ => false,
        }
    }

    /// `candidates`, for an error that was detected at `detected`, without those that make the same of the input as others,
    /// the best first.
    pub(super) fn best_first(
        &mut self,
        candidates: Vec<Candidate>,
        detected: usize,
        meter: &mut Meter,
    ) -> Vec<Candidate> {
        let different = different(candidates, self.tokens);
        let ranks = self.ranks(&different, detected, meter);
        let mut ranked: Vec<(Rank, Candidate)> = ranks.into_iter().zip(different).collect();
        ranked.sort_by(|(rank_a, a), (rank_b, b)| {
            let rest = |c: &Candidate| (c.edits(), Reverse(c.start));
            rank_a
                .cmp(rank_b)
                .then_with(|| rest(a).cmp(&rest(b)))
                .then_with(|| a.repairs.cmp(&b.repairs))
        });
        ranked.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// Which of `candidates` comes before the first of them although it costs more: the best of those with a better score that
    /// neither insert what is to be avoided nor get less far where the first does not.
    pub(super) fn clearly_best(
        &mut self,
        candidates: &[Candidate],
        detected: usize,
        meter: &mut Meter,
    ) -> Option<usize> {
        let ranks = self.ranks(candidates, detected, meter);
        let first = ranks.first()?;
        let better = (1..ranks.len()).filter(|at| ranks[*at].is_clearly_before(first));
        better.min_by_key(|at| ranks[*at])
    }

    fn ranks(&mut self, candidates: &[Candidate], detected: usize, meter: &mut Meter) -> Vec<Rank> {
        let Order { tables, tokens, knowledge, .. } = *self;
        let corpus = knowledge.ngrams();
        let Learnt { layout, model } = self.learnt();
        let violations = violations(layout, tokens, candidates, detected, meter);
        let text = Text::of_lines(tokens, tables.token_count, layout);
        let avoids = |candidate: &Candidate| {
            candidate.repairs.iter().any(|repair| {
                matches!(repair, Repair::Insert(token) if tables.avoid_insert[token.index()])
            })
        };
        let rank = |(candidate, violations): (&Candidate, u32)| {
            let place = (candidate.start, candidate.end());
            let gain =
                |text: &Text<'_>, model: &dyn Model| text.gain(model, place, &candidate.repairs);
            let here = gain(&text, model);
            let gain = match corpus {
                Some(corpus) => (here + gain(&Text::of_tokens(tokens), corpus)) / 2,
                None => here,
            };
            let score = gain + at_line_end(candidate, layout)
                - lag(detected, candidate.start)
                - surcharge(candidate)
                + leaning(candidate)
                - Nats::from(violations) * ngram::NAT;
            Rank { avoids: avoids(candidate), ends: !candidate.accepts, score: Reverse(score) }
        };
        candidates.iter().zip(violations).map(rank).collect()
    }
}

/// For each candidate how many layout violations there are after it.
fn violations(
    layout: &Layout<'_>,
    tokens: &[TokenId],
    candidates: &[Candidate],
    detected: usize,
    meter: &mut Meter,
) -> Vec<u32> {
    let Some(first) = candidates.iter().map(|candidate| candidate.start).min() else {
        return Vec::new();
    };
    let to = (detected + limits::LAYOUT_BEHIND).min(tokens.len() - 1);
    let mut scan = Scan::new(detected.saturating_sub(limits::FAR_LEXEMES));
    layout.go_to(&mut scan, first);
    let marks = layout.marks_between(first, to) * candidates.len();
    meter.work += (marks / limits::MARKS_A_UNIT) as u64;
    let after = |candidate: &Candidate| {
        let mut scan = scan.clone();
        layout.go_to(&mut scan, candidate.start);
        layout.violations(&scan, &candidate.repairs, to, u32::MAX)
    };
    candidates.iter().map(after).collect()
}

/// Of candidates that make the same of the input the one that begins last, in no order that means anything.
fn different(candidates: Vec<Candidate>, tokens: &[TokenId]) -> Vec<Candidate> {
    let first = candidates.iter().map(|candidate| candidate.start).min().unwrap_or(0);
    let last = candidates.iter().map(Candidate::end).max().unwrap_or(0);
    let mut kept: Vec<Candidate> = Vec::with_capacity(candidates.len());
    let mut by_text: Map<Vec<TokenId>, usize> = Map::default();
    for candidate in candidates {
        let around = [&tokens[first..candidate.start], &tokens[candidate.end()..last]];
        let text = [around[0], &candidate.made(tokens), around[1]].concat();
        let at = *by_text.get_or_insert_with(text, || kept.len());
        match kept.get_mut(at) {
            None => kept.push(candidate),
            Some(other) => {
                let rank = |c: &Candidate| (Reverse(c.start), c.edits());
                if (rank(&candidate), &candidate.repairs) < (rank(other), &other.repairs) {
                    *other = candidate;
                }
            }
        }
    }
    kept
}

/// What is added for an edit that puts something at the end of a line, or takes something away there: that is where people
/// forget, and leave standing, more than elsewhere.
fn at_line_end(candidate: &Candidate, layout: &Layout<'_>) -> Nats {
    let ends = match candidate.repairs[0] {
        Repair::Insert(_) => layout.line_ends_before(candidate.start),
        Repair::Delete => layout.line_ends_before(candidate.start + 1),
        Repair::Shift => false,
    };
    if ends { limits::LINE_END_NATS * ngram::NAT } else { 0 }
}

/// What is added for each insertion and taken off for each deletion: what is missing is forgotten more often than what stands
/// there is too much, yet a shorter text is always more usual.
fn leaning(candidate: &Candidate) -> Nats {
    let of = |repair: &Repair| match repair {
        Repair::Insert(_) => 1,
        Repair::Delete => -1,
        Repair::Shift => 0,
    };
    candidate.repairs.iter().map(of).sum::<Nats>() * ngram::NAT / limits::EDITS_A_NAT
}

/// What is taken off for an alternative, so that it must be better by that much to come first. A replacement costs more than the
/// cheapest repairs; the place of a far bracket was chosen by the layout, which counts in its score once more.
fn surcharge(candidate: &Candidate) -> Nats {
    match candidate.kind {
        RepairKind::Replacement => limits::REPLACEMENT_NATS * ngram::NAT,
        RepairKind::Bracket => limits::BRACKET_NATS * ngram::NAT,
        RepairKind::Cheapest | RepairKind::Lines => 0,
    }
}

/// What is taken off for the lexemes from the start of a repair to where the error was noticed: the odds that a mistake was
/// k lexemes before are taken to be 1 to 1 + k.
fn lag(detected: usize, start: usize) -> Nats {
    ngram::log(1 + detected.saturating_sub(start) as u64)
}
