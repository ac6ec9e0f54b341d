//! Reads a grammar's actions: what each production does, and the types, generics and parameter that
//! its code needs. Reports everything that keeps actions from becoming Rust code.
//!
//! A production without an action gets one if only one is possible: in a rule of type `()` it does
//! nothing, and with a single symbol of the rule's own type it returns that symbol's value.

use lrtable::{
    ProdId, Span,
    diagnostic::Diagnostic,
    grammar::{Grammar, Rule, Symbol},
    yacc::{YaccKind, YaccOriginalActionKind, ast::Code},
};

use super::{
    BuildErrorKind,
    action::{self, Action},
    splice,
    values::{Generics, ValueTypes, parameter},
};

/// All that code for a grammar's actions is made of.
#[derive(Debug)]
pub(super) struct Actions<'g> {
    /// Whether actions are run; if not, all but the types is empty.
    pub(super) are_run: bool,
    /// What each production does.
    pub(super) does: Vec<Does<'g>>,
    pub(super) types: ValueTypes<'g>,
    pub(super) generics: Generics,
    /// The name and the type of the parse's parameter.
    pub(super) parameter: Option<(&'g str, &'g str)>,
}

/// What a production does.
#[derive(Debug)]
pub(super) enum Does<'g> {
    /// Passes on the value of the production's only symbol; so does the production of the augmented
    /// start rule.
    PassOn,
    /// Makes `()`.
    Unit,
    /// Runs this action.
    Action(Action<'g>),
}

impl<'g> Actions<'g> {
    /// Reads the actions of `grammar`; adds mistakes to `errors`.
    pub(super) fn new(grammar: &'g Grammar, errors: &mut Vec<Diagnostic>) -> Self {
        let are_run = match grammar.kind() {
            YaccKind::Grmtools => true,
            YaccKind::Original(kind) => kind == YaccOriginalActionKind::UserAction,
            YaccKind::Eco => false,
        };
        let text = |code: &'g Option<Code>| {
            code.as_ref().filter(|_| are_run).map(|code| code.text.as_str())
        };
        let declarations = grammar.declarations();
        let mut actions = Actions {
            are_run,
            does: Vec::new(),
            types: ValueTypes::new(grammar),
            generics: Generics::new(text(&declarations.parse_generics).unwrap_or_default()),
            parameter: text(&declarations.parse_param).map(parameter),
        };
        if are_run {
            splice::check(grammar, errors);
            let untyped = grammar.rules().iter().skip(1).filter(|rule| rule.action_type.is_none());
            errors.extend(untyped.map(|rule| missing_type(grammar, rule)));
            let does = grammar.prod_ids().map(|prod| does(grammar, &actions.types, prod, errors));
            actions.does = does.collect();
        }
        actions
    }
}

fn missing_type(grammar: &Grammar, rule: &Rule) -> Diagnostic {
    let how = match grammar.kind() {
        YaccKind::Grmtools => format!("'{} -> Type:'", rule.name),
        _ => "'%actiontype Type'".to_owned(),
    };
    let message = format!("rule '{}' has no type: expected {how}", rule.name);
    Diagnostic::error(BuildErrorKind::MissingType, message, rule.span.unwrap_or(Span::new(0, 0)))
}

/// Returns what a production does; adds mistakes to `errors`.
fn does<'g>(
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
    match production.symbols.as_slice() {
        _ if prod.index() < grammar.starts().len() => Does::PassOn,
        _ if own.is_none() => Does::Unit,
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
