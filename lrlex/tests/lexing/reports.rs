//! Reports of errors: the table of titles, a case for each row, with the place and the best help;
//! and how reports are shown.

use lrlex::language::{Text, Types, grammar, lexer, table};
use lrpar::{
    RTParserBuilder, RecoveryKind, Renderer, Report, Reporter, Span, apply_edits,
    report::{Code, GrammarLabels, width},
};

const LEX: &str = r#"%%
[ \t\r\n]+ ;
/\*([^*]|\*+[^*/])*\*+/ ;
int "int"
return "return"
while "while"
if "if"
then "then"
[0-9]+ "NUMBER"
"[^"\n]*" "STRING"
[a-z]+ "NAME"
== "=="
= "="
\+ "+"
\* "*"
/ "/"
; ";"
, ","
\( "("
\) ")"
\{ "{"
\} "}"
\[ "["
\] "]"
"#;

const YACC: &str = r#"%start Program
%epp NAME "a name"
%epp Expression "an expression"
%%
Program: Statements;
Statements: | Statements Statement;
Statement: "int" "NAME" "=" Expression ";" | "return" Expression ";" | "while" "(" Condition ")" Statement
  | "if" "(" Condition ")" Statement | "{" Statements "}" | "NAME" "=" Expression ";" | Call ";";
Condition: Expression "==" Expression;
Expression: Expression "+" Term | Term;
Term: Term "*" Factor | Factor;
Factor: "NAME" | "NUMBER" | "STRING" | Call | "(" Expression ")" | "[" Arguments "]";
Call: "NAME" "(" Arguments ")";
Arguments: Expression | Arguments "," Expression;
"#;

/// What `make` says of the reports of a text.
fn with_reports<T>(text: &str, kind: RecoveryKind, make: impl Fn(&Report) -> T) -> Vec<T> {
    let mut warnings = String::new();
    let yacc = Text { name: "test.y", text: YACC };
    let grammar = grammar(yacc, None, &mut warnings).unwrap();
    let (_, table) = table(&grammar, None, yacc, &mut warnings).unwrap();
    let lexerdef = lexer(Text { name: "test.l", text: LEX }, &grammar, &mut warnings).unwrap();
    let lexer = lexerdef.lexer(text);
    let parser = RTParserBuilder::<u32, Types>::new(&grammar, &table).recoverer(kind);
    let errors = parser.parse_noaction(&lexer);
    let labels = GrammarLabels::new(&grammar);
    let reporter = Reporter::new(&table.tables(), labels.labels(), &lexer);
    let reports: Vec<Report> = reporter.reports(&errors).collect();
    // Each report's best help is a text that has fewer mistakes, or as many where they are told
    // apart.
    for report in &reports {
        for help in &report.helps {
            if let Some(edits) = &help.edits {
                apply_edits(text, edits);
            }
        }
    }
    reports.iter().map(make).collect()
}

/// The reports of a text, each on a line.
fn shorts(text: &str, kind: RecoveryKind) -> String {
    let renderer = Renderer::new("t", text);
    with_reports(text, kind, |report| renderer.short(report)).concat()
}

fn rich(text: &str, columns: usize, colour: bool) -> String {
    let renderer = Renderer::new("t", text).width(columns).colour(colour);
    with_reports(text, RecoveryKind::Restart, |report| renderer.rich(report)).concat()
}

#[test]
fn what_a_report_does_not_show_is_counted_up_to_ten() {
    let text = "int a = 1;";
    let with_more = |more| {
        let mut report = Report::new(Code::Wrong, "wrong".to_string(), Span::new(4, 5));
        report.more = more;
        report
    };
    let hinted = Renderer::new("t", text).more_hint("with 'all'");
    for (more, line) in [
        (1, "  = or: 1 more with 'all'\n"),
        (10, "  = or: 10 more with 'all'\n"),
        (11, "  = and others: with 'all'\n"),
        (1_513_047, "  = and others: with 'all'\n"),
    ] {
        let [with, without] = [&with_more(more), &with_more(0)].map(|report| hinted.rich(report));
        assert_eq!(with, format!("{}\n{line}\n", without.trim_end()));
        // Other programs have no such option.
        assert_eq!(Renderer::new("t", text).rich(&with_more(more)), without);
    }
}

