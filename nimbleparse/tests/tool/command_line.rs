//! Arguments, exit statuses, JSON, dumps.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::Stdio,
};

use lrpar::recovery::RepairKind;

use crate::{
    json::Json,
    program::{Folder, TemporaryFile, command, grammars, run, run_with_input},
};

fn sample(path: &str) -> String {
    grammars().join(path).to_str().unwrap().to_string()
}

const OK: &str = "json/ok/nested.json";
const BAD: &str = "java7/bad/appendix-1.java";

#[test]
fn the_exit_status_is_that_of_the_worst_file() {
    let (ok, bad) = (sample(OK), sample(BAD));
    for (args, status) in [
        (&["-q", ok.as_str()][..], 0),
        (&["-q", &bad], 1),
        (&["-q", &ok, &bad, &ok], 1),
        (&["-q", "no-such-file.json", &bad], 2),
        (&["-q", &bad, "no-such-file.json"], 2),
        (&["-q", &bad, "file.unknown-ending"], 2),
        (&["--help"], 0),
        (&["--version"], 0),
    ] {
        assert_eq!(run(args).status, Some(status), "{args:?}");
    }
}

#[test]
fn after_a_file_that_cannot_be_read_the_others_are_parsed() {
    let output = run(&["-q", "--style", "grmtools", "no-such-file.json", &sample(BAD)]);
    assert!(output.stdout.contains("Parsing error at line 2 column 9."), "{output:?}");
    assert!(output.stderr.contains("no-such-file.json"), "{output:?}");
}

#[test]
fn wrong_usage_is_said_on_one_line_with_the_culprit() {
    let ok = sample(OK);
    for (args, culprit) in [
        (&["--frobnicate", ok.as_str()][..], "--frobnicate"),
        (&["--recoverer", "magic", &ok], "magic"),
        (&["--recoverer"], "--recoverer"),
        (&["--reach", "3", "-r", "cpctplus", &ok], "--reach"),
        (&["-r", "panic", "--ngram", "texts.ngram", &ok], "--ngram"),
        (&["--format", "xml", &ok], "xml"),
        (&["--budget", "-5", &ok], "-5"),
        (&["--budget", "99999999999999999999999", &ok], "99999999999999999999999"),
        (&["--repeat", "0", &ok], "0"),
        (&["--max-repairs", "0", &ok], "0"),
        (&["--yacckind", "bison", &ok], "bison"),
        (&["--dump", "everything", &ok], "everything"),
        (&["--grammar", "klingon", &ok], "klingon"),
        (&["lonely.y"], "lonely.y"),
        (&[], "no file"),
    ] {
        let output = run(args);
        assert_eq!(output.status, Some(2), "{args:?}: {output:?}");
        assert!(output.stdout.is_empty(), "{args:?}: {output:?}");
        let first = output.stderr.lines().next().unwrap();
        assert!(first.contains(culprit), "{args:?}: {output:?}");
    }
}

