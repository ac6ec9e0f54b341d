// Programs of functions, records and statements, in the style of C.
%start Program
%%
Program: Items;
Items: Items Item | Item;
Item: Function | Struct | Let;
Function: "fn" "ID" "(" Params ")" Result Block;
Result: "->" Type | ;
Params: ParamList | ;
ParamList: ParamList "," Param | Param;
Param: "ID" ":" Type;
Type: "ID" | "[" Type "]" | "fn" "(" Types ")";
Types: TypeList | ;
TypeList: TypeList "," Type | Type;
Struct: "struct" "ID" "{" Fields "}";
Fields: Fields "ID" ":" Type ";" | ;
Let: "let" "ID" Annotation "=" Expr ";";
Annotation: ":" Type | ;
Block: "{" Stmts "}";
Stmts: Stmts Stmt | ;
Stmt: Let
    | Expr ";"
    | Expr "=" Expr ";"
    | "if" Expr Block Else
    | "while" Expr Block
    | "for" "ID" "in" Expr ".." Expr Block
    | "return" Expr ";"
    | "return" ";"
    | "break" ";"
    | Block;
Else: "else" Block | "else" "if" Expr Block Else | ;
Expr: Expr "||" Conj | Conj;
Conj: Conj "&&" Comparison | Comparison;
Comparison: Sum CompOp Sum | Sum;
CompOp: "==" | "!=" | "<" | ">" | "<=" | ">=";
Sum: Sum "+" Product | Sum "-" Product | Product;
Product: Product "*" Unary | Product "/" Unary | Unary;
Unary: "-" Unary | "!" Unary | Postfix;
Postfix: Postfix "(" Args ")" | Postfix "[" Expr "]" | Postfix "." "ID" | Primary;
Args: ArgList | ;
ArgList: ArgList "," Expr | Expr;
Primary: "ID" | "INT" | "STRING" | "true" | "false" | "null" | "(" Expr ")" | "[" Args "]";
