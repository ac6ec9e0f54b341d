%grmtools {yacckind: Original(GenericParseTree)}

// Go 1.22, from the Go Programming Language Specification (version of Feb 6, 2024), whose names the
// rules have, in small letters with `_`. README.md lists what was changed.

%start source_file

%token IDENTIFIER INT FLOAT IMAGINARY RUNE STRING

%epp source_file "a file"
%epp statement "a statement"
%epp block "a block"
%epp type "a type"
%epp signature "parameters"
%epp top_level_declaration "a declaration"
%epp expression "an expression"
%epp if_header "a condition"
%epp IDENTIFIER "a name"

%avoid_insert IDENTIFIER INT FLOAT IMAGINARY RUNE STRING

// Mistakes of beginners, and spellings of other languages.
%mistake "=" -> "=="
%mistake "=" -> ":="
%mistake ":=" -> "="
%mistake "," -> ";"
%mistake ";" -> ","
%mistake "and" -> "&&"
%mistake "or" -> "||"
%mistake "not" -> "!"
%mistake "<>" -> "!="
%mistake "while" -> "for"
%mistake "in" -> ":=" "range"
%mistake "elsif" -> "else" "if"
%mistake "def" -> "func"
%mistake "fn" -> "func"
%mistake "let" -> "var"
%mistake "int" IDENTIFIER -> "var" IDENTIFIER
%mistake "string" IDENTIFIER -> "var" IDENTIFIER
%mistake "float64" IDENTIFIER -> "var" IDENTIFIER
%mistake "bool" IDENTIFIER -> "var" IDENTIFIER
%mistake IDENTIFIER "range" -> IDENTIFIER ":=" "range"
%mistake IDENTIFIER ":=" -> "var" IDENTIFIER "="

// A line that goes on on the next one
%mistake ";" "else" -> "else"
%mistake ";" "." -> "."
%mistake ";" "&&" -> "&&"
%mistake ";" "||" -> "||"

// Result: in `func()(x)` the parentheses hold the result.
%nonassoc NO_RESULT
%nonassoc "(" "<-"

// Operator precedence
%left "||"
%left "&&"
%left "==" "!=" "<" "<=" ">" ">="
%left "+" "-" "|" "^"
%left "*" "/" "%" "<<" ">>" "&" "&^"

%%

// Source file organization

source_file
    : "package" IDENTIFIER ";" (import_decl ";")* (top_level_declaration ";")*
    ;

import_decl
    : "import" grouped(import_spec)
    ;

import_spec
    : STRING
    | "." STRING
    | IDENTIFIER STRING
    ;

// One specification, or several in parentheses
%inline grouped(S)
    : S
    | "(" (S ";")* S? ")"
    ;

// Declarations and scope

top_level_declaration
    : declaration
    | function_declaration
    | method_declaration
    ;

declaration
    : "const" grouped(const_spec)
    | "type" grouped(type_spec)
    | "var" grouped(var_spec)
    ;

const_spec
    : identifier_list
    | identifier_list type? "=" expression_list
    ;

var_spec
    : identifier_list type
    | identifier_list type? "=" expression_list
    ;

identifier_list
    : IDENTIFIER
    | identifier_list "," IDENTIFIER
    ;

type_spec
    : IDENTIFIER type
    | IDENTIFIER "=" type
    | IDENTIFIER generic_parameters type
    ;

// Type parameter declarations. In a type declaration `[P *C]` and `[P (C)]` are
// the length of an array.
generic_parameters
    : "[" IDENTIFIER first_constraint ("," type_parameter)* ","? "]"
    | "[" IDENTIFIER "," identifier_list type_constraint ("," type_parameter)* ","? "]"
    ;

first_constraint
    : first_term
    | first_constraint "|" type_term
    ;

first_term
    : "~" type
    | type_name
    | "[" "]" type
    | "map" "[" type "]" type
    | channel_type
    | "<-" "chan" type
    | "func" signature
    | struct_type
    | interface_type
    ;

type_parameters
    : "[" separated_nonempty_list(",", type_parameter) ","? "]"
    ;

type_parameter
    : identifier_list type_constraint
    ;

type_constraint
    : type_elem
    ;

function_declaration
    : "func" IDENTIFIER type_parameters? signature block?
    ;

method_declaration
    : "func" parameters IDENTIFIER signature block?
    ;

// Types

type
    : "<-" "chan" type
    | other_type
    ;

other_type
    : "(" type ")"
    | result_type
    ;

// `<-` belongs to the leftmost `chan` possible: `chan <- chan int`.
result_type
    : type_name
    | "*" type
    | array_type
    | "map" "[" type "]" type
    | channel_type
    | "func" signature
    | struct_type
    | interface_type
    ;

