//! Ways through an action: what it does where all its conditions are false, or all but one.
//!
//! In: statements in C. Out: the token that they give, the changes of start state, and what of flex they ask for. Conditions
//! are not evaluated, but for `0` and `1`; loops run once if nothing says whether they do, functions of the lex file are followed.
//! Cost: linear in the statements that are run, which are bounded.

mod calls;
mod value;

use std::{collections::BTreeSet, ops::Range};

use lrtable::Span;

use super::{
    StartStateOperation,
    c::{
        Kind,
        macros::{Code, Definitions},
        statement::{Loop, Statement},
    },
    tape::{Matched, Tape, compare},
};
use crate::{extent::Extent, limits};

/// The token that an action gives.
#[derive(Clone, Debug, Default)]
pub(super) enum Given {
    /// The text is skipped.
    #[default]
    Nothing,
    Name(String, Span),
    /// A character, which is its own token.
    Char(char, Span),
    /// The character that is matched.
    Matched(Span),
    /// The input ends here.
    End,
    /// No token: the text is an error.
    Error,
    /// The match does not count: `REJECT`.
    Rejected,
    /// What a program computes.
    Computed(Span),
}

/// What cannot be said by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lost {
    /// `unput`.
    Unput,
    /// `input`.
    Input,
    /// `yyless` of an unknown number.
    Less,
    /// `BEGIN` of an unknown state.
    State,
    /// Where a line starts is changed.
    Line,
    /// Another text is read.
    Text,
    /// A token that is taken for that of a call.
    Argument,
}

/// What an action does.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    pub(super) given: Given,
    pub(super) changes: Vec<(usize, StartStateOperation)>,
    pub(super) extent: Extent,
    /// The character that is put back, or the one that was matched.
    pub(super) unput: Option<(Option<char>, Span)>,
    pub(super) lost: Vec<(Lost, Span)>,
    /// Where a state is stacked or left that the file keeps in a variable.
    pub(super) remembers: Option<Span>,
    /// Whether the program ends.
    pub(super) dies: bool,
}

impl Outcome {
    /// Whether both give the same lexemes.
    pub(super) fn is_same(&self, other: &Outcome) -> bool {
        let kinds = |outcome: &Outcome| -> BTreeSet<Lost> {
            outcome.lost.iter().map(|(lost, _)| *lost).collect()
        };
        let given = match (&self.given, &other.given) {
            (Given::Name(a, _), Given::Name(b, _)) => a == b,
            (Given::Char(a, _), Given::Char(b, _)) => a == b,
            (Given::Computed(a), Given::Computed(b)) => a == b,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        };
        let unput = |outcome: &Outcome| outcome.unput.map(|(c, _)| c);
        given
            && self.changes == other.changes
            && self.extent == other.extent
            && unput(self) == unput(other)
            && kinds(self) == kinds(other)
    }
}

/// Where a statement leads.
#[derive(PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Break,
    Continue,
    /// To a label: its place in the text of the `goto`.
    Goto(Span),
    End,
}

