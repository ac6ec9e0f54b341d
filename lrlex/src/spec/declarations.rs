//! The declarations section: start states, definitions, options.

use crate::LexErrorKind;
use lrtable::{Span, diagnostic::Diagnostic, near};

use super::{LexFile, StartState, c, definition_name_len, is_blank, is_newline, name_len};
use crate::{layout::LAYOUT_DIRECTIVES, limits};

impl<'a> LexFile<'a> {
    /// Reads up to and including the `%%` that starts the rules.
    pub(super) fn declarations(&mut self) {
        if !self.rest().split(is_newline).any(|line| line.trim_start().starts_with("%%")) {
            // Rules would be taken for declarations, each of which is an error.
            self.at = self.source.len();
        }
        while !self.has_stopped() {
            let line_start = self.skip_blank_lines();
            let rest = self.rest();
            if rest.is_empty() {
                let end = Span::new(self.source.len(), self.source.len());
                return self.error("the line '%%' before the rules is missing", end);
            } else if rest.starts_with("%%") {
                self.at += 2;
                return;
            } else if rest.starts_with("//") {
                self.skip_line();
            } else if rest.starts_with("/*") {
                self.skip_block("*/");
            } else if rest.starts_with("%{") {
                self.flex = true;
                let block = self.code_block();
                self.code.push(block);
            } else if rest.starts_with("%top") && rest["%top".len()..].trim_start().starts_with('{')
            {
                self.top();
            } else if self.flex && !line_start {
                let line = self.line();
                self.code.push(line);
                self.note("indented code has no effect", line);
                self.skip_line();
            } else {
                self.declaration();
            }
        }
    }

    /// Goes past a block of which this is the first of two opening characters.
    pub(super) fn skip_block(&mut self, close: &str) {
        let open = Span::new(self.at, self.at + 2);
        self.at += 2;
        self.skip_past(close, open);
    }

    /// Goes past the block `%{ … %}` here, whose end stands at the start of a line, with blanks at
    /// most before it; what is in it.
    pub(super) fn code_block(&mut self) -> Span {
        let open = Span::new(self.at, self.at + 2);
        self.at = open.end();
        let starts_line =
            |at: &usize| self.source[..*at].trim_end_matches(is_blank).ends_with(is_newline);
        // Of many blocks that end inside a line each would be searched to the end of the file.
        let last = *self.last_code_end.get_or_insert_with(|| {
            let mut ends = self.source.rmatch_indices("%}").map(|(at, _)| at);
            ends.find(starts_line).unwrap_or(0)
        });
        let mut ends = self.rest().match_indices("%}").map(|(at, _)| at);
        let len = match last >= self.at {
            true => ends.find(|len| starts_line(&(self.at + len))),
            false => ends.next(),
        };
        let Some(len) = len else {
            self.skip_past("%}", open);
            return Span::new(open.end(), self.at);
        };
        self.at += len + 2;
        Span::new(open.end(), self.at - 2)
    }

    /// Goes past `%top{ … }`.
    fn top(&mut self) {
        self.flex = true;
        let word = Span::new(self.at, self.at + "%top".len());
        self.at = word.end() + self.rest()[word.len()..].find('{').unwrap_or(0);
        let Some(len) = c::all_braces_len(self.rest()) else {
            self.at = self.source.len();
            return self.error("'%top{' is never closed by '}'", word);
        };
        self.code.push(Span::new(self.at + 1, self.at + len - 1));
        self.at += len;
    }

    fn declaration(&mut self) {
        let line = self.line();
        self.skip_line();
        let text = self.text(line);
        let word_len = text.find(is_blank).unwrap_or(text.len());
        let word = &text[..word_len];
        let blanks = text[word_len..].len() - text[word_len..].trim_start_matches(is_blank).len();
        let rest = Span::new(line.start() + word_len + blanks, line.end());
        let word_span = Span::new(line.start(), line.start() + word_len);
        match word.strip_prefix('%') {
            Some("option") => self.options(rest),
            Some("grmtools") => {
                self.error("'%grmtools' must come before everything else", word_span)
            }
            Some("unfinished") => self.unfinished(word_span, rest),
            Some("reclassify") => self.reclassification(word_span, rest),
            Some(_) if LAYOUT_DIRECTIVES.contains(&word) => self.layout_directive(word_span, rest),
            Some(word) if is_table_size(word) => self.flex = true,
            Some(kind)
                if kind.starts_with(['s', 'S', 'x', 'X'])
                    && kind.bytes().all(|byte| byte.is_ascii_alphanumeric()) =>
            {
                self.declare_states(kind.starts_with(['x', 'X']), word_span, rest);
            }
            None if word_len > 0 && definition_name_len(word) == word_len => {
                self.definition(word, word_span, rest)
            }
            _ => {
                let known = DECLARATIONS.into_iter().chain(LAYOUT_DIRECTIVES);
                let meant = match word.starts_with('%') {
                    true => near::did_you_mean(word, known),
                    false => String::new(),
                };
                self.error(format!("unknown declaration '{word}'{meant}"), word_span);
            }
        }
    }

