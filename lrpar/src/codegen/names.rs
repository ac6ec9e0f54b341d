//! Names in generated code: of modules, constants, functions, and types of other crates.

use std::{any::type_name, collections::HashSet, path::Path};

use lrtable::render::is_invisible;

use super::BuildError;
pub(super) use crate::node_types::names::token_function;
pub use crate::node_types::names::{identifier, snake_case};

/// Returns the name of the module that is generated from `file`: the file's name without its
/// endings, then `_` and `suffix`.
///
/// Characters that cannot stand in a name become `_`.
///
/// ```
/// use std::path::Path;
/// assert_eq!(lrpar::codegen::names::module(Path::new("src/a/calc.y"), "y"), "calc_y");
/// assert_eq!(lrpar::codegen::names::module(Path::new("my-calc.yacc.y"), "y"), "my_calc_y");
/// ```
pub fn module(file: &Path, suffix: &str) -> String {
    let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let stem = match name.strip_prefix('.').unwrap_or(&name).split_once('.') {
        Some((stem, _)) => stem,
        None => &name,
    };
    identifier(&format!("{stem}_{suffix}"))
}

/// Returns the module name `set` if there is one, or else the default name that [`module`] makes
/// from `file`.
///
/// # Errors
///
/// If `set` is not an identifier of Rust.
pub fn module_or(set: Option<&str>, file: &Path, suffix: &str) -> Result<String, BuildError> {
    match set {
        None => Ok(module(file, suffix)),
        Some(name) if is_identifier(name.strip_prefix("r#").unwrap_or(name)) => Ok(name.to_owned()),
        Some(name) => Err(BuildError::new(format!("'{name}' is not the name of a module"))),
    }
}

/// Returns whether `text` can name an item in every Rust edition: an identifier that is no keyword.
pub fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    let first = chars.next();
    first.is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
        && text != "_"
        && !KEYWORDS.contains(&text)
}

/// Words that are reserved in some edition.
const KEYWORDS: [&str; 52] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Set of constants' names that were given, so that each is given once.
#[derive(Debug, Default)]
pub struct Constants {
    taken: HashSet<String>,
}

impl Constants {
    /// Returns a new name for the constant of the symbol `name`: `prefix` and the name in capitals,
    /// or in its own spelling if the former is taken; `None` if both are.
    pub fn name(&mut self, prefix: &str, name: &str) -> Option<String> {
        let name = identifier(name);
        [name.to_ascii_uppercase(), name]
            .into_iter()
            .map(|name| format!("{prefix}{name}"))
            .find(|name| self.taken.insert(name.clone()))
    }
}

/// Converts a rule's name to camel case, as the name of a type: `func_def` becomes `FuncDef`.
pub fn camel_case(rule: &str) -> String {
    let identifier = identifier(rule);
    let words = identifier.split('_').filter(|word| !word.is_empty());
    let name: String = words
        .flat_map(|word| {
            let mut chars = word.chars();
            chars.next().into_iter().flat_map(char::to_uppercase).chain(chars)
        })
        .collect();
    // A name of digits and underscores stays the same and is no identifier.
    if is_identifier(&name) { name } else { format!("_{name}") }
}

/// Returns the path of the type `T` as code that is valid in any module of any crate.
///
/// Types of lrlex are named at the root of that crate, which exports all its public types.
pub fn type_path<T: ?Sized>() -> String {
    qualified(type_name::<T>())
}

fn qualified(name: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut out = String::new();
    for piece in name.split_inclusive(|c| !is_part(c)) {
        let path = piece.trim_end_matches(|c| !is_part(c));
        match (path.split_once("::"), path.rsplit_once("::")) {
            (Some(("lrlex", _)), Some((_, last))) => out.push_str(&format!("::lrlex::{last}")),
            (Some(_), _) => out.push_str(&format!("::{path}")),
            _ => out.push_str(path),
        }
        out.push_str(&piece[path.len()..]);
    }
    out
}

/// Formats `text` as a Rust string literal; what cannot be seen is escaped.
pub fn string(text: &str) -> String {
    format!("{text:?}")
}

/// Returns the code of an optional value from that of the value.
pub fn option(value: Option<String>) -> String {
    match value {
        Some(value) => format!("::std::option::Option::Some({value})"),
        None => "::std::option::Option::None".to_owned(),
    }
}

/// Returns `text` on one line, safe in a line comment or in a path.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || is_invisible(c) { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_named_from_the_root_of_their_crate() {
        assert_eq!(
            qualified("lrlex::lexeme::DefaultLexerTypes<u8>"),
            "::lrlex::DefaultLexerTypes<u8>"
        );
        assert_eq!(qualified("my::types::T<(u8, my::U)>"), "::my::types::T<(u8, ::my::U)>");
        assert_eq!(type_path::<u32>(), "u32");
    }

    #[test]
    fn constants_that_differ_in_case_only_keep_their_spelling() {
        let mut constants = Constants::default();
        assert_eq!(constants.name("R_", "Expr"), Some("R_EXPR".to_owned()));
        assert_eq!(constants.name("R_", "expr"), Some("R_expr".to_owned()));
        assert_eq!(constants.name("R_", "EXPR"), None);
        assert_eq!(constants.name("R_", "a.b-c"), Some("R_A_B_C".to_owned()));
    }

    #[test]
    fn types_are_named_in_camel_case() {
        for (rule, name) in
            [("func_def", "FuncDef"), ("IDENTIFIER_opt", "IDENTIFIEROpt"), ("1", "_1"), ("_", "_")]
        {
            assert_eq!(camel_case(rule), name);
        }
    }

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("a\"\\\n\u{1}\u{202e}é"), "\"a\\\"\\\\\\n\\u{1}\\u{202e}é\"");
        let mut unseen = (char::MIN..=char::MAX).filter(|c| c.is_control() || is_invisible(*c));
        assert!(unseen.all(|c| string(&c.to_string()).contains('\\')));
    }
}
