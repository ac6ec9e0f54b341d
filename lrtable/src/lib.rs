//! A Yacc grammar in, an LR table out.
//!
//! Text becomes a syntax tree ([`yacc`]), the tree a [`Grammar`](grammar::Grammar), that a
//! [`StateGraph`](stategraph::StateGraph) by a [`Construction`](construct::Construction), that a conflict-free graph
//! ([`conflict`]) and at last a [`StateTable`](statetable::StateTable). Each is made once and never changed. No I/O.

#![forbid(unsafe_code)]

// Some names have a second place, where programs made for grmtools look for them: see `yacc`.
extern crate self as lrtable;

pub mod accepted;
mod assemble;
mod bits;
mod comb;
pub mod conflict;
pub mod construct;
pub mod counterexample;
pub mod diagnostic;
mod digraph;
pub mod dump;
mod facade;
pub mod first;
pub mod grammar;
mod ids;
mod ielr;
mod intern;
pub mod item;
mod lookahead;
mod lr0;
pub mod order;
pub mod pack;
mod pager;
pub mod precedence;
pub mod random;
pub mod report;
pub mod sentence;
pub mod span;
mod split;
pub mod stategraph;
pub mod statetable;
pub mod yacc;

pub use facade::{
    ASTWithValidityInfo, Minimiser, SentenceGenerator, StateGraph, StateTable, StateTableError,
    YaccFirsts, YaccFollows, YaccGrammar, from_yacc, from_yacc_by,
};
pub use grammar::Symbol;
pub use ids::{PIdx, ProdId, RIdx, RuleId, StIdx, StateId, Storage, TIdx, TokenId};
pub use span::{NewlineCache, Span, Spanned};
pub use statetable::Action;
