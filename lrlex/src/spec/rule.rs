//! The rules section: where a line is cut into start states, regex and target, and what the pieces mean.

use lrtable::Span;

use super::{
    Flags, Reader, RuleSpec, StartStateOperation, is_blank, is_newline, name_len, trimmed_end,
};

/// What a rule does with the text it matches.
#[derive(Clone, Debug, Default)]
pub(super) struct Target {
    /// The token's name; `None` skips the text.
    pub(super) name: Option<Span>,
    pub(super) state: Option<(usize, StartStateOperation)>,
}

/// The piece of a line that says what a rule does.
enum Piece {
    /// As lrlex writes it.
    Target(Span),
    /// C code.
    Action(Span),
    /// `|`: what the next rule does.
    Next,
    /// There is none.
    Missing,
}

impl Reader<'_> {
    /// Does a line here have an action in C?
    pub(super) fn rules_look_like_flex(&self) -> bool {
        self.rest()
            .lines()
            .take_while(|line| !line.starts_with("%%"))
            .any(|line| {
                let line = line.trim_end();
                let plain =
                    line.starts_with("//") || line.rsplit(is_blank).next().is_some_and(is_target);
                let has = |word: &str| {
                    line.match_indices(word)
                        .any(|(at, _)| line[..at].ends_with(is_blank))
                };
                !plain && (line.ends_with('}') && has("{") || line.ends_with(';') && has("return"))
            })
    }

    /// Reads the rules and what may follow them.
    pub(super) fn rules(&mut self, flags: &Flags) -> Vec<RuleSpec> {
        let mut rules: Vec<RuleSpec> = Vec::new();
        let mut waiting = 0;
        loop {
            let line_start = self.skip_blank_lines();
            let rest = self.rest();
            if rest.is_empty() {
                break;
            } else if line_start && rest.starts_with("%%") {
                self.routines();
                break;
            } else if flags.allow_wholeline_comments && rest.starts_with("//") {
                self.skip_line();
            } else if self.flex && rest.starts_with("/*") {
                self.skip_block("*/");
            } else if self.flex && rest.starts_with("%{") {
                self.skip_block("%}");
            } else if self.flex && !line_start {
                let code = self.line();
                self.note("indented code has no effect", code);
                self.skip_line();
            } else {
                let (piece, rule) = self.rule(flags);
                let ready = rules.len() - waiting;
                rules.extend(rule);
                match piece {
                    Piece::Next => waiting = rules.len() - ready,
                    Piece::Missing => waiting = 0,
                    Piece::Target(span) | Piece::Action(span) => {
                        let target = match piece {
                            Piece::Action(_) => self.action(span),
                            _ => self.target(span),
                        };
                        for rule in &mut rules[ready..] {
                            rule.name = target.name.map(|name| self.text(name).to_owned());
                            rule.name_span =
                                target.name.unwrap_or(Span::new(span.start(), span.start()));
                            rule.target = target.state.clone();
                        }
                        waiting = 0;
                    }
                }
            }
        }
        if waiting > 0 {
            let last = rules[rules.len() - 1].pattern.span();
            self.error("no rule follows whose action '|' could stand for", last);
        }
        rules
    }

    /// Goes to the next character that is no white space; does it start a line?
    fn skip_blank_lines(&mut self) -> bool {
        self.skip_white();
        self.source[..self.at].ends_with(is_newline)
    }

    /// Reads what stands behind the `%%` that ends the rules.
    fn routines(&mut self) {
        let mark = Span::new(self.at, self.at + 2);
        self.at = mark.end();
        if self.rest().trim().is_empty() {
            return;
        }
        if self.flex {
            self.note("the code behind the second '%%' has no effect", mark);
        } else {
            self.error("nothing can follow the second '%%'", mark);
        }
        self.at = self.source.len();
    }

    /// Reads a rule; what it does is still to be filled in.
    fn rule(&mut self, flags: &Flags) -> (Piece, Option<RuleSpec>) {
        let line = self.line();
        let (regex, piece) = if self.flex {
            self.cut_flex(line)
        } else {
            self.cut(line)
        };
        let known = self.diagnostics.len();
        let (regex, start_states) = self.rule_states(regex);
        let translated = self.translate(regex, flags);
        if self.diagnostics.len() > known {
            return (piece, None);
        }
        if regex.is_empty() {
            self.error("the rule has no regex", line);
            return (piece, None);
        }
        if let Piece::Missing = piece {
            let text = self.text(line);
            self.error(
                format!("expected a blank and a token name or ';' behind '{text}'"),
                line,
            );
        }
        let rule = RuleSpec {
            name: None,
            name_span: Span::new(line.end(), line.end()),
            pattern: translated.pattern,
            line_start: translated.line_start,
            context: translated.context,
            start_states,
            target: None,
        };
        (piece, Some(rule))
    }

    /// Cuts a line of a plain file at the last blank, or before a name that has blanks in it.
    fn cut(&mut self, line: Span) -> (Span, Piece) {
        self.at = line.end();
        self.skip_line();
        let text = self.text(line);
        let Some(blank) = text.rfind(is_blank) else {
            return (line, Piece::Missing);
        };
        let mut start = blank + 1;
        if !is_target(&text[start..]) {
            start = spaced_target(text).unwrap_or(start);
        }
        let regex = trimmed_end(
            self.source,
            Span::new(line.start(), line.start() + start - 1),
        );
        (
            regex,
            Piece::Target(Span::new(line.start() + start, line.end())),
        )
    }

    /// Cuts a line of a flex file at the first blank outside quotes and brackets.
    fn cut_flex(&mut self, line: Span) -> (Span, Piece) {
        let text = self.text(line);
        let len = flex_regex_len(text);
        let regex = Span::new(line.start(), line.start() + len);
        let action = &text[len..];
        let start = line.end() - action.trim_start().len();
        let action = action.trim();
        self.at = start;
        if action.starts_with('{') {
            return (regex, Piece::Action(self.braces()));
        }
        self.at = line.end();
        self.skip_line();
        let span = Span::new(start, line.end());
        let piece = match action {
            "" => Piece::Missing,
            "|" => Piece::Next,
            _ if is_target(action) || spaced_target(&format!(" {action}")) == Some(1) => {
                Piece::Target(span)
            }
            _ => Piece::Action(span),
        };
        (regex, piece)
    }

    /// Cuts `<A,B>` off a regex.
    fn rule_states(&mut self, regex: Span) -> (Span, Vec<usize>) {
        let text = self.text(regex);
        if !text.starts_with('<') {
            return (regex, Vec::new());
        }
        if self.flex && text.starts_with("<<EOF>>") {
            self.error(
                "rules for the end of the text ('<<EOF>>') are not supported",
                regex,
            );
            return (regex, Vec::new());
        }
        let Some(close) = text.find('>') else {
            let open = Span::new(regex.start(), regex.start() + 1);
            self.error(
                "'<' starts a list of start states, but no '>' ends it: to match it, write '\\<'",
                open,
            );
            return (Span::new(open.end(), regex.end()), Vec::new());
        };
        let mut states = Vec::new();
        let mut at = regex.start() + 1;
        for piece in text[1..close].split(',') {
            let name = piece.trim();
            let start = at + piece.len() - piece.trim_start().len();
            at += piece.len() + 1;
            if name == "*" {
                states.extend(0..self.start_states.len());
            } else {
                states.extend(self.known_state(Span::new(start, start + name.len())));
            }
        }
        states.sort_unstable();
        states.dedup();
        (Span::new(regex.start() + close + 1, regex.end()), states)
    }

    /// The start state with this name.
    pub(super) fn known_state(&mut self, span: Span) -> Option<usize> {
        let name = self.text(span);
        let state = self.state_by_name(name);
        if state.is_none() {
            let hint = if name_len(name) == 0 {
                " (to match '<', write '\\<')"
            } else {
                ""
            };
            self.error(format!("unknown start state '{name}'{hint}"), span);
        }
        state
    }

    /// Reads `<+S>"NAME"` and its like.
    fn target(&mut self, span: Span) -> Target {
        let text = self.text(span);
        let mut target = Target::default();
        let mut start = 0;
        if text.starts_with('<')
            && let Some(close) = text.find('>')
        {
            let (sign, operation) = match text.as_bytes()[1] {
                b'+' => (1, StartStateOperation::Push),
                b'-' => (1, StartStateOperation::Pop),
                _ => (0, StartStateOperation::ReplaceStack),
            };
            let name = Span::new(span.start() + 1 + sign, span.start() + close);
            target.state = self.known_state(name).map(|state| (state, operation));
            start = close + 1;
        }
        let name = &text[start..];
        match unquoted(name) {
            Some("") => {}
            Some(inner) if inner.trim() == inner => {
                target.name = Some(Span::new(span.start() + start + 1, span.end() - 1));
            }
            Some(_) => self.error("a token's name cannot start or end with a blank", span),
            None if name == ";" => {}
            None => {
                let message = format!("expected a token name in quotes or ';', found '{name}'");
                self.error(message, Span::new(span.start() + start, span.end()));
            }
        }
        target
    }

    /// From the `{` here to its `}`, over lines, strings and comments; goes behind that line.
    fn braces(&mut self) -> Span {
        let start = self.at;
        match super::action::braces_len(self.rest()) {
            Some(len) => {
                self.at += len;
                let span = Span::new(start, self.at);
                self.skip_line();
                span
            }
            None => {
                let span = self.line();
                self.error("'{' is never closed by '}'", Span::new(start, start + 1));
                self.skip_line();
                span
            }
        }
    }
}

