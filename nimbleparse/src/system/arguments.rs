//! Words of a command line: files and options. An option's value is in its own word
//! (`--name=value`) or is the next one; after `--` all words are files, and so is `-` alone.

use std::ffi::OsString;

/// The words of a command line, in order.
pub struct Words<I> {
    rest: I,
    /// The last option, and the value in its word until it is taken.
    name: String,
    inline: Option<String>,
    only_files: bool,
}

impl<I: Iterator<Item = OsString>> Words<I> {
    /// Makes words of raw arguments, without the program's name.
    pub fn new(words: impl IntoIterator<IntoIter = I>) -> Words<I> {
        Words { rest: words.into_iter(), name: String::new(), inline: None, only_files: false }
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
        read: fn(OsString) -> Result<F, String>,
    ) -> Result<Option<String>, String> {
        if let Some(value) = self.inline.take() {
            return Err(format!("'{}' takes no value: '{value}'", self.name));
        }
        let word = loop {
            let Some(word) = self.rest.next() else { return Ok(None) };
            let is_option = word.as_encoded_bytes().starts_with(b"-") && word != "-";
            match self.only_files || !is_option {
                true => files.push(read(word)?),
                false if word == "--" => self.only_files = true,
                false => break utf8(word)?,
            }
        };
        let (name, inline) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_string())),
            _ => (word.as_str(), None),
        };
        (self.name, self.inline) = (name.to_string(), inline);
        Ok(Some(self.name.clone()))
    }

    /// Returns the value of the option that was read last.
    ///
    /// # Errors
    ///
    /// If there is none, or it is not UTF-8.
    pub fn value(&mut self) -> Result<String, String> {
        match self.inline.take() {
            Some(value) => Ok(value),
            None => utf8(self.rest.next().ok_or_else(|| format!("'{}' needs a value", self.name))?),
        }
    }
}

/// Returns a word as text.
///
/// # Errors
///
/// If it is not UTF-8.
pub fn utf8(word: OsString) -> Result<String, String> {
    word.into_string().map_err(|word| format!("argument {word:?} is not UTF-8"))
}
