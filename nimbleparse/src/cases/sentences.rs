//! Generates sentences of a language as texts that lex to the intended tokens: minimal ones for
//! what is not covered, random ones, and broken ones whose mistake is known.
//!
//! Every text is checked: it lexes to the tokens of its sentence, and parses, or does not parse if
//! it is broken. Sentences that cannot be written so are left out.

pub mod minimal;
pub mod spelling;
mod weighted;

use std::collections::BTreeSet;

use lrtable::{ProdId, TokenId, random::Random, sentence::Cheapest, statetable::Action};

use super::{CaseFile, coverage::Coverage};
use crate::{
    language::{Language, parser_steps},
    limits::{FAVOURED_ATTEMPTS, GENERATED_ATTEMPTS},
};

use spelling::Spelling;
pub use weighted::Weights;

/// Generator of sentences of one language.
///
/// ```
/// use lrtable::random::Random;
/// use nimbleparse::{cases::sentences::{Generator, Weights}, language::{builtin, parses}};
/// let language = builtin("calc").unwrap();
/// let generator = Generator::new(&language, ["1 + 2 * (3)"]);
/// let weights = Weights::new(&language.table.grammar);
/// let sentence = generator.random(&weights, 10, &mut Random::new(7)).unwrap();
/// assert!(parses(&language, &sentence.text));
/// ```
pub struct Generator<'l> {
    language: &'l Language,
    spelling: Spelling<'l>,
    cheapest: Cheapest,
}

/// A sentence as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The tokens of the sentence.
    pub tokens: Vec<TokenId>,
    /// A text that lexes to the tokens.
    pub text: String,
}

/// A sentence with one mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The sentence without the mistake.
    pub whole: Sentence,
    /// The sentence with the mistake.
    pub broken: Sentence,
    /// The mistake in words.
    pub mistake: String,
}

impl<'l> Generator<'l> {
    /// Makes a generator that writes tokens as `samples` do, and guesses texts of tokens that they
    /// lack.
    pub fn new<'t>(
        language: &'l Language,
        samples: impl IntoIterator<Item = &'t str>,
    ) -> Generator<'l> {
        let grammar = &language.table.grammar;
        let dear = |token| if grammar.token(token).is_error { u32::MAX / 4 } else { 1 };
        Generator {
            language,
            spelling: Spelling::new(language, samples),
            cheapest: Cheapest::new(grammar, dear),
        }
    }

    /// Returns the tokens that cannot be written.
    pub fn missing(&self) -> Vec<&str> {
        self.spelling.missing()
    }

    fn parses(&self, tokens: &[TokenId]) -> bool {
        parser_steps::run(&self.language.table.table.tables(), tokens, |_, _, _| {}).1
    }

    fn written(&self, tokens: Vec<TokenId>) -> Option<Sentence> {
        let text = self.spelling.write(&tokens)?;
        Some(Sentence { tokens, text })
    }

    /// Returns a short sentence for each production that `coverage` lacks, unless an earlier
    /// sentence uses it; each is added to `coverage`. Where a shortest sentence is parsed by other
    /// productions, or cannot be written, longer ones are tried.
    pub fn minimal(&self, coverage: &mut Coverage<'_>) -> Vec<(ProdId, Sentence)> {
        let grammar = &self.language.table.grammar;
        let mut random = Random::new(0);
        let mut unused = coverage.unused_productions();
        let mut found = Vec::new();
        for (prod, tokens) in minimal::sentences(grammar) {
            if !unused.contains(&prod) {
                continue;
            }
            let uses =
                |tokens: &[TokenId]| self.used(tokens).is_some_and(|used| used.contains(&prod));
            // Where a token has no text, other ways to it have none either.
            let is_known = tokens.iter().all(|token| self.spelling.knows(*token));
            let attempts = if is_known { FAVOURED_ATTEMPTS } else { GENERATED_ATTEMPTS };
            let shortest = Some(tokens).filter(|tokens| uses(tokens));
            let sentence = shortest.and_then(|tokens| self.written(tokens)).or_else(|| {
                let favoured = Weights::favouring(grammar, prod);
                (0..attempts).find_map(|nth| {
                    let tokens = self.derived(&favoured, 4 + nth / 8, &mut random)?;
                    Some(tokens).filter(|tokens| uses(tokens)).and_then(|t| self.written(t))
                })
            });
            if let Some(sentence) = sentence {
                coverage.add(&sentence.text);
                let used = self.used(&sentence.tokens).unwrap_or_default();
                unused.retain(|prod| !used.contains(prod));
                found.push((prod, sentence));
            }
        }
        found
    }

    fn derived(&self, weights: &Weights, size: usize, random: &mut Random) -> Option<Vec<TokenId>> {
        weighted::tokens(&self.cheapest, &self.language.table.grammar, weights, size, random)
    }

    /// Returns the productions by which a sentence is parsed; `None` if it is not a sentence.
    fn used(&self, tokens: &[TokenId]) -> Option<BTreeSet<ProdId>> {
        let mut used = BTreeSet::new();
        let tables = self.language.table.table.tables();
        let (_, accepted) = parser_steps::run(&tables, tokens, |_, _, action| {
            if let Action::Reduce(prod) = action {
                used.insert(prod);
            }
        });
        accepted.then_some(used)
    }

    /// Returns a random sentence of about `size` productions; `None` if no attempt can be written.
    pub fn random(&self, weights: &Weights, size: usize, random: &mut Random) -> Option<Sentence> {
        (0..GENERATED_ATTEMPTS).find_map(|_| {
            let tokens = self.derived(weights, size, random)?;
            Some(tokens).filter(|tokens| self.parses(tokens)).and_then(|t| self.written(t))
        })
    }

    /// Returns a random sentence made invalid by deleting, inserting or replacing one token, or
    /// exchanging it with the next.
    pub fn broken(&self, weights: &Weights, size: usize, random: &mut Random) -> Option<Broken> {
        (0..GENERATED_ATTEMPTS).find_map(|_| {
            let whole = self.random(weights, size, random)?;
            let (tokens, mistake) = self.mistake(&whole.tokens, random)?;
            let broken = Some(tokens).filter(|tokens| !self.parses(tokens))?;
            Some(Broken { whole, broken: self.written(broken)?, mistake })
        })
    }

    fn mistake(&self, tokens: &[TokenId], random: &mut Random) -> Option<(Vec<TokenId>, String)> {
        let known = self.spelling.known();
        if tokens.is_empty() || known.is_empty() {
            return None;
        }
        let at = random.below(tokens.len());
        let other = *random.choose(known);
        let name = |token: TokenId| &self.language.table.grammar.token(token).name;
        let (old, new) = (name(tokens[at]), name(other));
        let mut tokens = tokens.to_vec();
        let nth = at + 1;
        let mistake = match random.below(4) {
            0 => {
                tokens.remove(at);
                format!("token {nth}, '{old}', is deleted")
            }
            1 => {
                tokens.insert(at, other);
                format!("'{new}' is inserted as token {nth}")
            }
            2 => {
                tokens[at] = other;
                format!("token {nth}, '{old}', is replaced by '{new}'")
            }
            _ => {
                let next = at + 1;
                if next == tokens.len() {
                    return None;
                }
                tokens.swap(at, next);
                format!("token {nth}, '{old}', and the next have changed places")
            }
        };
        Some((tokens, mistake))
    }
}

