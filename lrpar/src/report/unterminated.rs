//! Detects unterminated quotes and comments. To a lexer a quote without its counterpart is text
//! that is no lexeme, `/*` without `*/` is two operators, and what follows is read as a program.

use lrtable::Span;

use super::{
    Code, Help, Report,
    reporter::{LocationOf, Reporter},
    token_names::quoted,
};
use crate::{
    edit::TextEdit,
    lexer::{Lexeme, LexerTypes},
    recovery::{Change, limits},
};

impl<LexerTypesT: LexerTypes> Reporter<'_, LexerTypesT> {
    /// Returns a report of what the lexer says of a location, or of an unterminated quote or
    /// comment there, with what closes it as a suggestion, and the byte before which it covers
    /// errors.
    pub(super) fn unterminated(
        &self,
        location: &LocationOf<'_, LexerTypesT>,
    ) -> Option<(Report, usize)> {
        let at = location.span();
        if let Some(reason) = location.lex.and_then(|span| self.lexer.reason(span)) {
            return Some((Report::new(Code::UnknownText, reason, at), at.end()));
        }
        let comment = self.comment.get_or_init(|| self.open_comment());
        if let Some(comment) = *comment
            && comment <= at.start()
        {
            let line = self.lines().byte_to_line_end(comment)?;
            let end = self.source[..line].trim_end().len();
            let place = Span::new(comment, comment + 2);
            let report = report_of("unterminated comment", place, end, " */");
            return Some((report, usize::MAX));
        }
        let start = location.lex?.start();
        let quote = self.source[start..].chars().next().filter(|c| "\"'`".contains(*c))?;
        let rest = &self.source[start + 1..];
        let rest = &rest[..rest.floor_char_boundary(limits::QUOTE_BYTES)];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        if let Some(len) = closing(line, quote) {
            return Some(malformed(Span::new(start, start + 1 + len + 1), self.source, quote));
        }
        // Characters that usually follow a string are left outside of it.
        let content = line.trim_end().trim_end_matches([')', ']', '}', ';', ',', ' ', '\t', ':']);
        let end = start + 1 + content.len();
        let what = if quote == '"' { "unterminated string" } else { "unterminated quote" };
        let report = report_of(what, Span::new(start, start + 1), end, &quote.to_string());
        Some((report, start + 1 + line.len()))
    }

    /// Returns a change in words if it closes a text or a comment: it deletes lexemes from `/*` on,
    /// or makes those from an unknown quote on one lexeme of a token that is written in many ways.
    pub(super) fn closed(&self, change: &Change) -> Option<Help> {
        let Change { at, deleted, ref inserted } = *change;
        let last = (at + deleted).checked_sub(1).filter(|last| *last > at)?;
        let span = Span::new(self.span(at).start(), self.span(last).end());
        let text = span.text(self.source);
        if text.starts_with("/*") && inserted.is_empty() {
            return report_of("", span, span.end(), " */").helps.pop();
        }
        let quote = text.chars().next().filter(|c| "\"'`".contains(*c))?;
        let is_text = self.token(at) == self.tables.no_token()
            && matches!(inserted[..], [token] if self.lexicon.text(token).is_none());
        if !is_text {
            return None;
        }
        if text.ends_with(quote) {
            return malformed(span, self.source, quote).0.helps.pop();
        }
        report_of("", span, span.end(), &quote.to_string()).helps.pop()
    }

    /// Returns the first `/*` among the lexemes that no `*/` follows.
    fn open_comment(&self) -> Option<usize> {
        let from = self.source.rfind("*/").map_or(0, |at| at + 2);
        let lexemes = self.editor.lexemes();
        let first = lexemes.partition_point(|lexeme| lexeme.span().start() < from);
        let starts = lexemes[first..].iter().map(|lexeme| lexeme.span().start());
        let mut starts = starts.filter(|start| self.source[*start..].starts_with("/*"));
        starts.next()
    }
}

/// Returns the place of the next `quote` that is not escaped.
fn closing(line: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    line.char_indices().find_map(|(at, c)| {
        let is_end = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        is_end.then_some(at)
    })
}

fn report_of(title: &str, place: Span, end: usize, closing: &str) -> Report {
    let mut report = Report::new(Code::Unterminated, title.to_owned(), place);
    let span = Span::new(end, end);
    let text = format!("insert {}", quoted(closing.trim()));
    report.helps.push(Help::of_edit(text, TextEdit { span, text: closing.to_owned() }));
    report
}

/// Reports a quote that ends but is no lexeme: of several characters between `'`, or with a wrong
/// escape.
fn malformed(span: Span, source: &str, quote: char) -> (Report, usize) {
    let text = span.text(source);
    let mut report =
        Report::new(Code::UnknownText, format!("malformed literal {}", quoted(text)), span);
    let content = &text[1..text.len() - 1];
    if quote == '\'' && !content.contains(['"', '\\']) {
        let text = format!("\"{content}\"");
        let words = format!("write {}", quoted(&text));
        report.helps.push(Help::of_edit(words, TextEdit { span, text }));
    }
    (report, span.end())
}
