//! The reader of grammar files: whatever the text, places are right and nothing panics.

#[path = "reader/robustness.rs"]
mod robustness;
#[path = "reader/tree.rs"]
mod tree;
