%start Expr
%avoid_insert "INT"
%expect-unused Unknown "UNKNOWN"
%%
Expr -> Result<Expr, ()>:
      Expr "+" Term { Ok(Expr::Add { span: $span, left: Box::new($1?), right: Box::new($3?) }) }
    | Term
    ;

Term -> Result<Expr, ()>:
      Term "*" Factor { Ok(Expr::Mul { span: $span, left: Box::new($1?), right: Box::new($3?) }) }
    | Factor
    ;

Factor -> Result<Expr, ()>:
      "(" Expr ")" { $2 }
    | "INT" {
          // A number that recovery inserted has no value: what holds it has none either.
          $1.map(|_| Expr::Number { span: $span }).map_err(|_| ())
      }
    ;

// Text that is no token of a calculator becomes one here, so that it can be deleted like any other.
Unknown -> ():
      "UNKNOWN" { let _ = $1; }
    ;
%%
use lrpar::Span;

/// An expression, and the text that it was made from.
#[derive(Debug)]
pub(crate) enum Expr {
    Add { span: Span, left: Box<Expr>, right: Box<Expr> },
    Mul { span: Span, left: Box<Expr>, right: Box<Expr> },
    Number { span: Span },
}
