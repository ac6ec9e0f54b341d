//! A program: one text in a language, parsed once, for the questions of editors.
//!
//! In: a language and a text. Out: a syntax tree that holds all of the text, one report for each
//! error, and the edits that fix all of them. The value owns everything that it needs, so that it
//! can be kept until the text changes, and be sent to another thread. Cost: one parse.

pub mod colours;
pub mod completion;
pub mod names;
pub mod structure;

use std::sync::Arc;

use lrlex::DefaultLexeme;
use lrpar::{Errors, LexParseError, ParseError, Report, SyntaxTree, TextEdit, recovery::Limit};
use lrtable::{Span, TokenId};

use crate::{
    language::{Language, Parsed, Recovery, Types},
    output::reports,
};

/// A parsed text, as the functions of [`service`](super) take it.
///
/// ```
/// use std::sync::Arc;
/// use nimbleparse::{language::{Recovery, builtin}, service::program::Program};
/// let language = Arc::new(builtin("calc").unwrap());
/// let program = Program::new(language, "1 + + 2", &Recovery::default());
/// assert_eq!(program.reports()[0].title, "expected expression after `+`");
/// assert_eq!(program.fix_all().unwrap().len(), 1);
/// ```
pub struct Program {
    language: Arc<Language>,
    tree: SyntaxTree,
    lexemes: Vec<(TokenId, Span)>,
    errors: Errors<u32, Types>,
    reports: Vec<Report>,
    fix_all: Option<Vec<TextEdit>>,
}

impl Program {
    /// Parses `text`. If the stop function among the options of `recovery` ends the search, errors
    /// may lack their repairs.
    pub fn new(language: Arc<Language>, text: &str, recovery: &Recovery) -> Program {
        let parsed = Parsed::with_syntax_tree(&language, text, recovery, None);
        // A lexing error counts as a lexeme that no grammar accepts, as in the positions of errors.
        let words = language.words_of(&parsed.lexer).into_iter();
        let lexemes = words.map(|word| (word.token, Span::new(word.start, word.end))).collect();
        let mut reports = Vec::new();
        reports::each(&parsed, |_, report| {
            reports.extend(report);
            Ok(())
        })
        .expect("a vector takes all");
        let has_repair = |error: &LexParseError<u32, Types>| match error {
            LexParseError::LexError(_) => true,
            LexParseError::ParseError(error) => error.sequences().next().is_some(),
        };
        let is_mended = !parsed.errors.is_empty() && parsed.errors.iter().all(has_repair);
        let fix_all = if is_mended { parsed.edits() } else { None };
        let Parsed { tree, errors, .. } = parsed;
        Program { language: Arc::clone(&language), tree, lexemes, errors, reports, fix_all }
    }

    /// Returns the language.
    pub fn language(&self) -> &Arc<Language> {
        &self.language
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        self.tree.text()
    }

    /// Returns the syntax tree; for a text with errors, that of the text with the first repair of
    /// each.
    pub fn tree(&self) -> &SyntaxTree {
        &self.tree
    }

    /// Returns the lexemes with their tokens. The token's id for a lexing error is the number of
    /// tokens.
    pub fn lexemes(&self) -> &[(TokenId, Span)] {
        &self.lexemes
    }

    /// Returns one report for each error, in the order of the text.
    pub fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// Returns the edits that fix all errors at once; `None` if an error has no repair, or a repair
    /// inserts a token without a fixed text.
    pub fn fix_all(&self) -> Option<&[TextEdit]> {
        self.fix_all.as_deref()
    }

    /// Returns whether the budget ended the search at an error, so that a larger one may find other
    /// repairs.
    pub fn is_cut_short(&self) -> bool {
        self.syntax_errors().any(|error| error.limit() == Some(Limit::Work))
    }

    /// Returns the syntax errors, in the order of the text.
    pub(crate) fn syntax_errors(
        &self,
    ) -> impl Iterator<Item = &ParseError<DefaultLexeme<u32>, u32>> {
        self.errors.iter().filter_map(|error| match error {
            LexParseError::ParseError(error) => Some(error),
            LexParseError::LexError(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        language,
        service::queries::{Queries, tests::built_in},
    };

    /// A parsed text in a built-in language, and the queries of that.
    pub(super) fn program(name: &str, text: &str) -> (Program, Queries) {
        let language = Arc::new(language::builtin(name).unwrap());
        let (queries, _) = built_in(&language, name);
        (Program::new(language, text, &Recovery::default()), queries)
    }
}
