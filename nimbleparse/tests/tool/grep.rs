//! `nimbleparse grep`: what is found, shown, replaced and refused.

use std::fs;

use crate::{
    json::Json,
    program::{Folder, Output, run, run_with_input},
    test_command::{GRAMMAR, LEXER},
};

const LUA: &str = "local x = f(1, 2) -- one\nfunction g(a) return f(a, f(3, 4)) end\n";
const CALLS: &str = "(functioncall (var) @f (call (args) @args))";

/// Runs `nimbleparse grep` in which `*` stands for the folder.
fn grep(folder: &Folder, arguments: &[&str]) -> Output {
    let arguments = arguments.iter().map(|one| match one.strip_prefix('*') {
        Some(rest) => format!("{}{rest}", folder.path()),
        None => (*one).to_owned(),
    });
    let mut words = vec!["grep".to_owned()];
    words.extend(arguments);
    let mut output = run(&words);
    output.stdout = output.stdout.replace(folder.path(), "*");
    output.stderr = output.stderr.replace(folder.path(), "*");
    output
}

#[test]
fn matches_are_shown_with_place_line_and_captures() {
    let folder = Folder::new("grep", &[("a.lua", LUA), ("b/b.lua", "x = 1"), ("b/c.json", "[1]")]);
    for (arguments, status, stdout) in [
        (
            &[CALLS, "*/a.lua"][..],
            0,
            "*/a.lua:1:11:local x = f(1, 2) -- one\n\
             */a.lua:2:22:function g(a) return f(a, f(3, 4)) end\n\
             */a.lua:2:27:function g(a) return f(a, f(3, 4)) end\n",
        ),
        (
            &["--color=always", "((args) @a (#match? @a \"1\"))", "*/a.lua"],
            0,
            "*/a.lua:1:12:local x = f\x1b[1;31m(1, 2)\x1b[0m -- one\n",
        ),
        (
            &["--color", "always", "(NUMERAL)", "*/b/b.lua"],
            0,
            "*/b/b.lua:1:5:x = \x1b[1;31m1\x1b[0m\n",
        ),
        (&["(comment) @c", "--grammar=lua53", "*"], 0, "*/a.lua:1:19:local x = f(1, 2) -- one\n"),
        (&["-c", CALLS, "*", "--grammar", "lua53"], 0, "*/a.lua:3\n*/b/b.lua:0\n"),
        (&["--files", CALLS, "*/a.lua", "*/b/b.lua"], 0, "*/a.lua\n"),
        (&[CALLS, "*/b/b.lua"], 1, ""),
        (&["-c", CALLS, "*/b/b.lua"], 1, "*/b/b.lua:0\n"),
    ] {
        let output = grep(&folder, arguments);
        assert_eq!(output.stdout, stdout, "{arguments:?} {}", output.stderr);
        assert_eq!(output.status, Some(status), "{arguments:?}");
    }
    let broken = run_with_input(&["grep", "(NUMBER) @n", "--grammar", "json", "-"], b"[1 2");
    assert_eq!(broken.stdout, "-:1:2:[1 2\n-:1:4:[1 2\n");
    let files =
        [("s.l", LEXER), ("s.y", GRAMMAR), ("q.scm", "; integers\n(INT) @i\n"), ("t", "1 + 2")];
    let folder = Folder::new("grep-own", &files);
    let output = grep(&folder, &["-f", "*/q.scm", "*/s.l", "*/s.y", "*/t"]);
    assert_eq!(output.stdout, "*/t:1:1:1 + 2\n*/t:1:5:1 + 2\n", "{}", output.stderr);
}

#[test]
fn lines_are_cut_near_the_match_and_no_terminal_obeys_them() {
    let text = format!("[{}7, \"\u{1b}[31mé\",\t{}8]", "1, ".repeat(100_000), "1, ".repeat(1000));
    let output = run_with_input(
        &["grep", "((NUMBER) @n (#any-of? @n \"7\" \"8\"))", "--grammar", "json", "-"],
        text.as_bytes(),
    );
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", output.stderr);
    assert!(lines[0].starts_with("-:1:300002:…, 1"), "{}", lines[0]);
    assert!(lines[0].contains("1, 7, \"\\u{1b}[31mé\",\t1, ") && lines[0].ends_with('…'));
    assert!(lines[1].ends_with("1, 8]") && lines.iter().all(|line| line.len() < 400));
}

#[test]
fn programs_read_matches_as_json() {
    let folder = Folder::new("grep-json", &[("a.lua", LUA)]);
    let output = grep(&folder, &["--format", "json", CALLS, "*/a.lua"]);
    let json = Json::parse(output.stdout.trim_end());
    let matches = json.get("matches").items();
    assert_eq!(matches.len(), 3);
    let capture = &matches[2].get("captures").items()[1];
    assert_eq!((capture.get("name").text(), capture.get("text").text()), ("args", "(3, 4)"));
    assert_eq!(
        (capture.get("node").text(), capture.get("place").get("column").count()),
        ("args", 28)
    );
    assert_eq!(*json.get("is_cut"), Json::Bool(false));
}

