//! Tests repairs as edits of the text: where inserted text stands, and which blanks go.

use lrpar::{
    apply_edits,
    edit::text_edits,
    recovery::{Repair, RepairKind, RepairSequence},
};
use lrtable::TokenId;

use crate::common::ToldLexer;

/// Returns `source` with words inserted before the word with index `at`, and words deleted from that on.
fn edited(source: &str, at: usize, deleted: usize, inserted: &[&str]) -> String {
    let mut repairs: Vec<Repair> =
        (0..inserted.len()).map(|word| Repair::Insert(TokenId::new(word))).collect();
    repairs.resize(inserted.len() + deleted, Repair::Delete);
    let sequence = RepairSequence { start: at, kind: RepairKind::Cheapest, cost: 1, repairs };
    let text_of = |token: lrpar::TIdx<u32>| Some(inserted[token.0 as usize].to_owned());
    let lexer = ToldLexer::of_words(source);
    apply_edits(source, &text_edits(source, &lexer, &sequence, &text_of).unwrap())
}

#[test]
fn an_insertion_stays_on_the_line_before() {
    assert_eq!(edited("n = 1\n}", 3, 0, &[";"]), "n = 1;\n}");
    assert_eq!(edited("a b", 1, 0, &[","]), "a, b");
    assert_eq!(edited("n;\nx = 1;", 1, 0, &["int"]), "n;\nint x = 1;");
    assert_eq!(edited("n\nx = 1;", 1, 0, &["int"]), "n int\nx = 1;");
    assert_eq!(edited("n;\n  \nm", 1, 0, &["}"]), "n;\n  }\nm");
    assert_eq!(edited("n;\n  m", 1, 0, &["}"]), "n;}\n  m");
    assert_eq!(edited("n;\n  ", 1, 0, &["end"]), "n;\n  end");
    assert_eq!(edited("2 +", 2, 0, &["1"]), "2 + 1");
    assert_eq!(edited("2", 1, 0, &["+", "3"]), "2 + 3");
    assert_eq!(edited("", 0, 0, &["x"]), "x");
}

#[test]
fn what_would_run_together_is_kept_apart() {
    assert_eq!(edited("if x", 1, 0, &["not"]), "if not x");
    assert_eq!(edited("end\n", 1, 0, &["end"]), "end end\n");
    assert_eq!(edited("= 1", 0, 0, &["="]), "= = 1");
    assert_eq!(edited("a", 0, 0, &["f", "("]), "f(a");
}

#[test]
fn a_deletion_leaves_one_blank() {
    assert_eq!(edited("2 + + 3", 2, 1, &[]), "2 + 3");
    assert_eq!(edited("2 + +", 2, 1, &[]), "2 +");
    assert_eq!(edited("x\n  y\nz", 1, 1, &[]), "x\n  \nz");
    assert_eq!(edited("a b c", 1, 1, &["+"]), "a + c");
}
