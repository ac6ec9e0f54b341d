%grmtools {yacckind: Original(GenericParseTree)}

// Python 3.13, from the language reference (docs.python.org/3.13/reference) and its chapter 10, "Full
// Grammar specification", whose names the rules have. README.md lists what was changed.

%start file

%token NAME NUMBER STRING
%token NEWLINE INDENT DEDENT

%epp annotated_rhs "an expression"
%epp star_expressions "an expression"
%epp star_expression "an expression"
%epp star_named_expression "an expression"
%epp named_expression "an expression"
%epp expression "an expression"
%epp disjunction "an expression"
%epp conjunction "an expression"
%epp inversion "an expression"
%epp comparison "an expression"
%epp bitwise_or "an expression"
%epp bitwise_xor "an expression"
%epp bitwise_and "an expression"
%epp shift_expr "an expression"
%epp sum "an expression"
%epp term "an expression"
%epp factor "an expression"
%epp power "an expression"
%epp primary "an expression"
%epp star_target "a target"
%epp statement "a statement"
%epp simple_statement "a statement"
%epp block "an indented block"
%epp name "a name"
%epp pattern "a pattern"
%epp NAME "a name"

%avoid_insert NAME STRING "..." "None" "True" "False" "match" "case" "type"

// Mistakes of beginners, and spellings of other languages.
%mistake "=" -> "=="
%mistake "==" -> "="
%mistake "if" NAME "=" -> "if" NAME "=="
%mistake "elif" NAME "=" -> "elif" NAME "=="
%mistake "while" NAME "=" -> "while" NAME "=="
%mistake "else" "if" -> "elif"
%mistake "print" NAME -> NAME "(" NAME ")"
%mistake "print" STRING -> NAME "(" STRING ")"
%mistake "++" -> "+=" NUMBER
%mistake "--" -> "-=" NUMBER
%mistake ";" -> ":"
%mistake "," -> ":"
%mistake "." -> ","
%mistake "&&" -> "and"
%mistake "||" -> "or"
%mistake "!" -> "not"
%mistake "<>" -> "!="
%mistake "null" -> "None"

// 8.6: a statement that begins with `match` and one of these tokens is a match
// statement, or an expression that begins with a call or a subscript of `match`.
%nonassoc SOFT_NAME
%nonassoc "(" "[" "+" "-" "*" "not"

%%

// 10 Starting rules

file
    : statement*
    ;

// General statements

statement
    : compound_statement
    | simple_statements
    ;

simple_statements
    : separated_nonempty_list(";", simple_statement) ";"? NEWLINE
    ;

// 7 Simple statements

simple_statement
    : assignment
    | expression_statement
    | type_alias
    | return_statement
    | import_name
    | import_from
    | raise_statement
    | "pass"
    | del_statement
    | yield_statement
    | assert_statement
    | "break"
    | "continue"
    | global_statement
    | nonlocal_statement
    ;

compound_statement
    : function_definition
    | if_statement
    | class_definition
    | with_statement
    | for_statement
    | try_statement
    | while_statement
    | match_statement
    ;

expression_statement
    : star_expressions
    | match_head
    ;

// 7.2 Assignment statements. What stands before `=` is any expression here.

assignment
    : star_expressions "=" assigned
    | match_head "=" assigned
    | primary ":" expression ("=" annotated_rhs)?
    | match_head ":" expression ("=" annotated_rhs)?
    | primary augassign annotated_rhs
    | match_primary augassign annotated_rhs
    ;

assigned
    : annotated_rhs
    | star_expressions "=" assigned
    ;

annotated_rhs
    : yield_expression
    | star_expressions
    ;

augassign
    : "+="
    | "-="
    | "*="
    | "@="
    | "/="
    | "%="
    | "&="
    | "|="
    | "^="
    | "<<="
    | ">>="
    | "**="
    | "//="
    ;

// 7.3 to 7.13

return_statement
    : "return" star_expressions?
    ;

raise_statement
    : "raise"
    | "raise" expression
    | "raise" expression "from" expression
    ;

global_statement
    : "global" separated_nonempty_list(",", name)
    ;

nonlocal_statement
    : "nonlocal" separated_nonempty_list(",", name)
    ;

del_statement
    : "del" separated_nonempty_list(",", primary) ","?
    ;

yield_statement
    : yield_expression
    ;

assert_statement
    : "assert" expression ("," expression)?
    ;

// 7.11 Import statements

import_name
    : "import" separated_nonempty_list(",", dotted_as_name)
    ;

import_from
    : "from" dotted_name "import" import_from_targets
    | "from" dots dotted_name "import" import_from_targets
    | "from" dots "import" import_from_targets
    ;

