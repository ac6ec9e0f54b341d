//! Imports inside the library crates go one way: a module uses only modules that stand before it in the table.
//!
//! A folder's modules are compared with each other; what lies in a folder of its own counts as that folder. A module that
//! is not in the table is an error: put it where it belongs.

use std::{collections::BTreeMap, fs};

use crate::{files, root};

/// Folders, and their modules from the first to the last.
const ORDER: [(&str, &str); 7] = [
    (
        "lrtable/src",
        "near random hash ids limits span diagnostic meter intern yacc bits digraph derive first grammar item stategraph sentence \
         precedence conflict lr0 lookahead assemble split canonical pager ielr construct pack packing statetable \
         counterexample accepted report dump facade",
    ),
    (
        "lrpar/src",
        "named lexemes lexer tokens engine steps recovery stack driver tape recoverer repair factored error tree values input edit report expected parse parser generated codegen",
    ),
    (
        "lrpar/src/recovery",
        "limits junk budget sequence score options arena sim bound knowledge search dag set experiment rank trace fallback phases candidates recover",
    ),
    (
        "lrlex/src",
        "error extent kind limits flags start_state look regex run lexeme lexed reclassify spec rules plain automaton compile lexer shared lexerdef text generated \
         language codegen",
    ),
    ("lrlex/src/regex", "charset unicode no_unicode perl tree explain parse"),
    ("lrlex/src/automaton", "alphabet nfa subset minimise pack build shadow dialect"),
    ("lrlex/src/run", "skip threads tables walk states"),
];

/// The source without comments and without its unit tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap());
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths that begin with `root` (`crate`, `super`) in `code`, without it: `a::{b, c::d}` gives `a::b` and `a::c::d`.
fn paths(code: &str, root: &str) -> Vec<String> {
    let prefix = format!("{root}::");
    let starts = code.match_indices(&prefix).filter(|(at, _)| {
        let before = code[..*at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
    });
    let mut found = Vec::new();
    for (at, _) in starts {
        // Each open brace waits with the path before it.
        let mut open: Vec<String> = Vec::new();
        let mut path = String::new();
        for c in code[at + prefix.len()..].chars() {
            match c {
                c if c.is_alphanumeric() || c == '_' || c == ':' => path.push(c),
                '{' if path.is_empty() || path.ends_with("::") => open.push(path.clone()),
                ',' if !open.is_empty() => {
                    found.push(std::mem::replace(&mut path, open.last().unwrap().clone()));
                }
                '}' if !open.is_empty() => {
                    found.push(std::mem::take(&mut path));
                    open.pop();
                    if open.is_empty() {
                        break;
                    }
                }
                c if c.is_whitespace() && !open.is_empty() => {}
                _ => break,
            }
        }
        found.push(path);
    }
    found.retain(|path| !path.is_empty());
    found
}

#[test]
fn paths_are_found_in_groups_and_expressions() {
    let code = "use crate::{a::{B, c::D}, e};\nlet x = crate::f::g(super::h::I); my_crate::j();";
    let mut found = paths(code, "crate");
    found.sort();
    assert_eq!(found, ["a::B", "a::c::D", "e", "f::g"]);
    assert_eq!(paths(code, "super"), ["h::I"]);
}

/// In which module each name lives that the root of a crate re-exports.
fn reexports(lib: &str) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for statement in code(lib)
        .split(';')
        .filter_map(|part| part.trim().strip_prefix("pub use ").map(String::from))
    {
        for path in paths(&format!("crate::{statement};"), "crate") {
            let (module, name) =
                (path.split("::").next().unwrap(), path.rsplit("::").next().unwrap());
            names.insert(name.to_string(), module.to_string());
        }
    }
    names
}

#[test]
fn modules_use_only_what_stands_before_them() {
    let mut complaints = Vec::new();
    for (folder, order) in ORDER {
        let order: Vec<&str> = order.split_whitespace().collect();
        let place = |module: &str| order.iter().position(|name| *name == module);
        let source = root().join(folder);
        let crate_source = folder.split_inclusive('/').take(2).collect::<String>();
        let crate_source = root().join(crate_source.trim_end_matches('/'));
        let is_root = source == crate_source;
        let names = reexports(&fs::read_to_string(crate_source.join("lib.rs")).unwrap());
        let inner =
            source.strip_prefix(&crate_source).unwrap().to_str().unwrap().replace('/', "::");
        for file in files(&source, "rs") {
            let relative = file.strip_prefix(&source).unwrap().with_extension("");
            let parts: Vec<&str> = relative.to_str().unwrap().split('/').collect();
            let module = parts[0];
            if parts == ["lib"] || parts == ["tests"] {
                continue;
            }
            let Some(own_place) = place(module) else {
                complaints.push(format!("{folder}: {module} is not in the table"));
                continue;
            };
            // To offer a name under another path is not to use it.
            let code = code(&fs::read_to_string(&file).unwrap());
            let code =
                code.split_inclusive(';').filter(|part| !part.trim().starts_with("pub use "));
            let code = code.collect::<String>();
            let mut used: Vec<String> = Vec::new();
            for path in paths(&code, "crate") {
                let within = match is_root {
                    true => Some(path.as_str()),
                    false => path.strip_prefix(&format!("{inner}::")),
                };
                used.extend(within.map(|path| path.split("::").next().unwrap().to_string()));
            }
            if parts.len() == 1 {
                let siblings = paths(&code, "super");
                used.extend(
                    siblings.iter().map(|path| path.split("::").next().unwrap().to_string()),
                );
            }
            for name in used {
                let target = names.get(&name).filter(|_| is_root).unwrap_or(&name);
                let fine = target == module || place(target).is_none_or(|place| place < own_place);
                if !fine {
                    complaints.push(format!(
                        "{folder}: {} uses {target}, which stands behind it",
                        parts.join("::")
                    ));
                }
            }
        }
    }
    complaints.sort();
    complaints.dedup();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Files of nimbleparse that are its program, or run cases from folders; all others are the language service.
const FRONTS: [&str; 13] = [
    "main.rs",
    "args.rs",
    "clock.rs",
    "conflicts.rs",
    "sentences.rs",
    "inputs.rs",
    "terminal.rs",
    "suite.rs",
    "suite/covered.rs",
    "suite/files.rs",
    "suite/report.rs",
    "suite/run.rs",
    "test.rs",
];

#[test]
fn the_language_service_opens_no_file_asks_no_clock_and_starts_no_thread() {
    let source = root().join("nimbleparse/src");
    let mut seen = 0;
    for file in files(&source, "rs") {
        let name = file.strip_prefix(&source).unwrap().to_str().unwrap().to_string();
        if FRONTS.contains(&name.as_str()) {
            continue;
        }
        seen += 1;
        let code = code(&fs::read_to_string(&file).unwrap());
        for word in ["fs", "thread", "env", "process", "net", "Instant", "SystemTime", "stdin()"] {
            let is_used = code.split(|c: char| !(c.is_alphanumeric() || "_()".contains(c)));
            assert!(!is_used.into_iter().any(|used| used == word), "{name} uses {word}");
        }
        for printed in ["print!", "println!"] {
            assert!(!code.contains(printed), "{name} prints");
        }
    }
    assert!(seen > 5, "only {seen} files are looked at");
}
