//! The state of one reading, and what all its parts use: sections, symbols, blocks of code,
//! recovery.

use crate::{
    Span,
    diagnostic::{Diagnostic, YaccGrammarErrorKind as Kind},
    limits::{NAME, name_message, words_message},
    yacc::{
        YaccKind,
        foreign::{self, Delimiters, Lexis},
        header::{Header, unexpected},
        literal,
        messages::{Messages, quoted},
        scan::{Cursor, Lexeme},
        syntax::{Ast, Code, Declarations, Name, Quote, ReadGrammar, SymbolRef},
    },
};

/// How often a block that is not closed is searched for to the end of the file. The next one ends
/// the reading: so the cost of a file of open braces is not quadratic.
const MAX_UNCLOSED: usize = 8;

/// One reading of a file as one kind.
pub(super) struct Reader<'s> {
    pub(super) cursor: Cursor<'s>,
    pub(super) messages: Messages,
    pub(super) ast: Ast,
    /// Whether the file may still turn out to be of another kind.
    pub(super) undecided: bool,
    /// The language of the actions.
    pub(super) lexis: Lexis,
    /// The number of precedence levels so far.
    pub(super) level: u32,
    /// How many directives were understood.
    pub(super) directives: usize,
    unclosed: usize,
    /// The number of groups and arguments around what is read.
    pub(super) depth: usize,
    /// The number of lexemes that may be read.
    words: usize,
}

/// What separated the declarations from the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Separated {
    /// `%%`
    Yes,
    /// Nothing: a rule follows the declarations.
    No,
    /// Nothing: the file ended.
    End,
}

impl<'s> Reader<'s> {
    pub(super) fn new(
        source: &'s str,
        kind: YaccKind,
        undecided: bool,
        header: &Header,
        messages: Messages,
        words: usize,
    ) -> Self {
        let mut cursor = Cursor::new(source, kind.notation(), words);
        cursor.jump(header.end.unwrap_or(cursor.pos()));
        let directives = usize::from(header.end.is_some());
        let header = header.options.clone();
        let declarations = Declarations { header, ..Declarations::default() };
        Reader {
            cursor,
            messages,
            ast: Ast { kind, declarations, ..Ast::default() },
            undecided,
            lexis: kind.lexis(),
            level: 0,
            directives,
            unclosed: 0,
            depth: 0,
            words,
        }
    }

    /// Reads the whole file; `Err` if it turned out to be of kind `Grmtools`.
    pub(super) fn file(mut self) -> Result<ReadGrammar, WrittenInRust> {
        let separated = self.declarations();
        let before_rules = self.messages.errors();
        self.rules()?;
        self.programs();
        self.check_whole(separated, before_rules);
        if let Some(span) = self.cursor.unclosed_comment() {
            self.messages.error(
                Kind::IncompleteComment,
                "comment is not closed: expected '*/'",
                span,
            );
        }
        if let Some(place) = self.cursor.exhausted() {
            // What else was said may come from the end that the file seemed to have.
            self.messages.clear();
            self.messages.error(Kind::LimitReached, words_message(self.words), place);
        }
        Ok(ReadGrammar { ast: self.ast, diagnostics: self.messages.finish() })
    }

    fn programs(&mut self) {
        if self.cursor.peek().0 == Lexeme::Separator {
            self.cursor.next();
            let start = self.cursor.pos();
            self.ast.declarations.programs = Some(self.code(start, self.cursor.source().len()));
        }
    }

    /// Says in one sentence what is wrong with a file that has no rules, in place of what followed
    /// from that.
    fn check_whole(&mut self, separated: Separated, before_rules: usize) {
        let len = self.cursor.source().len();
        let end = Span::new(len, len);
        let errors = self.messages.errors();
        match separated {
            _ if self.cursor.source().trim().is_empty() => {
                self.messages.clear();
                self.messages.error(Kind::EmptyFile, "the file is empty: expected a grammar", end);
            }
            Separated::Yes if !self.ast.rules.is_empty() => {}
            Separated::No if self.directives > 0 || errors == 1 => {}
            Separated::Yes if self.directives > 0 || errors == 0 => {
                self.messages.drop_errors(before_rules);
                self.messages.error(
                    Kind::NoRules,
                    "no rules: expected 'name: symbols;' after '%%'",
                    end,
                );
            }
            // What is wrong with the first rule was said.
            Separated::Yes if self.cursor.source().trim_start().starts_with("%%") => {}
            Separated::End if self.directives > 0 => {
                self.messages.error(
                    Kind::NoRules,
                    "no rules: expected '%%' and rules after the declarations",
                    end,
                );
            }
            // `file` says it.
            _ if self.cursor.unclosed_comment().is_some() => self.messages.clear(),
            _ => {
                self.messages.clear();
                let start = self.cursor.source().len() - self.cursor.source().trim_start().len();
                let first = self.cursor.source()[start..].chars().next().map_or(0, char::len_utf8);
                let message = "not a Yacc grammar: expected declarations such as '%token', then '%%', then rules";
                let place = Span::new(start, start + first);
                self.messages.error(Kind::NotAGrammar, message, place);
            }
        }
    }