dots
    : ("." | "...")+
    ;

import_from_targets
    : "(" separated_nonempty_list(",", import_from_as_name) ","? ")"
    | separated_nonempty_list(",", import_from_as_name)
    | "*"
    ;

import_from_as_name
    : name ("as" name)?
    ;

dotted_as_name
    : dotted_name ("as" name)?
    ;

dotted_name
    : name
    | dotted_name "." name
    ;

// 7.14 The type statement

type_alias
    : "type" name type_params? "=" expression
    ;

// 8 Compound statements

block
    : NEWLINE INDENT statement+ DEDENT
    | simple_statements
    ;

decorators
    : ("@" named_expression NEWLINE)+
    ;

// 8.8 Class definitions

class_definition
    : class_definition_raw
    | decorators class_definition_raw
    ;

class_definition_raw
    : "class" name type_params? ("(" arguments? ")")? ":" block
    ;

// 8.7 Function definitions

function_definition
    : function_definition_raw
    | decorators function_definition_raw
    ;

function_definition_raw
    : "def" name type_params? "(" parameters(parameter, star_parameter)? ")" ("->" expression)? ":" block
    | "async" "def" name type_params? "(" parameters(parameter, star_parameter)? ")" ("->" expression)? ":" block
    ;

parameter
    : name (":" expression)?
    ;

star_parameter
    : name
    | name ":" star_expression
    ;

// Positional parameters, of which those without a default come first; then
// those after `*`, then the one after `**`.
parameters(P, S)
    : positional_parameters(P) ","?
    | positional_parameters(P) "," keyword_parameters(P, S)
    | keyword_parameters(P, S)
    ;

%inline positional_parameters(P)
    : undefaulted(P)
    | defaulted(P)
    | undefaulted_slash(P)
    | defaulted_slash(P)
    ;

undefaulted(P)
    : P
    | undefaulted(P) "," P
    ;

defaulted(P)
    : default(P)
    | undefaulted(P) "," default(P)
    | defaulted(P) "," default(P)
    ;

undefaulted_slash(P)
    : undefaulted(P) "," "/"
    | undefaulted_slash(P) "," P
    ;

defaulted_slash(P)
    : defaulted(P) "," "/"
    | undefaulted_slash(P) "," default(P)
    | defaulted_slash(P) "," default(P)
    ;

default(P)
    : P "=" expression
    ;

keyword_parameters(P, S)
    : "*" S ("," keyword_parameter(P))* ","?
    | "*" S ("," keyword_parameter(P))* "," "**" P ","?
    | "*" ("," keyword_parameter(P))+ ","?
    | "*" ("," keyword_parameter(P))+ "," "**" P ","?
    | "**" P ","?
    ;

keyword_parameter(P)
    : P
    | default(P)
    ;

// 8.1 The if statement

if_statement
    : "if" named_expression ":" block elif_clause* else_block?
    ;

elif_clause
    : "elif" named_expression ":" block
    ;

else_block
    : "else" ":" block
    ;

// 8.2 The while statement

while_statement
    : "while" named_expression ":" block else_block?
    ;

// 8.3 The for statement

for_statement
    : "for" star_targets "in" star_expressions ":" block else_block?
    | "async" "for" star_targets "in" star_expressions ":" block else_block?
    ;

// 8.5 The with statement. A list of expressions in parentheses, without `as`,
// is a tuple here.

with_statement
    : "with" with_items ":" block
    | "async" "with" with_items ":" block
    ;

with_items
    : separated_nonempty_list(",", with_item)
    | "(" star_named_expression "as" star_target ("," with_item)* ","? ")"
    | "(" two_or_more "as" star_target ("," with_item)* ","? ")"
    ;

with_item
    : expression ("as" star_target)?
    ;

// 8.4 The try statement

try_statement
    : "try" ":" block finally_block
    | "try" ":" block except_block+ else_block? finally_block?
    | "try" ":" block except_star_block+ else_block? finally_block?
    ;

except_block
    : "except" ":" block
    | "except" expression ("as" name)? ":" block
    ;

except_star_block
    : "except" "*" expression ("as" name)? ":" block
    ;

finally_block
    : "finally" ":" block
    ;

// 8.6 The match statement

match_statement
    : "match" subject_expr ":" NEWLINE INDENT case_block+ DEDENT
    | match_head ":" NEWLINE INDENT case_block+ DEDENT
    ;

case_block
    : "case" patterns guard? ":" block
    ;

guard
    : "if" named_expression
    ;

// A subject that does not begin with `(` or `[`: the others are a match_head.
subject_expr
    : subject ("," star_named_expression)* ","?
    ;

