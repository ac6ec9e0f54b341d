//! The workspace's packages depend on five others and on each other in one direction, whatever the
//! kind of dependency; what is built for users has no debug information.

use std::fs;

use crate::{files, root};

/// The only packages from elsewhere.
const FOREIGN: [&str; 5] = ["fnv", "indexmap", "num-traits", "regex", "vob"];

/// Each package of the workspace, and which others it may use.
const LAYERS: [(&str, &[&str]); 6] = [
    ("grammars", &[]),
    ("lrtable", &[]),
    ("lrpar", &["lrtable"]),
    ("lrlex", &["lrtable", "lrpar"]),
    ("nimbleparse", &["lrtable", "lrpar", "lrlex", "nimbleparse-grammars"]),
    ("corpus-tools", &["lrtable", "lrpar", "lrlex", "nimbleparse", "nimbleparse-grammars"]),
];

/// The names of all direct dependencies in a manifest: normal, for tests, for builds, for one
/// target, or of the workspace.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut in_table = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            let last_two = header.rsplit('.').take(2).collect::<Vec<_>>();
            let is_kind = |name: &str| name.trim_matches('"').ends_with("dependencies");
            in_table = is_kind(last_two[0]);
            if let [name, kind] = last_two[..]
                && is_kind(kind)
            {
                names.push(name.to_string());
            }
        } else if in_table
            && !line.starts_with('#')
            && let Some((name, value)) = line.split_once('=')
        {
            let name = name.trim().trim_matches('"');
            let name = name.split('.').next().unwrap();
            // A dependency under another name is the package that it is.
            let renamed = value.split_once("package").and_then(|(_, rest)| rest.split('"').nth(1));
            names.push(renamed.unwrap_or(name).to_string());
        }
    }
    names
}

#[test]
fn dependencies_are_read_however_they_are_written() {
    let manifest = r#"
        [package]
        name = "x"
        [dependencies]
        a = "1"
        b.workspace = true
        c = { version = "1", features = ["y"] }
        other = { package = "d", version = "1" }
        [dev-dependencies.e]
        version = "1"
        [target.'cfg(unix)'.build-dependencies]
        f = "1"
        [workspace.dependencies]
        "g" = "1"
        [features]
        default = ["h"]
    "#;
    assert_eq!(dependencies(manifest), ["a", "b", "c", "d", "e", "f", "g"].map(String::from));
}

#[test]
fn packages_depend_on_five_others_and_on_those_to_their_left() {
    for (package, may_use) in LAYERS {
        let path = root().join(package).join("Cargo.toml");
        for name in dependencies(&fs::read_to_string(&path).unwrap()) {
            assert!(
                FOREIGN.contains(&name.as_str()) || may_use.contains(&name.as_str()),
                "{package} may not depend on {name}"
            );
        }
    }
}

#[test]
fn examples_depend_on_the_libraries_only() {
    let libraries = ["lrtable", "lrpar", "lrlex"];
    for library in libraries {
        for path in files(&root().join(library).join("examples"), "toml") {
            for name in dependencies(&fs::read_to_string(&path).unwrap()) {
                assert!(libraries.contains(&name.as_str()), "{} uses {name}", path.display());
            }
        }
    }
}

#[test]
fn the_workspace_holds_these_packages_and_dependencies() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let members = manifest.lines().find(|line| line.starts_with("members")).unwrap();
    let mut members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    members.retain(|member| !member.ends_with("/examples/*"));
    members.sort_unstable();
    let mut packages = LAYERS.map(|(package, _)| package);
    packages.sort_unstable();
    assert_eq!(members, packages);
    for name in dependencies(&manifest) {
        assert!(
            FOREIGN.contains(&name.as_str())
                || packages.contains(&name.as_str())
                || name == "nimbleparse-grammars",
            "the workspace may not depend on {name}"
        );
    }
}

#[test]
fn what_users_install_holds_no_debug_information() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let release = manifest.split("\n[").find(|table| table.starts_with("profile.release]"));
    let mut keys = release.unwrap_or("").lines().filter_map(|line| line.split_once('='));
    assert!(keys.all(|(key, _)| key.trim() != "debug"));
}
