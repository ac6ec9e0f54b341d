//! What makes a grammar less than it seems: rules that can never match, rules and tokens that nothing uses.

use super::{super::Symbol, Resolver};
use crate::{RuleId, diagnostic::Diagnostic};

impl Resolver<'_> {
    /// For each production whether all its symbols can derive sentences; says which rules cannot.
    pub(super) fn check_productive(&mut self) -> Vec<bool> {
        let mut rules = vec![false; self.rules.len()];
        let mut productive = vec![false; self.productions.len()];
        loop {
            let mut changed = false;
            for (at, production) in self.productions.iter().enumerate() {
                let all = production.symbols.iter().all(|symbol| match symbol {
                    Symbol::Rule(rule) => rules[rule.index()],
                    Symbol::Token(_) => true,
                });
                if all && !productive[at] {
                    productive[at] = true;
                    rules[production.rule.index()] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for (rule, _) in self.rules.iter().zip(&rules).filter(|(_, productive)| !**productive) {
            let Some(span) = rule.span else { continue };
            let message = format!(
                "rule '{}' can never match: each of its productions needs a rule that never ends",
                rule.name
            );
            let is_start =
                self.starts.iter().any(|start| self.rules[start.index()].name == rule.name);
            self.diagnostics.push(if is_start {
                Diagnostic::error(message, span)
            } else {
                Diagnostic::warning(message, span)
            });
        }
        productive
    }

    /// Warns of rules that no start rule reaches and of tokens that no production uses.
    pub(super) fn check_used(&mut self) {
        let mut reached = vec![false; self.rules.len()];
        let mut todo = vec![RuleId::new(0)];
        while let Some(rule) = todo.pop() {
            if std::mem::replace(&mut reached[rule.index()], true) {
                continue;
            }
            for prod in &self.rules[rule.index()].productions {
                todo.extend(self.productions[prod.index()].symbols.iter().filter_map(|symbol| {
                    match symbol {
                        Symbol::Rule(rule) => Some(*rule),
                        Symbol::Token(_) => None,
                    }
                }));
            }
        }
        let expected = |name: &str| self.ast.expect_unused.iter().any(|symbol| symbol.text == name);
        let mut warnings = Vec::new();
        for (rule, reached) in self.rules.iter().zip(reached) {
            if let (false, Some(span), false) = (reached, rule.span, expected(&rule.name)) {
                let message = format!("rule '{}' is not reached from a start rule", rule.name);
                warnings.push(Diagnostic::warning(message, span));
            }
        }
        for token in self.tokens.unused() {
            if let (Some(span), false) = (token.span, expected(&token.name)) {
                let message = format!("token '{}' is used by no production", token.name);
                warnings.push(Diagnostic::warning(message, span));
            }
        }
        self.diagnostics.extend(warnings);
    }
}
