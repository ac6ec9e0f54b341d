//! Grammars with their tables, and their languages compared.

use std::{fs, path::PathBuf, rc::Rc};

use lrtable::{
    TokenId,
    construct::Construction,
    grammar::{Grammar, Symbol},
    random::Random,
    sentence::{Cheapest, random_derivation},
    statetable::{self, StateTable},
};

use crate::automaton::{Fate, feed};

pub(crate) type Tokens = Vec<Rc<str>>;
/// How many tokens begin a sentence, and whether all together make one.
pub(crate) type Parse<'a> = dyn Fn(&[Rc<str>]) -> (usize, bool) + 'a;

/// The text of a file beside the tests.
pub(crate) fn file(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/languages");
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Lines of a grammar that say something.
pub(crate) fn lines(text: &str) -> usize {
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("//")).count()
}

/// A grammar and its table.
pub(crate) struct Language {
    pub(crate) grammar: Grammar,
    pub(crate) table: StateTable,
    /// Shift/reduce and reduce/reduce conflicts.
    pub(crate) conflicts: (usize, usize),
}

impl Language {
    pub(crate) fn new(text: &str) -> Language {
        let grammar = Grammar::parse(text, None).unwrap_or_else(|errors| panic!("{errors:#?}"));
        assert!(grammar.warnings().is_empty(), "{:#?}\n{text}", grammar.warnings());
        let (graph, table) = statetable::build(&grammar, Construction::of(&grammar));
        let conflicts = (graph.conflicts.sr_len(), graph.conflicts.rr_len());
        Language { grammar, table, conflicts }
    }

    /// How many tokens the parser shifts, and whether they are a sentence.
    pub(crate) fn parse(&self, tokens: &[Rc<str>]) -> (usize, bool) {
        let Language { grammar, table, .. } = self;
        let mut stack = vec![table.start_state()];
        let mut feed = |token| feed(grammar, table, &mut stack, token, &mut Vec::new());
        for (at, token) in tokens.iter().enumerate() {
            let token = grammar.token_named(token);
            if token.is_none_or(|token| feed(token) != Fate::Shifted) {
                return (at, false);
            }
        }
        (tokens.len(), feed(grammar.eof()) == Fate::Accepted)
    }

    /// The names of all tokens but the end of the input and `error`.
    pub(crate) fn tokens(&self) -> Tokens {
        let grammar = &self.grammar;
        let is_usual = |id: &TokenId| *id != grammar.eof() && !grammar.token(*id).is_error;
        grammar.token_ids().filter(is_usual).map(|id| self.name(id)).collect()
    }

    fn name(&self, token: TokenId) -> Rc<str> {
        self.grammar.symbol_name(Symbol::Token(token)).into()
    }

    /// Random sentences of up to so many productions each and a few more.
    pub(crate) fn sentences(&self, random: &mut Random, count: usize, size: usize) -> Vec<Tokens> {
        let cheapest = Cheapest::new(&self.grammar, |_| 1);
        let sentence = |_| {
            let size = 1 + random.below(size);
            let derivation = random_derivation(&cheapest, 0, size, random).unwrap();
            derivation.tokens.into_iter().map(|token| self.name(token)).collect()
        };
        (0..count).map(sentence).collect()
    }
}

/// The sentence with one token deleted, inserted, replaced or exchanged with its neighbour.
pub(crate) fn mutant(random: &mut Random, sentence: &[Rc<str>], all: &[Rc<str>]) -> Tokens {
    let mut tokens = sentence.to_vec();
    let at = random.below(tokens.len() + 1);
    match random.below(4) {
        0 if at < tokens.len() => {
            tokens.remove(at);
        }
        1 if at < tokens.len() => tokens[at] = random.choose(all).clone(),
        2 if at + 1 < tokens.len() => tokens.swap(at, at + 1),
        _ => tokens.insert(at, random.choose(all).clone()),
    }
    tokens
}

/// Asserts that all sentences are accepted by both, and of a mutant of each that they shift as many
/// tokens; returns how many mutants are sentences.
pub(crate) fn assert_same(
    sentences: &[Tokens],
    all: &[Rc<str>],
    random: &mut Random,
    first: &Parse<'_>,
    second: &Parse<'_>,
) -> usize {
    let mut accepted = 0;
    for sentence in sentences {
        let whole = (sentence.len(), true);
        assert_eq!((first(sentence), second(sentence)), (whole, whole), "{}", sentence.join(" "));
        let mutant = mutant(random, sentence, all);
        let found = first(&mutant);
        assert_eq!(found, second(&mutant), "{}", mutant.join(" "));
        accepted += usize::from(found.1);
    }
    accepted
}
