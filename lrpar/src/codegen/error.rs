//! The error of a build script: a text that is ready to be shown.

use std::fmt;

/// All that is wrong with an input file, each message with its place, rendered.
///
/// A build script that ends in an error shows its `Debug` form, so that is the text as well.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildError(String);

impl BuildError {
    /// The error with this text.
    pub fn new(text: impl Into<String>) -> Self {
        BuildError(text.into())
    }

    /// The error with this text, of which some messages are warnings that the builder was told to take for errors: it says how to
    /// tell it otherwise.
    pub fn with_warnings(text: impl Into<String>) -> Self {
        let how = "note: warnings are errors; the builder's 'warnings_are_errors(false)' shows them only\n";
        BuildError(text.into() + how)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What shows it has already begun a line.
        writeln!(f)?;
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildError {}
