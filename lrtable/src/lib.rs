//! A Yacc grammar in, an LR table out.
//!
//! Text becomes a syntax tree ([`yacc`]), the tree a [`Grammar`](grammar::Grammar), that a
//! [`StateGraph`](stategraph::StateGraph) by a [`Construction`](construct::Construction), that a conflict-free graph
//! ([`conflict`]) and at last a [`StateTable`](statetable::StateTable). Each is made once and never changed. No I/O.

#![forbid(unsafe_code)]

pub mod conflict;
pub mod construct;
pub mod diagnostic;
pub mod dump;
mod facade;
pub mod first;
pub mod grammar;
mod ids;
pub mod item;
pub mod pack;
mod pager;
pub mod random;
pub mod sentence;
mod span;
pub mod stategraph;
pub mod statetable;
pub mod yacc;

pub use facade::{Minimiser, StateGraph, StateTable, StateTableError, YaccGrammar, from_yacc};
pub use ids::{PIdx, ProdId, RIdx, RuleId, StIdx, StateId, Storage, TIdx, TokenId};
pub use span::{NewlineCache, Span, Spanned};
