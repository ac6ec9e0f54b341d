//! Which files to measure, and what they contain.

use std::{
    fs,
    io::{self, BufRead as _},
    path::Path,
};

use lrlex::language::decode;

/// The files that the arguments name, in order: those of a folder sorted by name, at any depth, hidden ones left out; those
/// of a list; a single file. `-` is a list on standard input. A file is a list if its first line names an existing file.
///
/// With `ending`, only files whose names end in a dot and it are taken from folders.
///
/// # Errors
///
/// One line: what cannot be read, or is empty.
pub fn expand(arguments: &[String], ending: Option<&str>) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    for argument in arguments {
        let before = files.len();
        if argument == "-" {
            let lines: Result<Vec<String>, _> = io::stdin().lock().lines().collect();
            let lines = lines.map_err(|error| format!("cannot read standard input: {error}"))?;
            add_list(lines.iter().map(String::as_str), "standard input", &mut files)?;
            continue;
        }
        let about =
            fs::metadata(argument).map_err(|error| format!("cannot read '{argument}': {error}"))?;
        if about.is_dir() {
            walk(argument, ending, &mut files)?;
            if files.len() == before {
                return Err(match ending {
                    Some(ending) => {
                        format!("folder '{argument}' holds no file that ends in '.{ending}'")
                    }
                    None => format!("folder '{argument}' holds no file"),
                });
            }
        } else if let Some(list) = as_list(argument)? {
            add_list(list.lines(), argument, &mut files)?;
        } else {
            files.push(argument.clone());
        }
    }
    if files.is_empty() {
        return Err("no file to work on".to_string());
    }
    Ok(files)
}

/// The text of `file` if it is a list of files.
fn as_list(file: &str) -> Result<Option<String>, String> {
    let bytes = fs::read(file).map_err(|error| format!("cannot read '{file}': {error}"))?;
    let Ok(text) = String::from_utf8(bytes) else {
        return Ok(None);
    };
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    Ok(first.is_some_and(|first| Path::new(first).is_file()).then_some(text))
}

fn add_list<'a>(
    lines: impl Iterator<Item = &'a str>,
    name: &str,
    files: &mut Vec<String>,
) -> Result<(), String> {
    for (at, line) in lines.enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if !Path::new(line).is_file() {
            return Err(format!("{name}, line {}: '{line}' is not a file", at + 1));
        }
        files.push(line.to_string());
    }
    Ok(())
}

fn walk(folder: &str, ending: Option<&str>, files: &mut Vec<String>) -> Result<(), String> {
    let failed = |error: io::Error| format!("cannot read folder '{folder}': {error}");
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().into_string().map_err(|name| {
            format!("folder '{folder}' holds the file {name:?}, whose name is not UTF-8")
        })?;
        if name.starts_with('.') {
            continue;
        }
        entries.push((name, entry.path().is_dir()));
    }
    entries.sort_unstable();
    for (name, is_folder) in entries {
        let path = format!("{}/{name}", folder.trim_end_matches('/'));
        if is_folder {
            walk(&path, ending, files)?;
        } else if ending
            .is_none_or(|ending| name.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.')))
        {
            files.push(path);
        }
    }
    Ok(())
}

/// The text of a file, [decoded](decode).
///
/// # Errors
///
/// One line that names the file.
pub fn read(file: &str) -> Result<String, String> {
    let bytes = fs::read(file).map_err(|error| format!("cannot read '{file}': {error}"))?;
    Ok(decode(bytes).0)
}
