//! Any text, lexed and parsed by generated code for any grammar of the repository: nothing panics,
//! errors can be shown, and repairs can be made.
//!
//! The first byte of the input chooses the grammar.

#![no_main]

use libfuzzer_sys::fuzz_target;
use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, token_text};
use lrpar::{Errors, NonStreamingLexer, apply_edits, edit::all_text_edits};
use lrtable::TIdx;

include!(concat!(env!("OUT_DIR"), "/all.rs"));

fn check(
    text: &str,
    lexer: &dyn NonStreamingLexer<'_, DefaultLexerTypes>,
    errors: &Errors<u32, DefaultLexerTypes>,
    epp: &dyn Fn(TIdx<u32>) -> Option<&'static str>,
    lexerdef: &LRNonStreamingLexerDef<DefaultLexerTypes>,
) {
    for error in errors {
        assert!(!error.pp(lexer, epp).is_empty());
    }
    let token_text = |token: TIdx<u32>| token_text(lexerdef, token.as_storaget());
    if let Some(edits) = all_text_edits(lexer, errors, &token_text) {
        let _ = apply_edits(text, &edits);
    }
}

fuzz_target!(|input: &[u8]| {
    if let Some((first, text)) = input.split_first()
        && let Ok(text) = std::str::from_utf8(text)
    {
        parse(usize::from(*first) % GRAMMARS, text);
    }
});
