%grmtools {yacckind: Original(GenericParseTree)}

// C11 (ISO/IEC 9899:2011, draft N1570). Section numbers are those of the
// standard; the rules follow its Annex A.2. README.md lists what was changed.

%start translation_unit

%token IDENTIFIER TYPEDEF_NAME
%token INTEGER_CONSTANT FLOATING_CONSTANT CHARACTER_CONSTANT STRING_LITERAL

%epp expression "an expression"
%epp assignment_expression "an expression"
%epp cast_expression "an expression"
%epp unary_expression "an expression"
%epp statement "a statement"
%epp type_name "the name of a type"
%epp initializer "an initial value"
%epp declarator "a name"
%epp any_identifier "a name"
%epp external_declaration "a declaration"

%avoid_insert IDENTIFIER TYPEDEF_NAME
%avoid_insert INTEGER_CONSTANT FLOATING_CONSTANT CHARACTER_CONSTANT STRING_LITERAL

// Mistakes of beginners, and spellings of other languages.
%mistake "=" -> "=="
%mistake "," -> ";"
%mistake ";" -> ","
%mistake ":" -> ";"
%mistake ";" -> ":"
%mistake "<>" -> "!="
%mistake "and" -> "&&"
%mistake "or" -> "||"
%mistake "not" -> "!"
%mistake INTEGER_CONSTANT IDENTIFIER -> INTEGER_CONSTANT "*" IDENTIFIER
%mistake FLOATING_CONSTANT IDENTIFIER -> FLOATING_CONSTANT "*" IDENTIFIER

// 6.8.4.1: an `else` belongs to the nearest `if` that allows it.
%nonassoc NO_ELSE
%nonassoc "else"

// 6.7: a TYPEDEF_NAME after modifiers alone (`const T`) is the type.
%nonassoc NO_TYPE
%nonassoc TYPEDEF_NAME

// 6.7.2.4: `_Atomic` followed by `(` is a type specifier, not a qualifier.
%nonassoc ATOMIC_QUALIFIER
%nonassoc "("

%%

// 6.4.2 Identifiers

// Tags, members, labels and enumeration constants live in name spaces of their
// own (6.2.3), so a typedef name is an ordinary identifier there.
any_identifier
    : IDENTIFIER
    | TYPEDEF_NAME
    ;

// 6.4.5 String literals: adjacent ones are concatenated (5.1.1.2, phase 6)

string_literal
    : STRING_LITERAL
    | string_literal STRING_LITERAL
    ;

// 6.5.1 Primary expressions

primary_expression
    : IDENTIFIER
    | constant
    | string_literal
    | "(" expression ")"
    | generic_selection
    ;

constant
    : INTEGER_CONSTANT
    | FLOATING_CONSTANT
    | CHARACTER_CONSTANT
    ;

generic_selection
    : "_Generic" "(" assignment_expression "," generic_assoc_list ")"
    ;

generic_assoc_list
    : generic_association
    | generic_assoc_list "," generic_association
    ;

generic_association
    : type_name ":" assignment_expression
    | "default" ":" assignment_expression
    ;

// 6.5.2 Postfix operators

postfix_expression
    : primary_expression
    | postfix_expression "[" expression "]"
    | postfix_expression "(" ")"
    | postfix_expression "(" argument_expression_list ")"
    | postfix_expression "." any_identifier
    | postfix_expression "->" any_identifier
    | postfix_expression "++"
    | postfix_expression "--"
    | "(" type_name ")" "{" initializer_list "}"
    | "(" type_name ")" "{" initializer_list "," "}"
    | macro_call
    ;

argument_expression_list
    : assignment_expression
    | argument_expression_list "," assignment_expression
    ;

// 7.16.1.1, 7.19: the two standard macros with a type name as an argument

macro_call
    : "va_arg" "(" assignment_expression "," type_name ")"
    | "offsetof" "(" type_name "," member_designator ")"
    ;

member_designator
    : any_identifier
    | member_designator "." any_identifier
    | member_designator "[" expression "]"
    ;

// 6.5.3 Unary operators

unary_expression
    : postfix_expression
    | "++" unary_expression
    | "--" unary_expression
    | unary_operator cast_expression
    | "sizeof" unary_expression
    | "sizeof" "(" type_name ")"
    | "_Alignof" "(" type_name ")"
    ;

unary_operator
    : "&"
    | "*"
    | "+"
    | "-"
    | "~"
    | "!"
    ;

