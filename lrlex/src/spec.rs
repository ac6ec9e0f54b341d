//! Reader of lex files: text in, [`LexSpec`] and every error out.
//!
//! A file is a declarations section, a line `%%`, and one rule a line; a second `%%` may end it.
//! Before all that may stand a header `%grmtools { flag, !flag, key: value }`.
//!
//! | section | line | meaning |
//! |---|---|---|
//! | declarations | `%s A B`, `%x A B` | start states, of `%x` exclusive ones: see below |
//! | | `NAME regex` | a definition, which `{NAME}` in a regex stands for |
//! | | `%option caseless` | letters match in both cases; other options of flex have no effect |
//! | | `%reclassify FROM TO after KW` | names declared from KW to `;` are TO after it, not FROM |
//! | | `%indentation NL IN DE`, `%suspend ( ) …`, `%tabs 8` | lines and blocks: see `layout` here |
//! | | `%terminate ; at NL after A …` | a line end NL after A is a `;`, others are dropped |
//! | | `%assume T at NL before B …` | the parser may assume T at line ends, and before B |
//! | | `%restrict after A …`, `%restrict before B …` | T is at a line end there if it can be |
//! | | `%context A …` | A is a token only where the parser can use it |
//! | | `%unfinished "NAME" regex` | an error: a NAME that is begun and not closed |
//! | | `%unfinished "NAME" <S>` | the same: a text that ends in exclusive start state S |
//! | | `// …`, `/* … */` | comments |
//! | rules | `regex "NAME"`, `regex 'NAME'` | lexemes of token NAME; other rules may give it too |
//! | | `regex ;` | text that is skipped |
//! | | `<A,B>regex …`, `<*>regex …` | active in these start states, in all |
//! | | `<A,B>{`, rules, a line `}` | these start states are added to those of each rule |
//! | | `regex <S>"NAME"`, `regex <S>;` | goes to state S; `<+S>` pushes it, `<-S>` pops it |
//! | | `// …` | a comment if the flag `allow_wholeline_comments` is set |
//!
//! In an exclusive start state only rules that name it are active.
//!
//! The name is what stands after the last blank of the line, so that a regex may contain blanks; a
//! name may contain blanks too if the line could not be read otherwise. A regex is one of the
//! `regex` crate, but that a backslash makes any other character stand for itself, and that `\b`
//! may be a backspace (flag `posix_escapes`). A text is never empty: a rule that matches the empty
//! text too gets a warning.
//!
//! **Delimiters.** A rule with a target `<+S>` and a group `(?P<delim>…)` stores the group's text
//! with the state that it stacks. Any other rule with such a group matches only where its group has
//! the very text that the state on top holds, byte for byte (also if case is ignored), and not at
//! all if that holds none; a group that has no part in a match has the empty text. Limits: only the
//! regex's own, leftmost-first match is looked at, no shorter one is tried, so that with
//! `"(?P<delim>#*)` the text `"##` does not end what `#"` began; and one text belongs to a state,
//! so that two here-documents that start in one line end in the wrong order.
//!
//! **`%reclassify`** reads lexemes, not a grammar: scopes are not followed, and what it takes for
//! the declared name is described in `reclassify`. Several directives are applied one after the
//! other. All three tokens must be given by rules. What no directive can say is for a program to
//! do: see `LRNonStreamingLexer::map_lexemes`.
//!
//! **Layout** is described in `spec/layout.rs`. It follows `%reclassify`, and works with start
//! states and all else: it is a filter over lexemes and line ends.
//!
//! **Two dialects.** In a plain file a `"` in a regex is an ordinary character, `.` matches a
//! newline too, and `/` is itself. A file with `%option`, `%{ … %}` or actions in C is read as
//! [`flex`](https://westes.github.io/flex/manual/) does: `"…"` in a regex is literal text, `r/s` is
//! r where s follows, a leading `^` is the start of a line, `.` matches no newline, the regex ends
//! at the first blank outside quotes and brackets, and what a rule does may be an action: a
//! `simple` one, or what an implementation of [`Actions`] understands.

mod by_text;
pub(crate) mod c;
mod cut;
mod declarations;
mod effect;
mod guess;
mod header;
mod layout;
mod pattern;
mod reclassify;
mod rule;
pub(crate) mod simple;
mod texts;
mod unfinished;

