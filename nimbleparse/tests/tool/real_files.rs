//! Broken files that people wrote, of each language some: what is reported is in users' words, and
//! the best help fixes the first mistake.
//!
//! The files stand beside the repository, not in it; where they are not there, this test has
//! nothing to do.

use std::{fs, path::Path};

use crate::{
    json::Json,
    program::{run, run_with_input},
};

/// Files that are taken of each folder, evenly spread over their names.
const TAKEN: usize = 20;

const FOLDERS: [(&str, &str); 6] = [
    ("java-mined", "java7"),
    ("java-real", "java7"),
    ("c-tracer", "c11"),
    ("lua-errors", "lua53"),
    ("php-tests", "php73"),
    ("json", "json"),
];

#[test]
fn the_best_help_mends_the_first_mistake() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora");
    for (folder, grammar) in FOLDERS {
        let entries = fs::read_dir(corpora.join(folder).join("broken"));
        let mut files: Vec<_> = entries.into_iter().flatten().flatten().map(|e| e.path()).collect();
        files.sort();
        let step = files.len().div_ceil(TAKEN).max(1);
        for file in files.iter().step_by(step) {
            let name = file.to_str().unwrap();
            // Bytes that are no UTF-8 move nothing, but could not be written back.
            let Ok(source) = fs::read_to_string(file) else { continue };
            let options = ["--format", "json", "--grammar", grammar];
            let found = Json::parse(run(&[&options[..], &[name]].concat()).stdout.trim_end());
            let errors = found.get("errors").items();
            errors.iter().for_each(|error| check_words(name, error));
            let Some(error) = errors.first() else { continue };
            let Some(Json::Array(edits)) =
                error.get("help").items().first().map(|help| help.get("edits"))
            else {
                continue;
            };
            // What closes an unterminated string may be wrong in itself.
            if error.get("code").text() == "unterminated" {
                continue;
            }
            let mut mended = source.clone();
            for edit in edits.iter().rev() {
                let start = edit.get("offset").count() as usize;
                let end = start + edit.get("length").count() as usize;
                mended.replace_range(start..end, edit.get("text").text());
            }
            let output = run_with_input(&[&options[..], &["-"]].concat(), mended.as_bytes());
            let left = Json::parse(output.stdout.trim_end());
            let left = left.get("errors").items();
            let first = left.first().map(|first| first.get("offset").count());
            assert!(
                left.len() < errors.len() || first > Some(error.get("offset").count()),
                "{name}: {error:?}\n{left:?}"
            );
        }
    }
}

/// Names of a grammar are not for users: outside of what it quotes, a title has words only.
fn check_words(name: &str, error: &Json) {
    let title = error.get("title").text();
    let words = title.split('`').step_by(2).collect::<String>();
    let is_name =
        |word: &str| word.contains('_') || word.chars().filter(|c| c.is_uppercase()).count() > 1;
    let internal = words.split_whitespace().find(|word| is_name(word));
    assert_eq!(internal, None, "{name}: {title}");
    assert!(!title.contains(char::is_control), "{name}: {title}");
}
