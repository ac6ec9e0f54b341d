// Questions to tables.
%start Statements
%%
Statements: Statements Statement ";" | Statement ";";
Statement: Query | "INSERT" "INTO" "ID" "(" Names ")" "VALUES" Rows;
Query: "SELECT" Columns "FROM" Tables Where Groups Orders Limit;
Rows: Rows "," Row | Row;
Row: "(" Expressions ")";
Names: Names "," "ID" | "ID";
Columns: "STAR" | ColumnList;
ColumnList: ColumnList "," Column | ColumnList Column | Column;
Column: Expression | Expression "AS" "ID";
Tables: Table | Tables "," Table | Tables "JOIN" Table "ON" Condition;
Table: "ID" | "ID" "AS" "ID" | "(" Query ")" "AS" "ID";
Where: "WHERE" Condition | ;
Groups: "GROUP" "BY" Expressions | ;
Orders: "ORDER" "BY" OrderList | ;
OrderList: OrderList "," Order | Order;
Order: Expression | Expression "DIRECTION";
Limit: "LIMIT" "NUM" | ;
Condition: Condition "OR" Conjunction | Conjunction;
Conjunction: Conjunction "AND" Negation | Negation;
Negation: "NOT" Negation | Comparison;
Comparison: Expression "COMPARE" Expression
          | Expression "IN" "(" Query ")"
          | Expression "IN" "(" Expressions ")";
Expressions: Expressions "," Expression | Expression;
Expression: Expression "SUM" Term | Term;
Term: Term "STAR" Factor | Term "SLASH" Factor | Factor;
Factor: "ID" | "ID" "." "ID" | "NUM" | "TEXT"
      | "ID" "(" Expressions ")" | "ID" "(" "STAR" ")" | "(" Expression ")";
