%start Expr
%avoid_insert "INT"
%%
Expr -> Result<u64, String>:
      Expr "+" Term { Ok($1?.saturating_add($3?)) }
    | Term
    ;

Term -> Result<u64, String>:
      Term "*" Factor { Ok($1?.saturating_mul($3?)) }
    | Factor
    ;

Factor -> Result<u64, String>:
      "(" Expr ")" { $2 }
    | "INT" {
          let lexeme = $1.map_err(|_| "a number is missing".to_owned())?;
          let text = $lexer.span_str(lexeme.span());
          text.parse().map_err(|_| format!("{text} is too large"))
      }
    ;
