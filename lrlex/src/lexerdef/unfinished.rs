//! What of a text is unfinished: strings and comments that are begun and never closed.
//!
//! In: a definition and a text. Out: what each of them was to be, and where it begins. Told are the
//! matches of the rules that `%unfinished` declares, and, in a text that has them, the openings of
//! rules of the usual shapes: a literal opening, a repetition, a literal end, active without a
//! start state. Such an opening counts if its rule does not match there and its end does not
//! follow: in the same line, if both are the same as in strings. Cost: that of lexing the text, and
//! of a look at each lexeme for each such rule.

use lrpar::{LexError, Lexeme, LexerTypes};

use super::LRNonStreamingLexerDef;
use crate::{lexeme::MAX_BYTES, rule::Rule};

/// A string or comment that a text begins and does not close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished<'d> {
    name: &'d str,
    start: usize,
}

impl<'d> Unfinished<'d> {
    /// Returns what is unfinished: the name in the declaration `%unfinished`, or the token's name,
    /// or `comment` for skipped text; or what keeps the start state by a guess in which the text
    /// ends.
    pub fn name(&self) -> &'d str {
        self.name
    }

    /// Returns the byte of the text where the string or comment begins.
    pub fn start(&self) -> usize {
        self.start
    }
}

/// A rule that ends in what its texts need to be finished.
struct Shape<'d> {
    name: &'d str,
    open: &'d str,
    close: &'d str,
    /// The byte of the last occurrence of `close` in the text.
    last_close: Option<usize>,
}

impl<'d> Shape<'d> {
    fn of<StorageT: Copy>(rule: &'d Rule<StorageT>, text: &str) -> Option<Self> {
        if !rule.start_states().is_empty() || rule.is_error() {
            return None;
        }
        let (open, close) = rule.properties.ends.as_ref()?;
        let last_close = text.rfind(&**close);
        Some(Shape { name: rule.name().unwrap_or("comment"), open, close, last_close })
    }

    /// Whether what begins at this byte of `text` is never closed.
    fn is_open(&self, text: &str, start: usize) -> bool {
        let rest = &text[start + self.open.len()..];
        match self.open == self.close {
            true => !rest.lines().next().is_some_and(|line| line.contains(self.close)),
            false => self.last_close.is_none_or(|close| close < start + self.open.len()),
        }
    }
}

impl<LexerTypesT: LexerTypes> LRNonStreamingLexerDef<LexerTypesT> {
    /// Finds the strings and comments that `text` begins and does not close, in the order of the
    /// text.
    ///
    /// ```
    /// use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
    ///
    /// let lex = "BEGUN /\\*([^*]|\\*+[^*/])*\n%unfinished 'comment' {BEGUN}\\**\n%%
    /// {BEGUN}\\*+/ ;
    /// [a-z]+ 'ID'
    /// [ ] ;
    /// ";
    /// let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(lex).unwrap();
    /// let unfinished = lexerdef.unfinished("a /* b */ c /* d");
    /// assert_eq!((unfinished[0].name(), unfinished[0].start()), ("comment", 12));
    /// ```
    pub fn unfinished(&self, text: &str) -> Vec<Unfinished<'_>> {
        let lexed = self.lexed(text, MAX_BYTES as usize);
        let rules = &self.rules;
        let mut found: Vec<Unfinished<'_>> = (lexed.error_rules())
            .filter_map(|(rule, start)| {
                let name = rules[rule].properties.guess.as_deref().or(rules[rule].unfinished());
                name.map(|name| Unfinished { name, start })
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
                let at = inside.find(shape.open).filter(|at| *at == 0 && short || *at < garbage);
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
