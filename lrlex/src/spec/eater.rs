//! Actions that read text by `input`, such as `while ((c = input()) != '*') …`: from C to rules of start states.
//!
//! An action is run again and again, each time with one character more to read, until it asks for the next one. What it knows
//! then, the values of its variables and the place where it asks, is a state of an automaton; there are few, since a character
//! counts only as one of those that the action names, or as any other. Each becomes a start state with a rule for each way out
//! of it, so that the lexemes are those that flex gives. What does not fit (a number that counts, a condition on what is not
//! known) is not translated, and a warning tells. Cost: states times characters times the length of the way to a state, all
//! bounded.

use std::{fmt::Write, ops::Range};

use lrtable::Span;

use super::{
    Reader, RuleSpec, StartState, StartStateOperation,
    c::{
        self, Kind,
        macros::Code,
        statement::{Loop, Statement},
    },
    paths::{Flow, Given, Lost, Outcome, Path},
    rule::Target,
    tape::{Symbol, Tape, Value, compare},
};
use crate::{extent::Extent, limits};

/// Functions that must not be called under a condition that is not known.
const DECISIVE: [&str; 11] = [
    "input",
    "yyinput",
    "unput",
    "yyunput",
    "yyless",
    "yymore",
    "yy_push_state",
    "yy_pop_state",
    "yyterminate",
    "exit",
    "abort",
];

/// What comes of reading some symbols.
enum Next {
    /// The action asks for more, and this is all that it knows.
    Asks(String),
    /// It ends, and has put so many symbols back.
    Ends(Box<Outcome>, usize),
}

impl Path<'_, '_> {
    /// Whether the action waits for more than there is, or is lost.
    pub(super) fn has_read_all(&self) -> bool {
        self.tape.as_ref().is_some_and(|tape| !tape.asked.is_empty() || tape.lost)
    }

    fn tape(&mut self) -> &mut Tape {
        self.tape.get_or_insert_default()
    }

    /// Reads a symbol.
    pub(super) fn read(&mut self, place: Span) -> Symbol {
        let mut places = self.calls.clone();
        let tape = self.tape();
        match tape.symbols.get(tape.read) {
            Some(symbol) => {
                tape.read += 1;
                *symbol
            }
            None => {
                if tape.asked.is_empty() {
                    places.push(place.start());
                    tape.asked = places;
                }
                Symbol::End
            }
        }
    }

    /// Keeps the value that a function returns, if that is one thing, which runs nothing.
    pub(super) fn note_returned(&mut self, code: &Code, range: &Range<usize>) {
        if self.tape.is_some() {
            let plain = range.len() == 1 || self.text(code, range.start) == "-" && range.len() == 2;
            let range = if plain { range.clone() } else { range.start..range.start };
            let value = self.evaluate(code, range);
            self.tape().returned = value;
        }
    }

    /// `unput`, which is known if it puts back what was read last.
    pub(super) fn put_back(&mut self, code: &Code, inside: Range<usize>) {
        let value = self.evaluate(code, inside);
        let tape = self.tape();
        let last = tape.read.checked_sub(1).map(|last| Value::Read(tape.symbols[last]));
        match last {
            // The end of the text is nothing that could be put back.
            Some(Value::Read(Symbol::End)) => {}
            Some(last) if last == value => tape.read -= 1,
            _ => tape.lost = true,
        }
    }

    /// Whether a condition is true. If that is not known, it is as good as false: see `can_skip`.
    pub(super) fn is_true(&mut self, code: &Code, range: Range<usize>) -> bool {
        self.evaluate(code, range).truth().unwrap_or(false)
    }

    /// Whether this condition is known, or makes no difference.
    pub(super) fn can_skip(
        &mut self,
        code: &Code,
        condition: &Range<usize>,
        branches: [&Vec<Statement>; 2],
    ) -> bool {
        let before = self.tape.clone();
        let known = condition.is_empty()
            || code.tokens[condition.start].kind != Kind::Directive
                && self.evaluate(code, condition.clone()).truth().is_some();
        let asks = self.has_read_all();
        self.tape = before;
        let known = known || !branches.iter().any(|branch| self.decides(code, branch));
        self.tape().lost |= !known && !asks;
        known || asks
    }

    /// Whether these statements do more than compute values that nothing depends on.
    fn decides(&self, code: &Code, statements: &[Statement]) -> bool {
        statements.iter().any(|statement| match statement {
            Statement::Plain(range) => range.clone().any(|at| {
                let text = self.text(code, at);
                let known = self
                    .tape
                    .as_ref()
                    .is_some_and(|tape| tape.variables.iter().any(|(name, _)| name == text));
                let called = self.text(code, at + 1) == "(";
                matches!(text, "BEGIN" | "REJECT")
                    || called
                        && (self.definitions.function(text).is_some() || DECISIVE.contains(&text))
                    || known && matches!(self.text(code, at + 1), "=" | "++" | "--")
            }),
            Statement::Label(_) | Statement::Case(_) => false,
            Statement::If(_, then, otherwise) => {
                self.decides(code, then) || self.decides(code, otherwise)
            }
            Statement::Block(inner) => self.decides(code, inner),
            _ => true,
        })
    }

