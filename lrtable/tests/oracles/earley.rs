//! A recogniser after Earley (1970) without any cleverness: item sets closed by repetition until
//! nothing changes.
//!
//! It shares nothing with LR construction: no FIRST, no lookahead, no states. A prefix is viable
//! exactly if its item set is not empty, given that every rule has a sentence.

use std::collections::BTreeSet;

use lrtable::{
    ProdId, RuleId, TokenId,
    grammar::{Grammar, Symbol},
};

/// Production, dot, and the set in which the item began.
type Item = (ProdId, usize, usize);

/// The item sets of a prefix.
pub(crate) struct Earley<'g> {
    grammar: &'g Grammar,
    rule: RuleId,
    sets: Vec<BTreeSet<Item>>,
}

impl<'g> Earley<'g> {
    /// The recogniser of sentences of `rule`, before the first token.
    pub(crate) fn new(grammar: &'g Grammar, rule: RuleId) -> Self {
        let mut this = Earley { grammar, rule, sets: Vec::new() };
        let productions = grammar.rule(rule).productions.iter();
        this.close(productions.map(|prod| (*prod, 0, 0)).collect());
        this
    }

    /// Appends `token` to the prefix, if the prefix remains viable.
    pub(crate) fn push(&mut self, token: TokenId) -> bool {
        let last = self.sets.last().unwrap();
        let scanned: BTreeSet<Item> = last
            .iter()
            .filter(|item| self.after_dot(**item) == Some(Symbol::Token(token)))
            .map(|(prod, dot, origin)| (*prod, dot + 1, *origin))
            .collect();
        let viable = !scanned.is_empty();
        if viable {
            self.close(scanned);
        }
        viable
    }

    /// Takes the last token off the prefix.
    pub(crate) fn pop(&mut self) {
        self.sets.pop();
    }

    /// Whether the prefix is a sentence.
    pub(crate) fn accepts(&self) -> bool {
        self.sets.last().unwrap().iter().any(|item| {
            let (prod, _, origin) = *item;
            origin == 0
                && self.after_dot(*item).is_none()
                && self.grammar.production(prod).rule == self.rule
        })
    }

    fn after_dot(&self, (prod, dot, _): Item) -> Option<Symbol> {
        self.grammar.symbols(prod).get(dot).copied()
    }

    fn close(&mut self, mut set: BTreeSet<Item>) {
        let here = self.sets.len();
        loop {
            let mut new = Vec::new();
            for &item in &set {
                match self.after_dot(item) {
                    Some(Symbol::Rule(rule)) => {
                        let productions = self.grammar.rule(rule).productions.iter();
                        new.extend(productions.map(|prod| (*prod, 0, here)));
                    }
                    Some(Symbol::Token(_)) => {}
                    None => {
                        let (prod, _, origin) = item;
                        let made = Symbol::Rule(self.grammar.production(prod).rule);
                        let waiting = self.sets.get(origin).unwrap_or(&set);
                        new.extend(
                            waiting
                                .iter()
                                .filter(|item| self.after_dot(**item) == Some(made))
                                .map(|(prod, dot, origin)| (*prod, dot + 1, *origin)),
                        );
                    }
                }
            }
            let size = set.len();
            set.extend(new);
            if set.len() == size {
                break;
            }
        }
        self.sets.push(set);
    }
}
