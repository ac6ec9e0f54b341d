//! Ways through an action: what it does where all its conditions are false, or all but one.
//!
//! In: statements in C. Out: the token that they give, the changes of start state, and what of flex they ask for. Conditions
//! are not evaluated, but for `0` and `1`; loops run once if nothing says whether they do, functions of the lex file are followed.
//! Cost: linear in the statements that are run, which are bounded.

use std::ops::Range;

use lrtable::Span;

use super::{
    StartStateOperation,
    c::{
        self, Kind,
        macros::{Code, Definitions},
        statement::{Loop, Statement},
    },
    tape::Tape,
};
use crate::{extent::Extent, limits};

/// Functions of flex by which another text is read.
const OTHER_TEXTS: [&str; 8] = [
    "yy_switch_to_buffer",
    "yypush_buffer_state",
    "yypop_buffer_state",
    "yy_scan_string",
    "yy_scan_bytes",
    "yy_scan_buffer",
    "yyrestart",
    "yy_flush_buffer",
];

/// The token that an action gives.
#[derive(Clone, Debug, Default)]
pub(super) enum Given {
    /// The text is skipped.
    #[default]
    Nothing,
    Name(String, Span),
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// `unput`.
    Unput,
    /// `input`.
    Input,
    /// `yyless` of an unknown number.
    Less,
    /// `BEGIN` of an unknown state.
    State,
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
    /// Does the program end?
    pub(super) dies: bool,
}

