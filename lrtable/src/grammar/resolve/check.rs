//! What makes a grammar less than it seems: rules that can never match, rules and tokens that nothing uses.

use super::{super::rules_and_symbols, Resolver};
use fnv::FnvHashSet;

use crate::{
    RuleId, derive,
    diagnostic::{Diagnostic, Severity, YaccGrammarErrorKind as Kind},
};

impl Resolver<'_> {
    /// For each production whether all its symbols can derive sentences; says which rules cannot.
    pub(super) fn check_productive(&mut self) -> Vec<bool> {
        let costs =
            derive::costs(self.rules.len(), &rules_and_symbols(&self.productions), |_| Some(0));
        let starts: FnvHashSet<&str> =
            self.starts.iter().map(|start| self.rules[start.index()].name.as_str()).collect();
        let never = costs.first.iter().map(Option::is_none);
        for (rule, _) in self.rules.iter().zip(never).filter(|(_, never)| *never) {
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
        let productions = rules_and_symbols(&self.productions);
        let reached = derive::reached(self.rules.len(), &productions, RuleId::new(0));
        let expected: FnvHashSet<&str> =
            self.ast.expect_unused.iter().map(|symbol| symbol.text.as_str()).collect();
        let mut warnings = Vec::new();
        for (rule, reached) in self.rules.iter().zip(reached) {
            if let (false, Some(span), false) =
                (reached, rule.span, expected.contains(rule.name.as_str()))
            {
                let message = format!(
                    "rule '{}' is not reached from a start rule: remove it, or name it in '%expect-unused'",
                    rule.name
                );
                warnings.push(Diagnostic::warning(Kind::UnusedRule, message, span));
            }
        }
        for token in self.tokens.unused() {
            if let (Some(span), false) = (token.span, expected.contains(token.name.as_str())) {
                let message = format!(
                    "token '{}' is used by no production: remove it, or name it in '%expect-unused'",
                    token.name
                );
                warnings.push(Diagnostic::warning(Kind::UnusedToken, message, span));
            }
        }
        self.diagnostics.extend(warnings);
    }
}
