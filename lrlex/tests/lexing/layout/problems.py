"""Tells what is wrong with the indentation of texts.

The file in the argument has a text in each line, in hexadecimal digits; its lines are `x` or
`if x:`. For each text: the number of the line in which CPython finds the first error, and `tabs` or
`column`; or `fine`.
"""

import sys

for line in open(sys.argv[1], encoding="ascii"):
    try:
        compile(bytes.fromhex(line), "text", "exec")
        print("fine")
    except TabError as error:
        print(error.lineno, "tabs")
    except IndentationError as error:
        known = "unindent does not match" in error.msg
        print(error.lineno, "column" if known else error.msg)
