//! FIRST, FOLLOW and cheap sentences, by ids of a storage type.

use std::marker::PhantomData;

use super::{names::dearest, token};
use crate::{
    RIdx, Storage, TIdx, TokenId,
    first::{First, TokenSet},
    grammar::Grammar,
    sentence::{Cheapest, NO_SENTENCE},
};

/// The tokens with which each rule can begin.
#[derive(Clone, Debug)]
pub struct YaccFirsts<StorageT> {
    first: First,
    storage: PhantomData<StorageT>,
}

impl<StorageT: Storage> YaccFirsts<StorageT> {
    /// Those of all rules of `grammar`.
    pub fn new(grammar: &Grammar) -> Self {
        YaccFirsts { first: First::new(grammar), storage: PhantomData }
    }

    /// Those of one rule.
    pub fn firsts(&self, ridx: RIdx<StorageT>) -> &TokenSet {
        self.first.first(ridx.widen())
    }

    /// Can the rule begin with the token?
    pub fn is_set(&self, ridx: RIdx<StorageT>, tidx: TIdx<StorageT>) -> bool {
        self.firsts(ridx)[usize::from(tidx)]
    }

    /// Can the rule be empty?
    pub fn is_epsilon_set(&self, ridx: RIdx<StorageT>) -> bool {
        self.first.is_nullable(ridx.widen())
    }
}

/// The tokens that can follow each rule.
#[derive(Clone, Debug)]
pub struct YaccFollows<StorageT> {
    follow: Vec<TokenSet>,
    storage: PhantomData<StorageT>,
}

impl<StorageT: Storage> YaccFollows<StorageT> {
    /// Those of all rules of `grammar`.
    pub fn new(grammar: &Grammar) -> Self {
        YaccFollows { follow: First::new(grammar).follow(grammar), storage: PhantomData }
    }

    /// Those of one rule.
    pub fn follows(&self, ridx: RIdx<StorageT>) -> &TokenSet {
        &self.follow[usize::from(ridx)]
    }

    /// Can the token follow the rule?
    pub fn is_set(&self, ridx: RIdx<StorageT>, tidx: TIdx<StorageT>) -> bool {
        self.follows(ridx)[usize::from(tidx)]
    }
}

/// Cheap sentences of rules.
#[derive(Clone, Debug)]
pub struct SentenceGenerator<'g, StorageT> {
    cheapest: Cheapest<'g>,
    dearest: Vec<Option<u32>>,
    storage: PhantomData<StorageT>,
}

impl<'g, StorageT: Storage> SentenceGenerator<'g, StorageT> {
    pub(super) fn new(grammar: &'g Grammar, cost: impl Fn(TokenId) -> u32) -> Self {
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

    /// The cost of the rule's dearest sentence, saturating; `None` if it, or a rule that it uses, is recursive: then there is none.
    pub fn max_sentence_cost(&self, ridx: RIdx<StorageT>) -> Option<u16> {
        self.dearest[usize::from(ridx)].map(|cost| u16::try_from(cost).unwrap_or(u16::MAX))
    }

    /// A cheapest sentence of the rule.
    ///
    /// # Panics
    ///
    /// If it has no sentence.
    pub fn min_sentence(&self, ridx: RIdx<StorageT>) -> Vec<TIdx<StorageT>> {
        let sentence = self.cheapest.sentence(ridx.widen());
        sentence.expect("the rule has a sentence").into_iter().map(token).collect()
    }
}
