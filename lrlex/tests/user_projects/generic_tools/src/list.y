%start List
%%
List: "ID" | List "," "ID";
