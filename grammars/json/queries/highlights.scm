; Colours of JSON. Of several patterns that capture a node the last one counts.

(NUMBER) @number
(STRING) @string
(Member . (STRING) @property)
["true" "false" "null"] @constant.builtin
["{" "}" "[" "]"] @punctuation.bracket
["," ":"] @punctuation.delimiter
