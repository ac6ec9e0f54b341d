//! Makes a model of valid samples of a language, and measures how much it helps on samples that it
//! has not seen.
//!
//! In: a language, samples, and perhaps pairs of texts that people broke and fixed. Out: the text
//! of an n-gram model, with one of people's edits if there are pairs, by which `restart` puts
//! repairs in order, what it was made of, and its gain. For the gain, pairs or else samples are
//! dealt into folds; the mistakes of each fold's pairs, or mutants of its samples, are repaired
//! with a model of the other folds, and compared with repairs without a model. Cost: recovery
//! from each mistake twice.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::Arc,
};

use lrpar::recovery::Ngrams;

use super::evaluation::{
    self, Progress, Sample, as_text,
    broken_samples::{Mutant, few_edits, mutants},
    gain::{Gain, gain},
    verdicts::{Sums, measured, sums, verdict},
};
use crate::{
    lab::{
        fixes::count_fixes,
        limits::EVALUATED_LEXEMES,
        quality::single_errors::{SingleError, cases},
    },
    language::{Language, parses},
    output::write_lines,
};

/// Largest number of folds.
const FOLDS: usize = 5;

/// Options of a training.
#[derive(Clone, Debug)]
pub struct Options {
    /// The length of the longest runs.
    pub order: usize,
    /// How often a run must have been seen; more seldom ones are left out.
    pub seen: u64,
    /// How the gain is measured.
    pub evaluation: evaluation::Options,
}

/// A text that a person broke, and its next version that parses.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The broken text.
    pub broken: Sample,
    /// The fixed text.
    pub fixed: Sample,
}

/// Result of [`train`].
#[derive(Clone, Debug)]
pub struct Training {
    /// The model's text, which [`Ngrams::of_grammar`] reads.
    pub model: String,
    /// The number of samples that were counted, with the fixed texts of pairs.
    pub samples: usize,
    /// The number of people's fixes that were counted.
    pub fixes: usize,
    /// The samples and pairs that were left out, by name, each with the reason.
    pub left_out: Vec<(String, String)>,
    /// The number of tokens that were counted, with one at the end of each sample.
    pub tokens: usize,
    /// The number of different runs in the model.
    pub runs: usize,
    /// The length of the longest runs.
    pub order: usize,
    /// The number of folds.
    pub folds: usize,
    /// The gain on samples that a model has not seen, or why it cannot be measured.
    pub gain: Result<Gain, &'static str>,
}

impl Training {
    /// Returns the gain if it is a loss that is not chance: a model of other samples puts the fix
    /// first less often than none.
    pub fn loss(&self) -> Option<&Gain> {
        self.gain.as_ref().ok().filter(|gain| gain.gain.high < 0.0)
    }
}

/// A sample, with people's mistakes in it.
struct Known {
    sample: Sample,
    mistakes: Vec<SingleError>,
}

/// Makes a model of the samples that parse, and of people's fixes.
///
/// ```
/// use nimbleparse::{
///     lab::{evaluation::{self, Sample, proposals::ORDER}, training::{Options, train}},
///     language::{Recovery, builtin},
/// };
/// let sample = |name: &str, text: &str| Sample { name: name.to_string(), text: text.to_string() };
/// let samples = vec![sample("a", "[1, 2]"), sample("b", "[true, 3]"), sample("c", "[1 2]")];
/// let evaluation = evaluation::Options { seed: 0, count: 10, recovery: Recovery::default() };
/// let options = Options { order: ORDER, seen: 1, evaluation };
/// let json = builtin("json").unwrap();
/// let trained = train(json, samples, Vec::new(), &options, &mut |_, _, _| {}).unwrap();
/// assert_eq!((trained.samples, trained.tokens, trained.folds), (2, 12, 2));
/// assert_eq!(trained.left_out, [("c".to_string(), "does not parse".to_string())]);
/// ```
///
/// # Errors
///
/// If no sample parses.
pub fn train(
    mut language: Language,
    samples: Vec<Sample>,
    pairs: Vec<Pair>,
    options: &Options,
    progress: Progress<'_>,
) -> Result<Training, String> {
    language.ngrams = None;
    let (samples, left_out): (Vec<_>, Vec<_>) =
        samples.into_iter().partition(|sample| parses(&language, &sample.text));
    let reason = |sample: Sample| (sample.name, "does not parse".to_string());
    let mut left_out: Vec<(String, String)> = left_out.into_iter().map(reason).collect();
    let without = |sample| Known { sample, mistakes: Vec::new() };
    let mut known: Vec<Known> = samples.into_iter().map(without).collect();
    let (done, of) = (known.len(), pairs.len());
    for (at, Pair { broken, fixed }) in pairs.into_iter().enumerate() {
        progress("compared pairs", at + 1, of);
        match cases(&language, &broken.text, &fixed.text) {
            Ok(cases) => known.push(Known { sample: fixed, mistakes: few_edits(Ok(cases)) }),
            Err(why) => left_out.push((broken.name, format!("says nothing: {why}"))),
        }
    }
    if known.is_empty() {
        let name =
            left_out.first().map_or(String::new(), |(name, _)| format!(", such as '{name}'"));
        return Err(format!("no sample parses{name}"));
    }
    let model = model(&language, &known.iter().collect::<Vec<_>>(), options);
    let words = |one: &Known| language.words(&one.sample.text).len() + 1;
    let (samples, tokens) = (known.len(), known.iter().map(words).sum());
    let fixes = known.iter().map(|one| one.mistakes.len()).sum();
    let text = model.to_text(&language.table.grammar);
    let (order, runs) = (options.order, model.runs());
    let pairs = known.split_off(done);
    let (gain, folds) = held_out(&mut language, known, pairs, options, progress);
    Ok(Training { model: text, samples, fixes, left_out, tokens, runs, order, folds, gain })
}