subject
    : name ":=" expression
    | "*" bitwise_or
    | expression_from(subject_inversion)
    | lambda
    ;

subject_inversion
    : comparison_from(subject_factor)
    | "not" inversion
    ;

subject_factor
    : subject_primary
    | subject_primary "**" factor
    | "await" primary
    | "await" primary "**" factor
    | "+" factor
    | "-" factor
    | "~" factor
    ;

subject_primary
    : plain_atom
    | subject_primary trailer
    ;

// Expressions that begin with `match (` or `match [`, which is a call, or the
// beginning of a match statement.
match_head
    : expression_from(comparison_from(match_power)) ("," star_expression)* ","?
    ;

match_power
    : match_primary
    | match_primary "**" factor
    ;

match_primary
    : "match" "(" arguments? ")"
    | "match" "(" generator ")"
    | "match" "(" yield_expression ")"
    | "match" "[" slices "]"
    | match_primary trailer
    ;

// Binary operators whose first operand is a C or an F.
expression_from(C)
    : disjunction_from(C)
    | disjunction_from(C) "if" disjunction "else" expression
    ;

disjunction_from(C)
    : conjunction_from(C)
    | disjunction_from(C) "or" conjunction
    ;

conjunction_from(C)
    : C
    | conjunction_from(C) "and" inversion
    ;

comparison_from(F)
    : bitwise_or_from(F)
    | comparison_from(F) compare_op bitwise_or
    ;

bitwise_or_from(F)
    : bitwise_xor_from(F)
    | bitwise_or_from(F) "|" bitwise_xor
    ;

bitwise_xor_from(F)
    : bitwise_and_from(F)
    | bitwise_xor_from(F) "^" bitwise_and
    ;

bitwise_and_from(F)
    : shift_from(F)
    | bitwise_and_from(F) "&" shift_expr
    ;

shift_from(F)
    : sum_from(F)
    | shift_from(F) "<<" sum
    | shift_from(F) ">>" sum
    ;

sum_from(F)
    : term_from(F)
    | sum_from(F) "+" term
    | sum_from(F) "-" term
    ;

term_from(F)
    : F
    | term_from(F) "*" factor
    | term_from(F) "/" factor
    | term_from(F) "//" factor
    | term_from(F) "%" factor
    | term_from(F) "@" factor
    ;

// 8.6.4 Patterns

patterns
    : pattern
    | open_sequence_pattern
    ;

pattern
    : or_pattern ("as" name)?
    ;

or_pattern
    : separated_nonempty_list("|", closed_pattern)
    ;

closed_pattern
    : literal_pattern
    | name
    | attr
    | "(" pattern ")"
    | sequence_pattern
    | mapping_pattern
    | class_pattern
    ;

literal_pattern
    : signed_number
    | signed_number "+" NUMBER
    | signed_number "-" NUMBER
    | strings
    | "None"
    | "True"
    | "False"
    ;

signed_number
    : NUMBER
    | "-" NUMBER
    ;

attr
    : name "." name
    | attr "." name
    ;

sequence_pattern
    : "[" "]"
    | "[" separated_nonempty_list(",", maybe_star_pattern) ","? "]"
    | "(" ")"
    | "(" open_sequence_pattern ")"
    ;

open_sequence_pattern
    : maybe_star_pattern ","
    | two_or_more_patterns ","?
    ;

two_or_more_patterns
    : maybe_star_pattern "," maybe_star_pattern
    | two_or_more_patterns "," maybe_star_pattern
    ;

maybe_star_pattern
    : "*" name
    | pattern
    ;

mapping_pattern
    : "{" "}"
    | "{" separated_nonempty_list(",", key_value_pattern) ","? "}"
    ;

key_value_pattern
    : literal_pattern ":" pattern
    | attr ":" pattern
    | "**" name
    ;

class_pattern
    : name_or_attr "(" ")"
    | name_or_attr "(" separated_nonempty_list(",", pattern_argument) ","? ")"
    ;

name_or_attr
    : name
    | attr
    ;

pattern_argument
    : pattern
    | name "=" pattern
    ;

// 8.10 Type parameter lists

type_params
    : "[" separated_nonempty_list(",", type_param) ","? "]"
    ;

type_param
    : name (":" expression)? ("=" expression)?
    | "*" name ("=" star_expression)?
    | "**" name ("=" expression)?
    ;

// 6.2.9, 6.3 to 6.17 Expressions

star_expressions
    : separated_nonempty_list(",", star_expression) ","?
    ;

star_expression
    : "*" bitwise_or
    | expression
    ;

