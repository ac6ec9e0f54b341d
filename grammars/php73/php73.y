%grmtools {yacckind: Original(GenericParseTree)}

// PHP 7.3. The chapters and most rule names are those of the PHP Language
// Specification; expressions are one rule with the manual's precedence table,
// because PHP lets an assignment be the operand of any operator (`!$a = f()`).

%start script

%token NAME VARIABLE NS_SEPARATOR YIELD_FROM INTEGER FLOAT STRING MAGIC_CONSTANT INLINE_HTML
%token HEREDOC_START HEREDOC_END STRING_TEXT OFFSET_VARIABLE PROPERTY_VARIABLE

%epp NS_SEPARATOR "namespace separator"
%epp YIELD_FROM "yield from"
%epp expression "an expression"
%epp statement "a statement"

%avoid_insert NAME VARIABLE INTEGER FLOAT STRING MAGIC_CONSTANT INLINE_HTML
%avoid_insert STRING_TEXT OFFSET_VARIABLE PROPERTY_VARIABLE
// Complete expressions when they stand alone, but seldom what is missing.
%avoid_insert "exit" "yield"

// An `else` or `elseif` belongs to the nearest `if` that allows it.
%nonassoc NO_ELSE
%nonassoc "elseif" "else"

// Operators, loosest first.
%left "include" "include_once" "require" "require_once"
%left "or"
%left "xor"
%left "and"
%right "print"
%right "yield"
%right "=>"
%right YIELD_FROM
%right "=" "+=" "-=" "*=" "**=" "/=" ".=" "%=" "&=" "|=" "^=" "<<=" ">>="
%left "?" ":"
%right "??"
%left "||"
%left "&&"
%left "|"
%left "^"
%left "&"
%nonassoc "==" "!=" "===" "!==" "<=>"
%nonassoc "<" "<=" ">" ">="
%left "<<" ">>"
%left "+" "-" "."
%left "*" "/" "%"
%right "!"
%nonassoc "instanceof"
%right "~" "++" "--" "(int)" "(float)" "(string)" "(binary)" "(array)" "(object)" "(bool)" "(unset)" "@"
%right "**"
%nonassoc "clone"

%%

// Program structure

script
    : top_statement_list
    ;

top_statement_list
    :
    | top_statement_list top_statement
    ;

top_statement
    : statement
    | namespace_definition
    | namespace_use_declaration
    | const_declaration
    | "__halt_compiler" "(" ")" ";"
    ;

// Lexical structure: names

// A member may be named like a keyword.
identifier
    : NAME
    | keyword
    | member_modifier
    ;

keyword
    : "and" | "array" | "as" | "break" | "callable" | "case" | "catch" | "class"
    | "clone" | "const" | "continue" | "declare" | "default" | "do" | "echo"
    | "else" | "elseif" | "empty" | "enddeclare" | "endfor" | "endforeach"
    | "endif" | "endswitch" | "endwhile" | "eval" | "exit" | "extends"
    | "finally" | "for" | "foreach" | "function" | "global" | "goto" | "if"
    | "implements" | "include" | "include_once" | "instanceof" | "insteadof"
    | "interface" | "isset" | "list" | "namespace" | "new" | "or" | "print"
    | "require" | "require_once" | "return" | "switch" | "throw" | "trait"
    | "try" | "unset" | "use" | "var" | "while" | "xor" | "yield"
    | MAGIC_CONSTANT
    ;

namespace_name
    : NAME
    | namespace_name NS_SEPARATOR NAME
    ;

qualified_name
    : namespace_name
    | NS_SEPARATOR namespace_name
    | "namespace" NS_SEPARATOR namespace_name
    ;

qualified_name_list
    : qualified_name
    | qualified_name_list "," qualified_name
    ;

// Variables

simple_variable
    : VARIABLE
    | "$" simple_variable
    | "$" "{" expression "}"
    ;

// What may be assigned to, referred to, or called: grammatically also a call.
variable
    : simple_variable
    | scope "::" simple_variable
    | dereferencable subscript
    | constant "[" optional_expression "]"
    | dereferencable "->" member_name
    | dereferencable argument_list
    | qualified_name argument_list
    | scope "::" identifier argument_list
    | scope "::" "{" expression "}" argument_list
    ;

dereferencable
    : variable
    | "(" expression ")"
    | array_creation
    | STRING
    ;

subscript
    : "[" optional_expression "]"
    | "{" expression "}"
    ;

member_name
    : identifier
    | simple_variable
    | "{" expression "}"
    ;

