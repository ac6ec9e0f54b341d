//! The tutorial of a configuration language says what an editor shows of it.

use std::{fs, path::Path};

use gen_lsp_types as metamodel;
use serde_json::json;

use crate::{client::Client, page, programs::pulled};

/// Each file of the page, and the folder in which it is.
fn written() -> std::path::PathBuf {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tutorial-config.md");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("knobs");
    for step in page::steps(&fs::read_to_string(page).unwrap()) {
        if let page::Step::File(name, text) = step {
            let file = folder.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
    }
    folder
}

#[test]
fn the_language_of_the_tutorial_is_known_to_editors() {
    let file = written().join("broken.knobs");
    let uri = format!("file://{}", file.display());
    let mut client = Client::new();
    client.open(&uri, &fs::read_to_string(&file).unwrap());
    let lines = pulled(&mut client, &uri);
    let lines: Vec<_> = lines.iter().map(|error| &error["range"]["start"]["line"]).collect();
    assert_eq!(lines, [1, 2, 3, 4, 4]);

    let document = json!({ "uri": uri });
    let at = json!({ "line": 3, "character": 8 });
    let params = json!({ "textDocument": document, "position": at });
    let offered = client.ask::<metamodel::CompletionRequest>(params).to_string();
    let labels: Vec<&str> = offered.split("\"label\":\"").skip(1).collect();
    let mut labels: Vec<&str> = labels.iter().map(|it| it.split('"').next().unwrap()).collect();
    labels.sort_unstable();
    assert_eq!(labels, ["=", "{"]);

    let params = json!({ "textDocument": document });
    let outline = client.ask::<metamodel::DocumentSymbolRequest>(params).to_string();
    let names: Vec<&str> = outline.split("\"name\":\"").skip(1).collect();
    let mut names: Vec<&str> = names.iter().map(|it| it.split('"').next().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["greeting", "host", "ports", "server", "tls"]);
    assert!(client.end());
}