use crate::LexErrorKind;
use fnv::FnvHashMap;
use lrtable::{
    Span, Spanned,
    diagnostic::{Diagnostic, Severity},
};

use crate::{actions::Actions, layout::Layout, limits, reclassify::Reclassify, rule::Properties};

pub(crate) use crate::{
    flags::{Flags, LexFlags},
    start_state::{StartState, StartStateOperation},
};
pub use by_text::MatchedText;
pub use effect::{Effect, EndRule, Given};
pub use guess::Kept;
pub(crate) use pattern::Pattern;
pub use texts::TextAutomaton;

/// A lex file that has been read.
#[derive(Debug)]
pub(crate) struct LexSpec {
    pub(crate) flags: Flags,
    /// Whether the longest match inside a rule counts, as in flex.
    pub(crate) longest: bool,
    pub(crate) start_states: Vec<StartState>,
    /// The numbers of the start states in which rules are active that name none.
    inclusive: Vec<usize>,
    pub(crate) rules: Vec<ReadRule>,
    /// Tokens are numbers of rules.
    pub(crate) reclassifications: Vec<Reclassify<usize>>,
    /// What the directives of layout say.
    pub(crate) layout: Option<Layout>,
    /// The rules of tokens that layout makes, and those for the end of the text: they come after
    /// all others, and match nothing.
    pub(crate) made: Vec<ReadRule>,
}

/// A rule as it was read: its properties, and what its automaton is made of.
#[derive(Clone, Debug, Default)]
pub struct ReadRule {
    pub(crate) properties: Properties,
    pub(crate) pattern: Pattern,
    /// Only where a line starts.
    pub(crate) line_start: bool,
    /// Only where this follows.
    pub(crate) context: Option<Pattern>,
    /// What would leave the start state.
    kept: Option<Kept>,
}

impl ReadRule {
    /// Returns the name of the rule's token; `None` if the text is skipped or an error.
    pub fn name(&self) -> Option<&str> {
        self.properties.name.as_deref()
    }

    /// Returns the place of the rule's regex.
    pub fn regex(&self) -> Span {
        self.pattern.span
    }

    /// Returns the numbers of the start states that the rule names.
    pub fn start_states(&self) -> &[usize] {
        &self.properties.start_states
    }

    /// Returns the change of start state: the number of a start state, and what is done with it.
    pub fn target(&self) -> Option<(usize, StartStateOperation)> {
        self.properties.target
    }

    /// Returns the rule for a part of its texts, which `regex` matches in the syntax of the `regex`
    /// crate, in no other case.
    pub fn part(&self, regex: &str) -> ReadRule {
        ReadRule { pattern: self.pattern.part(&format!("(?-i:{regex})")), ..self.clone() }
    }

    /// Returns the rule for what rules before it leave of its texts.
    pub fn rest(&self) -> ReadRule {
        let mut rest = self.clone();
        rest.pattern.part = true;
        rest
    }

    /// Returns the rule, active in these start states only.
    pub fn in_states(mut self, states: Vec<usize>) -> ReadRule {
        self.properties.start_states = states.into();
        self
    }

    pub(crate) fn name_span(&self) -> Span {
        self.properties.name_span()
    }
}

/// Reads a lex file, whose actions `actions` reads. `forced` flags count more than what the file
/// says.
///
/// The spec holds what could be understood; it is fit for use if no diagnostic is an error.
pub(crate) fn read<'a>(
    source: &'a str,
    forced: &LexFlags,
    actions: &mut dyn Actions<'a>,
) -> (LexSpec, Vec<Diagnostic>) {
    let mut reader = LexFile {
        source,
        start_states: vec![StartState::new("INITIAL".into(), Span::new(0, 0), false)],
        state_numbers: FnvHashMap::from_iter([("INITIAL", 0)]),
        ..LexFile::default()
    };
    if source.len() > limits::FILE {
        let message =
            format!("a lex file of more than {} bytes is not read: split the lexer", limits::FILE);
        reader.error_of(LexErrorKind::LimitReached, message, Span::new(0, 0));
        reader.at = source.len();
    }
    let header = reader.header();
    reader.declarations();
    reader.flex |= reader.rules_look_like_flex();
    reader.declared_states = reader.start_states.len();
    let inclusive = reader.start_states.iter().enumerate().filter(|(_, state)| !state.exclusive());
    reader.inclusive = inclusive.map(|(number, _)| number).collect();
    reader.flags = forced.or(&header).or(&reader.options).resolve(reader.flex);
    let mut rules = reader.rules(actions);
    if reader.has_stopped() {
        // What was read up to there is as large as it may be, and not worth compiling.
        rules.clear();
    }
    let reclassifications = reader.resolve_reclassifications(&rules);
    if let Some(span) = reader.layout.depending().filter(|_| !reclassifications.is_empty()) {
        let message = "lexemes that depend on the parser cannot be reclassified: drop '%reclassify', or '%context' and '%assume'";
        reader.error(message, span);
    }
    let mut made = Vec::new();
    let layout = reader.resolve_layout(&mut rules, &mut made);
    made.append(&mut reader.end_rules);
    let LexFile { flex: longest, flags, start_states, inclusive, diagnostics, .. } = reader;
    let spec =
        LexSpec { flags, longest, start_states, inclusive, rules, reclassifications, layout, made };
    (spec, diagnostics)
}

