//! Any text as a grammar for the generator: it reports mistakes, or writes a module, and never
//! panics.

#![no_main]

use std::{fs, process};

use libfuzzer_sys::fuzz_target;
use lrlex::DefaultLexerTypes;
use lrpar::CTParserBuilder;

fuzz_target!(|text: &str| {
    let folder = std::env::temp_dir().join(format!("lrpar-fuzz-{}", process::id()));
    let (grammar, output) = (folder.join("g.y"), folder.join("g.y.rs"));
    fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    fs::write(&grammar, text).expect("the folder for temporary files can be written");
    // Each output is generated once in a process, so this one is always new.
    let output = output.with_extension(format!("{}.rs", text.len()));
    let result = CTParserBuilder::<DefaultLexerTypes>::new()
        .grammar_path(&grammar)
        .output_path(&output)
        .show_warnings(false)
        .warnings_are_errors(false)
        .error_on_conflicts(false)
        .build();
    if let Err(error) = result {
        assert!(!error.to_string().is_empty());
    }
});
