%grmtools {yacckind: Original(GenericParseTree)}

// Brackets that no production ends with.

%start File
%brackets "if" "fi"
%%
File: | File Item;
Item: "NAME" ";" | "if" "NAME" File "fi" "NAME" ";";
