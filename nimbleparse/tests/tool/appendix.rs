//! The examples of the paper's Appendix A and Figure 10: the same sets of repair sequences at the same places.
//!
//! A set is written as the tool's JSON has it, a letter for the repair: `+x` inserts x, `-x` deletes it, `=x` leaves it.

use std::collections::BTreeSet;

use crate::{
    json::Json,
    program::{TemporaryFile, run, run_with_input},
};

/// Line, column, and the repair sequences of one error.
type Expected<'a> = (u128, u128, Vec<&'a str>);

fn sequence(json: &Json) -> String {
    let repairs = json.items().iter().map(|repair| {
        let [kind] = repair.names()[..] else {
            panic!("{repair:?} is more than one repair");
        };
        let sign = match kind {
            "insert" => '+',
            "delete" => '-',
            "shift" => '=',
            other => panic!("unknown repair {other}"),
        };
        format!("{sign}{}", repair.get(kind).text())
    });
    repairs.collect::<Vec<_>>().join(" ")
}

/// The errors in `text`, which must all be repaired by complete sets.
fn errors(ending: &str, text: &str) -> Vec<(u128, u128, BTreeSet<String>)> {
    let grammar = if ending == "java" { "java7" } else { "lua53" };
    let output = run_with_input(
        &["--grammar", grammar, "-r", "cpctplus", "--format", "json", "-"],
        text.as_bytes(),
    );
    assert_eq!(output.status, Some(1), "{}", output.stderr);
    let json = Json::parse(output.stdout.trim_end());
    let errors = json.get("errors").items().iter().map(|error| {
        assert_eq!(error.get("kind").text(), "parse");
        assert_eq!(error.get("status").text(), "complete");
        let repairs = error.get("repairs").items();
        let set: BTreeSet<String> = repairs.iter().map(sequence).collect();
        assert_eq!(set.len(), repairs.len(), "no sequence is there twice");
        assert_eq!(error.get("repairs_total").count(), repairs.len() as u128);
        (error.get("line").count(), error.get("column").count(), set)
    });
    errors.collect()
}

