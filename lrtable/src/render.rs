//! How mistakes are shown, those in grammars, lex files and programs: a [`Report`]
//! says what is shown, a [`Renderer`] formats it as text, in full with source lines, or on one line
//! for editors and searches.

mod excerpt;
mod report;
mod visible;
mod width;

use std::collections::BTreeMap;

use self::excerpt::{Mark, Paint, Row, excerpts, plain, wrapped};
pub use self::{
    report::{Code, Help, HelpKind, Label, Report, Severity, TextEdit},
    visible::{is_invisible, visible, visible_lines},
    width::width,
};
use crate::{
    limits::COUNTED_REPAIRS,
    span::{NewlineCache, Span},
};

/// Default width, in columns.
const WIDTH: usize = 100;
/// Smallest width for which lines are cut.
const LEAST_WIDTH: usize = 30;

/// Formats the reports of one text, for a terminal or on one line.
///
/// ```
/// use lrtable::{Span, render::{Code, Renderer, Report}};
/// let text = "select size";
/// let report = Report::new(Code::Wrong, "no field `size`".to_string(), Span::new(7, 11));
/// let renderer = Renderer::new("query", text).width(80);
/// assert_eq!(renderer.short(&report), "query:1:8: error: no field `size`\n");
/// let excerpt = ["  |", "1 | select size", "  |        ^^^^"].join("\n");
/// let shown = format!("error: no field `size`\n --> query:1:8\n{excerpt}\n\n");
/// assert_eq!(renderer.rich(&report), shown);
/// ```
#[derive(Debug)]
pub struct Renderer<'a> {
    file: String,
    source: &'a str,
    lines: NewlineCache,
    width: usize,
    colour: bool,
    hint: String,
}

/// What a text is written after: painted already, with the columns that it takes.
struct Lead<'a> {
    text: &'a str,
    columns: usize,
}

impl<'a> Renderer<'a> {
    /// Makes a renderer without colour for a terminal of 100 columns. `file` is the name to show.
    /// Builds the line index of `source`.
    pub fn new(file: &str, source: &'a str) -> Self {
        Renderer {
            file: visible(file),
            source,
            lines: NewlineCache::of(source),
            width: WIDTH,
            colour: false,
            hint: String::new(),
        }
    }

    /// Sets the width of the terminal, in columns.
    #[must_use]
    pub fn width(mut self, columns: usize) -> Self {
        self.width = columns.max(LEAST_WIDTH);
        self
    }

    /// Sets whether output is coloured, by ANSI escape sequences; off by default.
    #[must_use]
    pub fn colour(mut self, colour: bool) -> Self {
        self.colour = colour;
        self
    }

    /// Sets the hint on how to see all repairs, for reports that have more than they show: it
    /// follows their number, up to ten, or `and others`. Without a hint, the default, nothing is
    /// said of them.
    #[must_use]
    pub fn more_hint(mut self, hint: &str) -> Self {
        self.hint = visible(hint);
        self
    }

