//! A Yacc grammar in, an LR table out.
//!
//! Text becomes a syntax tree ([`yacc`]), the tree a [`Grammar`](grammar::Grammar), that a
//! [`StateGraph`] by a [`Construction`](construct::Construction), that a conflict-free graph
//! ([`conflict`]) and at last a [`StateTable`]. Each is made once and never changed. No I/O.
//!
//! ```
//! use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
//!
//! let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
//! let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum '+' Sum | 'INT';").unwrap();
//! let (graph, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
//! assert_eq!(usize::from(graph.all_states_len()), 5);
//! assert_eq!(table.conflicts().unwrap().sr_len(), 1); // `%left '+'` would decide it.
//! ```
//!
//! What is wrong with a grammar is told by [`diagnostic`]s, each with a kind; why it has conflicts
//! by [`counterexample`]s. Lexers are made by the crate `lrlex`, parsers run by `lrpar`, in whose
//! documentation there are whole programs.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "generator"),
    allow(dead_code, reason = "what runs tables and what makes them share sets and FIRST")
)]

// Some names have a second place, where programs made for grmtools look for them: see `yacc`.
extern crate self as lrtable;

#[macro_use]
mod named;

#[cfg(feature = "generator")]
pub mod accepted;
#[cfg(feature = "generator")]
mod assemble;
mod bits;
#[cfg(feature = "generator")]
mod canonical;
#[cfg(feature = "generator")]
pub mod conflict;
#[cfg(feature = "generator")]
pub mod construct;
#[cfg(feature = "generator")]
pub mod counterexample;
mod derive;
pub mod diagnostic;
mod digraph;
#[cfg(feature = "generator")]
pub mod dump;
#[cfg(feature = "generator")]
pub mod export;
#[cfg(feature = "generator")]
#[doc(hidden)]
pub mod facade;
pub mod first;
#[cfg(feature = "generator")]
pub mod grammar;
#[doc(hidden)]
pub mod hash;
mod ids;
#[cfg(feature = "generator")]
mod ielr;
mod intern;
#[cfg(feature = "generator")]
pub mod item;
pub mod limits;
#[cfg(feature = "generator")]
mod lookahead;
#[cfg(feature = "generator")]
mod lr0;
#[cfg(feature = "generator")]
mod meter;
pub mod mistake;
pub mod near;
/// Another path of [`NewlineCache`], at which programs made for grmtools look for it.
#[doc(hidden)]
pub mod newlinecache {
    pub use ::lrtable::NewlineCache;
}
#[doc(hidden)]
pub mod pack;
#[cfg(feature = "generator")]
mod packing;
#[cfg(feature = "generator")]
mod pager;
#[cfg(feature = "generator")]
pub mod precedence;
#[doc(hidden)]
pub mod random;
pub mod render;
#[cfg(feature = "generator")]
pub mod sentence;
#[doc(hidden)]
pub mod span;
#[cfg(feature = "generator")]
mod split;
#[cfg(feature = "generator")]
pub mod stategraph;
#[cfg(feature = "generator")]
pub mod statetable;
mod stop;
#[cfg(feature = "generator")]
pub mod yacc;

#[cfg(feature = "generator")]
pub use crate::{
    facade::{
        ASTWithValidityInfo, Minimiser, SentenceGenerator, YaccFirsts, YaccFollows,
        YaccGrammarError, YaccGrammarWarning, YaccGrammarWarningKind, from_yacc, from_yacc_by,
        from_yacc_until, from_yacc_within,
    },
    grammar::YaccGrammar,
    meter::StateTableError,
    stategraph::{Conflicts, StateGraph},
    statetable::StateTable,
};
pub use diagnostic::{StateTableErrorKind, YaccGrammarErrorKind};
pub use ids::{PIdx, ProdId, RIdx, RuleId, SIdx, StIdx, StateId, Storage, Symbol, TIdx, TokenId};
pub use pack::Action;
pub use span::{Location, NewlineCache, Span, Spanned, SpansKind};
pub use stop::Stop;
