//! Which variables decide something, and what of them is to be told apart.

use fnv::FnvHashSet;
use lrlex::actions::{ReadRule, TokenKind, number, tokens};
use lrtable::Span;

use super::Followed;
use crate::import::{
    Reading,
    c::{
        Token,
        expression::{Expr, Node},
        macros::{Code, Function, Variable},
        statement::Statement,
    },
    limits,
    value::STATE,
};

/// Names of the current start state.
const STATES: [&str; 3] = ["YY_START", "YYSTATE", "YY_STATE"];

/// The words in conditions of code, as far as its tokens show.
pub(in crate::import) fn tested_words<'a>(tokens: &[Token<'a>], to: &mut FnvHashSet<&'a str>) {
    let mut at = 0;
    let is_statement = |token: &Token<'_>| matches!(token.text, ";" | "{" | "}");
    while at < tokens.len() {
        let token = &tokens[at];
        let end = match token.text {
            "BEGIN" if tokens.get(at + 1).is_some_and(|next| next.text != "(") => at + 2,
            "if" | "while" | "switch" | "for" | "BEGIN" => {
                let mut depth = 0_usize;
                let ends = |token: &Token<'_>| {
                    depth += usize::from(token.text == "(");
                    depth = depth.saturating_sub(usize::from(token.text == ")"));
                    token.text == ")" && depth == 0
                };
                tokens[at..].iter().position(ends).map_or(tokens.len(), |len| at + len)
            }
            // What stands before it up to the start of its statement.
            "?" => {
                let start = tokens[..at].iter().rposition(is_statement).map_or(0, |at| at + 1);
                to.extend(words(&tokens[start..at]));
                at
            }
            _ => at,
        };
        to.extend(words(&tokens[at..end.clamp(at, tokens.len())]));
        at += 1;
    }
    // What is assigned to a variable that is tested.
    for (at, sign) in tokens.iter().enumerate().filter(|(_, token)| token.text == "=").rev() {
        let is_tested = at > 0 && to.contains(tokens[at - 1].text);
        let rest = tokens[at..].iter().take_while(|token| token.text != ";").count();
        if is_tested && sign.kind == TokenKind::Sign {
            to.extend(words(&tokens[at..at + rest]));
        }
    }
}

fn words<'t, 'a>(tokens: &'t [Token<'a>]) -> impl Iterator<Item = &'a str> + use<'t, 'a> {
    tokens.iter().filter(|token| token.kind == TokenKind::Word).map(|token| token.text)
}

