//! Documents are in plain English: certain phrases are not written, and have a better word.

use std::fs;

use crate::{files, root};

/// A phrase that is not written.
struct Phrase {
    words: &'static str,
    /// Phrases with the same words that are.
    unless: &'static [&'static str],
    better: &'static str,
}

const fn phrase(words: &'static str, better: &'static str) -> Phrase {
    Phrase { words, unless: &[], better }
}

const PHRASES: &[Phrase] = &[
    phrase("are one.", "are merged"),
    phrase("as for", "see, or as with"),
    phrase("as if there were none", "what it is then"),
    phrase("as small as it may", "however small"),
    phrase("behind", "after"),
    phrase("comes to.", "what it is: its outcome, its size"),
    phrase("in no time told apart", "not distinguished"),
    phrase("in vain", "without a match, without a result"),
    Phrase { words: "is none", unless: &["there is none", "is none of"], better: "is invalid" },
    phrase("is not one.", "is invalid"),
    phrase("mend", "fix"),
    phrase("mended", "fixed"),
    phrase("mends", "fixes"),
    phrase("no square of", "is linear in"),
    phrase("nothing yet.", "what is empty"),
    phrase("of which is told", "which is reported"),
    phrase("which is rare", "when it happens"),
];

/// Words that begin the documentation of an item and say nothing in a search result.
const NO_BEGINNING: &str = "the same";

/// What is wrong with a text of which `paragraphs` are the parts.
fn wrong(paragraphs: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for paragraph in paragraphs {
        let text = paragraph.to_lowercase();
        for Phrase { words, unless, better } in PHRASES {
            let is_part = |c: char| c.is_alphanumeric() || "_-".contains(c);
            let times = text.match_indices(words).filter(|(at, _)| {
                let (before, after) = (&text[..*at], &text[at + words.len()..]);
                !before.ends_with(is_part) && (words.ends_with('.') || !after.starts_with(is_part))
            });
            let fine: usize = unless.iter().map(|other| text.matches(other).count()).sum();
            if times.count() > fine {
                found.push(format!("'{words}' (better: {better}) in: {paragraph}"));
            }
        }
    }
    found
}

/// The documentation in a Rust file: a text for each item, its lines joined.
fn documentation(source: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    for line in source.lines().map(str::trim_start) {
        match line.strip_prefix("///").or(line.strip_prefix("//!")) {
            Some(text) => *items.last_mut().unwrap() += text,
            None => items.push(String::new()),
        }
    }
    items.retain(|item| !item.trim().is_empty());
    items
}

#[test]
fn phrases_are_found_across_lines_and_not_inside_of_words() {
    let items =
        documentation("/// This is in\n/// vain.\nfn f() {}\n//! There is none. Amended.\n");
    assert_eq!(items, [" This is in vain.", " There is none. Amended."]);
    assert_eq!(wrong(&items).len(), 1);
    let one = |text: &str| wrong(&[text.to_owned()]).len();
    assert_eq!(
        (one("The regex is none."), one("Mend it, as for these."), one("are one line")),
        (1, 2, 0)
    );
}

#[test]
fn documents_are_in_plain_english() {
    let root = root();
    let mut paths = files(&root.join("docs"), "md");
    for folder in ["lrtable", "lrpar", "lrlex", "nimbleparse", "grammars", "corpus-tools"] {
        let all = ["md", "rs"].map(|ending| files(&root.join(folder), ending));
        paths.extend(all.into_iter().flatten());
    }
    paths.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    let mut messages = Vec::new();
    let mut seen = 0;
    for path in paths {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        seen += 1;
        let text = fs::read_to_string(&path).unwrap();
        let found = if name.ends_with(".rs") {
            let items = documentation(&text);
            let empty =
                items.iter().filter(|item| item.trim().to_lowercase().starts_with(NO_BEGINNING));
            let empty = empty.map(|item| format!("documentation begins '{NO_BEGINNING}':{item}"));
            wrong(&items).into_iter().chain(empty).collect()
        } else {
            wrong(&text.split("\n\n").map(str::to_owned).collect::<Vec<_>>())
        };
        messages.extend(found.into_iter().map(|found| format!("{name}: {found}")));
    }
    assert!(messages.is_empty(), "{}", messages.join("\n"));
    assert!(seen > 400, "only {seen} files");
}
