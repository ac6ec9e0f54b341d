//! A copy of the repository with many changes in it, of which an environment variable switches one
//! on.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::points::Point;

/// The variable that names the change that is on.
pub const VARIABLE: &str = "MUTANT";

/// The function that says whether a change is on, in each crate.
const SWITCH: &str = r#"
#[doc(hidden)]
pub fn mutant(number: usize) -> bool {
    static ON: std::sync::OnceLock<Option<usize>> = std::sync::OnceLock::new();
    *ON.get_or_init(|| std::env::var("MUTANT").ok()?.parse().ok()) == Some(number)
}
"#;

/// A change at a place of a file.
#[derive(Clone)]
pub struct Mutant {
    pub file: String,
    pub point: Point,
    /// The change on a line, for people.
    pub shown: String,
}

/// A program of tests, and the folder that it runs in.
pub struct TestProgram {
    pub name: String,
    pub path: PathBuf,
    pub folder: PathBuf,
}

/// Copies all files that git knows.
pub fn copy(repository: &Path, to: &Path) -> Result<(), String> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(repository).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    for name in names.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (repository.join(name), to.join(name));
        if from.is_file() {
            let bytes = fs::read(&from).map_err(|error| format!("{}: {error}", from.display()))?;
            write(&to, &bytes)?;
        }
    }
    Ok(())
}

/// Writes a file that holds something else, so that Cargo sees no change where there is none.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let folder = path.parent().expect("a file is in a folder");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes the files of `repository` that mutants change, with all mutants in them, and the switch
/// into their crates.
pub fn write_mutants(repository: &Path, copy: &Path, mutants: &[Mutant]) -> Result<(), String> {
    let mut files: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (number, mutant) in mutants.iter().enumerate() {
        files.entry(&mutant.file).or_default().push((number, mutant));
    }
    let mut crates = Vec::new();
    for (file, mut mutants) in files {
        let read = fs::read_to_string(repository.join(file));
        let mut text = read.map_err(|error| format!("{file}: {error}"))?;
        mutants.sort_by_key(|(_, mutant)| mutant.point.start);
        for (number, mutant) in mutants.iter().rev() {
            let range = mutant.point.start..mutant.point.end;
            let active = format!("crate::mutant({number})");
            let written = mutant.point.written(&text[range.clone()], &active);
            text.replace_range(range, &written);
        }
        write(&copy.join(file), text.as_bytes())?;
        crates.push(file.split('/').next().expect("a path has a part").to_owned());
    }
    crates.sort();
    crates.dedup();
    for krate in crates {
        let lib = format!("{krate}/src/lib.rs");
        let read = fs::read_to_string(repository.join(&lib));
        let text = read.map_err(|error| format!("{lib}: {error}"))?;
        write(&copy.join(&lib), (text + SWITCH).as_bytes())?;
    }
    Ok(())
}

/// Files and lines of the errors that the compiler finds in the copy.
pub fn errors(copy: &Path) -> Result<Vec<(String, usize)>, String> {
    let messages = cargo(copy, &["check", "--workspace"])?;
    let mut found = Vec::new();
    for message in messages.lines().filter_map(|line| serde_json::from_str(line).ok()) {
        let message: serde_json::Value = message;
        if message["message"]["level"] == "error" {
            for span in message["message"]["spans"].as_array().into_iter().flatten() {
                let file = span["file_name"].as_str().unwrap_or_default().to_owned();
                let lines = [&span["line_start"], &span["line_end"]];
                let lines = lines.map(|line| line.as_u64().unwrap_or(0) as usize);
                found.extend((lines[0]..=lines[1]).map(|line| (file.clone(), line)));
            }
        }
    }
    Ok(found)
}

/// Compiles all tests of the copy.
pub fn test_programs(copy: &Path) -> Result<Vec<TestProgram>, String> {
    let messages = cargo(copy, &["test", "--workspace", "--no-run"])?;
    let mut found = Vec::new();
    for message in messages.lines().filter_map(|line| serde_json::from_str(line).ok()) {
        let message: serde_json::Value = message;
        if message["profile"]["test"] == true
            && let Some(path) = message["executable"].as_str()
        {
            let manifest = PathBuf::from(message["manifest_path"].as_str().unwrap_or_default());
            let folder = manifest.parent().unwrap_or(copy).to_owned();
            let package = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let target = message["target"]["name"].as_str().unwrap_or_default();
            found.push(TestProgram {
                name: format!("{package}/{target}"),
                path: path.into(),
                folder,
            });
        }
    }
    if found.is_empty() { Err("the tests do not compile".into()) } else { Ok(found) }
}

/// The messages of a command of Cargo, as JSON, a line each.
fn cargo(folder: &Path, args: &[&str]) -> Result<String, String> {
    let mut command = Command::new("cargo");
    command.args(args).args(["--offline", "--message-format=json"]).current_dir(folder);
    command.envs([("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "0")]);
    command.env("RUSTFLAGS", "-Awarnings").env_remove("CARGO_TARGET_DIR").stderr(Stdio::null());
    let output = command.output().map_err(|error| format!("cargo: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
