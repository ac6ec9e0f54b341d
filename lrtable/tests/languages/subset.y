// A part of Python.
%token NAME NUMBER STRING NEWLINE INDENT DEDENT
%%
commas(X): X (',' X)* ','?;
listed(X): separated_nonempty_list(',', X);
binary(X, Operator): X | binary(X, Operator) Operator X;

file: (NEWLINE | statement)*;

statement: simple | compound;
simple: small (';' small)* ';'? NEWLINE;
small: tests (annotation | augmented tests | ('=' tests)*) | 'pass' | 'break' | 'continue'
    | 'return' tests? | 'raise' (test ('from' test)?)?
    | 'del' tests | 'global' listed(NAME) | 'assert' test (',' test)?
    | 'import' listed((dotted ('as' NAME)?)) | 'from' source 'import' ('*' | listed(import) | '(' commas(import) ')');
annotation: ':' test ('=' tests)?;
augmented: '+=' | '-=' | '*=' | '/=';
dotted: separated_nonempty_list('.', NAME);
source: dotted | '.'+ dotted?;
import: NAME ('as' NAME)?;

compound: 'if' test ':' suite ('elif' test ':' suite)* else_part?
    | 'while' test ':' suite else_part?
    | 'for' targets 'in' tests ':' suite else_part?
    | 'try' ':' suite (except+ else_part? finally? | finally)
    | 'with' listed((test ('as' sum)?)) ':' suite
    | decorator* definition;
else_part: 'else' ':' suite;
except: 'except' (test ('as' NAME)?)? ':' suite;
finally: 'finally' ':' suite;
decorator: '@' dotted arguments? NEWLINE;
definition: 'def' NAME '(' commas(parameter)? ')' ('->' test)? ':' suite | 'class' NAME arguments? ':' suite;
suite: simple | NEWLINE INDENT statement+ DEDENT;
parameter: NAME type? ('=' test)? | ('*' | '**') NAME type?;
type: ':' test;

targets: commas(sum);
tests: commas(test);
test: or ('if' or 'else' test)? | 'lambda' listed(NAME)? ':' test;
or: binary(and, 'or');
and: binary(not, 'and');
not: comparison | 'not' not;
comparison: binary(sum, comparator);
comparator: '<' | '>' | '==' | '>=' | '<=' | '!=' | 'in' | 'not' 'in' | 'is' | 'is' 'not';
sum: binary(term, ('+' | '-'));
term: binary(factor, ('*' | '/' | '//' | '%'));
factor: power | ('+' | '-' | '~') factor;
power: postfix ('**' factor)?;
postfix: atom ('.' NAME | arguments | '[' commas(subscript) ']')*;
arguments: '(' commas(argument)? ')';
argument: test comprehension? | NAME '=' test | ('*' | '**') test;
subscript: test | test? ':' test? (':' test?)?;
comprehension: ('for' targets 'in' or ('if' or)*)+;
atom: NAME | NUMBER | STRING+ | 'None' | 'True' | 'False'
    | '(' inside? ')' | '[' inside? ']' | '{' (inside | pair comprehension | commas(pair))? '}';
inside: tests | test comprehension;
pair: test ':' test | '**' sum;
