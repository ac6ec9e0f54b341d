//! A parameter whose type has lifetimes that nobody names, errors that are handed on by `?`, and
//! snapshots of them.

#![deny(warnings)]
#![cfg_attr(not(test), allow(dead_code, unused_imports))]

use std::{cell::RefCell, error::Error, rc::Rc};

extern crate lrtable as cfgrammar;

use cfgrammar::{RIdx, TIdx};
use lrlex::{DefaultLexerTypes, LRLexError, lrlex_mod};
use lrpar::{LexParseError, ParseError, lrpar_mod};
use lrtable::StIdx;

lrlex_mod!("names.l");
lrpar_mod!("slices.y");
lrlex_mod!("hidden.l");
lrpar_mod!("hidden.y");

/// What is known of a table whose prefix belongs to someone else.
#[derive(Debug, Default)]
pub struct PartialTable<'a> {
    prefix: &'a str,
    defined: Vec<(String, String)>,
}

/// An error of this program, made of either part of a parser's error.
#[derive(Debug)]
enum OwnError {
    Parser(LexParseError<u32, DefaultLexerTypes<u32>>),
}

impl<T: Into<LexParseError<u32, DefaultLexerTypes<u32>>>> From<T> for OwnError {
    fn from(error: T) -> Self {
        OwnError::Parser(error.into())
    }
}

fn places(text: &str, inputs: &[String], outputs: &[String]) -> Result<usize, Box<dyn Error>> {
    let lexerdef = names_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (value, errors) = slices_y::parse(&lexer, &(inputs, outputs));
    for error in errors {
        Err(error)?;
    }
    let places = value.ok_or("no value")??;
    Ok(places.iter().map(|(is_output, at)| usize::from(*is_output) * 10 + at).sum())
}

fn lines(text: &str, prefix: &str) -> Result<(usize, usize), OwnError> {
    let table = Rc::new(RefCell::new(PartialTable { prefix, ..Default::default() }));
    let lexerdef = hidden_l::lexerdef();
    let (value, errors) = hidden_y::parse(&lexerdef.lexer(text), Rc::clone(&table));
    match errors.into_iter().next() {
        Some(LexParseError::LexError(error)) => Err::<(), LRLexError>(error)?,
        Some(LexParseError::ParseError(error)) => Err::<(), ParseError<_, _>>(error)?,
        None => {}
    }
    let defined = table.borrow().defined.len();
    Ok((value.expect("there is no error"), defined))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", places("a b", &["a".to_owned()], &["b".to_owned()])?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(text: &str) -> String {
        places(text, &["a".to_owned()], &[]).unwrap_err().to_string()
    }

    #[test]
    fn parameters_reach_actions() {
        let (inputs, outputs) = (["a".to_owned(), "b".to_owned()], ["c".to_owned()]);
        assert_eq!(places("b c a", &inputs, &outputs).unwrap(), 11);
        assert_eq!(lines("a = b c = d", "own").unwrap(), (6, 2));
    }

    #[test]
    fn errors_are_shown_as_with_grmtools() {
        assert_eq!(failure("x"), "unknown 'x'");
        assert_eq!(failure("a ?"), "Couldn't lex input starting at byte 2");
        assert_eq!(
            failure("a = ="),
            "Parse error at lexeme DefaultLexeme { start: 4, len: 1, faulty: false, tok_id: 1 }"
        );
    }

    #[test]
    fn one_setting_ends_a_parse_at_its_first_lexing_error() {
        let lexerdef = names_l::lexerdef();
        // By default all errors are found, and there is a value.
        let lexer = lexerdef.lexer("a ? a = = ?");
        let (value, errors) = slices_y::parse(&lexer, &(&[], &[]));
        assert!(value.is_some() && errors.len() > 1);

        let lexer = lexerdef.lexer("a = ? b b ?");
        let table = Rc::new(RefCell::new(PartialTable::default()));
        let (value, errors) = hidden_y::parse(&lexer, Rc::clone(&table));
        assert!(value.is_none() && table.borrow().defined.is_empty());
        let shown: Vec<String> =
            errors.iter().map(|error| error.pp(&lexer, &hidden_y::token_epp)).collect();
        assert_eq!(shown, ["Lexing error at line 1 column 5."]);

        // A parse says otherwise for itself.
        let mut options = hidden_y::recovery_options();
        assert!(options.end_at_lexing_error);
        options.end_at_lexing_error = false;
        let (value, errors) = hidden_y::parse_with(&options, &lexer, table);
        assert!(value.is_some() && errors.len() > 1);
    }

    #[test]
    fn snapshots_are_those_of_derived_implementations() {
        assert_eq!(format!("{:#?}", StIdx(3u16)), "StIdx(\n    3,\n)");
        assert_eq!(format!("{:#?}", (RIdx(1u8), TIdx(2u8))), "(\n    RIdx(\n        1,\n    ),\n    TIdx(\n        2,\n    ),\n)");
        let Err(OwnError::Parser(LexParseError::ParseError(error))) = lines("a", "") else {
            panic!("a syntax error");
        };
        let shown = format!("{error:#?}");
        let start = "ParseError {\n    stidx: StIdx(\n        ";
        assert!(shown.starts_with(start), "{shown}");
        assert!(shown.contains("\n            Insert(\n                TIdx(\n                    "), "{shown}");
    }
}