#[test]
fn wrong_grammar_and_lexer_files_are_said_with_place_and_caret() {
    let lex = TemporaryFile::new("good.l", "%%\na \"a\"\n");
    let yacc = TemporaryFile::new("good.y", "%%\nS: 'a';\n");
    let bad_lex = TemporaryFile::new("bad.l", "%%\n[a \"a\"\n");
    let bad_yacc = TemporaryFile::new("bad.y", "%%\nS: T 'a';\n");
    let input = TemporaryFile::new("input.txt", "a");
    let fine = run(&[lex.path(), yacc.path(), input.path()]);
    assert_eq!((fine.status, fine.stderr.as_str()), (Some(0), ""), "{fine:?}");
    for (l, y, place) in [(&bad_lex, &yacc, "bad.l:2:1\n"), (&lex, &bad_yacc, "bad.y:2:4\n")] {
        let output = run(&[l.path(), y.path(), input.path()]);
        assert_eq!(output.status, Some(2), "{output:?}");
        assert!(output.stderr.starts_with("error: ") && output.stderr.contains('^'), "{output:?}");
        assert!(output.stderr.contains(place), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        let files = [l.path(), y.path(), input.path()];
        let shown = run(&[&["--style", "short"], &files[..]].concat());
        let first = shown.stderr.lines().next().unwrap().replace(": error: ", "\n");
        assert!(first.contains(place), "{shown:?}");
        // What is wrong is a result, too, of the log that is complete all the same.
        let log =
            Json::parse(run(&[&["--format", "sarif"], &files[..]].concat()).stdout.trim_end());
        let results = log.get("runs").items()[0].get("results").items();
        assert_eq!(results.len(), 1);
        assert_eq!(results[0].get("ruleId").text(), "specification");
    }
}

#[test]
fn a_dash_is_standard_input() {
    let from_file = run(&["--style", "grmtools", &sample(BAD)]);
    let text = fs::read(sample(BAD)).unwrap();
    let from_stdin = run_with_input(&["--style", "grmtools", "--grammar", "java7", "-"], &text);
    assert_eq!(from_file.stdout, from_stdin.stdout);
    assert_eq!(from_stdin.status, Some(1));
}

#[test]
fn quiet_leaves_out_the_tree_and_nothing_else() {
    let listed = |option: &str| run(&["--style", "grmtools", option, &sample(BAD)]).stdout;
    let (loud, quiet) = (listed("--tree"), listed("-q"));
    let tree = loud.strip_suffix(&quiet).expect("the errors come last");
    assert!(tree.starts_with("CompilationUnit\n"), "{tree}");
    assert!(quiet.starts_with("Parsing error"), "{quiet}");
}

#[test]
fn reports_go_to_standard_error_and_the_tree_of_broken_input_is_asked_for() {
    let plain = run(&[sample(BAD)]);
    assert_eq!((plain.status, plain.stdout.as_str()), (Some(1), ""));
    let file = sample(BAD);
    assert!(plain.stderr.starts_with("error: "), "{plain:?}");
    assert!(plain.stderr.contains(&format!("--> {file}:2:")), "{plain:?}");
    let with_tree = run(&["--tree", &file]);
    assert!(with_tree.stdout.starts_with("CompilationUnit\n"), "{with_tree:?}");
    assert_eq!(with_tree.stderr, plain.stderr);
    let fine = run(&[sample(OK)]);
    assert!(fine.stdout.starts_with("JSONText\n") && fine.stderr.is_empty(), "{fine:?}");
    let short = run(&["--style", "short", &file]);
    assert!(short.stderr.starts_with(&format!("{file}:2:")), "{short:?}");
    assert_eq!(short.stderr.lines().count(), plain.stderr.matches("error: ").count());
}

#[test]
fn colour_is_there_if_it_is_wanted() {
    let shown = |options: &[&str]| run(&[options, &[&sample(BAD)]].concat()).stderr;
    let coloured = shown(&["--color", "always"]);
    assert!(coloured.contains("\u{1b}[1;31merror\u{1b}[0m"), "{coloured}");
    // A pipe is no terminal.
    for options in [&[][..], &["--color", "never"], &["--color=auto"]] {
        assert!(!shown(options).contains('\u{1b}'), "{options:?}");
    }
    // `NO_COLOR` is for what was not asked for.
    let told = command().env("NO_COLOR", "1").args(["--color=always", &sample(BAD)]).output();
    assert!(told.unwrap().stderr.contains(&0x1b));
}

#[test]
fn reports_keep_to_the_width_that_is_told() {
    let source = format!("class C {{ void f() {{ {} g( }} }}\n", "h(); ".repeat(100));
    let file = TemporaryFile::new("wide.java", source);
    for columns in [40, 80, 200] {
        let told = command().env("COLUMNS", columns.to_string()).arg(file.path()).output();
        let shown = String::from_utf8(told.unwrap().stderr).unwrap();
        let excerpt = shown.lines().filter(|line| line.contains(" | ") || line.contains(" = "));
        let widest = excerpt.map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns && widest > columns / 2, "{columns}: {shown}");
    }
}

#[test]
fn several_files_and_folders_end_in_a_summary() {
    let folder = sample("json/bad");
    let output = run(&["--style", "short", &folder]);
    let (last, reports) = output.stderr.trim_end().rsplit_once('\n').unwrap();
    let (last, reports) = (reports, last);
    let files: std::collections::BTreeSet<&str> =
        reports.lines().map(|line| line.split(".json:").next().unwrap()).collect();
    let (found, errors) = (files.len(), reports.lines().count());
    assert_eq!(last, format!("{found} files: {errors} errors in {found}"));
    let fine = run(&["-q", &sample("json/ok")]);
    assert_eq!(fine.status, Some(0));
    assert!(fine.stderr.ends_with(" files: no errors\n"), "{fine:?}");
}

