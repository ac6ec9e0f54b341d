//! How good the repairs of a grammar are, and what would make them better: measured on mutants of valid samples.
//!
//! In go a lex and a Yacc file and texts; out comes what was measured, with proposals, as data. Samples are broken as people break
//! texts ([`mutate`](crate::mutate)), so the fix of each mistake is known, and repairs are held against it
//! ([`quality`](crate::quality)). Changes of the grammar are looked for on the mutants of one half of the samples, and what each is worth
//! is said of those of the other half. Everything follows from the texts and the seed. The cost is that of recovery from each mistake for
//! each change that is tried, some forty of them.

pub mod change;
pub mod compare;
pub mod json;
pub mod measure;
pub mod mutants;
pub mod propose;
pub mod raw;
pub mod text;

use crate::{
    bootstrap::Estimate,
    language::Language,
    limits::{EVALUATED_LEXEMES, SLOWEST},
    run::{Recovery, parses},
};

use change::Specification;
use compare::{Gain, share};
use measure::{Sums, Verdict, measured, sums};
use mutants::{Mutant, mutants};
use propose::{Part, Proposal};

/// A text in the language.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its name in messages.
    pub name: String,
    /// The text.
    pub text: String,
}

/// What is measured.
#[derive(Clone, Debug)]
pub struct Options {
    /// Determines the mutants, together with samples and count.
    pub seed: u64,
    /// How many there are.
    pub count: usize,
    /// What is done about errors.
    pub recovery: Recovery,
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Samples that were broken.
    pub samples: usize,
    /// Samples that were not, and why.
    pub left_out: Vec<(String, String)>,
    /// Mutants with a mistake.
    pub mutants: usize,
    /// Their mistakes: the repairs of each are held against its fix.
    pub mistakes: u64,
    /// In how many the fix is among the repairs, in percent …
    pub in_set: Estimate,
    /// … the first of them …
    pub first: Estimate,
    /// … among the first five.
    pub among_five: Estimate,
    /// Mistakes that give more than one error.
    pub cascades: u64,
    /// Errors of all mistakes, beyond one each.
    pub further_errors: u64,
    /// The mistake with the most errors, and how many.
    pub longest_cascade: Option<(String, u64)>,
    /// Units of work of a mistake: the median, nine tenths, 99 of a hundred.
    pub work: [u64; 3],
    /// The mistakes that take most work, with it.
    pub slowest: Vec<(String, u64)>,
    /// Fixes, the repair that came first in their stead, and how often.
    pub misses: Vec<(String, String, usize)>,
    /// Mistakes on which proposals were found, and others on which their gain is stated.
    pub parts: (u64, u64),
    /// What helps.
    pub proposals: Vec<Proposal>,
    /// What all proposals are worth together, those that remove a production left out.
    pub together: Option<Gain>,
}

/// Told how far an evaluation is: what is done, how much of it, of how much.
pub type Progress<'p> = &'p mut dyn FnMut(&str, usize, usize);

/// Measures.
///
/// # Errors
///
/// What is wrong with the specification, rendered; or that no sample is valid, or can be broken.
pub fn evaluate(
    specification: &Specification,
    samples: Vec<Sample>,
    options: &Options,
    progress: Progress<'_>,
) -> Result<Evaluation, String> {
    let language = specification.language(&[])?;
    let (samples, left_out) = valid(&language, samples);
    if samples.is_empty() {
        let why = left_out.first().map_or(String::new(), |(name, why)| format!(": '{name}' {why}"));
        return Err(format!("no sample is valid{why}"));
    }
    let all = mutants(&language, &samples, options, progress);
    if all.iter().all(|mutant| mutant.cases.is_empty()) {
        return Err("no sample could be broken: name longer samples, or more".to_string());
    }
    let verdicts = measured(&language, &all, options, &mut |done, of| progress("parsed", done, of));
    let mut evaluation = told(&samples, &all, &verdicts);
    evaluation.left_out = left_out;
    let [found_on, stated_on] = Part::both(&all, &verdicts, samples.len());
    evaluation.parts = (found_on.mistakes(), stated_on.mistakes());
    let parts = [&found_on, &stated_on];
    let found = propose::propose((specification, &language), &samples, parts, options, progress);
    (evaluation.proposals, evaluation.together) = found;
    Ok(evaluation)
}

/// The samples that parse, and the others, with the reason.
fn valid(language: &Language, samples: Vec<Sample>) -> (Vec<Sample>, Vec<(String, String)>) {
    let mut left_out = Vec::new();
    let is_valid = |sample: &Sample| {
        let lexemes = language.words(&sample.text).len();
        let why = if lexemes > EVALUATED_LEXEMES {
            format!("has {lexemes} lexemes, of at most {EVALUATED_LEXEMES}: cut it")
        } else if !parses(language, &sample.text) {
            "does not parse".to_string()
        } else {
            return true;
        };
        left_out.push((sample.name.clone(), why));
        false
    };
    let samples = samples.into_iter().filter(is_valid).collect();
    (samples, left_out)
}

/// What the verdicts on all mutants say.
fn told(samples: &[Sample], all: &[Mutant], verdicts: &[Vec<Verdict>]) -> Evaluation {
    let by_mutant: Vec<Sums> = verdicts.iter().map(|verdicts| sums(verdicts)).collect();
    let total = by_mutant.iter().fold(Sums::default(), |total, one| total.and(one));
    let flat = || {
        let of = all.iter().zip(verdicts);
        of.flat_map(|(mutant, verdicts)| verdicts.iter().map(move |verdict| (mutant, verdict)))
    };
    let named = |mutant: &Mutant, verdict: &Verdict| {
        let (line, column) = verdict.place;
        let name = &samples[mutant.sample].name;
        format!("'{name}' with {}, noticed at {line}:{column}", mutant.done.join(", "))
    };
    let mut work: Vec<u64> = flat().map(|(_, verdict)| verdict.work).collect();
    work.sort_unstable();
    let at = |hundredths: usize| work.get((work.len() * hundredths / 100).min(work.len() - 1));
    let mut slowest: Vec<_> = flat().collect();
    slowest.sort_by_key(|(_, verdict)| std::cmp::Reverse(verdict.work));
    let longest = flat().max_by_key(|(_, verdict)| verdict.errors);
    Evaluation {
        samples: samples.len(),
        left_out: Vec::new(),
        mutants: all.iter().filter(|mutant| !mutant.cases.is_empty()).count(),
        mistakes: total.cases,
        in_set: share(&by_mutant, |sums| sums.in_set),
        first: share(&by_mutant, |sums| sums.first),
        among_five: share(&by_mutant, |sums| sums.among_five),
        cascades: flat().filter(|(_, verdict)| verdict.errors > 1).count() as u64,
        further_errors: flat().map(|(_, verdict)| verdict.errors.saturating_sub(1)).sum(),
        longest_cascade: longest
            .filter(|(_, verdict)| verdict.errors > 1)
            .map(|(mutant, verdict)| (named(mutant, verdict), verdict.errors)),
        work: [50, 90, 99].map(|hundredths| at(hundredths).copied().unwrap_or(0)),
        slowest: slowest[..slowest.len().min(SLOWEST)]
            .iter()
            .map(|(mutant, verdict)| (named(mutant, verdict), verdict.work))
            .collect(),
        misses: measure::misses(flat().map(|(_, verdict)| verdict)),
        parts: (0, 0),
        proposals: Vec::new(),
        together: None,
    }
}