// 6.5.4 Cast operators

cast_expression
    : unary_expression
    | "(" type_name ")" cast_expression
    ;

// 6.5.5 to 6.5.14 Binary operators

multiplicative_expression
    : cast_expression
    | multiplicative_expression "*" cast_expression
    | multiplicative_expression "/" cast_expression
    | multiplicative_expression "%" cast_expression
    ;

additive_expression
    : multiplicative_expression
    | additive_expression "+" multiplicative_expression
    | additive_expression "-" multiplicative_expression
    ;

shift_expression
    : additive_expression
    | shift_expression "<<" additive_expression
    | shift_expression ">>" additive_expression
    ;

relational_expression
    : shift_expression
    | relational_expression "<" shift_expression
    | relational_expression ">" shift_expression
    | relational_expression "<=" shift_expression
    | relational_expression ">=" shift_expression
    ;

equality_expression
    : relational_expression
    | equality_expression "==" relational_expression
    | equality_expression "!=" relational_expression
    ;

and_expression
    : equality_expression
    | and_expression "&" equality_expression
    ;

exclusive_or_expression
    : and_expression
    | exclusive_or_expression "^" and_expression
    ;

inclusive_or_expression
    : exclusive_or_expression
    | inclusive_or_expression "|" exclusive_or_expression
    ;

logical_and_expression
    : inclusive_or_expression
    | logical_and_expression "&&" inclusive_or_expression
    ;

logical_or_expression
    : logical_and_expression
    | logical_or_expression "||" logical_and_expression
    ;

// 6.5.15 Conditional operator

conditional_expression
    : logical_or_expression
    | logical_or_expression "?" expression ":" conditional_expression
    ;

// 6.5.16 Assignment operators

assignment_expression
    : conditional_expression
    | unary_expression assignment_operator assignment_expression
    ;

assignment_operator
    : "="
    | "*="
    | "/="
    | "%="
    | "+="
    | "-="
    | "<<="
    | ">>="
    | "&="
    | "^="
    | "|="
    ;

// 6.5.17 Comma operator

expression
    : assignment_expression
    | expression "," assignment_expression
    ;

// 6.6 Constant expressions

constant_expression
    : conditional_expression
    ;

// 6.7 Declarations

declaration
    : declaration_specifiers ";"
    | declaration_specifiers init_declarator_list ";"
    | static_assert_declaration
    ;

// Annex A lets any mixture of specifiers form a list; the constraints of 6.7.2
// are syntax here. Words such as `unsigned long int` combine, any other type
// stands alone: in `int T;` and `U T;` the typedef name T is being redeclared,
// and the missing `;` in `struct s { … } int x;` is seen.
declaration_specifiers
    : declaration_modifiers %prec NO_TYPE
    | arithmetic_specifiers
    | single_specifiers
    ;

arithmetic_specifiers
    : arithmetic_type
    | declaration_modifiers arithmetic_type
    | arithmetic_specifiers arithmetic_type
    | arithmetic_specifiers declaration_modifier
    ;

single_specifiers
    : single_type
    | declaration_modifiers single_type
    | single_specifiers declaration_modifier
    ;

declaration_modifiers
    : declaration_modifier
    | declaration_modifiers declaration_modifier
    ;

declaration_modifier
    : storage_class_specifier
    | type_qualifier
    | function_specifier
    | alignment_specifier
    ;

init_declarator_list
    : init_declarator
    | init_declarator_list "," init_declarator
    ;

init_declarator
    : declarator
    | declarator "=" initializer
    ;

// 6.7.1 Storage-class specifiers

storage_class_specifier
    : "typedef"
    | "extern"
    | "static"
    | "_Thread_local"
    | "auto"
    | "register"
    ;

// 6.7.2 Type specifiers

arithmetic_type
    : "char"
    | "short"
    | "int"
    | "long"
    | "float"
    | "double"
    | "signed"
    | "unsigned"
    | "_Complex"
    | "_Imaginary"
    ;

single_type
    : "void"
    | "_Bool"
    | atomic_type_specifier
    | struct_or_union_specifier
    | enum_specifier
    | TYPEDEF_NAME
    ;

// 6.7.2.1 Structure and union specifiers

struct_or_union_specifier
    : struct_or_union "{" struct_declaration_list "}"
    | struct_or_union any_identifier "{" struct_declaration_list "}"
    | struct_or_union any_identifier
    ;

struct_or_union
    : "struct"
    | "union"
    ;

