//! `nimbleparse test` as its users see it: what it prints, writes and ends with.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::Stdio,
    sync::mpsc,
};

use crate::program::{Folder, PATIENCE, command, run};

pub(crate) const LEXER: &str = "%%\n[0-9]+ 'INT'\n\\+ '+'\n[ \\n]+ ;\n";
pub(crate) const GRAMMAR: &str = "%%\nSum: Sum '+' 'INT' | 'INT';\n";
const CASES: &str = "=== a sum\n--- input\n1 + 2\n--- tree\nSum\n Sum\n  INT 1\n + +\n INT 2\n\n\
    === a plus too many\n--- input\n1 + + 2\n--- repairs exactly cpctplus\n1:5\n  insert INT\n  delete +\n--- repaired\n1 + 2\n";

#[test]
fn a_change_of_the_grammar_shows_as_a_diff_and_is_written() {
    let folder =
        Folder::new("change", &[("s.l", LEXER), ("s.y", GRAMMAR), ("cases/s.case", CASES)]);
    let output = folder.test(&[]);
    assert_eq!((output.status, output.stdout.as_str()), (Some(0), "2 cases: 2 as expected\n"));
    fs::write(folder.0.join("s.y"), GRAMMAR.replace("Sum '+' 'INT'", "'INT' '+' Sum")).unwrap();
    let output = folder.test(&[]);
    assert_eq!(output.status, Some(1));
    let place = format!("{}/cases/s.case:6: a sum: tree\n", folder.path());
    let diff = "      Sum\n    -  Sum\n    -   INT 1\n    +  INT 1\n       + +\n    -  INT 2\n    +  Sum\n    +   INT 2\n";
    assert_eq!(output.stdout, format!("{place}{diff}2 cases: 1 as expected, 1 not\n"));
    assert_eq!(folder.read("cases/s.case"), CASES, "without '--update' nothing is written");
    let output = folder.test(&["--update"]);
    assert_eq!(output.status, Some(0), "{}", output.stdout);
    let written = folder.read("cases/s.case");
    assert_eq!(
        written,
        CASES.replace(" Sum\n  INT 1\n + +\n INT 2", " INT 1\n + +\n Sum\n  INT 2")
    );
    assert_eq!(folder.test(&[]).status, Some(0));
    // Nothing is left to write.
    assert!(!folder.test(&["--update"]).stdout.contains("written"));
}

#[test]
fn what_is_missing_is_written_and_nothing_is_deleted() {
    let cases = "=== a sum\n--- input\n1\n=== broken\nwhy it is here\n--- input\n1 1\n=== given up\n--- input\n1 1\n--- accept\n";
    let folder = Folder::new("missing", &[("s.l", LEXER), ("s.y", GRAMMAR), ("s.case", cases)]);
    let output = folder.test(&[]);
    assert_eq!(output.status, Some(1));
    assert_eq!(output.stdout.matches("'--update' writes what is found").count(), 2);
    // A filter leaves the others as they are.
    assert_eq!(folder.test(&["--update", "--filter", "a sum"]).status, Some(0));
    let tree = "--- tree\nSum\n INT 1\n\n";
    assert_eq!(folder.read("s.case"), cases.replace("=== broken", &format!("{tree}=== broken")));
    assert_eq!(folder.test(&["--update"]).status, Some(0));
    let written = folder.read("s.case");
    for line in cases.lines().filter(|line| *line != "--- accept") {
        assert!(written.contains(line), "{line} is gone from\n{written}");
    }
    assert!(written.contains("--- errors\nParsing error at line 1 column 3."), "{written}");
    assert!(written.ends_with("=== given up\n--- input\n1 1\n--- reject\n"), "{written}");
    assert_eq!(folder.test(&[]).status, Some(0));
}

#[test]
fn any_text_is_an_input() {
    let odd = "=== no case\n--- input\n---- tree\n\n\r\n\u{1b}[31m";
    let lexer = "%%\n(.|\\n|\\r)+ 'ALL'\n";
    let cases = format!("===== odd\n----- input\n{odd}\n----- lexemes\n----- tree\n");
    let folder =
        Folder::new("odd", &[("s.l", lexer), ("s.y", "%%\nS: 'ALL';\n"), ("s.case", &cases)]);
    assert_eq!(folder.test(&["--update"]).status, Some(0));
    let written = folder.read("s.case");
    assert!(written.contains(&format!("ALL 0..{} {odd:?}", odd.len())), "{written}");
    assert_eq!(folder.test(&[]).status, Some(0));
    // No terminal is told anything.
    fs::write(folder.0.join("s.case"), cases.replace("tree\n", "tree\nx\n")).unwrap();
    assert!(!folder.test(&[]).stdout.contains('\u{1b}'));
}

