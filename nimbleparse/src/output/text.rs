//! Formats results as text for people, in the style of grmtools.

use std::{
    cell::OnceCell,
    io::{self, Write},
};

use lrlex::DefaultLexeme;
use lrpar::{
    Expectations, Factored, Lexeme, NonStreamingLexer, ParseError, ParseRepair, Renderer,
    edit::Editor,
    factor,
    recovery::{Dearer, Limit, RepairKind, RepairSequence, Status},
    shortened, show_factored, show_sequence,
};
use lrtable::{Span, TIdx};

use super::{repaired_line::repaired_line, reports::write_more};
use crate::{
    language::{Location, Parsed, Types, timing::Timings},
    limits::{SHOWN_EXPECTED, SHOWN_REPAIRS, SHOWN_RESTARTED, SHOWN_SEQUENCE},
};

/// Values that are computed once to show the errors of a file.
struct Errors<'p, 'a> {
    parsed: &'p Parsed<'a>,
    listed: Option<usize>,
    renderer: Renderer<'p>,
    editor: Editor<'p, Types>,
    expectations: OnceCell<Expectations<'p, u32>>,
}

/// Writes each error of a file with its place, its line, and its repairs; beyond `most`, only the
/// number. If `listed` is given, that many repair sequences of an error are written one by one,
/// each as soon as it is made.
pub fn write_errors(
    out: &mut impl Write,
    parsed: &Parsed<'_>,
    (most, listed): (usize, Option<usize>),
) -> io::Result<()> {
    if parsed.errors.is_empty() {
        return Ok(());
    }
    let errors = Errors {
        parsed,
        listed,
        renderer: Renderer::new("", parsed.text),
        editor: Editor::new(&parsed.lexer),
        expectations: OnceCell::new(),
    };
    let mut locations = parsed.locations();
    for location in locations.by_ref().take(most) {
        errors.write_location(out, &location)?;
    }
    write_more(out, locations.count())
}

impl Errors<'_, '_> {
    fn place(&self, span: Span) -> (usize, usize) {
        self.parsed.lexer.line_col(span).0
    }

    fn token_epp(&self, token: TIdx<u32>) -> Option<&str> {
        self.parsed.language.table.grammar.token_epp(token)
    }

    fn write_location(&self, out: &mut impl Write, location: &Location<'_>) -> io::Result<()> {
        let span = location.span();
        let what = if location.lex.is_some() { "Lexing" } else { "Parsing" };
        let (line, column) = self.place(span);
        write!(out, "{what} error at line {line} column {column}.")?;
        let Some(error) = location.parse else {
            writeln!(out, " It lies within the repair of the error before.")?;
            return out.write_all(self.renderer.snippet(span).as_bytes());
        };
        writeln!(out, " {}", self.status(error))?;
        out.write_all(self.renderer.snippet(span).as_bytes())?;
        let is_restarted =
            |one: RepairSequence| one.kind != RepairKind::Cheapest || one.start < error.position();
        if error.reach() > 0 || error.sequences().take(SHOWN_RESTARTED).any(is_restarted) {
            self.write_restarted(out, error)?;
            let errors = &self.parsed.errors[..location.count];
            let line =
                repaired_line(self.parsed.language, &self.editor, self.parsed.text, errors, error);
            return line.map_or(Ok(()), |line| writeln!(out, "   repaired: {line}"));
        }
        self.write_repairs(out, error)?;
        if error.repairs_total() == 0 && !error.expected().is_empty() {
            self.write_expected(out, error)?;
        }
        Ok(())
    }

    /// Returns how recovery from an error ended, in words.
    fn status(&self, error: &ParseError<DefaultLexeme<u32>, u32>) -> String {
        match error.status() {
            Status::Complete => match error.dearer() {
                Dearer::Taken => {
                    "Repair sequences found (cheaper ones only lead to the next error):".to_string()
                }
                Dearer::Unknown => "Repair sequences found, which only lead to the next error (dearer ones were not all looked at):"
                    .to_string(),
                _ => "Repair sequences found:".to_string(),
            },
            Status::Unproven => {
                format!("Repair sequences found, not proven minimal ({}):", why(error))
            }
            Status::Region if error.repairs_total() > 0 => {
                "Repair sequences found, dearer than are looked for:".to_string()
            }
            _ => match error.resumed_at() {
                Some(at) => {
                    match self.editor.span(at) {
                        Some(next) => {
                            let (line, column) = self.place(next);
                            format!(
                                "No repair sequences found; parsing goes on at line {line} column {column}."
                            )
                        }
                        None => "No repair sequences found; parsing goes on at the end.".to_string(),
                    }
                }
                None if error.limit().is_none() => {
                    "No repair sequences found; parsing ends here.".to_string()
                }
                None => format!("No repair sequences found; parsing ends here ({}).", why(error)),
            },
        }
    }

    /// Writes the repairs of an error, all at its place.
    fn write_repairs(
        &self,
        out: &mut impl Write,
        error: &ParseError<DefaultLexeme<u32>, u32>,
    ) -> io::Result<()> {
        // A few are shown one by one; of many, those that differ in one place are shown as one.
        let few = error.repairs_total() <= SHOWN_REPAIRS as u128;
        let one_by_one = self.listed.or(few.then_some(SHOWN_REPAIRS));
        let mut said = 0;
        if let Some(most) = one_by_one {
            let total = usize::try_from(error.repairs_total()).unwrap_or(usize::MAX);
            let width = total.min(most).to_string().len();
            for (number, sequence) in (1..).zip(error.sequences().take(most)) {
                let sequence = self.sequence(&error.with_lexemes(&sequence));
                writeln!(out, "   {number:>width$}: {sequence}")?;
                said += 1;
            }
        } else {
            let mut groups = factor(error.repairs());
            let all: usize = groups.iter().map(Factored::count).sum();
            let is_all = all as u128 == error.repairs_total();
            groups.truncate(shown_of(groups.len(), SHOWN_REPAIRS, is_all));
            let width = groups.len().to_string().len();
            for (number, group) in (1..).zip(&groups) {
                writeln!(out, "   {number:>width$}: {}", self.group(group))?;
                said += group.count() as u128;
            }
        }
        match error.repairs_total().saturating_sub(said) {
            0 => Ok(()),
            more => writeln!(out, "   … and {more} more"),
        }
    }

