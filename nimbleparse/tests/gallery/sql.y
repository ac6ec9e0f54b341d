%grmtools {yacckind: Original(GenericParseTree)}
%start Script
%epp Expression "an expression"
%epp NAME "a name"
%expect-unused Unused "=="
%left "or"
%left "and"
%nonassoc "not"
%nonassoc "=" "<>" "<" ">" "<=" ">="
%left "+" "-"
%left "*" "/"
%%
Script: Statement ";" | Script Statement ";";
Statement: Select
  | "insert" "into" "NAME" "(" Names ")" "values" "(" Expressions ")"
  | "delete" "from" "NAME" Where
  | "update" "NAME" "set" Settings Where;
Select: "select" Columns "from" Tables Where Order;
Columns: "*" | Columns1;
Columns1: Column | Columns1 "," Column;
Column: Expression | Expression "as" "NAME";
Tables: "NAME" | Tables "," "NAME";
Where: | "where" Expression;
Order: | "order" "by" Expressions;
Settings: Setting | Settings "," Setting;
Setting: "NAME" "=" Expression;
Names: "NAME" | Names "," "NAME";
Expressions: Expression | Expressions "," Expression;
Expression: Expression "or" Expression | Expression "and" Expression | "not" Expression
  | Expression "=" Expression | Expression "<>" Expression | Expression "<" Expression | Expression ">" Expression
  | Expression "<=" Expression | Expression ">=" Expression
  | Expression "+" Expression | Expression "-" Expression | Expression "*" Expression | Expression "/" Expression
  | "(" Expression ")" | "NAME" | "NAME" "." "NAME" | "NUMBER" | "STRING" | "null"
  | "NAME" "(" Expressions ")";
Unused: "==";
