//! Calls every function of the types for syntax trees on every node of the files that are given.

mod check;

use std::{env, fs, process::ExitCode};

use lrpar::{RecoveryKind, recovery::RecoveryOptions};

/// Runs the program; the grammar is given by name, such as `calc`.
fn run(args: &[String]) -> Result<(), String> {
    let [name, files @ ..] = args else { return Err("the name of a grammar is missing".into()) };
    let number = check::NAMES.iter().position(|it| it == name).ok_or_else(|| {
        format!("unknown grammar '{name}': expected one of {}", check::NAMES.join(", "))
    })?;
    for file in files {
        let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        let text = String::from_utf8_lossy(&bytes);
        let (tree, calls) =
            check::check(number, RecoveryKind::Restart, RecoveryOptions::default(), &text);
        println!("{file}: {} nodes, {calls} calls", tree.node_count());
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("typed_trees: {message}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const KINDS: [RecoveryKind; 4] =
        [RecoveryKind::Restart, RecoveryKind::CPCTPlus, RecoveryKind::Panic, RecoveryKind::None];

    /// Adds the texts of all files below `folder`.
    fn texts(folder: &Path, found: &mut Vec<String>) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            match fs::read(&path) {
                Ok(bytes) => found.push(String::from_utf8_lossy(&bytes).into_owned()),
                Err(_) => texts(&path, found),
            }
        }
    }

    #[test]
    fn all_functions_return_what_they_say_on_the_samples_of_all_grammars() {
        for (number, name) in check::NAMES.iter().enumerate() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../grammars").join(name);
            let mut found = Vec::new();
            texts(&folder.join("ok"), &mut found);
            texts(&folder.join("bad"), &mut found);
            assert!(!found.is_empty());
            let texts = found.iter().flat_map(|text| KINDS.map(|kind| (text, kind)));
            let calls = texts
                .map(|(text, kind)| check::check(number, kind, RecoveryOptions::default(), text).1);
            assert!(calls.sum::<usize>() > 0);
        }
    }

    #[test]
    fn all_functions_return_what_they_say_on_corpora_where_they_are_named() {
        let Some(corpora) = env::var_os("SYNTAX_CORPORA") else { return };
        let (mut files, mut calls) = (0, 0);
        for (folder, name) in [
            ("c-", "c11"),
            ("java-", "java7"),
            ("json", "json"),
            ("lua-", "lua53"),
            ("php-", "php73"),
        ] {
            let number = check::NAMES.iter().position(|it| *it == name).unwrap();
            for entry in fs::read_dir(&corpora).unwrap().flatten() {
                let mut found = Vec::new();
                if entry.file_name().to_string_lossy().starts_with(folder) {
                    texts(&entry.path(), &mut found);
                }
                files += found.len();
                for text in &found {
                    let options = RecoveryOptions::default();
                    calls += check::check(number, RecoveryKind::Restart, options, text).1;
                }
            }
        }
        println!("{files} files, {calls} calls");
        assert!(files > 0, "'SYNTAX_CORPORA' names the folder of the corpora");
    }
}
