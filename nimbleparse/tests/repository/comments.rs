//! Comments end where code ends.

use std::fs;

use crate::{files, root};

/// The last column of code and comments; rustfmt leaves comments alone.
const WIDTH: usize = 100;

/// The folders whose comments are checked, all source files in them.
const FOLDERS: [&str; 6] = ["lrtable", "lrpar", "lrlex", "nimbleparse", "corpus-tools", "grammars"];

/// Returns whether a line is a comment that is too long: tables and what is not broken, such as the
/// address of a page, may be.
fn is_too_long(line: &str) -> bool {
    let comment = line.trim_start();
    let Some(text) = comment.strip_prefix("//") else { return false };
    let text = text.trim_start_matches(['/', '!']).trim_start();
    line.chars().count() > WIDTH && !text.starts_with('|') && !text.contains("://")
}

#[test]
fn long_comments_are_told_from_tables_addresses_and_code() {
    let long = "word ".repeat(20);
    for start in ["// ", "/// ", "    //! ", "// - "] {
        assert!(is_too_long(&format!("{start}{long}")), "{start}");
    }
    for start in ["", "    let a = 1; // ", "/// | ", "//! | ", "// https://example.com/"] {
        assert!(!is_too_long(&format!("{start}{long}")), "{start}");
    }
    assert!(!is_too_long(&format!("// {}", "é".repeat(97))));
    assert!(is_too_long(&format!("// {}", "é".repeat(98))));
}

#[test]
fn comments_end_at_column_100() {
    let mut found = Vec::new();
    for folder in FOLDERS {
        let files = files(&root().join(folder), "rs");
        assert!(!files.is_empty(), "{folder}");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let lines = (1..).zip(text.lines()).filter(|(_, line)| is_too_long(line));
            found.extend(lines.map(|(number, _)| format!("{}:{number}", file.display())));
        }
    }
    assert!(found.is_empty(), "too long:\n{}", found.join("\n"));
}
