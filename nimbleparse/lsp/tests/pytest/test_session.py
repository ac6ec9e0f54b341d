"""What is no request about a file: beginning and end, errors, cancelling, closing, configuration."""

import asyncio
import json

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcMethodNotFound

SUM = "%%\nSum: Sum '+' 'INT' | 'INT';\n"
LEXER = "%%\n[0-9]+ 'INT'\n\\+ '+'\n[ \\n]+ ;\n"


async def test_the_server_says_what_it_can(session):
    can = session.capabilities
    assert session.encoding in ("utf-8", "utf-16", "utf-32")
    assert can.text_document_sync.change == types.TextDocumentSyncKind.Incremental
    for provider in (
        can.code_action_provider,
        can.completion_provider,
        can.diagnostic_provider,
        can.document_highlight_provider,
        can.document_symbol_provider,
        can.folding_range_provider,
        can.hover_provider,
        can.selection_range_provider,
        can.semantic_tokens_provider,
    ):
        assert provider
    # What is answered in Yacc and lex files alone is registered for them where the editor can.
    texts = session.client.capabilities.text_document
    for provider, client in (
        (can.definition_provider, texts.definition),
        (can.document_formatting_provider, texts.formatting),
        (can.references_provider, texts.references),
        (can.rename_provider, texts.rename),
    ):
        assert bool(provider) != bool(client and client.dynamic_registration)


async def test_what_is_not_known_or_not_open_is_refused(session):
    with pytest.raises(JsonRpcMethodNotFound):
        await session.client.protocol.send_request_async("no/such", {})
    with pytest.raises(JsonRpcException) as refused:
        await session.pulled("file:///closed.c")
    assert refused.value.code == types.ErrorCodes.InvalidParams.value
    session.open("file:///a.unknown", "text")
    with pytest.raises(JsonRpcException) as refused:
        await session.pulled("file:///a.unknown")
    assert refused.value.code == types.LSPErrorCodes.RequestFailed.value


async def test_a_closed_file_has_no_diagnostics_left(session):
    uri = "file:///a.json"
    session.open(uri, "[1, 2")
    assert len(await session.diagnostics(uri)) == 1
    params = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
    session.client.text_document_did_close(params)
    with pytest.raises(JsonRpcException):
        await session.pulled(uri)
    if not session.pulls:
        assert list(session.client.diagnostics[uri]) == []


async def test_a_slow_file_delays_no_answer_for_another(session):
    slow, quick = "file:///slow.java", "file:///quick.json"
    session.open(slow, "class A { int f( { x = ( 1 + ; } \n" * 3000)
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(slow))
    waiting = asyncio.ensure_future(session.client.text_document_diagnostic_async(params))
    session.open(quick, "[1, 2")
    assert len(await session.pulled(quick)) == 1
    assert not waiting.done()
    # The answer to a question about a text that has changed is that it has.
    session.replace(slow, "class A { }\n")
    with pytest.raises(JsonRpcException) as refused:
        await waiting
    assert refused.value.code == types.LSPErrorCodes.ContentModified.value
    assert await session.pulled(slow) == []


async def test_a_search_that_was_cut_short_goes_on(session):
    uri = "file:///hard.java"
    sent = []

    class Sent(dict):
        def __setitem__(self, uri, diagnostics):
            sent.append(list(diagnostics))
            super().__setitem__(uri, diagnostics)

    session.client.diagnostics = Sent()
    session.open(uri, "class A { int f( { x = ( 1 + ; } \n" * 60)
    first = await session.pulled(uri)
    if session.pulls:
        # This editor cannot be told to fetch again; quick fixes are those of the whole search.
        assert await session.actions(uri, first[0].range, types.CodeActionKind.QuickFix)
    for _ in range(600):
        if session.pulls or len(sent) == 2:
            break
        await asyncio.sleep(0.05)
    second = await session.pulled(uri)
    assert first and second != first and sent == ([] if session.pulls else [first, second])
    assert session.client.diagnostic_refresh_count == 0


async def test_a_configured_language_is_checked_anew_when_its_grammar_changes(session, tmp_path):
    language = {"name": "sum", "endings": ["sum"], "grammar": "sum.y", "lexer": "sum.l"}
    files = {"sum.y": SUM, "sum.l": LEXER, "nimbleparse.json": json.dumps({"languages": [language]})}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    program, grammar = ((tmp_path / name).as_uri() for name in ("a.sum", "sum.y"))
    session.open(program, "1 + 2 3\n")
    assert len(await session.diagnostics(program)) == 1
    session.open(grammar, SUM)
    session.replace(grammar, SUM.replace("| 'INT'", "| Sum 'INT' | 'INT'"))
    assert await session.pulled(grammar) == []
    for _ in range(600):
        if await session.pulled(program) == []:
            break
        await asyncio.sleep(0.1)
    assert await session.diagnostics(program) == []


async def test_mistakes_in_a_configuration_are_shown(session, tmp_path):
    (tmp_path / "nimbleparse.json").write_text('{"languages": [{"nam": 1}]}')
    program = (tmp_path / "a.json").as_uri()
    session.open(program, "[1]")
    assert await session.diagnostics(program) == []
    assert any("nimbleparse.json" in one.message for one in session.client.messages)
