#![deny(warnings)]

use std::sync::LazyLock;

use lrlex::{lrlex_mod, DefaultLexerTypes, LRNonStreamingLexer, LRNonStreamingLexerDef};
use lrpar::{lrpar_mod, LexError, LexParseError, Lexeme, NonStreamingLexer};

pub mod ast;

lrlex_mod!("logic/logic.l");
lrpar_mod!("logic/logic.y");

pub use logic_y::*;

static LEXERDEF: LazyLock<LRNonStreamingLexerDef<DefaultLexerTypes<u32>>> =
    LazyLock::new(|| logic_l::lexerdef());

pub fn describe<'lexer, 'input>(
    lexer: &LRNonStreamingLexer<'lexer, 'input, DefaultLexerTypes<u32>>,
    errors: Vec<LexParseError<u32, DefaultLexerTypes<u32>>>,
) -> Vec<String> {
    let mut out = Vec::new();
    for e in errors {
        let text = e.pp(lexer, &logic_y::token_epp);
        match e {
            LexParseError::LexError(e) => out.push(format!("{:?} {}", LexError::span(&e), text)),
            LexParseError::ParseError(e) => {
                let span = e.lexeme().span();
                let ((line, col), _) = lexer.line_col(span);
                let lines = lexer.span_lines_str(span);
                out.push(format!("{}:{} {:?} {} {}", line, col, lines, e.repairs().len(), text));
            }
        }
    }
    out
}

pub struct Session<'a> {
    lexer: &'a (dyn NonStreamingLexer<'a, DefaultLexerTypes<u32>> + 'a),
}

impl<'a> Session<'a> {
    pub fn tokens(&self) -> usize {
        self.lexer.iter().filter(|l| l.is_ok()).count()
    }
}

pub fn read(text: &str) -> (Option<String>, Vec<String>) {
    let lexer = LEXERDEF.lexer(text);
    let session = Session { lexer: &lexer };
    let _ = session.tokens();
    let (res, errors) = parse(&lexer);
    (res.map(|r| format!("{:?}", r.map_err(|e| e.to_string()))), describe(&lexer, errors))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lrpar::Lexer;

    fn shared<T: Send + Sync>(_: &T) {}

    #[test]
    fn formulas() {
        shared(&*LEXERDEF);
        let (res, errors) = read("NOT a and (b or c)");
        assert!(errors.is_empty());
        assert_eq!(
            res.unwrap(),
            "Ok(Binary { op: And, left: Not { inner: Name(\"a\", Span { start: 4, end: 5 }), span: Span { start: 0, end: 5 } }, \
             right: Binary { op: Or, left: Name(\"b\", Span { start: 11, end: 12 }), right: Name(\"c\", Span { start: 16, end: 17 }), \
             span: Span { start: 11, end: 17 } }, span: Span { start: 0, end: 18 } })"
        );
        assert_eq!(R_FORMULA, 1);
    }

    #[test]
    fn errors() {
        let (res, errors) = read("a and");
        assert_eq!(res.unwrap(), "Err(\"missing name at 5\")");
        assert_eq!(
            errors,
            ["1:6 \"a and\" 1 Parsing error at line 1 column 6. Repair sequences found:\n   1: Insert an identifier"]
        );
        let (_, errors) = read("a ? or b");
        assert_eq!(errors[0], "Span { start: 2, end: 3 } Lexing error at line 1 column 3.");
        let lexer = LEXERDEF.lexer("a b");
        let (_, errors) = parse(&lexer);
        let shown = format!("{:#?}", errors);
        assert!(shown.contains("stidx: StIdx("), "{}", shown);
        assert!(shown.contains("faulty: false"), "{}", shown);
    }

    #[test]
    fn lexemes() {
        let lexer = LEXERDEF.lexer("a b");
        let ids: Vec<u32> = lexer.iter().map(|l| l.unwrap().tok_id()).collect();
        assert_eq!(ids, [logic_l::N_ID, logic_l::N_ID]);
    }
}
