#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_results,
    unused_lifetimes,
    elided_lifetimes_in_paths,
    trivial_casts,
    trivial_numeric_casts,
    non_ascii_idents,
    unused_extern_crates,
    keyword_idents_2018,
    keyword_idents_2024,
    let_underscore_drop,
    rust_2024_compatibility
)]
#![forbid(unsafe_code)]
#![allow(unreachable_pub)]
//! Grammars that use what is easily overlooked.

use std::cell::RefCell;

use lrlex::lrlex_mod;
use lrpar::lrpar_mod;

lrlex_mod!("tricky.l");
lrpar_mod!("tricky.y");
lrlex_mod!("original.l");
lrpar_mod!("original.y");

const NONE: tricky_y::Option = tricky_y::Option::None;

/// What has a name.
pub trait Named {
    /// The thing of this name.
    fn named(name: &str) -> Self;
}

impl Named for String {
    fn named(name: &str) -> String {
        name.to_owned()
    }
}

/// The texts of all items, and the names among them.
pub fn read(text: &str) -> (Vec<String>, Vec<String>, usize) {
    let state = RefCell::new(Vec::new());
    let lexerdef = tricky_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (items, errors) = tricky_y::parse(&lexer, &state);
    let texts = items.unwrap_or_default().into_iter().map(|(_, text)| text.to_owned()).collect();
    (texts, state.into_inner(), errors.len())
}

/// The value of the last line.
pub fn calculate(text: &str) -> Option<Result<i64, String>> {
    let lexerdef = original_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (value, errors) = original_y::parse(&lexer);
    for error in errors {
        println!("{}", error.pp(&lexer, &original_y::token_epp));
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items() {
        let (texts, names, errors) = read("a 1; \"x y\"; $ $; bc 23;");
        assert_eq!(texts, ["a 1", "x y", "$ $", "bc 23"]);
        assert_eq!(names, ["a", "bc"]);
        assert_eq!(errors, 0);
        let (texts, _, errors) = read("a 1 \"x\";");
        assert_eq!((texts.len(), errors), (2, 1));
    }

    #[test]
    fn values() {
        assert_eq!(calculate("1 - 2 - 3\n"), Some(Ok(-4)));
        assert_eq!(calculate("1 - \n"), Some(Err("missing".to_owned())));
    }
}
