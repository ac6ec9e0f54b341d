//! Calls on a way through an action: changes of start state, and what becomes of the matched text.

use lrlex::{Extent, StartStateOperation};
use lrtable::Span;

use super::{Lost, Path};
use crate::import::{
    c::{
        self,
        expression::{Expr, Node},
    },
    value::{STATE, Symbol, Value},
};

/// Functions of flex by which a lexer reads another text.
const BUFFERS: &str = "yy_switch_to_buffer yypush_buffer_state yypop_buffer_state yy_scan_string yy_scan_bytes \
    yy_scan_buffer yyrestart yy_flush_buffer";

impl<'a> Path<'_, 'a> {
    /// Runs a call, which stands at `span`; its value.
    pub(super) fn call(
        &mut self,
        function: &Expr<'a>,
        arguments: &[Expr<'a>],
        span: Span,
    ) -> Value {
        let computed = Value::Computed(span);
        let (name, place) = match &function.node {
            Node::Word(name) | Node::Declared { name, .. } => (*name, function.span),
            Node::Member { name, place, .. } => (*name, *place),
            _ => {
                self.evaluate(function);
                ("", function.span)
            }
        };
        // What is called has its arguments evaluated, but for what flex brings.
        let first = arguments.first();
        match (name, first) {
            ("BEGIN", Some(target)) => self.begin(target, place),
            ("BEGIN", None) => self.lose(Lost::State, place),
            // A lexer that can be entered again is told which one it is.
            ("yy_push_state", Some(target)) => match self.state_of(target) {
                Some(state) => self.change(state, StartStateOperation::Push),
                None => self.lose(Lost::State, place),
            },
            ("yy_pop_state", _) => self.change(0, StartStateOperation::Pop),
            ("yyless", Some(len)) => self.less(len, place),
            ("yymore", _) if self.effect.extent != Extent::All => self.lose(Lost::Both, place),
            ("yymore", _) => self.effect.extent = Extent::More,
            ("unput" | "yyunput", Some(what)) => self.unput(what, place),
            ("input" | "yyinput", _) if self.tape.is_some() => return self.read(place).value(),
            ("input" | "yyinput" | "yylex", _) => self.lose(Lost::Input, place),
            ("yyterminate", _) => self.effect.given = Value::End,
            ("exit" | "_exit" | "abort" | "longjmp", _) => return self.die(),
            ("yy_set_bol", _) => self.lose(Lost::Line, place),
            (name, _) if BUFFERS.split(' ').any(|one| one == name) => self.lose(Lost::Text, place),
            _ => {
                let is_scoped =
                    matches!(&function.node, Node::Member { path, .. } if path.contains("::"));
                let function = self.definitions.functions.get(name).filter(|_| !is_scoped);
                if let Some(function) = function {
                    return self.follow(function, arguments, span);
                }
                let values: Vec<Value> =
                    arguments.iter().map(|argument| self.evaluate(argument)).collect();
                return match self.library(name, &values, span) {
                    Some(value) => value,
                    None => self.unknown(name, place, arguments, span),
                };
            }
        }
        computed
    }

    /// The value of a call of which nothing is known, whose arguments were evaluated.
    fn unknown(&mut self, name: &str, place: Span, arguments: &[Expr<'a>], span: Span) -> Value {
        let (mut tokens, mut called) = (Vec::new(), Vec::new());
        for argument in arguments {
            self.forget_given(argument);
            argument.any(&mut |part| {
                match &part.node {
                    Node::Call(function, _) => called.push(function.span),
                    Node::Word(word) if is_token(word) => tokens.push((*word, part.span)),
                    _ => {}
                }
                false
            });
        }
        tokens.retain(|(_, place)| !called.contains(place));
        // As the parsers of Bison in C++ have them.
        if let Some(token) = name.strip_prefix("make_").filter(|token| !token.is_empty()) {
            let place = Span::new(place.end() - token.len(), place.end());
            return Value::Name(token.to_owned(), place);
        }
        if !matches!(name, "" | "sizeof" | "defined") {
            self.ignored = self.ignored.or(Some(place));
        }
        match tokens[..] {
            [(token, place)] => Value::Argument(token.to_owned(), place, span),
            _ => Value::Computed(span),
        }
    }

    /// Forgets the value of a variable that a function may change, as it may be given a reference
    /// to it.
    pub(super) fn forget_given(&mut self, argument: &Expr<'a>) {
        let Node::Word(name) = argument.node else { return };
        let is_token = |value: &Value| matches!(value, Value::Name(..));
        let keeps = self.tape.is_none() && !self.context.tracks(name);
        if keeps && self.variables.get(name).is_some_and(|value| !is_token(value)) {
            self.set(argument, Value::Computed(argument.span));
        }
    }

    pub(super) fn lose(&mut self, lost: Lost, place: Span) {
        if !self.effect.lost.contains(&(lost, place)) {
            self.effect.lost.push((lost, place));
        }
    }

    /// Ends the program.
    pub(super) fn die(&mut self) -> Value {
        self.effect.given = Value::Error;
        self.effect.dies = true;
        Value::Error
    }

    fn begin(&mut self, target: &Expr<'a>, place: Span) {
        let is_saved =
            matches!(target.node, Node::Word(name) if self.definitions.saved.contains(name));
        match self.state_of(target) {
            Some(state) if self.saved => {
                self.effect.remembers = Some(place);
                self.change(state, StartStateOperation::Push);
            }
            Some(state) => self.change(state, StartStateOperation::ReplaceTop),
            None if is_saved => {
                self.effect.remembers = Some(place);
                self.change(0, StartStateOperation::Pop);
            }
            None => self.lose(Lost::State, place),
        }
    }

    /// The start state that an expression names, or a variable in it.
    fn state_of(&mut self, target: &Expr<'a>) -> Option<usize> {
        match self.evaluate(target) {
            Value::Name(name, _) => self.file.state(&name),
            Value::Number(0) | Value::End => Some(0),
            Value::Number(state) => usize::try_from(state.checked_sub(STATE)?).ok(),
            _ => None,
        }
    }

    /// Adds a change of start state to those that were made, and leaves out what is undone.
    fn change(&mut self, state: usize, operation: StartStateOperation) {
        use StartStateOperation::{Pop, Push, ReplaceTop};
        let changes = &mut self.effect.changes;
        let last = changes.last().map(|(_, operation)| *operation);
        let joined = match (last, operation) {
            (Some(kind @ (ReplaceTop | Push)), ReplaceTop) => Some((state, kind)),
            (Some(ReplaceTop), Pop) => Some((0, Pop)),
            (Some(Push), Pop) => None,
            (Some(Pop), Push) => Some((state, ReplaceTop)),
            _ => return changes.push((state, operation)),
        };
        changes.pop();
        changes.extend(joined);
    }

    fn less(&mut self, len: &Expr<'a>, place: Span) {
        let back = from_end(len).map(Extent::ButLast);
        let extent = back.or_else(|| match self.evaluate(len) {
            Value::Number(len) => u32::try_from(len).ok().map(Extent::First),
            Value::Length(more) => u32::try_from(more.checked_neg()?).ok().map(Extent::ButLast),
            _ => None,
        });
        match extent {
            Some(_) if self.effect.extent == Extent::More => self.lose(Lost::Both, place),
            Some(extent) => self.effect.extent = extent,
            None => self.lose(Lost::Less, place),
        }
    }

    fn unput(&mut self, what: &Expr<'a>, place: Span) {
        if self.tape.is_some() {
            return self.put_back(what);
        }
        let is_known = self.effect.unput.is_none() && self.effect.extent == Extent::All;
        if let Node::Index(array, at) = &what.node
            && matches!(array.node, Node::Word("yytext"))
            && from_end(at) == Some(1)
            && is_known
        {
            self.effect.extent = Extent::ButLast(1);
            return;
        }
        let asked = self.asked.clone();
        let value = self.evaluate(what);
        self.asked = asked;
        match (value, &what.node) {
            (Value::Char(c, _), Node::Char(_)) if is_known => {
                self.effect.unput = Some((Some(c), place));
            }
            (Value::Char(..) | Value::FirstChar(..), Node::Index(..) | Node::Prefix("*", _))
                if is_known =>
            {
                self.effect.unput = Some((None, place));
            }
            _ => self.lose(Lost::Unput, place),
        }
    }

    /// `unput` in an action that reads text: it is known if it puts back what was read last.
    fn put_back(&mut self, what: &Expr<'a>) {
        let value = self.evaluate(what);
        let tape = self.tape.get_or_insert_default();
        match (tape.read.checked_sub(1).map(|last| tape.symbols[last]), value) {
            // The end of the text is nothing that could be put back.
            (Some(Symbol::End), _) => {}
            (Some(Symbol::Char(last)), Value::Char(c, _)) if last == c => tape.read -= 1,
            (Some(Symbol::Other), Value::FirstChar(_, true)) => tape.read -= 1,
            _ => tape.lost = true,
        }
    }
}

/// The number in `yyleng - number`.
fn from_end(place: &Expr<'_>) -> Option<u32> {
    let Node::Row(first, more) = &place.node else { return None };
    match (&first.node, &more[..]) {
        (Node::Word("yyleng"), [("-", Expr { node: Node::Number(back), .. })]) => c::number(back),
        _ => None,
    }
}

/// Whether a name may be that of a token.
fn is_token(name: &str) -> bool {
    let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    name.len() > 1
        && name.chars().all(upper)
        && !matches!(name, "NULL" | "TRUE" | "FALSE" | "YYSTATE")
        && !name.starts_with("YY_")
}
