//! Any text, with any recoverer, to a syntax tree for any grammar of the repository: its leaves in
//! order are the text, its nodes have the symbols of their productions, and each function of each
//! type returns the symbol in its comment.
//!
//! The first byte of the input chooses the grammar, the second the recoverer.

#![no_main]

#[path = "../../examples/typed_trees/src/check.rs"]
mod check;
#[path = "anything/trees.rs"]
mod trees;

use std::str;

use libfuzzer_sys::fuzz_target;
use lrpar::{RecoveryKind, recovery::RecoveryOptions};

const KINDS: [RecoveryKind; 4] =
    [RecoveryKind::Restart, RecoveryKind::CPCTPlus, RecoveryKind::Panic, RecoveryKind::None];

fuzz_target!(|input: &[u8]| {
    if let [number, kind, text @ ..] = input
        && let Ok(text) = str::from_utf8(text)
    {
        let number = usize::from(*number) % check::NAMES.len();
        let kind = KINDS[usize::from(*kind) % KINDS.len()];
        // With the default budget, an input of many errors takes seconds where coverage is counted.
        let options = RecoveryOptions::with(|options| options.budget.work = Some(100_000));
        let (tree, _) = check::check(number, kind, options, text);
        trees::check_syntax(&tree, text, &check::language(number).grammar);
    }
});
