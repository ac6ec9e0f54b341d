//! Examples of the paper and slips of newcomers, each with what a person would do about it: the
//! help that comes first is that, for nearly all of them.
//!
//! A file holds the slips of one language: a name after `===`, the program, after `--- want` what
//! is to be done, each with its line, and after `--- says` the reports on one line each. With
//! `UPDATE_GOLDEN=1` in the environment the latter are written anew.

use std::{fs, path::Path};

use crate::program::run_with_input;

/// The languages, and how their grammars are named.
const LANGUAGES: [(&str, &str); 9] = [
    ("paper-java", "java7"),
    ("paper-lua", "lua53"),
    ("paper-php", "php73"),
    ("java", "java7"),
    ("c", "c11"),
    ("lua", "lua53"),
    ("php", "php73"),
    ("json", "json"),
    ("sql", ""),
];

struct Slip<'a> {
    name: &'a str,
    program: &'a str,
    want: &'a str,
    says: &'a str,
}

fn slips(text: &str) -> Vec<Slip<'_>> {
    let slip = |case| {
        let (name, rest): (&str, &str) = str::split_once(case, '\n').expect("a name has a line");
        let (program, rest) = rest.split_once("--- want\n").expect("something is wanted");
        let (want, says) = rest.split_once("--- says\n").unwrap_or((rest, ""));
        Slip { name, program, want, says }
    };
    text.split("=== ").skip(1).map(slip).collect()
}

/// `LINE: HELP` of a report `-:LINE:COLUMN: error: TITLE (help: HELP)`.
fn help(report: &str) -> Option<String> {
    let (line, rest) = report.strip_prefix("-:")?.split_once(':')?;
    let (_, help) = rest.split_once(" (help: ")?;
    Some(format!("{line}: {}\n", help.strip_suffix(')')?))
}

#[test]
fn the_right_help_comes_first_for_nearly_all_slips() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gallery");
    let (mut count, mut wrong, mut complaints) = (0, Vec::new(), Vec::new());
    for (language, grammar) in LANGUAGES {
        let file = folder.join(format!("{language}.txt"));
        let text = fs::read_to_string(&file).unwrap();
        let own = ["l", "y"].map(|ending| folder.join(format!("{language}.{ending}")));
        let own = own.map(|path| path.to_str().unwrap().to_string());
        let args = match grammar {
            "" => own.to_vec(),
            grammar => vec!["--grammar".to_string(), grammar.to_string()],
        };
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut updated = String::new();
        for Slip { name, program, want, says } in slips(&text) {
            let output = run_with_input(
                &[&args[..], &["--style", "short", "-"]].concat(),
                program.as_bytes(),
            );
            assert_eq!(output.status, Some(1), "{language}, {name}: {output:?}");
            let found = output.stderr;
            count += 1;
            if found.lines().map(help).collect::<Option<String>>().as_deref() != Some(want) {
                wrong.push(format!("{language}, {name}: {found}"));
            }
            if found != says {
                complaints
                    .push(format!("{language}, {name}:\n{found}---- but expected is\n{says}"));
            }
            updated += &format!("=== {name}\n{program}--- want\n{want}--- says\n{found}");
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&file, updated).unwrap();
            complaints.clear();
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(count >= 60 && wrong.len() * 8 <= count, "{} of {count}: {wrong:#?}", wrong.len());
}
