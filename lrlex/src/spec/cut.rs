//! Where a rule's line is cut into its regex and what the rule does.

use lrtable::Span;

use super::{
    LexFile, c, is_blank, is_newline,
    pattern::{class_len, comment_len, flags},
    trimmed_end,
};

/// The piece of a line that says what a rule does.
pub(super) enum Piece {
    /// A target in the syntax of lrlex: `"NAME"`, `;`, perhaps after `<S>`.
    Target(Span),
    /// An action in C.
    Action(Span),
    /// A `|`: the action of the next rule.
    Next,
    /// Nothing: the line says nothing of what the rule does.
    Missing,
}

impl LexFile<'_> {
    /// Cuts a line of a plain file at the last blank, or before a name that has blanks in it.
    pub(super) fn cut(&mut self, line: Span) -> (Span, Piece) {
        self.skip_line();
        let text = self.text(line);
        let Some(blank) = text.rfind(is_blank) else {
            return (line, Piece::Missing);
        };
        let mut start = blank + 1;
        if !is_target(&text[start..]) {
            start = spaced_target(text).unwrap_or(start);
        }
        let regex = trimmed_end(self.source, Span::new(line.start(), line.start() + start - 1));
        (regex, Piece::Target(Span::new(line.start() + start, line.end())))
    }

    /// Cuts a line of a flex file at the first blank outside quotes and brackets.
    pub(super) fn cut_flex(&mut self, line: Span) -> (Span, Piece) {
        let len = flex_regex_len(self.rest());
        let regex = Span::new(line.start(), line.start() + len);
        // A regex may go on in further lines.
        self.at = regex.end();
        let line = self.line();
        let action = self.text(line);
        let start = line.end() - action.trim_start().len();
        let action = action.trim();
        self.at = start;
        if action.starts_with("%{") {
            let block = self.code_block();
            self.skip_line();
            return (regex, Piece::Action(block));
        }
        let is_target = is_target(action) || spaced_target(&format!(" {action}")) == Some(1);
        if !is_target && !action.is_empty() && !action.starts_with('|') {
            return (regex, Piece::Action(self.code()));
        }
        self.skip_line();
        let span = Span::new(start, line.end());
        let piece = match action {
            "" | ";" => Piece::Action(span),
            _ if is_target => Piece::Target(span),
            _ => Piece::Next,
        };
        (regex, piece)
    }

    /// The action here, over lines as long as a brace is open; goes past that line.
    fn code(&mut self) -> Span {
        let start = self.at;
        if let Some(len) = c::action_len(self.rest()) {
            self.at += len;
            return trimmed_end(self.source, Span::new(start, self.at));
        }
        let span = self.line();
        let brace = start + self.rest().find('{').unwrap_or(0);
        self.error("'{' is never closed by '}'", Span::new(brace, brace + 1));
        self.skip_line();
        span
    }
}

/// Whether `text` is a `;` or a name in quotes, with a start state before it or not.
pub(super) fn is_target(text: &str) -> bool {
    let name = match text.find('>') {
        Some(close) if text.starts_with('<') => &text[close + 1..],
        _ => text,
    };
    name == ";" || unquoted(name).is_some()
}

/// Where in the line `text` a target starts whose name has blanks in it.
fn spaced_target(text: &str) -> Option<usize> {
    let quote = text.chars().next_back().filter(|&c| c == '"' || c == '\'')?;
    let open = text[..text.len() - 1].rfind(quote)?;
    let start = text[..open].rfind(is_blank)? + 1;
    let between = &text[start..open];
    (between.is_empty() || between.starts_with('<') && between.find('>') == Some(between.len() - 1))
        .then_some(start)
}

/// What stands between two equal quotes.
pub(super) fn unquoted(text: &str) -> Option<&str> {
    ['"', '\''].iter().find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote))
}

/// Length of the regex at the start of a rule of a flex file. Blanks and line ends belong to it in
/// quotes and brackets, and in groups `(?x:…)`.
fn flex_regex_len(text: &str) -> usize {
    let mut at = 0;
    let mut line_end = 0;
    let mut quoted = false;
    // For each group that is open whether blanks mean nothing in it.
    let mut groups: Vec<bool> = Vec::new();
    while let Some(c) = text[at..].chars().next() {
        if at >= line_end {
            line_end = at + text[at..].find(is_newline).unwrap_or(text.len() - at);
        }
        let rest = &text[at..line_end.max(at + c.len_utf8())];
        let extended = groups.last() == Some(&true);
        at += match c {
            '\n' | '\r' if quoted || !extended => return at,
            ' ' | '\t' if !quoted && !extended => return at,
            '[' if !quoted => class_len(rest),
            '(' if !quoted && rest.starts_with("(?#") => rest.find(')').unwrap_or(0) + 1,
            '/' if !quoted && extended => comment_len(&text[at..]).max(1),
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => c.len_utf8(),
        };
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted && !rest.starts_with("(?#") => {
                groups.push(flags(rest).map_or(extended, |(_, sets)| sets.unwrap_or(extended)));
            }
            ')' if !quoted => drop(groups.pop()),
            _ => {}
        }
    }
    text.len()
}
