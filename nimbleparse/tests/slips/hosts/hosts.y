// What is to be done on which machines; blocks are indented.
%start file
%epp entry "an entry"
%epp step "a step"
%epp block "an indented block"
%epp value "a value"
%epp NAME "a name"
%epp VARIABLE "a variable"
%epp STRING "a string"
%epp NEWLINE "end of line"
%%
file: entries;
entries: entries entry | entry;
entry: "host" "NAME" ":" settings_block
     | "group" "NAME" ":" "[" names "]" "NEWLINE"
     | "task" "NAME" "(" variables ")" ":" block
     | setting;
names: names "," "NAME" | "NAME";
variables: variable_list | ;
variable_list: variable_list "," "VARIABLE" | "VARIABLE";
settings_block: "NEWLINE" "INDENT" settings "DEDENT";
settings: settings setting | setting;
setting: "set" "NAME" "=" value "NEWLINE";
block: "NEWLINE" "INDENT" steps "DEDENT";
steps: steps step | step;
step: "run" value "NEWLINE"
    | "copy" value "to" value "NEWLINE"
    | setting
    | "when" condition ":" block
    | "unless" condition ":" block
    | "each" "VARIABLE" "in" value ":" block;
condition: value | value "==" value;
value: value "+" operand | operand;
operand: "STRING" | "INTEGER" | "DURATION" | "BOOLEAN" | "VARIABLE" | "NAME" | "(" value ")" | "[" values "]";
values: value_list | ;
value_list: value_list "," value | value;
