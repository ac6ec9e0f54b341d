"""Each request about Yacc and lex files: a grammar with conflicts, and the built-in ones."""

import pathlib

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

GRAMMARS = pathlib.Path(__file__).parents[4] / "grammars"
Y, L = "file:///no/such/sum.y", "file:///no/such/sum.l"
GRAMMAR = "%token INT // 😀字\n%%\nSum: Sum '+' Sum\n   | Sum '*' Sum\n   | /* 字 */ INT\n   ;\n"
LEXER = '%x NOTE\nDIGIT [0-9]\n%%\n{DIGIT}+ "INT"\n\\+ "+"\n\\* "*"\n# <+NOTE>;\n<NOTE>\\n <-NOTE>;\n<NOTE>. ;\n[ \\n]+ ;\n'
SEVERITY = types.DiagnosticSeverity


@pytest.fixture
def pair(session):
    session.open(L, LEXER)
    session.open(Y, GRAMMAR)
    return session


def replaced(session, edit):
    for uri, edits in edit.changes.items():
        session.edit(uri, edits)
    return session.texts[Y], session.texts[L]


async def test_conflicts_are_told_at_their_productions(pair):
    [told] = await pair.diagnostics(Y)
    assert told.severity == SEVERITY.Warning and "conflict" in told.message
    assert pair.covered(Y, told.range).startswith("Sum '")
    # The example by which the conflict can be seen, and the other production.
    assert "+" in told.message and told.related_information[0].location.uri == Y
    assert await pair.diagnostics(L) == []


@pytest.mark.parametrize("which", [0, 1])
async def test_quick_fixes_of_conflicts(pair, which):
    [told] = await pair.diagnostics(Y)
    actions = await pair.actions(Y, told.range, types.CodeActionKind.QuickFix)
    assert [action.is_preferred for action in actions] == [True, None]
    replaced(pair, actions[which].edit)
    left = await pair.diagnostics(Y)
    # Precedences decide them all; those that are expected are only mentioned.
    assert all(one.severity == SEVERITY.Information for one in left) and bool(left) == (which == 1)


async def test_a_token_that_one_file_lacks_is_told_and_added(pair):
    pair.replace(Y, GRAMMAR.replace("%token INT", "%token INT MINUS").replace("| /*", "| MINUS Sum | /*"))
    told = [one for one in await pair.diagnostics(Y) if "MINUS" in one.message and "lexer" in one.message]
    [action] = await pair.actions(Y, told[0].range, types.CodeActionKind.QuickFix)
    replaced(pair, action.edit)
    assert '"MINUS"' in pair.texts[L]
    assert not [one for one in await pair.diagnostics(Y) if "lexer" in one.message]


async def test_did_you_mean(pair):
    pair.replace(Y, GRAMMAR.replace("'*' Sum", "'*' Smu"))
    told = [one for one in await pair.diagnostics(Y) if one.severity == SEVERITY.Error]
    actions = await pair.actions(Y, told[0].range, types.CodeActionKind.QuickFix)
    replaced(pair, actions[0].edit)
    assert pair.texts[Y] == GRAMMAR


async def test_definition_and_references_across_both_files(pair):
    client = pair.client
    for uri, what in [(Y, "INT\n"), (L, "INT")]:
        at = pair.at(uri, what, 1)
        found = await client.text_document_definition_async(types.DefinitionParams(**at))
        assert [(one.uri, pair.covered(one.uri, one.range)) for one in found] == [(L, "INT")]
        for context, count in [(types.ReferenceContext(True), 3), (types.ReferenceContext(False), 1)]:
            found = await client.text_document_references_async(types.ReferenceParams(context, **at))
            assert [pair.covered(one.uri, one.range) for one in found] == ["INT"] * count
    found = await client.text_document_definition_async(types.DefinitionParams(**pair.at(Y, "Sum\n")))
    assert [(one.uri, one.range.start) for one in found] == [(Y, pair.at(Y, "Sum:")["position"])]


@pytest.mark.parametrize(
    "uri, what, new, count", [(Y, "INT\n", "NUMBER", 3), (Y, "Sum:", "Total", 5), (L, "NOTE", "REST", 5), (L, "DIGIT", "D", 2)]
)
async def test_renaming_in_both_files(pair, uri, what, new, count):
    old = what.rstrip("\n:")
    at = pair.at(uri, what)
    named = await pair.client.text_document_prepare_rename_async(types.PrepareRenameParams(**at))
    assert pair.covered(uri, named) == old
    edit = await pair.client.text_document_rename_async(types.RenameParams(new_name=new, **at))
    before = pair.texts[Y] + pair.texts[L]
    assert before.count(old) == count
    assert "".join(replaced(pair, edit)) == before.replace(old, new)
    assert len(await pair.diagnostics(Y)) == 1 and await pair.diagnostics(L) == []


async def test_a_renaming_that_changes_more_is_refused(pair):
    for new in ["Sum", "a b", ""]:
        with pytest.raises(JsonRpcException) as refused:
            params = types.RenameParams(new_name=new, **pair.at(Y, "INT\n"))
            await pair.client.text_document_rename_async(params)
        assert refused.value.code == types.LSPErrorCodes.RequestFailed.value


