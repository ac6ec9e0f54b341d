//! Words of a command line: files and options. An option's value is in its own word
//! (`--name=value`, `-nvalue`) or is the next one; options of one letter may share a word (`-dq`).
//! After `--` all words are files, and so is `-` alone.

use std::ffi::OsString;

use lrtable::near::did_you_mean;

use crate::{Error, ErrorKind};

/// The words of a command line, in order.
pub struct Words<I> {
    rest: I,
    /// The last option's word, its name, and the rest of the word until it is taken.
    word: String,
    name: String,
    inline: Option<String>,
    only_files: bool,
}

impl<I: Iterator<Item = OsString>> Words<I> {
    /// Makes words of raw arguments, without the program's name.
    pub fn new(words: impl IntoIterator<IntoIter = I>) -> Words<I> {
        let (word, name) = (String::new(), String::new());
        Words { rest: words.into_iter(), word, name, inline: None, only_files: false }
    }

    /// Returns the name of the next option, with its hyphens; files before it are added to `files`,
    /// as `read` reads them.
    ///
    /// # Errors
    ///
    /// If the option is not UTF-8, or if the previous one has a value that it does not take.
    pub fn option<F>(
        &mut self,
        files: &mut Vec<F>,
        read: fn(OsString) -> Result<F, Error>,
    ) -> Result<Option<String>, Error> {
        if let Some(value) = self.inline.take() {
            if self.name.starts_with("--") {
                return Err(wrong(format!("'{}' takes no value: '{value}'", self.name)));
            }
            self.take_letter(&value);
            return Ok(Some(self.name.clone()));
        }
        self.word = loop {
            let Some(word) = self.rest.next() else { return Ok(None) };
            let is_option = word.as_encoded_bytes().starts_with(b"-") && word != "-";
            match self.only_files || !is_option {
                true => files.push(read(word)?),
                false if word == "--" => self.only_files = true,
                false => break utf8(word)?,
            }
        };
        match self.word.strip_prefix('-').unwrap_or_default().to_owned() {
            long if long.starts_with('-') => {
                let (name, value) = self.word.split_once('=').unzip();
                self.name = name.unwrap_or(&self.word).to_owned();
                self.inline = value.map(str::to_owned);
            }
            letters => self.take_letter(&letters),
        }
        Ok(Some(self.name.clone()))
    }

    /// Takes the first of `letters` as the option; others follow, or are its value.
    fn take_letter(&mut self, letters: &str) {
        let end = letters.chars().next().map_or(0, char::len_utf8);
        let (letter, rest) = letters.split_at(end);
        self.name = format!("-{letter}");
        self.inline = (!rest.is_empty()).then(|| rest.to_owned());
    }

    /// Returns the message on the last option if it is none of `known`.
    pub fn unknown<'a>(&self, known: impl IntoIterator<Item = &'a str>) -> Error {
        let shown = if self.name.starts_with("--") { &self.name } else { &self.word };
        wrong(format!("unknown option '{shown}'{}", did_you_mean(shown, known)))
    }

    /// Returns the value of the option that was read last.
    ///
    /// # Errors
    ///
    /// If there is none, or it is not UTF-8.
    pub fn value(&mut self) -> Result<String, Error> {
        match self.inline.take() {
            Some(value) => Ok(value),
            None => {
                let missing = || wrong(format!("'{}' needs a value", self.name));
                utf8(self.rest.next().ok_or_else(missing)?)
            }
        }
    }
}

/// Returns the options that a help text names.
pub fn options_of(usage: &str) -> impl Iterator<Item = &str> {
    let words = usage.split(|c: char| c != '-' && !c.is_ascii_alphanumeric());
    words.filter(|word| word.starts_with('-'))
}

fn wrong(message: String) -> Error {
    Error::new(ErrorKind::Setting, message)
}

/// Returns a word as text.
///
/// # Errors
///
/// If it is not UTF-8.
pub fn utf8(word: OsString) -> Result<String, Error> {
    word.into_string().map_err(|word| wrong(format!("argument {word:?} is not UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads options, of which `-r` and `--recoverer` have a value.
    fn read(words: &[&str]) -> Result<Vec<String>, Error> {
        let mut words = Words::new(words.iter().map(OsString::from));
        let (mut files, mut found) = (Vec::new(), Vec::new());
        while let Some(name) = words.option(&mut files, utf8)? {
            match name.as_str() {
                "-d" | "-q" => found.push(name),
                "-r" | "--recoverer" => found.push(words.value()?),
                _ => return Err(words.unknown(options_of("  -r, --recoverer R\n  --tree  (-q)"))),
            }
        }
        found.extend(files);
        Ok(found)
    }

    #[test]
    fn letters_share_a_word_with_each_other_and_with_a_value() {
        assert_eq!(read(&["-dq", "x"]).unwrap(), ["-d", "-q", "x"]);
        assert_eq!(read(&["-qrnone", "-r", "none"]).unwrap(), ["-q", "none", "none"]);
        assert_eq!(read(&["--recoverer=a=b", "-ra=b"]).unwrap(), ["a=b", "a=b"]);
        assert_eq!(read(&["-dr"]).unwrap_err().message(), "'-r' needs a value");
    }

    #[test]
    fn what_was_meant_by_an_unknown_option_is_asked() {
        for (word, message) in [
            ("--recovrer=x", "unknown option '--recovrer'; did you mean '--recoverer'?"),
            ("-tree", "unknown option '-tree'; did you mean '--tree'?"),
            ("-dä", "unknown option '-dä'"),
            ("--frobnicate", "unknown option '--frobnicate'"),
        ] {
            assert_eq!(read(&[word]).unwrap_err().message(), message);
        }
    }
}