type_name
    : IDENTIFIER
    | qualified_identifier
    | IDENTIFIER type_arguments
    | qualified_identifier type_arguments
    ;

qualified_identifier
    : IDENTIFIER "." IDENTIFIER
    ;

type_arguments
    : "[" separated_nonempty_list(",", type) ","? "]"
    ;

array_type
    : "[" "]" type
    | "[" expression(any) "]" type
    ;

channel_type
    : "chan" other_type
    | "chan" "<-" type
    ;

// Struct types. In `a [n]t` and `t[a]` the brackets hold expressions or types.

struct_type
    : "struct" "{" (field_declaration ";")* field_declaration? "}"
    ;

field_declaration
    : IDENTIFIER STRING?
    | IDENTIFIER unbracketed_type STRING?
    | IDENTIFIER "[" "]" type STRING?
    | IDENTIFIER "[" index_list "]" type? STRING?
    | IDENTIFIER "," identifier_list type STRING?
    | qualified_identifier type_arguments? STRING?
    | "*" type_name STRING?
    ;

unbracketed_type
    : "(" type ")"
    | "<-" "chan" type
    | type_name
    | "*" type
    | "map" "[" type "]" type
    | channel_type
    | "func" signature
    | struct_type
    | interface_type
    ;

// Function types

signature
    : parameters %prec NO_RESULT
    | parameters result
    ;

result
    : parameters
    | result_type
    | "<-" "chan" type
    ;

// All parameters have names, or none; an identifier_list alone is a list of types.
parameters
    : "(" ")"
    | "(" identifier_list ","? ")"
    | "(" parameter_types ","? ")"
    | "(" separated_nonempty_list(",", named_parameters) ","? ")"
    ;

named_parameters
    : identifier_list unbracketed_type
    | identifier_list "[" "]" type
    | identifier_list "[" index_list "]" type
    | identifier_list "..." type
    ;

parameter_types
    : unnamed_parameter
    | identifier_list "," unnamed_parameter
    | identifier_list "[" index_list "]"
    | parameter_types "," unnamed_parameter
    | parameter_types "," IDENTIFIER type_arguments?
    ;

unnamed_parameter
    : "..." type
    | "(" type ")"
    | "<-" "chan" type
    | qualified_identifier type_arguments?
    | "*" type
    | array_type
    | "map" "[" type "]" type
    | channel_type
    | "func" signature
    | struct_type
    | interface_type
    ;

// Interface types

interface_type
    : "interface" "{" (interface_elem ";")* interface_elem? "}"
    ;

interface_elem
    : IDENTIFIER signature
    | type_elem
    ;

type_elem
    : type_term
    | type_elem "|" type_term
    ;

type_term
    : type
    | "~" type
    ;

// Blocks and statements

block
    : "{" statement_list "}"
    ;

statement_list
    : statement?
    | statement_list ";" statement?
    ;

statement
    : declaration
    | labeled_statement
    | simple_statement(any)
    | "go" expression(any)
    | "defer" expression(any)
    | "return" expression_list?
    | "break" IDENTIFIER?
    | "continue" IDENTIFIER?
    | "goto" IDENTIFIER
    | "fallthrough"
    | block
    | if_statement
    | switch_statement
    | select_statement
    | for_statement
    ;

labeled_statement
    : IDENTIFIER ":" statement?
    ;

simple_statement(P)
    : expression(P)
    | expression(P) "<-" expression(P)
    | expression(P) "++"
    | expression(P) "--"
    | left_side(P) assign_op expressions(P)
    | identifier_list ":=" expressions(P)
    ;

// Names alone stand before `:=`; before `=` other expressions, too.
left_side(P)
    : identifier_list
    | mixed_list(P)
    ;

mixed_list(P)
    : other_expression(P)
    | identifier_list "," other_expression(P)
    | mixed_list(P) "," expression(P)
    ;

assign_op
    : "="
    | "+="
    | "-="
    | "|="
    | "^="
    | "*="
    | "/="
    | "%="
    | "<<="
    | ">>="
    | "&="
    | "&^="
    ;

if_statement
    : "if" if_header block
    | "if" if_header block "else" block
    | "if" if_header block "else" if_statement
    ;

if_header
    : expression(header)
    | simple_statement(header)? ";" expression(header)
    ;

switch_statement
    : "switch" switch_header "{" switch_clause* "}"
    ;

switch_header
    : expression(header)?
    | simple_statement(header)? ";" expression(header)?
    | type_switch_guard
    | simple_statement(header)? ";" type_switch_guard
    ;

