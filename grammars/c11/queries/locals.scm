; Scopes, definitions and uses of variables in C11.

[(function_definition) (compound_statement) (iteration_statement)] @local.scope

(direct_object_declarator . (IDENTIFIER) @local.definition)
(nested_direct_object_declarator . (IDENTIFIER) @local.definition)
(identifier_list (IDENTIFIER) @local.definition)
(enumerator . (any_identifier _ @local.definition))

(primary_expression . (IDENTIFIER) @local.reference)
