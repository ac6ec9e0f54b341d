"""A client with the capabilities of each of three editors, talking to the server over pipes, and places in texts in its units.

The server is the one that NIMBLEPARSE_LSP names, or else the newest that cargo has built here. Answers are decoded to lsprotocol's
types, which are made of the protocol's metamodel; a result that the editor cannot take fails the test (pytest.ini).
"""

import asyncio
import os
import pathlib

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import ClientServerConfig, client_capabilities

PACKAGE = pathlib.Path(__file__).parents[2]
# Seconds after which a test fails that waits for a notification.
PATIENCE = 10

# They count columns in UTF-16 units, in bytes and in characters; the second fetches diagnostics.
EDITORS = ["visual-studio-code@v1.65.2", "neovim@v0.11.0", "emacs@v29.1"]


def server():
    given = os.environ.get("NIMBLEPARSE_LSP")
    built = [PACKAGE / "target" / profile / "nimbleparse-lsp" for profile in ("release", "debug")]
    found = sorted((path for path in built if path.exists()), key=lambda path: path.stat().st_mtime)
    if not given and not found:
        pytest.exit("no server: run 'cargo build' in nimbleparse/lsp, or set NIMBLEPARSE_LSP", 2)
    return given or str(found[-1])


class Session:
    """A session of an editor with the server."""

    def __init__(self, client, result):
        self.client = client
        self.capabilities = result.capabilities
        self.encoding = result.capabilities.position_encoding
        self.pulls = client.capabilities.text_document.diagnostic is not None
        self.texts = {}
        self.versions = {}

    def units(self, text):
        """The number of units of a line's text."""
        width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[self.encoding]
        return len(text.encode(self.encoding if width == 1 else self.encoding + "-le")) // width

    def position(self, text, offset):
        lines = text[:offset].replace("\r\n", "\n").split("\n")
        return types.Position(len(lines) - 1, self.units(lines[-1]))

    def offset(self, text, position):
        start = 0
        for _ in range(position.line):
            start = text.index("\n", start) + 1
        end = text.find("\n", start)
        line = text[start : len(text) if end < 0 else end]
        return next(start + at for at in range(len(line) + 1) if self.units(line[:at]) == position.character)

    def covered(self, uri, range_):
        """The text that a range of an open file covers."""
        text = self.texts[uri]
        return text[self.offset(text, range_.start) : self.offset(text, range_.end)]

    def at(self, uri, what, within=0):
        """The place of a piece of an open file, or one within it, as parameters of a request."""
        text = self.texts[uri]
        place = self.position(text, text.index(what) + within)
        return {"text_document": types.TextDocumentIdentifier(uri), "position": place}

    def open(self, uri, text):
        self.texts[uri] = text
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri, uri.rsplit(".", 1)[1], 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def edit(self, uri, edits):
        """Applies text edits to an open file, and sends them one by one, the last place first."""
        edits = sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character))
        for edit in reversed(edits):
            text = self.texts[uri]
            start, end = self.offset(text, edit.range.start), self.offset(text, edit.range.end)
            self.texts[uri] = text[:start] + edit.new_text + text[end:]
        changes = [types.TextDocumentContentChangePartial(edit.range, edit.new_text) for edit in reversed(edits)]
        self.versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, changes))

    def replace(self, uri, text):
        whole = types.Range(types.Position(0, 0), self.position(self.texts[uri], len(self.texts[uri])))
        self.edit(uri, [types.TextEdit(whole, text)])

    async def pulled(self, uri):
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
        report = await self.client.text_document_diagnostic_async(params)
        assert report.kind == "full"
        return list(report.items)

    async def diagnostics(self, uri):
        """The diagnostics of a file as this editor gets them."""
        pulled = await self.pulled(uri)
        if not self.pulls:
            # Those of the last version were sent before that answer, or are on the way with it.
            for _ in range(100 * PATIENCE):
                sent = self.client.diagnostics.get(uri)
                if sent is not None and list(sent) == pulled:
                    return pulled
                await asyncio.sleep(0.01)
            raise AssertionError(f"{sent} was sent, but {pulled} is answered")
        return pulled

    async def actions(self, uri, range_, only):
        context = types.CodeActionContext([], only=[only])
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), range_, context)
        return await self.client.text_document_code_action_async(params)


@pytest_asyncio.fixture(params=EDITORS, ids=lambda editor: editor.split("@")[0])
async def session(request):
    client = await ClientServerConfig(server_command=[server()]).start()
    capabilities = client_capabilities(request.param)
    # Editors answer registrations; what they say is not looked at by the server.
    options = {"builtin": ["c11", "java7", "json", "lua53", "php73"]}
    params = types.InitializeParams(capabilities, initialization_options=options)
    result = await client.initialize_session(params)
    yield Session(client, result)
    await client.shutdown_session()
    assert client._server.returncode == 0
    await client.stop()