/// A way through the statements.
pub(super) struct Path<'r, 'a> {
    pub(super) source: &'a str,
    pub(super) definitions: &'r Definitions<'a>,
    /// The number of a start state.
    pub(super) state: &'r dyn Fn(&str) -> Option<usize>,
    /// The conditions that are true, by the bytes where they start.
    pub(super) flipped: &'r [usize],
    /// What is known of the text that is matched.
    pub(super) matched: Matched,
    /// Whether more should be known of it.
    pub(super) asks: bool,
    /// The conditions that were met.
    pub(super) conditions: Vec<Span>,
    pub(super) outcome: Outcome,
    /// The first call that has no effect.
    pub(super) ignored: Option<Span>,
    /// Values by the variables to which they were assigned.
    values: Vec<(&'a str, Given)>,
    /// Variables that nothing else changes: those of the action, or of the function that is run, but static ones.
    locals: Vec<&'a str>,
    /// Whether the start state was assigned to a variable.
    saved: bool,
    /// Where the functions were called that are being run.
    pub(super) calls: Vec<usize>,
    pub(super) left: usize,
    /// The text that `input` reads, if it is to be followed what the action makes of it.
    pub(super) tape: Option<Tape>,
}

impl<'r, 'a> Path<'r, 'a> {
    pub(super) fn new(
        source: &'a str,
        definitions: &'r Definitions<'a>,
        state: &'r dyn Fn(&str) -> Option<usize>,
        flipped: &'r [usize],
    ) -> Self {
        Path {
            source,
            definitions,
            state,
            flipped,
            matched: Matched::Any,
            asks: false,
            conditions: Vec::new(),
            outcome: Outcome::default(),
            ignored: None,
            values: Vec::new(),
            locals: Vec::new(),
            saved: false,
            calls: Vec::new(),
            left: limits::ACTION_STEPS,
            tape: None,
        }
    }

    /// Runs an action.
    pub(super) fn run(&mut self, code: &Code) {
        self.list(code, &code.statements);
    }

    pub(super) fn text(&self, code: &Code, at: usize) -> &'a str {
        code.tokens.get(at).map_or("", |token| &self.source[token.span.start()..token.span.end()])
    }

    /// The place of a range that is not empty.
    fn span(&self, code: &Code, range: &Range<usize>) -> Span {
        let first = code.tokens[range.start].span;
        let last = code.tokens[range.end - 1].span;
        // Of an expanded macro the tokens stand in different places.
        if last.end() >= first.end() { Span::new(first.start(), last.end()) } else { first }
    }

    /// Whether the condition is one of those that are true.
    fn choose(&mut self, condition: Span) -> bool {
        if self.conditions.len() <= limits::CONDITIONS && !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
        self.flipped.contains(&condition.start())
    }

    /// Whether this condition is true. Notes it, if that is not known.
    fn condition(&mut self, code: &Code, range: &Range<usize>) -> bool {
        if range.is_empty() {
            return true;
        }
        let text = self.text(code, range.start);
        if code.tokens[range.start].kind == Kind::Directive {
            let words: Vec<&str> = text[1..].split_whitespace().collect();
            return match words[..] {
                ["if", "0"] => false,
                ["if", "1"] => true,
                _ => self.choose(code.tokens[range.start].span),
            };
        }
        if range.len() == 1 && matches!(text, "true" | "false" | "TRUE" | "FALSE") {
            return matches!(text, "true" | "TRUE");
        }
        if self.tape.is_some() {
            return self.is_true(code, range.clone());
        }
        self.expression(code, range.clone());
        let span = self.span(code, range);
        let truth = self.known(code, range.clone()).truth();
        truth.unwrap_or_else(|| self.choose(span))
    }