impl<'a> Reading<'_, 'a> {
    /// The variables of the file that conditions ask for.
    pub(super) fn tested_variables(
        &mut self,
        before: &[Span],
        actions: &[(Span, &[ReadRule])],
    ) -> Followed {
        let mut tested = FnvHashSet::default();
        let mut all: Vec<Vec<Token<'a>>> = Vec::new();
        // The functions that actions come to.
        let mut reached: FnvHashSet<&str> = FnvHashSet::default();
        for span in before.iter().chain(actions.iter().map(|(span, _)| span)) {
            let code = self.c.definitions.action(tokens(self.file.source(), *span));
            self.static_variables(&code);
            reached.extend(words(&self.tokens_of(&code)));
            all.push(code.tokens);
        }
        let functions = self.c.definitions.functions.iter();
        let (called, others): (Vec<_>, Vec<_>) =
            functions.partition(|(name, _)| reached.contains(**name));
        let tokens_of = |(_, function): (_, &Function<'a>)| function.body.tokens.clone();
        all.extend(called.into_iter().map(tokens_of));
        let others: Vec<Vec<Token<'a>>> = others.into_iter().map(tokens_of).collect();
        all.iter().for_each(|tokens| tested_words(tokens, &mut tested));
        let known = &self.c.definitions;
        let mut names: Vec<(&str, i64)> = Vec::new();
        let mut constant: Vec<(Span, String)> = Vec::new();
        for (name, variable) in &known.variables {
            let Some(first) = variable.first.filter(|_| tested.contains(name)) else { continue };
            // What the program does at another time is not known.
            let changes = |tokens: &Vec<Token<'a>>| is_changed(tokens, name, Some(first));
            let elsewhere = !variable.is_static && self.c.elsewhere.contains(*name);
            if known.saved.contains(name) || elsewhere || others.iter().any(changes) {
                continue;
            }
            if !variable.is_static && !all.iter().any(|tokens| is_changed(tokens, name, None)) {
                let message = format!(
                    "nothing in this file changes the variable '{name}': it is taken to be {first}, as it is declared"
                );
                constant.push((variable.place, message));
            }
            names.push((name, first));
        }
        names.sort_unstable();
        constant.sort_unstable();
        constant.into_iter().for_each(|(place, message)| self.file.warn(message, place));
        let known = &self.c.definitions;
        let mut followed = Followed::default();
        for (name, first) in names {
            let mut compared: Vec<i64> = vec![first, 0];
            let (mut falls, mut is_state) = (false, false);
            for tokens in &all {
                for (at, _) in tokens.iter().enumerate().filter(|(_, token)| token.text == name) {
                    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
                    let before = |back: usize| at.checked_sub(back).map_or("", text);
                    falls |= matches!(text(at + 1), "--" | "-=") || before(1) == "--";
                    is_state |= before(1) == "BEGIN" || before(2) == "BEGIN";
                    let constant = |text: &str| {
                        let found = known.constants.get(text).copied();
                        found.or(number(text).map(i64::from))
                    };
                    compared.extend(constant(text(at + 2)));
                    compared.extend(constant(before(2)));
                    compared.extend(constant(text(at + 3)));
                }
            }
            if is_state && followed.names.len() < limits::VARIABLES {
                let states = i64::try_from(self.file.start_states().len()).unwrap_or(0);
                followed.names.push(name.to_owned());
                followed.first.push(first);
                followed.most.push(STATE + states);
                followed.falls.push(true);
                continue;
            }
            let most = compared.into_iter().max().unwrap_or(0);
            if most <= limits::COMPARED && followed.names.len() < limits::VARIABLES {
                followed.names.push(name.to_owned());
                followed.first.push(first);
                followed.most.push(most + 2);
                followed.falls.push(falls);
            }
        }
        followed
    }

    /// Adds the variables that an action declares as static.
    fn static_variables(&mut self, code: &Code<'a>) {
        let mut expressions = Vec::new();
        code.statements.iter().for_each(|statement| statement.expressions(&mut expressions));
        for expr in expressions {
            let (to, first) = match &expr.node {
                Node::Assign("=", to, from) => (&**to, first_value(from)),
                _ => (expr, Some(0)),
            };
            if let Node::Declared { name, is_static: true } = to.node {
                let variable = Variable { first, is_static: true, place: to.span };
                self.c.definitions.variables.entry(name).or_insert(variable);
            }
        }
    }

    /// Whether an action of several start states asks for the one that is current.
    pub(super) fn asks_for_state(&self, actions: &[(Span, &[ReadRule])]) -> bool {
        let asks = |(span, _): &(Span, &[ReadRule])| {
            let code = self.c.definitions.action(tokens(self.file.source(), *span));
            self.tokens_of(&code).iter().any(|token| STATES.contains(&token.text))
                && code.statements.iter().any(decides)
        };
        actions.iter().any(asks)
    }

    /// Whether an action depends on the start state, or on one of these variables.
    pub(super) fn depends(&self, code: &Code<'a>, names: &[String]) -> bool {
        let matters = |text: &str| STATES.contains(&text) || names.iter().any(|name| name == text);
        self.tokens_of(code).iter().any(|token| matters(token.text))
    }
}

/// Whether code changes a variable to something else than this value.
fn is_changed(tokens: &[Token<'_>], name: &str, but: Option<i64>) -> bool {
    let places = tokens.iter().enumerate().filter(|(_, token)| token.text == name);
    places.into_iter().any(|(at, _)| {
        let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
        let before = at.checked_sub(1).map_or("", text);
        match text(at + 1) {
            "=" => but.is_none_or(|but| number(text(at + 2)).map(i64::from) != Some(but)),
            sign => {
                matches!(before, "++" | "--" | "&")
                    || matches!(sign, "++" | "--" | "<<" | ">>")
                    || sign.len() == 2
                        && sign.ends_with('=')
                        && !matches!(sign, "==" | "!=" | "<=" | ">=")
            }
        }
    })
}

/// Whether there is a condition in a statement.
fn decides(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::If(..) | Statement::Switch(..) | Statement::Loop { .. } => true,
        Statement::Plain(expr) | Statement::Return(expr, _) => expr
            .any(&mut |part| matches!(part.node, Node::Choice(_) | Node::Row(..) | Node::Call(..))),
        Statement::Block(inner) => inner.iter().any(decides),
        _ => false,
    }
}

fn first_value(expr: &Expr<'_>) -> Option<i64> {
    match expr.node {
        Node::Number(text) => number(text).map(i64::from),
        Node::Word("true" | "TRUE") => Some(1),
        Node::Word("false" | "FALSE") => Some(0),
        _ => None,
    }
}
