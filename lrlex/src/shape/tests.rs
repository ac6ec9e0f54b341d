//! Shapes against what the `regex` crate really matches.

use super::*;
use crate::spec::{self, LexFlags};
use regex::RegexBuilder;

fn flags(caseless: bool) -> Flags {
    let flags = LexFlags { case_insensitive: Some(caseless), ..LexFlags::default() };
    spec::read("%%", &flags).0.flags
}

#[test]
fn every_text_that_matches_starts_and_ends_as_it_should() {
    let regexes = [
        "if",
        "k",
        "[ks]",
        "é",
        "É|x",
        "a|bc|",
        "(?i)ab",
        "x(?i)k",
        "(?i:s)x",
        "(?i)(?-i)a",
        "((?i)a)b",
        "[a-fx-z]",
        "[^a-f]",
        "[^a-f\\n]",
        "[]a]",
        "[^]a]",
        "[a-]",
        "[-a]",
        "[\\]x]",
        "[[:alpha:]_]",
        "[[:^alpha:]]",
        "(?i)[[:lower:]]",
        "\\d+",
        "\\D",
        "\\w",
        "\\W",
        "\\s",
        "\\S",
        "[\\d\\s]",
        "[^\\w]",
        "[^\\D]",
        "\\p{Lu}",
        "\\x41",
        "\\x{e9}",
        "\\u00e9",
        "[\\x41-\\x43]",
        "[\\x{80}-\\x{10ffff}]",
        "[à-ü]",
        "(?i)[à-ü]",
        "(?i)[j-l]",
        "(?i)[^k]",
        "\\.",
        "\\n",
        "\\t|\\r",
        ".",
        "(?-s).",
        "a*b",
        "a?b?c",
        "(a*)*z",
        "a{0}b",
        "a{0,2}b",
        "a{2}b",
        "a{2,}?b",
        "(?:)b",
        "^a",
        "$b",
        "\\bq",
        "\\Bq",
        "\\Aq",
        "(?P<n>a)b",
        "(?<n>a|b)c",
        "(?x) a # b",
        "(?x:a b)",
        "[a[bc]]",
        "[a-z&&[^b]]",
        "[a-z--b]",
        "#|&|~|-",
        "\\#\\&\\~",
        "[\\-\\^]",
        "\\101",
        "(?U)a*b",
        "(?m)^#",
        "(a|(b|(c|d)))*e",
        "\\x{212A}",
        "K",
        "(?i)ſ",
    ];
    let chars = (0..0x250).chain([0x3b1, 0x17f, 0x1e9e, 0x20ac, 0x212a, 0x2028, 0x1d11e, 0x10ffff]);
    let texts: Vec<String> = chars
        .filter_map(char::from_u32)
        .flat_map(|c| ["", "a", "b", "k", "ab", "c", "bc", "x"].map(|end| format!("{c}{end}")))
        .collect();
    for caseless in [false, true] {
        let flags = flags(caseless);
        for text in regexes {
            let regex = RegexBuilder::new(&format!("\\A(?:{text})"))
                .multi_line(true)
                .dot_matches_new_line(true)
                .octal(true)
                .case_insensitive(caseless)
                .build();
            // A comment swallows the bracket.
            let Ok(regex) = regex else { continue };
            let shape = shape(text, &flags);
            for input in &texts {
                let Some(found) = regex.find(input).filter(|found| !found.is_empty()) else {
                    continue;
                };
                assert!(shape.first.contains(input.as_bytes()[0]), "{text} on {input:?}");
                assert!(found.as_str().ends_with(&shape.end), "{text} on {input:?}");
            }
        }
    }
}

#[test]
fn usual_regexes_have_small_sets() {
    let count =
        |text| (0..=255).filter(|&byte| shape(text, &flags(false)).first.contains(byte)).count();
    assert_eq!(count("[a-zA-Z_][a-zA-Z0-9_]*"), 53);
    assert_eq!(count("while"), 1);
    assert_eq!(count("[0-9]+|0x[0-9a-f]+"), 10);
    assert_eq!(count("(?://.*|/\\*.*?\\*/)"), 1);
    assert_eq!(count("\\+=?"), 1);
}

#[test]
fn common_ends_are_found() {
    let end = |text| shape(text, &flags(false)).end;
    assert_eq!(end("/\\*.*?\\*/"), "*/");
    assert_eq!(end("/\\*([^*]|\\*+[^*/])*\\*+/"), "*/");
    assert_eq!(end("\"([^\"]|\\\\.)*\""), "\"");
    assert_eq!(end("ab|cb|(?:x|yb)b"), "b");
    assert_eq!(end("(?:xéy|zéy)"), "éy");
    for regex in ["a*", "ab?", "[ab]", "a|b", "a\\b", "(?i)ab", "a{0}", "", "a|", "(?x)a #"] {
        assert_eq!(end(regex), "", "{regex}");
    }
}

#[test]
fn a_literal_is_recognised_with_its_escapes() {
    let text = |regex| literal(regex, &flags(false));
    assert_eq!(text("(?:\\+\\=)").as_deref(), Some("+="));
    assert_eq!(text("while").as_deref(), Some("while"));
    assert_eq!(text("\\n").as_deref(), Some("\n"));
    for regex in ["a+", "\\d", "a|b", "(?:a)|(?:b)", "(?:a\\)", "[a]", "", "(?:)"] {
        assert_eq!(text(regex), None, "{regex}");
    }
    assert_eq!(literal("while", &flags(true)), None);
}
