//! Formats Yacc and lex files: returns edits that make the layout even, and change nothing else.
//!
//! Names of rules begin their lines; `:`, `|` and `;` that begin a line are indented by one step,
//! and one blank comes after `:` and `|`; blanks before line ends go, and the file ends with one
//! line end. Actions, comments and other code stay as they are. The result is read again: it must
//! be the same grammar and the same lexer. Cost: that of building the table.

use std::collections::HashMap;

use lrpar::{TextEdit, apply_edits};
use lrtable::Span;

use super::{action_names::codes, references::is_same};
use crate::{
    Error, ErrorKind,
    language::{Part, Specification},
};

/// Returns the edits that lay out a file; `step` is the indentation, in blanks or tabs.
///
/// # Errors
///
/// One line on why the file is left as it is.
pub fn edits(
    specification: &Specification,
    part: Part,
    step: &str,
) -> Result<Vec<TextEdit>, Error> {
    let no = |why: &str| Err(Error::new(ErrorKind::Impossible, why));
    let is_right = match part {
        Part::Grammar => specification.grammar().is_some(),
        Part::Lexer => specification.lexer().is_some(),
    };
    if !is_right {
        return no("the file has mistakes: fix them first, then it can be laid out");
    }
    let text = specification.text(part);
    let layout =
        Layout { text, step, kept: kept(specification, part), names: names(specification, part) };
    let mut edits = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        layout.line(Span::new(at, at + line.len()), &mut edits);
        at += line.len();
    }
    layout.end(&mut edits);
    let laid_out = |of: Part| {
        let own = if of == part { &edits[..] } else { &[] };
        specification.has(of).then(|| apply_edits(specification.text(of), own))
    };
    let (grammar, lexer) = (laid_out(Part::Grammar), laid_out(Part::Lexer));
    let after = Specification::until(grammar, lexer, specification.stop.clone());
    match is_same(specification, &after) {
        true => Ok(edits),
        false => no("blanks of this file mean something: lay it out by hand"),
    }
}

/// Returns what stays as it is, code and comments, in order and disjoint.
fn kept(specification: &Specification, part: Part) -> Vec<Span> {
    let text = specification.text(part);
    let codes: HashMap<usize, Span> = match part {
        Part::Grammar => {
            codes(&specification.ast).map(|code| (code.span.start(), code.span)).collect()
        }
        Part::Lexer => HashMap::new(),
    };
    let mut kept = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let code = codes.get(&at).filter(|code| !code.is_empty()).map(|code| code.len());
        if let Some(len) = code.or_else(|| foreign(rest, part)) {
            kept.push(Span::new(at, at + len));
            at += len;
            continue;
        }
        let first = rest.chars().next().map_or(1, char::len_utf8);
        // A quote that is not closed on its line is a mistake, or stands in foreign text.
        let quote = ["'", "\""].into_iter().find(|quote| rest.starts_with(quote));
        let quote = quote.filter(|_| part == Part::Grammar);
        let closing = quote.and_then(|quote| rest.lines().next()?[1..].find(quote));
        at += closing.map_or(first, |end| end + 2);
    }
    kept
}

/// Returns the length of the comment or the code in braces with which `rest` begins. In lex files
/// `/*` is part of a regex.
fn foreign(rest: &str, part: Part) -> Option<usize> {
    let is_grammar = part == Part::Grammar;
    let kinds = [("%{", "%}", true), ("/*", "*/", is_grammar), ("//", "\n", is_grammar)];
    let (open, close, _) = kinds.into_iter().find(|(open, _, is)| *is && rest.starts_with(open))?;
    let inside = &rest[open.len()..];
    let end = inside.find(close).map_or(inside.len(), |end| match close {
        "\n" => end,
        _ => end + close.len(),
    });
    Some(open.len() + end)
}

/// Returns where the names of rules begin, in order.
fn names(specification: &Specification, part: Part) -> Vec<usize> {
    let rules = specification.ast.rules.iter().filter(|_| part == Part::Grammar);
    let mut names: Vec<usize> = rules.map(|rule| rule.name.span.start()).collect();
    names.sort_unstable();
    names
}

struct Layout<'s> {
    text: &'s str,
    step: &'s str,
    kept: Vec<Span>,
    names: Vec<usize>,
}

