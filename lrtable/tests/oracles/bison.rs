//! LALR states and conflicts are as many as Bison's, on random grammars with precedence, where
//! Bison is installed.
//!
//! Bison has one state more: the one after the end of input.

use std::process::Command;

use lrtable::{
    YaccGrammarErrorKind, construct::Construction, diagnostic::Diagnostic, grammar::Grammar,
    random::Random, statetable::build,
};

use crate::random_grammar::{Sizes, read, text};

const SIZES: Sizes = Sizes { rules: 5, tokens: 5, alternatives: 4, symbols: 4 };

/// A random grammar in which some tokens have a precedence, and some productions one by `%prec`.
fn with_precedence(random: &mut Random) -> String {
    let rules = text(random, SIZES);
    let mut declarations = String::new();
    for token in ["'a'", "'b'", "'c'", "'d'", "LOW", "HIGH"] {
        if random.one_in(2) || token.len() > 3 {
            let kind = random.choose(&["%left", "%right", "%nonassoc", "%precedence"]);
            declarations.push_str(&format!("{kind} {token}\n"));
        }
    }
    let with_prec: Vec<String> = rules
        .split(" | ")
        .map(|alternative| match random.below(8) {
            // The last alternative of a rule is followed by the next rule.
            0 if !alternative.contains(';') => format!("{alternative} %prec LOW"),
            1 if !alternative.contains(';') => format!("{alternative} %prec HIGH"),
            _ => alternative.to_string(),
        })
        .collect();
    format!("{declarations}{}", with_prec.join(" | "))
}

/// States, shift/reduce and reduce/reduce conflicts by Bison's report.
fn by_bison(text: &str, name: &str) -> Option<(usize, usize, usize)> {
    let folder = std::env::temp_dir();
    let [grammar, report, parser] = ["y", "output", "c"]
        .map(|ending| folder.join(format!("{name}-{}.{ending}", std::process::id())));
    std::fs::write(&grammar, text).ok()?;
    let output = Command::new("bison")
        .args(["-Wno-all", "-Wconflicts-sr", "-Wconflicts-rr", "--report=states"])
        .arg("--report-file")
        .arg(&report)
        .arg("-o")
        .arg(&parser)
        .arg(&grammar)
        .output()
        .ok()?;
    assert!(output.status.success(), "{}\n{text}", String::from_utf8_lossy(&output.stderr));
    let states = std::fs::read_to_string(&report).ok()?;
    for file in [grammar, report, parser] {
        let _ = std::fs::remove_file(file);
    }
    let is_state = |line: &&str| {
        line.to_ascii_lowercase().starts_with("state ") && line.split(' ').count() == 2
    };
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let conflicts = |kind: &str| {
        let line = errors.lines().find(|line| line.contains(&format!("{kind} conflict")));
        line.map_or(0, |line| {
            let before = line.split(&format!(" {kind}")).next().unwrap();
            before.rsplit(' ').next().unwrap().parse().unwrap()
        })
    };
    Some((
        states.lines().filter(is_state).count(),
        conflicts("shift/reduce"),
        conflicts("reduce/reduce"),
    ))
}

#[test]
fn states_and_conflicts_are_as_many_as_bisons() {
    if Command::new("bison").arg("--version").output().is_err() {
        println!("Bison is not installed: nothing is compared");
        return;
    }
    let mut random = Random::new(1);
    let mut with_conflicts = 0;
    for nth in 0..150 {
        let text = with_precedence(&mut random);
        let grammar = read(&text);
        let (resolved, _) = build(&grammar, Construction::Lalr);
        let ours = (
            resolved.states().len() + 1,
            resolved.conflicts.shift_reduce.len(),
            resolved.conflicts.reduce_reduce.len(),
        );
        let bison = by_bison(&text, &format!("lrtable-test-{nth}")).unwrap();
        assert_eq!(ours, bison, "ours and Bison's for\n{text}");
        with_conflicts += usize::from(ours.1 + ours.2 > 0);
    }
    assert!(with_conflicts > 30, "only {with_conflicts} grammars have conflicts");
}

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
