// A part of JavaScript. Objects and functions stand where a value is wanted, not at the beginning
// of a statement.
%token NAME NUMBER STRING TEMPLATE HEAD MIDDLE TAIL
%nonassoc THEN
%nonassoc 'else'
%left '||' '??'
%left '&&'
%left '==' '!=' '===' '!=='
%left '<' '>' '<=' '>=' 'in' 'instanceof'
%left '+' '-'
%left '*' '/' '%'
%right '!' 'typeof' 'await' UNARY
%%
program: items;
items: | items item;
item: statement | import | export;
import: 'import' STRING ';' | 'import' imported 'from' STRING ';';
imported: NAME | named | NAME ',' named | '*' 'as' NAME;
named: '{' '}' | '{' specifiers '}' | '{' specifiers ',' '}';
specifiers: specifier | specifiers ',' specifier;
specifier: NAME | NAME 'as' NAME;
export: 'export' declaration ';' | 'export' function | 'export' class | 'export' 'default' value ';';

block: '{' statements '}';
statements: | statements statement;
statement: block | declaration ';' | assignment ';' | ';' | NAME ':' statement | function | class | try
    | 'if' '(' assignment ')' statement %prec THEN
    | 'if' '(' assignment ')' statement 'else' statement
    | 'while' '(' assignment ')' statement
    | 'do' statement 'while' '(' assignment ')' ';'
    | 'for' '(' for_begin ';' optional_assignment ';' optional_assignment ')' statement
    | 'for' '(' kind pattern 'of' value ')' statement
    | 'switch' '(' assignment ')' '{' cases '}'
    | 'return' ';' | 'return' value ';'
    | 'throw' value ';'
    | 'break' optional_name ';' | 'continue' optional_name ';';
for_begin: | declaration | assignment;
optional_assignment: | assignment;
optional_name: | NAME;
cases: | cases case;
case: 'case' assignment ':' statements | 'default' ':' statements;
try: 'try' block catch | 'try' block catch finally | 'try' block finally;
catch: 'catch' block | 'catch' '(' pattern ')' block;
finally: 'finally' block;
declaration: kind declarators;
kind: 'let' | 'const' | 'var';
declarators: declarator | declarators ',' declarator;
declarator: pattern | pattern '=' value;
pattern: NAME | '[' ']' | '[' patterns ']' | '[' patterns ',' ']'
    | '{' '}' | '{' pattern_fields '}' | '{' pattern_fields ',' '}';
patterns: with_default | patterns ',' with_default;
with_default: pattern | pattern '=' value;
pattern_fields: pattern_field | pattern_fields ',' pattern_field;
pattern_field: NAME | NAME '=' value | NAME ':' with_default;

function: optional_async 'function' optional_star NAME '(' parameters ')' block;
optional_async: | 'async';
optional_star: | '*';
parameters: | '...' pattern | patterns | patterns ',' | patterns ',' '...' pattern;
class: 'class' NAME '{' members '}' | 'class' NAME 'extends' postfix '{' members '}';
members: | members member;
member: ';' | optional_static NAME '(' parameters ')' block
    | optional_static 'get' NAME '(' ')' block
    | optional_static NAME ';' | optional_static NAME '=' value ';';
optional_static: | 'static';

value: assignment | object | function_value;
function_value: optional_async 'function' optional_star '(' parameters ')' block;
object: '{' '}' | '{' fields '}' | '{' fields ',' '}';
fields: field | fields ',' field;
field: NAME | key ':' value | NAME '(' parameters ')' block | '...' value;
key: NAME | STRING | NUMBER | '[' value ']';
assignment: conditional | postfix assign value | NAME '=>' body | '(' ')' '=>' body;
assign: '=' | '+=' | '-=' | '*=' | '/=';
body: assignment | block;
conditional: expr | expr '?' value ':' value;
expr: postfix | postfix '++' | postfix '--'
    | '!' expr | 'typeof' expr | 'await' expr | '-' expr %prec UNARY | '+' expr %prec UNARY
    | expr '||' expr | expr '??' expr | expr '&&' expr
    | expr '==' expr | expr '!=' expr | expr '===' expr | expr '!==' expr
    | expr '<' expr | expr '>' expr | expr '<=' expr | expr '>=' expr
    | expr 'in' expr | expr 'instanceof' expr
    | expr '+' expr | expr '-' expr | expr '*' expr | expr '/' expr | expr '%' expr;
postfix: primary | postfix '.' NAME | postfix '?.' NAME | postfix '[' value ']'
    | postfix '(' arguments ')' | postfix template;
arguments: | elements | elements ',';
elements: element | elements ',' element;
element: value | '...' value;
primary: NAME | NUMBER | STRING | 'this' | 'null' | 'true' | 'false' | template
    | '(' assignment ')' | '[' ']' | '[' elements ']' | '[' elements ',' ']'
    | 'new' NAME '(' arguments ')';
template: TEMPLATE | HEAD value middles TAIL;
middles: | middles MIDDLE value;
