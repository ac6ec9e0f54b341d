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

/// Shows a warning: through Cargo if it runs the build script, else on standard error.
pub fn warn(text: &str) {
    for line in text.lines() {
        if in_build_script() {
            println!("cargo:warning={line}");
        } else {
            eprintln!("{line}");
        }
    }
}

fn in_build_script() -> bool {
    env::var_os("OUT_DIR").is_some()
}