    /// The text from `start` to `end`.
    pub(super) fn code(&self, start: usize, end: usize) -> Code {
        let span = Span::new(start, end);
        Code { text: span.text(self.cursor.source()).to_string(), span }
    }

    /// The name that stands at `span`.
    pub(super) fn name(&self, span: Span) -> Name {
        Name { text: span.text(self.cursor.source()).to_string(), span }
    }

    /// Consumes a symbol, if there is one.
    pub(super) fn symbol(&mut self) -> Option<SymbolRef> {
        let (lexeme, span) = self.cursor.peek();
        let quote = match lexeme {
            Lexeme::Ident => Quote::None,
            Lexeme::Literal(quote) => quote,
            _ => return None,
        };
        self.cursor.next();
        let text = match quote {
            Quote::None => span.text(self.cursor.source()).to_string(),
            _ => self.literal(span),
        };
        self.check_name(&text, span);
        Some(SymbolRef { text, span, quote })
    }

    /// Reports a name at `span` that is too long; the quotes of a literal are no part of it.
    pub(super) fn check_name(&mut self, name: &str, span: Span) {
        if name.len() > NAME {
            self.messages.error(Kind::LimitReached, name_message(&quoted(name)), span);
        }
    }

    /// The text of the literal at `span`.
    fn literal(&mut self, span: Span) -> String {
        let whole = span.text(self.cursor.source());
        let inside = &whole[1..whole.len() - 1];
        if inside.is_empty() {
            let message = format!("{whole} is empty: expected a character between the quotes");
            self.messages.error(Kind::InvalidString, message, span);
        }
        if self.ast.kind == YaccKind::Grmtools {
            return inside.to_string();
        }
        let (text, unknown) = literal::decode(inside);
        if let Some(escape) = unknown {
            let message = format!("unknown escape {} in {}", quoted(escape), quoted(whole));
            let warning = Diagnostic::warning(Kind::UnknownEscape, message, span);
            self.messages.push(warning);
        }
        text
    }

    /// Consumes a string with escapes, such as a text to show.
    pub(super) fn string(&mut self) -> Option<Name> {
        let span = self.cursor.eat_escaped()?;
        let whole = span.text(self.cursor.source());
        Some(Name { text: literal::decode(&whole[1..whole.len() - 1]).0, span })
    }

    /// Reports the next lexeme, which stays where it is.
    pub(super) fn unexpected(&mut self, expected: &str) {
        let (found, span) = self.cursor.peek();
        let source = self.cursor.source();
        let (kind, message) = match found {
            Lexeme::End => (Kind::PrematureEnd, unexpected(found, span, source, expected)),
            Lexeme::OpenLiteral => {
                let quote = &source[span.start()..span.start() + 1];
                let message =
                    format!("literal is not closed: expected {quote} before the end of the line");
                (Kind::InvalidString, message)
            }
            _ => (Kind::Unexpected, unexpected(found, span, source, expected)),
        };
        self.messages.error(kind, message, span);
    }

    /// Consumes the block at whose opening character the cursor stands; `None` if that is not
    /// closed, which is reported.
    pub(super) fn block(&mut self, delimiters: Delimiters) -> Option<Code> {
        let (_, open) = self.cursor.next();
        let (start, source) = (open.end(), self.cursor.source());
        let end = (self.unclosed < MAX_UNCLOSED)
            .then(|| foreign::closing(source, start, self.lexis, delimiters))
            .flatten();
        match end {
            Some(end) => {
                self.cursor.jump(end + 1);
                Some(self.code(start, end))
            }
            None => {
                self.not_closed(open, &format!("'{}'", char::from(delimiters.close)));
                None
            }
        }
    }

    /// Reports that what starts at `open` is not closed, and goes on where a line looks like
    /// grammar again.
    pub(super) fn not_closed(&mut self, open: Span, expected: &str) {
        let what = quoted(open.text(self.cursor.source()));
        self.messages.error(
            Kind::MismatchedBrace,
            format!("{what} is not closed: expected {expected}"),
            open,
        );
        self.unclosed += 1;
        let next = match self.unclosed < MAX_UNCLOSED {
            true => grammar_line(self.cursor.rest()),
            false => None,
        };
        let pos = self.cursor.pos();
        self.cursor.jump(next.map_or(self.cursor.source().len(), |at| pos + at));
    }

    /// How many blocks were not closed so far.
    pub(super) fn unclosed(&self) -> usize {
        self.unclosed
    }