impl Layout<'_> {
    /// Returns the first kept span that ends after a place.
    fn kept_at(&self, at: usize) -> Option<Span> {
        let found = self.kept.partition_point(|span| span.end() <= at);
        self.kept.get(found).copied()
    }

    /// Returns whether a place is in a kept span, after its beginning.
    fn is_kept(&self, at: usize) -> bool {
        self.kept_at(at).is_some_and(|span| span.start() < at)
    }

    /// Replaces a span if that changes something.
    fn put(&self, start: usize, end: usize, text: &str, edits: &mut Vec<TextEdit>) {
        let span = Span::new(start, end);
        if span.text(self.text) != text {
            edits.push(TextEdit { span, text: text.to_owned() });
        }
    }

    fn line(&self, line: Span, edits: &mut Vec<TextEdit>) {
        let whole = line.text(self.text);
        let content = whole.trim_end_matches(['\n', '\r']);
        let shown = content.trim_end_matches([' ', '\t']);
        let first = line.start() + content.len() - content.trim_start_matches([' ', '\t']).len();
        let (end, shown_end) = (line.start() + content.len(), line.start() + shown.len());
        if !shown.is_empty() && !self.is_kept(line.start()) {
            self.begin(line.start(), first, shown_end, edits);
        }
        let is_inside = self.kept_at(end).is_some_and(|span| span.start() <= shown_end);
        if !is_inside {
            self.put(shown_end, end, "", edits);
        }
    }

    /// Indents the line whose first non-blank character is at `first`.
    fn begin(&self, start: usize, first: usize, end: usize, edits: &mut Vec<TextEdit>) {
        if self.names.binary_search(&first).is_ok() {
            return self.put(start, first, "", edits);
        }
        let in_rules = self.names.first().is_some_and(|name| *name < first);
        let rest = &self.text[first..end];
        if !in_rules || self.is_kept(first) || !rest.starts_with([':', '|', ';']) {
            return;
        }
        self.put(start, first, self.step, edits);
        let after = rest[1..].len() - rest[1..].trim_start_matches([' ', '\t']).len();
        if !rest.starts_with(';') && rest.len() > 1 {
            self.put(first + 1, first + 1 + after, " ", edits);
        }
    }

    /// Leaves one line end at the end of the file.
    fn end(&self, edits: &mut Vec<TextEdit>) {
        let shown = self.text.trim_end().len();
        if shown == 0 || self.kept_at(shown).is_some() {
            return;
        }
        edits.retain(|edit| edit.span.start() < shown);
        let line_end = if self.text[shown..].contains("\r\n") { "\r\n" } else { "\n" };
        self.put(shown, self.text.len(), line_end, edits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;

    fn laid_out(spec: &Specification, part: Part) -> String {
        apply_edits(spec.text(part), &edits(spec, part, "    ").unwrap())
    }

    #[test]
    fn lines_are_indented_and_code_and_comments_stay() {
        let grammar = "%grmtools{yacckind: Grmtools}  \n%%\n  E -> u8:E '|' T { 1 }  \n|T {\n  |x| 2;  \n\t: }\t\n/* \n| c  */\n  ;\nT -> u8\n:'a' { 3 } // x  \n| ':'\n  { 4 } ;\n\n\n";
        let expected = "%grmtools{yacckind: Grmtools}\n%%\nE -> u8:E '|' T { 1 }\n    | T {\n  |x| 2;  \n\t: }\n/* \n| c  */\n    ;\nT -> u8\n    : 'a' { 3 } // x\n    | ':'\n  { 4 } ;\n";
        let spec = Specification::new(Some(grammar.to_owned()), None);
        let once = laid_out(&spec, Part::Grammar);
        assert_eq!(once, expected);
        let again = Specification::new(Some(once), None);
        assert_eq!(edits(&again, Part::Grammar, "    "), Ok(Vec::new()));
        let lexer = "D [0-9]  \n%%\n{D}+ 'a' \n[ ]+ ;\n\\  'b'\n\n";
        let spec = Specification::new(None, Some(lexer.to_owned()));
        assert_eq!(laid_out(&spec, Part::Lexer), "D [0-9]\n%%\n{D}+ 'a'\n[ ]+ ;\n\\  'b'\n");
        let broken = Specification::new(Some("%%\nE: 'a".to_owned()), None);
        assert!(edits(&broken, Part::Grammar, " ").unwrap_err().message().contains("mistakes"));
    }

    /// The built-in files are laid out by hand in the same way.
    #[test]
    fn built_in_grammars_stay_as_they_are() {
        for builtin in builtin::ALL {
            let spec = Specification::new(Some(builtin.yacc.into()), Some(builtin.lex.into()));
            for part in [Part::Grammar, Part::Lexer] {
                assert_eq!(laid_out(&spec, part), spec.text(part), "{}", builtin.name);
            }
        }
    }
}
