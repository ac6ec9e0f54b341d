//! The reader of patterns.

use lrtable::Span;

use super::{Argument, Call, Item, Kind, Name, Pattern, Quantifier, Sequence, What};
use crate::query::QueryError;

/// How deep patterns nest.
const DEEPEST: usize = 100;

/// Reads all patterns of `text`; returns them, and the names of captures in the order of the text.
/// Patterns with mistakes are left out.
pub(in crate::query) fn patterns(
    text: &str,
    errors: &mut Vec<QueryError>,
) -> (Vec<Pattern>, Vec<String>) {
    let mut reader = Reader { text, at: 0, depth: 0, calls: Vec::new(), captures: Vec::new() };
    let mut patterns = Vec::new();
    loop {
        reader.blanks();
        if reader.at == text.len() {
            return (patterns, reader.captures);
        }
        let start = reader.at;
        match reader.item() {
            Ok(item) => {
                let calls = std::mem::take(&mut reader.calls);
                patterns.push(Pattern { item, calls });
            }
            Err(error) => {
                errors.push(error);
                reader.calls.clear();
                reader.depth = 0;
                reader.skip(start);
            }
        }
    }
}

struct Reader<'q> {
    text: &'q str,
    at: usize,
    depth: usize,
    /// The predicates and directives of the pattern so far.
    calls: Vec<Call>,
    captures: Vec<String>,
}

