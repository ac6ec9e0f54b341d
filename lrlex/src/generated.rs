//! What generated lexers call, and nothing that anyone else needs.
//!
//! A generated module holds its lexer as `static` arrays: the automaton, and for each rule what follows from its match and
//! what its users may ask. Nothing is compiled, decoded or allocated to make a definition of it. Rules that the automaton
//! cannot express are the exception: their regexes are compiled when the first text is lexed, and only a program with such
//! rules contains the `regex` crate.

use std::borrow::Cow;

use lrpar::LexerTypes;
use lrtable::{Span, Storage};

#[cfg(feature = "regex")]
pub use crate::regexes::StaticRegexes;
use crate::{
    LRLexError,
    lexerdef::LRNonStreamingLexerDef,
    start_state::{StartState, StartStateOperation},
};
pub use crate::{
    dfa::{Cell, Cells, Skip, Tables},
    engine::Fallback,
    flags::Flags,
    reclassify::Reclassify,
    rules::{Extent, Other, Outcome, RegexRule, RuleText},
};

/// A lexer as a build script compiled it.
#[derive(Debug)]
pub struct Lexer<StorageT: 'static> {
    /// The rules that it can express.
    pub automaton: &'static Tables<'static>,
    /// For each rule what follows from its match.
    pub outcomes: &'static [Outcome<StorageT>],
    /// For each rule what users may ask.
    pub rules: &'static [RuleText],
    /// The start states; the first is `INITIAL`.
    pub start_states: &'static [StartState],
    /// The `%reclassify` directives, tokens by numbers of rules that give them.
    pub reclassifications: &'static [Reclassify<usize>],
    /// The rules that the automaton cannot express.
    pub fallback: Option<Fallback>,
}

impl<StorageT: Storage> Lexer<StorageT> {
    /// The definition; the automaton's cells are of type `CellT`.
    pub fn lexerdef<CellT, LexerTypesT>(&'static self) -> LRNonStreamingLexerDef<LexerTypesT>
    where
        CellT: Cell,
        LexerTypesT: LexerTypes<StorageT = StorageT, LexErrorT = LRLexError>,
    {
        LRNonStreamingLexerDef::of::<CellT>(self)
    }
}

/// A lexeme of this token.
pub const fn token<StorageT: Copy>(tok_id: StorageT) -> Outcome<StorageT> {
    Outcome::Lexeme(tok_id)
}

/// A token that the parser does not know.
pub const fn unknown<StorageT: Copy>() -> Outcome<StorageT> {
    Outcome::Other(Other { tok_id: None, named: true, target: None, extent: Extent::All })
}

/// Text that is skipped.
pub const fn skip<StorageT: Copy>() -> Outcome<StorageT> {
    Outcome::Nothing
}

impl<StorageT: Copy> Outcome<StorageT> {
    /// The same, and the start state becomes this one alone.
    pub const fn goto(self, state: u32) -> Self {
        self.changing(state, StartStateOperation::ReplaceStack)
    }

    /// Also makes this start state the present one, those below it unchanged.
    pub const fn begin(self, state: u32) -> Self {
        self.changing(state, StartStateOperation::ReplaceTop)
    }

    /// The same, and this start state is stacked.
    pub const fn push(self, state: u32) -> Self {
        self.changing(state, StartStateOperation::Push)
    }

    /// The same, and the start state, which is this one, is left.
    pub const fn pop(self, state: u32) -> Self {
        self.changing(state, StartStateOperation::Pop)
    }

    /// Keeps the first bytes of the match only.
    pub const fn first(self, len: u32) -> Self {
        Outcome::Other(Other { extent: Extent::First(len), ..self.parts() })
    }

    /// Keeps all but the last bytes of the match.
    pub const fn but_last(self, len: u32) -> Self {
        Outcome::Other(Other { extent: Extent::ButLast(len), ..self.parts() })
    }

    /// Lets the next match continue the lexeme.
    pub const fn more(self) -> Self {
        Outcome::Other(Other { extent: Extent::More, ..self.parts() })
    }

    const fn changing(self, state: u32, operation: StartStateOperation) -> Self {
        Outcome::Other(Other { target: Some((state, operation)), ..self.parts() })
    }
}

/// A rule with its start states and its token's name, which stands at these bytes of the lex file.
pub const fn rule(
    regex: &'static str,
    start_states: &'static [usize],
    name: &'static str,
    (start, end): (usize, usize),
) -> RuleText {
    RuleText {
        regex,
        start_states,
        name: Some(name),
        name_span: Span::new(start, end),
        unfinished: None,
    }
}

/// A rule without a name, which would stand at this byte.
pub const fn nameless(regex: &'static str, start_states: &'static [usize], at: usize) -> RuleText {
    RuleText { regex, start_states, name: None, name_span: Span::new(at, at), unfinished: None }
}

/// A rule of `%unfinished`, of what this is.
pub const fn unfinished(
    regex: &'static str,
    start_states: &'static [usize],
    what: &'static str,
    at: usize,
) -> RuleText {
    RuleText { unfinished: Some(what), ..nameless(regex, start_states, at) }
}

/// A start state.
pub const fn start_state(
    name: &'static str,
    (start, end): (usize, usize),
    exclusive: bool,
) -> StartState {
    StartState::new(Cow::Borrowed(name), Span::new(start, end), exclusive)
}
