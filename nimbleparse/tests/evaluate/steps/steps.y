// Programs of functions and statements.
%start Program
%%
Program: Items;
Items: Items Item | Item;
Item: "fn" "IDENT" "(" Parameters ")" Body "end" | Statement;
Parameters: Names | ;
Names: Names "," "IDENT" | "IDENT";
Body: Body Statement | ;
Statement: "let" "IDENT" ":=" Expr ";"
         | "let" "IDENT" Expr ";"
         | Place ":=" Expr ";"
         | "if" Expr "then" Body Else "end"
         | "while" Expr "do" Body "end"
         | "repeat" Body "until" Expr ";"
         | "return" Expr ";"
         | "print" Arguments ";"
         | Expr ";";
Else: "else" Body | ;
Place: "IDENT" | "IDENT" "[" Expr "]";
Arguments: Arguments "," Expr | Expr;
Expr: Expr "or" And | And;
And: And "and" Not | Not;
Not: "not" Not | Compare;
Compare: Sum "CMP" Sum | Sum;
Sum: Sum "ADDOP" Product | Product;
Product: Product "MULOP" Atom | Atom;
Atom: Place | "INT" | "STR" | "(" Expr ")" | "IDENT" "(" Arguments ")" | "IDENT" "(" ")"
    | "[" Arguments "]" | "[" "]" | "ADDOP" Atom;