    fn write_expected(
        &self,
        out: &mut impl Write,
        error: &ParseError<DefaultLexeme<u32>, u32>,
    ) -> io::Result<()> {
        let (grammar, table) =
            (&self.parsed.language.table.grammar, &self.parsed.language.table.table);
        let expectations = self.expectations.get_or_init(|| Expectations::new(grammar, table));
        let expected = expectations.at(error);
        let shown = shown_of(expected.len(), SHOWN_EXPECTED, true);
        let names: Vec<String> =
            expected.iter().take(shown).map(|expected| shortened(expected.name(grammar))).collect();
        let more = expected.len() - names.len();
        let more = if more > 0 { format!(" … and {more} more") } else { String::new() };
        writeln!(out, "   expected: {}{more}", names.join(" "))
    }

    /// Formats a repair sequence, or the beginning of a long one.
    fn sequence(&self, sequence: &[ParseRepair<DefaultLexeme<u32>, u32>]) -> String {
        let shown = &sequence[..sequence.len().min(SHOWN_SEQUENCE)];
        let text = show_sequence(shown, &self.parsed.lexer, &|token| self.token_epp(token));
        with_more(text, sequence.len() - shown.len())
    }

    /// Formats a group of repair sequences.
    fn group(&self, group: &Factored<DefaultLexeme<u32>, u32>) -> String {
        match group.alternatives {
            None => self.sequence(&group.sequence),
            Some(_) => show_factored(group, &self.parsed.lexer, &|token| self.token_epp(token)),
        }
    }

    /// Writes the repairs of an error that may begin before it, each with its place.
    fn write_restarted(
        &self,
        out: &mut impl Write,
        error: &ParseError<DefaultLexeme<u32>, u32>,
    ) -> io::Result<()> {
        let shown = self.listed.unwrap_or_else(|| shown_restarted(error));
        let mut said = 0;
        for (number, sequence) in (1..).zip(error.sequences().take(shown)) {
            said = number;
            write!(out, "   {number}: ")?;
            let repairs = error.with_lexemes(&sequence);
            let (line, column) = self.place(error.begin_of(&sequence).span());
            if sequence.start < error.position() {
                write!(out, "at line {line} column {column}: ")?;
            }
            let is_cheapest = sequence.kind == RepairKind::Cheapest;
            let kind = if is_cheapest { "" } else { "alternative: " };
            writeln!(out, "{kind}{}", self.sequence(&repairs))?;
        }
        let more = error.repairs_total().saturating_sub(said);
        if more > 0 {
            writeln!(out, "   … and {more} more")?;
        }
        Ok(())
    }
}

/// Returns why not all repair sequences were found.
fn why(error: &ParseError<DefaultLexeme<u32>, u32>) -> &'static str {
    match error.limit() {
        Some(Limit::Time) => "the time limit was reached",
        Some(Limit::Memory) => "the memory limit was reached",
        Some(Limit::Errors) => "there are too many errors",
        _ => "the budget was spent",
    }
}

/// Returns `text` with the number of further repairs.
fn with_more(text: String, more: usize) -> String {
    match more {
        0 => text,
        1 => format!("{text} … and 1 more repair"),
        more => format!("{text} … and {more} more repairs"),
    }
}

/// Returns how many of a list are shown where `most` are: one more if that is the last of all, as
/// it takes no more room than saying so.
fn shown_of(len: usize, most: usize, is_all: bool) -> usize {
    if is_all && len == most + 1 { len } else { len.min(most) }
}

/// Returns how many repairs that may begin before the error are shown: enough that alternatives
/// hide none of the cheapest.
fn shown_restarted(error: &ParseError<DefaultLexeme<u32>, u32>) -> usize {
    let numbered = error.sequences().zip(1..);
    let cheapest = numbered.filter(|(one, _)| one.kind == RepairKind::Cheapest);
    let last = cheapest.take(SHOWN_RESTARTED).last().map_or(0, |(_, number)| number);
    let most = last.max(SHOWN_RESTARTED);
    let listed = error.sequences().take(most + 2).count();
    shown_of(listed, most, listed as u128 == error.repairs_total())
}

/// Writes the lexemes: place, token, text.
pub fn write_lexemes(out: &mut impl Write, parsed: &Parsed<'_>) -> io::Result<()> {
    for lexeme in lrpar::Lexer::iter(&parsed.lexer) {
        let (name, span) = match lexeme {
            Ok(lexeme) => {
                let name = parsed.language.token_name(lexeme.tok_id());
                (name.unwrap_or("<unknown>"), lexeme.span())
            }
            Err(error) => ("<invalid>", lrpar::LexError::span(&error)),
        };
        let ((line, column), _) = parsed.lexer.line_col(span);
        let text = shortened(parsed.lexer.span_str(span));
        writeln!(out, "{line}:{column} {} {text}", shortened(name))?;
    }
    Ok(())
}

/// Writes how long each step took.
pub fn write_timings(out: &mut impl Write, timings: &Timings) -> io::Result<()> {
    for (name, time) in timings.named() {
        writeln!(out, "{name:>9} {:>12.3} ms", time.as_secs_f64() * 1e3)?;
    }
    Ok(())
}
