%grmtools { yacckind: Grmtools }
%parse-param base: u64
%spanned Id Expr
%left '+' '-'
%left '*'
%%
File -> Vec<(String, u64)>: Decl*;
Decl -> (String, u64):
    'def' name=Id parameters=('(' list=separated_list(',', Param) ')')? Sum ';' {
        let defaults = $parameters.unwrap_or_default().into_iter();
        ($name.value, $Sum + defaults.map(|(name, value)| name.len() as u64 + value.unwrap_or(7)).sum::<u64>())
    };
Param -> (String, Option<u64>): Id ('=' default=Expr)? { ($1.value, $2.map(|default| default.value)) };
Id -> String: 'ID' { $lexer.span_str($1.unwrap().span()).to_owned() };
Sum -> u64:
      (Num | '{' inner=Num '}')+ { $1.into_iter().sum() }
    | '=' Expr { $2.value }
    | '=' '@' Expr { ($2.unwrap().span().start() * 100 + $3.span.start() * 10 + $3.span.len()) as u64 }
    | 'let' weights(Id, Num) { $2 }
    | '@' marks=('@' | 'ID')* { $marks.len() as u64 }
    | '*' is_on=('@' <bool>{ true } | '*' { false }) { u64::from($is_on) }
    | '-' skipped=(Num Id | '{' first=Num second=Id '}') { $skipped.0 + $skipped.1.span.len() as u64 };
weights(K, V) -> u64:
    separated_nonempty_list(',', pair(K, V)) { $1.into_iter().map(|(name, weight)| name.span.len() as u64 * weight).sum() };
Expr -> u64:
      left=Expr Op right=Expr { $Op($left.value, $right.value) }
    | Num
    | '(' Expr ')' { $2.value };
%inline Op -> fn(u64, u64) -> u64:
      '+' { |a, b| a + b }
    | '-' { |a, b| a - b }
    | '*' { |a, b| a * b };
Num -> u64: 'INT' { $lexer.span_str($1.unwrap().span()).parse::<u64>().unwrap() + base };
