%start Formula
%token ID
  'AND'
  'OR' 'NOT'
%left 'OR'
%left "AND"
%nonassoc UNOT
%epp ID "an identifier"
%avoid_insert "ID"
%expect 0
%expect-rr 0
%expect-unused Unmatched
%%
Formula
  -> Result<ast::Formula, Box<dyn std::error::Error>>
  :
    Formula 'OR' Formula { binary(ast::Op::Or, $1, $3, $span) }
  | Formula 'AND' Formula { /* a comment with $$= and $9 */ binary(ast::Op::And, $1, $3, $span) }
  | 'NOT' Formula %prec UNOT { Ok(ast::Formula::Not { inner: Box::new($2?), span: $span }) }
  | '(' Formula ')' { let _s = "$1 } {"; $2 }
  | ID { name($1, $lexer) } // an atom
  ;

Unmatched -> (): { } ;
%%
use crate::ast;
use cfgrammar::Span;
use lrlex::{DefaultLexeme, DefaultLexerTypes};
use lrpar::NonStreamingLexer;

type Res = Result<ast::Formula, Box<dyn std::error::Error>>;

fn binary(op: ast::Op, left: Res, right: Res, span: Span) -> Res {
    Ok(ast::Formula::Binary { op, left: Box::new(left?), right: Box::new(right?), span })
}

fn name(
    lexeme: Result<DefaultLexeme<u32>, DefaultLexeme<u32>>,
    lexer: &dyn NonStreamingLexer<DefaultLexerTypes<u32>>,
) -> Res {
    match lexeme {
        Ok(l) => Ok(ast::Formula::Name(lexer.span_str(l.span()).to_string(), l.span())),
        Err(l) => Err(format!("missing name at {}", l.span().start()).into()),
    }
}