fn assert_errors(ending: &str, lines: &[&str], expected: &[Expected<'_>]) {
    let expected: Vec<(u128, u128, BTreeSet<String>)> = expected
        .iter()
        .map(|(line, column, set)| (*line, *column, set.iter().map(|s| s.to_string()).collect()))
        .collect();
    // With and without a newline at the end of the file: the end is that of the last lexeme.
    for text in [lines.join("\n"), lines.join("\n") + "\n"] {
        assert_eq!(errors(ending, &text), expected, "{text}");
    }
}

#[test]
fn java_1_a_missing_comma_or_a_type_too_many() {
    assert_errors(
        "java",
        &["class C {", "  int x y;", "}"],
        &[(2, 9, vec!["+,", "-IDENTIFIER", "+="])],
    );
}

#[test]
fn java_2_a_condition_without_parentheses_and_a_missing_brace() {
    assert_errors(
        "java",
        &["class C {", "  void f() {", "    if true {", "    }", "}"],
        &[(3, 8, vec!["+( =true +)"]), (5, 2, vec!["+}"])],
    );
}

#[test]
fn java_3_a_parenthesis_that_is_not_closed() {
    assert_errors(
        "java",
        &[
            "class C {",
            "  void f() {",
            "    if (temp.greaterThan(MAX) // missing )",
            "      fridge.startCooling();",
            "  }",
            "}",
        ],
        &[(4, 7, vec!["+)"])],
    );
}

#[test]
fn java_4_a_loop_outside_of_its_method() {
    assert_errors(
        "java",
        &[
            "class C {",
            "  void methodX() {",
            "    if (true)",
            "      foo();",
            "    }",
            "    int i = 0;",
            "    while (i < 8)",
            "      i = bar(i);",
            "    }",
            "  }",
            "}",
        ],
        &[(7, 5, vec!["+{"]), (11, 1, vec!["-}"])],
    );
}

const JAVA_5: [&str; 11] = [
    "public class Example {",
    "  public static void main(String[] args) {",
    "    int n = 5;",
    "    int f = 1;",
    "    while(0 < n) {",
    "      f = f * n;",
    "      n = n - 1",
    "    };",
    "    System.out.println(f);",
    "  }",
    "}",
];

#[test]
fn java_5_a_missing_semicolon() {
    assert_errors("java", &JAVA_5, &[(8, 5, vec!["+;", "-}"])]);
}

#[test]
fn java_5_has_one_error_and_the_same_output_on_every_run() {
    let file = TemporaryFile::new("appendix-5.java", JAVA_5.join("\n"));
    let outputs: BTreeSet<String> = (0..20).map(|_| run(&[file.path()]).stdout).collect();
    assert_eq!(outputs.len(), 1);
    let output = outputs.first().unwrap();
    assert_eq!(output.matches("Parsing error").count(), 1, "{output}");
    assert!(output.contains("1: Insert ;\n"), "{output}");
}

#[test]
fn java_6_ends_labelled() {
    let text = "class C {\n  void f() {\n    x((((((\n  }\n}\n";
    let output = run_with_input(
        &["--grammar", "java7", "-r", "cpctplus", "--format", "json", "-"],
        text.as_bytes(),
    );
    let json = Json::parse(output.stdout.trim_end());
    assert!(json.get("tree").is_true());
    let error = &json.get("errors").items()[0];
    assert_eq!((error.get("line").count(), error.get("column").count()), (4, 3));
    let status = error.get("status").text();
    match status {
        "complete" => assert_eq!(error.get("cost").count(), 8, "an expression, six ) and a ;"),
        "unproven" | "panic" => {}
        other => panic!("status {other}"),
    }
}

#[test]
fn figure_10_ranking_keeps_one_sequence() {
    assert_errors("java", &["class C {", "  T x = 2 +", "  T y = 3;", "}"], &[(3, 5, vec!["+,"])]);
}

#[test]
fn lua_1_a_parenthesis_that_is_not_closed() {
    assert_errors("lua", &["print(\"Hello World\""], &[(1, 20, vec!["+)"])]);
}

#[test]
fn lua_2_an_assignment_for_a_comparison_and_a_missing_end() {
    let operators = [
        "..", "//", "-", "%", "*", ">", "<<", "^", "<=", "+", "/", "or", "<", "and", "==", "~=",
        "|", "~", ">=", "&", ">>",
    ];
    let mut set: Vec<String> = operators.map(|operator| format!("+{operator} -=")).to_vec();
    set.push("-= -NUMERAL".to_string());
    assert_eq!(set.len(), 22);
    assert_errors(
        "lua",
        &[
            "function fact (n)",
            "  if n = 0 then",
            "    return 1",
            "  else",
            "    return n * fact(n-1)",
            "end",
        ],
        &[(2, 8, set.iter().map(String::as_str).collect()), (6, 4, vec!["+end"])],
    );
}

#[test]
fn lua_3_a_parenthesis_too_many_after_a_statement_that_ended() {
    assert_errors(
        "lua",
        &["a = b + c;", "(print or io.write)'done')"],
        &[(2, 26, vec!["-)", "+("])],
    );
}

#[test]
fn lua_4_a_parenthesis_too_many_after_a_statement_that_goes_on() {
    assert_errors("lua", &["a = b + c", "(print or io.write)'done')"], &[(2, 26, vec!["-)"])]);
}

#[test]
fn lua_5_a_missing_condition() {
    assert_errors(
        "lua",
        &["if then print(\"that\") end"],
        &[(
            1,
            4,
            vec![
                "+NAME",
                "+NUMERAL",
                "+true",
                "+SHORT_STRING",
                "+LONG_STRING",
                "+nil",
                "+false",
                "+...",
            ],
        )],
    );
}
