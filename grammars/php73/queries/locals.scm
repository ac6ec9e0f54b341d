; Scopes, definitions and uses of variables in PHP 7.3.

[(function_definition) (method_declaration) (anonymous_function)] @local.scope

(parameter (VARIABLE) @local.definition)
(use_variable (VARIABLE) @local.definition)
(catch_clause (VARIABLE) @local.definition)
(static_variable . (VARIABLE) @local.definition)
(assignment . (variable (simple_variable (VARIABLE) @local.definition)) . "=")
(foreach_target (variable (simple_variable (VARIABLE) @local.definition)))

(simple_variable (VARIABLE) @local.reference)
(string_part (VARIABLE) @local.reference)
