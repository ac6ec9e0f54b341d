//! Programs: texts in pieces, diagnostics, quick fixes.

use gen_lsp_types as metamodel;
use lrtable::random::Random;
use nimbleparse_lsp::text::{Encoding, Text};
use serde_json::{Value, json};

use crate::client::Client;

/// Applies the edits of a code action to the text of a file.
pub(crate) fn applied(text: &str, edits: &Value) -> String {
    let text = Text::new(text, Encoding::Utf16);
    let mut spans: Vec<(usize, usize, &str)> = Vec::new();
    for edit in edits.as_array().expect("edits") {
        let range = serde_json::from_value(edit["range"].clone()).unwrap();
        let span = text.span(range);
        spans.push((span.start(), span.end(), edit["newText"].as_str().unwrap()));
    }
    spans.sort_by_key(|(start, end, _)| (*start, *end));
    let mut out = text.as_str().to_owned();
    for (start, end, new) in spans.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}

pub(crate) fn pulled(client: &mut Client, uri: &str) -> Vec<Value> {
    let params = json!({ "textDocument": { "uri": uri } });
    let report = client.ask::<metamodel::DocumentDiagnosticRequest>(params);
    assert_eq!(report["kind"], "full");
    report["items"].as_array().unwrap().clone()
}

fn actions(client: &mut Client, uri: &str, range: &Value, only: &[&str]) -> Vec<Value> {
    let mut context = json!({ "diagnostics": [] });
    if !only.is_empty() {
        context["only"] = json!(only);
    }
    let params = json!({ "textDocument": { "uri": uri }, "range": range, "context": context });
    let actions = client.ask::<metamodel::CodeActionRequest>(params);
    actions.as_array().unwrap().clone()
}

const BROKEN: [(&str, &str); 5] = [
    ("file:///a.java", "class A {\r\n  // 😀 字\r\n  String s = \"😀字\" int x;\r\n}\r\n"),
    ("file:///a.c", "int f(void) { return 1 }\n"),
    ("file:///a.lua", "local x = { 1, 2\nlocal y = f(x\n"),
    ("file:///a.php", "<?php\n$字 = f(1;\necho $字;\n"),
    ("file:///a.json", "{\"😀\": [1, 2}\n"),
];

#[test]
fn diagnostics_are_sent_or_fetched_and_the_best_quick_fix_mends_the_file() {
    for (uri, text) in BROKEN {
        let mut client = Client::new();
        client.open(uri, text);
        let sent = client.published(uri, 1);
        assert!(!sent.is_empty(), "{uri}");
        assert_eq!(sent, pulled(&mut client, uri));
        let mut text = text.to_owned();
        for version in 2..5 {
            let Some(first) = pulled(&mut client, uri).into_iter().next() else { break };
            let offered = actions(&mut client, uri, &first["range"], &["quickfix"]);
            let best = &offered[0];
            assert_eq!((&best["isPreferred"], &best["diagnostics"][0]), (&json!(true), &first));
            assert!(offered[1..].iter().all(|other| other["isPreferred"] != true));
            text = applied(&text, &best["edit"]["changes"][uri]);
            client.change(uri, version, json!([{ "text": text }]));
        }
        assert_eq!(pulled(&mut client, uri), Vec::<Value>::new(), "{text}");
        assert!(client.end());
    }
}

#[test]
fn all_errors_are_mended_at_once() {
    let mut client = Client::with(json!({ "textDocument": { "diagnostic": {} } }));
    let uri = "file:///b.c";
    let text = "int a\nint f() { g(1; return 2 }\n";
    client.open(uri, text);
    let whole =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let offered = actions(&mut client, uri, &whole, &["source"]);
    assert_eq!(offered.len(), 1);
    let mended = applied(text, &offered[0]["edit"]["changes"][uri]);
    client.change(uri, 2, json!([{ "text": mended }]));
    assert_eq!(pulled(&mut client, uri), Vec::<Value>::new(), "{mended}");
    assert!(actions(&mut client, uri, &whole, &[]).is_empty());
    // A client that fetches diagnostics is not sent them.
    assert!(
        client.said.iter().all(|message| message["method"] != "textDocument/publishDiagnostics")
    );
    assert!(client.end());
}

/// Positions of random edits are counted here, in UTF-16 units, by code that has nothing in common
/// with the server's.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let lines = before.replace("\r\n", "\n").replace('\r', "\n");
    let line = lines.matches('\n').count();
    let column = lines.rsplit('\n').next().unwrap().encode_utf16().count();
    json!({ "line": line, "character": column })
}

