//! Files by a pattern: `*` stands for any part of a name, `?` for one character, `**` for any
//! folders.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The files below `folder` that `pattern` matches, sorted.
///
/// # Errors
///
/// If a folder cannot be read.
pub(super) fn files(folder: &Path, pattern: &str) -> io::Result<Vec<PathBuf>> {
    let parts: Vec<&str> =
        pattern.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let mut found = Vec::new();
    collect(folder, &parts, &mut found)?;
    found.sort();
    found.dedup();
    Ok(found)
}

fn collect(folder: &Path, parts: &[&str], found: &mut Vec<PathBuf>) -> io::Result<()> {
    let Some((first, rest)) = parts.split_first() else {
        return Ok(());
    };
    if *first == ".." {
        return collect(&folder.join(".."), rest, found);
    }
    if *first == "**" {
        collect(folder, rest, found)?;
    }
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        let is_dir = entry.path().is_dir();
        // As in shells, `**` does not follow links: they may lead in circles.
        let is_below = entry.file_type()?.is_dir();
        let name = entry.file_name();
        let matches = *first == "**" || matches(first, &name.to_string_lossy());
        match (matches, rest.is_empty(), is_dir) {
            (true, ..) if *first == "**" && is_below => collect(&entry.path(), parts, found)?,
            _ if *first == "**" => {}
            (true, false, true) => collect(&entry.path(), rest, found)?,
            (true, true, false) => found.push(entry.path()),
            _ => {}
        }
    }
    Ok(())
}

/// Whether `pattern` matches the whole `name`.
fn matches(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    // The places in the pattern up to which it matches what of the name was read.
    let mut places = vec![false; pattern.len() + 1];
    places[0] = true;
    for c in name.chars().map(Some).chain([None]) {
        for (at, sign) in pattern.iter().enumerate() {
            places[at + 1] |= places[at] && *sign == '*';
        }
        let Some(c) = c else { break };
        let mut next = vec![false; places.len()];
        for (at, sign) in pattern.iter().enumerate().filter(|(at, _)| places[*at]) {
            next[at + usize::from(*sign != '*')] |= matches!(sign, '*' | '?') || *sign == c;
        }
        places = next;
    }
    places[pattern.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_part_of_a_name() {
        for (pattern, name, expected) in [
            ("*.java", "A.java", true),
            ("*.java", "A.javac", false),
            ("a*b*c", "axxbyybc", true),
            ("?.x", "é.x", true),
            ("**", "", true),
            ("a", "ab", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn files_are_found_in_folders() {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let found = files(&src, "**/glob.rs").unwrap();
        assert_eq!(found, [src.join("codegen/glob.rs")]);
        assert_eq!(files(&src, "code*/gl?b.rs").unwrap(), found);
        assert!(files(&src, "nothing/*.rs").unwrap().is_empty());
    }
}
