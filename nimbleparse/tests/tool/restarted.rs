//! The paper's examples with repairs that may begin before the error: the first of each set, as the guide on recovery has them.

use crate::{json::Json, program::run_with_input};

/// Line and column of an error; line and column of its first repair; that repair.
type First<'a> = (u128, u128, u128, u128, &'a str);

fn firsts(grammar: &str, lines: &[&str]) -> Vec<(u128, u128, u128, u128, String)> {
    let arguments = ["--grammar", grammar, "-r", "restart", "--format", "json", "-"];
    let output = run_with_input(&arguments, lines.join("\n").as_bytes());
    assert_eq!(output.status, Some(1), "{}", output.stderr);
    let json = Json::parse(output.stdout.trim_end());
    let errors = json.get("errors").items().iter().map(|error| {
        assert_eq!(error.get("status").text(), "complete");
        let repairs = error.get("repairs").items()[0].items().iter().map(|repair| {
            let kind = repair.names()[0];
            format!("{kind} {}", repair.get(kind).text())
        });
        let place = |json: &Json| (json.get("line").count(), json.get("column").count());
        let ((line, column), (at_line, at_column)) =
            (place(error), place(&error.get("at").items()[0]));
        (line, column, at_line, at_column, repairs.collect::<Vec<_>>().join(", "))
    });
    errors.collect()
}

fn assert_firsts(grammar: &str, lines: &[&str], expected: &[First<'_>]) {
    let expected: Vec<_> =
        expected.iter().map(|(a, b, c, d, repair)| (*a, *b, *c, *d, repair.to_string())).collect();
    assert_eq!(firsts(grammar, lines), expected, "{}", lines.join("\n"));
}

#[test]
fn java() {
    let java = |lines: &[&str], expected: &[First<'_>]| assert_firsts("java7", lines, expected);
    java(&["class C {", "  int x y;", "}"], &[(2, 9, 2, 9, "delete IDENTIFIER")]);
    java(
        &["class C {", "  void f() {", "    if true {", "    }", "}"],
        &[(3, 8, 3, 5, "delete if, delete true"), (5, 2, 3, 13, "delete {")],
    );
    java(
        &[
            "class C {",
            "  void f() {",
            "    if (temp.greaterThan(MAX) // missing )",
            "      fridge.startCooling();",
            "  }",
            "}",
        ],
        &[(4, 7, 4, 7, "insert )")],
    );
    java(
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
        &[(7, 5, 5, 5, "delete }"), (11, 1, 11, 1, "delete }")],
    );
    java(
        &[
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
        ],
        &[(8, 5, 8, 5, "insert ;")],
    );
    java(&["class C {", "  T x = 2 +", "  T y = 3;", "}"], &[(3, 5, 2, 11, "insert ;, delete +")]);
    let deleted =
        ["delete IDENTIFIER", "delete (, delete (, delete (, delete (, delete (, delete ("];
    java(
        &["class C {", "  void f() {", "    x((((((", "  }", "}"],
        &[(4, 3, 3, 5, &deleted.join(", "))],
    );
}

#[test]
fn lua() {
    let lua = |lines: &[&str], expected: &[First<'_>]| assert_firsts("lua53", lines, expected);
    lua(&["print(\"Hello World\""], &[(1, 20, 1, 6, "delete (")]);
    lua(
        &[
            "function fact (n)",
            "  if n = 0 then",
            "    return 1",
            "  else",
            "    return n * fact(n-1)",
            "end",
        ],
        &[(2, 8, 2, 8, "insert -, delete ="), (6, 4, 6, 4, "insert end")],
    );
    lua(&["a = b + c;", "(print or io.write)'done')"], &[(2, 26, 2, 26, "delete )")]);
    lua(&["a = b + c", "(print or io.write)'done')"], &[(2, 26, 2, 26, "delete )")]);
    lua(&["if then print(\"that\") end"], &[(1, 4, 1, 4, "insert NAME")]);
}

#[test]
fn an_alternative_is_told_from_the_cheapest() {
    let statements = |line: &'static str, count| std::iter::repeat_n(line, count);
    let lines: Vec<&str> = ["class C {", "    void f() {", "        if (x) {"]
        .into_iter()
        .chain(statements("            a();", 4))
        .chain(statements("        b();", 4))
        .chain(["    }", "    void g() {", "    }", "}"])
        .collect();
    let text = lines.join("\n");
    let arguments = ["--grammar", "java7", "-r", "restart", "-"];
    let output = run_with_input(&arguments, text.as_bytes());
    let far = "4: at line 8 column 9: alternative: Insert }";
    assert!(output.stdout.contains(far), "{}", output.stdout);
    let json = run_with_input(&[&["--format", "json"], &arguments[..]].concat(), text.as_bytes());
    let json = Json::parse(json.stdout.trim_end());
    let error = &json.get("errors").items()[0];
    let alternatives = error.get("alternatives").items();
    let is_bracket = |alternative: &&Json| alternative.get("kind").text() == "bracket";
    let alternative = alternatives.iter().find(is_bracket).expect("a far bracket");
    let at = &error.get("at").items()[alternative.get("repair").count() as usize];
    assert_eq!((at.get("line").count(), at.get("column").count()), (8, 9));
}