#[test]
fn a_case_that_cannot_be_read_says_where() {
    let good = "=== good\n--- grammar\n%%\nS: 'a';\n--- input\na\n--- accept\n";
    for (file, text, said) in [
        ("mark.case", "=== a\n--- inptu\n", ":2: error: unknown section 'inptu'"),
        ("none.case", "hello\n", ":1: error: expected '=== NAME'"),
        (
            "setting.case",
            "=== a\n--- grammar\n%%\nS: 'a';\n--- settings\n\nbudget 5s\n",
            ":7: error: a time",
        ),
        ("from.case", "=== a\n--- grammar from no.y\n--- accept\n", ":2: error: cannot read"),
        ("folder.case", "=== a\n--- input\nx\n--- accept\n", ":1: error: no grammar"),
        (
            "recoverer.case",
            "=== a\n--- grammar\n%%\nS: 'a';\n--- input\nb\n--- errors magic\n",
            ":7: error: unknown recoverer 'magic'",
        ),
    ] {
        let folder = Folder::new("unreadable", &[("good.case", good), (file, text)]);
        let output = folder.test(&["--update"]);
        assert_eq!(output.status, Some(2), "{file}: {}", output.stdout);
        assert!(output.stdout.contains(&format!("{file}{said}")), "{}", output.stdout);
        assert!(output.stdout.contains("2 cases: 1 as expected, 1 cannot be read"));
        assert_eq!(folder.read(file), text);
    }
    let folder = Folder::new("bytes", &[("b.case", "")]);
    fs::write(folder.0.join("b.case"), b"=== a\n--- input\n\xff\n").unwrap();
    let output = folder.test(&["--update"]);
    assert_eq!(output.status, Some(2));
    assert!(output.stdout.contains("b.case:3: error: it is not UTF-8"), "{}", output.stdout);
}

#[test]
fn arguments_are_checked_and_a_file_named_test_is_parsed() {
    for (arguments, said) in [
        (&["test", "--frobnicate"][..], "'--frobnicate'"),
        (&["test", "--format", "xml"], "unknown format 'xml'"),
        (&["test", "--filter"], "'--filter' needs a value"),
        (&["test", "--update=yes"], "'--update' takes no value: 'yes'"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status, Some(2));
        assert!(output.stderr.contains(said), "{}", output.stderr);
    }
    let folder = Folder::new("arguments", &[("test", "1 + 2"), ("s.l", LEXER), ("s.y", GRAMMAR)]);
    let output = folder.test(&[]);
    assert_eq!(output.status, Some(2));
    assert!(output.stdout.contains("holds no file that ends in .case"), "{}", output.stdout);
    assert_eq!(run(&["test", "no/such/folder"]).status, Some(2));
    assert!(run(&["test", "--help"]).stdout.contains("--update"));
    let mut parse = command();
    let parsed = parse.current_dir(folder.path()).args(["s.l", "s.y", "./test", "-q"]);
    assert_eq!(parsed.status().unwrap().code(), Some(0));
}

#[test]
fn programs_read_results_as_json_and_as_junit() {
    let cases = format!("{CASES}=== <odd & \"name\">\n--- input\n1 1\n--- accept\n");
    let folder = Folder::new("formats", &[("s.l", LEXER), ("s.y", GRAMMAR), ("s.case", &cases)]);
    let output = folder.test(&["--format", "json"]);
    assert_eq!(output.status, Some(1));
    let json = crate::json::Json::parse(output.stdout.trim_end());
    assert_eq!(json.get("as_expected").count(), 2);
    let failed = &json.get("cases").items()[2];
    assert_eq!(failed.get("name").text(), "<odd & \"name\">");
    assert_eq!(failed.get("failures").items()[0].get("section").text(), "accept");
    let output = folder.test(&["--format=junit"]);
    assert!(output.stdout.contains("tests=\"3\" failures=\"1\" errors=\"0\""), "{}", output.stdout);
    assert!(output.stdout.contains("name=\"&lt;odd &amp; &quot;name&quot;&gt;\""));
}