/// Is `text` a `;` or a name in quotes, with a start state before it or not?
fn is_target(text: &str) -> bool {
    let name = match text.find('>') {
        Some(close) if text.starts_with('<') => &text[close + 1..],
        _ => text,
    };
    name == ";" || unquoted(name).is_some()
}

/// Where in the line `text` a target starts whose name has blanks in it.
fn spaced_target(text: &str) -> Option<usize> {
    let quote = text
        .chars()
        .next_back()
        .filter(|&c| c == '"' || c == '\'')?;
    let open = text[..text.len() - 1].rfind(quote)?;
    let start = match text[..open].rfind(is_blank) {
        Some(blank) => blank + 1,
        None => return None,
    };
    let between = &text[start..open];
    (between.is_empty() || between.starts_with('<') && between.find('>') == Some(between.len() - 1))
        .then_some(start)
}

/// What stands between two equal quotes.
fn unquoted(text: &str) -> Option<&str> {
    ['"', '\'']
        .iter()
        .find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote))
}

/// Length of the regex at the start of a line of a flex file.
fn flex_regex_len(text: &str) -> usize {
    let mut bytes = text.bytes().enumerate();
    let (mut quoted, mut class, mut class_start) = (false, false, 0);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'"' if !class => quoted = !quoted,
            b'[' if !quoted && !class => {
                class = true;
                class_start = at + 1 + usize::from(text[at + 1..].starts_with('^'));
            }
            b']' if class && at > class_start => class = false,
            b' ' | b'\t' if !quoted && !class => return at,
            _ => {}
        }
    }
    text.len()
}
