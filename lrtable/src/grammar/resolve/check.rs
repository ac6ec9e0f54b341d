//! What makes a grammar less than it seems: rules that can never match, rules and tokens that
//! nothing uses.

use super::{
    super::{Rule, Token, rules_and_symbols},
    Resolver,
};
use fnv::FnvHashSet;

use crate::{
    RuleId, derive,
    diagnostic::{Diagnostic, Severity, YaccGrammarErrorKind as Kind},
};

impl Resolver<'_> {
    /// For each production whether all its symbols can derive sentences; says which rules cannot.
    pub(super) fn check_productive(&mut self) -> Vec<bool> {
        let costs = derive::costs(
            self.data.rules.len(),
            &rules_and_symbols(&self.data.productions),
            |_| Some(0),
        );
        let starts: FnvHashSet<&str> = self
            .data
            .starts
            .iter()
            .map(|start| self.data.rules[start.index()].name.as_str())
            .collect();
        let never = costs.first.iter().map(Option::is_none);
        for (rule, _) in self.data.rules.iter().zip(never).filter(|(_, never)| *never) {
            let Some(span) = rule.span else { continue };
            let message = format!(
                "rule '{}' can never match: each of its productions needs a rule that never ends",
                rule.name
            );
            let severity = match starts.contains(rule.name.as_str()) {
                true => Severity::Error,
                false => Severity::Warning,
            };
            self.diagnostics.push(Diagnostic::new(severity, Kind::NeverMatches, message, span));
        }
        costs.productions.iter().map(|cost| *cost != derive::NOTHING).collect()
    }

    /// Warns of rules that no start rule reaches and of tokens that no production uses.
    pub(super) fn check_used(&mut self) {
        let productions = rules_and_symbols(&self.data.productions);
        let reached = derive::reached(self.data.rules.len(), &productions, RuleId::new(0));
        let expected: FnvHashSet<&str> =
            self.ast.expect_unused.iter().map(|symbol| symbol.text.as_str()).collect();
        let rules = self.data.rules.iter().zip(reached);
        // What an unused rule calls is not told beside it.
        let rules = rules.filter(|(rule, reached)| !reached && rule.origin.is_none());
        let rules = rules.map(|(Rule { name, span, .. }, _)| {
            (
                Kind::UnusedRule,
                format!("rule '{name}' is not reached from a start rule"),
                name,
                span,
            )
        });
        let tokens = self.tokens.unused().map(|Token { name, span, .. }| {
            (Kind::UnusedToken, format!("token '{name}' is used by no production"), name, span)
        });
        let unused =
            rules.chain(tokens).filter(|(_, _, name, _)| !expected.contains(name.as_str()));
        self.diagnostics.extend(unused.filter_map(|(kind, what, _, span)| {
            let message = format!("{what}: remove it, or name it in '%expect-unused'");
            Some(Diagnostic::warning(kind, message, (*span)?))
        }));
    }
}
