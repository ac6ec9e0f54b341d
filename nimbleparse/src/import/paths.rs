//! Ways through an action: what it does where all its conditions are false, or all but some.
//!
//! In: statements in C. Out: the token that they give, the changes of start state, and what of flex
//! they ask for. Functions of the lex file are followed. A condition of which the value is not
//! known is false unless it was chosen to be true, and a loop runs once if it does. If what `input`
//! reads is known too (a tape), all that matters must be: loops run to their end then, and a
//! condition that is not known ends the way unless it makes no difference. Cost: linear in the
//! statements that are run, which are bounded.

mod calls;
mod evaluate;
mod tables;
mod text;

use std::collections::BTreeSet;

use fnv::FnvHashMap;
use lrlex::{
    Extent, StartStateOperation,
    actions::{Given, Kept, LexFile},
};
use lrtable::Span;

pub(super) use text::Asked;

use super::{
    c::{
        DECISIVE, Token,
        expression::{Expr, Node},
        macros::{Code, Definitions},
        statement::Statement,
    },
    context::Context,
    limits,
    returns::Seen,
    texts::Matched,
    value::{Level, Symbol, Tape, Value, Variables},
};

/// What cannot be said by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lost {
    /// A call of `unput`.
    Unput,
    /// A call of `input`.
    Input,
    /// A call of `yyless` with an unknown number.
    Less,
    /// A call of `yymore` together with one of `yyless`.
    Both,
    /// A `BEGIN` of an unknown state.
    State,
    /// `yy_set_bol`: a change of where a line starts.
    Line,
    /// A call by which the lexer reads another text.
    Text,
    /// A call whose argument names a token, which is taken for the value of the call.
    Argument,
    /// The rest of an action that is too long, or a call inside too many.
    Rest,
}

/// What an action does.
#[derive(Clone, Debug, Default)]
pub(super) struct Effect {
    pub(super) given: Value,
    pub(super) changes: Vec<(usize, StartStateOperation)>,
    pub(super) extent: Extent,
    /// The character that is put back, or the one that was matched.
    pub(super) unput: Option<(Option<char>, Span)>,
    pub(super) lost: Vec<(Lost, Span)>,
    /// Where a state is stacked or left that the file keeps in a variable.
    pub(super) remembers: Option<Span>,
    /// Whether the program ends.
    pub(super) dies: bool,
    /// The values of the variables that are followed.
    pub(super) values: Vec<Value>,
    /// The change of start state that is left out, since its condition is taken to be false.
    pub(super) kept: Option<Kept>,
}

impl Effect {
    /// What a rule can say of it.
    pub(super) fn of_rule(&self) -> lrlex::actions::Effect {
        let given = match &self.given {
            Value::Nothing => Given::Nothing,
            Value::Name(name, place) => Given::Token(name.clone(), *place),
            Value::Char(c, place) => Given::Token(c.to_string(), *place),
            Value::End => Given::End,
            Value::Rejected => Given::Rejected,
            _ => Given::Error,
        };
        let change = self.changes.last().copied();
        lrlex::actions::Effect { given, change, extent: self.extent, kept: self.kept }
    }

    /// Whether both give the same lexemes.
    pub(super) fn is_same(&self, other: &Effect) -> bool {
        let kinds = |effect: &Effect| -> BTreeSet<Lost> {
            effect.lost.iter().map(|(lost, _)| *lost).collect()
        };
        let given = match (&self.given, &other.given) {
            (Value::Name(a, _), Value::Name(b, _)) => a == b,
            (Value::Char(a, _), Value::Char(b, _)) => a == b,
            (Value::Computed(a), Value::Computed(b)) => a == b,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        };
        let unput = |effect: &Effect| effect.unput.map(|(c, _)| c);
        fn levels(effect: &Effect) -> impl Iterator<Item = Option<Level>> {
            effect.values.iter().map(Value::level)
        }
        given
            && self.changes == other.changes
            && self.extent == other.extent
            && unput(self) == unput(other)
            && levels(self).eq(levels(other))
            && kinds(self) == kinds(other)
    }
}

/// Where a statement leads.
#[derive(PartialEq, Eq)]
pub(super) enum Flow<'a> {
    Next,
    Break,
    Continue,
    /// The way goes on at this label.
    Goto(&'a str),
    End,
}

