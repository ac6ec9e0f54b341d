// A part of Python.
%token NAME NUMBER STRING NEWLINE INDENT DEDENT
%%
file: | file NEWLINE | file statement;
statement: simple | compound;
simple: smalls NEWLINE | smalls ';' NEWLINE;
smalls: small | smalls ';' small;
small: tests | tests annotation | tests augmented tests | assignment | 'pass' | 'break' | 'continue'
    | 'return' | 'return' tests
    | 'raise' | 'raise' test | 'raise' test 'from' test
    | 'del' tests | 'global' names | 'assert' test | 'assert' test ',' test
    | 'import' modules | 'from' source 'import' '*' | 'from' source 'import' imported
    | 'from' source 'import' '(' imported ')' | 'from' source 'import' '(' imported ',' ')';
annotation: ':' test | ':' test '=' tests;
assignment: tests '=' tests | assignment '=' tests;
augmented: '+=' | '-=' | '*=' | '/=';
names: NAME | names ',' NAME;
modules: module | modules ',' module;
module: dotted | dotted 'as' NAME;
dotted: NAME | dotted '.' NAME;
source: dotted | dots | dots dotted;
dots: '.' | dots '.';
imported: import | imported ',' import;
import: NAME | NAME 'as' NAME;

compound: 'if' test ':' suite elifs optional_else
    | 'while' test ':' suite optional_else
    | 'for' targets 'in' tests ':' suite optional_else
    | 'try' ':' suite excepts optional_else optional_finally
    | 'try' ':' suite finally
    | 'with' contexts ':' suite
    | decorators definition
    | definition;
elifs: | elifs 'elif' test ':' suite;
optional_else: | 'else' ':' suite;
excepts: except | excepts except;
except: 'except' ':' suite | 'except' test ':' suite | 'except' test 'as' NAME ':' suite;
optional_finally: | finally;
finally: 'finally' ':' suite;
contexts: context | contexts ',' context;
context: test | test 'as' sum;
decorators: decorator | decorators decorator;
decorator: '@' dotted NEWLINE | '@' dotted '(' arguments ')' NEWLINE;
definition: 'def' NAME '(' parameters ')' result ':' suite
    | 'class' NAME ':' suite | 'class' NAME '(' arguments ')' ':' suite;
result: | '->' test;
suite: simple | NEWLINE INDENT statements DEDENT;
statements: statement | statements statement;
parameters: | parameter_list | parameter_list ',';
parameter_list: parameter | parameter_list ',' parameter;
parameter: NAME type default | '*' NAME type | '**' NAME type;
type: | ':' test;
default: | '=' test;

targets: target_list | target_list ',';
target_list: sum | target_list ',' sum;
tests: test_list | test_list ',';
test_list: test | test_list ',' test;
test: or | or 'if' or 'else' test | 'lambda' ':' test | 'lambda' names ':' test;
or: and | or 'or' and;
and: not | and 'and' not;
not: comparison | 'not' not;
comparison: sum | comparison comparator sum;
comparator: '<' | '>' | '==' | '>=' | '<=' | '!=' | 'in' | 'not' 'in' | 'is' | 'is' 'not';
sum: term | sum '+' term | sum '-' term;
term: factor | term '*' factor | term '/' factor | term '//' factor | term '%' factor;
factor: power | '+' factor | '-' factor | '~' factor;
power: postfix | postfix '**' factor;
postfix: atom | postfix '.' NAME | postfix '(' arguments ')' | postfix '[' subscripts ']';
arguments: | argument_list | argument_list ',';
argument_list: argument | argument_list ',' argument;
argument: test | test comprehension | NAME '=' test | '*' test | '**' test;
subscripts: subscript_list | subscript_list ',';
subscript_list: subscript | subscript_list ',' subscript;
subscript: test | optional_test ':' optional_test | optional_test ':' optional_test ':' optional_test;
optional_test: | test;
comprehension: 'for' targets 'in' or conditions | comprehension 'for' targets 'in' or conditions;
conditions: | conditions 'if' or;
atom: NAME | NUMBER | strings | 'None' | 'True' | 'False'
    | '(' ')' | '(' tests ')' | '(' test comprehension ')'
    | '[' ']' | '[' tests ']' | '[' test comprehension ']'
    | '{' '}' | '{' tests '}' | '{' test comprehension '}'
    | '{' pairs '}' | '{' pairs ',' '}' | '{' pair comprehension '}';
strings: STRING | strings STRING;
pairs: pair | pairs ',' pair;
pair: test ':' test | '**' sum;
