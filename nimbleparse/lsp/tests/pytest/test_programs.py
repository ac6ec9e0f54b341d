"""Each request about programs, in each built-in language."""

from dataclasses import dataclass

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException


@dataclass
class Language:
    ending: str
    # A file with an error, and emoji and CJK before it.
    broken: str
    # Valid: what is asked about, and what must be answered.
    valid: str
    # Names of the outline, each after those that it is in.
    symbols: list
    # A word, the token that a hover names and a rule around it.
    hovered: tuple
    # What is typed, the place in `valid` before which it is, and an offer that the grammar allows there; one that it does not.
    typed: tuple
    # A bracket or a name, and the texts that belong to it.
    highlighted: tuple
    # Lines that fold.
    folded: tuple
    # A word and the type of its semantic token.
    coloured: tuple

    @property
    def uri(self):
        return f"file:///a.{self.ending}"


LANGUAGES = [
    Language(
        "java",
        'class A {\r\n  // 😀 字\r\n  String s = "😀字" int x;\r\n}\r\n',
        'class A {\n  String s = "😀字"; int x;\n  int f(int a) {\n    return (a);\n  }\n}\n',
        ["A", "s", "x", "f"],
        ("return", 'token "return"', "Statement"),
        ("whi", "return (a)", "while", "else"),
        ("(a);", ["(", ")"]),
        (0, 4),
        ("return", "keyword"),
    ),
    Language(
        "c",
        '/* 😀字 */ int f(void) {\n  return 1\n}\n',
        'int f(void) {\n  char *s = "😀字"; int n;\n  return n;\n}\n',
        ["f"],
        ("return", 'token "return"', "jump_statement"),
        ("whi", "return n", "while", "else"),
        ("n;\n}", ["n", "n"]),
        (0, 2),
        ("return", "keyword"),
    ),
    Language(
        "lua",
        "-- 😀\nlocal t = { '字', 2\nlocal name = f(t)\nreturn t\n",
        "function f(字)\n  local n = '😀'\n  return (n)\nend\n".replace("字", "x"),
        ["f"],
        ("return", 'token "return"', "retstat"),
        ("whi", "local n", "while", "until"),
        ("(n)", ["(", ")"]),
        (0, 3),
        ("return", "keyword"),
    ),
    Language(
        "php",
        "<?php\n$字 = f(1;\necho $字 . '😀';\n",
        "<?php\nclass A {\n  function g($字) {\n    return f($字) . '😀';\n  }\n}\n",
        ["A", "g"],
        ("return", 'token "return"', "statement"),
        ("whi", "return f", "while", "elseif"),
        ("$字) .", ["$字", "$字"]),
        (1, 4),
        ("return", "keyword"),
    ),
    Language(
        "json",
        '{"😀": "字", "b" [1, 2]}\n',
        '{\n  "😀": "字",\n  "b": [\n    1, true\n  ]\n}\n',
        ["😀", "b"],
        ("true", 'token "true"', "Value"),
        ("nul", "true", "null", ":"),
        ("[", ["[", "]"]),
        (0, 4),
        ("true", "keyword"),
    ),
]


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.ending)
def language(request):
    return request.param


async def test_diagnostics_appear_and_preferred_quick_fixes_mend_the_file(session, language):
    session.open(language.uri, language.broken)
    found = await session.diagnostics(language.uri)
    assert found and all(one.severity == types.DiagnosticSeverity.Error for one in found)
    assert all(one.source == "nimbleparse" and one.code and one.message for one in found)
    for _ in range(4):
        if not found:
            break
        actions = await session.actions(language.uri, found[0].range, types.CodeActionKind.QuickFix)
        assert [action.is_preferred for action in actions] == [True] + [None] * (len(actions) - 1)
        assert all(list(action.diagnostics) == [found[0]] for action in actions)
        session.edit(language.uri, actions[0].edit.changes[language.uri])
        found = await session.diagnostics(language.uri)
    assert found == [], session.texts[language.uri]


async def test_all_errors_are_mended_at_once(session, language):
    session.open(language.uri, language.broken)
    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    [action] = await session.actions(language.uri, whole, types.CodeActionKind.SourceFixAll)
    session.edit(language.uri, action.edit.changes[language.uri])
    assert await session.diagnostics(language.uri) == []


async def test_a_valid_file_has_no_diagnostics(session, language):
    session.open(language.uri, language.valid)
    assert await session.diagnostics(language.uri) == []


async def test_completion_offers_what_the_grammar_allows(session, language):
    typed, before, offered, not_offered = language.typed
    session.open(language.uri, language.valid.replace(before, f"{typed} {before}"))
    params = types.CompletionParams(**session.at(language.uri, f"{typed} {before}", len(typed)))
    found = await session.client.text_document_completion_async(params)
    labels = {item.label: item for item in found.items}
    assert offered in labels and not_offered not in labels
    assert session.covered(language.uri, labels[offered].text_edit.range) == typed


