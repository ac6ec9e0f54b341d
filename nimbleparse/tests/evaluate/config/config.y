// Settings of a server: one on a line, in blocks that have names and may be nested.
%start File
%%
File: Lines;
Lines: Lines Line | ;
Line: "NEWLINE"
    | Path "=" Value "NEWLINE"
    | Block "NEWLINE"
    | "include" "STRING" "NEWLINE"
    | Path Values "NEWLINE";
Block: Path "{" "NEWLINE" Lines "}"
     | Path "STRING" "{" "NEWLINE" Lines "}"
     | "if" Path "==" Value "{" "NEWLINE" Lines "}" Else;
Else: "else" "{" "NEWLINE" Lines "}" | ;
Path: Path "." "NAME" | "NAME";
Value: "STRING" | "NUMBER" | "DURATION" | "BOOLEAN" | "[" Elements "]" | "[" "]" | Path;
Values: Values Value | Value;
Elements: Elements "," Value | Value;
