//! Experiments on recovery: valid texts are broken, and repairs are compared with the known fixes.

pub mod evaluation;
pub mod fixes;
pub mod intervals;
mod limits;
pub mod mutants;
pub mod quality;
pub mod training;
pub mod tsv;