    /// Which of the cases of a `switch` is taken.
    pub(super) fn case(
        &mut self,
        code: &Code,
        value: &Range<usize>,
        body: &[Statement],
    ) -> Option<usize> {
        let value = self.evaluate(code, value.clone());
        let mut default = None;
        for (at, statement) in body.iter().enumerate() {
            match statement {
                Statement::Case(range) if range.is_empty() => default = Some(at),
                Statement::Case(range) => {
                    let case = self.evaluate(code, range.clone());
                    match compare("==", value, case).truth() {
                        Some(true) => return Some(at),
                        Some(false) => {}
                        None => self.tape().lost = true,
                    }
                }
                _ => {}
            }
        }
        default
    }

    /// Runs a loop until it ends or more is asked for.
    pub(super) fn repeat_read(&mut self, code: &Code, one: &Loop) -> Flow {
        let mut first = one.body_first;
        loop {
            let Some(left) = self.left.checked_sub(1).filter(|_| !self.has_read_all()) else {
                return Flow::End;
            };
            self.left = left;
            if !std::mem::take(&mut first) && !one.condition.is_empty() {
                let value = self.evaluate(code, one.condition.clone());
                match value.truth() {
                    _ if self.has_read_all() => return Flow::End,
                    Some(true) => {}
                    Some(false) => return Flow::Next,
                    None => {
                        self.tape().lost = true;
                        return Flow::End;
                    }
                }
            }
            match self.list(code, &one.body) {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Flow::Next,
                flow => return flow,
            }
        }
    }

    /// The value of an expression, which is run.
    pub(super) fn evaluate(&mut self, code: &Code, range: Range<usize>) -> Value {
        let Range { start, end } = range;
        let Some(left) = self.left.checked_sub(1).filter(|_| start < end) else {
            return Value::Unknown;
        };
        self.left = left;
        let all = start..end;
        if let Some(comma) = self.outside(code, &all, ",") {
            self.evaluate(code, start..comma);
            return self.evaluate(code, comma + 1..end);
        }
        if let Some(assign) = self.outside(code, &all, "=") {
            let value = self.evaluate(code, assign + 1..end);
            self.assign(code, start..assign, value);
            return value;
        }
        if let Some(question) = self.outside(code, &all, "?") {
            let colon = self.outside(code, &(question + 1..end), ":").unwrap_or(end);
            return match self.evaluate(code, start..question).truth() {
                Some(true) => self.evaluate(code, question + 1..colon),
                Some(false) => self.evaluate(code, (colon + 1).min(end)..end),
                None => {
                    self.tape().lost |= !self.has_read_all();
                    Value::Unknown
                }
            };
        }
        for (sign, ends) in [("||", true), ("&&", false)] {
            if let Some(at) = self.outside(code, &all, sign) {
                let left = self.evaluate(code, start..at).truth();
                if left == Some(ends) || self.has_read_all() {
                    return Value::of(ends);
                }
                let right = self.evaluate(code, at + 1..end).truth();
                return match (left, right) {
                    (_, Some(right)) if right == ends => Value::of(ends),
                    (Some(_), Some(right)) => Value::of(right),
                    _ => Value::Unknown,
                };
            }
        }
        for sign in ["==", "!=", "<=", ">=", "<", ">"] {
            if let Some(at) = self.outside(code, &all, sign) {
                let left = self.evaluate(code, start..at);
                let right = self.evaluate(code, at + 1..end);
                return compare(sign, left, right);
            }
        }
        match self.text(code, start) {
            "!" => {
                let value = self.evaluate(code, start + 1..end);
                return value.truth().map_or(Value::Unknown, |truth| Value::of(!truth));
            }
            "(" if self.closing(code, start, end) + 1 == end => {
                return self.evaluate(code, start + 1..end - 1);
            }
            // A cast.
            "(" if self.closing(code, start, end) == start + 2
                && matches!(self.text(code, start + 1), "int" | "char" | "void") =>
            {
                return self.evaluate(code, start + 3..end);
            }
            "-" if end == start + 2 && self.text(code, start + 1) == "1" => {
                return Value::Number(-1);
            }
            "input" | "yyinput" if end == start + 3 && self.text(code, start + 1) == "(" => {
                return Value::Read(self.read(code.tokens[start].span));
            }
            _ => {}
        }
        self.primary(code, all)
    }

