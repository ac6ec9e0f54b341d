//! `nimbleparse new`: what it makes, and that it replaces nothing. The quick start, which a test
//! follows, builds such a project.

use std::{fs, path::Path};

use crate::program::{Folder, command, run};

/// Runs `new` in a folder; its exit status, and what it prints to both streams.
fn new(folder: &Folder, args: &[&str]) -> (Option<i32>, String) {
    let output = command().arg("new").args(args).current_dir(&folder.0).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

/// A folder with what `--path lr` needs.
fn beside_a_checkout(name: &str) -> Folder {
    let manifest = |package: &str| format!("[package]\nname = \"{package}\"\n");
    let manifests = ["lrlex", "lrpar", "nimbleparse"].map(manifest);
    let files = ["lr/lrlex/Cargo.toml", "lr/lrpar/Cargo.toml", "lr/nimbleparse/Cargo.toml"];
    let files: Vec<(&str, &str)> =
        files.into_iter().zip(manifests.iter().map(String::as_str)).collect();
    Folder::new(name, &files)
}

/// The files below a folder, by their paths from there, with their texts.
fn all_files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(inner) = todo.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => todo.push(path),
                false => {
                    let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                    found.push((name, fs::read_to_string(path).unwrap()));
                }
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_project_has_samples_that_parse_tests_that_pass_and_their_model() {
    let folder = beside_a_checkout("new-whole");
    let (status, told) = new(&folder, &["--path", "lr", "my-notes"]);
    assert_eq!(status, Some(0), "{told}");
    let project = folder.0.join("my-notes");
    for (name, text) in all_files(&project) {
        assert!(!name.contains("skeleton") && !text.contains("skeleton"), "{name}");
    }
    let path = |name: &str| project.join(name).to_string_lossy().into_owned();
    let (lex, yacc, samples) = (path("src/my_notes.l"), path("src/my_notes.y"), path("samples"));
    let parsed = run(&["-q", &lex, &yacc, &samples]);
    assert_eq!(parsed.status, Some(0), "{parsed:?}");
    let mut cases = command();
    let tested = cases.args(["test", "src"]).current_dir(&project).output().unwrap();
    assert!(tested.status.success(), "{}", String::from_utf8_lossy(&tested.stdout));

    // The model is that of the samples, and helps.
    let anew = path("anew.ngram");
    let trained = run(&["train", "--out", &anew, &lex, &yacc, &samples]);
    assert!(
        trained.stdout.contains("first ") && !trained.stdout.contains("no gain"),
        "{trained:?}"
    );
    let made = fs::read_to_string(path("src/my_notes.ngram")).unwrap();
    assert_eq!(made, fs::read_to_string(&anew).unwrap());
    // All samples are tested.
    let cases = fs::read_to_string(path("src/cases/programs.case")).unwrap();
    for entry in fs::read_dir(&samples).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            cases.contains(&format!("--- input from ../../samples/{name}\n--- accept")),
            "{name}"
        );
    }
}

#[test]
fn what_is_there_stays_as_it_is() {
    let folder = beside_a_checkout("new-there");
    let files = || all_files(&folder.0);
    assert_eq!(new(&folder, &["--path=lr", "a"]).0, Some(0));
    fs::write(folder.0.join("a/src/a.l"), "%%\n").unwrap();
    fs::write(folder.0.join("file"), "").unwrap();
    fs::create_dir(folder.0.join("empty")).unwrap();
    let before = files();
    for there in ["a", "empty", "file", "a/src"] {
        let (status, told) = new(&folder, &["--path", "lr", there]);
        assert_eq!(status, Some(2), "{told}");
        assert_eq!(
            told,
            format!("nimbleparse: '{there}' exists: expected the name of a new folder\n")
        );
    }
    let (status, told) = new(&folder, &["--path", "lr", "file/b"]);
    assert_eq!((status, told.contains("cannot write 'file/b'")), (Some(2), true), "{told}");
    assert_eq!(files(), before);
}

