//! Macros and functions that a lex file defines and that change what the lexer does.
//!
//! In: the C code outside of actions. Out: macros that stand for such code, which are replaced by
//! it, and functions, which are followed where they are called. All others are of no interest.
//! Macros are expanded without `#`, and not inside themselves. Cost: linear, and what is
//! expanded is bounded.

use fnv::{FnvHashMap, FnvHashSet};
use lrtable::Span;

use super::{
    DECISIVE, KEYWORDS, Token, TokenKind, char_value, number,
    statement::{Statement, statements},
    tables::{Table, tables},
    tokens,
};
use crate::import::limits;

/// Words by which a function ends the program, or what has called it.
const ENDS: [&str; 4] = ["throw", "exit", "abort", "longjmp"];

/// What the file defines.
#[derive(Default)]
pub(in crate::import) struct Definitions<'a> {
    macros: FnvHashMap<&'a str, Definition<'a>>,
    pub(in crate::import) functions: FnvHashMap<&'a str, Function<'a>>,
    /// Macros that are defined twice.
    pub(in crate::import) ambiguous: FnvHashSet<&'a str>,
    /// The characters that macros stand for.
    pub(in crate::import) chars: FnvHashMap<&'a str, char>,
    /// The numbers that macros and enumerators stand for.
    pub(in crate::import) constants: FnvHashMap<&'a str, i64>,
    /// The variables of the file, by name.
    pub(in crate::import) variables: FnvHashMap<&'a str, Variable>,
    /// Constant tables, by name.
    pub(in crate::import) tables: FnvHashMap<&'a str, Table<'a>>,
    /// What stands before `text` in flex's names, if that is not `yy`.
    pub(in crate::import) prefix: Option<&'a str>,
    /// Variables that hold a start state at times.
    pub(in crate::import) saved: FnvHashSet<&'a str>,
    /// What flex runs before it reads text: the macro `YY_USER_INIT`.
    pub(in crate::import) at_start: Vec<Token<'a>>,
    /// The name of the macro that flex puts before each action, if the macro decides which tokens
    /// are found.
    before_actions: Option<Token<'a>>,
    /// Where the macro is defined that flex puts after each action, if that does not end the
    /// action.
    pub(in crate::import) after_actions: Option<Span>,
}

/// Code that has been read.
#[derive(Debug, Default)]
pub(in crate::import) struct Code<'a> {
    pub(in crate::import) tokens: Vec<Token<'a>>,
    pub(in crate::import) statements: Vec<Statement<'a>>,
}

/// A variable of the lex file.
#[derive(Clone, Copy, Debug)]
pub(in crate::import) struct Variable {
    /// The first value; `None`: that is not known, or the variable is declared elsewhere.
    pub(in crate::import) first: Option<i64>,
    /// Whether no other file knows it.
    pub(in crate::import) is_static: bool,
    pub(in crate::import) place: Span,
}

/// A function of the lex file.
pub(in crate::import) struct Function<'a> {
    pub(in crate::import) name: &'a str,
    pub(in crate::import) parameters: Vec<&'a str>,
    pub(in crate::import) body: Code<'a>,
}

/// A macro, or a function in which macros are yet to be expanded.
struct Definition<'a> {
    /// The names of the parameters; `None` for a macro that takes no arguments.
    parameters: Option<Vec<&'a str>>,
    body: Vec<Token<'a>>,
}

impl Definition<'_> {
    fn has(&self, is: impl Fn(&str) -> bool) -> bool {
        self.body.iter().any(|token| is(token.text))
    }

    /// Whether a macro is a statement, or the head of one.
    fn is_statement(&self) -> bool {
        self.has(|text| matches!(text, "{" | ";") || KEYWORDS.contains(&text))
    }

    /// Whether a macro is an expression that may be a token: one with several parts, or of its
    /// arguments only.
    fn is_value(&self) -> bool {
        let calls = |two: &[Token<'_>]| two[0].kind == TokenKind::Word && two[1].text == "(";
        self.parameters.is_some()
            && !self.is_statement()
            && (self.has(|text| text == ",") || !self.body.windows(2).any(calls))
    }
}

