//! Yacc and lex files: diagnostics of both, quick fixes, names across them, programs that are
//! checked anew; configured languages.

use std::{fs, path::PathBuf};

use gen_lsp_types as metamodel;
use serde_json::{Value, json};

use crate::{
    client::Client,
    programs::{applied, pulled},
};

pub(crate) const GRAMMAR: &str =
    "%token INT\n%%\nSum: Sum '+' Sum\n   | Sum '*' Sum\n   | INT // 😀\n   ;\n";
pub(crate) const LEXER: &str = "%%\n[0-9]+ \"INT\"\n\\+ \"+\"\n\\* \"*\"\n[ \\n]+ ;\n";

/// An empty folder of its own for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn uri(path: &std::path::Path) -> String {
    format!("file://{}", path.to_str().unwrap())
}

fn at(uri: &str, text: &str, what: &str) -> Value {
    let offset = text.find(what).unwrap();
    let line = text[..offset].matches('\n').count();
    let column = text[..offset].rsplit('\n').next().unwrap().encode_utf16().count();
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column } })
}

fn with(mut at: Value, name: &str, value: Value) -> Value {
    at[name] = value;
    at
}

#[test]
fn conflicts_are_told_and_the_offered_block_of_precedences_decides_them() {
    let mut client = Client::new();
    let (y, l) = ("file:///no/such/sum.y", "file:///no/such/sum.l");
    client.open(l, LEXER);
    client.open(y, GRAMMAR);
    let told = client.published(y, 1);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0]["message"].as_str().unwrap().contains("conflict") && told[0]["severity"] == 2);
    assert!(told[0]["relatedInformation"][0]["location"]["uri"] == y);
    assert_eq!(pulled(&mut client, l), Vec::<Value>::new());
    let context = json!({ "diagnostics": [], "only": ["quickfix"] });
    let params =
        json!({ "textDocument": { "uri": y }, "range": told[0]["range"], "context": context });
    let actions = client.ask::<metamodel::CodeActionRequest>(params);
    let actions = actions.as_array().unwrap();
    assert!(actions.len() == 2 && actions[0]["isPreferred"] == true, "{actions:?}");
    for (version, action) in (2..).zip(actions) {
        let fixed = applied(GRAMMAR, &action["edit"]["changes"][y]);
        client.change(y, version, json!([{ "text": fixed }]));
        let left = client.published(y, version);
        assert!(left.iter().all(|one| one["severity"] == 3), "{fixed}: {left:?}");
    }
    assert!(client.end());
}

#[test]
fn names_are_found_and_renamed_across_both_files() {
    let mut client = Client::new();
    let (y, l) = ("file:///no/such/sum.y", "file:///no/such/sum.l");
    client.open(y, GRAMMAR);
    client.open(l, LEXER);
    let int = at(y, GRAMMAR, "INT //");
    let definition = client.ask::<metamodel::DefinitionRequest>(int.clone());
    assert_eq!(definition[0]["uri"], l);
    let context = json!({ "includeDeclaration": true });
    let references =
        client.ask::<metamodel::ReferencesRequest>(with(int.clone(), "context", context));
    assert_eq!(references.as_array().unwrap().len(), 3);
    let hover = client.ask::<metamodel::HoverRequest>(int.clone());
    assert!(hover["contents"]["value"].as_str().unwrap().contains("[0-9]+"));
    client.ask::<metamodel::PrepareRenameRequest>(int.clone());
    let renamed = with(int.clone(), "newName", json!("NUMBER"));
    let edit = client.ask::<metamodel::RenameRequest>(renamed);
    let [grammar, lexer] =
        [(y, GRAMMAR), (l, LEXER)].map(|(uri, text)| applied(text, &edit["changes"][uri]));
    assert_eq!(
        (grammar, lexer),
        (GRAMMAR.replace("INT", "NUMBER"), LEXER.replace("INT", "NUMBER"))
    );
    assert_eq!(client.refusal("textDocument/rename", with(int, "newName", json!("Sum"))), -32803);
    for (uri, text, what) in [(y, GRAMMAR, "Sum '+"), (l, LEXER, "INT"), (y, GRAMMAR, "%%")] {
        let place = at(uri, text, what);
        client.ask::<metamodel::CompletionRequest>(place.clone());
        client.ask::<metamodel::HoverRequest>(place.clone());
        client.ask::<metamodel::DocumentHighlightRequest>(place.clone());
        client.ask::<metamodel::DefinitionRequest>(place);
        let whole = json!({ "textDocument": { "uri": uri } });
        assert!(client.ask::<metamodel::DocumentSymbolRequest>(whole.clone()).is_array());
        client.ask::<metamodel::FoldingRangeRequest>(whole.clone());
        let tokens = client.ask::<metamodel::SemanticTokensRequest>(whole);
        assert!(!tokens["data"].as_array().unwrap().is_empty());
        let at = json!({ "textDocument": { "uri": uri }, "positions": [at(uri, text, what)["position"]] });
        let selections = client.ask::<metamodel::SelectionRangeRequest>(at);
        assert!(selections[0]["parent"].is_object(), "{selections}");
    }
    assert!(client.end());
}

