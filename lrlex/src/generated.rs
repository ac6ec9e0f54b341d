//! What generated lexers call, and nothing that anyone else needs.
//!
//! A generated module holds its lexer as `static` arrays: the automaton, and for each rule what follows from its match and
//! what its users may ask. Nothing is compiled, decoded or allocated to make a definition of it.

use std::borrow::Cow;

use lrtable::Span;

use crate::start_state::{StartState, StartStateOperation};
pub use crate::{
    extent::Extent,
    lexerdef::Lexer,
    look::Look,
    reclassify::Reclassify,
    rules::{Other, Outcome, RuleText},
    run::{Apart, Cell, Cells, End, Inst, Program, SIMULATE, Skip, Special, Tables},
};

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
    /// Makes this start state the only one.
    pub const fn goto(self, state: u32) -> Self {
        self.changing(state, StartStateOperation::ReplaceStack)
    }

    /// Also makes this start state the present one, those below it unchanged.
    pub const fn begin(self, state: u32) -> Self {
        self.changing(state, StartStateOperation::ReplaceTop)
    }

    /// Also stacks this start state.
    pub const fn push(self, state: u32) -> Self {
        self.changing(state, StartStateOperation::Push)
    }

    /// Also pops the current start state, `state`.
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

/// The program of a rule: its first instruction, all of them, and the sets of symbols that they read.
pub const fn program(
    start: u32,
    insts: &'static [Inst],
    sets: &'static [(u32, u32)],
    ranges: &'static [(u32, u32)],
) -> Program {
    Program {
        start,
        insts: Cow::Borrowed(insts),
        sets: Cow::Borrowed(sets),
        ranges: Cow::Borrowed(ranges),
    }
}

/// A start state.
pub const fn start_state(
    name: &'static str,
    (start, end): (usize, usize),
    exclusive: bool,
) -> StartState {
    StartState::new(Cow::Borrowed(name), Span::new(start, end), exclusive)
}
