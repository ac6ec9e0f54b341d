//! What is offered for which files: built-in languages on request, names and layout in Yacc and lex
//! files alone.

use std::fs;

use gen_lsp_types as metamodel;
use nimbleparse::builtin;
use serde_json::{Value, json};

use crate::{
    client::Client,
    grammars::{GRAMMAR, LEXER, folder, uri},
    programs::pulled,
};

/// Valid, but not in the versions that are built in.
const NEWER: [(&str, &str, &str); 3] = [
    ("file:///a.java", "record A(int x) { }\n", "'java7' (Java 7)"),
    ("file:///a.php", "<?php enum A { case B; }\n", "'php73' (PHP 7.3)"),
    ("file:///a.c", "TAILQ_HEAD(, a) b;\n", "'c11' (C11)"),
];

#[test]
fn built_in_languages_are_off_until_the_client_names_them() {
    for options in [Value::Null, json!({}), json!({ "builtin": ["json"] })] {
        let (mut client, _) = Client::begun(json!({}), options);
        for (file, text, title) in NEWER {
            client.open(file, text);
            let hint = client.told("window/logMessage", |_| true);
            assert!(hint["message"].as_str().unwrap().starts_with(title), "{hint}");
            let whole = json!({ "textDocument": { "uri": file } });
            assert_eq!(client.refusal("textDocument/diagnostic", whole), -32803);
        }
        client.said.retain(|one| one["method"] == "textDocument/publishDiagnostics");
        assert!(client.said.is_empty(), "{:?}", client.said);
        assert!(client.end());
    }
    let (mut client, _) = Client::begun(json!({}), json!({ "builtin": ["java7"] }));
    client.open(NEWER[0].0, NEWER[0].1);
    assert!(!pulled(&mut client, NEWER[0].0).is_empty());
    assert!(client.end());
}

/// In the extension too, which knows all that have a language of their own.
#[test]
fn the_extension_switches_no_built_in_language_on() {
    let manifest = include_str!("../../../vscode/package.json");
    let manifest: Value = serde_json::from_str(manifest).unwrap();
    let setting = &manifest["contributes"]["configuration"]["properties"]["nimbleparse.builtin"];
    assert_eq!(setting["default"], json!([]));
    let with_outline = builtin::ALL.iter().filter(|one| one.query("tags").is_some());
    let (names, titles): (Vec<_>, Vec<_>) = with_outline.map(|one| (one.name, one.title)).unzip();
    assert_eq!(setting["items"]["enum"], json!(names));
    assert_eq!(setting["items"]["enumDescriptions"], json!(titles));
}

#[test]
fn options_that_name_nothing_are_told() {
    for (options, said) in [
        (json!({ "builtin": ["java"] }), "there are 'c11' (C11)"),
        (json!({ "builtin": "java7" }), "wrong initialization options"),
    ] {
        let (mut client, _) = Client::begun(json!({}), options);
        let shown = client.told("window/showMessage", |_| true);
        assert!(shown["message"].as_str().unwrap().contains(said), "{shown}");
        assert!(client.end());
    }
}

/// Such as Emacs, which says that a renaming succeeded if the answer to it is nothing.
#[test]
fn a_client_that_registers_nothing_has_changes_of_programs_refused() {
    let mut client = Client::new();
    let file = "file:///a.lua";
    client.open(file, "local a = 1\n");
    let document = json!({ "uri": file });
    let place = json!({ "line": 0, "character": 6 });
    let renamed = json!({ "textDocument": document, "position": place, "newName": "b" });
    assert_eq!(client.refusal("textDocument/rename", renamed), -32803);
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let laid_out = json!({ "textDocument": document, "options": options });
    assert_eq!(client.refusal("textDocument/formatting", laid_out), -32803);
    let at = json!({ "textDocument": document, "position": place });
    assert_eq!(client.ask::<metamodel::PrepareRenameRequest>(at.clone()), Value::Null);
    assert_eq!(client.ask::<metamodel::DefinitionRequest>(at), Value::Null);
    assert!(client.end());
}