struct_declaration_list
    : struct_declaration
    | struct_declaration_list struct_declaration
    ;

struct_declaration
    : specifier_qualifier_list ";"
    | specifier_qualifier_list struct_declarator_list ";"
    | static_assert_declaration
    ;

specifier_qualifier_list
    : specifier_qualifiers %prec NO_TYPE
    | arithmetic_specifier_qualifiers
    | single_specifier_qualifiers
    ;

arithmetic_specifier_qualifiers
    : arithmetic_type
    | specifier_qualifiers arithmetic_type
    | arithmetic_specifier_qualifiers arithmetic_type
    | arithmetic_specifier_qualifiers specifier_qualifier
    ;

single_specifier_qualifiers
    : single_type
    | specifier_qualifiers single_type
    | single_specifier_qualifiers specifier_qualifier
    ;

specifier_qualifiers
    : specifier_qualifier
    | specifier_qualifiers specifier_qualifier
    ;

specifier_qualifier
    : type_qualifier
    | alignment_specifier
    ;

struct_declarator_list
    : struct_declarator
    | struct_declarator_list "," struct_declarator
    ;

struct_declarator
    : declarator
    | ":" constant_expression
    | declarator ":" constant_expression
    ;

// 6.7.2.2 Enumeration specifiers

enum_specifier
    : "enum" "{" enumerator_list "}"
    | "enum" "{" enumerator_list "," "}"
    | "enum" any_identifier "{" enumerator_list "}"
    | "enum" any_identifier "{" enumerator_list "," "}"
    | "enum" any_identifier
    ;

enumerator_list
    : enumerator
    | enumerator_list "," enumerator
    ;

enumerator
    : any_identifier
    | any_identifier "=" constant_expression
    ;

// 6.7.2.4 Atomic type specifiers

atomic_type_specifier
    : "_Atomic" "(" type_name ")"
    ;

// 6.7.3 Type qualifiers

type_qualifier
    : "const"
    | "restrict"
    | "volatile"
    | "_Atomic" %prec ATOMIC_QUALIFIER
    ;

// 6.7.4 Function specifiers

function_specifier
    : "inline"
    | "_Noreturn"
    ;

// 6.7.5 Alignment specifier

alignment_specifier
    : "_Alignas" "(" type_name ")"
    | "_Alignas" "(" constant_expression ")"
    ;

// 6.7.6 Declarators

// A declarator with a parameter list is kept apart from one without: only the
// former begins a function definition (6.9.1, 2), and the missing `;` in
// `int x int main() { … }` is seen where it is missing.
declarator
    : object_declarator
    | function_declarator
    ;

object_declarator
    : direct_object_declarator
    | pointer direct_object_declarator
    ;

function_declarator
    : direct_function_declarator
    | pointer direct_function_declarator
    ;

direct_object_declarator
    : IDENTIFIER
    | TYPEDEF_NAME
    | "(" nested_object_declarator ")"
    | direct_object_declarator declarator_array
    ;

direct_function_declarator
    : direct_object_declarator function_suffix
    | direct_function_declarator function_suffix
    | direct_function_declarator declarator_array
    | "(" nested_function_declarator ")"
    ;

// Declarators whose first token is not a typedef name: `( T` in a parameter
// declaration begins a parameter list, not a parenthesized name (6.7.6.3, 11).
nested_object_declarator
    : nested_direct_object_declarator
    | pointer direct_object_declarator
    ;

nested_function_declarator
    : nested_direct_function_declarator
    | pointer direct_function_declarator
    ;

nested_direct_object_declarator
    : IDENTIFIER
    | "(" nested_object_declarator ")"
    | nested_direct_object_declarator declarator_array
    ;

nested_direct_function_declarator
    : nested_direct_object_declarator function_suffix
    | nested_direct_function_declarator function_suffix
    | nested_direct_function_declarator declarator_array
    | "(" nested_function_declarator ")"
    ;

declarator_array
    : array_suffix
    | "[" "*" "]"
    | "[" type_qualifier_list "*" "]"
    ;

// 6.7.6.2 Array declarators

array_suffix
    : "[" "]"
    | "[" assignment_expression "]"
    | "[" type_qualifier_list "]"
    | "[" type_qualifier_list assignment_expression "]"
    | "[" "static" assignment_expression "]"
    | "[" "static" type_qualifier_list assignment_expression "]"
    | "[" type_qualifier_list "static" assignment_expression "]"
    ;