star_named_expression
    : "*" bitwise_or
    | named_expression
    ;

two_or_more
    : star_named_expression "," star_named_expression
    | two_or_more "," star_named_expression
    ;

named_expression
    : name ":=" expression
    | expression
    ;

expression
    : disjunction
    | disjunction "if" disjunction "else" expression
    | lambda
    ;

yield_expression
    : "yield" star_expressions?
    | "yield" "from" expression
    ;

lambda
    : "lambda" parameters(name, name)? ":" expression
    ;

disjunction
    : conjunction
    | disjunction "or" conjunction
    ;

conjunction
    : inversion
    | conjunction "and" inversion
    ;

inversion
    : comparison
    | "not" inversion
    ;

comparison
    : bitwise_or
    | comparison compare_op bitwise_or
    ;

compare_op
    : "=="
    | "!="
    | "<="
    | "<"
    | ">="
    | ">"
    | "in"
    | "not" "in"
    | "is"
    | "is" "not"
    ;

bitwise_or
    : bitwise_xor
    | bitwise_or "|" bitwise_xor
    ;

bitwise_xor
    : bitwise_and
    | bitwise_xor "^" bitwise_and
    ;

bitwise_and
    : shift_expr
    | bitwise_and "&" shift_expr
    ;

shift_expr
    : sum
    | shift_expr "<<" sum
    | shift_expr ">>" sum
    ;

sum
    : term
    | sum "+" term
    | sum "-" term
    ;

term
    : factor
    | term "*" factor
    | term "/" factor
    | term "//" factor
    | term "%" factor
    | term "@" factor
    ;

factor
    : power
    | "+" factor
    | "-" factor
    | "~" factor
    ;

power
    : await_primary
    | await_primary "**" factor
    ;

await_primary
    : primary
    | "await" primary
    ;

primary
    : atom
    | primary trailer
    ;

trailer
    : "." name
    | "(" arguments? ")"
    | "(" generator ")"
    | "[" slices "]"
    ;

slices
    : separated_nonempty_list(",", slice) ","?
    ;

slice
    : "*" bitwise_or
    | named_expression
    | expression? ":" expression? (":" expression?)?
    ;

// 6.2 Atoms

atom
    : plain_atom
    | group
    | tuple
    | list
    ;

plain_atom
    : name
    | "True"
    | "False"
    | "None"
    | strings
    | NUMBER
    | "..."
    | dict
    | set
    ;

// 2.3.2: `match`, `case` and `type` are names, too.
name
    : NAME
    | "match" %prec SOFT_NAME
    | "case"
    | "type"
    ;

strings
    : STRING+
    ;

group
    : "(" yield_expression ")"
    | "(" named_expression ")"
    | "(" generator ")"
    ;

tuple
    : "(" ")"
    | "(" star_named_expression "," ")"
    | "(" two_or_more ","? ")"
    ;

list
    : "[" "]"
    | "[" separated_nonempty_list(",", star_named_expression) ","? "]"
    | "[" generator "]"
    ;

set
    : "{" separated_nonempty_list(",", star_named_expression) ","? "}"
    | "{" generator "}"
    ;

dict
    : "{" "}"
    | "{" separated_nonempty_list(",", double_starred_kvpair) ","? "}"
    | "{" kvpair for_if_clause+ "}"
    ;

double_starred_kvpair
    : kvpair
    | "**" bitwise_or
    ;

kvpair
    : expression ":" expression
    ;

generator
    : named_expression for_if_clause+
    ;

for_if_clause
    : "for" star_targets "in" disjunction ("if" disjunction)*
    | "async" "for" star_targets "in" disjunction ("if" disjunction)*
    ;

// Targets of for and with, and in comprehensions

star_targets
    : separated_nonempty_list(",", star_target) ","?
    ;

star_target
    : primary
    | "*" primary
    ;

// 6.3.4 Calls: positional arguments, then keywords and iterables, then keywords
// and mappings

arguments
    : positional_arguments ","?
    | keyword_arguments ","?
    | unpacked_arguments ","?
    ;

positional_arguments
    : positional_argument
    | positional_arguments "," positional_argument
    ;

keyword_arguments
    : keyword_argument
    | positional_arguments "," keyword_argument
    | keyword_arguments "," keyword_argument
    | keyword_arguments "," "*" expression
    ;

unpacked_arguments
    : "**" expression
    | positional_arguments "," "**" expression
    | keyword_arguments "," "**" expression
    | unpacked_arguments "," "**" expression
    | unpacked_arguments "," keyword_argument
    ;

positional_argument
    : named_expression
    | "*" expression
    ;

keyword_argument
    : name "=" expression
    ;
