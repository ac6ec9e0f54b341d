//! Repairs held against what is known to be right: pairs of a broken and a fixed text.
//!
//! Where the two differ in their tokens, each place whose change alone makes the fixed text broken again is a *case*: the
//! fixed text with the broken tokens put back there. So every case has one true fix, however many errors its text has. A
//! recoverer is run over the case, and its repairs are compared with the fix, as token sequences: repairs that lead to the
//! same tokens by sliding (a bracket inserted before or after another) count as the same.

pub mod case;
pub mod diff;
pub mod judge;
pub mod necessary;
