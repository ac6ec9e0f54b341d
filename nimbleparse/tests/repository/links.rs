//! Links between documents lead to files and to headings that exist.

use std::{collections::BTreeSet, fs, path::PathBuf};

use crate::{files, root};

/// Packages that have documents beside the guide.
const PACKAGES: [&str; 6] =
    ["lrtable", "lrpar", "lrlex", "nimbleparse", "grammars", "corpus-tools"];

fn documents() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(root()).unwrap().map(|e| e.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    for folder in ["docs"].iter().chain(&PACKAGES) {
        found.extend(files(&root().join(folder), "md"));
    }
    found.sort();
    found
}

/// The lines of a document outside of blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    })
}

/// The targets of the links in a document: what stands in `[text](target)`.
fn targets(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in prose(text) {
        // Code in backticks holds no links.
        for part in line.split('`').step_by(2) {
            let ends = part.split("](").skip(1);
            found.extend(ends.filter_map(|rest| rest.split_once(')').map(|(target, _)| target)));
        }
    }
    found
}

/// The anchors of a document's headings, as the usual hosts make them: small letters, digits, `-`
/// and `_`, blanks as `-`; the second heading of a name ends in `-1`.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in prose(text).filter(|line| line.starts_with('#')) {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = |c: char| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c => c.is_alphanumeric().then_some(c),
        };
        let anchor: String = heading.chars().filter_map(kept).collect();
        let nth = (0..).map(|nth| match nth {
            0 => anchor.clone(),
            nth => format!("{anchor}-{nth}"),
        });
        let free = nth.filter(|name| !found.contains(name)).take(1);
        let free: Vec<String> = free.collect();
        found.extend(free);
    }
    found
}

#[test]
fn headings_have_the_anchors_that_hosts_give_them() {
    let text = "# `--dump` and *more*\n## A, b\n```\n# code\n```\n## A b\n";
    let expected = ["--dump-and-more", "a-b", "a-b-1"].map(String::from);
    assert_eq!(anchors(text), BTreeSet::from(expected));
    assert_eq!(targets("a [b](c.md#d) `[e](f)` [g](h)\n```\n[i](j)\n```"), ["c.md#d", "h"]);
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    let mut count = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for target in targets(&text) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            count += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = match file {
                "" => document.clone(),
                file => document.with_file_name(file),
            };
            let is_there = match anchor {
                "" => file.exists(),
                anchor => {
                    fs::read_to_string(&file).is_ok_and(|text| anchors(&text).contains(anchor))
                }
            };
            if !is_there {
                broken.push(format!("{}: {target}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(count > 100, "{count} links");
}

/// The guide as a site has every page, once.
#[test]
fn the_summary_of_the_guide_lists_every_page() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut listed = targets(&summary);
    listed.sort_unstable();
    let pages = files(&docs, "md");
    let pages = pages.iter().map(|page| page.strip_prefix(&docs).unwrap().display().to_string());
    // Links have slashes on every system.
    let pages = pages.map(|page| page.replace('\\', "/"));
    let mut pages: Vec<String> = pages.filter(|page| page != "SUMMARY.md").collect();
    pages.sort_unstable();
    assert_eq!(listed, pages);
}
