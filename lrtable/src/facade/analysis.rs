//! FIRST, FOLLOW and cheap sentences, by ids of a storage type.

use std::marker::PhantomData;

use vob::Vob;

use super::names::dearest;
use crate::{
    RIdx, Storage, TIdx, TokenId,
    first::TokenSet,
    grammar::{Grammar, YaccGrammar},
    limits::sentence_message,
    sentence::{Cheapest, NO_SENTENCE},
};

/// The FIRST sets of all rules: the tokens with which sentences of each rule begin.
///
/// [`is_epsilon_set`](Self::is_epsilon_set) says which rules derive the empty sentence.
///
/// ```
/// use lrtable::{YaccGrammar, yacc::YaccKind};
///
/// let kind = YaccKind::from_name("original").unwrap();
/// let grammar = YaccGrammar::new(kind, "%% List: | List 'x';").unwrap();
/// let (list, x) = (grammar.rule_idx("List").unwrap(), grammar.token_idx("x").unwrap());
/// let firsts = grammar.firsts();
/// assert!(firsts.is_set(list, x) && firsts.is_epsilon_set(list));
/// assert!(grammar.follows().is_set(list, grammar.eof_token_idx()));
/// ```
#[derive(Clone, Debug)]
pub struct YaccFirsts<StorageT> {
    grammar: Grammar,
    firsts: Vec<Vob>,
    storage: PhantomData<StorageT>,
}

impl<StorageT: Storage> YaccFirsts<StorageT> {
    /// Computes the FIRST sets of all rules of `grammar`.
    pub fn new(grammar: &YaccGrammar<StorageT>) -> Self {
        let grammar = grammar.widen();
        let first = grammar.first();
        let firsts = grammar.rule_ids().map(|rule| to_vob(&grammar, first.first(rule))).collect();
        YaccFirsts { grammar, firsts, storage: PhantomData }
    }

    /// Returns the FIRST set of a rule, a bit for each token.
    pub fn firsts(&self, ridx: RIdx<StorageT>) -> &Vob {
        &self.firsts[usize::from(ridx)]
    }

    /// Returns whether sentences of a rule can begin with a token.
    pub fn is_set(&self, ridx: RIdx<StorageT>, tidx: TIdx<StorageT>) -> bool {
        self.firsts(ridx)[usize::from(tidx)]
    }

    /// Returns whether a rule can derive the empty sentence.
    pub fn is_epsilon_set(&self, ridx: RIdx<StorageT>) -> bool {
        self.grammar.first().is_nullable(ridx.widen())
    }
}

/// The FOLLOW sets of all rules: the tokens that can follow each rule in a sentence.
#[derive(Clone, Debug)]
pub struct YaccFollows<StorageT> {
    follows: Vec<Vob>,
    storage: PhantomData<StorageT>,
}

impl<StorageT: Storage> YaccFollows<StorageT> {
    /// Computes the FOLLOW sets of all rules of `grammar`.
    pub fn new(grammar: &YaccGrammar<StorageT>) -> Self {
        let grammar = &grammar.widen();
        let follows = grammar.follow().iter().map(|set| to_vob(grammar, set)).collect();
        YaccFollows { follows, storage: PhantomData }
    }

    /// Returns the FOLLOW set of a rule, a bit for each token.
    pub fn follows(&self, ridx: RIdx<StorageT>) -> &Vob {
        &self.follows[usize::from(ridx)]
    }

    /// Returns whether a token can follow a rule in a sentence.
    pub fn is_set(&self, ridx: RIdx<StorageT>, tidx: TIdx<StorageT>) -> bool {
        self.follows(ridx)[usize::from(tidx)]
    }
}

fn to_vob(grammar: &Grammar, set: &TokenSet) -> Vob {
    grammar.token_ids().map(|token| set.contains(token)).collect()
}