// 6.7.6.3 Function declarators

function_suffix
    : "(" ")"
    | "(" parameter_type_list ")"
    ;

pointer
    : "*"
    | "*" type_qualifier_list
    | "*" pointer
    | "*" type_qualifier_list pointer
    ;

type_qualifier_list
    : type_qualifier
    | type_qualifier_list type_qualifier
    ;

parameter_type_list
    : parameter_list
    | parameter_list "," "..."
    ;

parameter_list
    : parameter_declaration
    | parameter_list "," parameter_declaration
    ;

parameter_declaration
    : declaration_specifiers declarator
    | declaration_specifiers abstract_declarator
    | declaration_specifiers
    ;

// 6.7.7 Type names

type_name
    : specifier_qualifier_list
    | specifier_qualifier_list abstract_declarator
    ;

abstract_declarator
    : pointer
    | direct_abstract_declarator
    | pointer direct_abstract_declarator
    ;

direct_abstract_declarator
    : "(" abstract_declarator ")"
    | abstract_suffix
    | direct_abstract_declarator abstract_suffix
    ;

abstract_suffix
    : array_suffix
    | "[" "*" "]"
    | function_suffix
    ;

// 6.7.9 Initialization

initializer
    : assignment_expression
    | "{" initializer_list "}"
    | "{" initializer_list "," "}"
    ;

initializer_list
    : initializer
    | designation initializer
    | initializer_list "," initializer
    | initializer_list "," designation initializer
    ;

designation
    : designator_list "="
    ;

designator_list
    : designator
    | designator_list designator
    ;

designator
    : "[" constant_expression "]"
    | "." any_identifier
    ;

// 6.7.10 Static assertions

static_assert_declaration
    : "_Static_assert" "(" constant_expression "," string_literal ")" ";"
    ;

// 6.8 Statements and blocks

statement
    : labeled_statement
    | compound_statement
    | expression_statement
    | selection_statement
    | iteration_statement
    | jump_statement
    ;

// 6.8.1 Labeled statements

labeled_statement
    : any_identifier ":" statement
    | "case" constant_expression ":" statement
    | "default" ":" statement
    ;

// 6.8.2 Compound statement

compound_statement
    : "{" "}"
    | "{" block_item_list "}"
    ;

block_item_list
    : block_item
    | block_item_list block_item
    ;

block_item
    : declaration
    | statement
    ;

// 6.8.3 Expression and null statements

expression_statement
    : ";"
    | expression ";"
    ;

// 6.8.4 Selection statements

selection_statement
    : "if" "(" expression ")" statement %prec NO_ELSE
    | "if" "(" expression ")" statement "else" statement
    | "switch" "(" expression ")" statement
    ;

// 6.8.5 Iteration statements

iteration_statement
    : "while" "(" expression ")" statement
    | "do" statement "while" "(" expression ")" ";"
    | "for" "(" expression_statement expression_statement ")" statement
    | "for" "(" expression_statement expression_statement expression ")" statement
    | "for" "(" declaration expression_statement ")" statement
    | "for" "(" declaration expression_statement expression ")" statement
    ;

// 6.8.6 Jump statements

jump_statement
    : "goto" any_identifier ";"
    | "continue" ";"
    | "break" ";"
    | "return" ";"
    | "return" expression ";"
    ;

// 6.9 External definitions (a lone `;` is a wide-spread extension)

translation_unit
    : external_declaration
    | translation_unit external_declaration
    ;

external_declaration
    : function_definition
    | declaration
    | ";"
    ;

// Without specifiers, as in `main() { … }`: the type is int (C89).
function_definition
    : declaration_specifiers function_declarator compound_statement
    | declaration_specifiers old_function_declarator function_body
    | nested_function_declarator compound_statement
    | old_nested_function_declarator function_body
    ;

// An identifier list belongs to a definition only (6.7.6.3, 3).
old_function_declarator
    : direct_object_declarator "(" identifier_list ")"
    | pointer direct_object_declarator "(" identifier_list ")"
    ;

old_nested_function_declarator
    : nested_direct_object_declarator "(" identifier_list ")"
    | pointer direct_object_declarator "(" identifier_list ")"
    ;

identifier_list
    : IDENTIFIER
    | identifier_list "," IDENTIFIER
    ;

function_body
    : compound_statement
    | declaration_list compound_statement
    ;

declaration_list
    : declaration
    | declaration_list declaration
    ;
