//! The public names of grmtools' crates, and what became of each of them here.
//!
//! In: both sets of libraries as rustc expands them, and `names.txt`, where reasons and
//! explanations stand. Out: a page of `docs`. A name is *same* if it is found under its path with
//! the signature that it has there, as [`api`](crate::api) writes it; it *differs* if it is found
//! with another one; else it is *left out*, and `names.txt` has to say why.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    process::Command,
};

use crate::api::{Libraries, Name};

/// Each library of grmtools, and the one of ours that has its names.
const CRATES: [(&str, &str); 4] =
    [("cfgrammar", "lrtable"), ("lrtable", "lrtable"), ("lrlex", "lrlex"), ("lrpar", "lrpar")];

/// What became of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Same,
    Differs,
    LeftOut,
}

/// The page, and what is wrong with the notes.
pub struct Page {
    /// In Markdown.
    pub text: String,
    /// Names that are left out without a reason, and notes that no name needs.
    pub wrong: Vec<String>,
}

/// Makes the page from the sources of both sets of libraries.
///
/// # Errors
///
/// If rustc does not expand one of them.
pub fn page(notes: &str) -> Result<Page, String> {
    let (mut theirs, mut ours) = (Libraries::default(), Libraries::default());
    for (library, own) in CRATES {
        theirs.add(library, &expanded(&format!("{library}@0.15.0"))?).map_err(|e| e.to_string())?;
        if library == own {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
            let package = format!(
                "path+file://{}",
                std::fs::canonicalize(format!("{folder}{own}"))
                    .map_err(|e| e.to_string())?
                    .display()
            );
            ours.add(own, &expanded(&package)?).map_err(|e| e.to_string())?;
        }
    }
    let mut notes = Notes::read(notes);
    let mut rows: BTreeMap<&str, Vec<(String, Fate, String)>> = BTreeMap::new();
    for (library, own) in CRATES {
        let own_names = ours.public(own);
        let names = theirs.public(library);
        let mut seen = BTreeSet::new();
        let mut by_length: Vec<(&String, &Name)> = names.iter().collect();
        by_length.sort_by_key(|(path, _)| (path.matches("::").count(), path.len(), *path));
        let rows = rows.entry(library).or_default();
        for (path, name) in by_length {
            let there = format!("{own}{}", &path[library.len()..]);
            let found = own_names.get(&there);
            rows.push(notes.row(path, &name.what, found.map(|found| found.what.as_str())));
            // Of names that several crates have, the members belong to the one that defines them.
            if name.defined[0] != library || !seen.insert(&name.defined) {
                continue;
            }
            for (member, what) in &name.members {
                let found = found.and_then(|found| found.members.get(member));
                rows.push(notes.row(&format!("{path}{member}"), what, found.map(String::as_str)));
            }
        }
        rows.sort();
    }
    let mut wrong = notes.missing.clone();
    wrong.extend(notes.unused());
    Ok(Page { text: written(&rows), wrong })
}

impl PartialOrd for Fate {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fate {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (*self as u8).cmp(&(*other as u8))
    }
}

