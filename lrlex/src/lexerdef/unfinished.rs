//! What of a text is unfinished: strings and comments that are begun and never closed.
//!
//! In: a definition and a text. Out: what each of them was to be, and where it begins. Told are the matches of the rules that
//! `%unfinished` declares, and, in a text that has them, the openings of rules of the usual shapes: a literal opening, a
//! repetition, a literal end, active without a start state. Such an opening counts if its rule does not match there and its end
//! does not follow: in the same line, if both are the same as in strings. Cost: that of lexing the text, and of a look at each
//! lexeme for each such rule.

use lrpar::{LexError, Lexeme, LexerTypes};

use super::LRNonStreamingLexerDef;
use crate::{lexeme::MAX_BYTES, rules::Rule};

/// A string or comment that a text begins and does not close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished<'d> {
    name: &'d str,
    start: usize,
}

impl<'d> Unfinished<'d> {
    /// What it is: the name in its declaration, or else that of the token; `comment` for what is skipped.
    pub fn name(&self) -> &'d str {
        self.name
    }

    /// The byte where it begins.
    pub fn start(&self) -> usize {
        self.start
    }
}

/// A rule that ends in what its texts need to be finished.
struct Shape<'d> {
    name: &'d str,
    open: String,
    close: String,
    /// Where the text has the end for the last time.
    last_close: Option<usize>,
}

impl<'d> Shape<'d> {
    fn of<StorageT: Copy>(rule: &'d Rule<StorageT>, text: &str) -> Option<Self> {
        if !rule.start_states().is_empty() || rule.is_error() {
            return None;
        }
        let (open, close) = ends(rule.re_str())?;
        let last_close = text.rfind(&close);
        Some(Shape { name: rule.name().unwrap_or("comment"), open, close, last_close })
    }

    /// Whether what begins at this byte of `text` is never closed.
    fn is_open(&self, text: &str, start: usize) -> bool {
        let rest = &text[start + self.open.len()..];
        match self.open == self.close {
            true => !rest.lines().next().is_some_and(|line| line.contains(&self.close)),
            false => self.last_close.is_none_or(|close| close < start + self.open.len()),
        }
    }
}

impl<LexerTypesT: LexerTypes> LRNonStreamingLexerDef<LexerTypesT> {
    /// The strings and comments that `text` begins and does not close, in their order.
    ///
    /// ```
    /// use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
    ///
    /// let lex = "%unfinished 'comment' /\\*([^*]|\\*+[^*/])*\\**\n%%\n/\\*([^*]|\\*+[^*/])*\\*/ ;\n[a-z]+ 'ID'\n[ ] ;\n";
    /// let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(lex).unwrap();
    /// let unfinished = lexerdef.unfinished("a /* b */ c /* d");
    /// assert_eq!((unfinished[0].name(), unfinished[0].start()), ("comment", 12));
    /// ```
    pub fn unfinished(&self, text: &str) -> Vec<Unfinished<'_>> {
        let lexed = self.lexed(text, MAX_BYTES as usize);
        let rules = self.rules();
        let mut found: Vec<Unfinished<'_>> = (lexed.error_rules())
            .filter_map(|(rule, start)| {
                rules[rule].unfinished().map(|name| Unfinished { name, start })
            })
            .collect();
        let shapes: Vec<Shape<'_>> =
            rules.iter().filter_map(|rule| Shape::of(rule, text)).collect();
        for one in lexed.iter() {
            let (span, garbage) = match one {
                Ok(lexeme) => (lexeme.span(), 0),
                Err(error) => (error.span(), error.span().len()),
            };
            for shape in &shapes {
                let short = span.len() < shape.open.len() + shape.close.len();
                // In a stretch of garbage it may stand after something else.
                let inside = &text[span.start()..];
                let at = inside.find(&shape.open).filter(|at| *at == 0 && short || *at < garbage);
                let start = at.map(|at| span.start() + at);
                if let Some(start) = start.filter(|start| shape.is_open(text, *start)) {
                    found.push(Unfinished { name: shape.name, start });
                }
            }
        }
        found.sort_by_key(|unfinished| unfinished.start);
        found.dedup_by_key(|unfinished| unfinished.start);
        found
    }
}

