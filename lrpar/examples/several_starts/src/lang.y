%start File
%start Expr
%avoid_insert "INT" "NAME"
%%
File -> Vec<(String, String)>:
      { Vec::new() }
    | File "let" "NAME" "=" Expr ";" { $1.push((text($lexer, $3), $5)); $1 }
    ;

Expr -> String:
      Expr "+" Atom { format!("({} + {})", $1, $3) }
    | Atom
    ;

Atom -> String:
      "NAME" { text($lexer, $1) }
    | "INT" { text($lexer, $1) }
    | "(" Expr ")" { $2 }
    ;
%%
use lrlex::{DefaultLexeme, DefaultLexerTypes};
use lrpar::NonStreamingLexer;

fn text(
    lexer: &dyn NonStreamingLexer<'_, DefaultLexerTypes>,
    lexeme: Result<DefaultLexeme, DefaultLexeme>,
) -> String {
    lexeme.map_or("?", |lexeme| lexer.span_str(lexeme.span())).to_owned()
}
