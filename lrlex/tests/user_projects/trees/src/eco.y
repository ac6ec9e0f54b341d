%start Words
%implicit_tokens WHITE
%%
Words: "WORD" | Words ";" "WORD" ;
