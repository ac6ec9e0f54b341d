//! Checks a case: returns what differs, and the case with what is found in place of what is
//! expected.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Case, CaseError, CustomSection, Section, Subject,
    line_diff::diff,
    section_results,
    subject::{Files, text_of},
};
use crate::{
    Error,
    language::{Language, Parsed, settings},
};

/// A section whose content differs from what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The section's line in the file, from 1.
    pub line: usize,
    /// The name of the section.
    pub section: String,
    /// The difference: `-` before lines that are expected, `+` before those that are found.
    pub shown: String,
}

/// Result of [`check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The sections that are not as expected.
    pub failures: Vec<Failure>,
    /// The case with what is found in place of what is expected, and with an expectation where
    /// there was none.
    pub updated: Case,
}

/// The language of a case, or the rendered mistakes in its texts.
pub type Made = Arc<Result<Language, Error>>;

/// State of checking a case.
struct Checker<'a> {
    subject: &'a mut Subject,
    language: &'a dyn Fn(&Subject) -> Made,
    custom: &'a [CustomSection],
    failures: Vec<Failure>,
    updated: Vec<Section>,
}

/// What was found for a section.
enum Found {
    /// A text.
    Text(String),
    /// Whether the input is accepted, and why not.
    Verdict(bool, String),
    /// Nothing could be found, for this reason.
    Failed(String),
    /// Nothing is known here.
    Unknown,
}

/// Compares a case with what is found. `language` makes, or caches, the language of the case.
///
/// # Errors
///
/// If a file that an input names is missing, or a recoverer is unknown.
pub fn check(
    case: &Case,
    subject: &mut Subject,
    files: &Files<'_>,
    language: &dyn Fn(&Subject) -> Made,
    custom: &[CustomSection],
) -> Result<Checked, CaseError> {
    let mut checker =
        Checker { subject, language, custom, failures: Vec::new(), updated: Vec::new() };
    let inputs = || case.sections.iter().enumerate().filter(|(_, one)| one.name == "input");
    let first = inputs().next().map_or(case.sections.len(), |(at, _)| at);
    checker.of_language(case, &case.sections[..first]);
    let starts: Vec<usize> = inputs().map(|(at, _)| at).collect();
    for (nth, &start) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(case.sections.len());
        checker.of_input(&case.sections[start..end], files)?;
    }
    let updated = Case { sections: checker.updated, ..case.clone() };
    Ok(Checked { failures: checker.failures, updated })
}

