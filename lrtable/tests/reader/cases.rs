//! Reading the case files.

use std::{fs, path::PathBuf};

use lrtable::yacc::YaccKind;

/// One case.
pub(crate) struct Case {
    pub(crate) title: String,
    pub(crate) grammar: String,
    pub(crate) tree: String,
    pub(crate) messages: String,
}

impl Case {
    /// The grammar as a file holds it.
    pub(crate) fn source(&self) -> String {
        if self.title.ends_with("[crlf]") {
            self.grammar.replace('\n', "\r\n")
        } else {
            self.grammar.clone()
        }
    }

    /// The kind that the title names.
    pub(crate) fn kind(&self) -> Option<YaccKind> {
        let (_, named) = self.title.split_once(" (")?;
        let (named, _) = named.rsplit_once(')').expect("the kind's parenthesis is closed");
        Some(YaccKind::from_name(named).expect("the title names a kind"))
    }

    /// The case as the file holds it.
    pub(crate) fn text(&self) -> String {
        let Case { title, grammar, tree, messages } = self;
        format!("==== {title}\n{grammar}---- tree\n{tree}---- messages\n{messages}")
    }
}

/// All case files with their cases, in the order of their names.
pub(crate) fn all() -> Vec<(PathBuf, Vec<Case>)> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/reader");
    let entries = fs::read_dir(directory).expect("the directory of cases exists");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "case"));
    paths.sort();
    assert!(!paths.is_empty(), "there are cases");
    paths.into_iter().map(|path| (path.clone(), cases(&path))).collect()
}

fn cases(path: &PathBuf) -> Vec<Case> {
    let text = fs::read_to_string(path).expect("a case file is readable");
    let text = text.strip_prefix("==== ").expect("a case file starts with a title");
    let case = |text: &str| {
        let (title, rest) = text.split_once('\n').expect("a title ends its line");
        let (grammar, rest) = rest.split_once("---- tree\n").unwrap_or((rest, ""));
        let (tree, messages) = rest.split_once("---- messages\n").unwrap_or((rest, ""));
        Case {
            title: title.to_string(),
            grammar: grammar.to_string(),
            tree: tree.to_string(),
            messages: messages.to_string(),
        }
    };
    let mut starts = vec![0];
    starts.extend(text.match_indices("\n==== ").map(|(at, _)| at + 6));
    let ends = starts.iter().skip(1).map(|start| start - 5).chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| case(&text[start..end])).collect()
}