/// A part of a regex.
#[derive(Clone, Copy)]
struct Atom {
    /// The character that it is, if it is one.
    literal: Option<char>,
    /// The sign after it that repeats it.
    repeated: Option<char>,
}

/// The texts with which each match of a regex begins and ends, if something that is repeated stands between them.
fn ends(regex: &str) -> Option<(String, String)> {
    let mut atoms = Vec::new();
    let mut rest = regex;
    while !rest.is_empty() {
        rest = &rest[atom(rest, &mut atoms)?..];
    }
    let literal = |atom: &Atom| atom.literal.filter(|_| atom.repeated.is_none());
    let open: String = atoms.iter().map_while(literal).collect();
    let closing =
        |atom: &&Atom| atom.literal.is_some() && matches!(atom.repeated, None | Some('+'));
    let close = atoms.iter().rev().take_while(closing).count();
    let body = atoms.get(open.chars().count()..atoms.len() - close)?;
    let varies = body.iter().any(|atom| atom.repeated.is_some());
    let close: String =
        atoms[atoms.len() - close..].iter().filter_map(|atom| atom.literal).collect();
    (varies && !open.is_empty() && !close.is_empty()).then_some((open, close))
}

/// Reads the part at the start of `rest`, as far as it must be known; its length. `None` for a branch.
fn atom(rest: &str, to: &mut Vec<Atom>) -> Option<usize> {
    let c = rest.chars().next()?;
    let mut len = c.len_utf8();
    let literal = match c {
        '|' | ')' => return None,
        '*' | '+' | '?' => {
            // A second one only says which match counts.
            let last = to.last_mut()?;
            last.repeated = last.repeated.or(Some(c));
            return Some(1);
        }
        '{' => {
            to.last_mut()?.repeated = Some(c);
            return Some(rest.find('}')? + 1);
        }
        '\\' => {
            let escaped = rest[1..].chars().next()?;
            len += escaped.len_utf8();
            Some(escaped).filter(char::is_ascii_punctuation)
        }
        '[' => {
            len = closed(rest)?;
            None
        }
        '(' => {
            len = closed(rest)?;
            let inner = rest[..len - 1].strip_prefix("(?:").unwrap_or("|");
            let mut atoms = Vec::new();
            let mut inside = inner;
            while let Some(read) = atom(inside, &mut atoms) {
                inside = &inside[read..];
            }
            let plain = |atom: &Atom| atom.literal.is_some() && atom.repeated.is_none();
            if inside.is_empty()
                && atoms.iter().all(plain)
                && !rest[len..].starts_with(['*', '+', '?', '{'])
            {
                to.extend(atoms);
                return Some(len);
            }
            None
        }
        '.' | '^' | '$' => None,
        c => Some(c),
    };
    to.push(Atom { literal, repeated: None });
    Some(len)
}

/// Length of the class or group at the start of `rest`.
fn closed(rest: &str) -> Option<usize> {
    let (mut groups, mut classes) = (0_usize, 0_usize);
    let mut bytes = rest.bytes().enumerate();
    let mut first = false;
    while let Some((at, byte)) = bytes.next() {
        let was_first = std::mem::take(&mut first);
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'[' => {
                classes += 1;
                first = true;
            }
            b'^' if was_first => first = true,
            b']' if classes > 0 && !was_first => classes -= 1,
            b'(' if classes == 0 => groups += 1,
            b')' if classes == 0 => groups = groups.checked_sub(1)?,
            _ => {}
        }
        if groups == 0 && classes == 0 {
            return Some(at + 1);
        }
    }
    None
}