    /// The value of an expression that is no comparison, assignment or call of `input`.
    fn primary(&mut self, code: &Code, range: Range<usize>) -> Value {
        let text = self.text(code, range.start);
        if range.len() == 1 {
            return match code.tokens[range.start].kind {
                Kind::Char => match c::char_value(text) {
                    Some('\0') => Value::Number(0),
                    Some(c) => Value::Read(Symbol::Char(c)),
                    None => Value::Unknown,
                },
                Kind::Number => c::number(text).map_or(Value::Unknown, |n| Value::Number(n.into())),
                Kind::Word if text == "EOF" => Value::Number(-1),
                Kind::Word if matches!(text, "true" | "TRUE") => Value::Number(1),
                Kind::Word if matches!(text, "false" | "FALSE" | "NULL") => Value::Number(0),
                _ => self.variable(text).unwrap_or(Value::Unknown),
            };
        }
        // What is counted is not known.
        for at in range.clone() {
            let name = self.text(code, at).to_owned();
            let beside = [self.text(code, at + 1), self.text(code, at.wrapping_sub(1))];
            if beside.iter().any(|text| matches!(*text, "++" | "--" | "+=" | "-=" | "|=" | "&=")) {
                self.tape().variables.retain(|(variable, _)| *variable != name);
            }
        }
        let called = self.definitions.function(text).is_some()
            && self.text(code, range.start + 1) == "("
            && self.closing(code, range.start, range.end) + 1 == range.end;
        self.tape().returned = Value::Unknown;
        self.calls(code, range);
        if called { self.tape().returned } else { Value::Unknown }
    }

    fn variable(&self, name: &str) -> Option<Value> {
        let variables = &self.tape.as_ref()?.variables;
        variables.iter().find(|(variable, _)| variable == name).map(|(_, value)| *value)
    }

    fn assign(&mut self, code: &Code, to: Range<usize>, value: Value) {
        let words = to.clone().all(|at| code.tokens[at].kind == Kind::Word);
        if to.is_empty() || !words {
            // What is stored in an array or through a pointer is not read again.
            return self.calls(code, to);
        }
        let name = self.text(code, to.end - 1).to_owned();
        let tape = self.tape();
        tape.variables.retain(|(variable, _)| *variable != name);
        if value != Value::Unknown {
            tape.variables.push((name, value));
            tape.variables.sort();
        }
    }
}

/// A rule of a state: the symbols, and where they lead.
struct Way {
    symbols: Vec<Symbol>,
    to: Result<usize, (Outcome, usize)>,
}

