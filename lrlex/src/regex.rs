//! Regexes as trees: text in, [`Regex`] out, with what is known of it without running it.
//!
//! `parse` reads the syntax of the `regex` crate; `tree` is what it makes, with facts (does it
//! match the empty text, how long are its texts), in which `bytes` joins what flex spells byte by
//! byte; `charset` has sets of characters, of which `perl` knows those of `\w` and its like and
//! `unicode` asks the `regex` crate for others. That crate also says what is wrong with a regex
//! that `parse` refuses (`explain`). It is used where lexers are made only, and the feature `regex`
//! leaves it out: then the rarer classes are errors, and all errors have one message.

mod bytes;
mod charset;
#[cfg(feature = "regex")]
mod explain;
mod parse;
mod perl;
mod tree;
#[cfg_attr(not(feature = "regex"), path = "regex/no_unicode.rs")]
mod unicode;

pub(crate) use bytes::join as join_bytes;
pub(crate) use charset::{CharSet, MAX, join};
#[cfg(feature = "regex")]
pub(crate) use explain::explain;
pub(crate) use parse::{Budget, DELIM, Refusal, parse, posix_name};
pub(crate) use perl::class as perl_class;
pub(crate) use tree::{Regex, Repeat, SetId, Sets};

use crate::LexErrorKind;

/// What is wrong with a regex.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) kind: LexErrorKind,
    pub(crate) message: String,
    /// The first character, and how many, if they are known.
    pub(crate) place: Option<(usize, usize)>,
}

impl Wrong {
    /// The regex is invalid.
    pub(crate) fn invalid(message: &str, place: Option<(usize, usize)>) -> Self {
        let message = format!("invalid regex: {message}");
        Wrong { kind: LexErrorKind::InvalidRegex, message, place }
    }

    /// The file exceeds a limit.
    pub(crate) fn limit(message: String) -> Self {
        Wrong { kind: LexErrorKind::LimitReached, message, place: None }
    }

    /// The regex takes more than this many bytes.
    pub(crate) fn too_large(limit: usize) -> Self {
        Wrong::limit(format!(
            "this regex compiles to more than the size limit of {limit} bytes: repeat less, or set 'size_limit' in the header"
        ))
    }
}

/// Says what is wrong with a regex that [`parse`] refused: without the `regex` crate nobody knows.
#[cfg(not(feature = "regex"))]
pub(crate) fn explain(_: &str, _: &crate::flags::Flags) -> Option<Wrong> {
    let message =
        "this regex is wrong, or needs the feature 'regex' of lrlex, which is switched off";
    Some(Wrong { kind: LexErrorKind::NeedsRegex, message: message.to_owned(), place: None })
}
