//! Raw command-line arguments in; options by name and the other arguments out.

use nimbleparse::{Error, ErrorKind};

use std::{ffi::OsString, fmt::Display, str::FromStr};

use nimbleparse::system::arguments::{Words, utf8};

/// The arguments of one command, parsed. Each command takes what it knows, and checks that nothing
/// is left.
#[derive(Debug)]
pub(crate) struct Args {
    options: Vec<(String, Option<String>)>,
    /// The arguments that are not options, in order.
    pub(crate) rest: Vec<String>,
}

impl Args {
    /// Parses arguments. `flags` are the options without a value, `valued` those with one.
    ///
    /// # Errors
    ///
    /// One line on what is wrong.
    pub(crate) fn new(
        raw: impl IntoIterator<Item = OsString>,
        flags: &[&str],
        valued: &[&str],
    ) -> Result<Args, Error> {
        let mut args = Args { options: Vec::new(), rest: Vec::new() };
        let mut words = Words::new(raw);
        while let Some(name) = words.option(&mut args.rest, utf8)? {
            let value = if flags.contains(&name.as_str()) {
                None
            } else if valued.contains(&name.as_str()) {
                Some(words.value()?)
            } else {
                let known = flags.iter().chain(valued).chain(&["--help"]);
                return Err(words.unknown(known.copied()));
            };
            args.options.push((name, value));
        }
        Ok(args)
    }

    /// Returns whether the flag was given.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.options.iter().any(|(option, _)| option == name)
    }

    /// Returns the last value of the option.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        let found = self.options.iter().rev().find(|(option, _)| option == name);
        found.and_then(|(_, value)| value.as_deref())
    }

    /// Returns all values of the option, in order.
    pub(crate) fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.options.iter().filter(move |(option, _)| option == name);
        named.filter_map(|(_, value)| value.as_deref())
    }

    /// Returns the option's value as a number of at least `least`, or `default` if it was not
    /// given.
    ///
    /// # Errors
    ///
    /// If the value is not such a number.
    pub(crate) fn number<T>(&self, name: &str, least: T, default: T) -> Result<T, Error>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(text) = self.value(name) else {
            return Ok(default);
        };
        match text.parse() {
            Ok(number) if number >= least => Ok(number),
            _ => Err(Error::new(
                ErrorKind::Setting,
                format!("'{name}' needs a number of at least {least}, not '{text}'"),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(list: &[&str]) -> Result<Args, Error> {
        Args::new(list.iter().map(OsString::from), &["--quiet"], &["--runs", "--out"])
    }

    #[test]
    fn options_are_told_from_other_arguments() {
        let found = args(&["a", "--runs=3", "--quiet", "--out", "x", "-", "--", "--runs"]).unwrap();
        assert_eq!(found.rest, ["a", "-", "--runs"]);
        assert_eq!((found.number("--runs", 1, 10), found.value("--out")), (Ok(3), Some("x")));
        assert!(found.flag("--quiet"));
    }

    #[test]
    fn mistakes_are_named() {
        let runs = args(&["--runs", "none"]).unwrap().number("--runs", 1, 1).unwrap_err();
        assert_eq!(runs.message(), "'--runs' needs a number of at least 1, not 'none'");
        assert_eq!(args(&["--frob"]).unwrap_err().message(), "unknown option '--frob'");
        assert_eq!(args(&["--out"]).unwrap_err().message(), "'--out' needs a value");
        assert_eq!(args(&["--quiet=1"]).unwrap_err().message(), "'--quiet' takes no value: '1'");
    }
}