    pub(super) fn list(&mut self, code: &Code, statements: &[Statement]) -> Flow {
        let mut at = 0;
        while at < statements.len() {
            let Some(left) = self.left.checked_sub(1).filter(|_| !self.has_read_all()) else {
                return Flow::End;
            };
            self.left = left;
            let flow = self.statement(code, &statements[at]);
            at += 1;
            if let Flow::Goto(label) = flow {
                let name = &self.source[label.start()..label.end()];
                let find = |statements: &[Statement]| {
                    statements.iter().position(|statement| {
                        matches!(statement, Statement::Label(label) if self.text(code, *label) == name)
                    })
                };
                match find(&statements[at..]) {
                    Some(more) => at += more + 1,
                    // Back to a label is a loop, which goes on only where it is known what is read.
                    None => match find(statements).filter(|_| self.tape.is_some()) {
                        Some(before) => at = before,
                        None => return Flow::Goto(label),
                    },
                }
            } else if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    fn statement(&mut self, code: &Code, statement: &Statement) -> Flow {
        match statement {
            Statement::Plain(range) => {
                self.expression(code, range.clone());
                if self.outcome.dies || matches!(self.outcome.given, Given::End | Given::Rejected) {
                    return Flow::End;
                }
                Flow::Next
            }
            Statement::Return(range) => {
                // A function without a value leaves what the action gives as it is.
                if !range.is_empty() {
                    self.note_returned(code, range);
                    self.outcome.given = self.value(code, range.clone());
                }
                Flow::End
            }
            Statement::Break => Flow::Break,
            Statement::Continue => Flow::Continue,
            Statement::Goto(label) => Flow::Goto(code.tokens[*label].span),
            Statement::Label(_) | Statement::Case(_) => Flow::Next,
            Statement::Block(inner) => self.list(code, inner),
            Statement::If(condition, then, otherwise) => {
                if self.tape.is_some() && !self.can_skip(code, condition, [then, otherwise]) {
                    return Flow::End;
                }
                match self.condition(code, condition) {
                    true => self.list(code, then),
                    false => self.list(code, otherwise),
                }
            }
            Statement::Loop(one) => self.repeat(code, one),
            Statement::Switch(value, body) if self.tape.is_some() => {
                let from = self.case(code, value, body);
                let flow = from.map_or(Flow::Next, |from| self.list(code, &body[from..]));
                if flow == Flow::Break { Flow::Next } else { flow }
            }
            Statement::Switch(value, body) => {
                if !value.is_empty() {
                    self.expression(code, value.clone());
                }
                let known = self.known(code, value.clone());
                let mut from = None;
                for (at, statement) in body.iter().enumerate() {
                    match statement {
                        Statement::Case(value) if value.is_empty() => from = from.or(Some(at)),
                        Statement::Case(value) => {
                            let span = self.span(code, value);
                            let case = self.known(code, value.clone());
                            let truth = compare("==", known, case).truth();
                            if truth.unwrap_or_else(|| self.choose(span)) {
                                from = Some(at);
                                break;
                            }
                        }
                        _ => {}
                    }
                }
                let flow = from.map_or(Flow::Next, |from| self.list(code, &body[from..]));
                if flow == Flow::Break { Flow::Next } else { flow }
            }
        }
    }

    fn repeat(&mut self, code: &Code, one: &Loop) -> Flow {
        if !one.init.is_empty() {
            self.expression(code, one.init.clone());
        }
        if self.tape.is_some() {
            return self.repeat_read(code, one);
        }
        // What the loop changes may be other than at its first time.
        let mut ranges = vec![one.init.clone(), one.condition.clone(), one.step.clone()];
        one.body.iter().for_each(|statement| statement.expressions(&mut ranges));
        ranges.iter().for_each(|range| self.forget_changed(code, range));
        let runs = one.body_first || self.condition(code, &one.condition);
        if !runs {
            return Flow::Next;
        }
        let flow = self.list(code, &one.body);
        ranges.iter().for_each(|range| self.forget_changed(code, range));
        if matches!(flow, Flow::End | Flow::Goto(_)) {
            return flow;
        }
        if one.body_first && !one.condition.is_empty() {
            self.expression(code, one.condition.clone());
        }
        Flow::Next
    }

    /// Where `wanted` first stands outside brackets.
    pub(super) fn outside(&self, code: &Code, range: &Range<usize>, wanted: &str) -> Option<usize> {
        let mut depth = 0_usize;
        range.clone().find(|at| {
            let text = self.text(code, *at);
            let found = depth == 0 && text == wanted;
            match text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            found
        })
    }

    /// The bracket that closes the one at `open`, or the end of the range.
    pub(super) fn closing(&self, code: &Code, open: usize, end: usize) -> usize {
        let mut depth = 0_usize;
        for at in open..end {
            match self.text(code, at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at;
                    }
                }
                _ => {}
            }
        }
        end
    }
}
