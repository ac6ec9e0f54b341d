; What is indented in C11.

[(compound_statement) (argument_expression_list) (parameter_type_list)] @indent.begin
(struct_or_union_specifier (struct_declaration_list) @indent.begin)
(enum_specifier (enumerator_list) @indent.begin)
(initializer "{") @indent.begin
["}" ")" "]"] @indent.branch @indent.end
(labeled_statement ["case" "default"]) @indent.branch
