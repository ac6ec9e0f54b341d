//! Interface between lexers and parsers: any lexer that implements these traits can feed a parser.

use std::{error::Error, fmt, hash::Hash, iter};

use lrtable::{Span, Storage};

/// A lexeme: one occurrence of a token in the input.
pub trait Lexeme<StorageT>: fmt::Debug + fmt::Display + Eq + Hash + Copy {
    /// Makes a lexeme of token `tok_id` that starts at byte `start` and is `len` bytes long.
    fn new(tok_id: StorageT, start: usize, len: usize) -> Self
    where
        Self: Sized;

    /// Makes a lexeme that is not in the input: error recovery inserts it before byte `start`.
    fn new_faulty(tok_id: StorageT, start: usize, len: usize) -> Self
    where
        Self: Sized;

    /// Returns the id of the lexeme's token. A lexeme with an id outside the grammar is accepted by
    /// no grammar.
    fn tok_id(&self) -> StorageT;

    /// Returns the bytes of the input that the lexeme covers.
    fn span(&self) -> Span;

    /// Returns whether error recovery inserted the lexeme.
    fn faulty(&self) -> bool;
}

/// A lexing error: a place where no rule of the lexer matches.
pub trait LexError: Error {
    /// Returns the bytes of the input that are no lexeme.
    fn span(&self) -> Span;
}

/// The types that a lexer and a parser share: lexemes, token ids, lexing errors.
pub trait LexerTypes: fmt::Debug + Clone {
    /// The type of lexemes.
    type LexemeT: Lexeme<Self::StorageT>;
    /// The integer type of token ids.
    type StorageT: Storage + fmt::Debug + Hash;
    /// The type of lexing errors.
    type LexErrorT: LexError;
}

/// A source of lexemes.
pub trait Lexer<LexerTypesT: LexerTypes> {
    /// Returns an iterator over the lexemes and lexing errors in the order of the input.
    ///
    /// Lexing goes on after an error: the parser turns the error into a lexeme that no grammar
    /// accepts, which recovery deletes.
    fn iter<'a>(
        &'a self,
    ) -> Box<dyn Iterator<Item = Result<LexerTypesT::LexemeT, LexerTypesT::LexErrorT>> + 'a>;

    /// Returns all lexemes, if the lexer holds them in memory and there are no lexing errors; the
    /// parser then makes no copy. By default `None`.
    fn lexemes(&self) -> Option<&[LexerTypesT::LexemeT]> {
        None
    }

    /// Returns what is wrong at the lexing error at `span`, if the lexer knows more than that the
    /// text is no lexeme; reports say it. By default `None`.
    fn reason(&self, span: Span) -> Option<String> {
        let _ = span;
        None
    }

    /// Returns the named trivia, text that the lexer skips under a name, comments for example:
    /// spans and names in the order of the text. A syntax tree has a leaf for each. By default
    /// none.
    fn named_trivia<'a>(&'a self) -> Box<dyn Iterator<Item = (Span, &'a str)> + 'a> {
        Box::new(iter::empty())
    }

    /// Returns how each token is written, by its id; `None` for a token that has no text or
    /// several. Reports show this text for insertions, and otherwise the grammar's names. By
    /// default empty.
    fn token_texts(&self) -> Vec<Option<String>> {
        Vec::new()
    }

    /// Returns a reader of the text, if which lexemes there are depends on what the parser can use,
    /// or may be decided otherwise where the text is wrong. By default `None`.
    ///
    /// After [`Reader::finish`] the lexemes of this lexer are those that were read, until another
    /// reader is finished: every parse asks for one.
    fn reader<'a>(&'a self) -> Option<Box<dyn Reader<LexerTypesT> + 'a>> {
        None
    }

    /// Returns the tokens by which lines and their indentation count, if there are any. Edits write
    /// these tokens as line ends and blanks. By default `None`.
    fn layout(&self) -> Option<LayoutTokens<LexerTypesT::StorageT>> {
        None
    }

    /// Returns after and between which tokens line ends count; edits keep to it. By default every
    /// line end counts that has a token.
    fn line_rules(&self) -> LineRules<LexerTypesT::StorageT> {
        LineRules::default()
    }
}

/// The tokens that stand for layout: line ends and indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutTokens<StorageT> {
    /// The token of a line end.
    pub newline: Option<StorageT>,
    /// The token before a line that is indented deeper than the one before.
    pub indent: Option<StorageT>,
    /// The token that ends the lines of one indentation.
    pub dedent: Option<StorageT>,
    /// A token that a line end may stand for, such as the semicolons that are not written.
    pub assumed: Option<StorageT>,
}

