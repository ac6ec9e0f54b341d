%start Lists
%%
Lists: Lists List ";" | ;
List: "WORD" | List "," "WORD" ;
