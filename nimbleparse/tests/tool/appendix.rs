//! Two examples of the paper's Appendix A, of which more is asked than `grammars/java7/paper.case`
//! says.

use std::collections::BTreeSet;

use crate::{
    json::Json,
    program::{TemporaryFile, run, run_with_input},
};

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
fn java_5_has_one_error_and_the_same_output_on_every_run() {
    let file = TemporaryFile::new("appendix-5.java", JAVA_5.join("\n"));
    let outputs: BTreeSet<String> =
        (0..20).map(|_| run(&["--style", "grmtools", file.path()]).stdout).collect();
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
