//! Finds and reads the files to measure.

use std::{
    collections::HashSet,
    fs,
    io::{self, BufRead as _},
    path::Path,
};

use lrlex::language::decode;
use nimbleparse::{
    Error, ErrorKind,
    limits::INPUT_BYTES,
    system::{read, write},
};

/// Returns the files that the arguments name, in order: those of a folder sorted by name, at any
/// depth, hidden ones left out; those of a list; a single file. `-` is a list on standard input. A
/// file is a list if its first line names an existing file.
///
/// With `ending`, only files whose names end in a dot and `ending` are taken from folders.
///
/// # Errors
///
/// One line on what cannot be read, or is empty.
pub fn expand(arguments: &[String], ending: Option<&str>) -> Result<Vec<String>, Error> {
    let mut files = Vec::new();
    for argument in arguments {
        let before = files.len();
        if argument == "-" {
            let lines: Result<Vec<String>, _> = io::stdin().lock().lines().collect();
            let lines =
                lines.map_err(|error| wrong(format!("cannot read standard input: {error}")))?;
            add_list(lines.iter().map(String::as_str), "standard input", &mut files)?;
            continue;
        }
        let about = fs::metadata(argument)
            .map_err(|error| wrong(format!("cannot read '{argument}': {error}")))?;
        if about.is_dir() {
            walk(argument, ending, &mut files)?;
            if files.len() == before {
                return Err(wrong(match ending {
                    Some(ending) => {
                        format!("folder '{argument}' holds no file that ends in '.{ending}'")
                    }
                    None => format!("folder '{argument}' holds no file"),
                }));
            }
        } else if let Some(list) = as_list(argument)? {
            add_list(list.lines(), argument, &mut files)?;
        } else {
            files.push(argument.clone());
        }
    }
    if files.is_empty() {
        return Err(wrong("no file to work on".to_owned()));
    }
    Ok(files)
}

fn wrong(message: String) -> Error {
    Error::new(ErrorKind::File, message)
}

/// Returns the text of `file` if it is a list of files.
fn as_list(file: &str) -> Result<Option<String>, Error> {
    let Ok(text) = String::from_utf8(read_bytes(file)?) else {
        return Ok(None);
    };
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    Ok(first.is_some_and(|first| Path::new(first).is_file()).then_some(text))
}

fn add_list<'a>(
    lines: impl Iterator<Item = &'a str>,
    name: &str,
    files: &mut Vec<String>,
) -> Result<(), Error> {
    for (at, line) in lines.enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if !Path::new(line).is_file() {
            return Err(wrong(format!("{name}, line {}: '{line}' is not a file", at + 1)));
        }
        files.push(line.to_string());
    }
    Ok(())
}

/// Adds the files below `folder`, sorted by name. A link to a folder is followed, but a folder that
/// several paths lead to is visited by the first path only, so that loops end and no file of a
/// linked folder is listed twice.
fn walk(folder: &str, ending: Option<&str>, files: &mut Vec<String>) -> Result<(), Error> {
    let mut walked = HashSet::new();
    // A stack of paths to visit, each with whether it is a folder.
    let mut todo = vec![(folder.trim_end_matches('/').to_string(), true)];
    if folder.starts_with('/') && todo[0].0.is_empty() {
        todo[0].0 = "/.".to_string();
    }
    while let Some((path, is_folder)) = todo.pop() {
        if !is_folder {
            files.push(path);
            continue;
        }
        let failed = |error: io::Error| wrong(format!("cannot read folder '{path}': {error}"));
        if walked.insert(fs::canonicalize(&path).map_err(failed)?) {
            let mut entries = entries(&path, ending)?;
            entries.sort_unstable();
            todo.extend(entries.into_iter().rev());
        }
    }
    Ok(())
}

/// Returns the folders in `folder`, and the files there with this ending. Others, such as pipes,
/// are left out; a dangling link is a file that cannot be read.
fn entries(folder: &str, ending: Option<&str>) -> Result<Vec<(String, bool)>, Error> {
    let failed = |error: io::Error| wrong(format!("cannot read folder '{folder}': {error}"));
    let has_ending = |name: &str| {
        ending.is_none_or(|ending| name.strip_suffix(ending).is_some_and(|s| s.ends_with('.')))
    };
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name().into_string().map_err(|name| {
            wrong(format!("folder '{folder}' holds the file {name:?}, whose name is not UTF-8"))
        })?;
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{folder}/{name}");
        match fs::metadata(&path) {
            Ok(about) if about.is_dir() => entries.push((path, true)),
            Ok(about) if !about.is_file() => {}
            _ if has_ending(&name) => entries.push((path, false)),
            _ => {}
        }
    }
    Ok(entries)
}

/// Reads the text of a file, [decoded](decode).
///
/// # Errors
///
/// One line that names the file.
pub fn read(file: &str) -> Result<String, Error> {
    Ok(decode(read_bytes(file)?).0)
}

/// Returns the bytes of an input.
fn read_bytes(file: &str) -> Result<Vec<u8>, Error> {
    Ok(read::read_bytes(Path::new(file), INPUT_BYTES)?)
}

/// Writes a file, new or in the place of an old one.
///
/// # Errors
///
/// One line that names the file, which is as it was.
pub fn write(file: &str, bytes: &[u8]) -> Result<(), Error> {
    let failed = |error| wrong(format!("cannot write '{file}': {error}"));
    write::write(Path::new(file), bytes).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for a test, gone when the test is over.
    struct Scratch(String);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("files-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Scratch(path.to_str().unwrap().to_string())
        }

        fn found(&self) -> Vec<String> {
            let found = expand(std::slice::from_ref(&self.0), None).unwrap();
            found.iter().map(|file| file[self.0.len()..].to_string()).collect()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    #[cfg(unix)]
    fn linked_folders_are_walked_once_and_loops_end() {
        use std::os::unix::fs::symlink;
        let scratch = Scratch::new("loops");
        let path = |name: &str| format!("{}/{name}", scratch.0);
        fs::create_dir_all(path("b/deep")).unwrap();
        for file in ["a.x", "b/1.x", "b/deep/2.x", "c.x"] {
            fs::write(path(file), "").unwrap();
        }
        // To itself, to what holds it, to one another, to a file, and to nothing.
        symlink(path(""), path("b/deep/up")).unwrap();
        symlink(path("b"), path("again")).unwrap();
        symlink(path("two"), path("one")).unwrap();
        symlink(path("one"), path("two")).unwrap();
        symlink(path("c.x"), path("link.x")).unwrap();
        symlink(path("gone"), path("nothing.x")).unwrap();
        let walked = [
            "/a.x",
            "/again/1.x",
            "/again/deep/2.x",
            "/c.x",
            "/link.x",
            "/nothing.x",
            "/one",
            "/two",
        ];
        assert_eq!(scratch.found(), walked);
    }

    #[test]
    fn deep_folders_are_walked_in_order_of_their_names() {
        let scratch = Scratch::new("deep");
        let deep = format!("{}{}", scratch.0, "/d".repeat(500));
        fs::create_dir_all(&deep).unwrap();
        for (folder, file) in
            [(&deep, "z"), (&scratch.0, "e"), (&scratch.0, "c"), (&scratch.0, ".h")]
        {
            fs::write(format!("{folder}/{file}"), "").unwrap();
        }
        let last = format!("{}/z", "/d".repeat(500));
        assert_eq!(scratch.found(), ["/c", last.as_str(), "/e"]);
    }
}
