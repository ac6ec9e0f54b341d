//! Names of rules and tokens in reports, and what was expected in as few of these names as
//! possible.
//!
//! A rule can be named as expected if it can come there and every token with which it may begin is
//! expected; it then stands for all of them. Of the rules that can come, those that stand for most
//! tokens not yet named are taken first (greedy set cover); tokens that no rule stands for are
//! named themselves.
//!
//! Cost: for each rule that is taken, one pass over the FIRST sets of the rules that can come.

use lrtable::{RuleId, StateId, TokenId, first::TokenSet, pack::Tables};

/// Names of a grammar's rules and tokens in reports: `static` data in generated code, or else
/// borrowed from [`GrammarLabels`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels<'a> {
    /// The `%epp` text or the name of each token; `None` for `$`.
    pub tokens: &'a [Option<&'a str>],
    /// The ids of the tokens with a `%epp` text, in order.
    pub named: &'a [u32],
    /// The rules by whose names reports may call something, in order.
    pub rules: &'a [RuleLabel<'a>],
}

/// What a rule is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleLabel<'a> {
    /// The id of the rule.
    pub rule: u32,
    /// The `%epp` text of the rule, or its name.
    pub label: &'a str,
    /// Whether the label is a `%epp` text.
    pub is_given: bool,
}

impl<'a> Labels<'a> {
    /// Returns the label of a rule; `None` if it has none.
    pub(crate) fn of_rule(&self, rule: RuleId) -> Option<&'a RuleLabel<'a>> {
        let at = self.rules.binary_search_by_key(&rule.0, |label| label.rule).ok()?;
        self.rules.get(at)
    }

    /// Returns whether a rule has a label, and whether `%epp` gives it.
    pub(crate) fn named(&self, rule: RuleId) -> Option<bool> {
        self.of_rule(rule).map(|label| label.is_given)
    }
}

/// Owner of the [`Labels`] of a grammar, for reports on a parser made at run time.
#[cfg(feature = "generator")]
#[derive(Clone, Debug)]
pub struct GrammarLabels<'g> {
    tokens: Vec<Option<&'g str>>,
    named: Vec<u32>,
    rules: Vec<RuleLabel<'g>>,
}

#[cfg(feature = "generator")]
impl<'g> GrammarLabels<'g> {
    /// Collects the labels of a grammar.
    pub fn new<StorageT: lrtable::Storage>(
        grammar: &'g lrtable::YaccGrammar<StorageT>,
    ) -> GrammarLabels<'g> {
        let name = |token| (token != grammar.eof()).then(|| grammar.shown_token(token));
        let is_named = |token: &TokenId| grammar.token(*token).epp.is_some();
        let label = |id: RuleId| {
            let rule = grammar.rule(id);
            // Rules that stand for groups, repetitions and actions have no name that says anything.
            let is_written =
                rule.span.is_some() && rule.origin.is_none() && !rule.name.starts_with('@');
            let name = is_written.then_some(&rule.name[..]);
            let label = rule.epp.as_deref().or(name)?;
            Some(RuleLabel { rule: id.0, label, is_given: rule.epp.is_some() })
        };
        GrammarLabels {
            tokens: grammar.token_ids().map(name).collect(),
            named: grammar.token_ids().filter(is_named).map(|token| token.0).collect(),
            rules: grammar.rule_ids().filter_map(label).collect(),
        }
    }

    /// Returns the labels in the form that a [`Reporter`](crate::Reporter) takes.
    pub fn labels(&self) -> Labels<'_> {
        let GrammarLabels { tokens, named, rules } = self;
        Labels { tokens, named, rules }
    }
}

/// Something that was expected at an error: a rule or a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// A sentence of a rule, which stands for all tokens with which it may begin.
    Rule(RuleId),
    /// A token; `$` for the end of the input.
    Token(TokenId),
}

/// The tokens that are expected at a place, each with the state that shifts it.
pub(crate) struct Expectation {
    by: Vec<Option<StateId>>,
}

impl Expectation {
    /// Makes one of the tokens of `shifted`, each with the state that shifts it.
    pub(crate) fn new(
        tables: &Tables<'_>,
        shifted: impl Iterator<Item = (TokenId, StateId)>,
    ) -> Expectation {
        let mut by = vec![None; tables.token_count];
        for (token, state) in shifted {
            by[token.index()] = Some(state);
        }
        Expectation { by }
    }

    /// Returns whether a rule with this FIRST set can come, whatever sentence of it.
    pub(crate) fn can_come(&self, tables: &Tables<'_>, rule: RuleId, first: &TokenSet) -> bool {
        let leads = |token: TokenId| {
            self.by[token.index()].is_some_and(|state| tables.goto(state, rule).is_some())
        };
        !first.is_empty() && first.iter().all(leads)
    }

    /// Covers the expected tokens by `rules`, those that can come: rules first, those that cover
    /// most tokens before others.
    pub(crate) fn grouped<'f>(
        &self,
        tables: &Tables<'_>,
        rules: impl Iterator<Item = (RuleId, &'f TokenSet)>,
    ) -> Vec<Expected> {
        let mut left: Vec<bool> = self.by.iter().map(Option::is_some).collect();
        let can_come = |(rule, first): &(RuleId, &TokenSet)| self.can_come(tables, *rule, first);
        let rules: Vec<(RuleId, &TokenSet)> = rules.filter(can_come).collect();
        let mut said = Vec::new();
        loop {
            let gain = |first: &TokenSet| first.iter().filter(|token| left[token.index()]).count();
            // Of several, the first.
            let best = rules.iter().rev().max_by_key(|(_, first)| gain(first));
            let Some((rule, first)) = best.filter(|(_, first)| gain(first) > 0) else { break };
            said.push(Expected::Rule(*rule));
            first.iter().for_each(|token| left[token.index()] = false);
        }
        said.extend(tables.token_ids().filter(|token| left[token.index()]).map(Expected::Token));
        said
    }
}
