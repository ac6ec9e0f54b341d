//! Files of users: none is lost, none is read without a limit.

use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use lrtable::random::Random;
use nimbleparse::cases::{
    CustomSection, Subject,
    runner::{self, Options},
};

use crate::{
    program::{Folder, Output, PATIENCE, command, run},
    test_command::{GRAMMAR, LEXER},
};

/// Runs a line of the shell in a folder, in which `nimbleparse` is the program.
fn shell(folder: &Path, line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_nimbleparse")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", program.display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
    Output { status: output.status.code(), stdout, stderr }
}

/// A folder with so many cases, none of which says what is expected.
fn many_cases(name: &str, count: usize) -> (Folder, String) {
    let cases: Vec<String> =
        (0..count).map(|nth| format!("=== case {nth}\n--- input\n1 + {nth}\n\n")).collect();
    let cases = cases.concat();
    (Folder::new(name, &[("s.l", LEXER), ("s.y", GRAMMAR), ("s.case", &cases)]), cases)
}

/// The names of files in a folder, in order.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_limit_of_the_file_size_loses_no_case() {
    let (folder, cases) = many_cases("size", 3_000);
    // The program is told that the file is too large.
    let output = shell(&folder.0, "trap '' XFSZ; ulimit -f 10; nimbleparse test --update s.case");
    assert_eq!(output.status, Some(2), "{}", output.stdout);
    assert!(output.stdout.starts_with("error: cannot write 's.case': "), "{}", output.stdout);
    assert!(!output.stdout.contains("written: "), "{}", output.stdout);
    assert_eq!(folder.read("s.case"), cases);
    assert_eq!(names(&folder), ["s.case", "s.l", "s.y"]);
    // The program is killed.
    let output = shell(&folder.0, "ulimit -f 10; nimbleparse test --update s.case");
    assert_ne!(output.status, Some(0));
    assert_eq!(folder.read("s.case"), cases);
    let output = folder.test(&["--update"]);
    assert_eq!(output.status, Some(0), "{}", output.stdout);
    assert_eq!(folder.read("s.case").matches("=== case ").count(), 3_000);
}

#[test]
fn a_case_saved_while_cases_are_run_is_not_lost() {
    /// Saves another case, as an editor does, and wants the section changed.
    fn save(subject: &Subject) -> Option<String> {
        let file = &subject.own[0].1;
        let cases = fs::read_to_string(file).unwrap();
        fs::write(file, format!("{cases}=== saved meanwhile\n--- input\n1\n")).unwrap();
        Some("found".to_string())
    }
    let folder = Folder::new("meanwhile", &[("s.l", LEXER), ("s.y", GRAMMAR), ("s.case", "")]);
    let file = folder.0.join("s.case");
    let case = format!("=== a\n--- settings\nfile {}\n--- saves\nexpected\n", file.display());
    fs::write(&file, &case).unwrap();
    let custom = vec![CustomSection { name: "saves", settings: &["file"], found: save }];
    let paths = vec![file.clone()];
    let results = runner::run(&Options { paths, update: true, custom, ..Options::default() });
    let said = format!("cannot write '{}': it has changed since it was read", file.display());
    assert_eq!((results.errors.clone(), results.written.clone()), (vec![said], vec![]));
    assert_eq!(results.status(true), runner::FAILED);
    assert_eq!(folder.read("s.case"), format!("{case}=== saved meanwhile\n--- input\n1\n"));
    assert_eq!(names(&folder), ["s.case", "s.l", "s.y"]);
}

#[test]
fn a_program_killed_at_any_moment_loses_no_case() {
    let (folder, cases) = many_cases("killed", 2_000);
    let update = || {
        let mut update = command();
        update.args(["test", "--update", folder.path()]).stdout(Stdio::null()).spawn().unwrap()
    };
    let started = Instant::now();
    assert!(update().wait().unwrap().success());
    let whole = started.elapsed();
    let updated = folder.read("s.case");
    assert_eq!(updated.matches("--- tree\n").count(), 2_000);
    let mut random = Random::new(32);
    for round in 0..200 {
        fs::write(folder.0.join("s.case"), &cases).unwrap();
        let mut child = update();
        if round % 2 == 0 {
            thread::sleep(whole * random.below(1_000) as u32 / 1_000);
        } else {
            // As soon as anything is written, and a little later.
            let length = || fs::metadata(folder.0.join("s.case")).unwrap().len();
            let waits = Instant::now();
            while length() == cases.len() as u64
                && names(&folder).len() == 3
                && child.try_wait().unwrap().is_none()
            {
                assert!(waits.elapsed() < PATIENCE, "it does not end");
            }
            thread::sleep(Duration::from_micros(random.below(300) as u64));
        }
        let _ = child.kill();
        child.wait().unwrap();
        let now = folder.read("s.case");
        assert!(now == cases || now == updated, "round {round}: {} bytes", now.len());
        for name in names(&folder).iter().filter(|name| name.starts_with(".nimbleparse-")) {
            fs::remove_file(folder.0.join(name)).unwrap();
        }
        assert_eq!(names(&folder), ["s.case", "s.l", "s.y"]);
    }
}