/// A way through the statements.
pub(super) struct Path<'r, 'a> {
    pub(super) definitions: &'r Definitions<'a>,
    /// The lex file, which knows the start states.
    pub(super) file: &'r LexFile<'a>,
    /// The conditions that are true, by the bytes where they start.
    pub(super) flipped: &'r [usize],
    /// What is known of the start state and of variables.
    pub(super) context: &'r Context,
    /// What is known of the text that is matched.
    pub(super) matched: Matched,
    /// What should be known of it.
    pub(super) asked: Asked,
    /// The conditions that were met.
    pub(super) conditions: Vec<Span>,
    pub(super) effect: Effect,
    /// The first call that has no effect.
    pub(super) ignored: Option<Span>,
    pub(super) variables: Variables,
    /// Variables that nothing else changes: those of the action, or of the function that is run,
    /// but static ones. With the values of outer ones that they hide.
    locals: FnvHashMap<&'a str, Option<Value>>,
    /// Whether the start state was assigned to a variable.
    saved: bool,
    /// Where the functions were called that are being run.
    pub(super) calls: Vec<usize>,
    pub(super) left: usize,
    /// The text that `input` reads, if it is to be followed what the action makes of it.
    pub(super) tape: Option<Tape>,
    /// Whether an exception is on its way to a `catch`.
    thrown: bool,
    /// The function that is run; `None` in the action itself.
    function: Option<&'a str>,
    pub(super) seen: Seen<'a>,
}

impl<'r, 'a> Path<'r, 'a> {
    pub(super) fn new(
        definitions: &'r Definitions<'a>,
        file: &'r LexFile<'a>,
        flipped: &'r [usize],
        context: &'r Context,
    ) -> Self {
        Path {
            context,
            definitions,
            file,
            flipped,
            matched: Matched::Any,
            asked: Asked::default(),
            conditions: Vec::new(),
            effect: Effect::default(),
            ignored: None,
            variables: context.values().collect(),
            locals: FnvHashMap::default(),
            saved: false,
            calls: Vec::new(),
            left: limits::ACTION_STEPS,
            tape: None,
            thrown: false,
            function: None,
            seen: Seen::default(),
        }
    }

    /// Runs an action.
    pub(super) fn run(&mut self, code: &Code<'a>) {
        self.list(&code.statements);
        if self.left == 0 {
            let first = code.tokens.first().map_or(Span::new(0, 0), Token::span);
            self.lose(Lost::Rest, first);
        }
        if self.effect.dies {
            self.effect.given = Value::Error;
        }
        let names = self.context.names.iter();
        let value = |name: &String| self.variables.get(name).cloned().unwrap_or_default();
        self.effect.values = names.map(value).collect();
    }

    /// Whether the condition is one of those that are true.
    fn choose(&mut self, condition: Span) -> bool {
        if self.conditions.len() <= limits::CONDITIONS && !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
        self.flipped.contains(&condition.start())
    }

    /// Whether the action waits for more than there is, or is lost.
    fn has_read_all(&self) -> bool {
        self.tape.as_ref().is_some_and(|tape| !tape.asked.is_empty() || tape.lost)
    }

    /// Reads a symbol.
    fn read(&mut self, place: Span) -> Symbol {
        let tape = self.tape.get_or_insert_default();
        if let Some(symbol) = tape.symbols.get(tape.read) {
            tape.read += 1;
            return *symbol;
        }
        // After the end of the text nothing else comes.
        if tape.asked.is_empty() && tape.symbols.last() != Some(&Symbol::End) {
            tape.asked = self.calls.iter().copied().chain([place.start()]).collect();
            tape.known = self.variables.clone();
        }
        Symbol::End
    }

    /// Counts a step; whether there is no way on.
    fn is_over(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.is_stuck()
    }

    /// Whether it is not known how the way goes on.
    fn is_stuck(&self) -> bool {
        self.left == 0 || self.has_read_all()
    }

