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
script: (statement ';')*;
statement: query | insert | update | delete | create_table | create_index | create_view | drop | 'BEGIN' | 'COMMIT';
commas(X): separated_nonempty_list(',', X);

query: ('WITH' commas(common_table))? selects order? limit?;
common_table: NAME columns? 'AS' '(' query ')';
columns: '(' commas(NAME) ')';
selects: select (('UNION' 'ALL'? | 'EXCEPT' | 'INTERSECT') select)*;
select: 'SELECT' distinct? commas(result) ('FROM' commas(joined))? where? group? | 'VALUES' commas(row);
distinct: 'DISTINCT' | 'ALL';
result: '*' | NAME '.' '*' | expr ('AS'? NAME)?;
joined: table (join table ('ON' expr | 'USING' columns)?)*;
join: ('INNER' | 'CROSS' | ('LEFT' | 'RIGHT' | 'FULL') 'OUTER'?)? 'JOIN';
table: (NAME | '(' query ')') ('AS'? NAME)?;
where: 'WHERE' expr;
group: 'GROUP' 'BY' commas(expr) ('HAVING' expr)?;
order: 'ORDER' 'BY' commas(ordering);
ordering: expr ('ASC' | 'DESC')? ('NULLS' ('FIRST' | 'LAST'))?;
limit: 'LIMIT' expr ('OFFSET' expr)?;

insert: 'INSERT' 'INTO' NAME (columns? query | 'DEFAULT' 'VALUES');
row: '(' commas(expr) ')';
update: 'UPDATE' NAME 'SET' commas((NAME '=' expr)) where?;
delete: 'DELETE' 'FROM' NAME where?;

create_table: 'CREATE' 'TEMPORARY'? 'TABLE' if_not_exists? NAME '(' commas(part) ')';
if_not_exists: 'IF' 'NOT' 'EXISTS';
part: NAME type (constraint_name? constraint)* | constraint_name? table_constraint;
type: NAME ('(' NUMBER (',' NUMBER)? ')')?;
constraint_name: 'CONSTRAINT' NAME;
constraint: 'NOT' 'NULL' | 'NULL' | 'UNIQUE' | 'PRIMARY' 'KEY' | 'DEFAULT' literal | 'CHECK' '(' expr ')' | references;
table_constraint: ('PRIMARY' 'KEY' | 'UNIQUE') columns | 'CHECK' '(' expr ')' | 'FOREIGN' 'KEY' columns references;
references: 'REFERENCES' NAME columns? ('ON' 'DELETE' ('CASCADE' | 'SET' 'NULL'))?;
create_index: 'CREATE' 'UNIQUE'? 'INDEX' NAME 'ON' NAME '(' commas(ordering) ')' where?;
create_view: 'CREATE' 'TEMPORARY'? 'VIEW' if_not_exists? NAME columns? 'AS' query;
drop: 'DROP' ('TABLE' | 'INDEX' | 'VIEW') ('IF' 'EXISTS')? NAME;

expr: expr 'OR' expr | expr 'AND' expr | 'NOT' expr | test;
test: operand (comparison operand | 'IS' 'NOT'? 'NULL')? | 'EXISTS' '(' query ')'
    | operand 'NOT'? ('LIKE' operand | 'BETWEEN' operand 'AND' operand | 'IN' '(' (query | commas(expr)) ')');
comparison: '=' | '<>' | '<' | '>' | '<=' | '>=';
operand: operand operator operand | ('-' | '+') operand %prec SIGN
    | '(' (expr | query) ')' | literal | NAME ('.' NAME)? | '?'
    | NAME '(' ('*' | distinct? commas(expr))? ')'
    | 'CAST' '(' expr 'AS' type ')'
    | 'CASE' expr? ('WHEN' expr 'THEN' expr)+ ('ELSE' expr)? 'END';
%inline operator: '||' | '+' | '-' | '*' | '/' | '%';
literal: NUMBER | STRING | 'NULL' | 'TRUE' | 'FALSE';