#[test]
fn sarif_is_one_log_with_places_and_fixes() {
    let output = run(&["--format", "sarif", &sample(OK), &sample(BAD)]);
    assert_eq!((output.status, output.stderr.as_str()), (Some(1), ""));
    let log = Json::parse(output.stdout.trim_end());
    assert_eq!(log.get("version").text(), "2.1.0");
    let [run] = log.get("runs").items() else { panic!() };
    let rules = run.get("tool").get("driver").get("rules").items();
    let [result] = run.get("results").items() else { panic!("{}", output.stdout) };
    assert!(rules.iter().any(|rule| rule.get("id").text() == result.get("ruleId").text()));
    let place = result.get("locations").items()[0].get("physicalLocation");
    assert!(place.get("artifactLocation").get("uri").text().ends_with("appendix-1.java"));
    assert_eq!(place.get("region").get("startLine").count(), 2);
    let source = fs::read_to_string(sample(BAD)).unwrap();
    let fixes = result.get("fixes").items();
    assert!(!fixes.is_empty());
    for fix in fixes {
        let change = &fix.get("artifactChanges").items()[0];
        let mut fixed = source.clone();
        for replacement in change.get("replacements").items().iter().rev() {
            let region = replacement.get("deletedRegion");
            let start = region.get("byteOffset").count() as usize;
            let end = start + region.get("byteLength").count() as usize;
            fixed.replace_range(start..end, replacement.get("insertedContent").get("text").text());
        }
        let checked = run_with_input(&["--grammar", "java7", "-q", "-"], fixed.as_bytes());
        assert_eq!(checked.status, Some(0), "{fixed}");
    }
}

/// What an error holds.
const ERROR_MEMBERS: [&str; 17] = [
    "title",
    "code",
    "place",
    "help",
    "notes",
    "kind",
    "line",
    "column",
    "offset",
    "length",
    "lexeme",
    "expected",
    "expected_total",
    "status",
    "cost",
    "repairs_total",
    "repairs",
];

/// What it may hold beside that: how hard it was.
const EFFORT_MEMBERS: [&str; 6] =
    ["lower_bound", "work", "configurations", "recovery_ms", "limit", "repairs_limit"];

/// Where its repairs begin: for each a place; what they make of the text; how far before the error
/// any was looked for; which are no cheapest ones; what became of dearer ones.
const PLACE_MEMBERS: [&str; 5] = ["at", "edits", "reach", "alternatives", "dearer"];

/// Checks one line of JSON against the format that scripts rely on; returns the object.
fn checked(line: &str) -> Json {
    let json = Json::parse(line);
    let names = ["covered", "errors", "file", "lexemes", "model", "timings_ms", "tree", "version"];
    assert_eq!(json.names(), names);
    json.get("file").text();
    json.get("lexemes").count();
    json.get("tree").is_true();
    let timings = json.get("timings_ms");
    assert_eq!(timings.names(), ["grammar", "lexer", "lexing", "parsing", "recovery", "table"]);
    for name in timings.names() {
        assert!(matches!(timings.get(name), Json::Number(n) if n.parse::<f64>().unwrap() >= 0.0));
    }
    for error in json.get("errors").items() {
        let names = error.names();
        for name in ERROR_MEMBERS {
            assert!(names.contains(&name), "no {name} in {names:?}");
        }
        for name in names {
            let known = [&ERROR_MEMBERS[..], &EFFORT_MEMBERS, &PLACE_MEMBERS].concat();
            assert!(known.contains(&name), "{name}");
        }
        for help in error.get("help").items() {
            assert!(!help.get("text").text().is_empty());
            assert!(*help.get("edits") == Json::Null || !help.get("edits").items().is_empty());
        }
        for note in error.get("notes").items() {
            assert!(!note.text().is_empty());
        }
        assert!(["parse", "lex"].contains(&error.get("kind").text()));
        assert!(error.get("line").count() >= 1 && error.get("column").count() >= 1);
        error.get("offset").count();
        error.get("lexeme").text();
        for name in error.get("expected").items() {
            name.text();
        }
        let repairs = error.get("repairs").items();
        match error.get("status").text() {
            "complete" | "unproven" => {
                error.get("cost").count();
            }
            "region" => assert_eq!(*error.get("cost") == Json::Null, repairs.is_empty()),
            "panic" | "none" => {
                assert_eq!(*error.get("cost"), Json::Null);
                assert!(repairs.is_empty());
            }
            other => panic!("status {other}"),
        }
        assert!(error.get("repairs_total").count() >= repairs.len() as u128);
        assert_eq!(error.get("at").items().len(), repairs.len());
        for place in error.get("at").items() {
            assert_eq!(place.names(), ["column", "line", "offset"]);
            assert!(place.get("offset").count() <= error.get("offset").count());
        }
        assert_eq!(error.get("edits").items().len(), repairs.len());
        for alternative in error.get("alternatives").items() {
            assert!(alternative.get("repair").count() < repairs.len() as u128);
            let kind = alternative.get("kind").text();
            assert!(RepairKind::ALL.iter().any(|known| known.name() == kind), "{kind}");
        }
        for repair in repairs.iter().flat_map(Json::items) {
            let [kind] = repair.names()[..] else {
                panic!("{repair:?} is more than one repair");
            };
            assert!(["insert", "delete", "shift"].contains(&kind));
            repair.get(kind).text();
        }
        for sequence in repairs.iter().map(Json::items) {
            let last = sequence.last().expect("a sequence has a repair");
            assert_ne!(last.names(), ["shift"], "trailing shifts are cut");
        }
    }
    json
}