type_switch_guard
    : type_switch_operand
    | identifier_list ":=" type_switch_operand
    ;

type_switch_operand
    : IDENTIFIER "." "(" "type" ")"
    | qualified_identifier "." "(" "type" ")"
    | indexed_identifier "." "(" "type" ")"
    | other_primary(header_literal) "." "(" "type" ")"
    ;

// In a type switch the expressions are types.
switch_clause
    : "case" expression_list ":" statement_list
    | "default" ":" statement_list
    ;

select_statement
    : "select" "{" select_clause* "}"
    ;

select_clause
    : "case" communication ":" statement_list
    | "default" ":" statement_list
    ;

communication
    : expression(any)
    | expression(any) "<-" expression(any)
    | left_side(any) "=" expression(any)
    | identifier_list ":=" expression(any)
    ;

for_statement
    : "for" block
    | "for" expression(header) block
    | "for" simple_statement(header)? ";" expression(header)? ";" simple_statement(header)? block
    | "for" "range" expression(header) block
    | "for" left_side(header) "=" "range" expression(header) block
    | "for" identifier_list ":=" "range" expression(header) block
    ;

// Expressions. Those of a header, before the `{` of a block, have no composite
// literals that begin with the name of a type, outside of brackets, and are no types.

%inline expression_list
    : expressions(any)
    ;

expressions(P)
    : expression(P)
    | expressions(P) "," expression(P)
    ;

expression(P)
    : IDENTIFIER
    | other_expression(P)
    ;

other_expression(P)
    : P
    | expression(P) binary_op expression(P)
    ;

%inline binary_op
    : "||"
    | "&&"
    | "=="
    | "!="
    | "<"
    | "<="
    | ">"
    | ">="
    | "+"
    | "-"
    | "|"
    | "^"
    | "*"
    | "/"
    | "%"
    | "<<"
    | ">>"
    | "&"
    | "&^"
    ;

any
    : unary(any)
    | primary(composite_literal)
    | type_literal
    | "func" signature
    ;

header
    : unary(header)
    | primary(header_literal)
    ;

unary(P)
    : "+" operand(P)
    | "-" operand(P)
    | "!" operand(P)
    | "^" operand(P)
    | "*" operand(P)
    | "&" operand(P)
    | "<-" operand(P)
    ;

operand(P)
    : IDENTIFIER
    | P
    ;

// Primary expressions. Names with `.` and `[` stand apart since they may be the
// type of a composite literal.
primary(L)
    : qualified_identifier
    | indexed_identifier
    | other_primary(L)
    ;

indexed_identifier
    : IDENTIFIER index
    | qualified_identifier index
    ;

other_primary(L)
    : basic_literal
    | L
    | "func" signature block
    | "(" expression(any) ")"
    | type_literal arguments
    | "func" signature arguments
    | struct_type "." IDENTIFIER
    | interface_type "." IDENTIFIER
    | qualified_identifier "." IDENTIFIER
    | indexed_identifier "." IDENTIFIER
    | other_primary(L) "." IDENTIFIER
    | indexed_identifier index
    | other_primary(L) index
    | IDENTIFIER suffix
    | qualified_identifier suffix
    | indexed_identifier suffix
    | other_primary(L) suffix
    ;

suffix
    : slice
    | type_assertion
    | arguments
    ;

index
    : "[" index_list "]"
    ;

// An index, or type arguments
index_list
    : expression_list ","?
    ;

slice
    : "[" expression(any)? ":" expression(any)? "]"
    | "[" expression(any)? ":" expression(any) ":" expression(any) "]"
    ;

type_assertion
    : "." "(" type ")"
    ;

arguments
    : "(" ")"
    | "(" expression_list ioption("...") ","? ")"
    ;

basic_literal
    : INT
    | FLOAT
    | IMAGINARY
    | RUNE
    | STRING
    ;

// A type that is no name, as in `[]byte(s)` and `make(chan int)`. The receive-only
// channel type is a unary `<-` here.
type_literal
    : composite_type
    | channel_type
    | interface_type
    ;

composite_type
    : array_type
    | "[" "..." "]" type
    | "map" "[" type "]" type
    | struct_type
    ;

header_literal
    : composite_type literal_value
    ;

composite_literal
    : composite_type literal_value
    | IDENTIFIER literal_value
    | qualified_identifier literal_value
    | indexed_identifier literal_value
    ;

literal_value
    : "{" "}"
    | "{" separated_nonempty_list(",", keyed_element) ","? "}"
    ;

keyed_element
    : element
    | element ":" element
    ;

element
    : expression(any)
    | literal_value
    ;
