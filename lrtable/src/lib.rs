//! A Yacc grammar in, an LR table out.

#![forbid(unsafe_code)]

pub mod diagnostic;
mod ids;
mod span;
pub mod yacc;

pub use ids::{PIdx, ProdId, RIdx, RuleId, StIdx, StateId, Storage, TIdx, TokenId};
pub use span::{NewlineCache, Span, Spanned};