#[test]
fn json_is_one_object_a_file_in_the_promised_format() {
    let files = [OK, BAD, "java7/bad/appendix-2.java", "lua53/bad/appendix-2.lua"].map(sample);
    let mut args = ["--ngram", "none", "--format", "json"].map(String::from).to_vec();
    args.extend(files.clone());
    let output = run(&args);
    assert_eq!(output.status, Some(1));
    let objects: Vec<Json> = output.stdout.lines().map(checked).collect();
    let names: Vec<&str> = objects.iter().map(|object| object.get("file").text()).collect();
    assert_eq!(names, files);
    assert!(objects.iter().all(|object| object.get("tree").is_true()));
    assert_eq!(objects[0].get("errors").items(), []);

    let error = &objects[1].get("errors").items()[0];
    assert_eq!(error.get("lexeme").text(), "y");
    assert_eq!(error.get("offset").count(), 18);
    assert_eq!(error.get("cost").count(), 1);
    let expected: Vec<&str> = error.get("expected").items().iter().map(Json::text).collect();
    for name in [",", ";", "=", "["] {
        assert!(expected.contains(&name), "{expected:?}");
    }

    // An error at the end has an empty lexeme there.
    let error = &objects[2].get("errors").items()[1];
    assert_eq!(error.get("lexeme").text(), "");
}

#[test]
fn edits_make_a_text_that_parses() {
    for name in
        ["java7/bad/appendix-1.java", "java7/bad/appendix-5.java", "lua53/bad/appendix-3.lua"]
    {
        let file = sample(name);
        let source = fs::read_to_string(&file).unwrap();
        let json = checked(run(&["--format", "json", &file]).stdout.trim_end());
        let error = &json.get("errors").items()[0];
        let all = error.get("edits").items();
        assert!(all.len() > 1, "{name}");
        for edits in all.iter().filter(|edits| **edits != Json::Null) {
            let mut text = source.clone();
            for edit in edits.items().iter().rev() {
                let start = edit.get("offset").count() as usize;
                let end = start + edit.get("length").count() as usize;
                text.replace_range(start..end, edit.get("text").text());
            }
            let ending = &name[name.rfind('.').unwrap()..];
            let repaired = TemporaryFile::new(&format!("edits{ending}"), &text);
            let output = run(&["--format", "json", repaired.path()]);
            let json = checked(output.stdout.trim_end());
            // If there is another error, less of the text comes after it.
            let rest_after =
                |error: &Json, text: &str| text.len() as u128 - error.get("offset").count();
            let left = json.get("errors").items().first().map(|left| rest_after(left, &text));
            assert!(left.is_none_or(|left| left < rest_after(error, &source)), "{text}");
        }
    }
}

#[test]
fn json_lists_as_many_repairs_as_wanted_and_counts_all() {
    let file = sample("lua53/bad/appendix-2.lua");
    let first = |args: &[&str]| {
        let mut args = args.to_vec();
        args.extend(["-r", "cpctplus", "--format", "json", &file]);
        let json = checked(run(&args).stdout.trim_end());
        json.get("errors").items()[0].clone()
    };
    let (all, two) = (first(&["--max-repairs", "all"]), first(&["--max-repairs", "2"]));
    assert_eq!(all.get("repairs").items().len(), 22);
    assert_eq!(two.get("repairs").items(), &all.get("repairs").items()[..2]);
    assert_eq!(two.get("repairs_total").count(), 22);
}

#[test]
fn lexing_errors_are_in_the_same_list() {
    let output = run_with_input(
        &["--grammar", "json", "--format", "json", "-"],
        "{\"é\": [1, ?, 2]}".as_bytes(),
    );
    let json = checked(output.stdout.trim_end());
    let [error] = json.get("errors").items() else {
        panic!("{}", output.stdout);
    };
    assert_eq!(error.get("kind").text(), "lex");
    assert_eq!(error.get("lexeme").text(), "?");
    assert_eq!((error.get("column").count(), error.get("offset").count()), (11, 11));
    assert_eq!(output.status, Some(1));
}

