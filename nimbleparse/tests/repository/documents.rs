//! Documents name files that exist.

use std::fs;

use crate::{files, root};

/// Top-level names that make a word in backticks a path of the repository.
const FOLDERS: [&str; 8] =
    ["lrtable/", "lrpar/", "lrlex/", "nimbleparse/", "grammars/", "corpus-tools/", "docs/", ".ci/"];

/// The words in backticks of a text, code blocks left out.
fn quoted(text: &str) -> Vec<String> {
    let mut in_block = false;
    let mut words = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            words.extend(line.split('`').skip(1).step_by(2).map(str::to_string));
        }
    }
    words
}

/// Whether it is a path of the repository, as opposed to a pattern, a command or a name.
fn looks_like_a_path(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    FOLDERS.iter().any(|folder| word.starts_with(folder))
        && word.chars().all(plain)
        && !word
            .split(['/', '.'])
            .any(|part| part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase()))
}

#[test]
fn paths_are_told_from_other_words() {
    assert!(looks_like_a_path("lrpar/src/recovery/limits.rs"));
    assert!(looks_like_a_path("grammars/java7"));
    for word in
        ["cargo test", "grammars/NAME/NAME.y", "grammars/*/ok", "lrpar", "Insert ,", "--dump"]
    {
        assert!(!looks_like_a_path(word), "{word}");
    }
    assert_eq!(quoted("a `b` c `d/e`\n```\n`f`\n```\n`g`"), ["b", "d/e", "g"].map(String::from));
}

#[test]
fn every_path_that_a_document_names_exists() {
    let mut documents = files(&root().join("docs"), "md");
    for name in
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "grammars/README.md"]
    {
        documents.push(root().join(name));
    }
    let mut missing = Vec::new();
    let mut named = 0;
    for document in documents.iter().filter(|path| path.exists()) {
        let text = fs::read_to_string(document).unwrap();
        for word in quoted(&text).iter().filter(|word| looks_like_a_path(word)) {
            named += 1;
            if !root().join(word).exists() {
                missing.push(format!("{}: {word}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(named > 0, "no document names a path");
}

/// The architecture is an overview that is read to the end; what a file is for is said in its
/// header.
#[test]
fn the_architecture_is_short_and_every_source_file_has_a_header() {
    let size = fs::metadata(root().join("ARCHITECTURE.md")).unwrap().len();
    assert!(size <= 12 << 10, "ARCHITECTURE.md has {size} bytes");

    let has_header = |text: &str| {
        let first = text.lines().next().and_then(|line| line.strip_prefix("//! "));
        first.is_some_and(|header| !header.trim().is_empty())
    };
    let mut missing = Vec::new();
    let mut seen = 0;
    for package in [
        "lrtable",
        "lrpar",
        "lrlex",
        "nimbleparse",
        "nimbleparse/adapters",
        "nimbleparse/lsp",
        "nimbleparse/web",
        "corpus-tools",
        "corpus-tools/peers",
    ] {
        for file in files(&root().join(package).join("src"), "rs") {
            seen += 1;
            if !has_header(&fs::read_to_string(&file).unwrap()) {
                missing.push(file.display().to_string());
            }
        }
    }
    assert!(missing.is_empty(), "no header in\n{}", missing.join("\n"));
    assert!(seen > 300, "only {seen} files");
}

#[test]
fn every_grammar_has_its_files() {
    for entry in fs::read_dir(root().join("grammars")).unwrap() {
        let folder = entry.unwrap().path();
        if folder.is_dir() {
            let name = folder.file_name().unwrap().to_str().unwrap();
            for file in [
                format!("{name}.l"),
                format!("{name}.y"),
                "README.md".into(),
                "ok".into(),
                "bad".into(),
            ] {
                assert!(folder.join(&file).exists(), "{name} has no {file}");
            }
        }
    }
}

/// Samples that no case names would be tested by nothing.
#[test]
fn every_sample_is_the_input_of_a_case() {
    let mut samples = 0;
    for folder in fs::read_dir(root().join("grammars")).unwrap().map(|entry| entry.unwrap().path())
    {
        for kind in ["ok", "bad"].into_iter().filter(|_| folder.is_dir()) {
            let cases = fs::read_to_string(folder.join(format!("{kind}.case"))).unwrap();
            for sample in fs::read_dir(folder.join(kind)).unwrap() {
                let sample = sample.unwrap().file_name().into_string().unwrap();
                let input = format!("\n--- input from {kind}/{sample}\n");
                assert!(cases.contains(&input), "{}: no case has {input}", folder.display());
                samples += 1;
            }
        }
    }
    assert!(samples > 250, "only {samples} samples");
}
