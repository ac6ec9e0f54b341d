//! Files that a command line names: those in named folders, and their texts.

use std::{
    io,
    path::{Path, PathBuf},
};

use lrlex::language::decode;
use lrpar::visible;
use nimbleparse::{limits, system::read};

/// Returns the files among `paths` and, in the order of their names, those in the folders among
/// them that `is_wanted`. Links to folders and hidden files are left out; a folder without any file
/// is an error.
pub(super) fn expand(
    paths: &[String],
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<Result<String, String>> {
    let mut found = Vec::new();
    for path in paths {
        if path == "-" || !Path::new(path).is_dir() {
            found.push(Ok(path.clone()));
            continue;
        }
        let before = found.len();
        find(Path::new(path), 0, &is_wanted, &mut found);
        if found.len() == before {
            found.push(Err(format!("nimbleparse: '{path}' holds no file of a known language")));
        }
    }
    found
}

fn find(
    folder: &Path,
    depth: usize,
    is_wanted: &impl Fn(&str) -> bool,
    found: &mut Vec<Result<String, String>>,
) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let is_link = path.symlink_metadata().is_ok_and(|data| data.is_symlink());
        if path.is_dir() {
            if is_link {
                continue;
            }
            if depth < limits::FOLDERS {
                find(&path, depth + 1, is_wanted, found);
            } else {
                let (path, most) = (path.display(), limits::FOLDERS);
                let message =
                    format!("'{path}' lies in more than {most} folders: name it as a path");
                found.push(Err(format!("nimbleparse: {message}")));
            }
        } else if path.is_file()
            && let Some(file) = path.to_str()
            && is_wanted(file)
        {
            found.push(Ok(file.to_string()));
        }
    }
}

/// Returns the bytes of a file of at most `limit` bytes, which may be a pipe; `-` is standard
/// input.
pub(super) fn read_bytes(file: &str, limit: u64) -> Result<Vec<u8>, String> {
    let done = match file {
        "-" => read::read_stream(io::stdin().lock(), file, limit),
        _ => read::read_named(Path::new(file), limit),
    };
    done.map_err(|error| format!("nimbleparse: {error}"))
}

/// Returns the text of a file, [decoded](decode).
pub(super) fn decoded(file: &str, bytes: Vec<u8>) -> String {
    let (text, wrong) = decode(bytes);
    if let Some(at) = wrong {
        let file = visible(file);
        eprintln!("nimbleparse: warning: '{file}' is not UTF-8 at byte {at}");
    }
    text
}

/// Reads the text of a sample or an input, [decoded](decode); `-` is standard input.
pub(super) fn read_input(file: &str) -> Result<String, String> {
    read_bytes(file, limits::INPUT_BYTES).map(|bytes| decoded(file, bytes))
}

/// Reads the text of a lex or a Yacc file, or of another that goes with them, [decoded](decode);
/// `-` is standard input.
pub(super) fn read_specification(file: &str) -> Result<String, String> {
    read_bytes(file, limits::SPECIFICATION_BYTES).map(|bytes| decoded(file, bytes))
}

/// Checks that writing `out` replaces none of the files that are read.
pub(super) fn check_output<'f>(
    out: &str,
    read: impl IntoIterator<Item = &'f str>,
) -> Result<(), String> {
    let real = |file: &str| Path::new(file).canonicalize().ok();
    let Some(path) = real(out) else { return Ok(()) };
    match read.into_iter().find(|file| real(file).as_ref() == Some(&path)) {
        Some(file) => Err(format!("'{out}' is '{file}', which is read: write to another file")),
        None => Ok(()),
    }
}

/// Checks that the name of an output has one of these endings, so that no grammar, case or input is
/// replaced by a slip.
pub(super) fn check_ending(option: &str, file: &str, endings: &[&str]) -> Result<(), String> {
    match endings.iter().any(|ending| file.ends_with(ending)) {
        true => Ok(()),
        false => Err(format!("'{option} {file}' should end in {}", endings.join(", "))),
    }
}

/// Returns the message for a file that cannot be written.
pub(super) fn cannot_write(file: &str, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_string(),
        io::ErrorKind::IsADirectory => "is a directory".to_string(),
        _ => error.to_string(),
    };
    visible(&format!("nimbleparse: cannot write '{file}': {why}"))
}
