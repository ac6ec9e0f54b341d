//! Examples of the paper and slips of newcomers, each with what a person would do about it: the
//! help that comes first is that, for nearly all of them.
//!
//! A file holds the slips of one language: a name after `===`, the program, after `--- want` what
//! is to be done, each with its line, and after `--- says` the reports on one line each. With
//! `UPDATE_GOLDEN=1` in the environment the latter are written anew. In files that end in `-2`,
//! `--- others` says the line and the first message of gcc 12, javac 17, luac 5.3 or php 8.2.

use std::{fs, path::Path};

use crate::program::run_with_input;

/// The languages, and the names of their grammars, or the paths of their files.
const LANGUAGES: [(&str, &str); 17] = [
    ("paper-java", "java7"),
    ("paper-lua", "lua53"),
    ("paper-php", "php73"),
    ("java", "java7"),
    ("c", "c11"),
    ("lua", "lua53"),
    ("php", "php73"),
    ("json", "json"),
    ("sql", "gallery/sql"),
    ("c-2", "c11"),
    ("java-2", "java7"),
    ("lua-2", "lua53"),
    ("php-2", "php73"),
    ("brook", "slips/brook/brook"),
    ("fern", "slips/fern/fern"),
    ("ask", "slips/ask/ask"),
    ("hosts", "slips/hosts/hosts"),
];

struct Slip<'a> {
    name: &'a str,
    program: &'a str,
    want: &'a str,
    /// What other compilers say, with the line before it.
    others: &'a str,
    says: &'a str,
}

fn slips(text: &str) -> Vec<Slip<'_>> {
    let slip = |case| {
        let (name, rest): (&str, &str) = str::split_once(case, '\n').expect("a name has a line");
        let (program, rest) = rest.split_once("--- want\n").expect("something is wanted");
        let (want, says) = rest.split_once("--- says\n").unwrap_or((rest, ""));
        let at = want.find("--- others\n").unwrap_or(want.len());
        let (want, others) = want.split_at(at);
        Slip { name, program, want, others, says }
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
    let (mut count, mut wrong, mut complaints) = ([0; 2], [Vec::new(), Vec::new()], Vec::new());
    for (language, grammar) in LANGUAGES {
        let file = folder.join(format!("{language}.txt"));
        let text = fs::read_to_string(&file).unwrap();
        let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
        let args = match grammar.contains('/') {
            true => ["l", "y"].map(|ending| format!("{tests}/{grammar}.{ending}")),
            false => ["--grammar", grammar].map(str::to_string),
        };
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut updated = String::new();
        for Slip { name, program, want, others, says } in slips(&text) {
            let output = run_with_input(
                &[&args[..], &["--style", "short", "-"]].concat(),
                program.as_bytes(),
            );
            assert_eq!(output.status, Some(1), "{language}, {name}: {output:?}");
            let found = output.stderr;
            let of = usize::from(language.ends_with("-2") || grammar.contains("slips/"));
            count[of] += 1;
            if found.lines().map(help).collect::<Option<String>>().as_deref() != Some(want) {
                wrong[of].push(format!("{language}, {name}: {found}"));
            }
            if found != says {
                complaints
                    .push(format!("{language}, {name}:\n{found}---- but expected is\n{says}"));
            }
            updated += &format!("=== {name}\n{program}--- want\n{want}{others}--- says\n{found}");
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&file, updated).unwrap();
            complaints.clear();
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let [old, new] = wrong;
    assert!(count[0] >= 60 && old.len() * 8 <= count[0], "{} of {count:?}: {old:#?}", old.len());
    // Slips that were written to see what is wrong.
    assert!(count[1] >= 100 && new.len() * 2 <= count[1], "{} of {count:?}: {new:#?}", new.len());
}
