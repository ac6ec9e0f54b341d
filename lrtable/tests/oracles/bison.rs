//! Tokens that have one number are those of which Bison says so.

use std::process::Command;

use lrtable::{YaccGrammarErrorKind, diagnostic::Diagnostic, grammar::Grammar, random::Random};

#[test]
#[ignore = "needs bison"]
fn tokens_with_one_number_are_those_of_bison() {
    let mut random = Random::new(2);
    let file = std::env::temp_dir().join(format!("lrtable-numbers-{}.y", std::process::id()));
    let mut with_errors = 0;
    for _ in 0..100 {
        let mut text = String::from("%token");
        for token in ["A", "B", "C", "D"] {
            let number = match random.below(12) {
                0 => " 0".to_owned(),
                1 => " 97".to_owned(),
                2 => " 0x62".to_owned(),
                3..8 => format!(" {}", 258 + random.below(20)),
                _ => String::new(),
            };
            text.push_str(&format!(" {token}{number}"));
        }
        text.push_str("\n%%\ns: 'a' A | 'b' B | C | D;\n");
        std::fs::write(&file, &text).unwrap();
        let output =
            Command::new("bison").args(["-Wno-all", "-o", "/dev/null"]).arg(&file).output();
        let said = String::from_utf8_lossy(&output.expect("bison runs").stderr).into_owned();
        let bisons = said.lines().filter(|line| line.contains("reassigned to token")).count();
        let ours = Grammar::parse(&text, None).err().unwrap_or_default();
        let is_its = |error: &&Diagnostic| {
            YaccGrammarErrorKind::of(error) == Some(YaccGrammarErrorKind::DuplicateNumber)
        };
        assert_eq!(ours.iter().filter(is_its).count(), bisons, "{text}{said}");
        with_errors += usize::from(bisons > 0);
    }
    let _ = std::fs::remove_file(&file);
    assert!((20..80).contains(&with_errors), "{with_errors}");
}
