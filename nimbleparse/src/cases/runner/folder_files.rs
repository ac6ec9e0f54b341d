//! Files of a run: which there are, and their texts.

use std::{
    fs,
    path::{Component, Display, Path, PathBuf},
};

use crate::{
    Error, ErrorKind,
    cases::CaseError,
    limits::{FOLDERS, INPUT_BYTES},
    system::read::{ReadError, read_bytes},
};

/// A file of cases.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// The folder above which no grammar is searched.
    top: PathBuf,
}

/// Returns the case files among `paths` and in the folders among them, each folder's in the order
/// of their names; and the wrong paths.
pub(super) fn cases(paths: &[PathBuf]) -> (Vec<Found>, Vec<String>) {
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for path in paths {
        let mut found = Vec::new();
        if path.is_dir() {
            if let Some(folder) = find(path, 0, &mut found) {
                wrong.push(format!(
                    "'{}' lies in more than {FOLDERS} folders: name it as a path",
                    folder.display()
                ));
            }
        } else if path.exists() {
            found.push(path.clone());
        } else {
            wrong.push(format!("cannot read '{}': no such file", path.display()));
            continue;
        }
        if found.is_empty() {
            wrong.push(format!("'{}' holds no file that ends in .case", path.display()));
        }
        let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        let top = match path.components().all(inside) {
            // An empty path is the current folder.
            true => PathBuf::new(),
            false if path.is_dir() => path.clone(),
            false => path.parent().map(Path::to_path_buf).unwrap_or_default(),
        };
        all.extend(found.into_iter().map(|path| Found { path, top: top.clone() }));
    }
    (all, wrong)
}

/// Adds the case files in a folder; returns a folder that is nested too deeply to be searched.
fn find(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Option<PathBuf> {
    let mut too_deep = None;
    for path in entries(folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_link = path.symlink_metadata().is_ok_and(|data| data.is_symlink());
        if path.is_dir() {
            let is_skipped = name.starts_with('.') || name == "target" || is_link;
            if !is_skipped && depth == FOLDERS {
                too_deep = Some(path);
            } else if !is_skipped {
                too_deep = find(&path, depth + 1, found).or(too_deep);
            }
        } else if name.ends_with(".case") {
            // A path that began with `.` is shown without it.
            found.push(path.strip_prefix("./").map(Path::to_path_buf).unwrap_or(path));
        }
    }
    too_deep
}

/// Returns the entries of a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Returns the text of a file that a case names, of at most `limit` bytes, as the program reads it.
pub(super) fn text(path: &Path, limit: u64) -> Result<String, Error> {
    let bytes = read_bytes(path, limit)?;
    Ok(lrlex::language::decode(bytes).0)
}

/// Returns the text of a file of cases, which `--update` must be able to write as it was.
pub(super) fn cases_text(path: &Path) -> Result<String, CaseError> {
    let unread = |error: ReadError| CaseError { line: 1, message: error.to_string() };
    String::from_utf8(read_bytes(path, INPUT_BYTES).map_err(unread)?).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count();
        let message = "it is not UTF-8: put the input into a file, and name it by 'from'";
        CaseError { line, message: message.to_string() }
    })
}

/// A folder's name for people, who know the current one as `.`.
fn shown(folder: &Path) -> Display<'_> {
    let is_current = folder.as_os_str().is_empty();
    if is_current { Path::new(".") } else { folder }.display()
}

/// Returns the only file with this ending, `y` or `l`, in the nearest folder that has a Yacc file,
/// from the case's upwards.
pub(super) fn beside(found: &Found, ending: &str) -> Result<PathBuf, Error> {
    let wrong = |message| Err(Error::new(ErrorKind::File, message));
    let folder = found.path.parent().unwrap_or(Path::new(""));
    let with = |folder: &Path, ending: &str| -> Vec<PathBuf> {
        let is = |path: &PathBuf| path.extension().is_some_and(|own| own == ending);
        entries(folder).into_iter().filter(is).collect()
    };
    let mut folders = folder.ancestors().take_while(|folder| folder.starts_with(&found.top));
    let Some(folder) = folders.find(|folder| !with(folder, "y").is_empty()) else {
        return wrong(format!(
            "no grammar: name one by '--- grammar from FILE', or put a Yacc file into '{}'",
            shown(folder)
        ));
    };
    let (mut found, folder) = (with(folder, ending), shown(folder));
    match (found.pop(), found.len()) {
        (Some(path), 0) => Ok(path),
        (None, _) => wrong(format!("no file in '{folder}' ends in .{ending}")),
        (Some(_), more) => {
            let (count, section) = (more + 1, if ending == "y" { "grammar" } else { "lexer" });
            wrong(format!(
                "{count} files in '{folder}' end in .{ending}: name one by '--- {section} from FILE'"
            ))
        }
    }
}
