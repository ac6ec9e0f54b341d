%start Lines
%parse-param table: Rc<RefCell<PartialTable>>
%%
Lines -> usize:
      Line { $1 }
    | Lines Line { $1 + $2 }
    ;
Line -> usize:
    "NAME" "=" "NAME" {
        let text = |lexeme: Result<DefaultLexeme, DefaultLexeme>| {
            $lexer.span_str(lexeme.unwrap_or_else(|lexeme| lexeme).span()).to_owned()
        };
        table.borrow_mut().defined.push((text($1), text($3)));
        table.borrow().prefix.len()
    }
    ;
%%
use std::{cell::RefCell, rc::Rc};

use lrlex::DefaultLexeme;

use crate::PartialTable;
