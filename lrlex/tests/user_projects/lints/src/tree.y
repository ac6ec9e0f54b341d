%token A B
%%
S: A S | B;