// The left-hand side of `::`
scope
    : qualified_name
    | "static"
    | dereferencable
    ;

argument_list
    : "(" ")"
    | "(" arguments ")"
    | "(" arguments "," ")"
    ;

arguments
    : argument
    | arguments "," argument
    ;

argument
    : expression
    | "..." expression
    ;

// Constants

constant
    : qualified_name
    | scope "::" identifier
    ;

const_declaration
    : "const" const_elements ";"
    ;

const_elements
    : const_element
    | const_elements "," const_element
    ;

const_element
    : NAME "=" expression
    ;

// Expressions: literals

literal
    : INTEGER
    | FLOAT
    | STRING
    | MAGIC_CONSTANT
    | '"' string_parts '"'
    | HEREDOC_START HEREDOC_END
    | HEREDOC_START string_parts HEREDOC_END
    ;

string_parts
    : string_part
    | string_parts string_part
    ;

string_part
    : STRING_TEXT
    | VARIABLE
    | OFFSET_VARIABLE string_offset "]"
    | PROPERTY_VARIABLE
    | "{$" variable "}"
    | "${" expression "}"
    ;

string_offset
    : NAME
    | INTEGER
    | "-" INTEGER
    | VARIABLE
    ;

array_creation
    : "array" "(" array_elements ")"
    | "[" array_elements "]"
    ;

// Elements are left out only in a destructuring `list(, $b)` or `[, $b]`.
array_elements
    : optional_array_element
    | array_elements "," optional_array_element
    ;

optional_array_element
    :
    | array_element
    ;

array_element
    : array_value
    | expression "=>" array_value
    ;

array_value
    : expression
    | "&" variable
    | list
    ;

list
    : "list" "(" array_elements ")"
    ;

// Expressions

optional_expression
    :
    | expression
    ;

expressions
    : expression
    | expressions "," expression
    ;

expression
    : variable
    | "(" expression ")"
    | array_creation
    | literal
    | constant
    | "`" "`"
    | "`" string_parts "`"
    | object_creation
    | anonymous_function
    | "static" anonymous_function
    | "clone" expression
    | intrinsic
    | assignment
    | unary_expression
    | binary_expression
    | expression "?" expression ":" expression
    | expression "?" ":" expression
    | expression "instanceof" class_reference
    | "print" expression
    | inclusion
    | "yield"
    | "yield" expression
    | "yield" expression "=>" expression
    | YIELD_FROM expression
    ;

// Expressions: object creation, instanceof

object_creation
    : "new" class_reference
    | "new" class_reference argument_list
    | "new" anonymous_class
    ;

anonymous_class
    : "class" class_base_clause class_interface_clause class_body
    | "class" argument_list class_base_clause class_interface_clause class_body
    ;

class_reference
    : qualified_name
    | "static"
    | class_variable
    ;

// A variable without calls: in `new $a->b()` the arguments are the constructor's.
class_variable
    : simple_variable
    | class_variable subscript
    | class_variable "->" member_name
    | class_variable "::" simple_variable
    | qualified_name "::" simple_variable
    | "static" "::" simple_variable
    ;

// Expressions: anonymous functions

anonymous_function
    : "function" by_reference "(" parameters ")" use_clause return_type compound_statement
    ;

use_clause
    :
    | "use" "(" use_variables ")"
    ;

use_variables
    : use_variable
    | use_variables "," use_variable
    ;

use_variable
    : VARIABLE
    | "&" VARIABLE
    ;

// Expressions: intrinsics

intrinsic
    : "isset" "(" expressions ")"
    | "isset" "(" expressions "," ")"
    | "empty" "(" expression ")"
    | "eval" "(" expression ")"
    | "exit"
    | "exit" "(" optional_expression ")"
    ;

inclusion
    : "include" expression
    | "include_once" expression
    | "require" expression
    | "require_once" expression
    ;

// Expressions: assignment

assignment
    : variable "=" expression
    | variable "=" "&" variable
    | list "=" expression
    | "[" array_elements "]" "=" expression
    | variable "+=" expression
    | variable "-=" expression
    | variable "*=" expression
    | variable "**=" expression
    | variable "/=" expression
    | variable ".=" expression
    | variable "%=" expression
    | variable "&=" expression
    | variable "|=" expression
    | variable "^=" expression
    | variable "<<=" expression
    | variable ">>=" expression
    ;

// Expressions: unary operators

