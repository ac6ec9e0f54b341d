//! What the header `%grmtools { flag, !flag, key: value, … }` of a lex file means.

use std::num::IntErrorKind;

use lrtable::yacc::{ast::HeaderOption, header};

use super::LexFile;
use crate::{
    LexErrorKind,
    flags::{LexFlags, Slot},
    limits,
};

const KINDS: header::Kinds = header::Kinds {
    unexpected: LexErrorKind::Syntax.described(),
    premature_end: LexErrorKind::Syntax.described(),
    not_closed: LexErrorKind::Syntax.described(),
    twice: LexErrorKind::DuplicateName.described(),
};

impl LexFile<'_> {
    /// Reads the header if there is one.
    pub(super) fn header(&mut self) -> LexFlags {
        let mut flags = LexFlags::default();
        let header = header::read(self.rest(), &KINDS);
        header.diagnostics.into_iter().for_each(|diagnostic| self.say(diagnostic));
        for HeaderOption { key, value } in &header.options {
            let wrong = match &value[..] {
                [value] => {
                    let given = (value.span != key.span).then_some(value.text.as_str());
                    set(&mut flags, &key.text, given, value.text == "true").err()
                }
                _ => Some(format!("'{}' takes one value", key.text)),
            };
            if let Some(message) = wrong {
                let span = value.first().map_or(key.span, |value| value.span);
                self.error_of(LexErrorKind::InvalidHeader, message, span);
            }
        }
        match header.end {
            Some(end) => self.at = end,
            None => {
                let mark = self.rest().strip_prefix('\u{feff}');
                self.at += mark.map_or(0, |rest| self.rest().len() - rest.len());
                self.skip_white();
            }
        }
        flags
    }
}

/// Sets the flag `key` to the value that is given, or to `on`.
fn set(flags: &mut LexFlags, key: &str, given: Option<&str>, on: bool) -> Result<(), String> {
    if key == "lexerkind" {
        let kind = given.unwrap_or_default();
        let member = kind.rsplit("::").next().unwrap_or_default();
        return match member.eq_ignore_ascii_case("LRNonStreamingLexer") {
            true => Ok(()),
            false => Err(format!("unknown lexer kind '{kind}', expected 'LRNonStreamingLexer'")),
        };
    }
    match (flags.slot(key).ok_or_else(|| format!("unknown flag '{key}'"))?, given) {
        (Slot::Switch(slot), None) => *slot = Some(on),
        (Slot::Switch(slot), Some("true")) => *slot = Some(true),
        (Slot::Switch(slot), Some("false")) => *slot = Some(false),
        (Slot::Switch(_), Some(text)) => return Err(format!("'{key}' is on or off, not '{text}'")),
        (_, None) => return Err(format!("'{key}' needs a number: '{key}: 1000'")),
        (Slot::Size(slot), Some(text)) => *slot = Some(number(key, text, limits::SIZE_LIMIT)?),
        (Slot::Depth(slot), Some(text)) => {
            *slot = Some(number(key, text, limits::NEST_LIMIT)? as u32);
        }
    }
    Ok(())
}

/// The number that `text` is, or what is wrong with it as the value of `key`, which may be `most`.
fn number(key: &str, text: &str, most: usize) -> Result<usize, String> {
    let too_large =
        || format!("'{key}' is '{text}', above the ceiling of {most}: set it to {most} or less");
    match text.parse::<usize>() {
        Ok(value) if value <= most => Ok(value),
        Ok(_) => Err(too_large()),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Err(too_large()),
        Err(_) => Err(format!("'{key}' is a number, not '{text}'")),
    }
}
