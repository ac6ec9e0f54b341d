//! The files that a grammar's header names as `test_files`: each must parse without an error, or
//! the build fails.

use std::path::{Path, PathBuf};

use lrpar::{
    CTParser, LexerTypes, RTParserBuilder,
    codegen::{BuildError, output},
};
use lrtable::yacc::ast::Declarations;

use super::glob;
use crate::{LRLexError, LRNonStreamingLexerDef};

/// Errors of one file that are shown.
const MAX_ERRORS: usize = 5;

/// Parses all of them.
///
/// # Errors
///
/// If a pattern matches no file, and all errors in the files.
pub(super) fn check<LexerTypesT: LexerTypes<LexErrorT = LRLexError>>(
    parser: &CTParser<LexerTypesT::StorageT>,
    lexerdef: &LRNonStreamingLexerDef<LexerTypesT>,
) -> Result<(), BuildError> {
    let grammar = parser.yacc_grammar();
    let mut errors = String::new();
    for file in files(grammar.declarations(), parser.grammar_path())? {
        output::rerun_if_changed(&file);
        let text = output::read(&file)?;
        let lexer = lexerdef.lexer(&text);
        let parser = RTParserBuilder::new(grammar, parser.state_table());
        let found = parser.parse_noaction(&lexer);
        for error in found.iter().take(MAX_ERRORS) {
            let shown = error.pp(&lexer, &|token| grammar.token_epp(token));
            errors.push_str(&format!("{}: {shown}\n", output::shown(&file)));
        }
        if found.len() > MAX_ERRORS {
            let more = found.len() - MAX_ERRORS;
            errors.push_str(&format!("{}: {more} more errors\n", output::shown(&file)));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(BuildError::new(errors)) }
}

/// Returns the files that the header of a grammar with these declarations names as `test_files`;
/// patterns are relative to the folder of the grammar's file.
///
/// # Errors
///
/// If a folder cannot be read, or a pattern matches no file.
pub fn files(grammar: &Declarations, grammar_path: &Path) -> Result<Vec<PathBuf>, BuildError> {
    let folder = grammar_path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    let header = grammar.header.iter();
    let mut files = Vec::new();
    for pattern in
        header.filter(|option| option.key.text == "test_files").flat_map(|option| &option.value)
    {
        let found = glob::files(folder, &pattern.text)
            .map_err(|error| BuildError::new(format!("'{}': {error}", pattern.text)))?;
        if found.is_empty() {
            let message = format!("test_files: '{}' matches no file", pattern.text);
            return Err(BuildError::new(message));
        }
        files.extend(found);
    }
    Ok(files)
}
