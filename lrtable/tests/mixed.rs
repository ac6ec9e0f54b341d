//! Grammars that mix constructs as real files do: `cases/mixed/*.case`.
//!
//! A case is `==== title`, the grammar, a line `----`, and what the library makes of it: how many productions and tokens, how
//! many states and conflicts by each construction, each message about the file in a line, and whether Bison reads the file
//! as well. If it does, and is installed, its productions, states and conflicts have to be as many. A title that ends in
//! `[crlf]` gives each line of the grammar a carriage return. `UPDATE_GOLDEN=1` writes everything behind `----` anew.

use std::{fs, path::PathBuf};

use lrtable::{
    conflict::Resolved,
    construct::Construction,
    diagnostic::Diagnostic,
    grammar::{Grammar, Symbol},
    statetable,
};

#[allow(dead_code, reason = "shared with other tests")]
#[path = "constructions/bison.rs"]
mod bison;

struct Case {
    title: String,
    grammar: String,
    expected: String,
}

impl Case {
    fn source(&self) -> String {
        match self.title.ends_with("[crlf]") {
            true => self.grammar.replace('\n', "\r\n"),
            false => self.grammar.clone(),
        }
    }
}

fn files() -> Vec<(PathBuf, Vec<Case>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/mixed");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let cases = |path: &PathBuf| {
        let text = format!("\n{}", fs::read_to_string(path).unwrap());
        let cases = text.split("\n==== ").skip(1).map(|case| {
            let (title, rest) = case.split_once('\n').unwrap();
            let (grammar, expected) = rest.split_once("\n----\n").unwrap_or((rest, ""));
            let text = |text: &str| text.trim_end_matches('\n').to_owned() + "\n";
            Case { title: title.into(), grammar: text(grammar), expected: text(expected) }
        });
        cases.collect()
    };
    paths.iter().map(|path| (path.clone(), cases(path))).collect()
}

/// Productions that a sentence can use: those that Bison keeps.
fn useful(grammar: &Grammar) -> usize {
    let mut reached = vec![grammar.augmented_rule()];
    let mut next = 0;
    let mut count = 0;
    while let Some(&rule) = reached.get(next) {
        next += 1;
        for &prod in &grammar.rule(rule).productions {
            if !grammar.is_productive(prod) {
                continue;
            }
            count += 1;
            for symbol in grammar.symbols(prod) {
                match symbol {
                    Symbol::Rule(rule) if !reached.contains(rule) => reached.push(*rule),
                    _ => {}
                }
            }
        }
    }
    count
}

fn built(grammar: &Grammar, construction: Construction) -> (Resolved, (usize, usize, usize)) {
    let (resolved, table) = statetable::build(grammar, construction);
    assert_eq!(table.state_count(), resolved.graph.states().len());
    let conflicts = &resolved.conflicts;
    // Bison counts the state behind the end of the input.
    let states = table.state_count() + grammar.starts().len();
    let counts = (states, conflicts.shift_reduce.len(), conflicts.reduce_reduce.len());
    (resolved, counts)
}

fn said(messages: &[Diagnostic]) -> String {
    let line = |said: &Diagnostic| format!("{}: {}\n", said.severity(), said.message());
    messages.iter().map(line).collect()
}

/// What is to stand behind `----`, but for the line about Bison.
fn answer(source: &str) -> String {
    let grammar = match Grammar::parse(source, None) {
        Ok(grammar) => grammar,
        Err(messages) => return format!("refused\n{}", said(&messages)),
    };
    let mut out = format!(
        "{} productions, {} of use, {} tokens\n",
        grammar.productions().len(),
        useful(&grammar),
        grammar.tokens().len()
    );
    for construction in Construction::ALL {
        let (_, (states, shift_reduce, reduce_reduce)) = built(&grammar, construction);
        let name = construction.name();
        out.push_str(&format!(
            "{name}: {states} states, {shift_reduce} shift/reduce, {reduce_reduce} reduce/reduce\n"
        ));
    }
    out + &said(grammar.warnings())
}

/// Does Bison read the file? If so, it has to agree.
fn compared_with_bison(case: &Case) -> &'static str {
    let source = case.source();
    let Some(theirs) = bison::reads(&source) else { return "bison: does not read it\n" };
    let grammar = Grammar::parse(&source, None).unwrap();
    assert_eq!(useful(&grammar), theirs, "productions of {}", case.title);
    for construction in [Construction::Lalr, Construction::Ielr, Construction::Canonical] {
        let name = match construction {
            Construction::Canonical => "canonical-lr",
            _ => construction.name(),
        };
        let theirs = bison::counts(&source, name, "lrtable-mixed");
        assert_eq!(built(&grammar, construction).1, theirs, "{name} of {}", case.title);
    }
    "bison: the same\n"
}

#[test]
fn real_looking_grammars_are_read_and_built_as_bison_does() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let (mut count, mut compared) = (0, 0);
    for (path, cases) in files() {
        let mut anew = String::new();
        for case in cases {
            let mut answer = answer(&case.source());
            if bison::is_installed() {
                answer.push_str(compared_with_bison(&case));
            } else {
                let line = case.expected.lines().find(|line| line.starts_with("bison: "));
                answer.extend(line.map(|line| format!("{line}\n")));
            }
            compared += usize::from(answer.contains("bison: the same"));
            count += 1;
            if !update {
                assert_eq!(answer, case.expected, "{}: {}", path.display(), case.title);
            }
            anew.push_str(&format!("==== {}\n{}----\n{answer}", case.title, case.grammar));
        }
        if update {
            fs::write(&path, anew).unwrap();
        }
    }
    println!("{count} grammars, of which Bison reads {compared}");
    assert!(count >= 50);
}
