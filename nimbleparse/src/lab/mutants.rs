//! Makes broken texts with a known fix from valid ones; a seed gives equal texts on every machine.

pub mod hard_mistakes;
pub mod learn_from_pairs;
pub mod mistake_mix;
pub mod mistake_templates;
pub mod token_operations;
pub mod vocabulary;

use std::hash::Hasher as _;

use fnv::FnvHasher;
use lrtable::random::Random;

use crate::language::{Language, parses};
use hard_mistakes::Hard;
use mistake_mix::{Mistake, Mix};
use vocabulary::Vocabulary;

/// Number of attempts to break a text, and to apply an operation.
const TRIES: usize = 20;

/// A broken text, and the operations that made it from a valid one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The broken text.
    pub text: String,
    /// The operations in words, each with the lexeme at which it was done.
    pub done: Vec<String>,
}

/// Settings for breaking texts of one language.
///
/// ```
/// use nimbleparse::language::{builtin, parses};
/// use nimbleparse::lab::mutants::{Mutator, generator, mistake_mix::Mix, vocabulary::Vocabulary};
/// let (language, text) = (builtin("calc").unwrap(), "1 + 2 * (3 + 4)");
/// let (vocabulary, mix) = (Vocabulary::of(&language, [text]), Mix::default());
/// let language = &language;
/// let mutator =
///     Mutator { language, vocabulary: &vocabulary, mix: &mix, edits: None, hard: false };
/// let mutant = mutator.mutant(text, &mut generator(1, "a.calc", 0)).unwrap();
/// assert!(!parses(&language, &mutant.text));
/// ```
pub struct Mutator<'a> {
    /// The language of the texts.
    pub language: &'a Language,
    /// The texts of tokens.
    pub vocabulary: &'a Vocabulary,
    /// The relative frequencies of operations.
    pub mix: &'a Mix,
    /// The fewest and the most operations on a text; `None` for those of the mix.
    pub edits: Option<(usize, usize)>,
    /// Whether one hard mistake is made instead of operations of the mix.
    pub hard: bool,
}

impl Mutator<'_> {
    /// Returns a text that does not parse, made from `text`, which does; `None` if none was found.
    pub fn mutant(&self, text: &str, random: &mut Random) -> Option<Mutant> {
        (0..TRIES).find_map(|_| {
            if self.hard {
                let kind = *random.choose(&Hard::ALL);
                let (text, done) = hard_mistakes::apply(kind, text, self, random)?;
                let is_broken = !parses(self.language, &text);
                return is_broken.then(|| Mutant { text, done: vec![done] });
            }
            let edits = match self.edits {
                Some((least, most)) => least + random.below(most - least + 1),
                None => self.mix.edits(random),
            };
            let mutant = self.edit(text, edits, random)?;
            (!parses(self.language, &mutant.text)).then_some(mutant)
        })
    }

    /// Applies `edits` operations to `text`, whether or not the result parses; `None` if there is
    /// no place for one.
    pub fn edit(&self, text: &str, edits: usize, random: &mut Random) -> Option<Mutant> {
        let mut mutant = Mutant { text: text.to_string(), done: Vec::new() };
        for _ in 0..edits {
            let (text, done) = (0..TRIES).find_map(|_| self.mistake(&mutant, random))?;
            mutant.text = text;
            mutant.done.push(done);
        }
        Some(mutant)
    }
}

impl Mutator<'_> {
    /// Returns `text` with one mistake of the mix, and the mistake in words; `None` if there is no
    /// place for it.
    fn mistake(&self, mutant: &Mutant, random: &mut Random) -> Option<(String, String)> {
        let Mutator { language, vocabulary, .. } = self;
        let text = mutant.text.as_str();
        // Places learnt from people break a text; for a text that is broken already, that cannot be
        // checked.
        let is_mistake = |made: &str| !mutant.done.is_empty() || !parses(language, made);
        match self.mix.mistake(random) {
            Mistake::Operation(operation, token) => {
                token_operations::apply(operation, token, text, language, vocabulary, random)
            }
            Mistake::Place(place) => place.apply(text, (language, vocabulary), is_mistake, random),
        }
    }
}

/// Returns the random generator for the `number`-th mutant of the text `name`, independent of the
/// other texts.
pub fn generator(seed: u64, name: &str, number: usize) -> Random {
    let mut hasher = FnvHasher::default();
    hasher.write(&seed.to_le_bytes());
    hasher.write(name.as_bytes());
    hasher.write(&[0]);
    hasher.write(&(number as u64).to_le_bytes());
    Random::new(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lab::quality::token_diff::distance, language};

    const VALID: &str = "{\"a\": [1, 2, {\"b\": null}], \"c\": true}";

    fn mutants(seed: u64, edits: (usize, usize), count: usize) -> Vec<Mutant> {
        let language = language::builtin("json").unwrap();
        let vocabulary = Vocabulary::of(&language, [VALID]);
        let mix = Mix::default();
        let mutator = Mutator {
            language: &language,
            vocabulary: &vocabulary,
            mix: &mix,
            edits: Some(edits),
            hard: false,
        };
        (0..count).filter_map(|at| mutator.mutant(VALID, &mut generator(seed, "a", at))).collect()
    }

    #[test]
    fn a_seed_determines_the_mutants() {
        assert_eq!(mutants(1, (1, 4), 30), mutants(1, (1, 4), 30));
        assert_ne!(mutants(1, (1, 4), 30), mutants(2, (1, 4), 30));
    }

    #[test]
    fn mutants_are_broken_by_as_many_operations_as_asked_for() {
        let language = language::builtin("json").unwrap();
        let found = mutants(3, (2, 3), 100);
        assert!(found.len() > 90);
        for mutant in &found {
            assert!((2..=3).contains(&mutant.done.len()));
            assert!(!parses(&language, &mutant.text), "{mutant:?}");
        }
    }

    /// One deletion, insertion or replacement of a token is at most two edits away.
    #[test]
    fn single_token_operations_stay_near_the_truth() {
        let language = language::builtin("json").unwrap();
        let truth = language.tokens(VALID);
        let mut checked = 0;
        for mutant in mutants(5, (1, 1), 200) {
            let single = ["delete", "insert", "replace", "drop-bracket", "double-bracket"];
            if single.iter().any(|name| mutant.done[0].starts_with(name)) {
                let broken = language.tokens(&mutant.text);
                assert!(distance(&broken, &truth, 2).is_some(), "{mutant:?}");
                checked += 1;
            }
        }
        assert!(checked > 100);
    }
}
