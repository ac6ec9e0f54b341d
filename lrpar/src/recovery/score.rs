//! Order of repairs that cost the same and get equally far: the most usual first.
//!
//! Sequences are compared by the input that they make; of those that make the same input, the one
//! that begins last is kept. Each has a score, in integers: how much more usual its tokens are than
//! those that they replace, by a model of runs of four tokens made of the input itself, broken as
//! it is, or by that and one of other texts; less a little for every lexeme from its start to the
//! error; more for edits that people make ([`edits`]), and if it begins at the end of a line; less
//! for each violation of the layout ([`layout`]) that it leaves. In the model of the input the end
//! of a line is a token too: what ends and begins lines there is usual at other lines' ends.
//!
//! Cost: charged to the error's meter; a model of the input is made once for a parse. Weights and
//! terms are in `terms.rs`.

mod edits;
mod layout;
mod ngram;
mod ngram_pack;
mod ngram_text;
mod terms;
mod text;

use std::{cell::OnceCell, cmp::Reverse};

use lrtable::{TokenId, hash::Map, pack::Tables};

pub(super) use self::layout::{Layout, Scan};
pub(crate) use self::ngram::Model;
#[cfg(feature = "generator")]
pub(crate) use self::ngram_pack::with_packed;
use self::{ngram::Nats, terms::Terms, text::Text};
pub use self::{ngram::Ngrams, ngram_pack::PackedNgrams, ngram_text::NgramsError};
use super::{
    brackets::Brackets,
    budget::{Meter, Spent, get_or_make},
    knowledge::Knowledge,
    lexicon::{Lexicon, Written},
    limits,
    line_ends::LineEnds,
    sequence::{Candidate, Repair, RepairSequence},
};

/// Steps charged for scoring a candidate, beside those of its repairs, and for each repair.
const CANDIDATE_STEPS: u64 = 128;

/// What is known of the input, computed on first use.
pub(crate) struct Scoring<'i> {
    tables: &'i Tables<'i>,
    tokens: &'i [TokenId],
    pub(super) written: &'i dyn Written,
    knowledge: &'i Knowledge,
    /// A model of other texts.
    corpus: Option<&'i dyn Model>,
    /// Where line ends stand for a token.
    line_ends: OnceCell<Option<LineEnds>>,
    /// What the input says of itself. If the budget did not suffice to learn that, it is not tried
    /// again.
    learnt: OnceCell<Result<Learnt<'i>, Spent>>,
}

/// What an input says of itself: its layout and model.
struct Learnt<'i> {
    layout: Layout<'i>,
    model: Ngrams,
}

/// What decides the order of candidates before the score; the least comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Preference {
    /// Whether parsing ends before the input does.
    ends: bool,
    score: Reverse<Nats>,
}

impl Preference {
    /// Returns whether the score of one candidate is better than that of another, and it does not
    /// get less far. That it gets further does not make an alternative better: of two mistakes side
    /// by side, the small repairs of both are meant.
    pub(super) fn is_before(self, other: Preference) -> bool {
        self.ends <= other.ends && self.score < other.score
    }
}

impl<'i> Scoring<'i> {
    /// Makes a scoring for an input of `tokens`, which end in `$`; what it needs is computed on
    /// first use.
    pub(crate) fn new(
        tables: &'i Tables<'i>,
        tokens: &'i [TokenId],
        written: &'i dyn Written,
        knowledge: &'i Knowledge,
        corpus: Option<&'i dyn Model>,
    ) -> Self {
        let (line_ends, learnt) = (OnceCell::new(), OnceCell::new());
        Scoring { tables, tokens, written, knowledge, corpus, line_ends, learnt }
    }

