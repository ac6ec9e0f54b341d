//! Repairs that may begin before the error, as the program tells them from each other.

use crate::{json::Json, program::run_with_input};

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
    let arguments = ["--style", "grmtools", "--grammar", "java7", "-r", "restart", "-"];
    let output = run_with_input(&arguments, text.as_bytes());
    let far = ": at line 8 column 9: alternative: Insert }";
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
