//! Reads a lex and a Yacc file and makes them ready to parse with.

use std::{hash::Hasher as _, path::Path};

use fnv::FnvHasher;
use lrtable::construct::Construction;
use nimbleparse::{
    Error, ErrorKind,
    language::{Table, Text},
    limits::SPECIFICATION_BYTES,
    system::read::read_text,
};
use nimbleparse_grammars as builtin;

pub(crate) use nimbleparse::language::Language;

/// The texts of a language's lex and Yacc files.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of a built-in grammar, or the names of the two files.
    pub name: String,
    /// The name and the text of the lex file.
    pub lex: (String, String),
    /// The name and the text of the Yacc file.
    pub yacc: (String, String),
}

impl Source {
    /// Reads the lex and Yacc files that `NAME` (built in) or `FILE.l,FILE.y` stands for.
    ///
    /// # Errors
    ///
    /// If there is no such grammar, or a file cannot be read.
    pub fn named(name: &str) -> Result<Source, Error> {
        if let Some((lex, yacc)) = name.split_once(',') {
            let read = |file: &str| read_text(Path::new(file), SPECIFICATION_BYTES);
            let [lex, yacc] = [(lex.to_string(), read(lex)?), (yacc.to_string(), read(yacc)?)];
            return Ok(Source { name: name.to_string(), lex, yacc });
        }
        let Some(found) = builtin::named(name) else {
            let names: Vec<&str> = builtin::ALL.iter().map(|builtin| builtin.name).collect();
            let names = names.join(", ");
            let message = format!(
                "unknown grammar '{name}': there are {names}; or name two files as 'FILE.l,FILE.y'"
            );
            return Err(Error::new(ErrorKind::Setting, message));
        };
        Ok(Source {
            name: name.to_string(),
            lex: (format!("{name}.l"), found.lex.to_string()),
            yacc: (format!("{name}.y"), found.yacc.to_string()),
        })
    }

    /// Reads both files and builds the table.
    ///
    /// # Errors
    ///
    /// The mistakes in the files, rendered.
    pub(crate) fn language(&self) -> Result<Language, Error> {
        let [lex, yacc] = [&self.lex, &self.yacc].map(|(name, text)| Text { name, text });
        let warnings = &mut String::new();
        let table = Table::new(yacc, None, Some(Construction::Pager), None, warnings)?;
        Language::new(lex, table, None, warnings)
    }

    /// Returns sixteen hexadecimal digits that change when a text does (FNV-1a of both).
    pub fn fingerprint(&self) -> String {
        let mut hasher = FnvHasher::default();
        hasher.write(self.lex.1.as_bytes());
        hasher.write(&[0]);
        hasher.write(self.yacc.1.as_bytes());
        format!("{:016x}", hasher.finish())
    }
}

/// Returns the language with this name, ready to parse with.
///
/// # Errors
///
/// See [`Source::named`] and [`Source::language`].
pub(crate) fn named(name: &str) -> Result<Language, Error> {
    Source::named(name)?.language()
}
