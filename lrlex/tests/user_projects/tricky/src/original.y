%{
/* A prologue, which has no effect. */
%}
%start lines
%actiontype Result<i64, String>
%token NUM NL
%left '-'
%%
lines: lines line { $1.and($2) }
     | { Ok(0) }
     ;
line: expr NL { $1 } ;
expr: expr '-' expr { Ok($1? - $3?) }
    | NUM { $lexer.span_str($1.map_err(|_| "missing")?.span()).parse().map_err(|_| "large".to_string()) }
    | '-' expr { $2.map(|v: i64| -v) }
    ;
