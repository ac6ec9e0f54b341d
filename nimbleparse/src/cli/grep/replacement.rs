//! Replacing what a query matches by a text with its captures.

use lrpar::{Query, QueryMatch, SyntaxNode, TextEdit, apply_edits};
use lrtable::{Span, near::did_you_mean};
use nimbleparse::{
    language::{Language, Parsed, Recovery},
    output::found::span,
};

/// What replaces matches of a query.
pub(super) struct Replacement {
    pieces: Vec<Piece>,
    /// The capture that is replaced, instead of the match.
    capture: Option<usize>,
}

enum Piece {
    Text(String),
    Capture(usize),
}

impl Replacement {
    /// Reads a template: `@name` is the text of a capture, `@@` is `@`. `capture` is the name of
    /// what is replaced.
    ///
    /// # Errors
    ///
    /// If it names a capture that the query does not have.
    pub(super) fn new(
        template: &str,
        capture: Option<&str>,
        query: &Query,
    ) -> Result<Replacement, String> {
        let unknown = |name: &str| {
            let known = query.capture_names().iter().map(String::as_str);
            format!("the query has no capture '@{name}'{}", did_you_mean(name, known))
        };
        let mut pieces = Vec::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('@') {
            pieces.push(Piece::Text(before.to_owned()));
            if let Some(after) = after.strip_prefix('@') {
                pieces.push(Piece::Text("@".to_owned()));
                rest = after;
                continue;
            }
            let is_name = |c: char| c.is_alphanumeric() || "_-.?!".contains(c);
            let name = &after[..after.find(|c| !is_name(c)).unwrap_or(after.len())];
            // A full stop or a hyphen after a name may be of the text.
            let ends = name.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
            let found =
                ends.into_iter().find_map(|end| Some((query.capture_index(&name[..end])?, end)));
            let (index, end) = found.ok_or_else(|| match name {
                "" => "'@' in the replacement names no capture; '@@' stands for '@'".to_owned(),
                name => unknown(name),
            })?;
            pieces.push(Piece::Capture(index));
            rest = &after[end..];
        }
        pieces.push(Piece::Text(rest.to_owned()));
        let index = |name: &str| {
            let name = name.strip_prefix('@').unwrap_or(name);
            query.capture_index(name).ok_or_else(|| unknown(name))
        };
        Ok(Replacement { pieces, capture: capture.map(index).transpose()? })
    }

    /// Returns the edits that replace all matches, sorted; `Err` with two places if they overlap.
    pub(super) fn edits(
        &self,
        text: &str,
        matches: &[QueryMatch<'_>],
    ) -> Result<Vec<TextEdit>, [Span; 2]> {
        let mut edits: Vec<TextEdit> = Vec::new();
        for found in matches {
            let span = match self.capture {
                None => Some(span(found)),
                Some(capture) => whole(found.nodes(capture)),
            };
            edits.extend(span.map(|span| TextEdit { span, text: self.text(text, found) }));
        }
        edits.sort_by_key(|edit| (edit.span.start(), edit.span.end()));
        // Several matches may say one thing.
        edits.dedup();
        let overlaps = |pair: &[TextEdit]| {
            pair[1].span.start() < pair[0].span.end() || pair[0].span == pair[1].span
        };
        match edits.windows(2).find(|pair| overlaps(pair)) {
            Some(pair) => Err([pair[0].span, pair[1].span]),
            None => Ok(edits),
        }
    }

    fn text(&self, text: &str, found: &QueryMatch<'_>) -> String {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Text(own) => own,
            Piece::Capture(index) => whole(found.nodes(*index)).map_or("", |span| span.text(text)),
        });
        pieces.collect()
    }
}

/// Returns the bytes from the first to the last of `nodes`; `None` if there is none.
fn whole<'t>(nodes: impl Iterator<Item = SyntaxNode<'t>>) -> Option<Span> {
    let spans = nodes.map(SyntaxNode::span);
    spans.reduce(|a, b| Span::new(a.start().min(b.start()), a.end().max(b.end())))
}

/// Returns the text with edits.
///
/// # Errors
///
/// The number of its syntax errors, if they are more than `before`.
pub(super) fn edited(
    language: &Language,
    text: &str,
    edits: &[TextEdit],
    recovery: &Recovery,
    before: usize,
) -> Result<String, usize> {
    let new = apply_edits(text, edits);
    let errors = Parsed::new(language, &new, recovery, None).errors.len();
    if errors > before { Err(errors) } else { Ok(new) }
}
