; Colours of C11. Of several patterns that capture a node the last one counts.

(comment) @comment
(directive) @keyword.directive

; 6.4.4, 6.4.5: constants and string literals
(INTEGER_CONSTANT) @number
(FLOATING_CONSTANT) @number
(CHARACTER_CONSTANT) @string
(STRING_LITERAL) @string

; 6.4.1: keywords
[
  "break" "case" "continue" "default" "do" "else" "enum" "for" "goto" "if" "struct" "switch"
  "typedef" "union" "while" "_Generic" "_Static_assert"
] @keyword
"return" @keyword.return
[
  "auto" "const" "extern" "inline" "register" "restrict" "static" "volatile"
  "_Alignas" "_Atomic" "_Noreturn" "_Thread_local"
] @keyword.modifier
["sizeof" "_Alignof"] @keyword.operator
["va_arg" "offsetof"] @function.builtin

; 6.4.6: punctuators
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" "." ":"] @punctuation.delimiter
[
  "->" "++" "--" "&" "*" "+" "-" "~" "!" "/" "%" "<<" ">>" "<" ">" "<=" ">=" "==" "!=" "^" "|"
  "&&" "||" "?" "..." "=" "*=" "/=" "%=" "+=" "-=" "<<=" ">>=" "&=" "^=" "|="
] @operator
(conditional_expression ":" @operator)

; 6.4.2: identifiers
(IDENTIFIER) @variable
((IDENTIFIER) @constant (#match? @constant "^[A-Z][A-Z0-9_]*$"))
((IDENTIFIER) @constant.builtin (#any-of? @constant.builtin "NULL" "true" "false" "EOF"))
(TYPEDEF_NAME) @type

; 6.5.2: members and calls
(postfix_expression ["." "->"] (any_identifier _ @property))
(member_designator (any_identifier _ @property))
(designator (any_identifier _ @property))
(postfix_expression
  . (postfix_expression . (primary_expression . (IDENTIFIER) @function.call))
  . "(")
(postfix_expression
  . (postfix_expression ["." "->"] (any_identifier _ @function.call))
  . "(")

; 6.7.2: types
(arithmetic_type _ @type.builtin)
(single_type ["void" "_Bool"] @type.builtin)
(struct_or_union_specifier (any_identifier _ @type))
(enum_specifier (any_identifier _ @type))
(enumerator . (any_identifier _ @constant))

; 6.7.6: declarators; those of functions, parameters and members where no more than an array is
; around the name
(direct_function_declarator
  . (direct_object_declarator . (IDENTIFIER) @function .)
  . (function_suffix))
(nested_direct_function_declarator
  . (nested_direct_object_declarator . (IDENTIFIER) @function .)
  . (function_suffix))
(direct_function_declarator
  . (direct_object_declarator (nested_object_declarator
      (nested_direct_object_declarator . (IDENTIFIER) @function .)))
  . (function_suffix))
(old_function_declarator (direct_object_declarator [
  (IDENTIFIER) @function
  (nested_object_declarator (nested_direct_object_declarator (IDENTIFIER) @function))
]))
(old_nested_function_declarator (direct_object_declarator (IDENTIFIER) @function))
(old_nested_function_declarator (nested_direct_object_declarator (IDENTIFIER) @function))
(identifier_list (IDENTIFIER) @variable.parameter)
(parameter_declaration (declarator (object_declarator [
  (direct_object_declarator . (IDENTIFIER) @variable.parameter)
  (direct_object_declarator (direct_object_declarator . (IDENTIFIER) @variable.parameter))
])))
(struct_declarator (declarator (object_declarator [
  (direct_object_declarator . (IDENTIFIER) @property)
  (direct_object_declarator (direct_object_declarator . (IDENTIFIER) @property))
])))

; 6.7.8: names that a typedef declares
(declaration
  (declaration_specifiers [
    (single_specifiers (declaration_modifiers (declaration_modifier
      (storage_class_specifier "typedef"))))
    (arithmetic_specifiers (declaration_modifiers (declaration_modifier
      (storage_class_specifier "typedef"))))
  ])
  (init_declarator_list (init_declarator (declarator [
    (object_declarator (direct_object_declarator . (IDENTIFIER) @type.definition))
    (object_declarator (direct_object_declarator
      (direct_object_declarator . (IDENTIFIER) @type.definition)))
    (function_declarator (direct_function_declarator (direct_object_declarator
      (nested_object_declarator (direct_object_declarator . (IDENTIFIER) @type.definition)))))
    (function_declarator (direct_function_declarator
      (direct_object_declarator . (IDENTIFIER) @type.definition)))
  ]))))

; 6.8: labels
(labeled_statement . (any_identifier _ @label) ":")
(jump_statement "goto" (any_identifier _ @label))
