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

/// The FIRST sets of all rules: the tokens with which each can begin. Whether a rule can be empty is
/// [`is_epsilon_set`](Self::is_epsilon_set).
#[derive(Clone, Debug)]
pub struct YaccFirsts<StorageT> {
    grammar: Grammar,
    firsts: Vec<Vob>,
    storage: PhantomData<StorageT>,
}

impl<StorageT: Storage> YaccFirsts<StorageT> {
    /// FIRST of all rules of `grammar`.
    pub fn new(grammar: &YaccGrammar<StorageT>) -> Self {
        let grammar = grammar.widen();
        let first = grammar.first();
        let firsts = grammar.rule_ids().map(|rule| to_vob(&grammar, first.first(rule))).collect();
        YaccFirsts { grammar, firsts, storage: PhantomData }
    }

    /// The FIRST set of a rule, a bit for each token.
    pub fn firsts(&self, ridx: RIdx<StorageT>) -> &Vob {
        &self.firsts[usize::from(ridx)]
    }

    /// Whether the rule can begin with the token.
    pub fn is_set(&self, ridx: RIdx<StorageT>, tidx: TIdx<StorageT>) -> bool {
        self.firsts(ridx)[usize::from(tidx)]
    }

    /// Whether the rule can be empty.
    pub fn is_epsilon_set(&self, ridx: RIdx<StorageT>) -> bool {
        self.grammar.first().is_nullable(ridx.widen())
    }
}

/// The tokens that can follow each rule.
#[derive(Clone, Debug)]
pub struct YaccFollows<StorageT> {
    follows: Vec<Vob>,
    storage: PhantomData<StorageT>,
}

impl<StorageT: Storage> YaccFollows<StorageT> {
    /// FOLLOW of all rules of `grammar`.
    pub fn new(grammar: &YaccGrammar<StorageT>) -> Self {
        let grammar = &grammar.widen();
        let follows = grammar.follow().iter().map(|set| to_vob(grammar, set)).collect();
        YaccFollows { follows, storage: PhantomData }
    }

    /// The tokens that can follow one rule.
    pub fn follows(&self, ridx: RIdx<StorageT>) -> &Vob {
        &self.follows[usize::from(ridx)]
    }

    /// Whether the token can follow the rule.
    pub fn is_set(&self, ridx: RIdx<StorageT>, tidx: TIdx<StorageT>) -> bool {
        self.follows(ridx)[usize::from(tidx)]
    }
}

fn to_vob(grammar: &Grammar, set: &TokenSet) -> Vob {
    grammar.token_ids().map(|token| set.contains(token)).collect()
}

/// Cheap sentences of rules.
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

    /// The cost of the rule's cheapest sentence, saturating.
    ///
    /// # Panics
    ///
    /// If it has no sentence.
    pub fn min_sentence_cost(&self, ridx: RIdx<StorageT>) -> u16 {
        let cost = self.cheapest.cost(ridx.widen());
        assert!(cost != NO_SENTENCE, "the rule has no sentence");
        u16::try_from(cost).unwrap_or(u16::MAX)
    }

    /// The cost of the rule's most expensive sentence, saturating; `None` if the rule, or a rule that it uses, is recursive.
    pub fn max_sentence_cost(&self, ridx: RIdx<StorageT>) -> Option<u16> {
        self.dearest[usize::from(ridx)].map(|cost| u16::try_from(cost).unwrap_or(u16::MAX))
    }

    /// A cheapest sentence of the rule.
    ///
    /// # Panics
    ///
    /// If it has no sentence, or one of more symbols than [`SENTENCE`](crate::limits::SENTENCE):
    /// [`try_min_sentence`](Self::try_min_sentence) says so instead.
    pub fn min_sentence(&self, ridx: RIdx<StorageT>) -> Vec<TIdx<StorageT>> {
        self.try_min_sentence(ridx).unwrap_or_else(|message| panic!("{message}"))
    }

    /// The cheapest sentences of the rule, each once; none if the rule has no sentence. Of exponentially many some are left out:
    /// see [`Cheapest::sentences`].
    pub fn min_sentences(&self, ridx: RIdx<StorageT>) -> Vec<Vec<TIdx<StorageT>>> {
        let stored = |tokens: Vec<TokenId>| tokens.into_iter().map(TokenId::stored).collect();
        self.cheapest.sentences(ridx.widen()).into_iter().map(stored).collect()
    }

    /// A cheapest sentence of the rule.
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
