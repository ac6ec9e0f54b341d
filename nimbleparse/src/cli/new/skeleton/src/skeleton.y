%start Program
%left "==" "<"
%left "+" "-"
%left "*" "/"
%epp "NUMBER" "a number"
%epp "TEXT" "a text"
%epp "NAME" "a name"
%epp Statement "a statement"
%epp Expression "an expression"
%%
Program -> Vec<Statement>: Statement*;

Statement -> Statement:
      "let" Name "=" Expression ";" { Statement::Let($2, $4) }
    | "print" separated_nonempty_list(",", Expression) ";" { Statement::Print($2) }
    | "if" Expression Block preceded("else", Block)? { Statement::If($2, $3, $4.unwrap_or_default()) }
    | "repeat" Expression Block { Statement::Repeat($2, $3) }
    | Call ";" { Statement::Call($1) }
    ;

Block -> Vec<Statement>: "{" Statement* "}" { $2 };

Expression -> Expression:
      left=Expression Operator right=Expression { Expression::Binary($Operator, Box::new($left), Box::new($right)) }
    | "(" Expression ")" { $2 }
    | "NUMBER" { Expression::Number(text($lexer, $1).parse().unwrap_or_default()) }
    | "TEXT" { Expression::Text(text($lexer, $1).trim_matches('"').to_owned()) }
    | Name { Expression::Name($1) }
    | Call { Expression::Call($1) }
    ;

Call -> Call: Name "(" separated_list(",", Expression) ")" { Call { name: $1, arguments: $3 } };

%inline Operator -> Operator:
      "==" { Operator::Equal }
    | "<" { Operator::Less }
    | "+" { Operator::Add }
    | "-" { Operator::Subtract }
    | "*" { Operator::Multiply }
    | "/" { Operator::Divide }
    ;

Name -> String: "NAME" { text($lexer, $1).to_owned() };
%%
use crate::ast::*;
use lrlex::DefaultLexerTypes;
use lrpar::{NonStreamingLexer, Token};

/// The text of a token; empty if the token is missing and error recovery has put it in.
fn text<'input>(
    lexer: &dyn NonStreamingLexer<'input, DefaultLexerTypes>,
    token: Token<DefaultLexerTypes>,
) -> &'input str {
    token.map_or("", |lexeme| lexer.span_str(lexeme.span()))
}