/// Returns the text of a case file with a case for each name, note, input, and name of the expected
/// section.
pub fn cases(texts: impl IntoIterator<Item = (String, String, String, &'static str)>) -> String {
    CaseFile::of(texts).write()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{builtin, language};

    #[test]
    fn minimal_sentences_cover_all_productions_of_the_small_grammars() {
        for name in ["json", "calc", "calc-naive", "calc-errortoken", "figure2"] {
            let language = language::builtin(name).unwrap();
            let generator = Generator::new(&language, []);
            let mut coverage = Coverage::new(&language, builtin::named(name).unwrap().lex);
            let found = generator.minimal(&mut coverage);
            assert!(!found.is_empty());
            let unused: Vec<String> = coverage.parts().swap_remove(0).unused;
            assert_eq!(unused, Vec::<String>::new(), "{name}");
        }
    }

    #[test]
    fn sentences_lex_and_parse_as_meant_and_broken_ones_do_not() {
        let mut random = Random::new(5);
        for name in ["json", "calc", "lua53", "java7"] {
            let language = language::builtin(name).unwrap();
            let grammar = &language.table.grammar;
            let generator = Generator::new(&language, []);
            let weights = Weights::new(grammar);
            for _ in 0..100 {
                let whole = generator.random(&weights, 30, &mut random).unwrap();
                assert_eq!(language.tokens(&whole.text), whole.tokens);
                assert!(generator.parses(&language.tokens(&whole.text)));
            }
            let mut broken = 0;
            for _ in 0..30 {
                let Some(one) = generator.broken(&weights, 30, &mut random) else { continue };
                assert_eq!(language.tokens(&one.broken.text), one.broken.tokens);
                assert!(
                    !generator.parses(&one.broken.tokens) && generator.parses(&one.whole.tokens)
                );
                broken += 1;
            }
            assert!(broken > 20, "{name}: {broken}");
        }
    }
}
