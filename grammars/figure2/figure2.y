%grmtools {yacckind: Original(GenericParseTree)}

// The grammar of Figure 2 in "Don't Panic! Better, Fewer, Syntax Errors for
// LR Parsers" (Diekmann & Tratt, 2020): productions I to VI in its order.

%start Expr
%%
Expr
    : Factor "+" Expr
    | Factor
    ;

Factor
    : Term "*" Factor
    | Term
    ;

Term
    : "(" Expr ")"
    | "INT"
    ;
