// Definitions of values by expressions, in the style of ML.
%start program
%epp expr "an expression"
%epp application "an expression"
%epp atom "an operand"
%epp pattern "a pattern"
%epp definition "a definition"
%epp NAME "a name"
%epp COMPARE "a comparison"
%%
program: program definition "END_OF_DEFINITION" | definition "END_OF_DEFINITION";
definition: "LET" binding | "TYPE" "NAME" "EQUAL" cases | "NAME" atoms;
atoms: atoms atom | atom;
cases: cases "BAR" case | case;
case: "CONSTRUCTOR" | "CONSTRUCTOR" "OF" type_expr;
type_expr: type_expr "MULTIPLY" simple_type | simple_type;
simple_type: "NAME" | "LPAREN" type_expr "RPAREN" | simple_type "NAME";
binding: "NAME" params "EQUAL" expr | "REC" "NAME" params "EQUAL" expr;
params: params "NAME" | ;
expr: "LET" binding "IN" expr
    | "FUN" "NAME" params "ARROW" expr
    | "IF" expr "THEN" expr "ELSE" expr
    | disjunction;
disjunction: disjunction "OR" conjunction | conjunction;
conjunction: conjunction "AND" negation | negation;
negation: "NOT" negation | comparison;
comparison: list_expr "COMPARE" list_expr | list_expr "EQUAL" list_expr | list_expr;
list_expr: sum "CONS" list_expr | sum;
sum: sum "ADD" product | product;
product: product "MULTIPLY" application | application;
application: application atom | atom;
atom: "NAME" | "CONSTRUCTOR" | "NUMBER" | "TEXT" | "TRUE" | "FALSE"
    | "LPAREN" expr "RPAREN" | "LPAREN" "RPAREN"
    | "LBRACKET" elements "RBRACKET" | "LBRACKET" "RBRACKET"
    | "MATCH" expr "WITH" arms "END";
elements: elements "SEMICOLON" expr | expr;
arms: arms "BAR" arm | arm;
arm: pattern "ARROW" expr;
pattern: simple_pattern "CONS" pattern | "CONSTRUCTOR" simple_pattern | simple_pattern;
simple_pattern: "NAME" | "NUMBER" | "TEXT" | "CONSTRUCTOR" | "LBRACKET" "RBRACKET" | "LPAREN" pattern "RPAREN";