/// A package's library as rustc expands it.
fn expanded(package: &str) -> Result<String, String> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["rustc", "--offline", "--quiet", "--lib", "--package", package])
        .args(["--target-dir", concat!(env!("CARGO_MANIFEST_DIR"), "/target/names")])
        .args(["--", "-Zunpretty=expanded"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // To expand macros is not stable.
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Explanations, each for a name or for all that begin with one.
struct Notes {
    /// The pattern, the text, and whether a name has needed it.
    all: Vec<(String, String, bool)>,
    missing: Vec<String>,
}

impl Notes {
    /// Lines `name: text`, where a name may end with `*`; the first that fits counts. Lines that
    /// begin with `#` are comments.
    fn read(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let notes = lines.filter_map(|line| line.split_once(": "));
        let all = notes.map(|(name, text)| (name.to_owned(), text.to_owned(), false));
        Notes { all: all.collect(), missing: Vec::new() }
    }

    fn of(&mut self, name: &str) -> Option<String> {
        let fits = |pattern: &str| match pattern.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => name == pattern,
        };
        let note = self.all.iter_mut().find(|(pattern, _, _)| fits(pattern))?;
        note.2 = true;
        Some(note.1.clone())
    }

    /// The row of a name that is `theirs` in grmtools.
    fn row(&mut self, name: &str, theirs: &str, ours: Option<&str>) -> (String, Fate, String) {
        let is_type = |what: &str| {
            ["struct", "enum", "type"].contains(&what.split(' ').next().unwrap_or_default())
        };
        match ours {
            Some(ours) if ours == theirs || (is_type(ours) && is_type(theirs)) => {
                (name.to_owned(), Fate::Same, String::new())
            }
            Some(ours) => {
                let shown = || format!("`{ours}`; theirs: `{theirs}`");
                let how = self.of(name).unwrap_or_else(shown);
                (name.to_owned(), Fate::Differs, how)
            }
            None => {
                let why = self.of(name).unwrap_or_else(|| {
                    self.missing.push(format!("{name} is left out without a reason: {theirs}"));
                    String::new()
                });
                (name.to_owned(), Fate::LeftOut, why)
            }
        }
    }

    fn unused(&self) -> impl Iterator<Item = String> {
        let unused = self.all.iter().filter(|(_, _, used)| !used);
        unused.map(|(name, _, _)| format!("the note on {name} is not needed"))
    }
}

fn written(rows: &BTreeMap<&str, Vec<(String, Fate, String)>>) -> String {
    let mut out = String::from(
        "# Names of grmtools 0.15\n\nEvery public name of grmtools' four crates, and what became of it. This page is written by \
         `cargo run --bin names` in `corpus-tools/peers` from both\nsets of sources; a test there keeps it true. Compared are paths and \
         signatures, without lifetimes, names of arguments and bounds: ours ask for less.\nSemantics are the subject of [Moving from \
         grmtools](from-grmtools.md).\n\n| | same | differs | left out |\n|---|---|---|---|\n",
    );
    let count =
        |rows: &[(String, Fate, String)], fate| rows.iter().filter(|row| row.1 == fate).count();
    let mut sums = [0; 3];
    for (library, rows) in rows {
        let counts = [Fate::Same, Fate::Differs, Fate::LeftOut].map(|fate| count(rows, fate));
        let _ = writeln!(out, "| {library} | {} | {} | {} |", counts[0], counts[1], counts[2]);
        sums = [0, 1, 2].map(|at| sums[at] + counts[at]);
    }
    let _ = writeln!(out, "| all | {} | {} | {} |", sums[0], sums[1], sums[2]);
    for (library, rows) in rows {
        let _ = write!(
            out,
            "\n## {library}\n\n| name | | how it differs, or why it is left out |\n|---|---|---|\n"
        );
        for (name, fate, text) in rows {
            let fate = match fate {
                Fate::Same => "same",
                Fate::Differs => "differs",
                Fate::LeftOut => "left out",
            };
            let _ = writeln!(out, "| `{name}` | {fate} | {} |", text.replace('|', "\\|"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::page;

    #[test]
    fn the_page_in_docs_is_what_the_sources_say() {
        let folder = env!("CARGO_MANIFEST_DIR");
        let page = page(&fs::read_to_string(format!("{folder}/names.txt")).unwrap()).unwrap();
        assert!(page.wrong.is_empty(), "{}", page.wrong.join("\n"));
        let written = fs::read_to_string(format!("{folder}/../../docs/grmtools-names.md")).unwrap();
        let differs = page.text.lines().zip(written.lines()).find(|(new, old)| new != old);
        assert!(differs.is_none() && page.text == written, "`cargo run --bin names`: {differs:?}");
    }
}