impl LexSpec {
    /// The start states in which a rule is active, sorted.
    pub(crate) fn active<'s>(&'s self, rule: &'s ReadRule) -> &'s [usize] {
        let named = &*rule.properties.start_states;
        if named.is_empty() { &self.inclusive } else { named }
    }
}

/// Brings diagnostics into the order of the text and drops those that say the same, and of each
/// severity those that are too many.
pub(crate) fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let start = |diagnostic: &Diagnostic| diagnostic.spans().first().map(Span::start);
    diagnostics.sort_by(|a, b| (start(a), a.message()).cmp(&(start(b), b.message())));
    diagnostics.dedup();
    let mut said = [0; 3];
    diagnostics.retain(|diagnostic| {
        let said = &mut said[diagnostic.severity() as usize];
        *said += 1;
        *said <= limits::DIAGNOSTICS + 1
    });
}

/// A lex file, as far as it has been read from top to bottom.
#[derive(Default)]
pub struct LexFile<'a> {
    source: &'a str,
    /// The byte before which everything has been read.
    at: usize,
    /// Whether the file is in flex's dialect.
    flex: bool,
    /// The flags that `%option` lines set.
    options: LexFlags,
    /// The flags that are to be used.
    flags: Flags,
    /// Whether definitions are replaced without brackets around them: `lex-compat`.
    lex_compat: bool,
    /// Whether a number in braces repeats all before it in flex: `lex-compat`, `posix-compat`.
    repeats_all: bool,
    /// The places of the regexes of definitions, by name.
    definitions: FnvHashMap<&'a str, Span>,
    /// The `%reclassify` directives, in which tokens are the places of their names.
    reclassifications: Vec<Reclassify<Span>>,
    layout: layout::Directives,
    start_states: Vec<StartState>,
    state_numbers: FnvHashMap<&'a str, usize>,
    /// Where the last `%}` is that a line starts with, once it was looked for; 0 if there is none.
    last_code_end: Option<usize>,
    /// The places of code in C before the rules.
    code: Vec<Span>,
    /// The start states in which rules are active that name none.
    inclusive: Vec<usize>,
    /// The number of start states that the file declares; others are made for what actions do.
    declared_states: usize,
    /// The number of the start state in which the rest of the text is skipped.
    end_state: Option<usize>,
    /// Rules of the states that are made for actions that read text themselves.
    made: Vec<ReadRule>,
    /// The places where blocks of rules begin and end.
    blocks: Vec<Span>,
    /// Rules for the end of the text.
    end_rules: Vec<ReadRule>,
    /// The places of the name and the regex of each `%unfinished`.
    unfinished: Vec<(Span, Span)>,
    used: Used,
    diagnostics: Vec<Diagnostic>,
    /// The number of diagnostics of each severity so far.
    said: [usize; 3],
}

/// What was used of the limits of a whole file.
#[derive(Default)]
struct Used {
    /// The number of bytes of all regexes.
    regexes: usize,
    /// The number of start states in which rules are active, added up.
    active: usize,
}

impl<'a> LexFile<'a> {
    fn error(&mut self, message: impl Into<String>, span: Span) {
        self.error_of(LexErrorKind::Syntax, message, span);
    }

    fn error_of(&mut self, kind: LexErrorKind, message: impl Into<String>, span: Span) {
        self.say(Diagnostic::error(kind, cut_short(message.into()), span));
    }