#[test]
fn each_kind_of_repair_has_its_title() {
    for (text, expected) in [
        // One token inserted.
        ("int a = 1\nint b = 2;", "t:1:10: error: expected `;` (help: insert `;`)\n"),
        // One that is not always written alike, by the label of a rule, and of a token.
        (
            "int a = ;",
            "t:1:9: error: expected an expression after `=` (help: insert an expression)\n",
        ),
        ("int = 1;", "t:1:5: error: expected a name (help: insert a name)\n"),
        // Lexemes deleted.
        ("int int a = 1;", "t:1:5: error: unexpected `int` (help: delete `int`)\n"),
        // One for another.
        (
            "if (a = 1) b = 2;",
            "t:1:7: error: expected `==`, found `=` (help: replace `=` by `==`)\n",
        ),
        // A misspelt keyword, at the error and before it; a split operator.
        (
            "retrun 1;",
            "t:1:1: error: unknown `retrun`: did you mean `return`? (help: replace `retrun` by `return`)\n",
        ),
        (
            "whlie (a == 1) b = 2;",
            "t:1:1: error: unknown `whlie`: did you mean `while`? (help: replace `whlie` by `while`)\n",
        ),
        (
            "if (a = = 1) b = 2;",
            "t:1:7: error: expected `==`, found `= =` (help: replace `= =` by `==`)\n",
        ),
        // A bracket.
        ("f(1;", "t:1:4: error: expected `)` (help: insert `)`)\n"),
        ("a = f(\n  1,\n  2\n;\nb = 1;", "t:3:4: error: `(` was never closed (help: insert `)`)\n"),
        ("a = 1;\n}", "t:2:1: error: unexpected `}` (help: delete `}`)\n"),
        // Quotes and comments.
        ("f(\"abc);\na = 1;", "t:1:3: error: unterminated string (help: insert `\"`)\n"),
        ("f('abc');\na = 1;", "t:1:3: error: malformed literal `'abc'` (help: write `\"abc\"`)\n"),
        ("a = 1; /* b\nc = (;\n", "t:1:8: error: unterminated comment (help: insert `*/`)\n"),
        // Text that is no token, on the terminal as an escape.
        ("a = $ 1;", "t:1:5: error: unexpected character `$` (help: delete `$`)\n"),
        (
            "a = \u{202e}1;",
            "t:1:5: error: unexpected character `\\u{202e}` (help: delete `\\u{202e}`)\n",
        ),
    ] {
        assert_eq!(shorts(text, RecoveryKind::Restart), expected, "{text}");
    }
}

#[test]
fn two_mistakes_in_neighbouring_lines_are_two_reports() {
    assert_eq!(
        shorts("int a = 1\nint b = 2\nint c = 3;", RecoveryKind::Restart),
        "t:1:10: error: expected `;` (help: insert `;`)\nt:2:10: error: expected `;` (help: insert `;`)\n"
    );
}

#[test]
fn what_was_expected_is_said_in_few_words_or_not_at_all() {
    // Without recovery there is no repair to be shown.
    assert_eq!(
        shorts("int a = 1 2;", RecoveryKind::None),
        "t:1:11: error: unexpected `2`, expected `;`, `+` or `*`\n"
    );
    assert_eq!(
        shorts("f(", RecoveryKind::None),
        "t:1:3: error: unexpected end of input, expected an expression\n"
    );
    // Without a label by the name of the rule.
    assert_eq!(
        shorts(") a", RecoveryKind::None),
        "t:1:1: error: unexpected `)`, expected statement or end of input\n"
    );
}

#[test]
fn a_region_of_which_nothing_can_be_made_is_one_report() {
    let text = format!("a = 1;\n{}b = 2;\n", ") ) = = ] ] ) * / ,\n".repeat(12));
    let shown = shorts(&text, RecoveryKind::Panic);
    assert_eq!(shown.lines().count(), 1, "{shown}");
    assert!(shown.starts_with("t:2:1: error: cannot be understood: lines 2 to 14"), "{shown}");
}

#[test]
fn the_lines_that_matter_are_shown() {
    let shown = rich("{\n  f(1;\n  a = 2\n}\n", 60, false);
    let expected = "\
error: expected `)`
 --> t:2:6
  |
2 |   f(1;
  |    - ^ help: insert `)`
  |    |
  |    `(` is not closed

error: expected `;`
 --> t:3:8
  |
3 |   a = 2
  |        ^ help: insert `;`
4 | }
  | - noticed here

";
    assert_eq!(shown, expected);
}

#[test]
fn colour_changes_nothing_but_colour() {
    let text = "{\n  f(1;\n  a = 2\n";
    let mut plain = rich(text, 80, true);
    assert!(plain.contains("\u{1b}[1;31merror\u{1b}[0m"), "{plain}");
    while let Some(start) = plain.find('\u{1b}') {
        let end = start + plain[start..].find('m').unwrap();
        plain.replace_range(start..=end, "");
    }
    assert_eq!(plain, rich(text, 80, false));
}

#[test]
fn no_text_gets_past_the_terminals_width_or_reaches_it_raw() {
    let wide = "漢字\u{202e}\u{1b}[31m".repeat(2000);
    let text = format!("a = 1 + \"{wide}\" b = 2;\n\tif (a = \t= 1) c = 3;");
    for columns in [40, 60, 200] {
        let shown = rich(&text, columns, false);
        for line in shown.lines() {
            let taken: usize = line.chars().map(width).sum();
            assert!(taken <= columns, "{taken}: {line}");
        }
        assert!(!shown.contains(['\u{202e}', '\u{1b}', '\t']), "{shown}");
        assert_eq!(shown.matches("error: ").count(), 2, "{shown}");
    }
}

#[test]
fn a_report_of_a_line_of_megabytes_is_short() {
    let text = format!("a = {} 1;", "x + ".repeat(500_000));
    let shown = rich(&text.replace("x +  1", "x + + 1"), 80, false);
    assert!(shown.len() < 1000 && shown.contains("delete `+`"), "{shown}");
}
