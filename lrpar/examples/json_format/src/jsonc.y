%grmtools { yacckind: Original(NoAction) }
%start Value
%%
Value: Object | Array | Literal ;
Object: "{" "}" | "{" Members "}" ;
Members: Member | Members "," Member ;
Member: "STRING"[key] ":" Value ;
Array: "[" "]" | "[" Elements "]" ;
Elements: Value | Elements "," Value ;
Literal: "STRING" | "NUMBER" | "true" | "false" | "null" ;
