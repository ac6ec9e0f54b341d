%grmtools {yacckind: Original(GenericParseTree)}

// Lua 5.3, from sections 3.3, 3.4 and 9 of the reference manual, whose names the
// rules have. The manual's repetitions are rules of their own (stats, elseifs,
// functionname, ...).

// Section 3.4.8: precedence, lowest first; all unary operators bind like `not`.
//
// Section 3.3.1: "The parser always interprets such constructions in the first
// way, interpreting the open parenthesis as the start of the arguments to a
// call": where an expression or a call can end at a "(", going on wins over
// ending, which binds like ";".
%nonassoc ";"
%nonassoc "("
%left "or"
%left "and"
%left "<" ">" "<=" ">=" "~=" "=="
%left "|"
%left "~"
%left "&"
%left "<<" ">>"
%right ".."
%left "+" "-"
%left "*" "/" "//" "%"
%right "not" "#"
%right "^"

// Spellings of other languages.
%mistake "!=" -> "~="
%mistake "<>" -> "~="
%mistake "&&" -> "and"
%mistake "||" -> "or"
%mistake "!" -> "not"
%mistake "null" -> "nil"
%mistake "=" -> "=="

// What reports call them.
%epp exp "an expression"
%epp stat "a statement"

%start chunk
%%
// Sections 3.3.1 and 3.3.2: blocks and chunks
chunk
    : block
    ;

block
    : stats
    | stats retstat
    ;

stats
    : %empty
    | stats stat
    ;

// Sections 3.3.3 to 3.3.7: statements
stat
    : ";"
    | varlist "=" explist
    | functioncall %prec ";"
    | label
    | "break"
    | "goto" "NAME"
    | "do" block "end"
    | "while" exp "do" block "end"
    | "repeat" block "until" exp
    | "if" exp "then" block elseifs "end"
    | "if" exp "then" block elseifs "else" block "end"
    | "for" "NAME" "=" exp "," exp "do" block "end"
    | "for" "NAME" "=" exp "," exp "," exp "do" block "end"
    | "for" namelist "in" explist "do" block "end"
    | "function" funcname funcbody
    | "local" "function" "NAME" funcbody
    | "local" namelist
    | "local" namelist "=" explist
    ;

elseifs
    : %empty
    | elseifs "elseif" exp "then" block
    ;

retstat
    : "return"
    | "return" ";"
    | "return" explist
    | "return" explist ";"
    ;

label
    : "::" "NAME" "::"
    ;

funcname
    : dottedname
    | dottedname ":" "NAME"
    ;

dottedname
    : "NAME"
    | dottedname "." "NAME"
    ;

varlist
    : var
    | varlist "," var
    ;

namelist
    : "NAME"
    | namelist "," "NAME"
    ;

explist
    : exp
    | explist "," exp
    ;

// Section 3.4: expressions
exp
    : "nil"
    | "false"
    | "true"
    | "NUMERAL"
    | "SHORT_STRING"
    | "LONG_STRING"
    | "..."
    | functiondef
    | prefixexp
    | tableconstructor
    | exp "or" exp
    | exp "and" exp
    | exp "<" exp
    | exp ">" exp
    | exp "<=" exp
    | exp ">=" exp
    | exp "~=" exp
    | exp "==" exp
    | exp "|" exp
    | exp "~" exp
    | exp "&" exp
    | exp "<<" exp
    | exp ">>" exp
    | exp ".." exp
    | exp "+" exp
    | exp "-" exp
    | exp "*" exp
    | exp "/" exp
    | exp "//" exp
    | exp "%" exp
    | exp "^" exp
    | "not" exp
    | "#" exp
    | "-" exp %prec "not"
    | "~" exp %prec "not"
    ;

prefixexp
    : var %prec ";"
    | functioncall %prec ";"
    | parexp %prec ";"
    ;

parexp
    : "(" exp ")"
    ;

// A prefixexp before an index or a call is spelled out as its three kinds, so
// that after a call the parser need not choose between two reductions.
var
    : "NAME"
    | var index
    | functioncall index
    | parexp index
    ;

index
    : "[" exp "]"
    | "." "NAME"
    ;

// Section 3.4.9: table constructors
tableconstructor
    : "{" "}"
    | "{" fieldlist "}"
    | "{" fieldlist fieldsep "}"
    ;

fieldlist
    : field
    | fieldlist fieldsep field
    ;

field
    : "[" exp "]" "=" exp
    | "NAME" "=" exp
    | exp
    ;

fieldsep
    : ","
    | ";"
    ;

// Section 3.4.10: function calls
functioncall
    : var call
    | functioncall call
    | parexp call
    ;

call
    : args
    | ":" "NAME" args
    ;

args
    : "(" ")"
    | "(" explist ")"
    | tableconstructor
    | "SHORT_STRING"
    | "LONG_STRING"
    ;

// Section 3.4.11: function definitions
functiondef
    : "function" funcbody
    ;

funcbody
    : "(" ")" block "end"
    | "(" parlist ")" block "end"
    ;

parlist
    : namelist
    | namelist "," "..."
    | "..."
    ;
