//! Names of rules and tokens in reports, and what was expected in as few of these names as
//! possible.
//!
//! A rule can be named as expected if it can come there and every token with which it may begin is
//! expected; it then stands for all of them. Of the labelled rules that can come, those that stand
//! for most tokens not yet named are taken first (greedy set cover); tokens that no rule stands for
//! are named themselves.
//!
//! Cost: for each label that is taken, one pass over the FIRST sets of the labelled rules that can
//! come.

use lrtable::{RuleId, StateId, TokenId, pack::Tables};

/// Names of a grammar's rules and tokens in reports: `static` data in generated code, or else
/// borrowed from [`GrammarLabels`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels<'a> {
    /// The `%epp` text or the name of each token; `None` for `$`.
    pub tokens: &'a [Option<&'a str>],
    /// The ids of the tokens with a `%epp` text, in order.
    pub named: &'a [u32],
    /// The rules with a `%epp` text, in order.
    pub rules: &'a [RuleLabel<'a>],
    /// The tokens with which sentences of the labelled rules begin, rule after rule;
    /// [`RuleLabel::first_end`] delimits them.
    pub first: &'a [u32],
}

/// The label of a rule, and its FIRST set.
#[derive(Clone, Copy, Debug)]
pub struct RuleLabel<'a> {
    /// The id of the rule.
    pub rule: u32,
    /// The `%epp` text of the rule.
    pub label: &'a str,
    /// The end of the rule's FIRST set in [`Labels::first`]; it begins where that of the previous
    /// rule ends.
    pub first_end: u32,
}

impl<'a> Labels<'a> {
    /// Returns each labelled rule with its FIRST set.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (&'a RuleLabel<'a>, &'a [u32])> {
        let first = self.first;
        let mut from = 0;
        self.rules.iter().map(move |rule| {
            let to = rule.first_end as usize;
            (rule, &first[std::mem::replace(&mut from, to)..to])
        })
    }
}

/// Owner of the [`Labels`] of a grammar, for reports on a parser made at run time.
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
    /// Collects the labels of a grammar; computes its FIRST sets if a rule has a label.
    pub fn new<StorageT: lrtable::Storage>(
        grammar: &'g lrtable::YaccGrammar<StorageT>,
    ) -> GrammarLabels<'g> {
        let name = |token| (token != grammar.eof()).then(|| grammar.shown_token(token));
        let is_named = |token: &TokenId| grammar.token(*token).epp.is_some();
        let (mut rules, mut first) = (Vec::new(), Vec::new());
        for rule in grammar.rule_ids() {
            let Some(label) = grammar.rule(rule).epp.as_deref() else { continue };
            first.extend(grammar.first().first(rule).iter().map(|token| token.0));
            let first_end = u32::try_from(first.len()).expect("rules and tokens are limited");
            rules.push(RuleLabel { rule: rule.0, label, first_end });
        }
        GrammarLabels {
            tokens: grammar.token_ids().map(name).collect(),
            named: grammar.token_ids().filter(is_named).map(|token| token.0).collect(),
            rules,
            first,
        }
    }

    /// Returns the labels in the form that a [`Reporter`](crate::Reporter) takes.
    pub fn labels(&self) -> Labels<'_> {
        let GrammarLabels { tokens, named, rules, first } = self;
        Labels { tokens, named, rules, first }
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

/// Covers the tokens of `shifted`, each with the state that shifts it, by labelled rules: rules
/// first, those that cover most tokens before others.
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
    let rules: Vec<(&RuleLabel<'_>, &[u32])> = labels.rules().filter(can_come).collect();
    let mut said = Vec::new();
    loop {
        let gain = |first: &[u32]| first.iter().filter(|token| left[**token as usize]).count();
        // Of several, the first.
        let best = rules.iter().rev().max_by_key(|(_, first)| gain(first));
        let Some((rule, first)) = best.filter(|(_, first)| gain(first) > 0) else { break };
        said.push(Expected::Rule(lrtable::RIdx(rule.rule)));
        first.iter().for_each(|token| left[*token as usize] = false);
    }
    said.extend(tables.token_ids().filter(|token| left[token.index()]).map(Expected::Token));
    said
}