#[test]
fn every_recoverer_ends_with_a_tree_or_says_none() {
    let file = sample("java7/bad/appendix-2.java");
    for recoverer in [
        "cpctplus",
        "cpctplus-plain",
        "cpctplus-rev",
        "cpctplus-nomerge",
        "cpctplus-shift1",
        "cpctplus-shift2",
        "corchuelo",
        "panic",
        "none",
    ] {
        let output = run(&["--recoverer", recoverer, "--format", "json", &file]);
        assert_eq!(output.status, Some(1), "{recoverer}");
        let json = checked(output.stdout.trim_end());
        let statuses: Vec<&str> =
            json.get("errors").items().iter().map(|error| error.get("status").text()).collect();
        assert_eq!(json.get("tree").is_true(), recoverer != "none", "{recoverer}");
        match recoverer {
            "none" => assert_eq!(statuses, ["none"]),
            "panic" => assert!(statuses.iter().all(|status| *status == "panic"), "{statuses:?}"),
            _ => assert!(statuses.contains(&"complete"), "{recoverer}: {statuses:?}"),
        }
    }
}

#[test]
fn budgets_are_kept_and_said() {
    let file = sample("java7/bad/appendix-6.java");
    for budget in ["0", "1", "1000", "0MiB", "1MiB", "1ms", "0s"] {
        for recoverer in ["cpctplus", "restart"] {
            let output = run(&["-r", recoverer, "--budget", budget, "--format", "json", &file]);
            let json = checked(output.stdout.trim_end());
            assert!(json.get("tree").is_true(), "{budget}");
            let status = json.get("errors").items()[0].get("status").text().to_string();
            let nothing_to_spend = ["0", "0MiB", "0s"].contains(&budget);
            assert!(!nothing_to_spend || status == "panic", "{budget}: {status}");
        }
    }
}

#[test]
fn stats_are_the_numbers_of_the_grammar() {
    let yacc = TemporaryFile::new(
        "figure-2.y",
        "%start Expr\n%%\nExpr: Factor '+' Expr | Factor;\nFactor: Term '*' Factor | Term;\nTerm: '(' Expr ')' | 'INT';\n",
    );
    let ambiguous = TemporaryFile::new("ambiguous.y", "%%\nE: E '+' E | 'n' | 'n';\n");
    for (file, numbers) in [
        // Five tokens and $, three rules and the augmented one, six productions and the augmented
        // one.
        (&yacc, [6, 4, 7, 12, 0, 0]),
        // E: E + E . with + next; and 'n' twice, before + and $.
        (&ambiguous, [3, 2, 4, 5, 1, 2]),
    ] {
        let output = run(&["--dump", "stats", file.path()]);
        assert_eq!(output.status, Some(0), "{output:?}");
        let json = Json::parse(output.stdout.trim_end());
        assert_eq!(
            json.names(),
            [
                "productions",
                "reduce_reduce",
                "rules",
                "shift_reduce",
                "states",
                "timings_ms",
                "tokens"
            ]
        );
        let names = ["tokens", "rules", "productions", "states", "shift_reduce", "reduce_reduce"];
        assert_eq!(names.map(|name| json.get(name).count()), numbers);
        assert_eq!(json.get("timings_ms").names(), ["build", "read"]);
    }
}

#[test]
fn dumps_need_no_input_but_lexemes_do() {
    for what in ["grammar", "states", "table", "stats"] {
        let output = run(&["--dump", what, "--grammar", "calc"]);
        assert_eq!(output.status, Some(0), "{what}");
        assert!(!output.stdout.is_empty(), "{what}");
    }
    let output = run_with_input(&["--dump", "lexemes", "--grammar", "json", "-"], b"[\n 1]");
    let places: Vec<&str> =
        output.stdout.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(places, ["1:1", "2:2", "2:3"], "{}", output.stdout);
}