impl Outcome {
    /// Do both give the same lexemes?
    pub(super) fn is_same(&self, other: &Outcome) -> bool {
        let kinds = |outcome: &Outcome| -> Vec<Lost> {
            outcome.lost.iter().map(|(lost, _)| *lost).collect()
        };
        let given = match (&self.given, &other.given) {
            (Given::Name(a, _), Given::Name(b, _)) => a == b,
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
    /// The condition that is true, by the byte where it starts.
    pub(super) flipped: Option<usize>,
    /// The conditions that were met.
    pub(super) conditions: Vec<Span>,
    pub(super) outcome: Outcome,
    /// The first call that has no effect.
    pub(super) ignored: Option<Span>,
    /// Values by the variables to which they were assigned.
    values: Vec<(&'a str, Given)>,
    /// Was the start state assigned to a variable?
    saved: bool,
    calls: usize,
    pub(super) left: usize,
    /// The text that `input` reads, if it is to be followed what the action makes of it.
    pub(super) tape: Option<Tape>,
}

impl<'r, 'a> Path<'r, 'a> {
    pub(super) fn new(
        source: &'a str,
        definitions: &'r Definitions<'a>,
        state: &'r dyn Fn(&str) -> Option<usize>,
        flipped: Option<usize>,
    ) -> Self {
        Path {
            source,
            definitions,
            state,
            flipped,
            conditions: Vec::new(),
            outcome: Outcome::default(),
            ignored: None,
            values: Vec::new(),
            saved: false,
            calls: 0,
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

    /// Is the condition the one that is true?
    fn choose(&mut self, condition: Span) -> bool {
        if !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
        self.flipped == Some(condition.start())
    }

    /// Is this condition true? Notes it, if that is not known.
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
        if range.len() == 1 && matches!(text, "0" | "1" | "true" | "false" | "TRUE" | "FALSE") {
            return matches!(text, "1" | "true" | "TRUE");
        }
        if self.tape.is_some() {
            return self.is_true(code, range.clone());
        }
        self.expression(code, range.clone());
        let span = self.span(code, range);
        self.choose(span)
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
                let mut from = None;
                for (at, statement) in body.iter().enumerate() {
                    match statement {
                        Statement::Case(value) if value.is_empty() => from = from.or(Some(at)),
                        Statement::Case(value) => {
                            let span = self.span(code, value);
                            if self.choose(span) {
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
        let runs = one.body_first || self.condition(code, &one.condition);
        if !runs {
            return Flow::Next;
        }
        let flow = self.list(code, &one.body);
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

    /// Runs an expression whose value is of no interest.
    pub(super) fn expression(&mut self, code: &Code, range: Range<usize>) {
        if self.tape.is_some() {
            self.evaluate(code, range);
        } else if self.outside(code, &range, "=").is_some() {
            self.value(code, range);
        } else {
            self.calls(code, range);
        }
    }

    /// Runs an expression; the token that its value is.
    fn value(&mut self, code: &Code, range: Range<usize>) -> Given {
        let Range { start, end } = range;
        let Some(left) = self.left.checked_sub(1).filter(|_| start < end) else {
            return Given::Nothing;
        };
        self.left = left;
        let span = self.span(code, &(start..end));
        if let Some(comma) = self.outside(code, &(start..end), ",") {
            self.expression(code, start..comma);
            return self.value(code, comma + 1..end);
        }
        if let Some(assign) = self.outside(code, &(start..end), "=") {
            return self.assignment(code, start..assign, assign + 1..end);
        }
        if let Some(question) = self.outside(code, &(start..end), "?") {
            let colon = self.outside(code, &(question + 1..end), ":").unwrap_or(end);
            return match self.condition(code, &(start..question)) {
                true => self.value(code, question + 1..colon),
                false => self.value(code, (colon + 1).min(end)..end),
            };
        }
        if self.text(code, start) == "(" {
            let close = self.closing(code, start, end);
            if close + 1 == end {
                return self.value(code, start + 1..close);
            }
            // A cast: only names and stars, and a value behind it.
            let is_type = |at: usize| {
                code.tokens[at].kind == Kind::Word || matches!(self.text(code, at), "*" | "::")
            };
            if close < end && close > start + 1 && (start + 1..close).all(is_type) {
                return self.value(code, close + 1..end);
            }
        }
        if self.text(code, start) == "static_cast"
            && let Some(open) = (start..end).find(|at| self.text(code, *at) == "(")
        {
            return self.value(code, open..end);
        }
        let texts: Vec<&str> = (start..end.min(start + 8)).map(|at| self.text(code, at)).collect();
        match (texts.as_slice(), code.tokens[start].kind) {
            (["0" | "YYEOF" | "EOF" | "YY_NULL"], _) => Given::End,
            (["-", _] | ["YYerror" | "YYUNDEF"], _) => Given::Error,
            (["*", "yytext"] | ["yytext", "[", "0", "]"], _)
            | (["yytext", "[", "0", "]" | "&", ..] | ["*", "yytext", "&", ..], _) => {
                Given::Matched(span)
            }
            ([_], Kind::Char) => match c::char_value(texts[0]) {
                Some('\0') => Given::End,
                Some(c) => Given::Name(c.to_string(), Span::new(span.start() + 1, span.end() - 1)),
                None => Given::Computed(span),
            },
            ([name], Kind::Word) => {
                let known = self.values.iter().rev().find(|(variable, _)| variable == name);
                known.map_or(Given::Name((*name).to_owned(), span), |(_, value)| value.clone())
            }
            _ => self.compound(code, start..end, span),
        }
    }

    /// The value of an expression of several tokens.
    fn compound(&mut self, code: &Code, range: Range<usize>, span: Span) -> Given {
        let Range { start, end } = range;
        let is_path = (start..end)
            .all(|at| code.tokens[at].kind == Kind::Word || self.text(code, at) == "::");
        let last = code.tokens[end - 1];
        if is_path && last.kind == Kind::Word && end - start > 1 {
            return Given::Name(self.text(code, end - 1).to_owned(), last.span);
        }
        let path: String = (start..end).map(|at| self.text(code, at)).collect();
        let variable = self.values.iter().rev().find(|(variable, _)| *variable == path);
        if let Some((_, value)) = variable {
            return value.clone();
        }
        let open = (start..end).find(|at| self.text(code, *at) == "(");
        let call = open.filter(|open| *open > start && self.closing(code, *open, end) + 1 == end);
        let Some(open) = call else {
            self.calls(code, start..end);
            return Given::Computed(span);
        };
        let name = code.tokens[open - 1];
        let function = self.text(code, open - 1);
        let qualified = open > start + 1 && self.text(code, open - 2) == "::";
        if let Some(body) = self.definitions.function(function).filter(|_| !qualified) {
            return self.follow(body, span);
        }
        // As the parsers of Bison in C++ have them.
        if let Some(token) = function.strip_prefix("make_").filter(|token| !token.is_empty()) {
            let place = Span::new(name.span.end() - token.len(), name.span.end());
            return Given::Name(token.to_owned(), place);
        }
        let is_token = |at: &usize| {
            let text = self.text(code, *at);
            let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
            code.tokens[*at].kind == Kind::Word
                && text.len() > 1
                && text.chars().all(upper)
                && !matches!(text, "NULL" | "TRUE" | "FALSE" | "YYSTATE")
                && !text.starts_with("YY_")
                && self.text(code, at + 1) != "("
        };
        let arguments: Vec<usize> = (open + 1..end - 1).filter(is_token).collect();
        self.calls(code, start..end);
        match arguments[..] {
            [token] => {
                self.outcome.lost.push((Lost::Argument, span));
                Given::Name(self.text(code, token).to_owned(), code.tokens[token].span)
            }
            _ => Given::Computed(span),
        }
    }

    fn assignment(&mut self, code: &Code, to: Range<usize>, from: Range<usize>) -> Given {
        if from.is_empty() || to.is_empty() {
            return Given::Nothing;
        }
        if matches!(self.text(code, from.start), "YY_START" | "YYSTATE" | "YY_STATE") {
            self.saved = true;
            return Given::Computed(self.span(code, &from));
        }
        let value = self.value(code, from);
        // A variable that is declared here is the last word.
        let declares = to.len() > 1 && code.tokens[to.end - 2].kind == Kind::Word;
        let first = code.tokens[if declares { to.end - 1 } else { to.start }].span;
        let last = code.tokens[to.end - 1].span;
        if first.start() <= last.start() {
            self.values.push((&self.source[first.start()..last.end()], value.clone()));
        }
        value
    }

    /// Runs a function of the lex file; the value that it returns.
    fn follow(&mut self, body: &'r Code, span: Span) -> Given {
        if self.calls == limits::CALLS {
            return Given::Computed(span);
        }
        self.calls += 1;
        let before = std::mem::replace(&mut self.outcome.given, Given::Computed(span));
        let values = std::mem::take(&mut self.values);
        self.list(body, &body.statements);
        self.values = values;
        self.calls -= 1;
        std::mem::replace(&mut self.outcome.given, before)
    }

    /// Runs the calls in an expression.
    pub(super) fn calls(&mut self, code: &Code, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let token = code.tokens[at];
            let name = self.text(code, at);
            at += 1;
            if token.kind != Kind::Word {
                continue;
            }
            let called = self.text(code, at) == "(" && at < range.end;
            let close = if called { self.closing(code, at, range.end) } else { at };
            let inside = if called { at + 1..close } else { at..at };
            match name {
                "BEGIN" => {
                    let target = if called { inside } else { at..range.end };
                    at = target.end;
                    self.begin(code, target, token.span);
                }
                "yy_push_state" if called => {
                    // A lexer that can be entered again is told which one it is.
                    let end = self.outside(code, &inside, ",").unwrap_or(inside.end);
                    let state = (self.state)(self.text(code, inside.start));
                    match state.filter(|_| inside.start + 1 == end) {
                        Some(state) => self.change(state, StartStateOperation::Push),
                        None => self.lose(Lost::State, token.span),
                    }
                }
                "yy_pop_state" if called => self.change(0, StartStateOperation::Pop),
                "yyless" if called => self.less(code, inside, token.span),
                "yymore" if called => self.outcome.extent = Extent::More,
                "REJECT" | "yyreject" => self.outcome.given = Given::Rejected,
                "unput" | "yyunput" if called => self.unput(code, inside, token.span),
                "input" | "yyinput" if called && self.tape.is_some() => {
                    self.read(token.span);
                }
                "input" | "yyinput" if called => self.lose(Lost::Input, token.span),
                "yyterminate" if called => self.outcome.given = Given::End,
                "exit" | "_exit" | "abort" | "longjmp" if called => {
                    self.outcome.given = Given::Error;
                    self.outcome.dies = true;
                }
                "throw" => {
                    self.outcome.given = Given::Error;
                    self.outcome.dies = true;
                }
                _ if OTHER_TEXTS.contains(&name) && called => self.lose(Lost::Text, token.span),
                _ if called => match self.definitions.function(name) {
                    Some(body) => {
                        self.follow(body, token.span);
                    }
                    None => {
                        let keyword = matches!(name, "sizeof" | "defined");
                        self.ignored = self.ignored.or(Some(token.span).filter(|_| !keyword));
                    }
                },
                _ => {}
            }
        }
    }

    fn lose(&mut self, lost: Lost, place: Span) {
        self.outcome.lost.push((lost, place));
    }

    fn begin(&mut self, code: &Code, target: Range<usize>, place: Span) {
        let Range { mut start, mut end } = target;
        while start < end
            && self.text(code, start) == "("
            && self.closing(code, start, end) + 1 == end
        {
            start += 1;
            end -= 1;
        }
        if let Some(question) = self.outside(code, &(start..end), "?") {
            let colon = self.outside(code, &(question + 1..end), ":").unwrap_or(end);
            return match self.condition(code, &(start..question)) {
                true => self.begin(code, question + 1..colon, place),
                false => self.begin(code, (colon + 1).min(end)..end, place),
            };
        }
        let name = self.text(code, start);
        let name = if name == "0" { "INITIAL" } else { name };
        match (self.state)(name).filter(|_| end - start == 1) {
            Some(state) if self.saved => {
                self.outcome.remembers = Some(place);
                self.change(state, StartStateOperation::Push);
            }
            Some(state) => self.change(state, StartStateOperation::ReplaceTop),
            None if end - start == 1 && self.definitions.saved.contains(name) => {
                self.outcome.remembers = Some(place);
                self.change(0, StartStateOperation::Pop);
            }
            None => self.lose(Lost::State, place),
        }
    }

    /// Adds a change of start state to those that were made, and leaves out what is undone.
    fn change(&mut self, state: usize, operation: StartStateOperation) {
        use StartStateOperation::{Pop, Push, ReplaceTop};
        let changes = &mut self.outcome.changes;
        let last = changes.last().map(|(_, operation)| *operation);
        match (last, operation) {
            (Some(kind @ (ReplaceTop | Push)), ReplaceTop) => {
                changes.pop();
                changes.push((state, kind));
            }
            (Some(ReplaceTop), Pop) => {
                changes.pop();
                changes.push((0, Pop));
            }
            (Some(Push), Pop) => {
                changes.pop();
            }
            (Some(Pop), Push) => {
                changes.pop();
                changes.push((state, ReplaceTop));
            }
            _ => changes.push((state, operation)),
        }
    }

    fn less(&mut self, code: &Code, inside: Range<usize>, place: Span) {
        let texts: Vec<&str> = inside.take(8).map(|at| self.text(code, at)).collect();
        let extent = match texts[..] {
            [number] => c::number(number).map(Extent::First),
            ["yyleng", "-", number] => c::number(number).map(Extent::ButLast),
            ["strlen", "(", text, ")"] if text.starts_with('"') && !text.contains('\\') => {
                u32::try_from(text.len() - 2).ok().map(Extent::First)
            }
            _ => None,
        };
        match extent {
            Some(extent) => self.outcome.extent = extent,
            None => self.lose(Lost::Less, place),
        }
    }

    fn unput(&mut self, code: &Code, inside: Range<usize>, place: Span) {
        if self.tape.is_some() {
            return self.put_back(code, inside);
        }
        let texts: Vec<&str> = inside.clone().take(8).map(|at| self.text(code, at)).collect();
        let known = self.outcome.unput.is_none() && self.outcome.extent == Extent::All;
        match texts[..] {
            ["yytext", "[", "yyleng", "-", "1", "]"] if known => {
                self.outcome.extent = Extent::ButLast(1);
            }
            [constant] if known && c::char_value(constant).is_some() => {
                self.outcome.unput = Some((c::char_value(constant), place));
            }
            ["yytext", "[", "0", "]"] | ["*", "yytext"] if known => {
                self.outcome.unput = Some((None, place));
            }
            _ => self.lose(Lost::Unput, place),
        }
    }
}