#[test]
fn replacements_are_shown_and_written() {
    let folder = Folder::new("grep-replace", &[("a.lua", LUA)]);
    let first = "(functioncall (var) @f (call (args) @a) (#match? @a \"1\"))";
    let arguments = ["--replace", "@f.h@@x(@a)", first, "*/a.lua"];
    // The template is not Lua.
    let output = grep(&folder, &arguments);
    assert_eq!(output.status, Some(2));
    assert!(
        output.stderr.contains("is not changed: it would have 2 syntax errors instead of 0"),
        "{}",
        output.stderr
    );
    let arguments = ["--replace", "@f.h{0, f@a}", first, "*/a.lua"];
    let output = grep(&folder, &arguments);
    assert_eq!(output.status, Some(0), "{}", output.stderr);
    assert_eq!(
        output.stdout,
        "--- */a.lua\n+++ */a.lua\n@@ -1,2 +1,2 @@\n-local x = f(1, 2) -- one\n\
         +local x = f.h{0, f(1, 2)} -- one\n function g(a) return f(a, f(3, 4)) end\n"
    );
    let arguments = ["--capture", "f", "--replace", "@f.h", CALLS, "*/a.lua"];
    let output = grep(&folder, &arguments);
    assert_eq!(output.status, Some(0), "{}", output.stderr);
    assert!(output.stdout.contains("+function g(a) return f.h(a, f.h(3, 4)) end\n"));
    assert_eq!(folder.read("a.lua"), LUA);
    let output = grep(&folder, &[&arguments[..], &["--write"]].concat());
    assert_eq!((output.status, output.stdout.as_str()), (Some(0), "*/a.lua: 3 replaced\n"));
    assert_eq!(folder.read("a.lua"), LUA.replace("f(", "f.h("));
    assert_eq!(
        grep(&folder, &[&arguments[..], &["--write"]].concat()).stdout,
        "*/a.lua: 3 replaced\n"
    );
    // What is replaced by itself is not.
    let output = grep(&folder, &["--replace", "@n", "(NUMERAL) @n", "*/a.lua", "--write"]);
    assert_eq!((output.status, output.stdout.as_str()), (Some(0), ""));
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let folder = Folder::new("grep-wrong", &[("a.lua", LUA), ("a.json", "[1]")]);
    fs::write(folder.0.join("bytes.lua"), b"x = 1 -- \xff\n").unwrap();
    for (arguments, said) in [
        (
            &["--replace", "0", CALLS, "*/a.lua", "--write"][..],
            "the replacements at 2:22 and 2:27 overlap",
        ),
        (
            &["--replace", "return", "(NUMERAL) @n", "*/a.lua", "--write"],
            "syntax errors instead of 0",
        ),
        (
            &["--replace", "2", "(NUMERAL) @n", "*/bytes.lua", "--write"],
            "is not UTF-8: it is not changed",
        ),
        (&["--replace", "@g", CALLS, "*/a.lua"], "the query has no capture '@g'"),
        (&["--replace", "a@ b", CALLS, "*/a.lua"], "'@@' stands for '@'"),
        (&["--replace", "a", "--capture", "arg", CALLS, "*/a.lua"], "'@arg'; did you mean 'args'"),
        (&["--write", CALLS, "*/a.lua"], "are for '--replace'"),
        (&["--replace", "a", "-c", CALLS, "*/a.lua"], "'--replace' shows a diff"),
        (&["--format", "sarif", CALLS, "*/a.lua"], "there are text, json"),
        (&["--colour", CALLS, "*/a.lua"], "did you mean '--color'"),
        (&[CALLS], "no file to search"),
        (&[], "no query"),
        (&[CALLS, "*/no.lua"], "no.lua"),
        (&["(nope)", "*/a.lua"], " --> query:1:2\n"),
        (&["(args", "*/a.lua", "*/a.json"], "grammar 'json'"),
        (&["-f", "*/no.scm", "*/a.lua"], "no.scm"),
    ] {
        let output = grep(&folder, arguments);
        assert!(output.stderr.contains(said), "{arguments:?} {}", output.stderr);
        assert_eq!(output.status, Some(2), "{arguments:?} {}", output.stdout);
    }
    assert_eq!(folder.read("a.lua"), LUA);
    // A file with a match, and one that cannot be read.
    let output = grep(&folder, &[CALLS, "*/no.lua", "*/a.lua"]);
    assert_eq!((output.status, output.stdout.lines().count()), (Some(2), 3));
    assert!(run(&["help", "grep"]).stdout.starts_with("usage: nimbleparse grep"));
}
