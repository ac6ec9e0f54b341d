; What C11 programs define and call: outlines are made of it.

(function_definition (function_declarator (direct_function_declarator [
  (direct_object_declarator . (IDENTIFIER) @name .)
  (direct_object_declarator (nested_object_declarator
    (nested_direct_object_declarator . (IDENTIFIER) @name .)))
  (nested_function_declarator (_ . (_ . (IDENTIFIER) @name .)))
  (direct_function_declarator (nested_function_declarator (_ . (_ . (IDENTIFIER) @name .))))
]))) @definition.function
(function_definition [
  (nested_function_declarator (_ . (nested_direct_object_declarator . (IDENTIFIER) @name .)))
  (old_function_declarator (direct_object_declarator . (IDENTIFIER) @name .))
  (old_function_declarator (direct_object_declarator (nested_object_declarator
    (nested_direct_object_declarator . (IDENTIFIER) @name .))))
  (old_nested_function_declarator (_ . (IDENTIFIER) @name .))
]) @definition.function

(struct_or_union_specifier (struct_or_union "struct") (any_identifier) @name
  (struct_declaration_list)) @definition.struct
(struct_or_union_specifier (struct_or_union "union") (any_identifier) @name
  (struct_declaration_list)) @definition.union
(enum_specifier (any_identifier) @name (enumerator_list)) @definition.enum
(enumerator . (any_identifier) @name) @definition.enum_member
(struct_declarator (declarator (object_declarator [
  (direct_object_declarator . (IDENTIFIER) @name)
  (direct_object_declarator (direct_object_declarator . (IDENTIFIER) @name))
]))) @definition.field

; Outside of functions: variables, and names of types
(external_declaration (declaration
  (init_declarator_list (init_declarator (declarator (object_declarator [
    (direct_object_declarator . (IDENTIFIER) @name)
    (direct_object_declarator (direct_object_declarator . (IDENTIFIER) @name))
  ]))) @definition.variable)))
(external_declaration (declaration
  (declaration_specifiers (_ (declaration_modifiers (declaration_modifier
    (storage_class_specifier "typedef")))))
  (init_declarator_list (init_declarator (declarator [
    (object_declarator (direct_object_declarator . (IDENTIFIER) @name))
    (object_declarator (direct_object_declarator
      (direct_object_declarator . (IDENTIFIER) @name)))
    (function_declarator (direct_function_declarator
      (direct_object_declarator . (IDENTIFIER) @name)))
    (function_declarator (direct_function_declarator (direct_object_declarator
      (nested_object_declarator (direct_object_declarator . (IDENTIFIER) @name)))))
  ])) @definition.type)))

(postfix_expression
  . (postfix_expression . (primary_expression . (IDENTIFIER) @name))
  . "(") @reference.call
(struct_or_union_specifier (any_identifier) @name .) @reference.type
(single_type (TYPEDEF_NAME) @name) @reference.type