#[test]
fn the_documented_line_makes_the_missing_cases() {
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/testing.md");
    let text = fs::read_to_string(documents).unwrap();
    let lines = text.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(lines.contains("nimbleparse generate calc.l calc.y --covered tests > tests/"));
    let one = "=== one\n--- input\n1\n--- accept\n";
    let files = [("calc.l", LEXER), ("calc.y", GRAMMAR), ("tests/one.case", one)];
    let folder = Folder::new("documented", &files);
    let output = shell(&folder.0, &format!("set -e\n{lines}"));
    assert_eq!(output.status, Some(0), "{} {}", output.stdout, output.stderr);
    let made = "=== Sum: Sum \"+\" \"INT\"\n--- input\n1 + 1\n--- accept\n\n";
    assert_eq!(folder.read("tests/minimal.case"), made);
    let all = shell(&folder.0, "nimbleparse test --at-least 100 tests");
    assert_eq!((all.status, all.stdout.as_str()), (Some(0), "2 cases: 2 as expected\n"));
    // With '--out' there is the same; its own cases do not make themselves superfluous.
    for _ in 0..2 {
        let line = "nimbleparse generate calc.l calc.y --covered tests --out tests/minimal.case";
        let output = shell(&folder.0, line);
        assert_eq!((output.status, output.stdout.as_str()), (Some(0), ""), "{}", output.stderr);
        assert_eq!(folder.read("tests/minimal.case"), made);
    }
    let output = shell(&folder.0, "nimbleparse generate calc.l calc.y --out no/such.case");
    assert_eq!(output.status, Some(2));
    assert!(output.stderr.contains("cannot write 'no/such.case'"), "{}", output.stderr);
    // An empty file has no cases.
    fs::write(folder.0.join("tests/minimal.case"), "").unwrap();
    assert_eq!(shell(&folder.0, "nimbleparse test tests").stdout, "1 case: 1 as expected\n");
}

#[test]
fn devices_and_pipes_end_no_run() {
    let case = |from: &str| format!("=== a\n--- input from {from}\n--- accept\n");
    let files = [("s.l", LEXER), ("s.y", GRAMMAR), ("z.case", &case("/dev/zero"))];
    let folder = Folder::new("endless", &files);
    assert_eq!(shell(&folder.0, "mkfifo pipe p.case").status, Some(0));
    fs::write(folder.0.join("in.case"), case("pipe")).unwrap();
    let limit = "ulimit -v 1000000";
    let output = shell(&folder.0, &format!("{limit}; nimbleparse test ."));
    assert_eq!(output.status, Some(2));
    for line in [
        "in.case:2: error: cannot read 'pipe': not a regular file\n",
        "p.case:1: error: cannot read 'p.case': not a regular file\n",
        "z.case:2: error: cannot read '/dev/zero': not a regular file\n",
    ] {
        assert!(output.stdout.contains(line), "{line}{}", output.stdout);
    }
    for (arguments, culprit) in [
        ("s.l s.y /dev/zero", "/dev/zero"),
        ("/dev/zero.json", "/dev/zero.json"),
        ("--ngram /dev/zero --grammar json s.l", "/dev/zero"),
        ("--accepted /dev/zero s.y", "/dev/zero"),
        ("test pipe", "pipe"),
        ("generate s.l s.y /dev/zero", "/dev/zero"),
        ("evaluate s.l s.y /dev/zero", "/dev/zero"),
    ] {
        let output = shell(&folder.0, &format!("{limit}; nimbleparse {arguments}"));
        assert_eq!(output.status, Some(2), "{arguments}: {}", output.stdout);
        let said = output.stdout + &output.stderr;
        assert!(said.contains(&format!("cannot read '{culprit}'")), "{arguments}: {said}");
    }
    // A pipe that a command line names has been made for it.
    let line = "printf '1 + + 2' > pipe & nimbleparse -q --style short s.l s.y pipe";
    let output = shell(&folder.0, line);
    assert_eq!(output.status, Some(1));
    assert!(output.stderr.starts_with("pipe:1:5: error: "), "{}", output.stderr);
}