async def test_completion_is_exact_after_an_error(session, language):
    typed, before, offered, not_offered = language.typed
    # All but the first error are left by what comes before the cursor.
    text = language.broken.rstrip().removesuffix("}").rstrip() + "\n"
    session.open(language.uri, text)
    place = session.position(text, len(text))
    params = types.CompletionParams(types.TextDocumentIdentifier(language.uri), place)
    found = await session.client.text_document_completion_async(params)
    assert found.items


async def test_hover_shows_the_token_and_the_rules_around_it(session, language):
    word, token, rule = language.hovered
    session.open(language.uri, language.valid)
    params = types.HoverParams(**session.at(language.uri, word, 1))
    hover = await session.client.text_document_hover_async(params)
    assert session.covered(language.uri, hover.range) == word
    lines = hover.contents.value.splitlines()
    assert hover.contents.kind == types.MarkupKind.Markdown and lines[1] == token
    assert any(line.startswith(f"{rule}") for line in lines), lines


async def test_highlights(session, language):
    where, texts = language.highlighted
    session.open(language.uri, language.valid)
    params = types.DocumentHighlightParams(**session.at(language.uri, where))
    found = await session.client.text_document_document_highlight_async(params)
    assert [session.covered(language.uri, one.range) for one in found] == texts


async def test_outline(session, language):
    session.open(language.uri, language.valid)
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(language.uri))
    found = await session.client.text_document_document_symbol_async(params)
    names = []

    def walk(symbols, within):
        for symbol in symbols:
            assert isinstance(symbol, types.DocumentSymbol)
            span = symbol.range
            assert within is None or within.start <= span.start and span.end <= within.end
            assert span.start <= symbol.selection_range.start and symbol.selection_range.end <= span.end
            names.append(symbol.name)
            walk(symbol.children or [], span)

    walk(found, None)
    assert names == language.symbols


async def test_folds(session, language):
    session.open(language.uri, language.valid)
    params = types.FoldingRangeParams(types.TextDocumentIdentifier(language.uri))
    found = await session.client.text_document_folding_range_async(params)
    lines = [(one.start_line, one.end_line) for one in found]
    assert all(start < end for start, end in lines)
    assert language.folded in lines, lines


async def test_selections_grow_to_the_whole_text(session, language):
    word = language.hovered[0]
    session.open(language.uri, language.valid)
    place = session.at(language.uri, word, 1)
    params = types.SelectionRangeParams(place["text_document"], [place["position"]])
    [selection] = await session.client.text_document_selection_range_async(params)
    texts = []
    while selection:
        texts.append(session.covered(language.uri, selection.range))
        selection = selection.parent
    assert texts[0] == word and texts[-1].strip() == language.valid.strip()
    assert all(small != large and small in large for small, large in zip(texts, texts[1:]))


def tokens(session, uri, found):
    """Semantic tokens with their texts and types."""
    legend = session.capabilities.semantic_tokens_provider.legend.token_types
    line = character = 0
    for at in range(0, len(found.data), 5):
        lines, columns, length, kind, _ = found.data[at : at + 5]
        line, character = line + lines, columns if lines else character + columns
        start, end = types.Position(line, character), types.Position(line, character + length)
        yield session.covered(uri, types.Range(start, end)), legend[kind]


async def test_semantic_tokens(session, language):
    session.open(language.uri, language.valid)
    params = types.SemanticTokensParams(types.TextDocumentIdentifier(language.uri))
    found = await session.client.text_document_semantic_tokens_full_async(params)
    found = list(tokens(session, language.uri, found))
    assert language.coloured in found, found
    # They are in the order of the text, which has nothing else but punctuation.
    rest = language.valid
    for text, _ in found:
        between, _, rest = rest.partition(text)
        assert not any(character.isalnum() for character in between), between
    assert not any(character.isalnum() for character in rest)


async def test_names_of_programs_have_no_definition_and_changes_of_them_are_refused(session, language):
    session.open(language.uri, language.valid)
    at = session.at(language.uri, language.hovered[0])
    client = session.client
    assert await client.text_document_definition_async(types.DefinitionParams(**at)) is None
    context = types.ReferenceContext(True)
    assert await client.text_document_references_async(types.ReferenceParams(context, **at)) is None
    assert await client.text_document_prepare_rename_async(types.PrepareRenameParams(**at)) is None
    # An editor that takes nothing for a change says that it succeeded.
    with pytest.raises(JsonRpcException):
        await client.text_document_rename_async(types.RenameParams(new_name="x", **at))
    options = types.FormattingOptions(4, True)
    params = types.DocumentFormattingParams(types.TextDocumentIdentifier(language.uri), options)
    with pytest.raises(JsonRpcException):
        await client.text_document_formatting_async(params)
