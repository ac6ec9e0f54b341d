"""Writes the tokens of Python files, as the module tokenize of CPython finds them.

Arguments: how many files, and folders. The files are those whose paths have the smallest hashes.
For each file: a line with its path, a line for each token (its kind and its bytes), and an empty
line. A file that has a text which tokenize does not know, or that is not in UTF-8, is left out.
"""

import hashlib
import io
import os
import sys
import tokenize

LEFT_OUT = {tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER}


def tokens(data):
    encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    if encoding not in ("utf-8", "utf-8-sig", "ascii"):
        raise SyntaxError(encoding)
    text = data.decode("utf-8")
    if text.startswith("\ufeff"):
        mark, text = 3, text[1:]
    else:
        mark = 0
    lines = text.split("\n")
    lines = [line + "\n" for line in lines[:-1]] + lines[-1:]
    starts = [mark]
    for line in lines:
        starts.append(starts[-1] + len(line.encode("utf-8")))

    def place(row, column):
        if row > len(lines):
            return len(data)
        line = lines[row - 1]
        inside = column if line.isascii() else len(line[:column].encode("utf-8"))
        return min(starts[row - 1] + inside, len(data))

    for one in tokenize.tokenize(io.BytesIO(data).readline):
        if one.type == tokenize.ERRORTOKEN:
            raise SyntaxError(one.string)
        if one.type not in LEFT_OUT:
            yield tokenize.tok_name[one.type], place(*one.start), place(*one.end)


def main():
    most = int(sys.argv[1])
    paths = set()
    for folder in sys.argv[2:] or sys.path:
        for where, _, names in os.walk(folder or "."):
            paths.update(os.path.join(where, name) for name in names if name.endswith(".py"))
    paths = sorted(paths, key=lambda path: hashlib.sha256(os.fsencode(path)).digest())
    out = io.StringIO()
    written = 0
    for path in paths:
        if written == most:
            break
        try:
            with open(path, "rb") as file:
                data = file.read()
            found = list(tokens(data))
        except (OSError, SyntaxError, UnicodeError, tokenize.TokenError):
            continue
        written += 1
        out.write(path + "\n")
        out.writelines(f"{kind} {start} {end}\n" for kind, start, end in found)
        out.write("\n")
        sys.stdout.write(out.getvalue())
        out.seek(0)
        out.truncate()


main()