#[test]
fn a_client_that_registers_is_offered_names_and_layout_in_yacc_and_lex_files_alone() {
    let registers = json!({ "dynamicRegistration": true });
    let texts = json!({
        "definition": registers, "references": registers, "formatting": registers,
        "rename": { "dynamicRegistration": true, "prepareSupport": true },
    });
    let (mut client, can) = Client::begun(json!({ "textDocument": texts }), Value::Null);
    for provider in ["definition", "references", "rename", "documentFormatting"] {
        assert_eq!(can[format!("{provider}Provider")], Value::Null, "{can}");
    }
    assert_eq!(can["hoverProvider"], true);
    let methods = |registered: &Value| -> Vec<String> {
        let all = registered["registrations"].as_array().unwrap().iter();
        all.map(|one| one["method"].as_str().unwrap().to_owned()).collect()
    };
    let registered = client.told("client/registerCapability", |_| true);
    assert_eq!(
        methods(&registered),
        ["definition", "references", "rename", "formatting"]
            .map(|name| format!("textDocument/{name}"))
    );
    for one in registered["registrations"].as_array().unwrap() {
        let options = &one["registerOptions"];
        let selector = options["documentSelector"].as_array().unwrap();
        let languages: Vec<&Value> = selector.iter().map(|filter| &filter["language"]).collect();
        assert_eq!(languages[..4], ["yacc", "bison", "lex", "flex"]);
        assert_eq!(selector[4]["pattern"], "**/*.{y,yy,yacc,l,ll,lex}");
        let is_renaming = one["method"] == "textDocument/rename";
        assert_eq!(options["prepareProvider"] == true, is_renaming);
    }
    // A grammar that only a configuration knows to be one.
    let folder = folder("offered");
    fs::write(folder.join("sum.txt"), GRAMMAR).unwrap();
    fs::write(folder.join("sum.l"), LEXER).unwrap();
    let language =
        json!({ "name": "sum", "endings": ["sum"], "grammar": "sum.txt", "lexer": "sum.l" });
    let configuration = json!({ "languages": [language] }).to_string();
    fs::write(folder.join("nimbleparse.json"), configuration).unwrap();
    let grammar = folder.join("sum.txt");
    client.open(&uri(&grammar), GRAMMAR);
    let registered = client.told("client/registerCapability", |_| true);
    let selector = &registered["registrations"][2]["registerOptions"]["documentSelector"];
    assert_eq!(*selector, json!([{ "pattern": grammar.to_str().unwrap() }]));
    assert!(client.end());
}

#[test]
fn a_yacc_file_without_a_lex_file_has_its_conflicts_and_accepting_them_is_not_preferred() {
    let mut client = Client::new();
    let y = "file:///no/such/alone.y";
    client.open(y, "%%\nE: Sum | Product | 'i';\nSum: E '+' E;\nProduct: E '*' E;\n");
    let told = client.published(y, 1);
    let of_conflicts = |one: &&Value| one["message"].as_str().unwrap().contains("conflict");
    assert_eq!(told.iter().filter(of_conflicts).count(), 4, "{told:?}");
    let whole =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let context = json!({ "diagnostics": [], "only": ["quickfix"] });
    let params = json!({ "textDocument": { "uri": y }, "range": whole, "context": context });
    let actions = client.ask::<metamodel::CodeActionRequest>(params);
    let actions = actions.as_array().unwrap();
    let accepting = |one: &&Value| one["title"].as_str().unwrap().starts_with("Expect ");
    let accepting: Vec<&Value> = actions.iter().filter(accepting).collect();
    assert_eq!(accepting.len(), 1, "{actions:?}");
    assert_ne!(accepting[0]["isPreferred"], true);
    assert!(client.end());
}
