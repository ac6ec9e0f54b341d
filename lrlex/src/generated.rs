//! What generated lexers call, and nothing that anyone else needs.
//!
//! A generated module holds its lexer as `static` arrays: the automaton, and for each rule what follows from its match and
//! what its users may ask. Nothing is compiled, decoded or allocated to make a definition of it.

use std::borrow::Cow;

use lrtable::Span;

use crate::start_state::StartState;
pub use crate::{
    extent::Extent,
    lexerdef::Lexer,
    look::Look,
    matcher::{Cell, Cells, End, Inst, Program, SIMULATE, SeparateRule, Skip, Special, Tables},
    reclassify::Reclassify,
    rules::{Outcome, Parts, RuleText},
    start_state::StartStateOperation,
};

/// Makes the description of a rule.
///
/// `start` and `end` are the bytes of the token's name in the lex file; `unfinished` is the name in `%unfinished`, `skips` that of
/// skipped text, `guess` what is said of a text that ends in a state that the rule keeps by a
/// guess, `text` the only text that the rule matches, and `ends` the strings with which all of its
/// texts begin and end.
pub const fn rule(
    regex: &'static str,
    start_states: &'static [usize],
    name: Option<&'static str>,
    (start, end): (usize, usize),
    unfinished: Option<&'static str>,
    (skips, guess): (Option<&'static str>, Option<&'static str>),
    (text, ends): (Option<&'static str>, Option<(&'static str, &'static str)>),
) -> RuleText {
    let name_span = Span::new(start, end);
    RuleText { regex, start_states, name, name_span, unfinished, skips, guess, text, ends }
}

/// Makes the program of a rule from its first instruction, all instructions, and the sets of symbols that they read.
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

/// Makes the start state `name`, which is declared at the bytes from `start` to `end` of the lex file.
pub const fn start_state(
    name: &'static str,
    (start, end): (usize, usize),
    exclusive: bool,
) -> StartState {
    StartState::new(Cow::Borrowed(name), Span::new(start, end), exclusive)
}
