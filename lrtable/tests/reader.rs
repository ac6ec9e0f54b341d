//! The reader of grammar files: whatever the text, places are right and nothing panics.

#[allow(dead_code, reason = "shared with other tests")]
#[path = "oracles/notation.rs"]
mod notation;
#[path = "reader/robustness.rs"]
mod robustness;
#[path = "reader/tree.rs"]
mod tree;
