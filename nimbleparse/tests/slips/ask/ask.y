// Questions to tables, and changes of them, in the style of SQL.
%start Script
%%
Script: Script Command ";" | Command ";";
Command: Query | Insert | Update | Delete | Create;
Insert: "INSERT" "INTO" "IDENT" "(" NameList ")" "VALUES" RowList;
Update: "UPDATE" "IDENT" "SET" AssignmentList WhereClause;
Delete: "DELETE" "FROM" "IDENT" WhereClause;
Create: "CREATE" "TABLE" "IDENT" "(" ColumnDefList ")";
ColumnDefList: ColumnDefList "," ColumnDef | ColumnDef;
ColumnDef: "IDENT" TypeName | "IDENT" TypeName Constraint;
TypeName: "IDENT" | "IDENT" "(" "NUM" ")";
Constraint: "PRIMARY" "KEY" | "NOT" "NULL";
NameList: NameList "," "IDENT" | "IDENT";
RowList: RowList "," Row | Row;
Row: "(" ExprList ")";
AssignmentList: AssignmentList "," Assignment | Assignment;
Assignment: "IDENT" "=" Expr;
Query: "SELECT" Quantifier Columns "FROM" TableList WhereClause GroupClause OrderClause LimitClause;
Quantifier: "DISTINCT" | ;
Columns: "*" | ColumnList;
ColumnList: ColumnList "," Column | Column;
Column: Expr | Expr "AS" "IDENT";
TableList: TableList "," TableRef | TableRef;
TableRef: "IDENT" | "IDENT" "AS" "IDENT" | TableRef "JOIN" TableRef "ON" Condition | "(" Query ")" "AS" "IDENT";
WhereClause: "WHERE" Condition | ;
GroupClause: "GROUP" "BY" ExprList | "GROUP" "BY" ExprList "HAVING" Condition | ;
OrderClause: "ORDER" "BY" OrderList | ;
OrderList: OrderList "," Order | Order;
Order: Expr | Expr "DESC";
LimitClause: "LIMIT" "NUM" | ;
Condition: Condition "OR" AndCondition | AndCondition;
AndCondition: AndCondition "AND" NotCondition | NotCondition;
NotCondition: "NOT" NotCondition | Predicate;
Predicate: Expr "=" Expr | Expr "RELATION" Expr | Expr "LIKE" "STR" | Expr "BETWEEN" Expr "AND" Expr
    | Expr "IN" "(" ExprList ")" | Expr "IN" "(" Query ")" | Expr "IS" "NULL" | Expr "IS" "NOT" "NULL";
ExprList: ExprList "," Expr | Expr;
Expr: Expr "+" Term | Expr "-" Term | Term;
Term: Term "*" Factor | Term "/" Factor | Factor;
Factor: "IDENT" | "IDENT" "." "IDENT" | "NUM" | "STR" | "NULL" | "-" Factor
    | "(" Expr ")" | "IDENT" "(" ExprList ")" | "IDENT" "(" "*" ")";
