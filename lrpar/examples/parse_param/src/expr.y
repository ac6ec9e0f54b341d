%start Script
%parse-generics 't, N: crate::Number
%parse-param variables: &'t RefCell<HashMap<&'input str, N>>
%avoid_insert "INT" "NAME"
%%
Script -> Option<N>:
      Script ";" Statement { $3 }
    | Statement
    ;

Statement -> Option<N>:
      "NAME" "=" Expr {
          let value = $3?;
          variables.borrow_mut().insert($lexer.span_str($1.ok()?.span()), value);
          Some(value)
      }
    | Expr
    ;

Expr -> Option<N>:
      Expr[left] "+" Term { Some($left?.add($Term?)) }
    | Term
    ;

Term -> Option<N>:
      Term[left] "*" Factor { Some($left?.multiply($Factor?)) }
    | Factor
    ;

Factor -> Option<N>:
      "INT" { N::read($lexer.span_str($1.ok()?.span())) }
    | "NAME" { variables.borrow().get($lexer.span_str($1.ok()?.span())).copied() }
    ;
%%
use std::{cell::RefCell, collections::HashMap};
