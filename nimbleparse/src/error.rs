//! Errors of this library: a kind for programs, a message for people.

use std::fmt;

/// Why something could not be done. It is shown as one line, or for a Yacc or a lex file as
/// rendered diagnostics.
///
/// ```
/// use nimbleparse::{ErrorKind, language::settings};
/// let error = settings::yacc_kind("bison").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Setting);
/// assert!(error.to_string().starts_with("unknown Yacc kind 'bison'"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// Kinds of [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An argument, an option or a setting is unknown, or has a wrong value.
    Setting,
    /// A file is not there, or cannot be read or written.
    File,
    /// A Yacc file, a lex file or an n-gram model has mistakes, or is missing.
    Specification,
    /// A text is not in the format that it should have.
    Format,
    /// What was asked for cannot be done with what was given.
    Impossible,
    /// Cases are not as expected; the message is the report.
    NotAsExpected,
    /// Nobody reads the output any more.
    ReaderGone,
    /// None of these.
    Other,
}

impl Error {
    /// Makes an error with a message for people.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into() }
    }

    /// Returns what kind of error this is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the error with another message, such as one that says where it is.
    #[must_use]
    pub fn with(self, message: impl FnOnce(&str) -> String) -> Error {
        Error { message: message(&self.message), ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// For those who only show it.
impl From<Error> for String {
    fn from(error: Error) -> String {
        error.message
    }
}

/// An error of no kind that a program could tell from others.
impl From<String> for Error {
    fn from(message: String) -> Error {
        Error::new(ErrorKind::Other, message)
    }
}

impl From<&str> for Error {
    fn from(message: &str) -> Error {
        Error::new(ErrorKind::Other, message)
    }
}
