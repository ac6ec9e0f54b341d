; What PHP 7.3 programs define and refer to: outlines are made of it.

(namespace_definition (namespace_name) @name) @definition.namespace
(class_declaration (NAME) @name) @definition.class
(interface_declaration (NAME) @name) @definition.interface
(trait_declaration (NAME) @name) @definition.class
(function_definition (NAME) @name) @definition.function
(method_declaration (method_header (identifier) @name)) @definition.method
(property_element . (VARIABLE) @name) @definition.property
(class_const_element . (identifier) @name) @definition.constant
(const_declaration (const_elements (const_element . (NAME) @name) @definition.constant))

(variable . (qualified_name (namespace_name (NAME) @name .)) . (argument_list)) @reference.call
(variable . (dereferencable (variable "->" (member_name (identifier) @name) .))
  . (argument_list)) @reference.call
(variable (scope) "::" (identifier) @name . (argument_list)) @reference.call
(object_creation (class_reference (qualified_name (namespace_name (NAME) @name .))))
  @reference.class