unary_expression
    : "++" variable
    | "--" variable
    | variable "++"
    | variable "--"
    | "+" expression %prec "~"
    | "-" expression %prec "~"
    | "!" expression
    | "~" expression
    | "@" expression
    | "(int)" expression
    | "(float)" expression
    | "(string)" expression
    | "(binary)" expression
    | "(array)" expression
    | "(object)" expression
    | "(bool)" expression
    | "(unset)" expression
    ;

// Expressions: binary operators

binary_expression
    : expression "**" expression
    | expression "*" expression
    | expression "/" expression
    | expression "%" expression
    | expression "+" expression
    | expression "-" expression
    | expression "." expression
    | expression "<<" expression
    | expression ">>" expression
    | expression "<" expression
    | expression "<=" expression
    | expression ">" expression
    | expression ">=" expression
    | expression "==" expression
    | expression "!=" expression
    | expression "===" expression
    | expression "!==" expression
    | expression "<=>" expression
    | expression "&" expression
    | expression "^" expression
    | expression "|" expression
    | expression "&&" expression
    | expression "||" expression
    | expression "??" expression
    | expression "and" expression
    | expression "xor" expression
    | expression "or" expression
    ;

// Statements

statement_list
    :
    | statement_list statement
    ;

statement
    : compound_statement
    | NAME ":"
    | expression ";"
    | ";"
    | if_statement
    | switch_statement
    | while_statement
    | do_statement
    | for_statement
    | foreach_statement
    | jump_statement
    | try_statement
    | declare_statement
    | echo_statement
    | unset_statement
    | global_declaration
    | static_declaration
    | function_definition
    | class_declaration
    | interface_declaration
    | trait_declaration
    ;

compound_statement
    : "{" statement_list "}"
    ;

echo_statement
    : "echo" expressions ";"
    | INLINE_HTML
    ;

unset_statement
    : "unset" "(" expressions ")" ";"
    | "unset" "(" expressions "," ")" ";"
    ;

// Statements: selection

if_statement
    : if_clauses %prec NO_ELSE
    | if_clauses "else" statement
    | if_blocks "endif" ";"
    | if_blocks "else" ":" statement_list "endif" ";"
    ;

if_clauses
    : "if" "(" expression ")" statement
    | if_clauses "elseif" "(" expression ")" statement
    ;

if_blocks
    : "if" "(" expression ")" ":" statement_list
    | if_blocks "elseif" "(" expression ")" ":" statement_list
    ;

switch_statement
    : "switch" "(" expression ")" "{" case_statements "}"
    | "switch" "(" expression ")" ":" case_statements "endswitch" ";"
    ;

// The `;` before the first case is what a closing tag there lexes as.
case_statements
    : case_list
    | ";" case_list
    ;

case_list
    :
    | case_list "case" expression case_terminator statement_list
    | case_list "default" case_terminator statement_list
    ;

case_terminator
    : ":"
    | ";"
    ;

// Statements: iteration

while_statement
    : "while" "(" expression ")" statement
    | "while" "(" expression ")" ":" statement_list "endwhile" ";"
    ;

do_statement
    : "do" statement "while" "(" expression ")" ";"
    ;

for_statement
    : "for" "(" for_group ";" for_group ";" for_group ")" statement
    | "for" "(" for_group ";" for_group ";" for_group ")" ":" statement_list "endfor" ";"
    ;

for_group
    :
    | expressions
    ;

foreach_statement
    : "foreach" "(" foreach_clause ")" statement
    | "foreach" "(" foreach_clause ")" ":" statement_list "endforeach" ";"
    ;

foreach_clause
    : expression "as" foreach_target
    | expression "as" foreach_target "=>" foreach_target
    ;

foreach_target
    : variable
    | "&" variable
    | list
    | "[" array_elements "]"
    ;

// Statements: jumps

jump_statement
    : "goto" NAME ";"
    | "continue" optional_expression ";"
    | "break" optional_expression ";"
    | "return" optional_expression ";"
    | "throw" expression ";"
    ;

// Statements: try

try_statement
    : "try" compound_statement catch_clauses
    | "try" compound_statement finally_clause
    | "try" compound_statement catch_clauses finally_clause
    ;

catch_clauses
    : catch_clause
    | catch_clauses catch_clause
    ;

catch_clause
    : "catch" "(" catch_names VARIABLE ")" compound_statement
    ;

catch_names
    : qualified_name
    | catch_names "|" qualified_name
    ;

finally_clause
    : "finally" compound_statement
    ;

// Statements: declare

declare_statement
    : "declare" "(" const_elements ")" statement
    | "declare" "(" const_elements ")" ":" statement_list "enddeclare" ";"
    ;

