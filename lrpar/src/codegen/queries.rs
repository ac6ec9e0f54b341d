//! Queries that are compiled into a generated module.
//!
//! The builder checks the files; the module has their texts, and compiles a query when it is first
//! asked for.

use std::path::PathBuf;

use lrtable::{diagnostic::Diagnostic, grammar::Grammar};

use super::{
    BuildError, BuildErrorKind, RustWriter,
    names::{identifier, one_line, snake_case, string},
    output,
};
use crate::{NodeTypes, Query};

/// The files of queries, and the names of trivia that they may mention.
#[derive(Default)]
pub(super) struct Files {
    pub(super) paths: Vec<PathBuf>,
    pub(super) trivia: Vec<String>,
}

/// Queries that are in order.
pub(super) struct Queries {
    /// Function, file and text of each.
    all: Vec<(String, String, String)>,
    trivia: Vec<String>,
}

impl Files {
    /// Reads and checks the queries.
    pub(super) fn compile(&self, grammar: &Grammar) -> Result<Queries, BuildError> {
        let types = NodeTypes::new(grammar);
        let trivia: Vec<&str> = self.trivia.iter().map(String::as_str).collect();
        let mut all: Vec<(String, String, String)> = Vec::new();
        let mut failed: Option<BuildError> = None;
        for path in &self.paths {
            output::rerun_if_changed(path);
            let (file, text) = (output::shown(path), output::read(path)?);
            if let Err(errors) = Query::with_trivia(&types, &trivia, &text) {
                let diagnostic = |error: &crate::QueryError| {
                    let kind = BuildErrorKind::InvalidQuery;
                    let help = error.help_text().unwrap_or_default();
                    Diagnostic::error(kind, error.message(), error.span()).explained(help)
                };
                let diagnostics: Vec<Diagnostic> = errors.iter().map(diagnostic).collect();
                let error = BuildError::of(&diagnostics, &file, &text);
                failed = Some(match failed {
                    Some(failed) => failed.and(error),
                    None => error,
                });
            }
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = identifier(&snake_case(&stem));
            if let Some((_, other, _)) = all.iter().find(|(known, ..)| *known == name) {
                let message =
                    format!("the queries '{other}' and '{file}' are both called '{name}'");
                return Err(BuildError::new(message));
            }
            all.push((name, file, text));
        }
        failed.map_or_else(|| Ok(Queries { all, trivia: self.trivia.clone() }), Err)
    }
}

impl Queries {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Writes the module with the functions.
    pub(super) fn write(&self, out: &mut RustWriter) {
        out.line("/// The queries.");
        out.open("pub mod queries {");
        for (name, file, text) in &self.all {
            out.line(format_args!("/// Returns the query in `{}`.", one_line(file)));
            out.open(format_args!("pub fn {name}() -> &'static ::lrpar::Query {{"));
            out.line("static QUERY: ::std::sync::OnceLock<::lrpar::Query> = ::std::sync::OnceLock::new();");
            out.line(format_args!(
                "QUERY.get_or_init(|| ::lrpar::generated::query(&super::__NODE_TYPES, &{:?}, {}))",
                self.trivia,
                string(text)
            ));
            out.close("}");
        }
        out.close("}");
    }
}
