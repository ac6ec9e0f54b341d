//! Finds out what each production of a grammar does, and reports everything that keeps actions from becoming Rust code.
//!
//! A production without an action gets one if only one is possible: in a rule of type `()` it does nothing, and with a single
//! symbol of the rule's own type it returns that symbol's value.

use lrtable::{
    ProdId, RuleId, Span,
    diagnostic::Diagnostic,
    grammar::{Grammar, Symbol},
    yacc::{YaccKind, YaccOriginalActionKind},
};

use super::error::BuildErrorKind;
use super::{
    action::{self, Action},
    values::ValueTypes,
};

/// What a production does.
#[derive(Debug)]
pub(super) enum Does<'g> {
    /// Nothing: the production of the augmented start rule, which is never reduced.
    Start,
    /// Runs this action.
    Action(Action<'g>),
    /// Makes `()`.
    Unit,
    /// Passes on the value of the production's only symbol.
    PassOn,
}

/// Returns whether the actions of grammars of this kind are run.
pub(super) fn has_actions(kind: YaccKind) -> bool {
    match kind {
        YaccKind::Grmtools => true,
        YaccKind::Original(kind) => kind == YaccOriginalActionKind::UserAction,
        YaccKind::Eco => false,
    }
}

/// Returns what each production does; adds mistakes to `errors`.
pub(super) fn productions<'g>(
    grammar: &'g Grammar,
    types: &ValueTypes<'_>,
    errors: &mut Vec<Diagnostic>,
) -> Vec<Does<'g>> {
    for rule in grammar.rule_ids().skip(1) {
        if types.of(rule).is_none() {
            errors.push(missing_type(grammar, rule));
        }
    }
    grammar
        .prod_ids()
        .map(|prod| {
            if prod.index() < grammar.starts().len() {
                Does::Start
            } else {
                production(grammar, types, prod, errors)
            }
        })
        .collect()
}

fn missing_type(grammar: &Grammar, rule: RuleId) -> Diagnostic {
    let rule = grammar.rule(rule);
    let how = match grammar.kind() {
        YaccKind::Grmtools => format!("'{} -> Type:'", rule.name),
        _ => "'%actiontype Type'".to_owned(),
    };
    let message = format!("rule '{}' has no type: expected {how}", rule.name);
    Diagnostic::error(BuildErrorKind::MissingType, message, rule.span.unwrap_or(Span::new(0, 0)))
}

fn production<'g>(
    grammar: &'g Grammar,
    types: &ValueTypes<'_>,
    prod: ProdId,
    errors: &mut Vec<Diagnostic>,
) -> Does<'g> {
    let production = grammar.production(prod);
    if let Some(code) = &production.action {
        return Does::Action(action::read(code, &grammar.action_symbols(production), errors));
    }
    let own = types.of(production.rule);
    let is_unit = own.is_some_and(|own| types.is_unit(own));
    match production.symbols.as_slice() {
        _ if own.is_none() || is_unit => Does::Unit,
        [Symbol::Rule(rule)] if types.of(*rule) == own => Does::PassOn,
        _ => {
            let message = format!(
                "a production of rule '{}' has no action: expected one that makes a value of its type",
                grammar.rule(production.rule).name
            );
            let error = Diagnostic::error(BuildErrorKind::MissingAction, message, production.span);
            errors.push(error);
            Does::Unit
        }
    }
}