impl Checker<'_> {
    /// Checks the sections before the first input.
    fn of_language(&mut self, case: &Case, sections: &[Section]) {
        for section in sections {
            let found = match section.name.as_str() {
                "messages" => Found::Text(section_results::messages(self.subject)),
                "conflicts" => text_or_nothing(section_results::conflicts(self.subject)),
                "counts" => text_or_nothing(section_results::counts(self.subject)),
                "accept" | "reject" => self.language_verdict(),
                _ if section.is_expectation() => self.of_custom(section),
                _ => Found::Unknown,
            };
            self.compare(section, found);
        }
        let is_expected =
            case.sections.iter().any(|one| one.is_expectation() || one.name == "input");
        if !is_expected {
            let Found::Verdict(good, _) = self.language_verdict() else { return };
            let conflicts = section_results::conflicts(self.subject).unwrap_or_default();
            let new =
                [("messages", section_results::messages(self.subject)), ("conflicts", conflicts)];
            let mut sections = vec![Section::new(if good { "accept" } else { "reject" })];
            for (name, text) in new.into_iter().filter(|(_, text)| !text.is_empty()) {
                let text = text.trim_end().to_string();
                sections.push(Section { text, ..Section::new(name) });
            }
            self.add(case.line, sections);
        }
    }

    fn language_verdict(&self) -> Found {
        match section_results::is_language_good(self.subject) {
            true => Found::Verdict(true, String::new()),
            false => Found::Verdict(false, section_results::messages(self.subject)),
        }
    }

    fn of_custom(&self, section: &Section) -> Found {
        let own = self.custom.iter().find(|own| own.name == section.name);
        match own.and_then(|own| (own.found)(self.subject)) {
            Some(text) => Found::Text(text),
            None => Found::Unknown,
        }
    }

    /// Checks an input and the sections after it.
    fn of_input(&mut self, sections: &[Section], files: &Files<'_>) -> Result<(), CaseError> {
        let (given, expected) = sections.split_first().expect("it begins with an input");
        let input = text_of(given, files)?;
        self.subject.input = Some(input.clone());
        self.updated.push(given.clone());
        let is_lexer_only = self.subject.grammar.is_none();
        // Only what is asked for is made: a grammar with mistakes may have an input for a project's
        // own sections.
        let is_own = |section: &Section| self.custom.iter().any(|own| own.name == section.name);
        let is_needed = expected.is_empty() || !expected.iter().all(is_own);
        let made = (is_needed && !is_lexer_only).then(|| (self.language)(self.subject));
        let language = match made.as_deref() {
            Some(Ok(language)) => Ok(language),
            Some(Err(message)) => Err(format!("the language cannot be used:\n{message}")),
            None => Err("there is a lexer only: bring a 'grammar'".to_string()),
        };
        let most = self.subject.recovery.options.max_repairs;
        let mut parses: BTreeMap<&str, Parsed<'_>> = BTreeMap::new();
        for section in expected {
            let found = match (section.name.as_str(), &language) {
                (name @ ("lexemes" | "unfinished"), language)
                    if language.is_ok() || is_lexer_only =>
                {
                    let language = language.as_ref().ok().copied();
                    text_or_nothing(section_results::of_lexer(name, self.subject, language, &input))
                }
                _ if is_own(section) => self.of_custom(section),
                (_, Err(message)) => Found::Failed(message.clone()),
                (name, Ok(language)) => {
                    let recoverer = section.recoverer.as_deref().unwrap_or("");
                    if !parses.contains_key(recoverer) {
                        let mut recovery = self.subject.recovery.clone();
                        if !recoverer.is_empty() {
                            settings::set_recoverer(&mut recovery, recoverer).map_err(|error| {
                                CaseError { line: section.line, message: error.into() }
                            })?;
                        }
                        parses.insert(recoverer, Parsed::new(language, &input, &recovery, None));
                    }
                    let parsed = &parses[recoverer];
                    match name {
                        "accept" | "reject" => {
                            let errors = section_results::errors(parsed);
                            Found::Verdict(parsed.errors.is_empty(), errors)
                        }
                        _ => Found::Text(section_results::of_parse(section, parsed, most)),
                    }
                }
            };
            self.compare(section, found);
        }
        if expected.is_empty() {
            let mut new = Section::new("lexemes");
            new.text = match &language {
                Err(message) if !is_lexer_only => {
                    self.fail(given.line, "input", message.clone());
                    return Ok(());
                }
                Err(_) => section_results::of_lexer("lexemes", self.subject, None, &input)
                    .unwrap_or_default(),
                Ok(language) => {
                    let parsed = Parsed::new(language, &input, &self.subject.recovery, None);
                    let name = if parsed.errors.is_empty() { "tree" } else { "errors" };
                    new.name = name.to_string();
                    section_results::of_parse(&new, &parsed, most)
                }
            };
            new.text.truncate(new.text.trim_end().len());
            self.add(given.line, vec![new]);
        }
        Ok(())
    }

    /// Adds what is found where nothing is expected, which is a failure until it is written.
    fn add(&mut self, line: usize, sections: Vec<Section>) {
        let found = sections.iter().map(|new| format!("--- {}\n{}\n", new.name, new.text));
        let (_, shown) = diff("", &found.collect::<String>());
        let said = "nothing is expected: '--update' writes what is found\n";
        self.fail(line, "case", format!("{said}{shown}"));
        self.updated.extend(sections);
    }

    fn fail(&mut self, line: usize, section: &str, shown: String) {
        self.failures.push(Failure { line, section: section.to_string(), shown });
    }

    /// Compares a section with what is found.
    fn compare(&mut self, section: &Section, found: Found) {
        let mut new = section.clone();
        match found {
            Found::Unknown => {}
            Found::Failed(message) => self.fail(section.line, &section.name, message),
            Found::Verdict(good, why) => {
                new.name = (if good { "accept" } else { "reject" }).to_string();
                if new.name != section.name {
                    let (_, shown) = diff(&section.name, &format!("{}\n{why}", new.name));
                    self.fail(section.line, &section.name, shown);
                }
            }
            Found::Text(mut text) => {
                let trimmed = |text: &str| text.trim_end_matches(['\n', '\r']).len();
                let old = &section.text[..trimmed(&section.text)];
                text.truncate(trimmed(&text));
                if old != text {
                    let (at, shown) = diff(old, &text);
                    let at = if old.is_empty() { 0 } else { at + 1 };
                    self.fail(section.line + at, &section.name, shown);
                    // Empty lines after the text separate cases.
                    let after = if section.is_blank { "\n" } else { &section.text[old.len()..] };
                    text.push_str(after);
                    new.text = text;
                }
            }
        }
        self.updated.push(new);
    }
}

fn text_or_nothing(found: Result<String, String>) -> Found {
    found.map_or_else(Found::Failed, Found::Text)
}
