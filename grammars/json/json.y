%grmtools {yacckind: Original(GenericParseTree)}

// JSON as in RFC 8259: JSONText is the RFC's JSON-text, the other rules have its
// names.

%start JSONText
%epp Value "a value"
%%
// Section 2: a text is one value of any kind
JSONText
    : Value
    ;

// Section 3: values
Value
    : "false"
    | "null"
    | "true"
    | Object
    | Array
    | "NUMBER"
    | "STRING"
    ;

// Section 4: objects
Object
    : "{" "}"
    | "{" Members "}"
    ;

Members
    : Member
    | Members "," Member
    ;

Member
    : "STRING" ":" Value
    ;

// Section 5: arrays
Array
    : "[" "]"
    | "[" Values "]"
    ;

Values
    : Value
    | Values "," Value
    ;
