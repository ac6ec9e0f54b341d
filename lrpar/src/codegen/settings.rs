//! Settings that builders of parsers and of lexers share: the files, the generated module, and
//! which warnings count.

use std::path::{Path, PathBuf};

use lrtable::diagnostic::{Diagnostic, render_all};

use super::{BuildError, Visibility, names, output};

/// Settings of a builder; [`shared_setters!`](crate::shared_setters) makes its functions that set
/// them.
#[derive(Clone, Debug)]
pub struct Settings<'a> {
    /// The file to read.
    pub input: Option<PathBuf>,
    /// The file to write.
    pub output: Option<PathBuf>,
    /// The name of the generated module; by default one made of the name of the file to read.
    pub mod_name: Option<&'a str>,
    /// The visibility of the generated module.
    pub visibility: Visibility,
    /// Whether warnings are errors.
    pub warnings_are_errors: bool,
    /// Whether warnings are shown, and errors reported to Cargo.
    pub show_warnings: bool,
}

impl Settings<'_> {
    /// Makes the default settings.
    pub fn new(warnings_are_errors: bool) -> Self {
        Settings {
            input: None,
            output: None,
            mod_name: None,
            visibility: Visibility::Private,
            warnings_are_errors,
            show_warnings: true,
        }
    }

    /// Takes the file to read and the file to write, and asks Cargo to watch the former, which is
    /// `what`.
    ///
    /// # Errors
    ///
    /// If one of them was not set.
    pub fn take_files(&mut self, what: &str) -> Result<(PathBuf, PathBuf), BuildError> {
        let missing = |what| BuildError::new(format!("no {what} was set"));
        let input = self.input.take().ok_or_else(|| missing(what))?;
        let output = self.output.take().ok_or_else(|| missing("output path"))?;
        output::rerun_if_changed(&input);
        Ok((input, output))
    }

    /// Returns the name of the module that is generated from `input`; by default it ends in
    /// `suffix`.
    ///
    /// # Errors
    ///
    /// If the name that was set is not an identifier of Rust.
    pub fn module_name(&self, input: &Path, suffix: &str) -> Result<String, BuildError> {
        names::module_or(self.mod_name, input, suffix)
    }

    /// Moves warnings that are errors to the errors; returns whether there were any.
    pub fn raise(&self, warnings: &mut Vec<Diagnostic>, errors: &mut Vec<Diagnostic>) -> bool {
        let raises = self.warnings_are_errors && !warnings.is_empty();
        if raises {
            errors.extend(warnings.drain(..).map(Diagnostic::into_error));
        }
        raises
    }

    /// Shows warnings about `source`, the text of `file`, unless none are to be shown.
    pub fn warn(&self, warnings: &[Diagnostic], file: &str, source: &str) {
        if self.show_warnings && !warnings.is_empty() {
            output::warn(&render_all(warnings, file, source));
        }
    }

    /// Reports errors to Cargo, unless nothing is to be shown.
    pub fn tell(&self, error: &BuildError) {
        if self.show_warnings {
            output::tell_errors(error);
        }
    }
}

/// Makes the functions of a builder that set its `settings`: what it reads, the functions for that
/// file, the macro that includes the output, and whether warnings are errors by default.
#[doc(hidden)]
#[macro_export]
macro_rules! shared_setters {
    ($what:literal, $path:ident, $in_src_dir:ident, $included_by:literal, $warnings:literal) => {
        #[doc = concat!("Sets the ", $what, " to one below the package's folder `src`, and the output to the file that ")]
        #[doc = concat!("[`", $included_by, "!`](crate::", $included_by, ") includes.")]
        ///
        /// # Errors
        ///
        /// If the path is absolute, or no build script is running.
        pub fn $in_src_dir<P: AsRef<::std::path::Path>>(
            self,
            srcp: P,
        ) -> Result<Self, Box<dyn ::std::error::Error>> {
            let (input, output) = $crate::codegen::output::in_src_dir(srcp.as_ref())?;
            Ok(self.$path(input).output_path(output))
        }

        #[doc = concat!("Sets the path of the ", $what, ". [`output_path`](Self::output_path) must be set as well.")]
        #[must_use]
        pub fn $path<P: AsRef<::std::path::Path>>(mut self, inp: P) -> Self {
            self.settings.input = Some(inp.as_ref().to_owned());
            self
        }

        /// Sets the path of the Rust file to generate.
        #[must_use]
        pub fn output_path<P: AsRef<::std::path::Path>>(mut self, outp: P) -> Self {
            self.settings.output = Some(outp.as_ref().to_owned());
            self
        }

        /// Sets the name of the generated module; by default the module for `a/b.y` is `b_y`, and
        /// that for `a/b.l` is `b_l`.
        #[must_use]
        pub fn mod_name(mut self, mod_name: &'a str) -> Self {
            self.settings.mod_name = Some(mod_name);
            self
        }

        /// Sets the visibility of the generated module. Private by default.
        #[must_use]
        pub fn visibility(mut self, vis: $crate::Visibility) -> Self {
            self.settings.visibility = vis;
            self
        }

        #[doc = concat!("Sets whether warnings about the ", $what, " are errors. ", $warnings, " by default.")]
        #[must_use]
        pub fn warnings_are_errors(mut self, flag: bool) -> Self {
            self.settings.warnings_are_errors = flag;
            self
        }

        /// Sets whether warnings are shown and errors are reported to Cargo, which then fails the
        /// build. On by default.
        #[must_use]
        pub fn show_warnings(mut self, flag: bool) -> Self {
            self.settings.show_warnings = flag;
            self
        }

        /// Has no effect: generated code is the same in every edition.
        #[must_use]
        pub fn rust_edition(self, _edition: $crate::RustEdition) -> Self {
            self
        }
    };
}
