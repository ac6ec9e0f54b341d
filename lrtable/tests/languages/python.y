// Python 3.8, after the full grammar specification of its reference manual, without type comments
// and the forms that only an interactive prompt reads. The names are the manual's.
%token NAME NUMBER STRING NEWLINE INDENT DEDENT
%%
file_input: (NEWLINE | stmt)*;

decorator: '@' dotted_name ('(' arglist? ')')? NEWLINE;
decorated: decorator+ (classdef | funcdef | 'async' funcdef);
funcdef: 'def' NAME '(' typedargslist? ')' ('->' test)? ':' suite;

typedargslist: parameters((NAME (':' test)?));
varargslist: parameters(NAME);
parameters(P): defaults(P) ',' '/' (',' not_positional(P)?)? | not_positional(P);
not_positional(P): defaults(P) (',' starred(P)?)? | starred(P);
starred(P): '*' P? (',' default(P))* (',' ('**' P ','?)?)? | '**' P ','?;
%inline defaults(P): separated_nonempty_list(',', default(P));
default(P): P ('=' test)?;

// One or more, with a comma after the last if one likes.
comma_list(X): X (',' X)* ','?;
// One with what is made for each, or several.
made_or_listed(X): X (comp_for | (',' X)* ','?);
// Operators of one level.
binary(X, Operator): X (Operator X)*;

stmt: simple_stmt | compound_stmt;
simple_stmt: small_stmt (';' small_stmt)* ';'? NEWLINE;
small_stmt: expr_stmt | del_stmt | 'pass' | flow_stmt | import_stmt | global_stmt | nonlocal_stmt | assert_stmt;
expr_stmt: testlist_star_expr (annassign | augassign (yield_expr | testlist) | ('=' (yield_expr | testlist_star_expr))*);
annassign: ':' test ('=' (yield_expr | testlist_star_expr))?;
testlist_star_expr: comma_list((test | star_expr));
augassign: '+=' | '-=' | '*=' | '@=' | '/=' | '%=' | '&=' | '|=' | '^=' | '<<=' | '>>=' | '**=' | '//=';
del_stmt: 'del' exprlist;
flow_stmt: 'break' | 'continue' | return_stmt | raise_stmt | yield_expr;
return_stmt: 'return' testlist_star_expr?;
raise_stmt: 'raise' (test ('from' test)?)?;
import_stmt: import_name | import_from;
import_name: 'import' separated_nonempty_list(',', dotted_as_name);
import_from: 'from' (dotted_name | ('.' | '...')+ dotted_name?) 'import' ('*' | '(' import_as_names ')' | separated_nonempty_list(',', import_as_name));
import_as_name: NAME ('as' NAME)?;
dotted_as_name: dotted_name ('as' NAME)?;
import_as_names: comma_list(import_as_name);
dotted_name: separated_nonempty_list('.', NAME);
global_stmt: 'global' separated_nonempty_list(',', NAME);
nonlocal_stmt: 'nonlocal' separated_nonempty_list(',', NAME);
assert_stmt: 'assert' test (',' test)?;

compound_stmt: if_stmt | while_stmt | for_stmt | try_stmt | with_stmt | funcdef | classdef | decorated | async_stmt;
async_stmt: 'async' (funcdef | with_stmt | for_stmt);
if_stmt: 'if' namedexpr_test ':' suite ('elif' namedexpr_test ':' suite)* else_part?;
while_stmt: 'while' namedexpr_test ':' suite else_part?;
for_stmt: 'for' exprlist 'in' testlist ':' suite else_part?;
else_part: 'else' ':' suite;
try_stmt: 'try' ':' suite ((except_clause ':' suite)+ else_part? finally_part? | finally_part);
finally_part: 'finally' ':' suite;
with_stmt: 'with' separated_nonempty_list(',', with_item) ':' suite;
with_item: test ('as' expr)?;
except_clause: 'except' (test ('as' NAME)?)?;
suite: simple_stmt | NEWLINE INDENT stmt+ DEDENT;

namedexpr_test: test (':=' test)?;
test: or_test ('if' or_test 'else' test)? | lambdef(test);
test_nocond: or_test | lambdef(test_nocond);
lambdef(Body): 'lambda' varargslist? ':' Body;
or_test: binary(and_test, 'or');
and_test: binary(not_test, 'and');
not_test: 'not' not_test | comparison;
comparison: binary(expr, comp_op);
comp_op: '<' | '>' | '==' | '>=' | '<=' | '<>' | '!=' | 'in' | 'not' 'in' | 'is' | 'is' 'not';
star_expr: '*' expr;
expr: binary(xor_expr, '|');
xor_expr: binary(and_expr, '^');
and_expr: binary(shift_expr, '&');
shift_expr: binary(arith_expr, ('<<' | '>>'));
arith_expr: binary(term, ('+' | '-'));
term: binary(factor, ('*' | '@' | '/' | '%' | '//'));
factor: ('+' | '-' | '~') factor | power;
power: atom_expr ('**' factor)?;
atom_expr: 'await'? atom trailer*;
atom: '(' (yield_expr | testlist_comp)? ')' | '[' testlist_comp? ']' | '{' dictorsetmaker? '}'
    | NAME | NUMBER | STRING+ | '...' | 'None' | 'True' | 'False';
testlist_comp: made_or_listed((namedexpr_test | star_expr));
trailer: '(' arglist? ')' | '[' subscriptlist ']' | '.' NAME;
subscriptlist: comma_list(subscript);
subscript: test | test? ':' test? sliceop?;
sliceop: ':' test?;
exprlist: comma_list((expr | star_expr));
testlist: comma_list(test);
dictorsetmaker: made_or_listed((test ':' test | '**' expr)) | made_or_listed((test | star_expr));
classdef: 'class' NAME ('(' arglist? ')')? ':' suite;

arglist: comma_list(argument);
argument: test comp_for? | test ':=' test | test '=' test | '**' test | '*' test;
comp_iter: comp_for | comp_if;
comp_for: 'async'? 'for' exprlist 'in' or_test comp_iter?;
comp_if: 'if' test_nocond comp_iter?;
yield_expr: 'yield' ('from' test | testlist_star_expr)?;