    /// Goes past statements that are not run; whether no label is among them, to which the way
    /// might go on.
    fn pass(&mut self, statements: &[Statement<'a>]) -> bool {
        statements.iter().all(|statement| {
            self.left = self.left.saturating_sub(1);
            match statement {
                Statement::Return(_, at) => self.seen.see(self.function, *at),
                Statement::Label(_) => return false,
                _ => {}
            }
            let mut goes_on = true;
            statement.lists(&mut |list| goes_on = goes_on && self.pass(list));
            goes_on
        })
    }

    fn list(&mut self, statements: &[Statement<'a>]) -> Flow<'a> {
        let mut at = 0;
        while at < statements.len() {
            if self.is_over() {
                return Flow::End;
            }
            let flow = self.statement(&statements[at]);
            at += 1;
            if flow != Flow::Next && !self.is_stuck() {
                self.pass(to_next_case(&statements[at..]));
            }
            if let Flow::Goto(label) = flow {
                let is_label = |statement: &Statement<'a>| matches!(statement, Statement::Label(name) if *name == label);
                match statements[at..].iter().position(is_label) {
                    Some(more) => at += more + 1,
                    // Back to a label is a loop, which goes on only where it is known what is read.
                    None => match statements.iter().position(is_label) {
                        Some(before) if self.tape.is_some() => at = before,
                        _ => return flow,
                    },
                }
            } else if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    fn statement(&mut self, statement: &Statement<'a>) -> Flow<'a> {
        match statement {
            Statement::Plain(expr) => {
                self.evaluate(expr);
                if self.effect.dies || matches!(self.effect.given, Value::End | Value::Rejected) {
                    return Flow::End;
                }
                Flow::Next
            }
            Statement::Return(expr, at) => {
                self.seen.see(self.function, *at);
                let reads_on = matches!(&expr.node, Node::Call(name, _) if matches!(name.node, Node::Word("yylex")));
                if reads_on {
                    // What follows is read in any case.
                    self.effect.given = Value::Nothing;
                } else if !expr.is_empty() {
                    // A function without a value leaves what the action gives as it is.
                    let in_action = self.calls.is_empty();
                    self.effect.given = match expr.node {
                        // A truth value is no token.
                        Node::Word(name @ ("TRUE" | "FALSE")) if in_action => {
                            Value::Name(name.to_owned(), expr.span)
                        }
                        _ => {
                            let value = self.evaluate(expr);
                            if in_action { self.token(value, expr.span) } else { value }
                        }
                    };
                }
                Flow::End
            }
            Statement::Break => Flow::Break,
            Statement::Continue => Flow::Continue,
            Statement::Goto(label) => Flow::Goto(label),
            Statement::Label(_) | Statement::Case(_) => Flow::Next,
            Statement::Block(inner) => self.list(inner),
            Statement::If(condition, then, otherwise) => {
                let truth = self.truth(condition);
                let decides = |this: &Self| this.decides(then) || this.decides(otherwise);
                let matters = truth.is_some() || self.tape.is_none() || decides(self);
                let is_true = matters && self.settle(truth, condition.span);
                let (run, other) = if is_true { (then, otherwise) } else { (otherwise, then) };
                if truth.is_some() {
                    self.pass(other);
                }
                self.list(run)
            }
            Statement::Loop { .. } => self.repeat(statement),
            Statement::Switch(value, body) => {
                let value = self.evaluate(value);
                let mut from = None;
                for (at, statement) in body.iter().enumerate() {
                    let Statement::Case(case) = statement else { continue };
                    if case.is_empty() {
                        from = from.or(Some(at));
                        continue;
                    }
                    let truth = match &case.node {
                        Node::Range(ends) => {
                            let [first, last] = &**ends;
                            let (first, last) = (self.evaluate(first), self.evaluate(last));
                            let above = self.compared(">=", &value, &first);
                            let below = self.compared("<=", &value, &last);
                            above.zip(below).map(|(above, below)| above && below)
                        }
                        _ => {
                            let case = self.evaluate(case);
                            self.compared("==", &value, &case)
                        }
                    };
                    let is_it = self.settle(truth, case.span);
                    match truth {
                        // No other one is it.
                        Some(true) => self.pass(&body[at..]),
                        Some(false) => self.pass(to_next_case(&body[at + 1..])),
                        None => true,
                    };
                    if is_it {
                        from = Some(at);
                        break;
                    }
                }
                let flow = from.map_or(Flow::Next, |from| self.list(&body[from..]));
                if flow == Flow::Break { Flow::Next } else { flow }
            }
            Statement::Try(body, handlers) => self.attempt(body, handlers),
        }
    }

    /// Runs a `try`: a handler if it is chosen, or else the body, and the first handler if that
    /// throws.
    fn attempt(
        &mut self,
        body: &[Statement<'a>],
        handlers: &[(Expr<'a>, Vec<Statement<'a>>)],
    ) -> Flow<'a> {
        for (caught, handler) in handlers {
            if self.tape.is_none() && self.choose(caught.span) {
                return self.list(handler);
            }
        }
        let flow = self.list(body);
        match handlers.first() {
            Some((_, handler)) if std::mem::take(&mut self.thrown) => {
                self.effect.dies = false;
                self.effect.given = Value::Nothing;
                self.list(handler)
            }
            _ => flow,
        }
    }

    fn repeat(&mut self, one: &Statement<'a>) -> Flow<'a> {
        let Statement::Loop { condition, step, body, body_first } = one else { return Flow::Next };
        if let Some(flow) = self.repeat_known(condition, step, body, *body_first) {
            return flow;
        }
        // Of a loop that runs once it is not known what it has changed at other times.
        let once = self.tape.is_none();
        let mut changing = Vec::new();
        one.expressions(&mut changing);
        changing.retain(|_| once);
        self.left = self.left.saturating_sub(changing.len());
        let mut first = *body_first;
        loop {
            changing.iter().for_each(|expr| self.forget_changed(expr));
            if self.is_over() {
                return Flow::End;
            }
            if !std::mem::take(&mut first) {
                let truth = self.truth(condition);
                if !self.settle(truth, condition.span) {
                    if truth.is_some() {
                        self.pass(body);
                    }
                    return if self.has_read_all() { Flow::End } else { Flow::Next };
                }
            }
            match self.list(body) {
                flow @ (Flow::End | Flow::Goto(_)) => return flow,
                Flow::Break if !once => return Flow::Next,
                _ => self.evaluate(step),
            };
            if once {
                changing.iter().for_each(|expr| self.forget_changed(expr));
                if *body_first {
                    self.evaluate(condition);
                }
                return Flow::Next;
            }
        }
    }

    /// Runs a loop as long as it is known whether it goes on; `None`: that is not known from the
    /// start on.
    fn repeat_known(
        &mut self,
        condition: &Expr<'a>,
        step: &Expr<'a>,
        body: &[Statement<'a>],
        body_first: bool,
    ) -> Option<Flow<'a>> {
        let is_possible = self.tape.is_none() && !body_first && !condition.is_empty();
        let asked = self.asked.clone();
        for time in 0..limits::ROUNDS {
            if !is_possible {
                return None;
            }
            match self.truth(condition) {
                Some(true) => {}
                Some(false) => {
                    if time == 0 {
                        self.pass(body);
                    }
                    return Some(Flow::Next);
                }
                None if time == 0 => {
                    self.asked = asked;
                    return None;
                }
                None => break,
            }
            match self.list(body) {
                flow @ (Flow::End | Flow::Goto(_)) => return Some(flow),
                Flow::Break => return Some(Flow::Next),
                _ => drop(self.evaluate(step)),
            }
            if self.is_over() {
                return Some(Flow::End);
            }
        }
        // What is left changes what nobody knows.
        let mut changing = Vec::new();
        body.iter().for_each(|statement| statement.expressions(&mut changing));
        changing.extend([condition, step]);
        changing.iter().for_each(|expr| self.forget_changed(expr));
        Some(Flow::Next)
    }

    /// Whether these statements do more than compute values that nothing depends on.
    fn decides(&self, statements: &[Statement<'a>]) -> bool {
        let known = |to: &Expr<'a>| matches!(to.node, Node::Word(name) if self.variables.contains_key(name));
        let mut acts = |part: &Expr<'a>| match &part.node {
            Node::Word(name) => {
                let mut decisive = DECISIVE.split(' ').chain(["exit", "abort"]);
                decisive.any(|word| word == *name) || self.definitions.functions.contains_key(name)
            }
            Node::Assign("=", to, _) | Node::Prefix("++" | "--", to) | Node::Postfix(_, to) => {
                known(to)
            }
            _ => false,
        };
        statements.iter().any(|statement| match statement {
            Statement::Plain(expr) => expr.any(&mut acts),
            Statement::Label(_) | Statement::Case(_) => false,
            Statement::If(_, then, otherwise) => self.decides(then) || self.decides(otherwise),
            Statement::Block(inner) => self.decides(inner),
            _ => true,
        })
    }
}

/// The statements before the next label `case` of a `switch` of which they are a part.
fn to_next_case<'s, 'a>(statements: &'s [Statement<'a>]) -> &'s [Statement<'a>] {
    let next = statements.iter().position(|one| matches!(one, Statement::Case(_)));
    &statements[..next.unwrap_or(statements.len())]
}
