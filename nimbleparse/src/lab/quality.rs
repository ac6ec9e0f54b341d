//! Compares repairs with known fixes: pairs of a broken and a fixed text.
//!
//! Where the tokens of the two differ, each place whose change alone breaks the fixed text again is
//! a *case*: the fixed text with the broken tokens put back there. So every case has one true fix,
//! however many errors its text has. A recoverer is run on the case, and its repairs are compared
//! with the fix as token sequences: repairs that make equal tokens by sliding (a bracket inserted
//! before or after another) are equal.

pub mod judge_repairs;
pub mod necessary_edits;
pub mod single_errors;
pub mod token_diff;
