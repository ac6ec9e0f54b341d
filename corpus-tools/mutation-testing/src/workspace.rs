//! A copy of the repository with many changes in it, of which an environment variable switches one
//! on.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::points::Point;

/// The variable that names the change that is on.
pub const VARIABLE: &str = "MUTANT";

/// The variable that names the file to which the numbers of reached changes are appended.
pub const REACHED: &str = "MUTANTS_REACHED";

/// The function that says whether a change is on, in each crate; `COUNT` is the number of changes.
const SWITCH: &str = r#"
#[doc(hidden)]
pub fn mutant(number: usize) -> bool {
    use std::{io::Write, sync::{OnceLock, atomic::{AtomicBool, Ordering::Relaxed}}};
    static ON: OnceLock<Option<usize>> = OnceLock::new();
    static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];
    if !REACHED[number].load(Relaxed) && !REACHED[number].swap(true, Relaxed)
        && let Some(path) = std::env::var_os("MUTANTS_REACHED")
    {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(format!("{number}\n").as_bytes())).unwrap();
    }
    *ON.get_or_init(|| std::env::var("MUTANT").ok()?.parse().ok()) == Some(number)
}
"#;

/// A change at a place of a file.
#[derive(Clone)]
pub struct Mutant {
    pub number: usize,
    pub file: String,
    pub point: Point,
    /// The change on a line, for people.
    pub shown: String,
}

impl Mutant {
    /// Number, module, line and change, with tabs between them.
    pub fn row(&self) -> String {
        format!("{}\t{}\t{}\t{}", self.number, self.file, self.point.line, self.shown)
    }

    /// The folder of the crate.
    fn krate(&self) -> &str {
        self.file.split('/').next().expect("a path has a part")
    }
}

/// A program of tests, and the folder that it runs in.
pub struct TestProgram {
    pub name: String,
    pub path: PathBuf,
    pub folder: PathBuf,
}

/// Writes all files that git knows to `copy`, with all mutants in them, and the switch into the
/// crates of mutants.
pub fn write(repository: &Path, copy: &Path, mutants: &[Mutant]) -> Result<(), String> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(repository).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    let count = mutants.last().map_or(0, |mutant| mutant.number + 1);
    let switch = SWITCH.replace("COUNT", &count.to_string());
    for name in names.split('\0').filter(|name| repository.join(name).is_file()) {
        let mut bytes =
            fs::read(repository.join(name)).map_err(|error| format!("{name}: {error}"))?;
        // The last first, so that those before stay where they are.
        for mutant in mutants.iter().rev().filter(|mutant| mutant.file == name) {
            let range = mutant.point.start..mutant.point.end;
            let active = format!("crate::mutant({})", mutant.number);
            let part = String::from_utf8_lossy(&bytes[range.clone()]);
            let written = mutant.point.written(&part, &active);
            bytes.splice(range, written.into_bytes());
        }
        let krate = name.strip_suffix("/src/lib.rs");
        if krate.is_some_and(|krate| mutants.iter().any(|mutant| mutant.krate() == krate)) {
            bytes.extend(switch.bytes());
        }
        write_file(&copy.join(name), &bytes)?;
    }
    Ok(())
}

/// Writes a file that holds something else, so that Cargo sees no change where there is none.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let folder = path.parent().expect("a file is in a folder");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| format!("{}: {error}", path.display()))
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