#[test]
fn timings_are_shown_for_each_step() {
    let output = run(&["-q", "--timings", "--repeat", "3", &sample(OK)]);
    assert_eq!(output.status, Some(0));
    for step in ["grammar", "lexer", "table", "lexing", "parsing", "recovery"] {
        assert!(output.stdout.contains(step), "{}", output.stdout);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    // More than a pipe holds.
    let input = TemporaryFile::new("long.json", format!("[{}1]", "1,".repeat(200_000)));
    let mut child =
        command().arg(input.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_file_without_text_is_an_input_like_any_other() {
    let empty = TemporaryFile::new("empty.java", "");
    assert_eq!(run(&[empty.path()]).status, Some(0), "an empty Java file is a compilation unit");
    let empty = TemporaryFile::new("empty.json", "");
    let output = run(&["--format", "json", empty.path()]);
    let json = checked(output.stdout.trim_end());
    let error = &json.get("errors").items()[0];
    let place = ["line", "column", "offset"].map(|name| error.get(name).count());
    assert_eq!(place, [1, 1, 0]);
    assert_eq!(output.status, Some(1));
}

#[test]
fn bytes_that_are_not_utf8_keep_their_offsets() {
    let input = b"[1, \xff\xfe, 2, 3, 4, 5 6]";
    let output = run_with_input(&["--grammar", "json", "--format", "json", "-"], input);
    let json = checked(output.stdout.trim_end());
    let offsets: Vec<u128> =
        json.get("errors").items().iter().map(|error| error.get("offset").count()).collect();
    assert_eq!(offsets, [4, 19]);
    assert_eq!(output.status, Some(1));
    assert_eq!(output.stderr, "nimbleparse: warning: '-' is not UTF-8 at byte 4\n");
}

#[test]
fn what_is_wrong_with_a_file_is_said_in_one_shape() {
    let unknown = TemporaryFile::new("file.unknown", "x");
    for (file, why) in [
        ("no-such-file", "no such file"),
        ("no-such-file.json", "no such file"),
        (unknown.path(), "no built-in grammar for it, name one by '--grammar'"),
    ] {
        let output = run(&[file]);
        let verb = if file == unknown.path() { "parse" } else { "read" };
        assert_eq!(output.stderr, format!("nimbleparse: cannot {verb} '{file}': {why}\n"));
    }
}

fn repaired(grammar: &str, input: &str) -> Vec<String> {
    let args = ["-q", "--style", "grmtools", "-r", "restart", "--grammar", grammar, "-"];
    let text = run_with_input(&args, input.as_bytes()).stdout;
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("repaired:"));
    lines.map(str::to_string).collect()
}

#[test]
fn a_token_with_several_rules_or_in_another_start_state_is_written_in_the_repaired_line() {
    assert_eq!(repaired("php73", "<?php $a = 1\n$b = 2;"), [" <?php $a = 1;"]);
    assert_eq!(repaired("c11", "int main() { int a = 1;\n"), [" int main() { int a = 1;}"]);
}

#[test]
fn what_a_terminal_would_obey_is_escaped_in_trees_and_repaired_lines() {
    let input = "x = f(1 2) --[[\u{1b}[31m]]\ny = '\u{1b}[31m'\n";
    let args = ["--tree", "--style", "grmtools", "-r", "restart", "--grammar", "lua53", "-"];
    let text = run_with_input(&args, input.as_bytes()).stdout;
    assert!(!text.contains('\u{1b}') && text.contains("repaired: "), "{text}");
    // In the tree, in the line of the error and in the repaired line.
    assert_eq!(text.matches("\\u{1b}[31m").count(), 3, "{text}");
}

#[test]
fn a_line_of_which_nothing_is_left_is_not_shown() {
    assert!(repaired("lua53", "x = 1\n)\ny = 2\n").is_empty());
}

#[test]
fn a_folder_without_files_of_the_language_is_an_error() {
    let folder = sample("java7/ok");
    let output = run(&["--grammar", "json", &folder]);
    assert_eq!(output.status, Some(2), "{output:?}");
    let expected = format!("nimbleparse: '{folder}' holds no file of a known language\n");
    assert_eq!(output.stderr, expected);
}

#[test]
fn what_a_yacc_file_says_in_vain_is_one_note_unless_each_is_asked_for() {
    let text = "%{ int x; %}\n%union { int i; }\n%token A\n%%\ns: A { f(); } ;\n";
    let file = TemporaryFile::new("notes.y", text);
    let path = file.path();
    let short = run(&["--dump", "stats", path]);
    assert_eq!(short.stderr.matches("note: ").count(), 1, "{short:?}");
    assert!(
        short.stderr.contains("without effect here: '%{ … %}', '%union', actions"),
        "{short:?}"
    );
    let long = run(&["--dump", "stats", "--warnings", path]);
    assert_eq!(long.stderr.matches("note: ").count(), 3, "{long:?}");
    assert!(long.stderr.contains("note: '%union' has no effect here\n"), "{long:?}");
}

#[test]
fn conflicts_are_explained_listed_and_compared_with_a_list() {
    let text = "%% s: 'i' s | 'i' s 'e' s | 'x' ;\n";
    let grammar = TemporaryFile::new("conflicts.y", text);
    let output = run(&["--conflicts", grammar.path()]);
    assert_eq!(output.status, Some(0), "{output:?}");
    assert!(output.stdout.contains("one sentence of 's' has two derivations"), "{output:?}");
    let identities: Vec<&str> =
        output.stdout.lines().filter_map(|line| line.strip_prefix("identity: ")).collect();
    assert_eq!(identities, ["shift/reduce on \"e\", not reduced: s: \"i\" s"]);
    let accepted = TemporaryFile::new("accepted.txt", identities.join("\n"));
    let output = run(&["--accepted", accepted.path(), grammar.path()]);
    assert_eq!((output.status, output.stdout.as_str()), (Some(0), ""));
    let nothing = TemporaryFile::new("nothing.txt", "# none\n");
    let output = run(&["--accepted", nothing.path(), grammar.path()]);
    assert_eq!(output.status, Some(1), "{output:?}");
    assert_eq!(output.stdout, format!("new: {}\n", identities[0]));
    // What is no such list is said in one sentence.
    let other =
        TemporaryFile::new("other.txt", "# fine\nshift/reduce on \"e\"\n\n\u{0}\u{1}PNG\nmore\n");
    let output = run(&["--accepted", other.path(), grammar.path()]);
    assert_eq!(output.status, Some(2), "{output:?}");
    assert!(output.stderr.contains("is not a list of conflicts: line 4 is"), "{output:?}");
    assert!(output.stderr.contains("1 shift/reduce conflict\n"), "{output:?}");
}

#[test]
fn reports_have_the_numbers_of_the_stats() {
    let grammar = TemporaryFile::new("report.y", "%% s: 'i' s | 'i' s 'e' s | 'x' ;\n");
    for construction in ["canonical", "pager", "lalr", "ielr"] {
        let by = ["--construction", construction];
        let stats = run(&[&by[..], &["--dump", "stats", grammar.path()]].concat());
        let stats = Json::parse(stats.stdout.trim_end());
        let report = TemporaryFile::new(&format!("{construction}.json"), "");
        let output = run(&[&by[..], &["--report", report.path(), grammar.path()]].concat());
        assert_eq!(output.status, Some(0), "{output:?}");
        let report = Json::parse(fs::read_to_string(report.path()).unwrap().trim_end());
        for name in ["states", "shift_reduce", "reduce_reduce"] {
            assert_eq!(report.get(name).count(), stats.get(name).count(), "{name}");
        }
        assert_eq!(report.get("graph").items().len() as u128, stats.get("states").count());
    }
}

/// The second line has a word too many; it is noticed at the third.
const STRAY: &str = "a = b()\nlocal c = 1 stray\nprint(c)\n";

#[test]
fn repairs_before_the_error_are_shown_where_they_are() {
    let lua = TemporaryFile::new("stray.lua", STRAY);
    let java =
        TemporaryFile::new("brace.java", "class C {\n  void f() {\n    if true {\n    }\n}\n");
    let restart = |more: &[&str]| {
        let args = ["-q", "--style", "grmtools", "--ngram", "none"]
            .iter()
            .chain(more)
            .map(|arg| arg.to_string());
        run(&args.collect::<Vec<_>>()).stdout.trim_end().to_string()
    };
    let text = restart(&[java.path()]);
    assert!(text.contains(": at line 3 column 13: Delete {\n"), "{text}");
    let text = restart(&[lua.path()]);
    assert!(text.contains("\n   repaired: local c = 1 stray ="), "{text}");
    let places = |json: &Json| -> Vec<(u128, u128)> {
        let errors = json.get("errors").items();
        assert_eq!(errors[0].get("line").count(), 3);
        let places = errors[0].get("at").items().iter();
        places.map(|at| (at.get("line").count(), at.get("column").count())).collect()
    };
    let json = checked(&restart(&["--format", "json", lua.path()]));
    assert!(places(&json).contains(&(2, 13)), "{:?}", places(&json));
    // Without reach a repair begins at the error; only alternatives begin before.
    let here = checked(&restart(&["--format", "json", "--reach", "0", lua.path()]));
    assert!(!places(&here).contains(&(2, 13)), "{:?}", places(&here));
    assert!(!here.get("errors").items()[0].get("alternatives").items().is_empty());
}

#[test]
fn a_line_is_shown_with_the_repairs_of_earlier_errors_on_it() {
    let lua = TemporaryFile::new("line.lua", "b = f(1 2) + g(3 4)\nc = {1, 2\nlocal d = 3\n");
    let text = run(&["-q", "--style", "grmtools", "--ngram", "none", lua.path()]).stdout;
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("repaired: "));
    let repaired: Vec<&str> = lines.collect();
    assert_eq!(repaired, ["b = f(1, 2) + g(3 4)", "b = f(1, 2) + g(3, 4)", "c = {1, 2}"], "{text}");
}

#[test]
fn no_cheapest_repair_is_hidden_by_alternatives_and_no_item_alone() {
    let lua = TemporaryFile::new("hidden.lua", "b = f(1 2)\n");
    let text = run(&["-q", "--style", "grmtools", "--ngram", "none", lua.path()]).stdout;
    let shown: Vec<&str> = text.lines().filter(|line| line.starts_with("   ")).collect();
    let shown: Vec<&&str> = shown.iter().filter(|line| line.contains(": ")).collect();
    let alternatives = shown.iter().filter(|line| line.contains("alternative: ")).count();
    // The repaired line apart.
    assert!(alternatives > 0 && shown.len() - alternatives - 1 == 5, "{text}");
    assert!(text.contains("\n   … and "), "{text}");
    // As many in all as are shown of many.
    let java = TemporaryFile::new("six.java", "class C { void f() { int x y; } }\n");
    let text = run(&["-q", "--style", "grmtools", "--ngram", "none", java.path()]).stdout;
    let json = run(&["-q", "--ngram", "none", "--format", "json", java.path()]).stdout;
    let json = checked(json.trim_end());
    assert_eq!(json.get("errors").items()[0].get("repairs_total").count(), 5, "{text}");
    assert!(text.contains("\n   5: ") && !text.contains("more"), "{text}");
}

#[test]
fn what_became_of_dearer_repairs_is_said() {
    let java = TemporaryFile::new("method.java", "void f() {\n  g();\n  h();\n}\n");
    let lua = TemporaryFile::new("condition.lua", "if z = y then z = 4 4 end\n");
    let mut said = Vec::new();
    for file in [&java, &lua] {
        let text = run(&["-q", "--style", "grmtools", "--ngram", "none", file.path()]).stdout;
        let json = run(&["-q", "--ngram", "none", "--format", "json", file.path()]).stdout;
        let json = checked(json.trim_end());
        let headings: Vec<&str> = text.lines().filter(|line| line.contains(" error at ")).collect();
        assert_eq!(headings.len(), json.get("errors").items().len());
        for (heading, error) in headings.iter().zip(json.get("errors").items()) {
            let dearer = error.get("dearer").text();
            assert_eq!(heading.contains("(cheaper ones only lead"), dearer == "taken", "{text}");
            assert_eq!(heading.contains("(dearer ones were not"), dearer == "unknown", "{text}");
            if dearer == "taken" {
                assert_eq!(error.get("cost").count(), error.get("lower_bound").count() + 1);
            }
            said.push(dearer.to_string());
        }
    }
    assert!(said.contains(&"taken".to_string()), "{said:?}");
    assert!(said.contains(&"not asked".to_string()), "{said:?}");
}

#[test]
fn references_that_are_none_are_errors_without_a_build_script_too() {
    let grammar = TemporaryFile::new("reference.y", "%%\nS -> u8: 'a' { f($7) };\n");
    let output = run(&["--dump", "stats", grammar.path()]);
    assert_eq!(output.status, Some(2), "{output:?}");
    assert!(output.stderr.contains("error: '$7' is no symbol: "), "{}", output.stderr);
}

#[test]
fn help_is_a_command_too() {
    for (asked, option) in [
        (&["help"][..], &["--help"][..]),
        (&["help", "train"], &["train", "--help"]),
        (&["help", "--quiet"], &["--help"]),
    ] {
        let output = run(asked);
        assert_eq!((output.status, output.stderr.as_str()), (Some(0), ""));
        assert!(output.stdout.starts_with("usage: "));
        assert_eq!(output.stdout, run(option).stdout, "{asked:?}");
    }
    let output = run(&["help", "trian"]);
    assert_eq!(output.status, Some(2));
    assert!(output.stderr.contains("did you mean 'train'?"), "{}", output.stderr);
}

#[test]
fn a_kind_or_an_order_that_does_not_fit_the_files_is_blamed() {
    let typed = "%grmtools { yacckind: Grmtools }\n%%\nS -> (): 'a' {};\n";
    let files = [("a.lexer", "%%\na 'a'\n"), ("a.grammar", typed), ("in", "a")];
    let folder = Folder::new("blamed", &files);
    let [lex, yacc, input] =
        ["a.lexer", "a.grammar", "in"].map(|name| format!("{}/{name}", folder.path()));
    assert_eq!(run(&["-q", &lex, &yacc, &input]).status, Some(0));
    let kind = format!(
        "\nnimbleparse: '{yacc}' can be read without '--yacckind', by the kind that it has\n"
    );
    let order =
        format!("'{yacc}' is a Yacc file and '{lex}' is not: expected the lex file first\n");
    for (args, said) in [
        (&["-y", "original", &lex, &yacc, &input][..], &kind),
        (&[&yacc, &lex, &input], &order),
        (&["-y", "original", &yacc, &lex, &input], &order),
        (&["coverage", &yacc, &lex, &input], &order),
    ] {
        let output = run(args);
        assert_eq!(output.status, Some(2), "{args:?}: {output:?}");
        assert!(output.stderr.contains(said), "{args:?}: {output:?}");
    }
    // Neither is to blame if the grammar is wrong.
    fs::write(&yacc, typed.replace("'a'", "unknown")).unwrap();
    for args in [&["-y", "grmtools", &lex, &yacc, &input][..], &[&lex, &yacc, &input]] {
        let output = run(args);
        assert!(output.status == Some(2) && !output.stderr.contains("nimbleparse:"), "{output:?}");
    }
}