#[test]
fn a_configured_language_is_checked_anew_when_its_grammar_changes() {
    let folder = folder("configured");
    for (name, text) in [("sum.y", GRAMMAR), ("sum.l", LEXER)] {
        fs::write(folder.join(name), text).unwrap();
    }
    fs::create_dir(folder.join("queries")).unwrap();
    for (name, text) in
        [("tags", "(Sum (INT) @name) @definition.number\n"), ("folds", "\n(Summ) @fold\n")]
    {
        fs::write(folder.join(format!("queries/{name}.scm")), text).unwrap();
    }
    fs::write(folder.join("sum.ngram"), "ngrams 1 order 2\nt MINUS\nend\n").unwrap();
    let language =
        json!({ "name": "sum", "endings": ["sum"], "grammar": "sum.y", "lexer": "sum.l" });
    fs::write(folder.join("nimbleparse.json"), json!({ "languages": [language] }).to_string())
        .unwrap();
    let mut client = Client::new();
    let [program, y] = ["a.sum", "sum.y"].map(|name| uri(&folder.join(name)));
    client.open(&program, "1 + 2 3\n");
    assert_eq!(client.published(&program, 1).len(), 1);
    let whole = json!({ "textDocument": { "uri": program } });
    let symbols = client.ask::<metamodel::DocumentSymbolRequest>(whole);
    assert_eq!(symbols[0]["name"], "1", "{symbols}");
    let shown = client.said.iter().find(|message| message["method"] == "window/showMessage");
    let shown = shown.unwrap()["params"]["message"].as_str().unwrap();
    assert!(shown.contains("folds.scm:2: ") && shown.contains("did you mean 'Sum'"), "{shown}");
    let mut messages = client.said.iter().filter_map(|said| said["params"]["message"].as_str());
    let wrong = "sum.ngram, line 2: the grammar has no token 'MINUS'";
    assert!(messages.any(|message| message.contains(wrong)), "{:?}", client.said);
    client.open(&y, GRAMMAR);
    client.published(&y, 1);
    // Numbers in a row are allowed now.
    client.change(&y, 2, json!([{ "text": GRAMMAR.replace("| INT", "| Sum INT | INT") }]));
    while !client.published(&program, 1).is_empty() {}
    // A grammar with mistakes leaves the last good one.
    client.change(&y, 3, json!([{ "text": "%%\nSum: 'x" }]));
    assert!(client.published(&y, 3).iter().any(|one| one["severity"] == 1));
    assert_eq!(pulled(&mut client, &program), Vec::<Value>::new());
    assert!(client.end());
}

#[test]
fn mistakes_in_a_configuration_are_told() {
    let folder = folder("misconfigured");
    fs::write(folder.join("nimbleparse.json"), "{\"languages\": [{\"nam\": 1}]}").unwrap();
    let mut client = Client::new();
    let program = uri(&folder.join("a.json"));
    client.open(&program, "[1]");
    assert_eq!(client.published(&program, 1), Vec::<Value>::new());
    let shown = client.said.iter().find(|message| message["method"] == "window/showMessage");
    assert!(shown.unwrap()["params"]["message"].as_str().unwrap().contains("nimbleparse.json"));
    assert!(client.end());
}
