//! How reports call the rules and tokens of a grammar, and what was expected in as few of these words as there are.
//!
//! A rule can be said to be expected if it can come there and every token that it may begin with is expected; then it stands for all
//! of them. Of the labelled rules that can come, those that stand for most tokens not yet said are taken first; what no rule stands for
//! is said by its own name.

use lrtable::{RuleId, StateId, TokenId, pack::Tables};

/// How reports call the rules and tokens of a grammar: in generated code `static` data, else made of the grammar as
/// [`GrammarLabels`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels<'a> {
    /// For each token its `%epp` text, or its name; nothing for `$`.
    pub tokens: &'a [Option<&'a str>],
    /// The tokens that have a `%epp` text, in order.
    pub named: &'a [u32],
    /// The rules that have a `%epp` text.
    pub rules: &'a [RuleLabel<'a>],
    /// The tokens with which their sentences begin.
    pub first: &'a [u32],
}

/// The label of a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleLabel<'a> {
    /// The rule.
    pub rule: u32,
    /// Its `%epp` text.
    pub label: &'a str,
    /// Where the tokens with which its sentences begin end in the list of all; they begin where those of the rule before end.
    pub first_end: u32,
}

impl<'a> Labels<'a> {
    /// Each labelled rule with the tokens with which its sentences begin, in order.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (&'a RuleLabel<'a>, &'a [u32])> {
        let first = self.first;
        let mut from = 0;
        self.rules.iter().map(move |rule| {
            let to = rule.first_end as usize;
            (rule, &first[std::mem::replace(&mut from, to)..to])
        })
    }

    /// The label of a rule.
    pub(crate) fn of_rule(&self, rule: RuleId) -> Option<&'a str> {
        self.rules.iter().find(|label| label.rule == rule.0).map(|label| label.label)
    }
}

/// The `%epp` names of a grammar's tokens and rules, for reports about a parser made at run time.
#[cfg(feature = "generator")]
#[derive(Clone, Debug)]
pub struct GrammarLabels<'g> {
    tokens: Vec<Option<&'g str>>,
    named: Vec<u32>,
    rules: Vec<RuleLabel<'g>>,
    first: Vec<u32>,
}

#[cfg(feature = "generator")]
impl<'g> GrammarLabels<'g> {
    /// The labels of a grammar. Computes its FIRST sets, if a rule has a label.
    pub fn new<StorageT: lrtable::Storage>(
        grammar: &'g lrtable::YaccGrammar<StorageT>,
    ) -> GrammarLabels<'g> {
        let name = |token| (token != grammar.eof()).then(|| grammar.shown_token(token));
        let is_named = |token: &TokenId| grammar.token(*token).epp.is_some();
        let labelled = || {
            let label = |rule| Some((rule, grammar.rule(rule).epp.as_deref()?));
            grammar.rule_ids().filter_map(label)
        };
        let (mut rules, mut first) = (Vec::new(), Vec::new());
        if labelled().next().is_some() {
            for (rule, label) in labelled() {
                first.extend(grammar.first().first(rule).iter().map(|token| token.0));
                let first_end = u32::try_from(first.len()).expect("rules and tokens are limited");
                rules.push(RuleLabel { rule: rule.0, label, first_end });
            }
        }
        GrammarLabels {
            tokens: grammar.token_ids().map(name).collect(),
            named: grammar.token_ids().filter(is_named).map(|token| token.0).collect(),
            rules,
            first,
        }
    }

    /// The labels as reports take them.
    pub fn labels(&self) -> Labels<'_> {
        let GrammarLabels { tokens, named, rules, first } = self;
        Labels { tokens, named, rules, first }
    }
}

/// One of the things that were expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// A sentence of this rule, which stands for all tokens that it may begin with.
    Rule(RuleId),
    /// This token; `$` for the end of the input.
    Token(TokenId),
}

/// What `shifted` tokens, each with the state that shifts it, are in labels: rules first, those that stand for most tokens before others.
pub(crate) fn grouped(
    labels: Labels<'_>,
    tables: &Tables<'_>,
    shifted: impl Iterator<Item = (TokenId, StateId)>,
) -> Vec<Expected> {
    let mut shifted_by: Vec<Option<StateId>> = vec![None; tables.token_count];
    for (token, state) in shifted {
        shifted_by[token.index()] = Some(state);
    }
    let mut left: Vec<bool> = shifted_by.iter().map(Option::is_some).collect();
    let can_come = |(rule, first): &(&RuleLabel<'_>, &[u32])| {
        let leads = |token: &u32| {
            shifted_by[*token as usize]
                .is_some_and(|state| tables.goto(state, lrtable::RIdx(rule.rule)).is_some())
        };
        !first.is_empty() && first.iter().all(leads)
    };
    let mut rules: Vec<(&RuleLabel<'_>, &[u32])> = labels.rules().filter(can_come).collect();
    let mut said = Vec::new();
    loop {
        let gain = |first: &[u32]| first.iter().filter(|token| left[**token as usize]).count();
        let best = (rules.iter().enumerate())
            .max_by_key(|(at, (_, first))| (gain(first), std::cmp::Reverse(*at)))
            .filter(|(_, (_, first))| gain(first) > 0);
        let Some((at, (rule, first))) = best else { break };
        said.push(Expected::Rule(lrtable::RIdx(rule.rule)));
        for token in *first {
            left[*token as usize] = false;
        }
        rules.remove(at);
    }
    said.extend(tables.token_ids().filter(|token| left[token.index()]).map(Expected::Token));
    said
}
