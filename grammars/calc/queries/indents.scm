; What is indented in the calculators.

(Term "(") @indent.begin
")" @indent.branch @indent.end
