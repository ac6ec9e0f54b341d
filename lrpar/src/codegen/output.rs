//! Where generated files go, and what is said to Cargo about them.

use std::{
    env, fs,
    path::{Component, Path, PathBuf},
};

use super::BuildError;

/// The file of the current package's `src` folder that `path` names, and the file in the folder of generated files that
/// `lrpar_mod!` and `lrlex_mod!` look for under the same name.
///
/// # Errors
///
/// If `path` is not relative, or no build script is running.
pub fn in_src_dir(path: &Path) -> Result<(PathBuf, PathBuf), BuildError> {
    let shown = path.display();
    if !path.is_relative() {
        return Err(BuildError::new(format!(
            "'{shown}' is absolute: expected a path below the folder 'src'"
        )));
    }
    let folder = out_dir()?;
    let Some(name) = path.file_name() else {
        return Err(BuildError::new(format!("'{shown}' names no file")));
    };
    let mut name = name.to_os_string();
    name.push(".rs");
    Ok((Path::new("src").join(path), folder.join(path).with_file_name(name)))
}

/// The folder of generated files.
///
/// # Errors
///
/// If no build script is running.
pub fn out_dir() -> Result<PathBuf, BuildError> {
    env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| {
        BuildError::new("the variable OUT_DIR is not set: expected to run in a build script")
    })
}

/// A path as messages and generated files show it: below the current folder, or else the file's name only, so that it is the
/// same on every machine; with `/` between its parts.
pub fn shown(path: &Path) -> String {
    let here = env::current_dir().unwrap_or_default();
    let path = match path.strip_prefix(here) {
        Ok(below) => below,
        Err(_) if path.is_relative() => path,
        Err(_) => Path::new(path.file_name().unwrap_or_default()),
    };
    let parts: Vec<_> = path
        .components()
        .filter_map(|part| match part {
            Component::Normal(part) => Some(part.to_string_lossy()),
            Component::ParentDir => Some("..".into()),
            _ => None,
        })
        .collect();
    parts.join("/")
}

/// The text of an input file.
///
/// # Errors
///
/// If it cannot be read, or is not UTF-8.
pub fn read(path: &Path) -> Result<String, BuildError> {
    fs::read_to_string(path)
        .map_err(|error| BuildError::new(format!("cannot read '{}': {error}", path.display())))
}

/// Writes a generated file unless it holds `text` already; makes its folder. Says whether it was written.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_if_changed(path: &Path, text: &str) -> Result<bool, BuildError> {
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(false);
    }
    let written = match path.parent() {
        Some(folder) => fs::create_dir_all(folder).and_then(|()| fs::write(path, text)),
        None => fs::write(path, text),
    };
    match written {
        Ok(()) => Ok(true),
        Err(error) => Err(BuildError::new(format!("cannot write '{}': {error}", path.display()))),
    }
}

/// Removes what an earlier build generated, so that it is not taken for the result of one that failed.
pub fn remove(path: &Path) {
    // That there is none is as good.
    let _ = fs::remove_file(path);
}

/// Asks Cargo to run the build script again when the file changes.
pub fn rerun_if_changed(path: &Path) {
    if in_build_script() {
        println!("cargo:rerun-if-changed={}", path.display());
    }
}

/// Prints a warning: through Cargo inside a build script, otherwise on standard error.
pub fn warn(text: &str) {
    for line in text.lines() {
        if in_build_script() {
            println!("cargo:warning={line}");
        } else {
            eprintln!("{line}");
        }
    }
}

/// Tells Cargo, if it runs the build script, of each error in `text` the line with its place: as an error, which fails the build, if the
/// package's `rust-version` lets its build script do so, else as a warning.
pub fn tell_errors(text: &str) {
    if !in_build_script() {
        return;
    }
    let rust_version = env::var("CARGO_PKG_RUST_VERSION").unwrap_or_default();
    let directive = if knows_errors(&rust_version) { "cargo::error" } else { "cargo:warning" };
    for line in text.lines().filter(|line| !line.starts_with(' ') && line.contains(": error: ")) {
        println!("{directive}={line}");
    }
}

/// Whether Cargo takes `cargo::error` of a package with this `rust-version`: it came with 1.84; without one, the newest is assumed.
fn knows_errors(rust_version: &str) -> bool {
    let mut numbers = rust_version.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    rust_version.is_empty() || version >= (1, 84)
}

fn in_build_script() -> bool {
    env::var_os("OUT_DIR").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_as_such_where_the_rust_version_allows_it() {
        for (version, knows) in [
            ("", true),
            ("1.84", true),
            ("1.91.0", true),
            ("2.0", true),
            ("1.83.1", false),
            ("1", false),
        ] {
            assert_eq!(knows_errors(version), knows, "{version}");
        }
    }
}