#[test]
fn edits_that_arrive_in_pieces_equal_the_full_text() {
    let pieces =
        ["", "{", "}", ";", " ", "x", "\"", "😀", "字", "\r\n", "\n", "int a;", "/* */", "("];
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let (uri, start) = BROKEN[seed as usize % BROKEN.len()];
        let mut text = start.to_owned();
        let (mut changed, mut fresh) = (Client::new(), Client::new());
        changed.open(uri, &text);
        for version in 2..14 {
            let mut changes = Vec::new();
            for _ in 0..=random.below(3) {
                // Between `\r` and `\n` no client can put anything.
                let mut place = |text: &str| loop {
                    let at = text.floor_char_boundary(random.below(text.len() + 1));
                    if !(text[..at].ends_with('\r') && text[at..].starts_with('\n')) {
                        return at;
                    }
                };
                let (a, b) = (place(&text), place(&text));
                let (from, to) = if a.abs_diff(b) < 8 { (a.min(b), a.max(b)) } else { (a, a) };
                let new = pieces[random.below(pieces.len())];
                let range = json!({ "start": position(&text, from), "end": position(&text, to) });
                changes.push(json!({ "range": range, "text": new }));
                text.replace_range(from..to, new);
            }
            changed.change(uri, version, json!(changes));
            let of_whole = format!("{uri}.{}", uri.rsplit_once('.').unwrap().1);
            fresh.open(&of_whole, &text);
            let pieces = pulled(&mut changed, uri);
            let mut whole = pulled(&mut fresh, &of_whole);
            // Related places name the file.
            for diagnostic in &mut whole {
                let text = diagnostic.to_string().replace(&of_whole, uri);
                *diagnostic = serde_json::from_str(&text).unwrap();
            }
            assert_eq!(pieces, whole, "seed {seed}: {text:?}");
        }
        assert!(changed.end() && fresh.end());
    }
}

#[test]
fn a_slow_file_delays_no_answer_for_another_and_a_cancelled_request_is_answered() {
    let mut client = Client::with(json!({ "textDocument": { "diagnostic": {} } }));
    let slow = "file:///slow.java";
    // An error on each of many lines: far more search than the other file needs.
    client.open(slow, &"class A { int f( { x = ( 1 + ; } \n".repeat(3_000));
    client.open("file:///quick.json", "[1, 2");
    let params = json!({ "textDocument": { "uri": slow } });
    let id = client.request("textDocument/diagnostic", params);
    assert_eq!(pulled(&mut client, "file:///quick.json").len(), 1);
    client.notify("$/cancelRequest", json!({ "id": id }));
    // Whatever came first, there is one answer.
    let answer = client.answer(&json!(id));
    let code = &answer["error"]["code"];
    assert!(*code == -32800 || answer["result"]["kind"] == "full", "{answer}");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": slow } }));
    assert!(client.end());
}

#[test]
fn a_search_that_was_cut_short_goes_on_and_its_results_are_sent_or_fetched() {
    let uri = "file:///hard.java";
    let text = "class A { int f( { x = ( 1 + ; } \n".repeat(60);
    let mut client = Client::new();
    client.open(uri, &text);
    let first = client.published(uri, 1);
    let second = client.published(uri, 1);
    assert!(first != second && !first.is_empty(), "{second:?}");
    assert_eq!(second, pulled(&mut client, uri));
    assert!(client.end());
    let refreshes = json!({ "diagnostics": { "refreshSupport": true } });
    let mut client =
        Client::with(json!({ "textDocument": { "diagnostic": {} }, "workspace": refreshes }));
    client.open(uri, &text);
    assert_eq!(pulled(&mut client, uri), first);
    let asked = |message: &Value| message["method"] == "workspace/diagnostic/refresh";
    while !client.said.iter().any(asked) {
        let message = client.receive();
        client.said.push_back(message);
    }
    assert_eq!(pulled(&mut client, uri), second);
    assert!(client.end());
}

#[test]
fn every_question_about_a_program_is_answered_as_the_metamodel_says() {
    for (uri, text) in BROKEN {
        let mut client = Client::new();
        client.open(uri, text);
        let document = json!({ "uri": uri });
        let whole = json!({ "textDocument": document });
        let symbols = client.ask::<metamodel::DocumentSymbolRequest>(whole.clone());
        let folds = client.ask::<metamodel::FoldingRangeRequest>(whole.clone());
        let tokens = client.ask::<metamodel::SemanticTokensRequest>(whole);
        assert!(symbols.is_array() && folds.is_array());
        // Five numbers a token, and the tokens lie in the text.
        let data = tokens["data"].as_array().unwrap();
        assert!(data.len().is_multiple_of(5) && !data.is_empty());
        let lines: u64 = data.chunks(5).map(|token| token[0].as_u64().unwrap()).sum();
        assert!(lines <= text.lines().count() as u64);
        for (line, content) in text.lines().enumerate() {
            for character in 0..=content.encode_utf16().count() {
                let position = json!({ "line": line, "character": character });
                let at = json!({ "textDocument": document, "position": position });
                client.ask::<metamodel::HoverRequest>(at.clone());
                client.ask::<metamodel::DocumentHighlightRequest>(at.clone());
                let offered = client.ask::<metamodel::CompletionRequest>(at);
                assert!(offered["items"].is_array());
                let at = json!({ "textDocument": document, "positions": [position] });
                let selections = client.ask::<metamodel::SelectionRangeRequest>(at);
                assert_eq!(selections.as_array().unwrap().len(), 1);
            }
        }
        assert!(client.end());
    }
}

#[test]
fn completion_offers_what_the_grammar_allows_after_an_error_too() {
    let mut client = Client::new();
    let uri = "file:///c.c";
    client.open(uri, "int f(void) {\n  g(1;\n  re\n}\n");
    let position = json!({ "line": 2, "character": 4 });
    let at = json!({ "textDocument": { "uri": uri }, "position": position });
    let offered = client.ask::<metamodel::CompletionRequest>(at);
    let item = |label: &str| {
        let items = offered["items"].as_array().unwrap();
        items.iter().find(|item| item["label"] == label).cloned()
    };
    let replaced = json!({ "start": { "line": 2, "character": 2 }, "end": position });
    assert_eq!(item("return").unwrap()["textEdit"]["range"], replaced);
    assert!(item("g").is_some() && item("else").is_none(), "{offered}");
    assert!(client.end());
}
