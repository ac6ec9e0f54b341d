; Colours of the calculators.

(INT) @number
["+" "*"] @operator
["(" ")"] @punctuation.bracket
