%start Value
%avoid_insert "[" "{"
%epp NUMBER "a number"
%epp STRING "a string"
%%
Value -> Value:
      "{" "}" { Value::Object(Vec::new()) }
    | "{" Members "}" { Value::Object($2) }
    | "[" "]" { Value::Array(Vec::new()) }
    | "[" Elements "]" { Value::Array($2) }
    | "STRING" { $1.map_or(Value::Missing, |lexeme| Value::String(string($lexer.span_str(lexeme.span())))) }
    | "NUMBER" {
          let text = $1.ok().map(|lexeme| $lexer.span_str(lexeme.span()));
          text.and_then(|text| text.parse().ok()).map_or(Value::Missing, Value::Number)
      }
    | "true" { $1.map_or(Value::Missing, |_| Value::Bool(true)) }
    | "false" { $1.map_or(Value::Missing, |_| Value::Bool(false)) }
    | "null" { $1.map_or(Value::Missing, |_| Value::Null) }
    ;

Members -> Vec<(String, Value)>:
      Member { vec![$1] }
    | Members "," Member { $1.push($3); $1 }
    ;

Member -> (String, Value):
      "STRING" ":" Value { ($1.map_or(String::new(), |lexeme| string($lexer.span_str(lexeme.span()))), $3) }
    ;

Elements -> Vec<Value>:
      Value { vec![$1] }
    | Elements "," Value { $1.push($3); $1 }
    ;
%%
use crate::value::{Value, string};
