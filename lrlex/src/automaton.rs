//! The rules of a lex file as one automaton.
//!
//! Trees of regexes come in (`regex`), the arrays that `matcher` reads come out: `alphabet` finds
//! the symbols, which are characters of ASCII and classes of others; `nfa` makes a program of each
//! rule, `subset` the automaton of all programs, `minimise` the least one, `pack` its arrays.
//! `shadow` finds rules that never match, `dialect` those that mean something else to flex, both by
//! a text of `shortest`, `trailing` those that flex cuts elsewhere, `context` those of `%context`
//! that match one text. `build` is the way through.
//!
//! What is matched is exactly what the `regex` crate would match rule by rule: inside a rule the
//! leftmost-first match, or in flex's dialect the longest, of several rules the longest, among
//! equals the earliest.

mod alphabet;
mod build;
mod context;
mod dialect;
mod minimise;
mod nfa;
mod pack;
mod shadow;
mod shortest;
mod subset;
mod trailing;

use build::Input;
pub(crate) use build::{MatchedBy, Trouble};
pub(crate) use context::Conflict;
pub(crate) use nfa::Tree;
pub(crate) use shadow::Shadowed;

use crate::{matcher::Tables, regex::Sets, spec::LexSpec};

/// What became of the rules.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) tables: Tables,
    /// For each rule how it is matched.
    pub(crate) hows: Vec<MatchedBy>,
    /// The rules that never match.
    pub(crate) shadowed: Vec<Shadowed>,
    /// The rules that match more than in the dialect of grmtools, as this is flex's; each with a
    /// text of that.
    pub(crate) longer: Vec<(usize, String)>,
    /// The rules of which flex may cut the text from its context elsewhere.
    pub(crate) dangerous: Vec<usize>,
    /// The rules of `%context` that match one text.
    pub(crate) conflicts: Vec<Conflict>,
}

/// Compiles the rules of `spec`, of which `trees` are the regexes.
pub(crate) fn compile(spec: &LexSpec, trees: &[Tree], sets: &Sets) -> Result<Compiled, Trouble> {
    let mut input = Input::new(spec, trees, sets)?;
    let (automaton, tables, hows) = build::build(&mut input)?;
    let shadowed = shadow::shadowed(&mut input, &automaton, &hows);
    let longer = if spec.longest { dialect::differing(&mut input) } else { Vec::new() };
    let dangerous = if spec.longest { trailing::dangerous(&mut input) } else { Vec::new() };
    let conflicts = context::conflicts(&mut input, &hows);
    Ok(Compiled { tables, hows, shadowed, longer, dangerous, conflicts })
}
