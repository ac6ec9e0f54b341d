//! Subject of a case: its texts, wherever they are stored, and its settings.

use lrlex::LRNonStreamingLexerDef;
use lrtable::{construct::Construction, diagnostic::Diagnostic, grammar::Grammar, yacc::YaccKind};

use super::{Case, CaseError, CaseFile, CustomSection, Section, token_name_lexer};
use crate::{
    Error, ErrorKind,
    language::{HandWritten, Language, Recovery, Table, Text, Types, read_lexer_alone, settings},
    limits::{INPUT_BYTES, SPECIFICATION_BYTES},
};

/// A text of a case, with its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The name of the text in messages.
    pub name: String,
    /// The content.
    pub text: String,
}

impl Source {
    /// Returns the text in the form that the libraries take.
    pub fn text(&self) -> Text<'_> {
        Text { name: &self.name, text: &self.text }
    }
}

/// Key of a case's language: cases with equal keys can share the language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LanguageKey {
    lexer: Option<Source>,
    grammar: Option<Source>,
    ngrams: Option<Source>,
    kind: Option<YaccKind>,
    construction: Option<Construction>,
}

impl LanguageKey {
    /// Returns name and text of the Yacc and the lex file; empty for a missing one.
    pub fn texts(&self) -> [(&str, &str); 2] {
        [&self.grammar, &self.lexer].map(|source| {
            source.as_ref().map_or(("", ""), |source| (source.name.as_str(), source.text.as_str()))
        })
    }
}

/// Texts and settings of a case.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The name of the case.
    pub name: String,
    /// The Yacc file.
    pub grammar: Option<Source>,
    /// The lex file.
    pub lexer: Option<Source>,
    /// An n-gram model.
    pub ngrams: Option<Source>,
    /// The dialect of the Yacc file, if set.
    pub kind: Option<YaccKind>,
    /// The construction of the table, if set.
    pub construction: Option<Construction>,
    /// The recoverer and its options.
    pub recovery: Recovery,
    /// The settings that only a project's own sections know, by name.
    pub own: Vec<(String, String)>,
    /// The last input before the section that is checked.
    pub input: Option<String>,
}

/// Name and text of a file.
type Named = (String, String);

/// Access to texts that are stored outside of a case.
pub struct Files<'a> {
    /// Returns the text of a file, by its path from the case's folder, of at most so many bytes.
    pub read: &'a dyn Fn(&str, u64) -> Result<String, Error>,
    /// Returns name and text of the folder's file with this ending.
    pub beside: &'a dyn Fn(&str) -> Result<Named, Error>,
}

impl Subject {
    /// Finds the texts of a case.
    ///
    /// # Errors
    ///
    /// If a file that the case names is missing, or a setting unknown.
    pub fn new(
        file: &CaseFile,
        case: &Case,
        files: &Files<'_>,
        custom: &[CustomSection],
    ) -> Result<Subject, CaseError> {
        let section = |name: &str| {
            let own = case.sections.iter().find(|section| section.name == name);
            own.or_else(|| file.common.iter().find(|section| section.name == name))
        };
        let source = |name: &str, own_name: &str| -> Result<Option<Source>, CaseError> {
            let Some(section) = section(name) else { return Ok(None) };
            let text = text_of(section, files)?;
            let name = section.from.clone().unwrap_or_else(|| own_name.to_string());
            Ok(Some(Source { name, text }))
        };
        let mut subject = Subject {
            name: case.name.clone(),
            grammar: source("grammar", "g.y")?,
            lexer: source("lexer", "g.l")?,
            ngrams: source("ngrams", "g.ngram")?,
            kind: None,
            construction: None,
            recovery: Recovery::default(),
            own: Vec::new(),
            input: None,
        };
        if subject.grammar.is_none() && subject.lexer.is_none() {
            let beside = |ending: &str| {
                let wrong = |error: Error| CaseError { line: case.line, message: error.into() };
                let (name, text) = (files.beside)(ending).map_err(wrong)?;
                Ok(Some(Source { name, text }))
            };
            (subject.grammar, subject.lexer) = (beside("y")?, beside("l")?);
        }
        if let Some(section) = section("settings") {
            for (nth, line) in section.text.lines().enumerate().filter(|(_, l)| !l.is_empty()) {
                let wrong = |message| CaseError { line: section.line + 1 + nth, message };
                subject.set(line, custom).map_err(wrong)?;
            }
        }
        Ok(subject)
    }

