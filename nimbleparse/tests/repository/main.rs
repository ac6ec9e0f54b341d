//! What holds of the repository as a whole: which packages it uses, which way imports go, that its
//! documents name files that exist.

mod comments;
mod documents;
mod ignored;
mod imports;
mod kinds;
mod links;
mod manifests;
mod packages;
mod words;

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The top of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Folders that tools fill.
const MADE: [&str; 2] = ["target", "node_modules"];

/// All files below `dir` with this ending, sorted, without those that tools made.
fn files(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![dir.to_path_buf()];
    while let Some(dir) = todo.pop() {
        let Ok(entries) = fs::read_dir(dir) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                let is_made = MADE.iter().any(|made| path.ends_with(made));
                todo.extend((!is_made).then_some(path));
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