#[test]
fn a_watched_folder_is_run_again_after_a_change() {
    let folder = Folder::new("watch", &[("s.l", LEXER), ("s.y", GRAMMAR), ("s.case", CASES)]);
    let mut child =
        command().args(["test", "--watch", folder.path()]).stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (send, receive) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        for line in lines.map_while(Result::ok).filter(|line| line.contains(" cases: ")) {
            let _ = send.send(line);
        }
    });
    let first = receive.recv_timeout(PATIENCE);
    write_until_noticed(&folder.0.join("s.y"), &GRAMMAR.replace("Sum '+' 'INT' |", ""));
    let second = receive.recv_timeout(PATIENCE);
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap();
    assert_eq!(first.as_deref(), Ok("2 cases: 2 as expected"));
    assert_eq!(second.as_deref(), Ok("2 cases: 0 as expected, 2 not"));
}

#[test]
fn a_test_or_a_build_script_can_run_a_folder() {
    let folder = Folder::new("library", &[("s.l", LEXER), ("s.y", GRAMMAR), ("s.case", CASES)]);
    assert_eq!(nimbleparse::cases::runner::check_folder(folder.path()), Ok(2));
    fs::write(folder.0.join("s.case"), CASES.replace("insert INT", "insert +")).unwrap();
    let report = nimbleparse::cases::runner::check_folder(folder.path()).unwrap_err().to_string();
    assert!(report.contains("    -   insert +\n    +   insert INT\n"), "{report}");
}

#[test]
fn of_very_many_repairs_some_are_listed_and_the_others_counted() {
    let tokens: Vec<String> = (0..30).map(|nth| format!("'t{nth}'")).collect();
    let case = format!(
        "=== many\n--- grammar\n%%\nS: 'b' A A A A 'e';\nA: {};\n--- settings\nmax-repairs all\n--- input\nb e\n--- repairs exactly cpctplus\n",
        tokens.join(" | ")
    );
    let folder = Folder::new("many", &[("s.case", &case)]);
    assert_eq!(folder.test(&["--update"]).status, Some(0));
    let written = folder.read("s.case");
    assert_eq!(written.matches("  insert ").count(), 10_000);
    assert!(written.contains("  … and 800000 more\n"), "{}", &written[written.len() - 200..]);
}

#[test]
fn what_no_case_reaches_is_named_in_three_formats() {
    let cases = "=== one\n--- input\n1\n--- accept\n=== own\n--- grammar\n%% S: 'a';\n--- accept\n";
    let folder = Folder::new("coverage", &[("s.l", LEXER), ("s.y", GRAMMAR), ("s.case", cases)]);
    let output = folder.test(&["--coverage", "-"]);
    assert_eq!(output.status, Some(0));
    for line in [
        "s.y: 1 file, 0 of them with errors",
        "productions: 1 of 2 (50.0 %)\n  Sum: Sum \"+\" \"INT\"\n",
        "lexer rules: 1 of 3 (33.3 %)\n  3: \\+ '+'\n  4: [ \\n]+ ;\n",
        "start states: 1 of 1 (100.0 %)",
    ] {
        assert!(output.stdout.contains(line), "{line}\n{}", output.stdout);
    }
    let [json, page] = ["c.json", "c.html"].map(|file| {
        let path = folder.0.join(file);
        assert_eq!(folder.test(&["--coverage", path.to_str().unwrap()]).status, Some(0));
        folder.read(file)
    });
    let json = crate::json::Json::parse(json.trim_end());
    let productions = json.items()[0].get("coverage").get("productions");
    assert_eq!((productions.get("used").count(), productions.get("total").count()), (1, 2));
    assert!(page.contains("<span class=\"unused\">Sum '+' 'INT'</span>"), "{page}");
    assert_eq!(folder.test(&["--at-least", "50"]).status, Some(0));
    let output = folder.test(&["--at-least", "lexer rules=50", "--at-least", "51"]);
    assert_eq!(output.status, Some(1));
    let said = "s.y: 33.3 % of lexer rules are used, less than 50 %\ns.y: 50.0 % of productions are used, less than 51 %\n";
    assert!(output.stdout.contains(said), "{}", output.stdout);
    assert_eq!(folder.test(&["--at-least", "101"]).status, Some(2));
    assert_eq!(folder.test(&["--at-least", "rules=1"]).status, Some(2));
}

