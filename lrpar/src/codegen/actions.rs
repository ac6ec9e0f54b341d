//! Reads a grammar's actions: what each production does, and the types, generics and parameter that
//! its code needs. Reports everything that keeps actions from becoming Rust code.
//!
//! A production without an action gets one if only one is possible: in a rule of type `()` it does
//! nothing, and with a single symbol of the rule's own type it returns that symbol's value.

use lrtable::{
    ProdId, Span,
    diagnostic::Diagnostic,
    grammar::{self, Grammar, Inlined, Production, Rule, Symbol},
    yacc::{YaccKind, YaccOriginalActionKind, ast::Code},
};

use super::{
    BuildErrorKind,
    action::{self, Action, Operand, Value},
    splice,
    values::{Generics, ValueTypes, is_same, parameter},
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
    /// Makes the value of an inlined rule.
    Value(Value<'g>),
}

impl<'g> Does<'g> {
    /// Calls `visit` with each action that is run, inner ones first.
    pub(super) fn actions<'a>(&'a self, visit: &mut dyn FnMut(&'a Action<'g>)) {
        match self {
            Does::Action(action) => action.visit(visit),
            Does::Value(Value::Action(action)) => action.visit(visit),
            Does::PassOn | Does::Unit | Does::Value(_) => {}
        }
    }
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
            let untyped = |rule: &&Rule| rule.action_type.is_none() && rule.origin.is_none();
            let untyped = grammar.rules().iter().skip(1).filter(untyped);
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
    types: &ValueTypes<'g>,
    prod: ProdId,
    errors: &mut Vec<Diagnostic>,
) -> Does<'g> {
    let production = grammar.production(prod);
    let mut inliner = Inliner { grammar, types, production, count: 0, errors };
    if let Some(code) = &production.action {
        let names = grammar.action_symbols(production);
        let mut action = action::read(code, &names, inliner.errors);
        action.operands = inliner.operands(&production.operands);
        return Does::Action(action);
    }
    let own = types.of(production.rule);
    // The type that an action would make.
    let spanned = grammar.rule(production.rule).spanned.as_deref();
    let made = spanned.unwrap_or(types.name(production.rule));
    match (&production.operands[..], &production.symbols[..]) {
        _ if prod.index() < grammar.starts().len() => Does::PassOn,
        _ if own.is_none() => Does::Unit,
        ([grammar::Operand::Inlined(inlined)], _)
            if inlined.ty.as_deref().is_some_and(|ty| is_same(ty, made)) =>
        {
            Does::Value(inliner.value(inlined))
        }
        ([], [Symbol::Rule(rule)]) if types.of(*rule) == own => Does::PassOn,
        ([], [Symbol::Rule(rule)]) if is_same(types.name(*rule), made) => {
            Does::Value(Value::Symbol(0))
        }
        _ if is_same(made, "()") => Does::Value(Value::Unit),
        _ => {
            inliner.missing_action(&grammar.rule(production.rule).name, production.span);
            Does::Unit
        }
    }
}

/// Reads the actions of the rules that were inlined in a production.
struct Inliner<'g, 'e> {
    grammar: &'g Grammar,
    types: &'e ValueTypes<'g>,
    production: &'g Production,
    /// The number of actions so far.
    count: usize,
    errors: &'e mut Vec<Diagnostic>,
}

impl<'g> Inliner<'g, '_> {
    fn operands(&mut self, operands: &'g [grammar::Operand]) -> Vec<Operand<'g>> {
        let operand = |operand: &'g grammar::Operand| match operand {
            grammar::Operand::Symbol(at) => Operand::Symbol(*at),
            grammar::Operand::Inlined(inlined) => {
                Operand::Inlined(inlined.ty.as_deref().unwrap_or("()"), self.value(inlined))
            }
        };
        operands.iter().map(operand).collect()
    }

    fn value(&mut self, inlined: &'g Inlined) -> Value<'g> {
        let ty = inlined.ty.as_deref().unwrap_or("()");
        if let Some(code) = &inlined.action {
            let names = self.grammar.operand_names(self.production, &inlined.operands);
            let mut action = action::read(code, &names, self.errors);
            self.count += 1;
            action.inlined = Some((ty, self.count));
            action.operands = self.operands(&inlined.operands);
            return Value::Action(Box::new(action));
        }
        match &inlined.operands[..] {
            _ if is_same(ty, "()") => Value::Unit,
            [grammar::Operand::Inlined(inner)]
                if inner.ty.as_deref().is_some_and(|inner| is_same(inner, ty)) =>
            {
                self.value(inner)
            }
            [grammar::Operand::Symbol(at)] if self.has_type(*at, ty) => Value::Symbol(*at),
            _ => {
                self.missing_action(&inlined.rule, inlined.span);
                Value::Unit
            }
        }
    }

    fn has_type(&self, at: usize, ty: &str) -> bool {
        match self.production.symbols[at] {
            Symbol::Rule(rule) => is_same(self.types.name(rule), ty),
            Symbol::Token(_) => is_same(ty, "::lrpar::generated::Token<__Types>"),
        }
    }

    fn missing_action(&mut self, rule: &str, place: Span) {
        let message = format!(
            "a production of rule '{rule}' has no action: expected one that makes a value of its type"
        );
        self.errors.push(Diagnostic::error(BuildErrorKind::MissingAction, message, place));
    }
}
