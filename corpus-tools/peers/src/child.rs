//! Other programs that are run: cargo, compilers, what is measured.

use std::{
    collections::HashMap,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

/// A folder for what a command writes, which is removed with this value.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// An empty folder among the system's temporary files.
    pub fn new(name: &str) -> Result<Scratch, String> {
        let path = std::env::temp_dir().join(format!("corpus-peers-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Scratch(path))
    }

    /// A folder in it, which is made if there is none.
    pub fn folder(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.0.join(name);
        fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is the system's to remove.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a program wrote to its standard output, and how many seconds it ran. An error holds the
/// last line that it wrote to its standard error.
pub fn run(command: &mut Command) -> Result<(String, f64), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let start = Instant::now();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    let time = start.elapsed().as_secs_f64();
    if output.status.success() {
        return Ok((String::from_utf8_lossy(&output.stdout).into_owned(), time));
    }
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let why = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no message");
    Err(format!("{}: {why}", Path::new(&name).file_name().unwrap_or_default().to_string_lossy()))
}

/// Whether there is a program of this name.
pub fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The folder of this package.
pub fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs cargo on this package's workspace.
pub fn cargo<A: AsRef<OsStr>>(command: &str, args: &[A]) -> Command {
    let mut cargo = cargo_of(command, &package().join("Cargo.toml"));
    cargo.args(args);
    cargo
}

/// Runs cargo on a package.
pub fn cargo_of(command: &str, manifest: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.arg(command).arg("--manifest-path").arg(manifest);
    cargo
}

/// Builds the programs, and says where each of them is.
pub fn build_programs() -> Result<HashMap<String, PathBuf>, String> {
    let args = ["--release", "--workspace", "--bins", "--message-format=json"];
    let (messages, _) = run(&mut cargo("build", &args))?;
    let mut programs = HashMap::new();
    for message in messages.lines() {
        let Some((_, rest)) = message.split_once("\"executable\":\"") else { continue };
        let path = PathBuf::from(rest.split('"').next().unwrap_or_default());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        programs.insert(name, path);
    }
    Ok(programs)
}
