//! Paths of generated files, how they are written, and what is reported to Cargo.

use std::{
    env, fs,
    path::{Component, Path, PathBuf},
};

use super::BuildError;

/// Returns the path of the input file `path` below the package's folder `src`, and of the generated
/// file that `lrpar_mod!` or `lrlex_mod!` includes by that name.
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

/// Returns the folder of generated files, `OUT_DIR`.
///
/// # Errors
///
/// If no build script is running.
pub fn out_dir() -> Result<PathBuf, BuildError> {
    env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| {
        BuildError::new("the variable OUT_DIR is not set: expected to run in a build script")
    })
}

/// Formats a path for messages and generated files, equal on every machine: relative to the current
/// folder, or else the file's name only; with `/` between its parts.
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

/// Reads an input file as text.
///
/// # Errors
///
/// If the file cannot be read, or is not UTF-8.
pub fn read(path: &Path) -> Result<String, BuildError> {
    fs::read_to_string(path)
        .map_err(|error| BuildError::new(format!("cannot read '{}': {error}", path.display())))
}

/// Writes a generated file, and makes its folder, unless the file holds `text` already; returns
/// whether it was written.
///
/// # Errors
///
/// If the file or its folder cannot be written.
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

/// Removes the file that an earlier build generated, so that it is not taken for the result of a
/// failed build.
pub fn remove(path: &Path) {
    // A file that is not there is no mistake.
    let _ = fs::remove_file(path);
}

/// Asks Cargo to run the build script again when the file changes.
pub fn rerun_if_changed(path: &Path) {
    if in_build_script() {
        println!("cargo:rerun-if-changed={}", path.display());
    }
}

/// Asks Cargo to run the build script again when the file, which does not exist, is added.
///
/// Cargo takes a path that does not exist for changed in every build, so it watches the folder; but
/// not one in which it or generated files would change in every build, or the whole package: there
/// a new file is seen at the next change of another.
pub fn rerun_if_added(path: &Path) {
    let folder = path.parent().and_then(|folder| fs::canonicalize(folder).ok());
    let (Some(folder), Ok(here)) = (folder, env::current_dir().and_then(fs::canonicalize)) else {
        return;
    };
    let generated = env::var_os("OUT_DIR").and_then(|folder| fs::canonicalize(folder).ok());
    if is_quiet(&folder, &here, generated.as_deref()) {
        rerun_if_changed(path.parent().unwrap_or(path));
    }
}

/// Returns whether builds leave a folder alone: it holds neither the package nor generated files.
fn is_quiet(folder: &Path, package: &Path, generated: Option<&Path>) -> bool {
    let is_apart = |other: &Path| !other.starts_with(folder) && !folder.starts_with(other);
    !package.starts_with(folder) && generated.is_none_or(is_apart)
}

/// Prints a warning: through Cargo inside a build script, otherwise on standard error.
pub fn warn(text: &str) {
    for line in text.trim_end().lines() {
        if in_build_script() {
            println!("cargo:warning={line}");
        } else {
            eprintln!("{line}");
        }
    }
}

/// Reports each mistake in an input file, on a line, to Cargo if that runs the build script: as an
/// error, which fails the build, if the package's `rust-version` allows it, else as a warning.
pub fn tell_errors(error: &BuildError) {
    if !in_build_script() {
        return;
    }
    let rust_version = env::var("CARGO_PKG_RUST_VERSION").unwrap_or_default();
    let directive = if knows_errors(&rust_version) { "cargo::error" } else { "cargo:warning" };
    for line in error.lines().lines() {
        println!("{directive}={line}");
    }
}

/// Returns whether Cargo knows `cargo::error` (since 1.84) in a package with this `rust-version`;
/// without one, the newest is assumed.
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
    fn folders_that_every_build_changes_are_not_watched() {
        let (package, generated) = (Path::new("/p"), Path::new("/p/target/build/x/out"));
        for (folder, is) in [
            ("/p/src", true),
            ("/p/src/languages", true),
            ("/grammars", true),
            ("/p", false),
            ("/", false),
            ("/p/target", false),
            ("/p/target/build/x/out", false),
            ("/p/target/build/x/out/made", false),
            ("/p/target/build/y/out", true),
        ] {
            assert_eq!(is_quiet(Path::new(folder), package, Some(generated)), is, "{folder}");
        }
        assert!(is_quiet(Path::new("/p/src"), package, None));
    }

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
