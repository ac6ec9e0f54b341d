// A part of SQL: queries, changes and definitions.
%token NAME NUMBER STRING
%left 'OR'
%left 'AND'
%right 'NOT'
%left '||'
%left '+' '-'
%left '*' '/' '%'
%right SIGN
%%
script: | script statement ';';
statement: query | insert | update | delete | create_table | create_index | create_view | drop | 'BEGIN' | 'COMMIT';

query: selects order limit | 'WITH' common_tables selects order limit;
common_tables: common_table | common_tables ',' common_table;
common_table: NAME columns 'AS' '(' query ')';
columns: | '(' names ')';
names: NAME | names ',' NAME;
selects: select | selects set_operator select;
set_operator: 'UNION' | 'UNION' 'ALL' | 'EXCEPT' | 'INTERSECT';
select: 'SELECT' distinct results from where group
    | 'VALUES' rows;
distinct: | 'DISTINCT' | 'ALL';
results: result | results ',' result;
result: '*' | NAME '.' '*' | expr | expr NAME | expr 'AS' NAME;
from: | 'FROM' tables;
tables: joined | tables ',' joined;
joined: table | joined join table | joined join table 'ON' expr | joined join table 'USING' '(' names ')';
join: 'JOIN' | 'INNER' 'JOIN' | 'CROSS' 'JOIN' | side 'JOIN' | side 'OUTER' 'JOIN';
side: 'LEFT' | 'RIGHT' | 'FULL';
table: NAME alias | '(' query ')' alias;
alias: | NAME | 'AS' NAME;
where: | 'WHERE' expr;
group: | 'GROUP' 'BY' exprs | 'GROUP' 'BY' exprs 'HAVING' expr;
order: | 'ORDER' 'BY' orderings;
orderings: ordering | orderings ',' ordering;
ordering: expr direction nulls;
direction: | 'ASC' | 'DESC';
nulls: | 'NULLS' 'FIRST' | 'NULLS' 'LAST';
limit: | 'LIMIT' expr | 'LIMIT' expr 'OFFSET' expr;

insert: 'INSERT' 'INTO' NAME columns query | 'INSERT' 'INTO' NAME 'DEFAULT' 'VALUES';
rows: row | rows ',' row;
row: '(' exprs ')';
update: 'UPDATE' NAME 'SET' settings where;
settings: setting | settings ',' setting;
setting: NAME '=' expr;
delete: 'DELETE' 'FROM' NAME where;

create_table: 'CREATE' temporary 'TABLE' if_not_exists NAME '(' parts ')';
temporary: | 'TEMPORARY';
if_not_exists: | 'IF' 'NOT' 'EXISTS';
parts: part | parts ',' part;
part: NAME type constraints | constraint_name table_constraint;
type: NAME | NAME '(' NUMBER ')' | NAME '(' NUMBER ',' NUMBER ')';
constraints: | constraints constraint_name constraint;
constraint_name: | 'CONSTRAINT' NAME;
constraint: 'NOT' 'NULL' | 'NULL' | 'UNIQUE' | 'PRIMARY' 'KEY' | 'DEFAULT' literal | 'CHECK' '(' expr ')'
    | references;
table_constraint: 'PRIMARY' 'KEY' '(' names ')' | 'UNIQUE' '(' names ')' | 'CHECK' '(' expr ')'
    | 'FOREIGN' 'KEY' '(' names ')' references;
references: 'REFERENCES' NAME columns on_delete;
on_delete: | 'ON' 'DELETE' 'CASCADE' | 'ON' 'DELETE' 'SET' 'NULL';
create_index: 'CREATE' unique 'INDEX' NAME 'ON' NAME '(' orderings ')' where;
unique: | 'UNIQUE';
create_view: 'CREATE' temporary 'VIEW' if_not_exists NAME columns 'AS' query;
drop: 'DROP' dropped NAME | 'DROP' dropped 'IF' 'EXISTS' NAME;
dropped: 'TABLE' | 'INDEX' | 'VIEW';

exprs: expr | exprs ',' expr;
expr: expr 'OR' expr | expr 'AND' expr | 'NOT' expr | test;
test: operand
    | operand comparison operand
    | operand 'IS' 'NULL' | operand 'IS' 'NOT' 'NULL'
    | operand not 'LIKE' operand
    | operand not 'BETWEEN' operand 'AND' operand
    | operand not 'IN' '(' query ')' | operand not 'IN' '(' exprs ')'
    | 'EXISTS' '(' query ')';
comparison: '=' | '<>' | '<' | '>' | '<=' | '>=';
not: | 'NOT';
operand: operand '||' operand | operand '+' operand | operand '-' operand
    | operand '*' operand | operand '/' operand | operand '%' operand
    | '-' operand %prec SIGN | '+' operand %prec SIGN
    | '(' expr ')' | '(' query ')' | literal | NAME | NAME '.' NAME | '?'
    | NAME '(' ')' | NAME '(' '*' ')' | NAME '(' distinct exprs ')'
    | 'CAST' '(' expr 'AS' type ')'
    | 'CASE' whens else 'END' | 'CASE' expr whens else 'END';
whens: when | whens when;
when: 'WHEN' expr 'THEN' expr;
else: | 'ELSE' expr;
literal: NUMBER | STRING | 'NULL' | 'TRUE' | 'FALSE';
