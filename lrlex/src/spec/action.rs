//! Actions in C, as far as they say which token a rule gives.
//!
//! `{ return NAME; }`, `return(NAME);` and `return 'c';` give a token, `return yytext[0];` that of the character, no `return`
//! skips the text; `BEGIN(S)`,
//! `yy_push_state(S)` and `yy_pop_state()` change the start state. Other code has no effect, which a note says; what cannot
//! be left out without changing the tokens is an error.

use lrtable::{Span, diagnostic::Diagnostic};

use super::{Reader, StartStateOperation, cut::Piece, name_len, rule::Target};

/// Functions and macros of flex on which the tokens depend.
const UNSUPPORTED: [&str; 6] = ["REJECT", "yymore", "yyless", "unput", "input", "yyinput"];

/// A piece of C that matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Char,
    Punctuation,
}

impl Reader<'_> {
    /// Reads the action at `span`.
    pub(super) fn action(&mut self, span: Span) -> Target {
        let mut target = Target::default();
        let tokens = tokens(self.source, span);
        let word = |at: usize| tokens.get(at).filter(|token| token.0 == Kind::Word);
        let says = |text: &str, at: usize| {
            tokens.get(at).is_some_and(|t| &self.source[t.1.start()..t.1.end()] == text)
        };
        let after_paren = |at: usize| at + usize::from(says("(", at));
        let mut states = Vec::new();
        let mut errors = Vec::new();
        let mut ignored = None;
        let mut at = 0;
        while at < tokens.len() {
            let (kind, place) = tokens[at];
            at += 1;
            if kind != Kind::Word {
                continue;
            }
            match self.text(place) {
                "return" => {
                    let value = after_paren(at);
                    let called = tokens.get(value + 1).is_some_and(|next| {
                        matches!(self.text(next.1), "(" | "[" | "." | "?" | "+" | "-")
                    });
                    match tokens.get(value) {
                        _ if target.name.is_some() || target.by_char.is_some() => {
                            errors.push(("an action with two returns is not supported", place));
                        }
                        Some(&(Kind::Word, name)) if !called => target.name = Some(name),
                        Some(&(Kind::Char, name)) if !called => {
                            target.name = Some(Span::new(name.start() + 1, name.end() - 1));
                        }
                        _ if says("*", value) && says("yytext", value + 1)
                            || says("yytext", value) && says("[", value + 1) =>
                        {
                            target.by_char = Some(place);
                            at = value + 2;
                            continue;
                        }
                        _ => errors
                            .push(("the value of this return is not the name of a token", place)),
                    }
                    at = value + 1;
                }
                "BEGIN" => {
                    at = after_paren(at);
                    states.extend(word(at).map(|t| (t.1, StartStateOperation::ReplaceStack)));
                    at += 1;
                }
                "yy_push_state" => {
                    at = after_paren(at);
                    states.extend(word(at).map(|t| (t.1, StartStateOperation::Push)));
                    at += 1;
                }
                "yy_pop_state" => states.push((place, StartStateOperation::Pop)),
                name if UNSUPPORTED.contains(&name) => {
                    errors.push(("this function of flex is not supported", place));
                }
                _ => ignored = ignored.or(Some(place)),
            }
        }
        if let Some(place) = ignored
            && errors.is_empty()
        {
            self.note(format!("'{}' in an action has no effect", self.text(place)), place);
        }
        for (message, place) in errors {
            self.error(message, place);
        }
        if states.len() > 1 {
            self.error("an action can change the start state once only", states[1].0);
        }
        if let Some((place, operation)) = states.into_iter().next() {
            let state = match operation {
                StartStateOperation::Pop => Some(0),
                _ => self.known_state(place),
            };
            target.state = state.map(|state| (state, operation));
        }
        target
    }
}

impl Reader<'_> {
    /// Says what becomes of a rule for the end of the text.
    pub(super) fn end_rule(&mut self, rule: Span, piece: &Piece) {
        let tokens = match piece {
            Piece::Action(action) => tokens(self.source, *action),
            _ => Vec::new(),
        };
        let texts: Vec<&str> = tokens.iter().map(|token| self.text(token.1)).collect();
        let returned = texts.iter().position(|text| *text == "return").and_then(|at| {
            let value = at + 1 + usize::from(texts.get(at + 1) == Some(&"("));
            let is_call = texts.get(value + 1) == Some(&"(");
            tokens.get(value).filter(|token| token.0 == Kind::Word && !is_call)
        });
        match returned {
            Some(&(_, name)) => {
                let message = format!(
                    "no lexeme is given at the end of the text: drop '{}' from the grammar, which knows where its input ends",
                    self.text(name)
                );
                self.say(Diagnostic::warning(message, rule));
            }
            None => {
                self.note(
                    "a rule for the end of the text has no effect: there the input ends",
                    rule,
                );
            }
        }
    }
}

/// Length of the block in braces at the start of `text`, strings and comments skipped.
pub(super) fn braces_len(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        match text.as_bytes()[at] {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at + 1),
            b'}' => depth -= 1,
            _ => {}
        }
        at += step(&text[at..]);
    }
    None
}

/// Length of the string, character constant, comment or other single character at the start of `text`.
fn step(text: &str) -> usize {
    let closed = |close: &str| text[2..].find(close).map_or(text.len(), |at| at + 2 + close.len());
    match text.as_bytes()[0] {
        quote @ (b'"' | b'\'') => {
            let mut bytes = text.bytes().enumerate().skip(1);
            while let Some((at, byte)) = bytes.next() {
                match byte {
                    b'\\' => {
                        bytes.next();
                    }
                    b'\n' => break,
                    _ if byte == quote => return at + 1,
                    _ => {}
                }
            }
            1
        }
        _ if text.starts_with("/*") => closed("*/"),
        _ if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
        _ => text.chars().next().map_or(1, char::len_utf8),
    }
}

/// Words, character constants of one character, and punctuation.
fn tokens(source: &str, span: Span) -> Vec<(Kind, Span)> {
    let mut tokens = Vec::new();
    let mut at = span.start();
    while at < span.end() {
        let rest = &source[at..span.end()];
        let name = name_len(rest);
        let len = if name > 0 { name } else { step(rest) };
        let span = Span::new(at, at + len);
        let first = rest.as_bytes()[0];
        if name > 0 {
            tokens.push((Kind::Word, span));
        } else if first == b'\'' && len > 2 && !rest.starts_with("'\\") {
            tokens.push((Kind::Char, span));
        } else if first.is_ascii_punctuation() && len == 1 {
            tokens.push((Kind::Punctuation, span));
        }
        at += len;
    }
    tokens
}