type Read<T> = Result<T, QueryError>;

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// Whether a character may stand in the name of a capture or a predicate, or in an argument.
fn is_dotted(c: char) -> bool {
    is_word(c) || c == '.'
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads `c` if it is next.
    fn eat(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        if is_next {
            self.at += c.len_utf8();
        }
        is_next
    }

    /// Reads characters as long as they fit.
    fn take(&mut self, fits: impl Fn(char) -> bool) -> Name {
        let start = self.at;
        let length = self.rest().find(|c| !fits(c)).unwrap_or(self.rest().len());
        self.at += length;
        self.name(start)
    }

    /// The text from `start` up to here.
    fn name(&self, start: usize) -> Name {
        Name { text: self.text[start..self.at].to_owned(), span: Span::new(start, self.at) }
    }

    /// Skips blanks and comments.
    fn blanks(&mut self) {
        loop {
            self.take(char::is_whitespace);
            if self.peek() != Some(';') {
                return;
            }
            self.take(|c| c != '\n');
        }
    }

    fn error<T>(&self, message: impl Into<String>) -> Read<T> {
        let end = self.at + self.peek().map_or(0, char::len_utf8);
        Err(QueryError::new(message, Span::new(self.at, end)))
    }

    /// Says that something else is expected than what is next.
    fn expected<T>(&self, what: &str) -> Read<T> {
        match self.peek() {
            Some(c) => self.error(format!("expected {what}, found '{c}'")),
            None => self.error(format!("expected {what}, found the end of the query")),
        }
    }

    /// Goes on after the pattern at `start`, in which a mistake is: at the next line that begins
    /// with what begins a pattern.
    fn skip(&mut self, start: usize) {
        self.at = self.at.max(start + self.text[start..].chars().next().map_or(0, char::len_utf8));
        while self.at < self.text.len() {
            self.take(|c| c != '\n');
            self.eat('\n');
            if self.peek().is_some_and(|c| matches!(c, '(' | '[' | '"' | ';')) {
                return;
            }
        }
    }

    /// Reads a pattern with its field, quantifier and captures.
    fn item(&mut self) -> Read<Item> {
        let start = self.at;
        let field = match self.peek() {
            Some(c) if is_word(c) && self.field_follows() => {
                let field = self.take(is_word);
                self.blanks();
                self.eat(':');
                self.blanks();
                Some(field)
            }
            _ => None,
        };
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.error(format!("patterns nest more than {DEEPEST} deep"));
        }
        let what = self.what()?;
        self.depth -= 1;
        let mut item = Item {
            span: Span::new(start, self.at),
            is_anchored: false,
            field,
            what,
            captures: Vec::new(),
            quantifier: Quantifier::One,
        };
        loop {
            let end = self.at;
            self.blanks();
            let quantifier = match self.peek() {
                Some('@') => {
                    self.at += 1;
                    let name = self.take(is_dotted);
                    if name.text.is_empty() {
                        return self.expected("the name of a capture after '@'");
                    }
                    if !self.captures.contains(&name.text) {
                        self.captures.push(name.text.clone());
                    }
                    item.captures.push(name);
                    continue;
                }
                Some('?') => Quantifier::Optional,
                Some('*') => Quantifier::Any,
                Some('+') => Quantifier::Some,
                _ => {
                    self.at = end;
                    return Ok(item);
                }
            };
            if item.quantifier != Quantifier::One {
                return self.error("a pattern has one quantifier");
            }
            item.quantifier = quantifier;
            self.at += 1;
        }
    }

    /// Whether the word that is next is the name of a field.
    fn field_follows(&self) -> bool {
        self.rest().trim_start_matches(is_word).trim_start().starts_with(':')
    }

    fn what(&mut self) -> Read<What> {
        let node = |kind| What::Node { kind, children: Sequence::default(), absent: Vec::new() };
        match self.peek() {
            Some('"') => Ok(node(Kind::Anonymous(self.string()?))),
            Some('[') => self.alternation(),
            Some('(') => self.parenthesis(),
            Some('_') => match self.take(is_word) {
                name if name.text == "_" => Ok(node(Kind::Any)),
                name => Err(bare(&name)),
            },
            Some(c) if is_word(c) => Err(bare(&self.take(is_word))),
            _ => self.expected("a pattern"),
        }
    }

    fn alternation(&mut self) -> Read<What> {
        let start = self.at;
        self.eat('[');
        let mut items = Vec::new();
        loop {
            self.blanks();
            if self.eat(']') {
                break;
            }
            items.push(self.item()?);
        }
        if items.is_empty() {
            return Err(QueryError::new("an alternation without patterns", self.name(start).span));
        }
        Ok(What::Alternation(items))
    }

    /// Reads a node, a group or a predicate.
    fn parenthesis(&mut self) -> Read<What> {
        let start = self.at;
        self.eat('(');
        self.blanks();
        let kind = match self.peek() {
            Some('_') if !self.rest()[1..].starts_with(is_word) => {
                self.at += 1;
                Some(Kind::AnyNamed)
            }
            Some(c) if c == '\'' || is_word(c) && !self.field_follows() => {
                Some(match self.node_name()? {
                    name if name.text == "ERROR" => Kind::Error,
                    name if name.text == "MISSING" => Kind::Missing(self.missing()?),
                    name => Kind::Named(name),
                })
            }
            Some('#') => {
                return Err(QueryError::new(
                    "a predicate outside of a pattern",
                    Span::new(start, self.at + 1),
                )
                .help("write it before the last ')' of the pattern that it is of"));
            }
            _ => None,
        };
        let mut absent = Vec::new();
        let children = self.sequence(kind.is_some().then_some(&mut absent))?;
        match kind {
            Some(kind) => Ok(What::Node { kind, children, absent }),
            None if children.items.is_empty() => {
                Err(QueryError::new("a group without patterns", self.name(start).span))
            }
            None => Ok(What::Group(children)),
        }
    }

    /// Reads the name of a rule or a token. That of an instance is as in the grammar, with the sign
    /// of a repetition, or arguments, directly after it: `Item*`, `','*`, `list(Item)`.
    fn node_name(&mut self) -> Read<Name> {
        let start = self.at;
        if self.eat('\'') {
            self.take(|c| c != '\'' && c != '\n');
            if !self.eat('\'') {
                return self.expected("' at the end of a token in a name");
            }
        }
        self.take(is_dotted);
        loop {
            match self.peek() {
                Some('*' | '+' | '?') => self.at += 1,
                Some('(') => self.arguments_in_name()?,
                _ => return Ok(self.name(start)),
            }
        }
    }

    /// Skips the arguments in the name of an instance, up to the parenthesis that ends them.
    fn arguments_in_name(&mut self) -> Read<()> {
        let (start, mut open) = (self.at, 0);
        let mut quote = None;
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match (c, quote) {
                (_, Some(end)) if end == c => quote = None,
                (_, Some(_)) => {}
                ('"' | '\'', None) => quote = Some(c),
                ('(', None) => open += 1,
                (')', None) => {
                    open -= 1;
                    if open == 0 {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        Err(QueryError::new("the arguments in a name do not end", Span::new(start, start + 1)))
    }

    /// Reads which missing tokens are meant.
    fn missing(&mut self) -> Read<Option<Name>> {
        self.blanks();
        match self.peek() {
            Some('"') => Ok(Some(self.string()?)),
            Some(c) if is_word(c) => Ok(Some(self.take(is_word))),
            _ => Ok(None),
        }
    }

    /// Reads up to the parenthesis that ends a node or a group; `absent` gets the fields that a
    /// node must not have.
    fn sequence(&mut self, mut absent: Option<&mut Vec<Name>>) -> Read<Sequence> {
        let mut sequence = Sequence::default();
        loop {
            self.blanks();
            match self.peek() {
                Some(')') => {
                    self.at += 1;
                    return Ok(sequence);
                }
                Some('.') => {
                    if sequence.is_anchored {
                        return self.error("an anchor after an anchor");
                    }
                    sequence.is_anchored = true;
                    self.at += 1;
                }
                Some('!') => {
                    let Some(absent) = &mut absent else {
                        return self.error("a group has no fields: '!' belongs into a node");
                    };
                    self.at += 1;
                    let name = self.take(is_word);
                    if name.text.is_empty() {
                        return self.expected("the name of a field after '!'");
                    }
                    absent.push(name);
                }
                Some('(') if self.call_follows() => self.call()?,
                _ => {
                    let mut item = self.item()?;
                    item.is_anchored = std::mem::take(&mut sequence.is_anchored);
                    sequence.items.push(item);
                }
            }
        }
    }

    /// Whether the parenthesis that is next begins a predicate or a directive.
    fn call_follows(&self) -> bool {
        self.rest()[1..].trim_start().starts_with('#')
    }

    fn call(&mut self) -> Read<()> {
        self.eat('(');
        self.blanks();
        let start = self.at;
        self.eat('#');
        self.take(is_dotted);
        self.take(|c| matches!(c, '?' | '!'));
        let name = self.name(start);
        let mut arguments = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                Some(')') => {
                    self.at += 1;
                    self.calls.push(Call { name, arguments });
                    return Ok(());
                }
                Some('"') => arguments.push(Argument::Text(self.string()?)),
                Some('@') => {
                    self.at += 1;
                    arguments.push(Argument::Capture(self.take(is_dotted)));
                }
                Some(c) if is_dotted(c) => arguments.push(Argument::Text(self.take(is_dotted))),
                _ => return self.expected("an argument or ')'"),
            }
        }
    }

    /// Reads a text between quotes.
    fn string(&mut self) -> Read<Name> {
        let start = self.at;
        self.eat('"');
        let mut text = String::new();
        loop {
            let Some(c) = self.peek().filter(|c| *c != '\n') else {
                return Err(QueryError::new("a text that does not end", self.name(start).span));
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(Name { text, span: Span::new(start, self.at) }),
                '\\' => {
                    let Some(c) = self.peek() else { continue };
                    self.at += c.len_utf8();
                    text.push(match c {
                        'n' => '\n',
                        'r' => '\r',
                        't' => '\t',
                        '0' => '\0',
                        c => c,
                    });
                }
                c => text.push(c),
            }
        }
    }
}

/// A name without what tells a node from a token.
fn bare(name: &Name) -> QueryError {
    let Name { text, span } = name;
    let help = format!("nodes are written ({text}), tokens \"{text}\", fields {text}: …");
    QueryError::new(format!("expected a pattern, found the word '{text}'"), *span).help(help)
}
