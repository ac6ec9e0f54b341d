%start File
%%
File -> Vec<String>:
      { vec![] }
    | File Item { $1.push($2); $1 }
    ;

Item -> String:
      Count Name Args ";" { format!("{:?} {} {} {:?}", $span, $1, $2, $3) }
    | "{" File Nothing "}" {
          let () = $3;
          format!("{:?} {:?}", $span, $2)
      }
    ;

Count -> usize:
      { 0 }
    | "+" Count { $2 + 1 }
    ;

Name -> String: "NAME" { crate::actions::shown($1) } ;

Args -> Vec<String>:
      { vec![] }
    | "(" Names { $2.push("all".to_string()); } ")" { $2 }
    ;

Names -> Vec<String>:
      Name { vec![$1] }
    | Names "," Name { $1.push($3); $1 }
    ;

Nothing -> (): ;
