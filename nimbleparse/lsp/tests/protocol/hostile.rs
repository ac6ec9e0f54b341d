//! Workspaces whose files never end, or are far too large: the server says so, stays small, and
//! ends when it is told to.

use std::{
    fs::{self, File},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use gen_lsp_types as metamodel;
use serde_json::{Value, json};

use crate::{
    client::Client,
    grammars::{GRAMMAR, LEXER, folder, uri},
};

/// KiB of memory that the server may take.
const MEMORY: usize = 200 << 10;

/// A name, what makes a file that is not to be read, and what is said of it.
type Hostile = (&'static str, fn(&Path), &'static str);

const HOSTILE: [Hostile; 5] = [
    ("device", |file| symlink("/dev/zero", file).unwrap(), "not a regular file"),
    (
        "pipe",
        |file| assert!(Command::new("mkfifo").arg(file).status().unwrap().success()),
        "not a regular file",
    ),
    (
        "loop",
        |file| {
            let other = file.with_extension("other");
            symlink(file, &other).unwrap();
            symlink(&other, file).unwrap();
        },
        "symbolic links",
    ),
    ("sparse", |file| File::create(file).unwrap().set_len(3 << 29).unwrap(), "more than"),
    ("bytes", |file| fs::write(file, b"%%\xff").unwrap(), "not UTF-8 at byte 2"),
];

/// A folder with a language and its configuration; the file `bad` is made by `make`.
fn workspace(name: &str, bad: &str, make: fn(&Path)) -> PathBuf {
    let folder = folder(&format!("hostile-{name}-{}", bad.replace('/', "-")));
    let language = json!({ "name": "x", "endings": ["x"], "grammar": "x.y", "lexer": "x.l" });
    let configuration = json!({ "languages": [language] }).to_string();
    let files = [
        ("nimbleparse.json", &*configuration),
        ("x.y", GRAMMAR),
        ("x.l", LEXER),
        ("queries/tags.scm", ""),
    ];
    fs::create_dir(folder.join("queries")).unwrap();
    for (file, text) in files.into_iter().filter(|(file, _)| *file != bad) {
        fs::write(folder.join(file), text).unwrap();
    }
    make(&folder.join(bad));
    folder
}

fn ends_small(client: Client, about: &str) {
    let memory = client.most_memory();
    assert!(memory < MEMORY, "{about}: {memory} KiB");
    assert!(client.end(), "{about}");
}

#[test]
fn a_hostile_configuration_is_told() {
    for (name, make, said) in HOSTILE {
        let folder = workspace(name, "nimbleparse.json", make);
        let mut client = Client::new();
        client.open(&uri(&folder.join("a.x")), "1 + 2");
        let shown = client.told("window/showMessage", |_| true);
        let message = shown["message"].as_str().unwrap();
        assert!(message.contains("nimbleparse.json'") && message.contains(said), "{message}");
        ends_small(client, name);
    }
}

#[test]
fn hostile_files_of_a_language_are_told_where_its_programs_are() {
    for (name, make, said) in HOSTILE {
        for bad in ["x.y", "x.l", "queries/tags.scm"] {
            let folder = workspace(name, bad, make);
            let mut client = Client::new();
            let program = uri(&folder.join("a.x"));
            client.open(&program, "1 + 2");
            let message = if bad == "queries/tags.scm" {
                let whole = json!({ "textDocument": { "uri": program } });
                client.ask::<metamodel::DocumentSymbolRequest>(whole);
                client.told("window/showMessage", |_| true)["message"].take()
            } else {
                client.published(&program, 1)[0]["message"].take()
            };
            let message = message.as_str().unwrap();
            assert!(message.contains(&format!("{bad}'")) && message.contains(said), "{message}");
            ends_small(client, &format!("{name} as {bad}"));
        }
    }
}

#[test]
fn a_hostile_file_beside_an_open_grammar_is_told() {
    for (name, make, said) in HOSTILE {
        let folder = workspace(name, "x.l", make);
        let mut client = Client::new();
        let grammar = uri(&folder.join("x.y"));
        client.open(&grammar, GRAMMAR);
        let told = client.published(&grammar, 1);
        let message = told[0]["message"].as_str().unwrap();
        assert!(message.contains("x.l'") && message.contains(said), "{message}");
        ends_small(client, name);
    }
}

#[test]
fn a_server_ends_though_nobody_reads_what_it_says() {
    let mut client = Client::deaf();
    client.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "processId": null, "rootUri": null, "capabilities": {},
        "initializationOptions": { "builtin": ["json"] },
    } }));
    client.notify("initialized", json!({}));
    // Far more diagnostics than a pipe holds.
    client.open("file:///a.json", &format!("[{}1]", "1 1, ".repeat(10_000)));
    client.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown", "params": Value::Null }));
    assert!(client.exit());
}

#[test]
fn a_server_ends_while_a_file_is_worked_on() {
    let mut client = Client::new();
    client.open("file:///a.java", &"class A { int f( { x = ( 1 + ; } \n".repeat(30_000));
    // Not as the protocol says, so the server says that it was not.
    assert!(!client.exit());
}
