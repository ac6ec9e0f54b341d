//! Any text in a language with layout or tokens by context, with any recoverer: the leaves of its
//! syntax tree are the text, a second parse finds the same, and repairs are written or not.
//!
//! The bytes are changes of a text, as `lrlex/tests/lexing/by_layout.rs` reads them.

#![no_main]

#[path = "../../../lrlex/tests/lexing/by_layout.rs"]
mod by_layout;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some((number, kind, text)) = by_layout::text_of(bytes) {
        by_layout::check(number, kind, &text);
    }
});