/// Makes a model of samples and fixes as `options` ask for it.
fn model(language: &Language, known: &[&Known], options: &Options) -> Ngrams {
    let texts = known.iter().map(|one| one.sample.text.as_str());
    let mut model = language.model(options.order, texts).without_rare(options.seen);
    for one in known {
        count_fixes(language, &mut model, &one.mistakes);
    }
    model
}

/// Returns the gain of models on the mistakes of pairs that they have not seen or, if there are no
/// pairs, on mutants of samples; and the number of folds.
fn held_out(
    language: &mut Language,
    samples: Vec<Known>,
    pairs: Vec<Known>,
    options: &Options,
    progress: Progress<'_>,
) -> (Result<Gain, &'static str>, usize) {
    let by_people = !pairs.is_empty();
    let is_tried = |one: &Known| {
        by_people != one.mistakes.is_empty()
            && language.words(&one.sample.text).len() <= EVALUATED_LEXEMES
    };
    // No mistakes in other samples are tried, so every model may know them.
    let (tried, others): (Vec<_>, Vec<_>) = samples.into_iter().chain(pairs).partition(is_tried);
    let short: Vec<Sample> = tried.iter().map(|one| one.sample.clone()).collect();
    let folds = folds_of(&short);
    let count = folds.iter().max().map_or(0, |last| last + 1);
    if count < 2 {
        return (Err("it takes two samples that differ: name more"), count);
    }
    let all = match by_people {
        true => tried.iter().enumerate().map(|(at, one)| of_people(at, one)).collect(),
        false => mutants(language, &short, &options.evaluation, progress),
    };
    if all.iter().all(|mutant| mutant.cases.is_empty()) {
        return (Err("no sample could be broken: name longer ones, or more"), count);
    }
    let verdicts = measured(language, &all, &options.evaluation, &mut |done, of| {
        progress("repaired without a model", done, of);
    });
    let before: Vec<Sums> = verdicts.iter().map(|verdicts| sums(verdicts)).collect();
    let mut after = before.clone();
    let mut done = 0;
    for fold in 0..count {
        let seen = tried.iter().zip(&folds).filter(|(_, other)| **other != fold);
        let known: Vec<&Known> = seen.map(|(one, _)| one).chain(&others).collect();
        language.ngrams = Some(Arc::new(model(language, &known, options)));
        let is_unseen = |mutant: &Mutant| folds[mutant.sample] == fold;
        for (mutant, sum) in all.iter().zip(&mut after).filter(|(mutant, _)| is_unseen(mutant)) {
            let verdict = |case| verdict(language, case, &options.evaluation);
            *sum = sums(&mutant.cases.iter().map(verdict).collect::<Vec<_>>());
            done += 1;
            progress("repaired with one", done, all.len());
        }
    }
    (Ok(gain(&before, &after)), count)
}

/// Returns what a person broke as a mutant of the sample at an index.
fn of_people(sample: usize, known: &Known) -> Mutant {
    Mutant {
        sample,
        truth: known.sample.text.clone(),
        done: Vec::new(),
        text: String::new(),
        cases: known.mistakes.clone(),
        accepted_by: Vec::new(),
    }
}

/// Deals samples into folds; equal texts are in one, as otherwise a model would know what it is
/// tried on.
fn folds_of(samples: &[Sample]) -> Vec<usize> {
    let mut nth = BTreeMap::new();
    let fold = |sample| {
        let next = nth.len();
        *nth.entry(sample).or_insert(next) % FOLDS
    };
    samples.iter().map(|sample| sample.text.as_str()).map(fold).collect()
}

/// Writes what was learnt, for people; the model is in the file `out`.
///
/// # Errors
///
/// If writing fails.
pub fn write_text(out: &mut impl Write, trained: &Training, file: &str) -> io::Result<()> {
    let Training { samples, fixes, tokens, runs, order, folds, .. } = trained;
    let (fixed, whose) = match fixes {
        0 => (String::new(), ""),
        _ => (format!(", and {fixes} fixes"), "person's "),
    };
    let mut text = String::new();
    for (name, why) in &trained.left_out {
        text.push_str(&format!("left out: '{name}' {why}\n"));
    }
    text.push_str(&format!(
        "'{file}' counts {runs} runs of up to {order} tokens in {samples} samples of {tokens} tokens{fixed}: {} bytes\n",
        trained.model.len()
    ));
    text.push_str(&match &trained.gain {
        Err(why) => format!("How much it helps cannot be measured: {why}\n"),
        Ok(gain) => format!(
            "\nThe {whose}fix is the first repair, without a model and with one of other samples ({folds} folds), in % and points (95 %)\n{}",
            as_text::worth(gain)
        ),
    });
    if trained.gain.as_ref().is_ok_and(|gain| !gain.is_any()) {
        text.push_str(&format!("Name more samples, or remove '{file}': it may do harm\n"));
    }
    write_lines(out, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_in_one_fold() {
        let sample = |text: &&str| Sample { name: String::new(), text: text.to_string() };
        let samples: Vec<Sample> =
            ["a", "b", "a", "c", "d", "e", "b", "f", "g"].iter().map(sample).collect();
        assert_eq!(folds_of(&samples), [0, 1, 0, 2, 3, 4, 1, 0, 1]);
    }
}
