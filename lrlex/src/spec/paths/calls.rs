//! Calls of what flex knows on a way through an action: changes of start state, and what becomes of the matched text.

use std::ops::Range;

use lrtable::Span;

use super::{Given, Lost, Path};
use crate::{
    extent::Extent,
    spec::{
        StartStateOperation,
        c::{self, Kind, macros::Code},
    },
};

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

impl Path<'_, '_> {
    /// Runs the calls in an expression.
    pub(in crate::spec) fn calls(&mut self, code: &Code, range: Range<usize>) {
        self.forget_changed(code, &range);
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
                    match self.state_of(code, &(inside.start..end)) {
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
                "input" | "yyinput" | "yylex" if called => self.lose(Lost::Input, token.span),
                "yyterminate" if called => self.outcome.given = Given::End,
                "exit" | "_exit" | "abort" | "longjmp" if called => {
                    self.outcome.given = Given::Error;
                    self.outcome.dies = true;
                }
                "throw" => {
                    self.outcome.given = Given::Error;
                    self.outcome.dies = true;
                }
                "yy_set_bol" if called => self.lose(Lost::Line, token.span),
                _ if OTHER_TEXTS.contains(&name) && called => self.lose(Lost::Text, token.span),
                _ if called => match self.definitions.function(name) {
                    Some(function) => {
                        self.follow(function, code, inside, token.span);
                        at = close;
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
        match self.state_of(code, &(start..end)) {
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

    /// The start state that an expression names, or a variable in it.
    fn state_of(&self, code: &Code, range: &Range<usize>) -> Option<usize> {
        let name = self.text(code, range.start);
        if range.len() != 1 {
            return None;
        }
        match self.local(name) {
            Some(Given::Name(name, _)) => (self.state)(name),
            Some(Given::End) => (self.state)("INITIAL"),
            Some(_) => None,
            None => (self.state)(if name == "0" { "INITIAL" } else { name }),
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
        // Casts and brackets change nothing here.
        let texts = inside.take(16).map(|at| self.text(code, at));
        let texts: Vec<&str> = texts.filter(|text| !matches!(*text, "(" | ")" | "int")).collect();
        let extent = match texts[..] {
            [number] => c::number(number).map(Extent::First),
            ["yyleng", "-", number] => c::number(number).map(Extent::ButLast),
            ["strlen", text] if text.starts_with('"') && !text.contains('\\') => {
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