    /// Adds a diagnostic, unless there were too many of its severity.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        let severity = diagnostic.severity();
        let said = &mut self.said[severity as usize];
        *said += 1;
        if *said <= limits::DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        } else if *said == limits::DIAGNOSTICS + 1 && severity == Severity::Error {
            let message = format!(
                "there are more than {} errors: the file is not read on, fix the first ones",
                limits::DIAGNOSTICS
            );
            let span = diagnostic.spans()[0];
            let error = Diagnostic::error(LexErrorKind::LimitReached, message, span);
            self.diagnostics.push(error);
        }
    }

    /// Counts bytes of regexes, definitions expanded.
    fn spend_regex(&mut self, bytes: usize, span: Span) {
        self.used.regexes = self.used.regexes.saturating_add(bytes);
        // A regex may take all that is left, and no byte more.
        if self.used.regexes >= limits::REGEXES {
            let message = format!(
                "the regexes of this file, definitions expanded, have more than {} bytes: use fewer or shorter ones",
                limits::REGEXES
            );
            self.stop(message, span);
        }
    }

    /// Counts start states in which a rule is active.
    fn spend_active(&mut self, states: usize, span: Span) {
        self.used.active = self.used.active.saturating_add(states);
        if self.used.active > limits::ACTIVE {
            let message = format!(
                "the rules are active in more than {} start states, added up: use fewer, or exclusive ones",
                limits::ACTIVE
            );
            self.stop(message, span);
        }
    }

    /// How many errors there were.
    fn errors(&self) -> usize {
        self.said[Severity::Error as usize]
    }

    /// Gives up: an error that stands for all further ones.
    fn stop(&mut self, message: String, span: Span) {
        if self.errors() <= limits::DIAGNOSTICS {
            self.said[Severity::Error as usize] = limits::DIAGNOSTICS + 1;
            let error = Diagnostic::error(LexErrorKind::LimitReached, message, span);
            self.diagnostics.push(error);
        }
    }

    /// Whether the file has too many errors to be read on.
    fn has_stopped(&self) -> bool {
        self.errors() > limits::DIAGNOSTICS
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// From here to the end of the line, blanks at its end left out.
    fn line(&self) -> Span {
        let rest = self.rest();
        let len = rest.find(is_newline).unwrap_or(rest.len());
        trimmed_end(self.source, Span::new(self.at, self.at + len))
    }

    /// Goes past the line that this byte is in.
    fn skip_line(&mut self) {
        self.at += self.rest().find(is_newline).unwrap_or(self.rest().len());
    }

    /// Goes past blanks and newlines.
    fn skip_white(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Goes past `close`, which ends what `open` began.
    fn skip_past(&mut self, close: &str, open: Span) {
        match self.rest().find(close) {
            Some(len) => self.at += len + close.len(),
            None => {
                let text = self.text(open);
                self.error(format!("'{text}' is never closed by '{close}'"), open);
                self.at = self.source.len();
            }
        }
    }
}

/// A message that is not too long: its middle is left out.
fn cut_short(message: String) -> String {
    if message.len() <= limits::MESSAGE {
        return message;
    }
    let start = message.floor_char_boundary(limits::MESSAGE / 2);
    let end = message.ceil_char_boundary(message.len() - limits::MESSAGE / 2);
    format!("{}…{}", &message[..start], &message[end..])
}

/// Whether a line ends here.
fn is_newline(c: char) -> bool {
    c == '\n' || c == '\r'
}

/// Whether it separates the parts of a line.
fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

/// `span` without white space at its end, but with a blank that a backslash escapes.
fn trimmed_end(source: &str, span: Span) -> Span {
    let text = &source[span.start()..span.end()];
    let mut end = text.trim_end().len();
    let backslashes = text[..end].bytes().rev().take_while(|&byte| byte == b'\\').count();
    if backslashes % 2 == 1 {
        end += text[end..].chars().next().map_or(0, char::len_utf8);
    }
    Span::new(span.start(), span.start() + end)
}

/// The length of the name at the start of `text`: a letter or underscore, then letters, digits,
/// underscores.
fn name_len(text: &str) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        0
    } else {
        text.bytes().take_while(is_part).count()
    }
}

/// The length of the name of a definition at the start of `text`, in which hyphens may stand too.
fn definition_name_len(text: &str) -> usize {
    match name_len(text) {
        0 => 0,
        _ => text.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"_-".contains(b)).count(),
    }
}
