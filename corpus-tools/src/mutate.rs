//! Broken texts with known truth, made of valid ones: the same seed gives the same texts on every machine.

pub(crate) mod hard;
pub(crate) mod learn;
pub(crate) mod mix;
pub(crate) mod operation;
pub(crate) mod vocabulary;

use std::hash::Hasher as _;

use fnv::FnvHasher;
use lrtable::random::Random;

use crate::{language::Language, quality::case::parses};
use hard::Hard;
use mix::Mix;
use vocabulary::Vocabulary;

/// How often a text is tried to be broken, and an operation to be applied, before that is given up.
const TRIES: usize = 20;

/// A broken text, and what was done to a valid one to get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mutant {
    pub(crate) text: String,
    pub(crate) done: Vec<String>,
}

/// How texts are broken.
pub(crate) struct Mutator<'a> {
    pub(crate) language: &'a Language,
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) mix: &'a Mix,
    /// The fewest and the most operations on a text; otherwise as the mix says.
    pub(crate) edits: Option<(usize, usize)>,
    /// Whether one hard mistake is made instead.
    pub(crate) hard: bool,
}

impl Mutator<'_> {
    /// A text that does not parse, made of `text`, which does. `None` if none was found.
    pub(crate) fn mutant(&self, text: &str, random: &mut Random) -> Option<Mutant> {
        (0..TRIES).find_map(|_| {
            if self.hard {
                let kind = *random.choose(&Hard::ALL);
                let (text, done) = hard::apply(kind, text, self, random)?;
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

    fn edit(&self, text: &str, edits: usize, random: &mut Random) -> Option<Mutant> {
        let mut mutant = Mutant { text: text.to_string(), done: Vec::new() };
        for _ in 0..edits {
            let (text, done) = (0..TRIES).find_map(|_| {
                let (operation, token) = self.mix.operation(random);
                operation::apply(
                    operation,
                    token,
                    &mutant.text,
                    self.language,
                    self.vocabulary,
                    random,
                )
            })?;
            mutant.text = text;
            mutant.done.push(done);
        }
        Some(mutant)
    }
}

/// The generator for the `number`-th mutant of the text called `name`: independent of what other texts there are.
pub(crate) fn generator(seed: u64, name: &str, number: usize) -> Random {
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
    use crate::{diff::distance, quality::case::tokens};

    const VALID: &str = "{\"a\": [1, 2, {\"b\": null}], \"c\": true}";

    fn mutants(seed: u64, edits: (usize, usize), count: usize) -> Vec<Mutant> {
        let language = Language::named("json").unwrap();
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
        let language = Language::named("json").unwrap();
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
        let language = Language::named("json").unwrap();
        let truth = tokens(&language.words(VALID));
        let mut checked = 0;
        for mutant in mutants(5, (1, 1), 200) {
            let single = ["delete", "insert", "replace", "drop-bracket", "double-bracket"];
            if single.iter().any(|name| mutant.done[0].starts_with(name)) {
                let broken = tokens(&language.words(&mutant.text));
                assert!(distance(&broken, &truth, 2).is_some(), "{mutant:?}");
                checked += 1;
            }
        }
        assert!(checked > 100);
    }
}