#[test]
fn mistakes_in_arguments_are_told_and_make_nothing() {
    let folder = beside_a_checkout("new-wrong");
    let before = all_files(&folder.0);
    for (args, message) in [
        (&["a"][..], "expected '--path DIR' or '--git URL', where this program's repository is"),
        (&["--path", "lr"], "expected one FOLDER, named like the language"),
        (&["--path", "lr", "a", "b"], "expected one FOLDER, named like the language"),
        (&["--path", "lr", "--git", "x", "a"], "'--path' and '--git' exclude each other"),
        (&["--paht", "lr", "a"], "unknown option '--paht'; did you mean '--path'?"),
        (&["--path", "lr", "Notes"], "'Notes' cannot name a language: expected a small letter"),
        (&["--path", "lr", "1st"], "'1st' cannot name a language"),
        (&["--path", "lr", "nöte"], "'nöte' cannot name a language"),
        (&["--path", "lr", "match"], "'match' means something else to Rust: expected another name"),
        (&["--path", "lr", "x/lrpar"], "'lrpar' means something else to Rust"),
        (&["--path", "lr", "proc-macro"], "'proc-macro' means something else to Rust"),
        (&["--path", "lr", ".."], "'..' ends in no name"),
        (
            &["--path", "nowhere", "a"],
            "'nowhere' is no checkout of this program's repository: it has no 'lrlex/Cargo.toml'",
        ),
    ] {
        let (status, told) = new(&folder, args);
        assert_eq!(status, Some(2), "{told}");
        assert!(told.starts_with(&format!("nimbleparse: {message}")), "{told}");
        assert_eq!(all_files(&folder.0), before, "{args:?}");
    }
}

#[test]
fn a_manifest_says_where_the_packages_are() {
    let folder = beside_a_checkout("new-where");
    let whole = folder.0.canonicalize().unwrap().to_string_lossy().replace('\\', "/");
    fs::create_dir(folder.0.join("inner")).unwrap();
    let absolute = format!("{whole}/lr");
    let (version, _) = env!("CARGO_PKG_VERSION").rsplit_once('.').unwrap();
    for (args, at) in [
        (&["--path", "lr", "a"][..], r#"path = "../lr/lrpar""#.to_owned()),
        (&["--path", "lr/", "./b"], r#"path = "../lr/lrpar""#.to_owned()),
        (&["--path", "./lr", "deep/er/c"], r#"path = "../../../lr/lrpar""#.to_owned()),
        (&["--path", &absolute, "d"], format!(r#"path = "{absolute}/lrpar""#)),
        (&["--path", "lr", "inner/../e"], format!(r#"path = "{absolute}/lrpar""#)),
        (&["--git", "ssh://host/lr", "f"], r#"git = "ssh://host/lr""#.to_owned()),
    ] {
        let (status, told) = new(&folder, args);
        assert_eq!(status, Some(0), "{told}");
        let project = folder.0.join(args.last().unwrap());
        let manifest = fs::read_to_string(project.join("Cargo.toml")).unwrap();
        let line = format!("lrpar = {{ {at}, version = \"{version}\" }}");
        assert!(manifest.lines().any(|found| found == line), "{line}\n{manifest}");
        let name = project.file_name().unwrap().to_string_lossy().into_owned();
        assert!(manifest.contains(&format!("[package]\nname = \"{name}\"\n")), "{manifest}");
    }
    // As they are called in the public registry.
    let published = "[package]\nname = \"lrepair-lrpar\"\n";
    fs::write(folder.0.join("lr/lrpar/Cargo.toml"), published).unwrap();
    assert_eq!(new(&folder, &["--path", "lr", "g"]).0, Some(0));
    let line =
        r#"lrpar = { package = "lrepair-lrpar", path = "../lr/lrpar", version = "2026.11" }"#;
    assert!(folder.read("g/Cargo.toml").contains(line));
}