// Statements: declarations of variables

global_declaration
    : "global" global_variables ";"
    ;

global_variables
    : simple_variable
    | global_variables "," simple_variable
    ;

static_declaration
    : "static" static_variables ";"
    ;

static_variables
    : static_variable
    | static_variables "," static_variable
    ;

static_variable
    : VARIABLE
    | VARIABLE "=" expression
    ;

// Functions

function_definition
    : "function" by_reference NAME "(" parameters ")" return_type compound_statement
    ;

by_reference
    :
    | "&"
    ;

parameters
    :
    | parameter_list
    ;

parameter_list
    : parameter
    | parameter_list "," parameter
    ;

parameter
    : optional_type by_reference VARIABLE
    | optional_type by_reference VARIABLE "=" expression
    | optional_type by_reference "..." VARIABLE
    ;

return_type
    :
    | ":" type
    ;

optional_type
    :
    | type
    ;

type
    : base_type
    | "?" base_type
    ;

base_type
    : "array"
    | "callable"
    | qualified_name
    ;

// Classes

class_declaration
    : class_modifiers "class" NAME class_base_clause class_interface_clause class_body
    ;

class_modifiers
    :
    | class_modifiers class_modifier
    ;

class_modifier
    : "abstract"
    | "final"
    ;

class_base_clause
    :
    | "extends" qualified_name
    ;

class_interface_clause
    :
    | "implements" qualified_name_list
    ;

class_body
    : "{" member_declarations "}"
    ;

member_declarations
    :
    | member_declarations member_declaration
    ;

member_declaration
    : class_const_declaration
    | property_declaration
    | method_declaration
    | trait_use_clause
    ;

member_modifiers
    : member_modifier
    | member_modifiers member_modifier
    ;

member_modifier
    : "public"
    | "protected"
    | "private"
    | "static"
    | "abstract"
    | "final"
    ;

class_const_declaration
    : "const" class_const_elements ";"
    | member_modifiers "const" class_const_elements ";"
    ;

class_const_elements
    : class_const_element
    | class_const_elements "," class_const_element
    ;

class_const_element
    : identifier "=" expression
    ;

property_declaration
    : "var" property_elements ";"
    | member_modifiers property_elements ";"
    ;

property_elements
    : property_element
    | property_elements "," property_element
    ;

property_element
    : VARIABLE
    | VARIABLE "=" expression
    ;

method_declaration
    : method_header method_body
    | member_modifiers method_header method_body
    ;

method_header
    : "function" by_reference identifier "(" parameters ")" return_type
    ;

method_body
    : compound_statement
    | ";"
    ;

// Interfaces

interface_declaration
    : "interface" NAME interface_base_clause class_body
    ;

interface_base_clause
    :
    | "extends" qualified_name_list
    ;

// Traits

trait_declaration
    : "trait" NAME class_body
    ;

trait_use_clause
    : "use" qualified_name_list ";"
    | "use" qualified_name_list "{" trait_adaptations "}"
    ;

trait_adaptations
    :
    | trait_adaptations trait_adaptation ";"
    ;

trait_adaptation
    : qualified_name "::" identifier "insteadof" qualified_name_list
    | trait_method "as" NAME
    | trait_method "as" keyword
    | trait_method "as" member_modifier
    | trait_method "as" member_modifier identifier
    ;

trait_method
    : identifier
    | qualified_name "::" identifier
    ;

// Namespaces

namespace_definition
    : "namespace" namespace_name ";"
    | "namespace" namespace_name "{" top_statement_list "}"
    | "namespace" "{" top_statement_list "}"
    ;

namespace_use_declaration
    : "use" use_kind namespace_use_clauses ";"
    | "use" use_kind use_group_prefix "{" namespace_use_group "}" ";"
    | "use" use_kind use_group_prefix "{" namespace_use_group "," "}" ";"
    ;

use_kind
    :
    | "function"
    | "const"
    ;

use_group_prefix
    : use_name NS_SEPARATOR
    ;

namespace_use_clauses
    : namespace_use_clause
    | namespace_use_clauses "," namespace_use_clause
    ;

namespace_use_clause
    : use_name
    | use_name "as" NAME
    ;

use_name
    : NAME
    | NS_SEPARATOR NAME
    | use_name NS_SEPARATOR NAME
    ;

namespace_use_group
    : namespace_use_group_clause
    | namespace_use_group "," namespace_use_group_clause
    ;

namespace_use_group_clause
    : use_kind namespace_name
    | use_kind namespace_name "as" NAME
    ;
