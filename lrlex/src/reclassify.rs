//! Lexemes that are of another token once their text has been declared: the directive
//! `%reclassify FROM TO after KW`.
//!
//! In C an identifier is the name of a type from its `typedef` on, which no regex can see. The
//! directive is a filter over finished lexemes. It reads on from each KW lexeme, without a grammar,
//! and finds the names that this declaration gives; after the declaration's `;` each FROM lexeme
//! with such a text is a TO lexeme, up to the end of the text. A name is a FROM or TO lexeme;
//! brackets, `,`, `;` and `*` are told by their text.
//!
//! | at depth 0 | the declared name is |
//! |---|---|
//! | `,` or `;` | the last name before it: `typedef struct s *p, q;` |
//! | `[` | the last name before it: `typedef T a[N];` |
//! | `(` | the last name before it, as in `typedef T f(int);`, or the next name (see below) |
//!
//! The name stands after `(` if no name is before it, or if `*` follows this `(` and those directly
//! after it, as in `typedef T (*const f)(int);`.
//!
//! From a `[` or `(` to the next `,` or `;` nothing more is declared. What is no declaration has no
//! effect: one in which a bracket is closed that it has not opened, or `{` follows `)` directly, as
//! in a function that begins after a forgotten `;`, or another KW comes, or the text ends.
//!
//! What this cannot do: scopes are not followed, so a name stays reclassified after the block that
//! declares it; `T (f)(int)` declares T; words of a compiler such as `__attribute__` after the name
//! are taken for the name; a bracket spelt `<:` is not recognised. The cost of a lexeme grows by
//! the logarithm of the number of declared names, whatever they are: whoever writes the text
//! chooses them, so they lie in a search tree.

use std::collections::BTreeSet;

use lrpar::Lexeme;
use lrtable::Storage;

use crate::{lexed::Lexed, lexeme::LRLexError};

/// The tokens of a directive `%reclassify`: places in the lex file, numbers of rules that give
/// them, or ids.
#[derive(Clone, Copy, Debug)]
pub struct Reclassify<Token> {
    /// The token whose lexemes become `to` if their text was declared.
    pub from: Token,
    /// The token of names that were declared.
    pub to: Token,
    /// The token that starts a declaration.
    pub after: Token,
}

impl<Token: Copy> Reclassify<Token> {
    /// The directive with its tokens told another way.
    pub(crate) fn map<Other>(&self, mut other: impl FnMut(Token) -> Other) -> Reclassify<Other> {
        Reclassify { from: other(self.from), to: other(self.to), after: other(self.after) }
    }
}

/// A declaration that is being read.
#[derive(Default)]
struct Declaration<'t> {
    /// The number of open brackets.
    depth: usize,
    /// The last name at depth 0 of this declarator.
    last: Option<&'t str>,
    /// Whether this declarator has given its name.
    given: bool,
    /// Whether the next name is the declared one, at any depth.
    wanted: bool,
    /// Whether the last lexeme was a `)` to depth 0.
    after_parenthesis: bool,
    /// The names that the declaration gives.
    names: Vec<&'t str>,
}

/// What comes of a lexeme in a declaration.
#[derive(PartialEq, Eq)]
enum Step {
    Continue,
    Complete,
    Abandon,
}

/// Applies a directive to the lexemes of `text`. A token that the parser does not know is `None`;
/// lexemes of TO are errors then.
pub(crate) fn reclassify<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
    text: &str,
    lexed: &mut Lexed<LexemeT>,
    tokens: &Reclassify<Option<StorageT>>,
) {
    let (Some(from), Some(after)) = (tokens.from, tokens.after) else {
        return;
    };
    let Some(first) = lexed.position(|lexeme| lexeme.tok_id() == after) else {
        return;
    };
    let word = |lexeme: LexemeT| &text[lexeme.span().start()..lexeme.span().end()];
    let mut declared = Declared::default();
    let mut open: Option<Declaration> = None;
    lexed.change(first, |lexeme, rest| {
        let id = lexeme.tok_id();
        let mut changed = Ok(lexeme);
        if id == from && declared.contains(word(lexeme)) {
            let span = lexeme.span();
            changed = match tokens.to {
                Some(to) => Ok(LexemeT::new(to, span.start(), span.len())),
                None => Err(LRLexError::new(span)),
            };
        }
        if id == after {
            open = Some(Declaration::default());
        } else if let Some(declaration) = &mut open {
            let is_name = id == from || Some(id) == tokens.to;
            let star_follows = || rest.lexemes().map(word).find(|word| *word != "(") == Some("*");
            let step = declaration.step(word(lexeme), is_name, star_follows);
            if step == Step::Complete {
                declaration.names.drain(..).for_each(|name| declared.insert(name));
            }
            if step != Step::Continue {
                open = None;
            }
        }
        changed
    });
}

/// The declared names.
#[derive(Default)]
struct Declared<'t> {
    names: BTreeSet<&'t str>,
    /// A bit for each length modulo 64, and one for each first byte: nearly all other names are
    /// told by that.
    lengths: u64,
    firsts: [u64; 4],
}

impl<'t> Declared<'t> {
    fn insert(&mut self, name: &'t str) {
        let (length, (word, first)) = Self::bits(name);
        self.lengths |= length;
        self.firsts[word] |= first;
        self.names.insert(name);
    }

    #[inline]
    fn contains(&self, name: &str) -> bool {
        let (length, (word, first)) = Self::bits(name);
        self.lengths & length != 0 && self.firsts[word] & first != 0 && self.names.contains(name)
    }

    fn bits(name: &str) -> (u64, (usize, u64)) {
        let first = name.bytes().next().unwrap_or(0);
        (1 << (name.len() % 64), (usize::from(first / 64), 1 << (first % 64)))
    }
}

impl<'t> Declaration<'t> {
    /// Reads a lexeme; `star_follows` looks at those after it.
    fn step(&mut self, word: &'t str, is_name: bool, star_follows: impl FnOnce() -> bool) -> Step {
        match word {
            "(" | "[" | "{" => {
                match word {
                    _ if self.depth > 0 => {}
                    "{" if self.after_parenthesis => return Step::Abandon,
                    "[" => self.give(self.last),
                    "(" if !self.given && (self.last.is_none() || star_follows()) => {
                        self.wanted = true;
                    }
                    "(" => self.give(self.last),
                    _ => {}
                }
                self.depth += 1;
            }
            ")" | "]" | "}" if self.depth == 0 => return Step::Abandon,
            ")" | "]" | "}" => self.depth -= 1,
            "," | ";" if self.depth == 0 => {
                self.give(self.last);
                self.given = false;
                self.last = None;
                if word == ";" {
                    return Step::Complete;
                }
            }
            _ if is_name && self.wanted => self.give(Some(word)),
            _ if is_name && self.depth == 0 => self.last = Some(word),
            _ => {}
        }
        self.after_parenthesis = word == ")" && self.depth == 0;
        Step::Continue
    }

    /// Takes `name` for the declarator's name unless it has given one.
    fn give(&mut self, name: Option<&'t str>) {
        if !self.given {
            self.names.extend(name);
        }
        self.given = true;
        self.wanted = false;
    }
}
