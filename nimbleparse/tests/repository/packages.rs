//! Packages are complete, and the page of grmtools' names says what the sources say.

use std::{collections::BTreeSet, fs};

use crate::{files, root};

const PACKAGES: [&str; 6] =
    ["grammars", "lrtable", "lrpar", "lrlex", "nimbleparse", "corpus-tools"];

#[test]
fn each_package_has_what_a_registry_shows() {
    for package in PACKAGES {
        let folder = root().join(package);
        for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            let text = fs::read_to_string(folder.join(file));
            assert!(text.is_ok_and(|text| text.len() > 200), "{package}/{file}");
        }
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for key in [
            "description",
            "readme",
            "keywords",
            "categories",
            "include",
            "rust-version.workspace",
            "license.workspace",
            "version.workspace",
            "[package.metadata.docs.rs]",
        ] {
            assert!(manifest.lines().any(|line| line.starts_with(key)), "{package}: {key}");
        }
    }
}

/// Sources of packages include no file that lies outside of them: it would be missing where the
/// package is used.
#[test]
fn packages_include_nothing_from_outside() {
    for package in PACKAGES {
        let folder = root().join(package);
        let sources = match package {
            "grammars" => vec![folder.join("builtin.rs")],
            _ => files(&folder.join("src"), "rs"),
        };
        for source in sources {
            let depth = source.strip_prefix(&folder).unwrap().components().count() - 1;
            let text = fs::read_to_string(&source).unwrap();
            for line in text.lines() {
                let includes = ["include_str!(", "include_bytes!(", "include!(", "#[path ="];
                let up = line.matches("../").count();
                assert!(
                    up <= depth || !includes.iter().any(|include| line.contains(include)),
                    "{}: {line}",
                    source.display()
                );
            }
        }
    }
}

/// A table in `corpus-tools/peers` makes the page from both sets of sources, and a test there
/// compares it word for word. What is seen without these sources is that the page adds up, and that
/// what it calls the same can be found.
#[test]
fn the_page_of_grmtools_names_adds_up() {
    let page = fs::read_to_string(root().join("docs/grmtools-names.md")).unwrap();
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect())
        .collect();
    let count = |fate| rows.iter().filter(|row| row[1] == fate).count();
    let counts = ["same", "differs", "left out"].map(count);
    assert_eq!(counts.iter().sum::<usize>(), rows.len());
    let [same, differs, left_out] = counts;
    assert!(page.contains(&format!("| all | {same} | {differs} | {left_out} |")), "{counts:?}");

    let mut words = BTreeSet::new();
    let sources: Vec<String> = ["lrtable", "lrpar", "lrlex"]
        .iter()
        .flat_map(|library| files(&root().join(library).join("src"), "rs"))
        .map(|source| fs::read_to_string(source).unwrap())
        .collect();
    for source in &sources {
        words.extend(source.split(|c: char| !c.is_alphanumeric() && c != '_'));
    }
    for row in &rows {
        let name = row[0].trim_matches('`').rsplit(['.', ':']).next().unwrap();
        let name = name.trim_end_matches('!');
        assert!(
            row[1] == "left out" || name.parse::<u8>().is_ok() || words.contains(name),
            "{row:?}"
        );
        assert!(row[1] == "same" || !row[2].is_empty(), "{row:?} has no reason");
    }
}
