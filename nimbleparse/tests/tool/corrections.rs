//! What a model of the language makes possible: words that are misspelt, phrases too many,
//! exchanged neighbours, operators turned round, quotes, brackets. The repair that is applied, and
//! the help that comes first, make of a program what a person would; and the cheapest repairs
//! without a model are there with one.

use std::{collections::BTreeSet, fs};

use crate::{
    json::Json,
    program::{grammars, run_with_input},
};

/// Programs with one slip each: the language, the line with the slip, what it is to be, and the
/// lines before and after it.
const SLIPS: &[(&str, &str, &str, &str, &str)] = &[
    // Two letters exchanged, one left out, one too many, a word split.
    ("java7", "retrun x + 1;", "return x + 1;", "class A { int f(int x) {\n", "\n} }\n"),
    ("java7", "whle (x > 1) {", "while (x > 1) {", "class A { void f(int x) {\n", "\n} } }\n"),
    ("c11", "retun a + b;", "return a + b;", "int f(int a, int b) {\n", "\n}\n"),
    ("c11", "strcut point p;", "struct point p;", "int f(void) {\n", "\nreturn p.x;\n}\n"),
    ("lua53", "local fucntion f(a)", "local function f(a)", "", "\n  return a\nend\nf(1)\n"),
    ("lua53", "if a > b tehn", "if a > b then", "", "\n  f(a)\nend\n"),
    ("php73", "retrun $x + 1;", "return $x + 1;", "<?php\nfunction f($x) {\n", "\n}\n"),
    // Two words near each other, before the error and on both sides of it.
    (
        "java7",
        "pubilc statci void f() {",
        "public static void f() {",
        "class A {\n",
        "\ng(); } }\n",
    ),
    (
        "java7",
        "whlie (a) { retrun; }",
        "while (a) { return; }",
        "class A { void f() {\n",
        "\n} }\n",
    ),
    (
        "c11",
        "statci strcut point p;",
        "static struct point p;",
        "",
        "\nint f(void) { return p.x; }\n",
    ),
    ("lua53", "fi a > b tehn", "if a > b then", "", "\n  f(a)\nend\n"),
    (
        "php73",
        "pubilc fucntion f($x) {",
        "public function f($x) {",
        "<?php\nclass A {\n",
        "\n} }\n",
    ),
    // Operators turned round.
    ("java7", "if (x =< 1) {", "if (x <= 1) {", "class A { void f(int x) {\n", "\nf(x); } } }\n"),
    ("c11", "if (a => b) {", "if (a >= b) {", "int f(int a, int b) {\n", "\na = b; }\n}\n"),
    // Neighbours in the wrong order.
    ("java7", "if x (== 1) {", "if (x == 1) {", "class A { void f(int x) {\n", "\nf(x); } } }\n"),
    // An empty pair of brackets, and what is left of a declaration.
    ("c11", "g(a[]);", "g(a);", "int f(int a) {\n", "\nreturn 0;\n}\n"),
    // A quote in a text.
    ("c11", "g(\"a \"b\" c\");", "g(\"a \");", "int f(int a) {\n", "\nreturn 0;\n}\n"),
    // The word before brackets, further back than repairs are searched for.
    (
        "java7",
        "(x > 1 && x < 200 && h(x) && i(x)) {",
        "if (x > 1 && x < 200 && h(x) && i(x)) {",
        "class A { void f(int x) {\ng(x);\n",
        "\ng(x);\n} } }\n",
    ),
];

/// What the program says of an input's first error.
fn first_error(grammar: &str, program: &str, more: &[&str]) -> Json {
    let args = [&["--format", "json", "--grammar", grammar], more, &["-"]].concat();
    let output = run_with_input(&args, program.as_bytes());
    let json = Json::parse(output.stdout.trim_end());
    let errors = json.get("errors").items();
    errors.first().unwrap_or_else(|| panic!("no error in {program}: {output:?}")).clone()
}

/// The program after edits.
fn edited(program: &str, edits: &Json) -> String {
    let mut edited = program.to_string();
    let number = |edit: &Json, name: &str| usize::try_from(edit.get(name).count()).unwrap();
    for edit in edits.items().iter().rev() {
        let from = number(edit, "offset");
        edited.replace_range(from..from + number(edit, "length"), edit.get("text").text());
    }
    edited
}

/// A text without its blanks: how edits lay them out is tested elsewhere.
fn dense(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join("")
}

#[test]
fn what_people_meant_is_applied_and_is_the_first_help() {
    let mut wrong = Vec::new();
    for (grammar, slip, meant, before, after) in SLIPS {
        let program = format!("{before}{slip}{after}");
        let wanted = dense(&format!("{before}{meant}{after}"));
        let error = first_error(grammar, &program, &[]);
        let applied = edited(&program, &error.get("edits").items()[0]);
        let helped = edited(&program, error.get("help").items()[0].get("edits"));
        for (what, made) in [("repair", applied), ("help", helped)] {
            if dense(&made) != wanted {
                wrong.push(format!("{grammar}, {slip}: the first {what} makes\n{made}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the repairs of an error make of a program: all, or the cheapest alone, which are
/// guaranteed.
fn made(program: &str, error: &Json, cheapest: bool) -> BTreeSet<String> {
    let alternatives = error.get("alternatives").items().iter();
    let alternatives: BTreeSet<u128> = alternatives.map(|one| one.get("repair").count()).collect();
    let wanted = |at: u128| !cheapest || !alternatives.contains(&at);
    (0..)
        .zip(error.get("edits").items())
        .filter(|(at, edits)| wanted(*at) && **edits != Json::Null)
        .map(|(_, edits)| dense(&edited(program, edits)))
        .collect()
}

#[test]
fn the_cheapest_repairs_without_a_model_are_there_with_one() {
    let mut programs: Vec<(&str, String)> = SLIPS
        .iter()
        .map(|(grammar, slip, _, before, after)| (*grammar, format!("{before}{slip}{after}")))
        .collect();
    for grammar in ["java7", "c11", "lua53"] {
        let mut files: Vec<_> = fs::read_dir(grammars().join(grammar).join("bad"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        programs.extend(files.iter().map(|file| (grammar, fs::read_to_string(file).unwrap())));
    }
    let mut compared = 0;
    for (grammar, program) in programs {
        let with = first_error(grammar, &program, &[]);
        let without = first_error(grammar, &program, &["--ngram", "none"]);
        let all = |error: &Json| error.get("repairs_total").count() <= 1000;
        if !all(&with) || !all(&without) {
            continue;
        }
        let (with, without) = (made(&program, &with, false), made(&program, &without, true));
        let missing: Vec<&String> = without.difference(&with).collect();
        assert!(missing.is_empty(), "{grammar}: {program}: {missing:#?}");
        compared += usize::from(!without.is_empty());
    }
    assert!(compared >= 40, "only {compared} were compared");
}