    /// Returns the texts of tokens, as far as they are known.
    pub(super) fn lexicon(&self) -> &'i Lexicon {
        self.knowledge
            .lexicon
            .get_or_init(|| Lexicon::new(self.written.tokens(), self.tables.token_count))
    }

    /// Returns where line ends stand for a token, if they do.
    pub(super) fn line_ends(&self) -> Option<&LineEnds> {
        let find = || self.written.line_ends()?.before(self.tables.eof());
        self.line_ends.get_or_init(find).as_ref()
    }

    /// Returns the model of other texts.
    pub(super) fn corpus(&self) -> Option<&'i dyn Model> {
        self.corpus
    }

    /// Returns whether there is a model of other texts.
    pub(super) fn has_corpus(&self) -> bool {
        self.corpus.is_some()
    }

    /// Returns the model of people's edits, and the number of different tokens in the model of
    /// texts that it belongs to.
    fn edit_model(&self) -> Option<(&'i dyn Model, u64)> {
        let corpus = self.corpus?;
        Some((corpus.edits()?, corpus.tokens()))
    }

    fn learnt(&self, meter: &Meter) -> Result<&Learnt<'i>, Spent> {
        self.learnt.get_or_init(|| self.learn(meter)).as_ref().map_err(|spent| *spent)
    }

    fn learn(&self, meter: &Meter) -> Result<Learnt<'i>, Spent> {
        let Scoring { tables, tokens, written, .. } = *self;
        let brackets = self.brackets(meter)?;
        let layout = Layout::new(tokens, tables.token_count, brackets, written, meter)?;
        let text = Text { tokens, layout: Some(&layout) };
        let model = text.model(tables.token_count, meter)?;
        Ok(Learnt { layout, model })
    }

    /// Returns the brackets of the grammar.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn brackets(&self, meter: &Meter) -> Result<&'i Brackets, Spent> {
        get_or_make(&self.knowledge.brackets, || Brackets::new(self.tables, meter))
    }

    /// Returns the layout of the input.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn layout(&self, meter: &Meter) -> Result<&Layout<'i>, Spent> {
        Ok(&self.learnt(meter)?.layout)
    }

    /// Sorts `candidates` for an error detected at `detected`, the best first, and removes those
    /// that make the same input as others. If the budget is spent, they stay as they are.
    pub(super) fn best_first(
        &self,
        candidates: &mut Vec<Candidate>,
        detected: usize,
        meter: &Meter,
    ) -> Result<(), Spent> {
        // The input is not learnt for nothing: that takes a while where it is long.
        if candidates.len() < 2 {
            return Ok(());
        }
        *candidates = different(candidates, self.tokens, meter)?;
        let preferences = self.preferences(candidates, detected, meter)?;
        let mut ranked: Vec<(Preference, Candidate)> =
            preferences.into_iter().zip(candidates.drain(..)).collect();
        ranked.sort_by(|(a, Candidate { sequence: x, .. }), (b, Candidate { sequence: y, .. })| {
            let rest = |one: &RepairSequence| (one.edits(), Reverse(one.start));
            a.cmp(b).then_with(|| (rest(x), &x.repairs).cmp(&(rest(y), &y.repairs)))
        });
        candidates.extend(ranked.into_iter().map(|(_, candidate)| candidate));
        Ok(())
    }

    /// Returns whether a sequence replaces a bracket by the other of its pair, which lessens layout
    /// violations too easily.
    pub(super) fn turns_bracket(&self, sequence: &RepairSequence, meter: &Meter) -> bool {
        let [Repair::Insert(new), Repair::Delete] = sequence.repairs[..] else { return false };
        let old = self.tokens[sequence.start];
        let are_pair = |pairs: &Brackets| pairs.opens(new, old) || pairs.opens(old, new);
        self.layout(meter).is_ok_and(|layout| are_pair(layout.brackets))
    }

    /// Returns what decides the order of `candidates`, for each.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn preferences(
        &self,
        candidates: &[Candidate],
        detected: usize,
        meter: &Meter,
    ) -> Result<Vec<Preference>, Spent> {
        let Scoring { tokens, corpus, .. } = *self;
        let Learnt { layout, model } = self.learnt(meter)?;
        let violations = violations(layout, tokens, candidates, detected, meter)?;
        let text = Text { tokens, layout: Some(layout) };
        let terms = Terms { scoring: self, layout, lexicon: self.lexicon(), detected };
        let preference = |(candidate, violations): (&Candidate, u32)| {
            let Candidate { sequence, accepts, .. } = candidate;
            meter.charge(CANDIDATE_STEPS * (1 + sequence.repairs.len() as u64))?;
            let place = (sequence.start, sequence.end());
            let gain =
                |text: &Text<'_>, model: &dyn Model| text.gain(model, place, &sequence.repairs);
            let here = gain(&text, model);
            let gain = match corpus {
                Some(corpus) => {
                    let there = gain(&Text { tokens, layout: None }, corpus);
                    (terms::INPUT_EIGHTHS * here + terms::CORPUS_EIGHTHS * there) / 8
                }
                None => here,
            };
            let score = gain + terms.of(candidate, violations);
            Ok(Preference { ends: !accepts, score: Reverse(score) })
        };
        candidates.iter().zip(violations).map(preference).collect()
    }
}

