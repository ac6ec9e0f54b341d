//! Tests repairs as edits of the text: where inserted text stands, and which blanks go.

use lrpar::{
    Lexer, NonStreamingLexer, apply_edits,
    edit::text_edits,
    recovery::{Repair, RepairKind, RepairSequence},
};
use lrtable::{Span, TokenId};

use crate::common::{TestLexError, TestLexeme, ToldLexer, Types};

/// Returns `source` with words inserted before the word with index `at`, and words deleted from
/// that on.
fn edited(source: &str, at: usize, deleted: usize, inserted: &[&str]) -> String {
    let mut repairs: Vec<Repair> =
        (0..inserted.len()).map(|word| Repair::Insert(TokenId::new(word))).collect();
    repairs.resize(inserted.len() + deleted, Repair::Delete);
    let sequence = RepairSequence { start: at, kind: RepairKind::Cheapest, cost: 1, repairs };
    let text_of = |token: lrpar::TIdx<u32>| Some(inserted[token.0 as usize].to_owned());
    let lexer = ToldLexer::of_words(source);
    apply_edits(source, &text_edits(&lexer, &sequence, &text_of).unwrap())
}

/// A lexer that does not say what its whole text is.
struct OfSpans<'i>(ToldLexer<'i>);

impl Lexer<Types> for OfSpans<'_> {
    fn iter<'a>(&'a self) -> Box<dyn Iterator<Item = Result<TestLexeme, TestLexError>> + 'a> {
        self.0.iter()
    }
}

impl<'i> NonStreamingLexer<'i, Types> for OfSpans<'i> {
    fn span_str(&self, span: Span) -> &'i str {
        self.0.span_str(span)
    }

    fn span_lines_str(&self, span: Span) -> &'i str {
        self.0.span_lines_str(span)
    }

    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize)) {
        self.0.line_col(span)
    }
}

#[test]
fn by_default_the_text_of_a_lexer_ends_with_its_last_lexeme() {
    for (text, known) in [("a b  ", "a b"), ("  a", "  a"), ("  ", "")] {
        assert_eq!(OfSpans(ToldLexer::of_words(text)).text(), known);
        assert_eq!(ToldLexer::of_words(text).text(), text);
    }
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
