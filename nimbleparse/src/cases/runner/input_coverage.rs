//! Coverage of grammars by the inputs of cases.

use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, OnceLock},
};

use super::{Options, folder_files, parallel::in_parallel};
use crate::{
    Error, ErrorKind,
    cases::{
        Case, CaseError, CaseFile, Files, LanguageKey, Made,
        coverage::{self, Coverage, CoveredPart},
        text_of,
    },
    json::Value,
};

/// Coverage of one grammar by the inputs of cases.
#[derive(Clone, Debug)]
pub struct CoverageOf {
    /// The name of the grammar.
    pub name: String,
    /// The coverage of each kind of thing.
    pub parts: Vec<CoveredPart>,
    /// The coverage as text.
    pub text: String,
    /// The coverage as JSON.
    pub json: Value,
    /// The coverage as a section of a page.
    pub section: String,
}

/// Returns the inputs of a case.
pub(super) fn inputs_of(case: &Case, files: &Files<'_>) -> Result<Vec<String>, CaseError> {
    let inputs = case.sections.iter().filter(|section| section.name == "input");
    inputs.map(|section| text_of(section, files)).collect()
}

/// Returns the inputs of all cases without a grammar of their own, except those in the file `but`.
///
/// # Errors
///
/// The first case that cannot be read, in one line.
pub fn inputs(options: &Options, but: Option<&Path>) -> Result<Vec<String>, Error> {
    let (mut found, mut wrong) = folder_files::cases(&options.paths);
    if let Some(but) = but.and_then(|but| but.canonicalize().ok()) {
        found.retain(|found| found.path.canonicalize().ok() != Some(but.clone()));
    }
    if let Some(wrong) = wrong.pop() {
        return Err(Error::new(ErrorKind::File, wrong));
    }
    let unasked = || Err(Error::new(ErrorKind::Impossible, "it is not asked for"));
    let mut inputs = Vec::new();
    for found in found {
        let folder = found.path.parent().unwrap_or(Path::new(""));
        let read = |file: &str, limit| folder_files::text(&folder.join(file), limit);
        let files = Files { read: &read, beside: &|_| unasked() };
        let place = |misread: CaseError| {
            let CaseError { line, message } = misread;
            let message = format!("{}:{line}: {message}", found.path.display());
            Error::new(ErrorKind::Format, message)
        };
        let text = folder_files::cases_text(&found.path).map_err(place)?;
        let cases = CaseFile::read(&text, &options.custom).map_err(place)?;
        for case in &cases.cases {
            if case.sections.iter().all(|one| one.name != "grammar" && one.name != "lexer") {
                inputs.extend(inputs_of(case, &files).map_err(place)?);
            }
        }
    }
    Ok(inputs)
}

/// Returns the coverage of each language that has inputs, by name.
pub(super) fn all(
    inputs: HashMap<LanguageKey, Vec<String>>,
    languages: &HashMap<LanguageKey, Arc<OnceLock<Made>>>,
) -> Vec<CoverageOf> {
    let mut all: Vec<(LanguageKey, Vec<String>)> = inputs.into_iter().collect();
    all.sort_by(|(a, _), (b, _)| a.texts().cmp(&b.texts()));
    let found = in_parallel(all.len(), |nth| {
        let (key, inputs) = &all[nth];
        let made = languages.get(key)?.get()?;
        let Ok(language) = made.as_ref() else { return None };
        let [grammar, lexer] = key.texts();
        let mut covered = Coverage::new(language, lexer.1);
        inputs.iter().for_each(|input| covered.add(input));
        Some(CoverageOf {
            name: grammar.0.to_string(),
            parts: covered.parts(),
            text: coverage::text(&covered, true),
            json: Value::object([
                ("grammar", Value::string(grammar.0)),
                ("coverage", coverage::json(&covered)),
            ]),
            section: coverage::section(&covered, grammar.0, grammar.1, lexer.1),
        })
    });
    found.into_iter().flatten().collect()
}

/// Returns a line for each kind of thing that is used less than demanded.
pub(super) fn too_little(coverage: &[CoverageOf], at_least: &[(String, f64)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (what, least) in at_least {
        for CoverageOf { name, parts, .. } in coverage {
            let parts = parts.iter().filter(|part| part.what == what && part.percent() < *least);
            lines.extend(parts.map(|part| {
                format!("{name}: {:.1} % of {what} are used, less than {least} %", part.percent())
            }));
        }
    }
    lines
}
