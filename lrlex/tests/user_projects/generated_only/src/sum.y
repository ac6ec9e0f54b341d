%%
Sum -> Vec<String>:
      Sum "+" Item { $1.push($3); $1 }
    | Item { vec![$1] }
    ;
Item -> String:
      "INT" { $lexer.span_str($span).to_string() }
    | "NAME" { $lexer.span_str($span).to_uppercase() }
    ;
