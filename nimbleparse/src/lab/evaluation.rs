//! Evaluates how good the repairs of a grammar are, and what would improve them: measured on
//! mutants of valid samples.
//!
//! In: a lex and a Yacc file, and samples. Out: measurements and proposals, as data. Samples are
//! broken as people break texts ([`mutants`](crate::lab::mutants)), so that the fix of each mistake
//! is known, and repairs are compared with it ([`quality`](crate::lab::quality)). Changes of the
//! grammar are searched on the mutants of one half of the samples, and their gain is measured on
//! those of the other half. The result depends on the texts and the seed alone. Cost: recovery from
//! each mistake for each change that is tried, some forty of them.

pub mod as_json;
pub mod as_text;
pub mod broken_samples;
pub mod gain;
pub mod grammar_change;
pub mod proposals;
pub mod raw_names;
pub mod verdicts;

use super::intervals::Estimate;
use crate::{
    Error, ErrorKind,
    lab::limits::{EVALUATED_LEXEMES, SLOWEST},
    language::{Language, Recovery, parses},
};

use broken_samples::{Mutant, mutants};
use gain::{Gain, share};
use grammar_change::Sources;
use proposals::{Half, Proposal};
use verdicts::{Sums, Verdict, measured, sums};

/// A sample: a text in the language.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The sample's name in messages.
    pub name: String,
    /// The content of the sample.
    pub text: String,
}

/// Options of an evaluation.
#[derive(Clone, Debug)]
pub struct Options {
    /// Seed of the mutants; samples, count and seed determine them.
    pub seed: u64,
    /// The number of mutants.
    pub count: usize,
    /// The recoverer and its options.
    pub recovery: Recovery,
}

/// Result of [`evaluate`]: measurements and proposals.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The number of samples that were broken.
    pub samples: usize,
    /// The samples that were left out, by name, each with the reason.
    pub left_out: Vec<(String, String)>,
    /// The number of mutants with a mistake.
    pub mutants: usize,
    /// The number of mistakes, for each of which the repairs are compared with the fix.
    pub mistakes: u64,
    /// The percentage of mistakes whose fix is among the repairs.
    pub in_set: Estimate,
    /// The percentage of mistakes whose fix is the first repair.
    pub first: Estimate,
    /// The percentage of mistakes whose fix is among the first five repairs.
    pub among_five: Estimate,
    /// The number of mistakes that cause more than one error.
    pub cascades: u64,
    /// The number of errors beyond one for each mistake.
    pub further_errors: u64,
    /// The mistake with the most errors, and their number.
    pub longest_cascade: Option<(String, u64)>,
    /// Units of work for a mistake: median, 90th and 99th percentile.
    pub work: [u64; 3],
    /// The mistakes that take most work, each with its units.
    pub slowest: Vec<(String, u64)>,
    /// Fixes that are not the first repair, each with the first repair and how often that happened.
    pub misses: Vec<(String, String, usize)>,
    /// The numbers of mistakes on which proposals were searched, and on which their gain was
    /// measured.
    pub parts: (u64, u64),
    /// The proposed changes, each with its gain.
    pub proposals: Vec<Proposal>,
    /// The gain of all proposals together, except those that remove a production.
    pub together: Option<Gain>,
}

/// Callback for progress: what is done, how much of it, of how much.
pub type Progress<'p> = &'p mut dyn FnMut(&str, usize, usize);

/// Measures the repairs of a language on mutants of samples, and proposes changes.
///
/// ```
/// use nimbleparse::lab::evaluation::{Options, Sample, evaluate, grammar_change::Sources};
/// use nimbleparse::language::Recovery;
/// let lex = ("sum.l".to_string(), "%%\n[0-9]+ 'INT'\n\\+ '+'\n[ ]+ ;".to_string());
/// let yacc = ("sum.y".to_string(), "%%\nSum: Sum '+' 'INT' | 'INT';".to_string());
/// let sample = Sample { name: "a.sum".to_string(), text: "1 + 2 + 3 + 4".to_string() };
/// let options = Options { seed: 1, count: 5, recovery: Recovery::default() };
/// let found = evaluate(&Sources { lex, yacc }, vec![sample], &options, &mut |_, _, _| {});
/// let found = found.unwrap();
/// assert_eq!((found.samples, found.mutants), (1, 5));
/// ```
///
/// # Errors
///
/// The mistakes in the sources, rendered; or that no sample is valid, or can be broken.
pub fn evaluate(
    sources: &Sources,
    samples: Vec<Sample>,
    options: &Options,
    progress: Progress<'_>,
) -> Result<Evaluation, Error> {
    let language = sources.language(&[])?;
    let (samples, left_out) = valid(&language, samples);
    if samples.is_empty() {
        let why = left_out.first().map_or(String::new(), |(name, why)| format!(": '{name}' {why}"));
        return Err(Error::new(ErrorKind::Impossible, format!("no sample is valid{why}")));
    }
    let all = mutants(&language, &samples, options, progress);
    if all.iter().all(|mutant| mutant.cases.is_empty()) {
        let why = "no sample could be broken: name longer samples, or more";
        return Err(Error::new(ErrorKind::Impossible, why));
    }
    let verdicts = measured(&language, &all, options, &mut |done, of| progress("parsed", done, of));
    let mut evaluation = told(&samples, &all, &verdicts);
    evaluation.left_out = left_out;
    let [found_on, stated_on] = Half::both(&all, &verdicts, samples.len());
    evaluation.parts = (found_on.mistakes(), stated_on.mistakes());
    let parts = [&found_on, &stated_on];
    let found = proposals::propose((sources, &language), &samples, parts, options, progress);
    (evaluation.proposals, evaluation.together) = found;
    Ok(evaluation)
}

/// Splits samples into those that parse, and the names of the others with the reason.
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

/// Summarises the verdicts on all mutants.
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
        misses: verdicts::misses(flat().map(|(_, verdict)| verdict)),
        parts: (0, 0),
        proposals: Vec::new(),
        together: None,
    }
}