impl<'a> Definitions<'a> {
    /// Reads what the parts of the file at `code` define.
    /// Functions that use one of the variables `tested` are kept too.
    pub(in crate::import) fn read(
        source: &'a str,
        code: &[Span],
        tested: &dyn Fn(&str) -> bool,
    ) -> Self {
        let mut definitions = Definitions { saved: saved(source), ..Definitions::default() };
        let mut functions = Vec::new();
        for span in code {
            let all = tokens(source, *span);
            for token in all.iter().filter(|token| token.kind == TokenKind::Directive) {
                definitions.directive(source, token.span());
            }
            definitions.declarations(&all);
            tables(&all, &mut definitions.tables);
            functions_of(&all, &mut functions);
        }
        definitions.prefix = prefix(source);
        definitions.keep_decisive(&mut functions, tested);
        for (name, Definition { parameters, body }) in functions {
            let (parameters, body) = (parameters.unwrap_or_default(), definitions.code(body));
            definitions.functions.insert(name, Function { name, parameters, body });
        }
        definitions
    }

    /// The code with its macros expanded.
    pub(in crate::import) fn code(&self, tokens: Vec<Token<'a>>) -> Code<'a> {
        let mut left = limits::EXPANSIONS;
        let mut expanded = Vec::with_capacity(tokens.len());
        self.expand(&tokens, 0, &mut left, &mut expanded);
        let statements = statements(&expanded);
        Code { tokens: expanded, statements }
    }

    /// The code of an action, with what stands before each.
    pub(in crate::import) fn action(&self, tokens: Vec<Token<'a>>) -> Code<'a> {
        self.code(self.before_actions.into_iter().chain(tokens).collect())
    }

    /// Whether this is a macro that may decide something and was left as it is, with what follows
    /// it.
    pub(in crate::import) fn is_left(&self, name: &str, next: Option<&Token<'_>>) -> bool {
        let called = next.is_some_and(|next| next.text == "(");
        let found = self.macros.get(name);
        found.is_some_and(|found| !found.is_value() && (found.parameters.is_none() || called))
    }

    /// Reads `#define NAME body` or `#define NAME(a, b) body`.
    fn directive(&mut self, source: &'a str, span: Span) {
        let text = &source[span.start()..span.end()];
        let Some(rest) = text[1..].trim_start().strip_prefix("define") else { return };
        let start = span.end() - rest.trim_start().len();
        let all = tokens(source, Span::new(start, span.end()));
        let Some(name) = all.first().filter(|token| token.kind == TokenKind::Word) else { return };
        let takes = source[name.span().end()..span.end()].starts_with('(');
        let close = all.iter().position(|token| token.text == ")").filter(|_| takes);
        let (parameters, body) = match close {
            Some(close) => {
                let names = all[2..close].iter().filter(|token| token.kind == TokenKind::Word);
                (Some(names.map(|token| token.text).collect()), all[close + 1..].to_vec())
            }
            None => (None, all[1..].to_vec()),
        };
        if let ([token], None) = (&body[..], &parameters) {
            self.constants.extend(constant(token).map(|number| (name.text, number)));
            self.chars.extend(char_value(token.text).map(|c| (name.text, c)));
        }
        match name.text {
            "YY_USER_INIT" => self.at_start.clone_from(&body),
            "YY_USER_ACTION" => self.before_actions = Some(*name),
            "YY_BREAK" => {
                let first = body.first().map_or("", |token: &Token<'_>| token.text);
                let ends = matches!(first, "break" | "return" | "continue");
                self.after_actions = (!ends).then_some(name.span());
            }
            _ => {}
        }
        if self.macros.insert(name.text, Definition { parameters, body }).is_some() {
            self.ambiguous.insert(name.text);
        }
    }

    /// Reads the enumerators and the variables that code outside of rules declares.
    fn declarations(&mut self, all: &[Token<'a>]) {
        let text = |at: usize| all.get(at).map_or("", |token| token.text);
        let mut depth = 0_usize;
        let mut next = 0;
        let mut start = 0;
        for at in 0..all.len() {
            match text(at) {
                "{" | "(" => {
                    let head = &all[start.min(at)..at];
                    if text(at) == "{" && head.iter().any(|token| token.text == "enum") {
                        next = 0;
                    }
                    depth += 1;
                }
                "}" | ")" => depth = depth.saturating_sub(1),
                ";" if depth == 0 => {
                    self.declaration(&all[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
            if depth == 0 && (text(at) == "}" || all[at].kind == TokenKind::Directive) {
                // A function ends, or a type; what follows a type up to `;` is of no interest.
                start = at + 1;
            }
            let is_member = depth == 1 && matches!(text(at.wrapping_sub(1)), "{" | ",");
            let of_enum = || all[..at].iter().rev().skip_while(|token| token.text != "{").nth(1);
            let is_enum = || {
                let before = of_enum().map(|token| token.text);
                let open = all[..at].iter().rposition(|token| token.text == "{").unwrap_or(0);
                before == Some("enum") || open > 1 && text(open - 2) == "enum"
            };
            if is_member && all[at].kind == TokenKind::Word && is_enum() {
                if text(at + 1) == "=" {
                    let Some(number) = all.get(at + 2).and_then(constant) else {
                        // Of what this is nothing is known.
                        let place = all[at].span();
                        let variable = Variable { first: None, is_static: true, place };
                        self.variables.insert(text(at), variable);
                        continue;
                    };
                    next = number;
                }
                self.constants.insert(text(at), next);
                next += 1;
            }
        }
    }

    /// Reads `static int a = 1, b;`.
    fn declaration(&mut self, tokens: &[Token<'a>]) {
        let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
        let is_word = |at: usize| tokens.get(at).is_some_and(|one| one.kind == TokenKind::Word);
        let foreign = tokens.iter().any(|one| matches!(one.text, "extern" | "typedef" | "using"));
        let mut at = 0;
        while at < tokens.len() {
            let ends = |at: usize| matches!(text(at), "" | "=" | ",");
            // A name follows its type, or a comma.
            let follows = at > 0 && (is_word(at - 1) || text(at - 1) == ",");
            if is_word(at) && ends(at + 1) && follows {
                let first = match text(at + 1) {
                    "=" if matches!(text(at + 3), "" | ",") => {
                        let first = tokens.get(at + 2);
                        first.and_then(|first| match first.text {
                            "true" | "TRUE" => Some(1),
                            "false" | "FALSE" | "INITIAL" => Some(0),
                            name => constant(first).or(self.constants.get(name).copied()),
                        })
                    }
                    "=" => None,
                    _ => Some(0),
                };
                let first = first.filter(|_| !foreign);
                let is_static = tokens.iter().any(|one| one.text == "static");
                let variable = Variable { first, is_static, place: tokens[at].span() };
                self.variables.insert(text(at), variable);
            }
            at += 1;
        }
    }

    /// Forgets what is of no interest.
    fn keep_decisive(
        &mut self,
        functions: &mut Vec<(&'a str, Definition<'a>)>,
        tested: &dyn Fn(&str) -> bool,
    ) {
        // For each word the definitions that have it.
        let mut users: FnvHashMap<&str, Vec<&str>> = FnvHashMap::default();
        for (name, one) in functions.iter().map(|(name, one)| (name, one)).chain(&self.macros) {
            one.body.iter().for_each(|token| users.entry(token.text).or_default().push(name));
        }
        let mut waiting: Vec<&str> = DECISIVE.split(' ').chain(ENDS).chain(["return"]).collect();
        waiting.extend(self.variables.keys().filter(|name| tested(name)));
        let mut decisive: FnvHashSet<&str> = FnvHashSet::default();
        while let Some(name) = waiting.pop() {
            if decisive.insert(name) {
                waiting.extend(users.remove(name).unwrap_or_default());
            }
        }
        self.macros.retain(|name, one| {
            let is_count = one.has(|text| text == "sizeof");
            decisive.contains(name) || one.is_value() || one.is_statement() || is_count
        });
        self.before_actions = self.before_actions.filter(|_| decisive.contains("YY_USER_ACTION"));
        functions.retain(|(name, _)| decisive.contains(name));
        self.ambiguous.retain(|name| decisive.contains(name));
    }

    /// Appends `tokens` with macros replaced. `depth`: how many of them are being replaced; `left`:
    /// how many tokens of bodies may still be read.
    fn expand(
        &self,
        tokens: &[Token<'a>],
        depth: usize,
        left: &mut usize,
        to: &mut Vec<Token<'a>>,
    ) {
        let mut at = 0;
        while at < tokens.len() {
            let found = self.macros.get(tokens[at].text).filter(|found| {
                let called = tokens.get(at + 1).is_some_and(|next| next.text == "(");
                depth < limits::CALLS && *left > 0 && (found.parameters.is_none() || called)
            });
            let Some(found) = found else {
                to.push(tokens[at]);
                at += 1;
                continue;
            };
            at += 1;
            let mut body = found.body.clone();
            if let Some(parameters) = &found.parameters {
                let (arguments, end) = arguments(&tokens[at + 1..]);
                at += 1 + end;
                body.clear();
                for token in &found.body {
                    match parameters.iter().position(|parameter| *parameter == token.text) {
                        Some(place) => body.extend(arguments.get(place).into_iter().flatten()),
                        None => body.push(*token),
                    }
                }
            }
            *left = left.saturating_sub(body.len() + 1);
            self.expand(&body, depth + 1, left, to);
        }
    }
}

/// The arguments of a call, from after its `(` on, and how many tokens they take with the `)`.
fn arguments<'a>(tokens: &[Token<'a>]) -> (Vec<Vec<Token<'a>>>, usize) {
    let mut all = vec![Vec::new()];
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            ")" if depth == 0 => return (all, at + 1),
            "," if depth == 0 => {
                all.push(Vec::new());
                continue;
            }
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        all.last_mut().expect("there is one at least").push(*token);
    }
    (all, tokens.len())
}

/// Adds the functions that stand outside all braces, with the tokens of their bodies.
fn functions_of<'a>(all: &[Token<'a>], to: &mut Vec<(&'a str, Definition<'a>)>) {
    let text = |at: usize| all.get(at).map_or("", |token| token.text);
    let (mut depth, mut nested, mut start) = (0_usize, 0_usize, 0);
    let mut name = None;
    let mut parameters = Vec::new();
    for at in 0..all.len() {
        let word_before = at.checked_sub(1).filter(|before| all[*before].kind == TokenKind::Word);
        match text(at) {
            "{" => {
                if depth == 0 {
                    start = at + 1;
                }
                depth += 1;
            }
            "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    let body = all[start.min(at)..at].to_vec();
                    let parameters = Some(std::mem::take(&mut parameters));
                    to.extend(name.take().map(|name| (name, Definition { parameters, body })));
                }
            }
            _ if depth > 0 => {}
            "(" => {
                // The 'yylex' of a class is flex's own.
                let own = |at: usize| text(at) == "yylex" && text(at.wrapping_sub(1)) == "::";
                if let Some(before) = word_before
                    && nested == 0
                    && name.is_none()
                    && !own(before)
                {
                    name = Some(text(before));
                    parameters.clear();
                }
                nested += 1;
            }
            sign @ (")" | ",") => {
                parameters.extend(word_before.filter(|_| nested == 1).map(text));
                nested = nested.saturating_sub(usize::from(sign == ")"));
            }
            // A declaration ends, unless those of old parameters follow.
            ";" if text(at.wrapping_sub(1)) == ")" => name = None,
            "=" => name = None,
            _ => {}
        }
    }
}

/// The number that a token of C is.
fn constant(token: &Token<'_>) -> Option<i64> {
    match token.kind {
        TokenKind::Number => number(token.text).map(i64::from),
        TokenKind::Char => char_value(token.text).map(|c| i64::from(u32::from(c))),
        _ => None,
    }
}

/// What `%option prefix="…"` says.
fn prefix(source: &str) -> Option<&str> {
    let options = source.lines().take_while(|line| !line.starts_with("%%"));
    let mut options = options.filter(|line| line.starts_with("%option"));
    options.find_map(|line| line.split_once("prefix=\"")?.1.split('"').next())
}

/// The variables to which the start state is assigned.
fn saved(source: &str) -> FnvHashSet<&str> {
    let mut saved = FnvHashSet::default();
    for state in ["YY_START", "YYSTATE", "YY_STATE"] {
        for (at, _) in source.match_indices(state) {
            let before = source[..at].trim_end_matches([' ', '\t', '(']);
            let Some(before) = before.strip_suffix('=').map(str::trim_end) else { continue };
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let name = before.rsplit(|c| !word(c)).next().unwrap_or_default();
            if !name.is_empty() {
                saved.insert(name);
            }
        }
    }
    saved
}