/// The cheapest sentences of the rules of a grammar, by costs of its tokens.
///
/// ```
/// use lrtable::{YaccGrammar, yacc::YaccKind};
///
/// let kind = YaccKind::from_name("original").unwrap();
/// let grammar = YaccGrammar::new(kind, "%% Sum: Sum '+' 'n' | 'n';").unwrap();
/// let sum = grammar.rule_idx("Sum").unwrap();
/// let generator = grammar.sentence_generator(|_| 2);
/// assert_eq!(generator.min_sentence(sum), [grammar.token_idx("n").unwrap()]);
/// assert_eq!((generator.min_sentence_cost(sum), generator.max_sentence_cost(sum)), (2, None));
/// ```
#[derive(Clone, Debug)]
pub struct SentenceGenerator<'g, StorageT> {
    cheapest: Cheapest,
    dearest: Vec<Option<u32>>,
    storage: PhantomData<(&'g (), StorageT)>,
}

impl<'g, StorageT: Storage> SentenceGenerator<'g, StorageT> {
    pub(super) fn new(grammar: &Grammar, cost: impl Fn(TokenId) -> u32) -> Self {
        SentenceGenerator {
            dearest: dearest(grammar, &cost),
            cheapest: Cheapest::new(grammar, cost),
            storage: PhantomData,
        }
    }

    /// Returns the cost of a rule's cheapest sentence, at most `u16::MAX`.
    ///
    /// # Panics
    ///
    /// If it has no sentence.
    pub fn min_sentence_cost(&self, ridx: RIdx<StorageT>) -> u16 {
        let cost = self.cheapest.cost(ridx.widen());
        assert!(cost != NO_SENTENCE, "the rule has no sentence");
        u16::try_from(cost).unwrap_or(u16::MAX)
    }

    /// Returns the cost of a rule's most expensive sentence, at most `u16::MAX`; `None` if the
    /// rule, or a rule that it uses, is recursive.
    pub fn max_sentence_cost(&self, ridx: RIdx<StorageT>) -> Option<u16> {
        self.dearest[usize::from(ridx)].map(|cost| u16::try_from(cost).unwrap_or(u16::MAX))
    }

    /// Returns one of a rule's cheapest sentences.
    ///
    /// # Panics
    ///
    /// If it has no sentence, or one of more symbols than [`SENTENCE`](crate::limits::SENTENCE):
    /// [`try_min_sentence`](Self::try_min_sentence) says so instead.
    pub fn min_sentence(&self, ridx: RIdx<StorageT>) -> Vec<TIdx<StorageT>> {
        self.try_min_sentence(ridx).unwrap_or_else(|message| panic!("{message}"))
    }

    /// Returns a rule's cheapest sentences, each once; none if the rule has no sentence.
    ///
    /// Of exponentially many some are left out: see [`Cheapest::sentences`].
    pub fn min_sentences(&self, ridx: RIdx<StorageT>) -> Vec<Vec<TIdx<StorageT>>> {
        let stored = |tokens: Vec<TokenId>| tokens.into_iter().map(TokenId::stored).collect();
        self.cheapest.sentences(ridx.widen()).into_iter().map(stored).collect()
    }

    /// Returns one of a rule's cheapest sentences, or a message that says why there is none.
    ///
    /// # Errors
    ///
    /// If it has no sentence, or one of more symbols than [`SENTENCE`](crate::limits::SENTENCE).
    pub fn try_min_sentence(&self, ridx: RIdx<StorageT>) -> Result<Vec<TIdx<StorageT>>, String> {
        let (rule, name) = (ridx.widen(), self.cheapest.name(ridx.widen()));
        match self.cheapest.sentence(rule) {
            Some(tokens) => Ok(tokens.into_iter().map(TokenId::stored).collect()),
            None if self.cheapest.cost(rule) == NO_SENTENCE => Err(format!(
                "rule '{name}' has no sentence: each of its productions uses a rule without one"
            )),
            None => Err(sentence_message(name)),
        }
    }
}
