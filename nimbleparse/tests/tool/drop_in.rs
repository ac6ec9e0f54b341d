//! Command lines of grmtools' nimbleparse, as its manual and its `--help` (0.9 to 0.15) have them:
//! each does here what it does there.

use crate::program::{Folder, Output, command, run, run_with_input};

const LEXER: &str = "%%\n[0-9]+ 'INT'\n\\+ '+'\n\\- '-'\n[ \\n]+ ;\n";
const GRAMMAR: &str = "%start Sum\n%%\nSum: Sum '+' Sum | 'INT';\n";

/// The language with names of files as they are in a project, a text and a broken one.
fn folder(name: &str, header: &str) -> Folder {
    let grammar = format!("{header}{GRAMMAR}");
    let (right, wrong) = ("1 + 2\n", "1 + + 2\n");
    let files = [("sum.l", LEXER), ("sum.y", grammar.as_str()), ("right", right), ("wrong", wrong)];
    let more = [("lexer", LEXER), ("grammar.txt", grammar.as_str()), ("ok/1.sum", right)];
    Folder::new(name, &[&files[..], &more].concat())
}

/// Runs the program in the folder with the words of a line.
fn in_folder(folder: &Folder, line: &str) -> Output {
    let output = command().args(line.split_whitespace()).current_dir(&folder.0).output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
    Output { status: output.status.code(), stdout, stderr }
}

const TREE: &str = "Sum\n Sum\n  INT 1\n + +\n Sum\n  INT 2\n";

#[test]
fn options_are_written_as_there() {
    let folder = folder("drop-in-options", "");
    for options in [
        "",
        "-r cpctplus",
        "-r none",
        "-rnone",
        "-r CPCTPlus",
        "-rCPCTPLUS",
        "--recoverer=None",
        "-y original",
        "-yoriginal",
        "-y Original",
        "--yaccvariant original",
        "--yaccvariant=Original",
        "-r cpctplus -y original",
    ] {
        let output = in_folder(&folder, &format!("{options} sum.l sum.y right"));
        assert_eq!((output.status, output.stdout.as_str()), (Some(0), TREE), "{options}");
        assert!(output.stderr.contains("warning"), "{options}: {output:?}");
        let output = in_folder(&folder, &format!("{options} sum.l sum.y wrong"));
        assert_eq!(output.status, Some(1), "{options}");
    }
    let wrong = in_folder(&folder, "-yeco sum.l sum.y right");
    assert_eq!(wrong.status, Some(0), "{wrong:?}");
    assert!(wrong.stdout.starts_with("^~\n"), "{wrong:?}");
    // Nothing is repaired without a recoverer.
    let none = in_folder(&folder, "-rNone --style grmtools sum.l sum.y wrong");
    assert!(none.stdout.contains("No repair sequences found"), "{none:?}");
    let listed = in_folder(&folder, "-rCPCTPlus --style grmtools sum.l sum.y wrong");
    let found = |text: &str| listed.stdout.contains(text);
    assert!(found("1 column 5. Repair sequences found:\n") && found("\n   1: "), "{listed:?}");
}

#[test]
fn quiet_leaves_out_warnings_and_a_dump_of_states_is_followed_by_the_results() {
    let folder = folder("drop-in-quiet", "");
    for options in ["-q --tree", "--quiet --tree"] {
        let quiet = in_folder(&folder, &format!("{options} sum.l sum.y right"));
        let found = (quiet.status, quiet.stdout.as_str(), quiet.stderr.as_str());
        assert_eq!(found, (Some(0), TREE, ""), "{options}");
    }
    for options in ["-d", "--dump-state-graph", "-dq --tree", "-qd --tree"] {
        let output = in_folder(&folder, &format!("{options} sum.l sum.y right"));
        let states = output.stdout.strip_suffix(&format!("\n{TREE}"));
        let states = states.unwrap_or_else(|| panic!("{options}: {output:?}"));
        assert!(states.starts_with("Stategraph:\n0: [^ -> . Sum, {'$'}]\n"), "{options}: {states}");
        assert_eq!(output.stderr.is_empty(), options.contains('q'), "{options}: {output:?}");
    }
    // The states are there without a file to parse.
    let alone = in_folder(&folder, "-dq sum.l sum.y");
    assert_eq!(alone.status, Some(0), "{alone:?}");
    assert!(alone.stdout.starts_with("Stategraph:\n"), "{alone:?}");
}

