//! The input files of a run: named ones, and those in named folders.

use std::path::{Path, PathBuf};

use nimbleparse::limits;

/// Returns the files among `paths` and, in the order of their names, those in the folders among them that `is_wanted`. Links to
/// folders and hidden files are left out; a folder without any file is an error.
pub(crate) fn expand(
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