    /// Returns line and column of a byte, counted from 1, the column in characters.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let at = self.source.floor_char_boundary(at);
        let place = self.lines.byte_to_line_num_and_col_num(self.source, at);
        place.expect("cut back to the text's end")
    }

    /// Formats a report on one line: `file:line:column: error: what (help: how)`.
    pub fn short(&self, report: &Report) -> String {
        let (line, column) = self.place(report.primary.span.start());
        let help = report.helps.first().map(|help| format!(" (help: {})", help.text));
        let Report { severity, title, .. } = report;
        format!("{}:{line}:{column}: {severity}: {title}{}\n", self.file, help.unwrap_or_default())
    }

    /// Formats a report with its source lines, marks under them, and an empty line at the end.
    pub fn rich(&self, report: &Report) -> String {
        let severity = match report.severity {
            Severity::Error => Paint::Error,
            Severity::Warning => Paint::Warning,
            Severity::Note => Paint::Help,
        };
        let mut out = String::new();
        let name = report.severity.to_string();
        let lead = self.paint(severity, &name);
        let lead = Lead { text: &lead, columns: name.len() };
        self.write_after(&mut out, lead, &report.title, Paint::Title);
        let marks = self.marks(report, severity);
        let last = marks.last_key_value().map_or(1, |(line, _)| *line);
        let gutter = last.to_string().len();
        let (line, column) = self.place(report.primary.span.start());
        let arrow = self.paint(Paint::Note, "-->");
        out.push_str(&format!("{}{arrow} {}:{line}:{column}\n", " ".repeat(gutter), self.file));
        self.write_excerpts(&mut out, gutter, marks);
        let helps = report.helps.iter().enumerate();
        let below = helps.filter_map(|(at, help)| match at {
            0 if help.steps.is_empty() => Some(("help", &help.text)),
            0 => None,
            _ if help.kind == HelpKind::Suggestion => Some(("suggestion", &help.text)),
            _ => Some(("or", &help.text)),
        });
        // A large number helps nobody to choose.
        let (what, more) = match report.more {
            more @ ..=COUNTED_REPAIRS => ("or", format!("{more} more {}", self.hint)),
            _ => ("and others", self.hint.clone()),
        };
        let has_more = report.more > 0 && !self.hint.is_empty();
        let more = has_more.then_some((what, &more)).into_iter();
        let notes = report.notes.iter().map(|note| ("note", note));
        for (what, text) in below.chain(more).chain(notes) {
            let (sign, name) = (self.paint(Paint::Note, "="), self.paint(Paint::Title, what));
            let lead = format!("{} {sign} {name}", " ".repeat(gutter));
            let lead = Lead { text: &lead, columns: gutter + 3 + what.len() };
            self.write_after(&mut out, lead, text, Paint::Plain);
        }
        out.push('\n');
        out
    }

    /// Formats the line in which `span` starts, with a caret below each column of the span on that
    /// line: two lines, indented by four.
    pub fn snippet(&self, span: Span) -> String {
        let span = self.on_first_line(span);
        let mark = Mark { span, text: String::new(), sign: '^', paint: Paint::Plain };
        let line = self.line(self.place(span.start()).0);
        let rows = excerpts(self.source, line, vec![mark], self.width).into_iter().flatten();
        rows.map(|row| format!("    {}\n", row.show(|paint, text| self.paint(paint, text))))
            .collect()
    }

    /// Returns the marks of a report by lines in order; on each line the most important first.
    fn marks(&self, report: &Report, severity: Paint) -> BTreeMap<usize, Vec<Mark>> {
        let mut marks: BTreeMap<usize, Vec<Mark>> = BTreeMap::new();
        let line = |at: usize| self.place(at).0;
        let Label { span: primary, mut text } = report.primary.clone();
        let mut helps = Vec::new();
        if let Some(help) = report.helps.first() {
            let is_beside = |step: &Label| line(step.span.start()) == line(primary.start());
            let is_one = help.steps.iter().all(is_beside);
            for (at, step) in help.steps.iter().enumerate() {
                let said = match at {
                    0 if is_one => format!("help: {}", help.text),
                    0 => format!("help: {}", step.text),
                    _ if is_one => String::new(),
                    _ => format!("and {}", step.text),
                };
                if step.span == primary && text.is_empty() {
                    text = said;
                } else {
                    helps.push((step.span, said, '-', Paint::Help));
                }
            }
        }
        let secondary = report.secondary.iter();
        let secondary = secondary.map(|label| (label.span, label.text.clone(), '-', Paint::Note));
        let all = [(primary, text, '^', severity)].into_iter().chain(helps).chain(secondary);
        for (span, text, sign, paint) in all {
            let cut = self.on_first_line(span);
            let (first, last) = (line(cut.start()), line(span.end()));
            marks.entry(first).or_default().push(Mark { span: cut, text, sign, paint });
            if first < last {
                let begin = self.line(last).start();
                let end = self.source.floor_char_boundary(span.end());
                let shown = self.source[begin..end].trim_start().len();
                let span = Span::new(end - shown, end);
                if !span.is_empty() {
                    let text = "up to here".to_owned();
                    marks.entry(last).or_default().push(Mark { span, text, sign, paint });
                }
            }
        }
        marks
    }

    fn write_excerpts(&self, out: &mut String, gutter: usize, marks: BTreeMap<usize, Vec<Mark>>) {
        let room = self.width.saturating_sub(gutter + 3);
        let blank = " ".repeat(gutter);
        let mut write = |number: &str, row: &Row| {
            let shown = row.show(|paint, text| self.paint(paint, text));
            let margin = self.paint(Paint::Note, &format!("{number:>gutter$} |"));
            let blank = if shown.is_empty() { "" } else { " " };
            out.push_str(&format!("{margin}{blank}{shown}\n"));
        };
        write(&blank, &Row::of(String::new()));
        let mut before: Option<usize> = None;
        for (line, marks) in marks {
            match before.map(|before| line - before) {
                Some(2) => {
                    let between = line - 1;
                    write(&between.to_string(), &plain(self.source, self.line(between), room));
                }
                Some(3..) => write("…", &Row::of(String::new())),
                _ => {}
            }
            for rows in excerpts(self.source, self.line(line), marks, room) {
                let mut number = line.to_string();
                for row in &rows {
                    write(&number, row);
                    number.clone_from(&blank);
                }
            }
            before = Some(line);
        }
    }

    /// Writes `text` after `lead` and a colon; further lines are indented. A text of several lines
    /// is laid out already.
    fn write_after(&self, out: &mut String, lead: Lead<'_>, text: &str, paint: Paint) {
        let indent = lead.columns + 2;
        let lines = match text.contains('\n') {
            true => text.lines().map(str::to_owned).collect(),
            false => wrapped(text, self.width.saturating_sub(indent)),
        };
        for (at, line) in (0..).zip(lines) {
            let (begins, line) = match at {
                0 => (lead.text.to_owned(), format!(": {line}")),
                _ => (" ".repeat(indent), line),
            };
            out.push_str(&format!("{begins}{}\n", self.paint(paint, &line)));
        }
    }

    /// Returns the part of a span that is on the line in which it starts, cut back to the text.
    fn on_first_line(&self, span: Span) -> Span {
        let start = self.source.floor_char_boundary(span.start());
        let end = self.lines.byte_to_line_end(start).expect("cut back to the text's end");
        Span::new(start, self.source.floor_char_boundary(span.end()).clamp(start, end))
    }

    /// Returns the span of the line with this number, without its end.
    fn line(&self, number: usize) -> Span {
        let start = self.lines.line_start(number).expect("lines of marks exist");
        let end = self.lines.byte_to_line_end(start).expect("lines of marks exist");
        let text = &self.source[start..end];
        Span::new(start, start + text.strip_suffix('\r').unwrap_or(text).len())
    }

    fn paint(&self, paint: Paint, text: &str) -> String {
        let code = match paint {
            _ if !self.colour || text.is_empty() => return text.to_owned(),
            Paint::Plain => return text.to_owned(),
            Paint::Title => "1",
            Paint::Error => "1;31",
            Paint::Warning => "1;33",
            Paint::Note => "1;34",
            Paint::Help => "1;32",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}