    /// Consumes `%{ … %}`.
    pub(super) fn prologue(&mut self) {
        let (_, open) = self.cursor.next();
        let (start, source) = (open.end(), self.cursor.source());
        // Where it opens as the first Yacc allowed, with a backslash, it closes so.
        let close = if open.text(source).starts_with('%') { "%}" } else { "\\}" };
        let tried = self.unclosed < MAX_UNCLOSED;
        let end = tried.then(|| foreign::prologue_end(source, start, self.lexis, close)).flatten();
        // An unbalanced quote or comment hides the end from the scanner, not from a plain search.
        self.unclosed += usize::from(end.is_none());
        let end = end.or_else(|| self.cursor.rest().find(close).map(|at| start + at));
        let Some(end) = end else {
            return self.not_closed(open, &format!("'{close}'"));
        };
        if is_go(&source[start..end]) && self.lexis == Lexis::C {
            self.lexis = Lexis::Go;
        }
        self.cursor.jump(end + 2);
        self.messages.note("%{", "'%{ … %}' has no effect here", open);
        self.has_no_effect(open);
    }

    /// Consumes a tag `<…>` and gives what is in it; `None` if it is not closed on its line, which
    /// is reported.
    pub(super) fn tag(&mut self) -> Option<Code> {
        let (_, open) = self.cursor.next();
        let source = self.cursor.source();
        match foreign::tag_end(source, open.end()) {
            Some(end) => {
                self.cursor.jump(end + 1);
                Some(self.code(open.end(), end))
            }
            None => {
                self.messages.error(
                    Kind::MismatchedBrace,
                    "'<' is not closed: expected '>' on the same line",
                    open,
                );
                let rest = self.cursor.rest();
                let line = rest.find('\n').unwrap_or(rest.len());
                self.cursor.jump(open.end() + line);
                None
            }
        }
    }

    /// Whether a rule starts here, with its name.
    pub(super) fn at_rule(&mut self) -> bool {
        if self.cursor.peek().0 != Lexeme::Ident {
            return false;
        }
        let mut ahead = self.cursor.clone();
        ahead.next();
        let (mut lexeme, _) = ahead.next();
        if lexeme == Lexeme::Punct('(') {
            // The names of parameters; what else there may be belongs to no rule's name.
            while ahead.next().0 == Lexeme::Ident {
                lexeme = ahead.next().0;
                if lexeme != Lexeme::Punct(',') {
                    break;
                }
            }
            if lexeme != Lexeme::Punct(')') {
                return false;
            }
            lexeme = ahead.next().0;
        }
        if lexeme == Lexeme::Punct('[') {
            if ahead.next().0 != Lexeme::Ident || ahead.next().0 != Lexeme::Punct(']') {
                return false;
            }
            lexeme = ahead.next().0;
        }
        match lexeme {
            Lexeme::Punct(':') => true,
            Lexeme::Arrow => self.undecided || self.ast.kind == YaccKind::Grmtools,
            _ => false,
        }
    }

    /// Passes over something that was reported already, up to a rule, `%%`, the end of the file, or
    /// what `ends` accepts.
    pub(super) fn skip_until(&mut self, ends: impl Fn(Lexeme) -> bool) {
        loop {
            match self.cursor.peek().0 {
                Lexeme::End | Lexeme::Separator => return,
                lexeme if ends(lexeme) => return,
                Lexeme::Ident if self.at_rule() => return,
                _ => self.skip_one(),
            }
        }
    }

    /// Consumes one lexeme, or a whole block in braces, of something that was reported already.
    pub(super) fn skip_one(&mut self) {
        let (lexeme, span) = self.cursor.next();
        if lexeme != Lexeme::Punct('{') || self.unclosed >= MAX_UNCLOSED {
            return;
        }
        let source = self.cursor.source();
        match foreign::closing(source, span.end(), self.lexis, Delimiters::BRACES) {
            Some(end) => self.cursor.jump(end + 1),
            None => self.unclosed += 1,
        }
    }
}

/// The file is of kind `Grmtools`: it has to be read again.
#[derive(Debug)]
pub(super) struct WrittenInRust;

/// Whether a prologue is Go: it starts with a package clause, which in Java would end in a
/// semicolon.
fn is_go(prologue: &str) -> bool {
    prologue.lines().any(|line| {
        line.strip_prefix("package")
            .is_some_and(|rest| rest.starts_with(' ') && !rest.contains(';'))
    })
}

/// The offset in `text` of the next line that starts with `%`, or with a name and a colon or an
/// arrow.
fn grammar_line(text: &str) -> Option<usize> {
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end();
        let rest = line.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        let named = rest.len() < line.len();
        let rest = rest.trim_start();
        let head = rest.starts_with("->") || rest.starts_with(':') && !rest.starts_with("::");
        if at > 0 && (line.starts_with('%') && !line.starts_with("%}") || named && head) {
            return Some(at);
        }
        at += whole.len();
    }
    None
}
