%grmtools { yacckind: Grmtools, recoverer: RecoveryKind::None }
%start Expr
%%
Expr -> u64: Expr '+' Term { $1 + $3 } | Term { $1 } ;
Term -> u64: Term '*' Factor { $1 * $3 } | Factor { $1 } ;
Factor -> u64: '(' Expr ')' { $2 } | 'INT' { $lexer.span_str($1.unwrap().span()).parse().unwrap() } ;
