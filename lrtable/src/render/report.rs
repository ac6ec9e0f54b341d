//! What is shown of a mistake, as data: for grammars, lex files and programs.

use std::fmt;

use crate::span::Span;

/// The severity of a message: error, warning or note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A mistake because of which nothing can be built.
    Error,
    /// Something that is probably not what was meant.
    Warning,
    /// Something that was read and has no effect.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// A report on a mistake: what is wrong, where, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How serious the mistake is.
    pub severity: Severity,
    /// The kind of the mistake.
    pub code: Code,
    /// The mistake on one line.
    pub title: String,
    /// Where to fix the mistake: the place of the first edit.
    pub primary: Label,
    /// Other places that matter, such as the opener of a bracket.
    pub secondary: Vec<Label>,
    /// Fixes of the mistake. The first of a syntax error is the repair that the parser applied;
    /// the others differ from it, and from each other, in what they do.
    pub helps: Vec<Help>,
    /// The number of further repairs, beyond `helps`; saturating.
    pub more: u128,
    /// Further remarks. One of several lines is laid out already, and is shown as it is.
    pub notes: Vec<String>,
}

/// A place in the text, and what a report says there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The bytes that are marked; empty where something is missing.
    pub span: Span,
    /// The text beside the mark; may be empty.
    pub text: String,
}

named! {
    /// What a help is: the repair that the parser applied, or another.
    pub enum HelpKind {
        /// The repair that was applied.
        Applied = "applied",
        /// Another repair of the error's set.
        Repair = "repair",
        /// A repair that is not of the set: what people may mean, beside the repairs that the
        /// recoverer looks for.
        Suggestion = "suggestion",
    }
}

/// A fix of a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The kind of the help.
    pub kind: HelpKind,
    /// All edits in words: "insert `;`".
    pub text: String,
    /// The edits one by one, each in words at its place; empty if it has none.
    pub steps: Vec<Label>,
    /// The edits of the text; `None` if it is not known how an inserted token is written.
    pub edits: Option<Vec<TextEdit>>,
}

named! {
    /// The kind of mistake that a report is about.
    pub enum Code {
        /// A token is missing.
        Missing = "missing",
        /// A token is surplus.
        Unexpected = "unexpected",
        /// A token stands where another belongs.
        Wrong = "wrong",
        /// A keyword or an operator is misspelt.
        Misspelt = "misspelt",
        /// An opening bracket lacks its closing one.
        Unclosed = "unclosed",
        /// A quote or a comment does not end.
        Unterminated = "unterminated",
        /// A text is no lexeme.
        UnknownText = "unknown-text",
        /// No repair is known.
        NotUnderstood = "not-understood",
        /// A mistake in a grammar or a lex file.
        Specification = "specification",
    }
}

/// An edit of a text: a range of bytes and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The bytes to replace; an empty span inserts text.
    pub span: Span,
    /// The text to put there; empty for a deletion.
    pub text: String,
}

impl Report {
    /// Makes a report that has a code, a title and a place only, also for errors that a program
    /// finds itself.
    ///
    /// ```
    /// use lrtable::{Span, render::{Code, Renderer, Report}};
    ///
    /// let report = Report::new(Code::Wrong, "no field `size`".to_string(), Span::new(7, 11));
    /// let shown = Renderer::new("query", "select size").short(&report);
    /// assert_eq!(shown, "query:1:8: error: no field `size`\n");
    /// ```
    pub fn new(code: Code, title: String, span: Span) -> Report {
        let primary = Label { span, text: String::new() };
        let (secondary, helps, notes) = (Vec::new(), Vec::new(), Vec::new());
        Report { severity: Severity::Error, code, title, primary, secondary, helps, more: 0, notes }
    }
}

impl Help {
    /// Makes a suggestion of one edit; `text` is the edit in words.
    pub fn of_edit(text: String, edit: TextEdit) -> Help {
        let steps = vec![Label { span: edit.span, text: text.clone() }];
        Help { kind: HelpKind::Suggestion, text, steps, edits: Some(vec![edit]) }
    }
}