#[test]
fn of_a_file_that_is_too_long_nothing_is_read() {
    let folder = Folder::new("sparse", &[("s.l", LEXER), ("s.y", GRAMMAR), ("a", "1")]);
    for (name, length) in [("long.y", 3 << 29), ("long.l", 3 << 29), ("long", 3 << 30)] {
        File::create(folder.0.join(name)).unwrap().set_len(length).unwrap();
    }
    for (arguments, said) in [
        ("s.l long.y a", "cannot read 'long.y': it has more than 67108864 bytes"),
        ("long.l s.y a", "cannot read 'long.l': it has more than 67108864 bytes"),
        ("s.l s.y long", "cannot read 'long': it has more than 2147483647 bytes"),
        ("--conflicts long.y", "cannot read 'long.y': it has more than 67108864 bytes"),
    ] {
        let output = shell(&folder.0, &format!("ulimit -v 1000000; nimbleparse {arguments}"));
        assert_eq!(output.status, Some(2));
        assert!(output.stderr.contains(said), "{}", output.stderr);
    }
}

#[test]
fn a_wrong_tree_of_a_long_input_is_shown_in_part() {
    let sum = "1 + ".repeat(500_000) + "1";
    let case = "=== long\n--- input from long\n--- tree\nwrong\n";
    let files = [("s.l", LEXER), ("s.y", GRAMMAR), ("s.case", case), ("long", &sum)];
    let folder = Folder::new("long-tree", &files);
    let output = folder.test(&[]);
    assert_eq!(output.status, Some(1));
    let lines = output.stdout.lines().count();
    assert!(lines < 1_010 && output.stdout.len() < 1 << 20, "{lines} {}", output.stdout.len());
    assert!(output.stdout.contains(" more lines that differ\n"));
    // What is written is cut, and stays so.
    assert_eq!(folder.test(&["--update"]).status, Some(0));
    let written = folder.read("s.case");
    assert!(written.len() <= (32 << 20) + 200, "{}", written.len());
    assert!(written.ends_with("\n… and more, beyond 32 MiB: use a shorter input\n"));
    assert_eq!(folder.test(&[]).status, Some(0));
}

#[test]
fn a_number_beyond_all_memory_is_refused() {
    for arguments in [
        ["generate", "--grammar", "calc", "--random"],
        ["generate", "--grammar", "calc", "--broken"],
        ["evaluate", "--grammar", "calc", "--count"],
    ] {
        let output = run(&[&arguments[..], &["1000000000000"]].concat());
        assert_eq!((output.status, output.stdout.as_str()), (Some(2), ""));
        let said = format!("'{}' is at most 1000000, not '1000000000000'", arguments[3]);
        assert!(output.stderr.contains(&said), "{}", output.stderr);
    }
}

/// An output that is one of the files that are read is refused, and every file is as it was.
#[test]
fn no_output_replaces_what_is_read() {
    let sample = "1 + 1";
    let files = [("s.l", LEXER), ("s.y", GRAMMAR), ("a.txt", sample), ("b.txt", "1 + 1 + 1")];
    let folder = Folder::new("outputs", &files);
    let all = ["s.l", "s.y", "a.txt", "./b.txt"];
    for out in all {
        for line in [
            format!("train --out {out} s.l s.y a.txt b.txt"),
            format!("train --out {out} s.l s.y ."),
            format!("generate --out {out} s.l s.y a.txt b.txt"),
            format!("--search-graph {out} s.l s.y a.txt"),
            format!("--report {out} s.y"),
            format!("test --coverage {} .", out.replace(".txt", ".l")),
        ] {
            let output = shell(&folder.0, &format!("nimbleparse {line}"));
            // A folder holds the grammar too, which is no sample.
            assert_eq!(output.status, Some(2), "{line}: {output:?}");
            let refused = ["which is read", "should end in"];
            assert!(refused.iter().any(|why| output.stderr.contains(why)), "{line}: {output:?}");
            for (file, text) in files {
                assert_eq!(fs::read_to_string(folder.0.join(file)).unwrap(), text, "{line}");
            }
        }
    }
}
