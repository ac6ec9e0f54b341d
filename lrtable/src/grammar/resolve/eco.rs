//! Eco's implicit tokens, woven in: each may stand after every token and at the start.

use super::{super::Symbol, Resolver};
use crate::{RuleId, Span, grammar::Production};

/// Name of the rule that Eco puts before the start rule.
const START: &str = "^~";
/// Name of Eco's rule for implicit tokens.
const IMPLICIT: &str = "~";

impl Resolver<'_> {
    /// The rule `~`, made on its first use.
    pub(super) fn eco_implicit(&mut self) -> RuleId {
        if let Some(&rule) = self.rule_names.get(IMPLICIT) {
            return rule;
        }
        let rule = self.new_rule(IMPLICIT, None);
        self.rule_names.insert(IMPLICIT.to_string(), rule);
        for token in self.implicit_tokens.clone() {
            self.tokens.set_used(token);
            self.eco_production(rule, vec![Symbol::Token(token), Symbol::Rule(rule)]);
        }
        self.eco_production(rule, Vec::new());
        rule
    }

    /// The rule that stands for `start` when implicit tokens may come before it.
    pub(super) fn eco_start(&mut self, start: RuleId) -> RuleId {
        let implicit = self.eco_implicit();
        let rule = self.new_rule(START, None);
        self.eco_production(rule, vec![Symbol::Rule(implicit), Symbol::Rule(start)]);
        rule
    }

    fn eco_production(&mut self, rule: RuleId, symbols: Vec<Symbol>) {
        self.new_production(Production::new(rule, symbols, Span::new(0, 0)));
    }
}
