//! Makes mutants of samples: broken texts with their mistakes, and texts that parse by productions
//! that no sample uses.

use std::collections::BTreeSet;

use lrtable::{ProdId, TokenId, random::Random, statetable::Action};

use super::{Options, Progress, Sample};
use crate::{
    lab::limits::{EVALUATED_EDITS, EVALUATED_TRIES},
    lab::{
        mutants::{Mutator, generator, mistake_mix::Mix, vocabulary::Vocabulary},
        quality::single_errors::{SingleError, cases, changes},
    },
    language::{Language, parser_steps, parses},
    limits::GENERATED_BYTES,
};

/// A mutant: a sample with operations applied.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The index of the sample.
    pub sample: usize,
    /// The text of the sample.
    pub truth: String,
    /// The operations, in words.
    pub done: Vec<String>,
    /// The text of the mutant.
    pub text: String,
    /// The mistakes of few edits; empty if the text parses.
    pub cases: Vec<SingleError>,
    /// The productions that no sample uses and by which the mutant parses.
    pub accepted_by: Vec<ProdId>,
}

impl Mutant {
    /// Returns the number of bytes of its texts.
    fn bytes(&self) -> usize {
        let cases = self.cases.iter().map(|case| case.text.len());
        self.truth.len() + self.text.len() + cases.sum::<usize>()
    }
}

/// Returns up to `options.count` mutants with mistakes, made from the samples in turn; and those
/// that parse by productions that no sample uses. There are fewer if they have more than
/// [`GENERATED_BYTES`].
pub fn mutants(
    language: &Language,
    samples: &[Sample],
    options: &Options,
    progress: Progress<'_>,
) -> Vec<Mutant> {
    let vocabulary = Vocabulary::of(language, samples.iter().map(|sample| sample.text.as_str()));
    let mix = Mix::default();
    let (vocabulary, mix) = (&vocabulary, &mix);
    let mutator = Mutator { language, vocabulary, mix, edits: None, hard: false };
    let mut used = BTreeSet::new();
    for sample in samples {
        used.extend(productions(language, &language.tokens(&sample.text)));
    }
    let (mut found, mut broken, mut bytes) = (Vec::new(), 0, 0);
    for at in 0..options.count.saturating_mul(EVALUATED_TRIES) {
        if broken == options.count || bytes > GENERATED_BYTES {
            break;
        }
        let (sample, round) = (at % samples.len(), at / samples.len());
        let Sample { name, text } = &samples[sample];
        let mut random = generator(options.seed, name, round);
        let Some(mutant) = mutant(&mutator, (sample, text), &used, &mut random) else { continue };
        broken += usize::from(!mutant.cases.is_empty());
        bytes += mutant.bytes();
        found.push(mutant);
        progress("made mutants", broken, options.count);
    }
    found
}

/// Returns a mutant of a sample, if it has mistakes of few edits, or parses by productions not in
/// `used`.
fn mutant(
    mutator: &Mutator<'_>,
    (sample, truth): (usize, &str),
    used: &BTreeSet<ProdId>,
    random: &mut Random,
) -> Option<Mutant> {
    let language = mutator.language;
    let edits = mutator.mix.edits(random);
    let made = mutator.edit(truth, edits, random)?;
    let (mut found, mut accepted_by) = (Vec::new(), Vec::new());
    if !parses(language, &made.text) {
        found = few_edits(cases(language, &made.text, truth));
    } else if edits == 1 {
        let by = productions(language, &language.tokens(&made.text));
        accepted_by = by.difference(used).copied().collect();
    }
    let is_any = !found.is_empty() || !accepted_by.is_empty();
    let (truth, text, done) = (truth.to_string(), made.text, made.done);
    is_any.then_some(Mutant { sample, truth, done, text, cases: found, accepted_by })
}

/// Returns the cases that a person would call one mistake.
pub(in crate::lab) fn few_edits(cases: Result<Vec<SingleError>, &'static str>) -> Vec<SingleError> {
    let mut cases = cases.unwrap_or_default();
    cases.retain(|case| changes(&case.fix) <= EVALUATED_EDITS);
    cases
}

/// Returns the productions by which a sentence parses.
pub(super) fn productions(language: &Language, tokens: &[TokenId]) -> BTreeSet<ProdId> {
    let mut used = BTreeSet::new();
    parser_steps::run(&language.table.table.tables(), tokens, |_, _, action| {
        if let Action::Reduce(prod) = action {
            used.insert(prod);
        }
    });
    used
}