/// Returns, for each candidate, the number of layout violations after it.
fn violations(
    layout: &Layout<'_>,
    tokens: &[TokenId],
    candidates: &[Candidate],
    detected: usize,
    meter: &Meter,
) -> Result<Vec<u32>, Spent> {
    let starts = candidates.iter().map(|candidate| candidate.sequence.start);
    let Some(first) = starts.min() else { return Ok(Vec::new()) };
    let to = (detected + limits::LAYOUT_AHEAD).min(tokens.len() - 1);
    let mut scan = Scan::new(detected.saturating_sub(limits::FAR_LEXEMES));
    layout.go_to(&mut scan, first, meter)?;
    let after = |candidate: &Candidate| {
        let mut scan = scan.clone();
        layout.go_to(&mut scan, candidate.sequence.start, meter)?;
        layout.violations(&scan, &candidate.sequence.repairs, to, u32::MAX, meter)
    };
    candidates.iter().map(after).collect()
}

/// Returns, of candidates that make the same input, the one that begins last; in no particular
/// order.
///
/// # Errors
///
/// If the budget is spent.
fn different(
    candidates: &[Candidate],
    tokens: &[TokenId],
    meter: &Meter,
) -> Result<Vec<Candidate>, Spent> {
    let sequences = || candidates.iter().map(|candidate| &candidate.sequence);
    let first = sequences().map(|sequence| sequence.start).min().unwrap_or(0);
    let last = sequences().map(RepairSequence::end).max().unwrap_or(0);
    meter.room_for((last - first) * candidates.len() * size_of::<TokenId>())?;
    let mut kept: Vec<&Candidate> = Vec::with_capacity(candidates.len());
    let mut by_text: Map<Vec<TokenId>, usize> = Map::default();
    for candidate in candidates {
        meter.charge((last - first) as u64)?;
        let new = &candidate.sequence;
        let text = made_between(first, new, last, tokens);
        let at = *by_text.get_or_insert_with(text, || kept.len());
        let Some(known) = kept.get_mut(at) else {
            kept.push(candidate);
            continue;
        };
        let place = |one: &RepairSequence| (Reverse(one.start), one.edits());
        let likely = |one: &Candidate| Reverse(one.kind.nats());
        let old = &known.sequence;
        if (place(new), &new.repairs, likely(candidate)) < (place(old), &old.repairs, likely(known))
        {
            *known = candidate;
        }
    }
    Ok(kept.into_iter().cloned().collect())
}

/// Returns the tokens that a sequence makes of the lexemes from `first` to before `last`.
fn made_between(
    first: usize,
    sequence: &RepairSequence,
    last: usize,
    tokens: &[TokenId],
) -> Vec<TokenId> {
    let around = [&tokens[first..sequence.start], &tokens[sequence.end()..last]];
    [around[0], &sequence.made(|at| tokens[at]), around[1]].concat()
}

/// Returns whether two sequences make the same input.
pub(super) fn make_the_same(a: &RepairSequence, b: &RepairSequence, tokens: &[TokenId]) -> bool {
    let (first, last) = (a.start.min(b.start), a.end().max(b.end()));
    let made = |sequence| made_between(first, sequence, last, tokens);
    a.growth() == b.growth() && made(a) == made(b)
}
