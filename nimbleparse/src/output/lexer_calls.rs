//! Tests that output for many errors asks little of a lexer: calls are counted, not timed.

use std::cell::Cell;

use lrlex::{DefaultLexeme, LRLexError, LRNonStreamingLexer};
use lrpar::{
    LexParseError, Lexer, NonStreamingLexer, ParseError, RTParserBuilder, RecoveryKind,
    edit::{Editor, text_edits},
    recovery::RepairSequence,
};
use lrtable::Span;

use crate::language::{Language, Table, Text, Types};

/// A lexer that counts calls.
struct Counting<'a> {
    lexer: LRNonStreamingLexer<'a, 'a, Types>,
    /// Whether it lends its lexemes.
    lends: bool,
    /// Number of calls of `iter`, of `lexemes`, and of all others.
    calls: [Cell<usize>; 3],
}

impl Counting<'_> {
    fn count(&self, what: usize) {
        self.calls[what].update(|count| count + 1);
    }

    /// Returns the numbers of calls since they were last read.
    fn calls(&self) -> [usize; 3] {
        self.calls.each_ref().map(Cell::take)
    }
}

impl Lexer<Types> for Counting<'_> {
    fn iter<'a>(&'a self) -> Box<dyn Iterator<Item = Result<DefaultLexeme<u32>, LRLexError>> + 'a> {
        self.count(0);
        self.lexer.iter()
    }

    fn lexemes(&self) -> Option<&[DefaultLexeme<u32>]> {
        self.count(1);
        self.lexer.lexemes().filter(|_| self.lends)
    }
}

impl<'a> NonStreamingLexer<'a, Types> for Counting<'a> {
    fn text(&self) -> &'a str {
        self.lexer.text()
    }

    fn span_str(&self, span: Span) -> &'a str {
        self.count(2);
        self.lexer.span_str(span)
    }

    fn span_lines_str(&self, span: Span) -> &'a str {
        self.count(2);
        self.lexer.span_lines_str(span)
    }

    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize)) {
        self.count(2);
        self.lexer.line_col(span)
    }
}

fn calculations() -> Language {
    let lex = "%%\nn 'INT'\n\\+ '+'\n; ';'\n[ \\n]+ ;\n";
    let yacc = "%%\nS: S E ';' | ;\nE: E '+' 'INT' | 'INT';\n";
    let [lex, yacc] = [lex, yacc].map(|text| Text { name: "calculations", text });
    let table = Table::new(yacc, None, None, None, &mut String::new()).unwrap();
    Language::new(lex, table, None, &mut String::new()).unwrap()
}

fn syntax_errors(
    errors: &[LexParseError<u32, Types>],
) -> Vec<&ParseError<DefaultLexeme<u32>, u32>> {
    let mut found = Vec::new();
    for error in errors {
        if let LexParseError::ParseError(error) = error {
            found.push(error);
        }
    }
    found
}

#[test]
fn edits_of_many_errors_take_at_most_one_pass_over_the_lexemes() {
    let language = calculations();
    for count in [20, 200] {
        let text = "n + + n;\nn + n;\n".repeat(count);
        for lends in [true, false] {
            let lexer =
                Counting { lexer: language.lexer.lexer(&text), lends, calls: Default::default() };
            let parser =
                RTParserBuilder::<u32, Types>::new(&language.table.grammar, &language.table.table);
            let errors = parser.recoverer(RecoveryKind::CPCTPlus).parse_noaction(&lexer);
            let errors = syntax_errors(&errors);
            assert_eq!(errors.len(), count);
            let firsts: Vec<RepairSequence> =
                errors.iter().filter_map(|error| error.sequences().next()).collect();
            let text_of = |token| language.token_text(token);
            lexer.calls();
            let editor = Editor::new(&lexer);
            let made: Vec<_> = firsts.iter().map(|one| editor.text_edits(one, &text_of)).collect();
            assert_eq!(lexer.calls(), [usize::from(!lends), 1, 0]);
            // One by one, it is a call for each, and a pass only if the lexer does not lend its
            // lexemes.
            let single: Vec<_> =
                firsts.iter().map(|one| text_edits(&lexer, one, &text_of)).collect();
            assert_eq!(lexer.calls(), [if lends { 0 } else { count }, count, 0]);
            assert!(made == single && made.iter().all(Option::is_some));
        }
    }
}
