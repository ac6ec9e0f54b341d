//! What generated lexers call, and nothing that anyone else needs.
//!
//! A generated module holds its lexer as `static` arrays: the automaton and the rules. Nothing is
//! compiled, decoded or allocated to make a definition of it.

use std::borrow::Cow;

use lrtable::Span;

use crate::start_state::StartState;
pub use crate::{
    extent::Extent,
    layout::{Layout, Lines, Tabs},
    lexerdef::Lexer,
    look::Look,
    matcher::{Cell, Cells, End, Inst, Program, SIMULATE, SeparateRule, Skip, Special, Tables},
    reclassify::Reclassify,
    rule::{Properties, Rule},
    start_state::StartStateOperation,
};

/// Makes the program of a rule from its first instruction, all instructions, and the sets of
/// symbols that they read.
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

/// Makes the start state `name`, which is declared at the bytes from `start` to `end` of the lex
/// file.
pub const fn start_state(
    name: &'static str,
    (start, end): (usize, usize),
    exclusive: bool,
) -> StartState {
    StartState::new(Cow::Borrowed(name), Span::new(start, end), exclusive)
}