/// Where line ends count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineRules<StorageT> {
    /// The pairs of brackets between which line ends and columns do not count.
    pub suspending: Vec<(StorageT, StorageT)>,
    /// The tokens after which a line end is the [assumed](LayoutTokens::assumed) token. Empty if
    /// that depends on anything else.
    pub ending: Vec<StorageT>,
}

impl<StorageT> Default for LineRules<StorageT> {
    fn default() -> Self {
        LineRules { suspending: Vec::new(), ending: Vec::new() }
    }
}

/// Another reading of a text, from some lexeme on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The index of the first lexeme that may differ.
    pub from: usize,
}

/// One reading of a text, made as a parser goes.
///
/// Which lexemes come may depend on the tokens that the parser can use there (Van Wyk &
/// Schwerdfeger, "Context-Aware Scanning for Parsing Extensible Languages", GPCE 2007).
pub trait Reader<LexerTypesT: LexerTypes> {
    /// Reads on after the last lexeme, up to the next place where a decision depends on the parser;
    /// returns false at the end of the text, where nothing is added.
    ///
    /// The parser has shifted all lexemes so far; `accepts` says whether it could shift a token
    /// next.
    fn read(&mut self, accepts: &mut dyn FnMut(LexerTypesT::StorageT) -> bool) -> bool;

    /// Returns the index of the first lexeme that this reader holds: 0, or where it was forked.
    fn first(&self) -> usize;

    /// Returns the lexemes from [`first`](Self::first) on. A lexing error is a lexeme of a token
    /// that no grammar has.
    fn lexemes(&self) -> &[LexerTypesT::LexemeT];

    /// Puts a token that may be assumed before the lexeme with index `at`, at which the parser
    /// cannot go on; returns false if there may be none, or `accepts` does not accept it. The
    /// lexemes from `at` on are dropped, to be read after it.
    fn assume(&mut self, at: usize, accepts: &mut dyn FnMut(LexerTypesT::StorageT) -> bool)
    -> bool;

    /// Drops the lexemes from index `at` on, to be read again; returns false, and changes nothing,
    /// if that is too far back.
    fn rewind(&mut self, at: usize) -> bool;

    /// Takes note that the parser was given the tokens `made` in place of the lexemes from index
    /// `from` to the end of those that are read, so that what is read next depends on them: lines
    /// count again after a bracket that a repair closed. If it `replaces` the repair noted last,
    /// that one counts no longer. By default nothing depends on repairs.
    fn repaired(&mut self, from: usize, made: &[LexerTypesT::StorageT], replaces: bool) {
        let _ = (from, made, replaces);
    }

    /// Returns other readings of the text around the lexeme with index `at`, where the parser found
    /// an error; a dozen at most.
    fn alternatives(&mut self, at: usize) -> Vec<Alternative>;

    /// Returns a reader of its own with the lexemes from index `from` on; it reads by one of the
    /// alternatives last returned, or as this one does. `None` if that is too far back.
    fn fork<'s>(
        &'s self,
        from: usize,
        alternative: Option<usize>,
    ) -> Option<Box<dyn Reader<LexerTypesT> + 's>>;

    /// Reads by one of the alternatives last returned from now on; the lexemes from its place on
    /// are dropped.
    fn choose(&mut self, alternative: usize);

    /// Ends the reading: its lexemes, with those of the rest of the text, become the lexer's.
    fn finish(self: Box<Self>);
}

/// A lexer that holds its whole input.
///
/// A whole lexer by hand, the one that the examples in this crate's documentation use:
///
/// ```
#[doc = include_str!("../doc/words.rs")]
/// ```
pub trait NonStreamingLexer<'input, LexerTypesT: LexerTypes>: Lexer<LexerTypesT> {
    /// Returns the whole input, which reports, edits and syntax trees are made of. By default only
    /// the input up to the end of the last lexeme or lexing error.
    fn text(&self) -> &'input str {
        let ends = self.iter().map(|one| match one {
            Ok(lexeme) => lexeme.span().end(),
            Err(error) => error.span().end(),
        });
        self.span_str(Span::new(0, ends.max().unwrap_or(0)))
    }

    /// Returns the text of `span`.
    ///
    /// # Panics
    ///
    /// If the span lies outside the input, or cuts a character.
    fn span_str(&self, span: Span) -> &'input str;

    /// Returns the whole lines that `span` touches, without the newline of the last.
    ///
    /// # Panics
    ///
    /// If the span lies outside the input.
    fn span_lines_str(&self, span: Span) -> &'input str;

    /// Returns line and column of the start and of the end of `span`, counted from 1, columns in
    /// characters.
    ///
    /// # Panics
    ///
    /// If the span lies outside the input.
    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize));
}
