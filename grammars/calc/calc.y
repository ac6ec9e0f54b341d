%grmtools {yacckind: Grmtools}

// The calculator of Section 7 of "Don't Panic! Better, Fewer, Syntax Errors
// for LR Parsers" (Diekmann & Tratt, 2020): Figure 2's grammar with actions.
// A value that recovery has invented is not evaluated: the result is an error.

%start Expr
%avoid_insert "INT"
%%
Expr -> Result<u64, String>
    : Factor "+" Expr { add($1?, $3?) }
    | Factor { $1 }
    ;

Factor -> Result<u64, String>
    : Term "*" Factor { multiply($1?, $3?) }
    | Term { $1 }
    ;

Term -> Result<u64, String>
    : "(" Expr ")" { $2 }
    | "INT"
      {
          let lexeme = $1.map_err(|_| "an integer is missing".to_owned())?;
          integer($lexer.span_str(lexeme.span()))
      }
    ;
%%
// Integers are unsigned and have 64 bits; an overflow is an error.

fn add(x: u64, y: u64) -> Result<u64, String> {
    x.checked_add(y).ok_or_else(|| format!("{x} + {y} overflows"))
}

fn multiply(x: u64, y: u64) -> Result<u64, String> {
    x.checked_mul(y).ok_or_else(|| format!("{x} * {y} overflows"))
}

fn integer(text: &str) -> Result<u64, String> {
    text.parse().map_err(|e| format!("{text}: {e}"))
}
