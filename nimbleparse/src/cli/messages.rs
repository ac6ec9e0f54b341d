//! Messages on grammars and lex files, as the arguments ask for: text in a style; for wrong files,
//! also a result in the format of results.

use std::{
    cell::RefCell,
    io::{self, Write},
};

use lrpar::{Renderer, Report, visible};
use lrtable::diagnostic::{Diagnostic, Severity};

use nimbleparse::{
    language::{Messages, Text},
    output::{json, sarif::Log},
};

use super::{
    parse_arguments::{Args, Format, Style},
    terminal,
};

/// A wrong file: its name, its text and the reports on it.
type Wrong = (String, String, Vec<Report>);

/// Collects messages while a language is loaded.
#[derive(Debug)]
pub(crate) struct Collected<'a> {
    args: &'a Args,
    warnings: String,
    wrong: RefCell<Vec<Wrong>>,
}

impl<'a> Collected<'a> {
    pub(crate) fn new(args: &'a Args) -> Self {
        Collected { args, warnings: String::new(), wrong: RefCell::default() }
    }

    /// Returns the warnings so far; terminals obey nothing in them but colours.
    pub(crate) fn warnings(&self) -> &str {
        &self.warnings
    }

    /// Writes mistakes in files as results, if these are not text.
    pub(crate) fn write_results(
        &self,
        out: &mut impl Write,
        log: &mut Option<Log>,
    ) -> io::Result<()> {
        for (file, text, reports) in &*self.wrong.borrow() {
            match log {
                Some(log) => log.add_reports(out, file, text, reports)?,
                None if self.args.format == Format::Json => {
                    json::write_specification(out, file, text, reports)?;
                }
                None => {}
            }
        }
        Ok(())
    }
}

impl Messages for Collected<'_> {
    fn render(&self, diagnostics: &[Diagnostic], Text { name, text }: Text<'_>) -> String {
        let is_wrong = |one: &Diagnostic| one.severity() == Severity::Error;
        let reports = || diagnostics.iter().map(Report::of_diagnostic);
        if self.args.format != Format::Text && diagnostics.iter().any(is_wrong) {
            self.wrong.borrow_mut().push((name.to_owned(), text.to_owned(), reports().collect()));
        }
        let renderer = terminal::fitted(Renderer::new(name, text), self.args.color);
        let show = |report: Report| match self.args.style {
            Style::Short => renderer.short(&report),
            Style::Rich | Style::Grmtools => renderer.rich(&report),
        };
        reports().map(show).collect()
    }

    fn render_whole(&self, warning: &str, text: Text<'_>) -> String {
        match self.args.style {
            Style::Short => format!("{}: warning: {}\n", visible(text.name), visible(warning)),
            Style::Rich | Style::Grmtools => self.warnings.render_whole(warning, text),
        }
    }

    fn take(&mut self, rendered: &str) {
        self.warnings.push_str(rendered);
    }

    fn shows_all(&self) -> bool {
        self.args.warnings
    }
}