    fn definition(&mut self, name: &'a str, name_span: Span, regex: Span) {
        if regex.is_empty() {
            return self.error(format!("the definition of '{name}' lacks a regex"), name_span);
        }
        if let Some(first) = self.definitions.get(name) {
            let message = format!("'{name}' is defined twice");
            let error = Diagnostic::error(LexErrorKind::DuplicateName, message, name_span);
            return self.say(error.also(*first, "defined here first"));
        }
        self.definitions.insert(name, regex);
    }

    fn declare_states(&mut self, exclusive: bool, word: Span, mut names: Span) {
        let mut none = true;
        while let Some(span) = self.word(&mut names) {
            let name = self.text(span);
            none = false;
            if !is_state_name(name) {
                self.error(format!("'{name}' is no name for a start state"), span);
            } else if let Some(&state) = self.state_numbers.get(name) {
                let message = format!("start state '{name}' is declared twice");
                let mut error = Diagnostic::error(LexErrorKind::DuplicateName, message, span);
                if state > 0 {
                    error = error.also(self.start_states[state].name_span(), "declared here first");
                }
                self.say(error);
            } else if self.start_states.len() == limits::START_STATES {
                let message =
                    format!("a lexer has {} start states at most: use fewer", limits::START_STATES);
                return self.stop(message, span);
            } else {
                self.state_numbers.insert(name, self.start_states.len());
                let name = name.to_owned();
                self.start_states.push(StartState::new(name.into(), span, exclusive));
            }
        }
        if none {
            let text = self.text(word);
            self.error(format!("'{text}' names no start state"), word);
        }
    }

    /// Cuts the first word off `rest`: what stands before a blank, or between two quotes. `None` at
    /// the end, and where a comment begins.
    pub(super) fn word(&self, rest: &mut Span) -> Option<Span> {
        let text = self.text(*rest).trim_start_matches(is_blank);
        if text.is_empty() || text.starts_with("//") || text.starts_with("/*") {
            return None;
        }
        let start = rest.end() - text.len();
        let quote = text.chars().next().filter(|c| *c == '"' || *c == '\'');
        let quoted = quote.and_then(|quote| Some(text[1..].find(quote)? + 2));
        let len = quoted.unwrap_or(text.find(is_blank).unwrap_or(text.len()));
        *rest = Span::new(start + len, rest.end());
        let quotes = usize::from(quoted.is_some());
        Some(Span::new(start + quotes, start + len - quotes))
    }

    /// Reads what stands after `%option`: names, some with a value.
    fn options(&mut self, options: Span) {
        self.flex = true;
        let text = self.text(options);
        let mut at = 0;
        loop {
            at += text[at..].len() - text[at..].trim_start().len();
            let len = text[at..].find(|c: char| c.is_whitespace() || c == '=');
            let name = &text[at..at + len.unwrap_or(text.len() - at)];
            if name.is_empty() {
                return;
            }
            self.option(name, Span::new(options.start() + at, options.start() + at + name.len()));
            at += name.len();
            let Some(value) = text[at..].trim_start().strip_prefix('=') else { continue };
            let value = value.trim_start();
            at = text.len() - value.len();
            let end = match value.strip_prefix('"') {
                Some(quoted) => quoted.find('"').map(|end| end + 2),
                None => value.find(char::is_whitespace),
            };
            at += end.unwrap_or(value.len());
        }
    }

    fn option(&mut self, name: &str, span: Span) {
        match name {
            "caseless" | "case-insensitive" | "nocaseful" | "nocase-sensitive" => {
                self.options.case_insensitive = Some(true);
            }
            "nocaseless" | "nocase-insensitive" | "caseful" | "case-sensitive" => {
                self.options.case_insensitive = Some(false);
            }
            "lex-compat" => (self.lex_compat, self.repeats_all) = (true, true),
            "posix-compat" => self.repeats_all = true,
            _ => {
                let plain = name.strip_prefix("no").unwrap_or(name);
                if !OPTIONS.split(' ').any(|known| known == plain) && !plain.starts_with("yy") {
                    self.note(format!("option '{name}' has no effect"), span);
                }
            }
        }
    }
}

/// Declarations beside those of layout.
const DECLARATIONS: [&str; 3] = ["%option", "%reclassify", "%unfinished"];

/// Options of flex that change nothing in the lexemes, without `no` before them.
const OPTIONS: &str = "7bit 8bit align always-interactive ansi-definitions ansi-prototypes array backup batch \
    bison-bridge bison-locations c++ debug default ecs extra-type fast full header header-file \
    input interactive line main meta-ecs never-interactive outfile perf-report pointer prefix \
    read reentrant reject stack stdinit stdout tables-file tables-verify unistd unput verbose \
    warn";

/// Whether this, without its `%`, is an old directive for the size of tables, or for the type of
/// the text.
fn is_table_size(word: &str) -> bool {
    matches!(word, "array" | "pointer" | "C")
        || word.starts_with(['a', 'c', 'e', 'k', 'n', 'o', 'p', 'r'])
            && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

fn is_state_name(name: &str) -> bool {
    name_len(name) > 0
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.')
}