    /// Applies one line of settings.
    fn set(&mut self, line: &str, custom: &[CustomSection]) -> Result<(), String> {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        let value = value.trim();
        let options = &mut self.recovery.options;
        match name {
            "yacckind" => self.kind = Some(settings::yacc_kind(value)?),
            "construction" => self.construction = Some(settings::construction(value)?),
            "recoverer" => settings::set_recoverer(&mut self.recovery, value)?,
            "reach" => options.reach = settings::reach(value)?,
            "max-cost" => options.max_cost = settings::max_cost(value)?,
            "max-repairs" => options.max_repairs = settings::count_or_all(value, name)?,
            "budget" => {
                settings::set_budget(&mut options.budget, value)?;
                if options.budget.time.is_some() {
                    let no = "a time as budget gives other results on each machine";
                    return Err(format!("{no}: expected a number of units of work, or of MiB"));
                }
            }
            _ if custom.iter().any(|own| own.settings.contains(&name)) => {
                self.own.push((name.to_string(), value.to_string()));
            }
            _ => {
                return Err(format!(
                    "unknown setting '{name}': there are yacckind, construction, recoverer, reach, max-cost, max-repairs, budget"
                ));
            }
        }
        Ok(())
    }

    /// Returns the value of a setting that the project defines.
    pub fn own(&self, name: &str) -> Option<&str> {
        let found = self.own.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the key of the language.
    pub fn key(&self) -> LanguageKey {
        LanguageKey {
            lexer: self.lexer.clone(),
            grammar: self.grammar.clone(),
            ngrams: self.ngrams.clone(),
            kind: self.kind,
            construction: self.construction,
        }
    }

    /// Makes the language.
    ///
    /// # Errors
    ///
    /// The mistakes in the texts, rendered.
    pub fn language(&self) -> Result<Language, Error> {
        self.language_by(None)
    }

    /// Makes the language, with a hand-written lexer if one is given.
    ///
    /// # Errors
    ///
    /// The mistakes in the texts, rendered.
    pub fn language_by(&self, by_hand: Option<&HandWritten>) -> Result<Language, Error> {
        let wrong = |message: String| Error::new(ErrorKind::Specification, message);
        let lone = || wrong("there is a lexer only: bring a 'grammar'".to_owned());
        let grammar = self.grammar.as_ref().ok_or_else(lone)?;
        let warnings = &mut String::new();
        let table = Table::new(grammar.text(), self.kind, self.construction, None, warnings)?;
        let lexer = match &self.lexer {
            Some(lexer) => lexer.clone(),
            None => {
                let text = token_name_lexer::lexer(&table.grammar).map_err(wrong)?;
                Source { name: "g.l".to_string(), text }
            }
        };
        let mut language = match by_hand {
            Some(by_hand) => Language::with_lexer(table, by_hand.clone()),
            None => Language::new(lexer.text(), table, None, warnings)?,
        };
        if let Some(ngrams) = &self.ngrams {
            let named = |message: &str| format!("'{}', {message}", ngrams.name);
            let taken = language.take_ngrams(&ngrams.name, &ngrams.text);
            taken.map_err(|error| error.with(named))?;
        }
        Ok(language)
    }

    /// Reads the grammar; returns it with its diagnostics.
    pub(super) fn read_grammar(&self) -> Option<(Option<Grammar>, Vec<Diagnostic>)> {
        let source = self.grammar.as_ref()?;
        Some(match Grammar::parse(&source.text, self.kind) {
            Ok(grammar) => {
                let warnings = grammar.warnings().to_vec();
                (Some(grammar), warnings)
            }
            Err(diagnostics) => (None, diagnostics),
        })
    }

    /// Reads the lexer without a grammar; returns it with its diagnostics.
    pub(super) fn read_lexer(
        &self,
    ) -> Option<(Option<LRNonStreamingLexerDef<Types>>, Vec<Diagnostic>)> {
        let source = self.lexer.as_ref()?;
        Some(read_lexer_alone(&source.text))
    }
}

/// Returns the text of a section, wherever it is stored.
///
/// # Errors
///
/// If the file that holds the text cannot be read.
pub fn text_of(section: &Section, files: &Files<'_>) -> Result<String, CaseError> {
    let Some(file) = &section.from else { return Ok(section.content()) };
    let limit = if section.name == "input" { INPUT_BYTES } else { SPECIFICATION_BYTES };
    let wrong = |error: Error| CaseError { line: section.line, message: error.into() };
    let text = (files.read)(file, limit).map_err(wrong)?;
    Ok(if section.crlf { text.replace('\n', "\r\n") } else { text })
}