impl Reader<'_> {
    /// What a rule does whose action reads text, if that can be said by rules, which are made then.
    pub(super) fn eater(&mut self, code: &Code) -> Option<Target> {
        let symbols = self.symbols(code);
        let mut keys: Vec<String> = Vec::new();
        let mut tapes: Vec<Vec<Symbol>> = Vec::new();
        let Next::Asks(first) = self.next(code, Vec::new())? else { return None };
        keys.push(first);
        tapes.push(Vec::new());
        let mut states: Vec<Vec<Way>> = Vec::new();
        while states.len() < keys.len() {
            let mut ways: Vec<Way> = Vec::new();
            for &symbol in symbols.iter().filter(|symbol| **symbol != Symbol::End) {
                let mut tape = tapes[states.len()].clone();
                tape.push(symbol);
                let to = match self.next(code, tape.clone())? {
                    Next::Asks(key) => {
                        Ok(keys.iter().position(|known| *known == key).unwrap_or_else(|| {
                            keys.push(key);
                            tapes.push(tape);
                            keys.len() - 1
                        }))
                    }
                    Next::Ends(outcome, back) => Err((*outcome, back)),
                };
                let same = ways.iter_mut().find(|way| match (&way.to, &to) {
                    (Ok(a), Ok(b)) => a == b,
                    (Err((a, m)), Err((b, n))) => m == n && a.is_same(b),
                    _ => false,
                });
                match same {
                    Some(way) => way.symbols.push(symbol),
                    None => ways.push(Way { symbols: vec![symbol], to }),
                }
            }
            states.push(ways);
            if keys.len() > limits::READ_STATES {
                return None;
            }
        }
        self.make(&states, &symbols)
    }

    /// The characters that the code and the functions that it calls name, and what stands for others and the end.
    pub(super) fn symbols(&self, code: &Code) -> Vec<Symbol> {
        let mut symbols = vec![Symbol::Other, Symbol::End];
        let mut waiting = vec![code];
        let mut seen: Vec<&str> = Vec::new();
        while let Some(code) = waiting.pop() {
            for token in &code.tokens {
                let text = self.text(token.span);
                if token.kind == Kind::Char {
                    symbols.extend(c::char_value(text).filter(|c| *c != '\0').map(Symbol::Char));
                } else if let Some(function) = self.definitions_in_c.function(text)
                    && !seen.contains(&text)
                {
                    seen.push(text);
                    waiting.push(&function.body);
                }
            }
        }
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// What the code does that reads these symbols.
    fn next(&self, code: &Code, symbols: Vec<Symbol>) -> Option<Next> {
        let state = |name: &str| self.state_by_name(name);
        let mut path = Path::new(self.source, &self.definitions_in_c, &state, &[]);
        let len = symbols.len();
        path.tape = Some(Tape { symbols, ..Tape::default() });
        path.run(code);
        let tape = path.tape.take()?;
        if tape.lost || path.left == 0 || !path.outcome.lost.is_empty() {
            return None;
        }
        let mut outcome = path.outcome;
        if outcome.dies {
            outcome.given = Given::Error;
        }
        match tape.asked.is_empty() {
            true => Some(Next::Ends(Box::new(outcome), len - tape.read)),
            // Symbols that were put back are read again.
            false if tape.read < len => None,
            false => Some(Next::Asks(format!(
                "{:?} {:?} {:?}",
                tape.asked, outcome.changes, tape.variables
            ))),
        }
    }

    /// Makes the start states with their rules.
    fn make(&mut self, states: &[Vec<Way>], symbols: &[Symbol]) -> Option<Target> {
        let ends = || states.iter().flatten().filter_map(|way| way.to.as_ref().err());
        let fits = |(outcome, back): &(Outcome, usize)| {
            let given =
                !matches!(outcome.given, Given::Matched(_) | Given::Computed(_) | Given::Rejected);
            given && *back <= 1 && outcome.extent == Extent::All && outcome.changes.len() <= 1
        };
        let begins = |(outcome, _): &(Outcome, usize)| {
            matches!(outcome.changes[..], [(_, StartStateOperation::ReplaceTop)])
        };
        let replaces = ends().next().is_some_and(begins);
        let changes =
            ends().all(|end| begins(end) == replaces && (replaces || end.0.changes.is_empty()));
        if ends().next().is_none() || !ends().all(fits) || !changes {
            return None;
        }
        // What is begun and never ends is an error.
        let extent = Extent::More;
        let name = ends().find_map(|(outcome, _)| match &outcome.given {
            Given::Name(name, _) => Some(name.as_str()),
            _ => None,
        });
        let first = self.start_states.len();
        for _ in states {
            let name = format!("(text {})", self.start_states.len());
            self.start_states.push(StartState::new(name.into(), Span::new(0, 0), true));
        }
        for (number, ways) in states.iter().enumerate() {
            for way in ways {
                let again = way.to.as_ref().ok() == Some(&number);
                let regex = class(&way.symbols, symbols) + if again { "+" } else { "" };
                let mut rule = RuleSpec::made(&regex, first + number);
                rule.extent = extent;
                rule.unfinished = Some(name.unwrap_or("comment").to_owned());
                match &way.to {
                    Ok(to) if *to == number => {}
                    Ok(to) => rule.target = Some((first + to, StartStateOperation::ReplaceTop)),
                    Err((outcome, back)) => self.finish(&mut rule, outcome, *back),
                }
                self.made.push(rule);
            }
        }
        let operation = match replaces {
            true => StartStateOperation::ReplaceTop,
            false => StartStateOperation::Push,
        };
        Some(Target { state: Some((first, operation)), extent, ..Target::default() })
    }

    /// Lets a rule end what an action read.
    fn finish(&mut self, rule: &mut RuleSpec, outcome: &Outcome, back: usize) {
        rule.extent = if back == 0 { Extent::All } else { Extent::ButLast(1) };
        rule.target = outcome.changes.last().copied().or(Some((0, StartStateOperation::Pop)));
        match &outcome.given {
            Given::Name(name, span) => {
                rule.name = Some(name.clone());
                rule.name_span = *span;
            }
            Given::Char(c, span) => {
                rule.name = Some(c.to_string());
                rule.name_span = *span;
            }
            Given::End => rule.target = Some((self.end_state(), StartStateOperation::ReplaceTop)),
            Given::Error => rule.error = true,
            _ => {}
        }
    }
}

/// A class of these symbols; `all` are those that there are.
fn class(symbols: &[Symbol], all: &[Symbol]) -> String {
    let others = symbols.contains(&Symbol::Other);
    let mut inside = String::new();
    for symbol in all {
        if let Symbol::Char(c) = symbol
            && symbols.contains(symbol) != others
        {
            let _ = write!(inside, "\\x{:02x}", u32::from(*c));
        }
    }
    match (inside.is_empty(), others) {
        (true, _) => "(?s:.)".to_owned(),
        (false, true) => format!("(?-i:[^{inside}])"),
        (false, false) => format!("(?-i:[{inside}])"),
    }
}

/// Whether an action reads text.
pub(super) fn reads(outcome: &Outcome) -> bool {
    outcome.lost.iter().any(|(lost, _)| *lost == Lost::Input)
}
