//! `nimbleparse highlight`: which queries it takes, and what it says of wrong ones.

use crate::program::{Folder, run};

const LEXER: &str = "%%\n[a-z]+ \"NAME\"\n= \"=\"\n[ \\n]+ ;\n";
const GRAMMAR: &str = "%%\nS: \"NAME\" \"=\" \"NAME\";\n";

#[test]
fn the_queries_beside_the_grammar_decide_and_a_folder_can_be_named() {
    let files = [
        ("s.l", LEXER),
        ("s.y", GRAMMAR),
        ("a.s", "x = y\n"),
        ("queries/highlights.scm", "(S . (NAME) @keyword)"),
        ("other/highlights.scm", "(NAME) @string.special"),
    ];
    let folder = Folder::new("highlight", &files);
    let [l, y, s, other] =
        ["s.l", "s.y", "a.s", "other"].map(|name| format!("{}/{name}", folder.path()));
    let coloured = run(&["highlight", &l, &y, &s, "--color", "always"]);
    assert_eq!(coloured.stdout, "\x1b[35mx\x1b[0m = y\n", "{}", coloured.stderr);
    // Not to a terminal.
    assert_eq!(run(&["highlight", &l, &y, &s]).stdout, "x = y\n");
    let page = run(&["highlight", "--queries", &other, &l, &y, &s, "--format", "html"]).stdout;
    assert!(page.contains("<span class=\"string string-special\">x</span>"), "{page}");
}

#[test]
fn built_in_grammars_are_chosen_by_the_ending_of_a_file() {
    let folder = Folder::new("highlight-built-in", &[("a.json", "{\"<a>\": 1")]);
    let page = run(&["highlight", "--format=html", &format!("{}/a.json", folder.path())]);
    assert_eq!(page.status, Some(0), "{}", page.stderr);
    assert!(page.stdout.contains("<span class=\"property\">&quot;&lt;a&gt;&quot;</span>"));
    let unknown = run(&["highlight", "a.klingon"]);
    assert_eq!(unknown.status, Some(2));
    assert!(unknown.stderr.contains("no grammar is built in for 'a.klingon'"), "{unknown:?}");
}

#[test]
fn mistakes_in_queries_are_errors_with_their_lines() {
    let files = [
        ("s.l", LEXER),
        ("s.y", GRAMMAR),
        ("a.s", "x = y\n"),
        ("queries/highlights.scm", "(NAME) @keywrd\n"),
        ("queries/folds.scm", "\n(T (NAM) @fold\n"),
    ];
    let folder = Folder::new("highlight-wrong", &files);
    let [l, y, s] = ["s.l", "s.y", "a.s"].map(|name| format!("{}/{name}", folder.path()));
    let wrong = run(&["highlight", &l, &y, &s]);
    assert_eq!((wrong.status, &*wrong.stdout), (Some(2), ""));
    for said in ["highlights.scm:1:8", "did you mean 'keyword'?", "folds.scm:"] {
        assert!(wrong.stderr.contains(said), "{said}: {}", wrong.stderr);
    }
}
