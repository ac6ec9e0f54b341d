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
program: (statement | import | export)*;
import: 'import' ((NAME | named | NAME ',' named | '*' 'as' NAME) 'from')? STRING ';';
named: '{' commas((NAME ('as' NAME)?))? '}';
export: 'export' (declaration ';' | function | class | 'default' value ';');
commas(X): X (',' X)* ','?;

block: '{' statement* '}';
statement: block | declaration ';' | assignment ';' | ';' | NAME ':' statement | function | class
    | 'if' '(' assignment ')' statement ioption(('else' statement)) %prec THEN
    | 'while' '(' assignment ')' statement
    | 'do' statement 'while' '(' assignment ')' ';'
    | 'for' '(' (declaration | assignment)? ';' assignment? ';' assignment? ')' statement
    | 'for' '(' kind pattern 'of' value ')' statement
    | 'switch' '(' assignment ')' '{' (('case' assignment | 'default') ':' statement*)* '}'
    | 'try' block (catch finally? | finally)
    | 'return' value? ';' | 'throw' value ';' | ('break' | 'continue') NAME? ';';
catch: 'catch' ('(' pattern ')')? block;
finally: 'finally' block;
declaration: kind separated_nonempty_list(',', with_default);
kind: 'let' | 'const' | 'var';
with_default: pattern ('=' value)?;
pattern: NAME | '[' commas(with_default)? ']' | '{' commas((NAME ('=' value | ':' with_default)?))? '}';

function: 'async'? 'function' '*'? NAME signature;
signature: '(' (with_default (',' with_default)* (',' ('...' pattern)?)? | '...' pattern)? ')' block;
class: 'class' NAME ('extends' postfix)? '{' member* '}';
member: ';' | 'static'? (NAME signature | 'get' NAME '(' ')' block | NAME ('=' value)? ';');

value: assignment | '{' commas(field)? '}' | 'async'? 'function' '*'? signature;
field: NAME | (NAME | STRING | NUMBER | '[' value ']') ':' value | NAME signature | '...' value;
assignment: expr ('?' value ':' value)? | postfix ('=' | '+=' | '-=' | '*=' | '/=') value
    | (NAME | '(' ')') '=>' (assignment | block);
expr: postfix ('++' | '--')? | ('!' | 'typeof' | 'await') expr %prec UNARY | ('-' | '+') expr %prec UNARY
    | expr operator expr;
%inline operator: '||' | '??' | '&&' | '==' | '!=' | '===' | '!==' | '<' | '>' | '<=' | '>=' | 'in' | 'instanceof'
    | '+' | '-' | '*' | '/' | '%';
postfix: primary | postfix (('.' | '?.') NAME | '[' value ']' | arguments | template);
arguments: '(' commas(element)? ')';
element: '...'? value;
primary: NAME | NUMBER | STRING | 'this' | 'null' | 'true' | 'false' | template
    | '(' assignment ')' | '[' commas(element)? ']' | 'new' NAME arguments;
template: TEMPLATE | HEAD value (MIDDLE value)* TAIL;
