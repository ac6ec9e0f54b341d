//! Beginning and end of sessions, and what is no right message.

use gen_lsp_types as metamodel;
use serde_json::{Value, json};

use crate::client::Client;

#[test]
fn a_session_begins_and_ends_as_the_protocol_says() {
    let mut client = Client::start();
    assert_eq!(client.refusal("textDocument/hover", json!({})), -32002);
    let encodings = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
    let params = json!({ "processId": 1, "rootUri": null, "capabilities": encodings });
    let result = client.ask::<metamodel::InitializeRequest>(params.clone());
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-8");
    assert_eq!(client.refusal("initialize", params), -32600);
    client.notify("initialized", json!({}));
    client.ask::<metamodel::ShutdownRequest>(Value::Null);
    assert_eq!(client.refusal("textDocument/hover", json!({})), -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.leave(), Some(0));
    assert!(Client::new().end());
    assert_eq!(Client::new().leave(), Some(1));
}

#[test]
fn bad_requests_get_their_codes_and_the_session_goes_on() {
    let mut client = Client::new();
    assert_eq!(client.refusal("no/such", json!({})), -32601);
    assert_eq!(client.refusal("textDocument/codeAction", json!({ "range": 1 })), -32602);
    let closed = json!({ "textDocument": { "uri": "file:///none.c" } });
    assert_eq!(client.refusal("textDocument/diagnostic", closed), -32602);
    client.write(b"Content-Length: 3\r\n\r\n{x}");
    let answer = client.answer(&Value::Null);
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(-32700)));
    client.send(&json!({ "jsonrpc": "2.0", "id": "a", "method": 5 }));
    assert_eq!(client.answer(&json!("a"))["error"]["code"], -32600);
    client.notify("textDocument/didChange", json!("none"));
    client.notify("textDocument/didOpen", json!({ "textDocument": 1 }));
    client.notify("$/whatever", json!({}));
    client.open("file:///a.unknown", "text");
    let unknown = json!({ "textDocument": { "uri": "file:///a.unknown" } });
    assert_eq!(client.refusal("textDocument/diagnostic", unknown), -32803);
    assert!(client.end());
    let mut client = Client::new();
    client.write(b"no header\r\n\r\n");
    assert_eq!(client.leave(), Some(1));
}

#[test]
fn a_client_that_traces_is_told_what_arrives() {
    let mut client = Client::new();
    client.notify("$/setTrace", json!({ "value": "verbose" }));
    client.refusal("no/such", json!({ "a": 1 }));
    let trace = client.said.iter().find(|message| message["method"] == "$/logTrace").unwrap();
    assert!(trace["params"]["message"].as_str().unwrap().contains("no/such"), "{trace}");
    assert_eq!(trace["params"]["verbose"], r#"{"a":1}"#);
    client.notify("$/setTrace", json!({ "value": "off" }));
    client.refusal("no/such", json!({}));
    client.said.clear();
    client.refusal("no/such", json!({}));
    assert!(client.said.is_empty(), "{:?}", client.said);
    assert!(client.end());
}

/// Whatever the parameters are, each request has one answer, and none ends the session.
#[test]
fn requests_with_any_parameters_are_answered() {
    let mut client = Client::new();
    client.open("file:///a.lua", "local x = (1\n");
    client.open("file:///a.y", "%%\nS: 'a'");
    let methods = [
        "diagnostic",
        "codeAction",
        "completion",
        "hover",
        "documentHighlight",
        "documentSymbol",
        "foldingRange",
        "selectionRange",
        "semanticTokens/full",
        "definition",
        "references",
        "prepareRename",
        "rename",
        "formatting",
    ];
    let far = json!({ "line": u32::MAX, "character": u32::MAX });
    for uri in ["file:///a.lua", "file:///a.y"] {
        let whole = json!({
            "textDocument": { "uri": uri }, "position": far, "positions": [far, far], "range": { "start": far, "end": far },
            "context": { "diagnostics": [], "includeDeclaration": true }, "newName": "",
            "options": { "tabSize": u32::MAX, "insertSpaces": true },
        });
        for method in methods {
            let method = format!("textDocument/{method}");
            for params in [
                whole.clone(),
                json!(null),
                json!([]),
                json!({ "textDocument": { "uri": "" } }),
                json!({ "textDocument": 1 }),
            ] {
                let id = client.request(&method, params);
                let answer = client.answer(&json!(id));
                assert!(
                    answer.get("result").is_some() != answer.get("error").is_some(),
                    "{answer}"
                );
                assert_ne!(answer["error"]["code"], -32603, "{method}: {answer}");
            }
        }
    }
    assert!(client.end());
}
