//! The work of reading a lex file grows as the file does, for rules of each shape, with code and
//! without: instructions are counted, not time.
//!
//! cachegrind runs this program again, which reads a lex file of one shape then. Four times as many
//! rules may take five times as many instructions: sorting is no more than that, and looking
//! through the file once for each rule is.

use std::process::Command;

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags};
use nimbleparse::import::CActions;

/// Fewer rules, of which reading is compared with that of four times as many.
const RULES: usize = 4_000;

/// The lex file that is read under cachegrind: the number of its shape and of its rules.
const TASK: &str = "LRLEX_WORK";

/// How a shape of rules is declared, and the rule of each number.
type Shape = (&'static str, fn(usize) -> String);

const SHAPES: [Shape; 9] = [
    ("", |n| format!("word{n} 'T{n}'")),
    ("", |n| format!("word{n}[{}]* 'T{n}'", letters(n))),
    ("", |n| format!("{{WORD}}{n} ;")),
    ("%option noyywrap\n", |n| format!("word{n} {{ return T{n}; }}")),
    ("%option noyywrap\n", |n| format!("word{n} %{{ return T{n}; %}}")),
    ("%option noyywrap\n", |n| format!("word{n} {{ if (c) return A; f(); return T{n}; }}")),
    ("%option noyywrap\n", |n| format!("word{n} {{ if (yyleng > 6) return A; return T{n}; }}")),
    ("%option noyywrap\n", |n| {
        format!("word{n}/[0-9]+ {{ try {{ return T{n}; }} catch (...) {{}} }}")
    }),
    ("%option noyywrap\n", |n| format!("<X,Y>word{n} {{ BEGIN(Y); return T{n}; }}")),
];

/// Six letters, others for each number.
fn letters(n: usize) -> String {
    (0..6).map(|k| char::from(b'a' + 4 * k + (n / 4_usize.pow(k.into()) % 4) as u8)).collect()
}

fn source(shape: usize, rules: usize) -> String {
    let (declarations, rule) = SHAPES[shape];
    let rules: String = (0..rules).map(|n| rule(n) + "\n").collect();
    format!("{declarations}WORD word\n%x X Y\n%%\n{rules}")
}

/// The instructions that reading `rules` rules of a shape takes.
fn instructions(shape: usize, rules: usize) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(std::env::current_exe().expect("the test has a file"))
        .args(["--exact", "four_times_as_many_rules_take_four_times_the_work", "--ignored"])
        .env(TASK, format!("{shape} {rules}"))
        .output()
        .expect("valgrind is installed");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let line = said.lines().find_map(|line| line.split_once("refs:")).expect("a count");
    line.1.trim().replace(',', "").parse().expect("a number")
}

#[test]
#[ignore = "needs valgrind"]
fn four_times_as_many_rules_take_four_times_the_work() {
    if let Ok(task) = std::env::var(TASK) {
        let (shape, rules) = task.split_once(' ').expect("two numbers");
        let source = source(shape.parse().unwrap(), rules.parse().unwrap());
        let (flags, mut actions) = (LexFlags::default(), CActions::new());
        let (lexerdef, said) =
            LRNonStreamingLexerDef::<DefaultLexerTypes>::read_with(&source, &flags, &mut actions);
        assert!(lexerdef.is_some(), "{said:?}");
        return;
    }
    for shape in 0..SHAPES.len() {
        let [few, many] = [RULES, 4 * RULES].map(|rules| instructions(shape, rules));
        println!("{}: {few}, {many}", source(shape, 1).lines().last().unwrap_or_default());
        assert!(many < 5 * few, "shape {shape}: {few} instructions, {many} of four times as many");
    }
}