#[test]
fn sentences_become_cases_for_what_is_not_covered() {
    let cases = "=== one\n--- input\n1\n--- accept\n";
    let folder = Folder::new("generate", &[("s.l", LEXER), ("s.y", GRAMMAR), ("s.case", cases)]);
    let [lexer, grammar] = ["s.l", "s.y"].map(|file| format!("{}/{file}", folder.path()));
    let generate = |arguments: &[&str]| {
        let output = run(&[&["generate"], arguments, &[&lexer, &grammar]].concat());
        assert_eq!(output.status, Some(0), "{}", output.stderr);
        output.stdout
    };
    let minimal = generate(&["--covered", folder.path()]);
    assert_eq!(minimal, "=== Sum: Sum \"+\" \"INT\"\n--- input\n1 + 1\n--- accept\n\n");
    // A sample may be a folder.
    let samples = folder.0.join("samples");
    fs::create_dir(&samples).unwrap();
    fs::write(samples.join("a"), "7").unwrap();
    let output = run(&["generate", &lexer, &grammar, samples.to_str().unwrap()]);
    assert!(output.stdout.contains("--- input\n7 + 7\n"), "{output:?}");
    let random = generate(&["--random", "20", "--size", "10", "--weight", "Sum.1=5"]);
    assert_eq!(random.matches("--- accept").count(), 20);
    assert_eq!(random, generate(&["--random", "20", "--size", "10", "--weight", "Sum.1=5"]));
    let broken = generate(&["--broken", "20", "--seed", "3"]);
    assert!(broken.matches("--- reject").count() > 10 && broken.contains("; whole: \"0"));
    for (file, text) in [("m.case", &minimal), ("r.case", &random), ("b.case", &broken)] {
        fs::write(folder.0.join(file), text).unwrap();
    }
    let output = folder.test(&["--at-least", "100"]);
    assert_eq!(output.status, Some(0), "{}", output.stdout);
    for (arguments, said) in [
        (&["generate"][..], "expected LANG.l LANG.y"),
        (&["generate", "--grammar", "klingon"], "unknown grammar 'klingon'"),
        (&["generate", "--random", "0", "--grammar", "json"], "'--random'"),
        (&["generate", "--grammar", "json", "--weight", "X=1"], "no rule 'X'"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status, Some(2));
        assert!(output.stderr.contains(said), "{}", output.stderr);
    }
}

#[test]
fn shortest_sentences_cover_a_grammar_and_one_of_them_does_not() {
    let sentences = run(&["generate", "--grammar", "json", "--plain"]).stdout;
    let lines: Vec<&str> = sentences.lines().collect();
    let folder = Folder::new("covered", &[("0", lines[0])]);
    let covered = || {
        let output = run(&["coverage", "--grammar", "json", "--list", folder.path()]);
        assert_eq!(output.status, Some(0), "{}", output.stderr);
        output.stdout
    };
    let one = covered();
    assert!(one.starts_with("1 file, 0 of them with errors\n"), "{one}");
    assert!(!one.contains("productions: 17 of 17"), "{one}");
    for (nth, line) in lines.iter().enumerate() {
        fs::write(folder.0.join(nth.to_string()), line).unwrap();
    }
    let all = covered();
    assert!(
        all.contains(" 0 of them with errors") && all.contains("productions: 17 of 17"),
        "{all}"
    );
    let output = run(&["coverage", "--grammar", "json"]);
    assert!(output.status == Some(2) && output.stderr.contains("no sample"), "{output:?}");
}

/// Writes a file so that its time differs from before, however coarse times are.
fn write_until_noticed(path: &Path, text: &str) {
    let before = fs::metadata(path).unwrap().modified().unwrap();
    while fs::metadata(path).unwrap().modified().unwrap() == before {
        fs::write(path, text).unwrap();
    }
}

#[test]
fn the_current_folder_has_a_name_in_messages() {
    let case = "=== a\n--- input\n1\n";
    let folder = Folder::new("unnamed", &[("s.l", LEXER), ("s.case", case)]);
    let said = |message: &str| {
        let output = command().arg("test").current_dir(&folder.0).output().unwrap();
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(shown.contains(message), "{shown}");
    };
    said("or put a Yacc file into '.'");
    for name in ["s.y", "t.y"] {
        fs::write(folder.0.join(name), GRAMMAR).unwrap();
    }
    said("2 files in '.' end in .y");
}
