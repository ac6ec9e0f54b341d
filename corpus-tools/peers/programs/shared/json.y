%grmtools {yacckind: Grmtools}
%start JSONText
%%
JSONText -> Value:
      Value { $1 }
    ;

Value -> Value:
      "false" { Value::Bool(false) }
    | "null" { Value::Null }
    | "true" { Value::Bool(true) }
    | Object { $1 }
    | Array { $1 }
    | "NUMBER" { $1.map_or(Value::Null, |lexeme| Value::number($lexer.span_str(lexeme.span()))) }
    | "STRING" { Value::String($1.map_or(String::new(), |lexeme| string($lexer.span_str(lexeme.span())))) }
    ;

Object -> Value:
      "{" "}" { Value::Object(Vec::new()) }
    | "{" Members "}" { Value::Object($2) }
    ;

Members -> Vec<(String, Value)>:
      Member { vec![$1] }
    | Members "," Member { $1.push($3); $1 }
    ;

Member -> (String, Value):
      "STRING" ":" Value {
          ($1.map_or(String::new(), |lexeme| string($lexer.span_str(lexeme.span()))), $3)
      }
    ;

Array -> Value:
      "[" "]" { Value::Array(Vec::new()) }
    | "[" Values "]" { Value::Array($2) }
    ;

Values -> Vec<Value>:
      Value { vec![$1] }
    | Values "," Value { $1.push($3); $1 }
    ;
%%
use crate::value::{Value, string};
