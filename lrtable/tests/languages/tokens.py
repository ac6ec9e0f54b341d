"""Prints the name of each file of Python's library and its tokens, a file a line.

Files that Python does not read as Python 3.8, such as some for tests, are left out.
"""

import ast
import keyword
import pathlib
import sys
import sysconfig
import tokenize

LAYOUT = {tokenize.NEWLINE: "NEWLINE", tokenize.INDENT: "INDENT", tokenize.DEDENT: "DEDENT"}
OTHERS = {tokenize.NUMBER: "NUMBER", tokenize.STRING: "STRING"}
LEFT_OUT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)


def name(token):
    if token.type == tokenize.NAME:
        return token.string if keyword.iskeyword(token.string) else "NAME"
    return LAYOUT.get(token.type) or OTHERS.get(token.type) or token.string


def is_new(tree):
    """Whether a subscript has a star or ':=', which ast.parse allows in any version."""
    new = (ast.Starred, ast.NamedExpr)
    subscripts = (node.slice for node in ast.walk(tree) if isinstance(node, ast.Subscript))
    return any(isinstance(one, new) for node in subscripts for one in ast.walk(node))


def main():
    library = pathlib.Path(sysconfig.get_paths()["stdlib"])
    for path in sorted(library.rglob("*.py")):
        if "site-packages" in path.parts:
            continue
        try:
            with tokenize.open(path) as file:
                tree = ast.parse(file.read(), feature_version=(3, 8))
            if sys.version_info > (3, 8, 99) and is_new(tree):
                continue
            with open(path, "rb") as file:
                tokens = list(tokenize.tokenize(file.readline))
        except (SyntaxError, UnicodeDecodeError, ValueError, tokenize.TokenError):
            continue
        # Tokenize does not know all letters of names.
        if any(token.type == tokenize.ERRORTOKEN for token in tokens):
            continue
        names = (name(token) for token in tokens if token.type not in LEFT_OUT)
        print(path.relative_to(library), " ".join(names), sep="\t")


main()
