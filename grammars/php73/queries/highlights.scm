; Colours of PHP 7.3. Of several patterns that capture a node the last one counts.

(comment) @comment

; Literals
(INTEGER) @number
(FLOAT) @number
[(STRING) (STRING_TEXT) (HEREDOC_START) (HEREDOC_END)] @string
["\"" "`"] @string
(MAGIC_CONSTANT) @constant.builtin

; Keywords
[
  "as" "break" "callable" "case" "catch" "class" "clone" "continue" "declare" "default" "do"
  "echo" "else" "elseif" "enddeclare" "endfor" "endforeach" "endif" "endswitch" "endwhile"
  "exit" "extends" "finally" "for" "foreach" "global" "goto" "if" "implements"
  "insteadof" "interface" "namespace" "new" "print" "switch" "throw" "trait" "try" "var"
  "while" "yield" "const"
] @keyword
(YIELD_FROM) @keyword
["function" "use"] @keyword
["include" "include_once" "require" "require_once"] @keyword.import
"return" @keyword.return
["and" "or" "xor" "instanceof"] @keyword.operator
["abstract" "final" "private" "protected" "public" "static"] @keyword.modifier
["empty" "eval" "isset" "list" "unset" "__halt_compiler"] @function.builtin
"array" @type.builtin
(array_creation "array" @function.builtin)
(base_type _ @type.builtin)

; Punctuation and operators
["(" ")" "[" "]" "{" "}" "{$" "${"] @punctuation.bracket
["," ";" ":"] @punctuation.delimiter
[
  "::" "->" "=>" "..." "?" "??" "@" "!" "~" "++" "--" "+" "-" "*" "**" "/" "%" "." "<<" ">>"
  "<" ">" "<=" ">=" "==" "!=" "===" "!==" "<=>" "&" "|" "^" "&&" "||" "="
  "+=" "-=" "*=" "**=" "/=" ".=" "%=" "&=" "|=" "^=" "<<=" ">>="
] @operator
["(int)" "(float)" "(string)" "(binary)" "(bool)" "(array)" "(object)" "(unset)"] @type.builtin
(NS_SEPARATOR) @punctuation.delimiter
"$" @punctuation.special

; Tags, which stand for tokens
(";" @tag (#match? @tag "^[?]>"))
("echo" @tag (#eq? @tag "<?="))

; Variables
[(VARIABLE) (OFFSET_VARIABLE)] @variable
(PROPERTY_VARIABLE) @property
((VARIABLE) @variable.builtin (#eq? @variable.builtin "$this"))
(parameter (VARIABLE) @variable.parameter)
(property_element . (VARIABLE) @property)

; Names: constants, unless more is known
(NAME) @constant
((constant (qualified_name (namespace_name . (NAME) @constant.builtin .)))
  (#match? @constant.builtin "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Nn][Uu][Ll][Ll])$"))
(identifier [(NAME) @constant (_ _ @constant)])
(member_name (identifier [(NAME) @property (_ _ @property)]))
(string_offset (NAME) @string)
(qualified_name (namespace_name (NAME) @module (NS_SEPARATOR)))

; Types
(base_type (qualified_name (namespace_name (NAME) @type .)))
((base_type (qualified_name (namespace_name . (NAME) @type.builtin .)))
  (#any-of? @type.builtin
    "bool" "float" "int" "iterable" "object" "string" "void" "mixed" "self" "parent"))
(scope (qualified_name (namespace_name (NAME) @type .)))
(class_reference (qualified_name (namespace_name (NAME) @type .)))
(class_variable (qualified_name (namespace_name (NAME) @type .)))
(class_base_clause (qualified_name (namespace_name (NAME) @type .)))
(qualified_name_list (qualified_name (namespace_name (NAME) @type .)))
(catch_names (qualified_name (namespace_name (NAME) @type .)))
((NAME) @variable.builtin (#any-of? @variable.builtin "self" "parent"))
(scope "static" @variable.builtin)
(class_reference "static" @variable.builtin)
(class_declaration (NAME) @type)
(interface_declaration (NAME) @type)
(trait_declaration (NAME) @type)

; Functions and calls
(function_definition (NAME) @function)
(method_header (identifier [(NAME) @function.method (_ _ @function.method)]))
((method_header (identifier (NAME) @constructor)) (#eq? @constructor "__construct"))
(variable . (qualified_name (namespace_name (NAME) @function.call .)) . (argument_list))
(variable . (dereferencable (variable "->" (member_name (identifier _ @function.method.call)) .))
  . (argument_list))
(variable (scope) "::" (identifier _ @function.method.call) . (argument_list))

; Namespaces and uses
(namespace_definition (namespace_name (NAME) @module))
(use_name (NAME) @module)
(namespace_use_clause (use_name (NAME) @type .))
(namespace_use_clause "as" (NAME) @type)
(namespace_use_declaration (use_kind "function")
  (namespace_use_clauses (namespace_use_clause [(use_name (NAME) @function .) (NAME) @function])))
(namespace_use_declaration (use_kind "const")
  (namespace_use_clauses (namespace_use_clause [(use_name (NAME) @constant .) (NAME) @constant])))
(namespace_use_group_clause (namespace_name (NAME) @type .))
(namespace_use_group_clause "as" (NAME) @type)
(trait_adaptation (qualified_name (namespace_name (NAME) @type .)))
(trait_method (qualified_name (namespace_name (NAME) @type .)))
(trait_method (identifier [(NAME) @function.method (_ _ @function.method)]))

; Labels
(statement . (NAME) @label ":")
(jump_statement "goto" (NAME) @label)

; `A::class` is no name
(constant (identifier (keyword "class" @keyword)))