#[test]
fn files_have_any_names_and_may_be_several_or_standard_input() {
    let folder = folder("drop-in-names", "");
    for files in ["lexer grammar.txt", "lexer sum.y", "sum.l grammar.txt", "./lexer ./sum.y"] {
        let output = in_folder(&folder, &format!("{files} right"));
        assert_eq!((output.status, output.stdout.as_str()), (Some(0), TREE), "{files}");
    }
    let several = in_folder(&folder, "lexer sum.y right wrong");
    assert_eq!(several.status, Some(1), "{several:?}");
    assert!(several.stdout.starts_with(&format!("right:\n{TREE}")), "{several:?}");
    let [lexer, grammar] =
        ["lexer", "grammar.txt"].map(|name| folder.0.join(name).to_str().unwrap().to_owned());
    let piped = run_with_input(&[lexer.as_str(), &grammar, "-"], b"1 + 2\n");
    assert_eq!((piped.status, piped.stdout.as_str()), (Some(0), TREE));
    // Files of built-in languages are none of these.
    let built_in = run(&[lexer.as_str(), "no-such-file.java"]);
    assert!(built_in.stderr.contains("no built-in grammar for it"), "{built_in:?}");
    let stats = in_folder(&folder, "--dump stats grammar.txt");
    assert!(stats.status == Some(0) && stats.stdout.contains("\"states\""), "{stats:?}");
}

#[test]
fn without_an_input_the_test_files_of_the_header_are_parsed() {
    let none = folder("drop-in-none", "");
    let output = in_folder(&none, "-q sum.l sum.y");
    assert_eq!(output.status, Some(2), "{output:?}");
    let expected = "nimbleparse: no file to parse, and 'sum.y' names none as 'test_files'\n";
    assert_eq!(output.stderr, expected);
    let header = "%grmtools{yacckind: Original(NoAction), test_files: [\"ok/*.sum\", \"r*t\"]}\n";
    let both = folder("drop-in-header", header);
    let output = in_folder(&both, "sum.l sum.y");
    assert_eq!(output.status, Some(0), "{output:?}");
    assert_eq!(output.stdout, format!("./ok/1.sum:\n{TREE}./right:\n{TREE}"));
    let output = in_folder(&both, "sum.l sum.y wrong");
    assert_eq!(output.status, Some(1), "an input is parsed in their place: {output:?}");
    let header = "%grmtools{test_files: \"no/*.sum\"}\n";
    let output = in_folder(&folder("drop-in-nowhere", header), "-q sum.l sum.y");
    assert_eq!(output.status, Some(2), "{output:?}");
    assert_eq!(output.stderr, "nimbleparse: test_files: 'no/*.sum' matches no file\n");
}

#[test]
fn what_was_meant_by_a_misspelt_word_is_asked() {
    for (words, message) in [
        (
            &["--recovrer", "none", "x.java"][..],
            "unknown option '--recovrer'; did you mean '--recoverer'?",
        ),
        (&["generate", "--wieght=2"], "unknown option '--wieght'; did you mean '--weight'?"),
        (&["tset", "cases"], "'tset' is neither a command nor a file; did you mean 'test'?"),
        (
            &["evalute", "a.l", "a.y"],
            "'evalute' is neither a command nor a file; did you mean 'evaluate'?",
        ),
    ] {
        let output = run(words);
        assert_eq!(output.status, Some(2), "{output:?}");
        assert_eq!(output.stderr.lines().next(), Some(&*format!("nimbleparse: {message}")));
    }
}