async def test_hover(pair):
    async def lines(uri, what):
        params = types.HoverParams(**pair.at(uri, what))
        return (await pair.client.text_document_hover_async(params)).contents.value.splitlines()

    rule = await lines(Y, "Sum:")
    assert 'Sum: Sum "+" Sum' in rule and 'FIRST: "INT"' in rule and "can be empty: no" in rule
    assert "FOLLOW: $ \"*\" \"+\"" in rule or any(line.startswith("FOLLOW: ") for line in rule)
    assert "lex rule: (?:[0-9])+" in await lines(Y, "INT\n")
    assert "DIGIT [0-9]" in await lines(L, "DIGIT}")


async def test_highlights(pair):
    for uri, what, count in [(Y, "Sum:", 5), (Y, "INT\n", 2), (L, "NOTE", 5)]:
        params = types.DocumentHighlightParams(**pair.at(uri, what))
        found = await pair.client.text_document_document_highlight_async(params)
        assert len(found) == count and len({pair.covered(uri, one.range) for one in found}) == 1


async def test_completion(pair):
    async def labels(uri, what, within=0):
        params = types.CompletionParams(**pair.at(uri, what, within))
        return {item.label for item in (await pair.client.text_document_completion_async(params)).items}

    assert {"Sum", "INT", "'+'", "'*'"} <= await labels(Y, "INT\n", 1)
    assert {"%left", "%token", "%expect"} <= await labels(Y, "%token", 1)
    assert await labels(L, "INT", 1) == {"INT", "+", "*"}


async def test_outline_and_folds(pair):
    client = pair.client
    for uri, names in [(Y, ["INT", "Sum"]), (L, ["INT", "+", "*"])]:
        document = types.TextDocumentIdentifier(uri)
        found = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert [symbol.name for symbol in found] == names
    found = await client.text_document_folding_range_async(types.FoldingRangeParams(types.TextDocumentIdentifier(Y)))
    assert [(one.start_line, one.end_line) for one in found] == [(2, 4)]


async def test_formatting(pair):
    async def formatted(uri, tab_size, insert_spaces):
        options = types.FormattingOptions(tab_size, insert_spaces)
        params = types.DocumentFormattingParams(types.TextDocumentIdentifier(uri), options)
        return await pair.client.text_document_formatting_async(params)

    assert await formatted(L, 4, True) == ()
    pair.edit(Y, await formatted(Y, 4, True))
    expected = GRAMMAR.replace("\n   |", "\n    |").replace("\n   ;", "\n    ;")
    assert pair.texts[Y] == expected and await formatted(Y, 4, True) == ()
    pair.edit(Y, await formatted(Y, 4, False))
    assert pair.texts[Y] == expected.replace("    ", "\t")
    pair.replace(Y, "%%\nSum: 'x")
    with pytest.raises(JsonRpcException) as refused:
        await formatted(Y, 4, True)
    assert refused.value.code == types.LSPErrorCodes.RequestFailed.value


@pytest.mark.parametrize("name", ["c11", "calc", "figure2", "java7", "json", "lua53", "php73"])
async def test_every_request_about_a_built_in_grammar(session, name):
    files = {ending: GRAMMARS / name / f"{name}.{ending}" for ending in "yl"}
    for ending, path in files.items():
        session.open(path.as_uri(), path.read_text())
    client = session.client
    for ending, path in files.items():
        uri = path.as_uri()
        document = types.TextDocumentIdentifier(uri)
        assert all(one.severity != SEVERITY.Error for one in await session.diagnostics(uri))
        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        await client.text_document_folding_range_async(types.FoldingRangeParams(document))
        tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
        assert symbols and tokens.data
        at = {"text_document": document, "position": symbols[-1].selection_range.start}
        text = session.covered(uri, symbols[-1].selection_range)
        selections = await client.text_document_selection_range_async(types.SelectionRangeParams(document, [at["position"]]))
        assert text.strip("'\"") in session.covered(uri, selections[0].range)
        assert await client.text_document_hover_async(types.HoverParams(**at))
        assert (await client.text_document_completion_async(types.CompletionParams(**at))).items
        assert await client.text_document_definition_async(types.DefinitionParams(**at))
        references = await client.text_document_references_async(types.ReferenceParams(types.ReferenceContext(True), **at))
        highlights = await client.text_document_document_highlight_async(types.DocumentHighlightParams(**at))
        assert len(references) >= len(highlights) > 0
        assert await client.text_document_prepare_rename_async(types.PrepareRenameParams(**at))
        edit = await client.text_document_rename_async(types.RenameParams(new_name="Entirely_new", **at))
        assert sum(len(edits) for edits in edit.changes.values()) == len(references)
        assert await session.actions(uri, symbols[-1].range, types.CodeActionKind.QuickFix) == ()
        options = types.FormattingOptions(4, True)
        formatting = types.DocumentFormattingParams(document, options)
        assert await client.text_document_formatting_async(formatting) == ()
