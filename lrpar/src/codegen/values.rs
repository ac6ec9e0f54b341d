//! Types of the values on a generated parser's stacks, each distinct type once, whatever rules have
//! it; generic parameters.

use std::collections::HashMap;

use lrtable::{
    RuleId,
    grammar::Grammar,
    yacc::{rust_atom, rust_atoms},
};

/// The types of a grammar's rules that have values: all but `()`.
#[derive(Debug)]
pub(super) struct ValueTypes<'g> {
    /// The types, in the order of the first rules that have them.
    pub(super) all: Vec<&'g str>,
    of_rule: Vec<Option<usize>>,
}

impl<'g> ValueTypes<'g> {
    /// Collects the types.
    pub(super) fn new(grammar: &'g Grammar) -> Self {
        let mut all = Vec::new();
        let mut spelled: HashMap<String, usize> = HashMap::new();
        let of_rule = grammar.rules().iter().map(|rule| {
            let ty = rule.action_type.as_deref()?;
            let words = Some(words(ty)).filter(|words| words != "()")?;
            Some(*spelled.entry(words).or_insert_with(|| {
                all.push(ty);
                all.len()
            }))
        });
        let of_rule = of_rule.collect();
        ValueTypes { all, of_rule }
    }

    /// Returns the number of the rule's type, counted from 1; `None` for `()`.
    pub(super) fn of(&self, rule: RuleId) -> Option<usize> {
        self.of_rule[rule.index()]
    }

    /// Returns the rule's type.
    pub(super) fn name(&self, rule: RuleId) -> &'g str {
        self.of(rule).map_or("()", |number| self.all[number - 1])
    }
}

/// Returns whether two types are spelt alike, blanks and comments apart.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    words(a) == words(b)
}

/// Returns `ty` without comments, and without blanks except between two words.
fn words(ty: &str) -> String {
    let mut out = String::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for atom in rust_atoms(ty) {
        if atom.trim().is_empty() || atom.starts_with("//") || atom.starts_with("/*") {
            continue;
        }
        if out.ends_with(is_word) && atom.starts_with(is_word) {
            out.push(' ');
        }
        out.push_str(atom);
    }
    out
}

/// Returns the type `ty` as it can stand after `&mut`: a sum of traits needs parentheses.
pub(super) fn referenced(ty: &str) -> String {
    if ty.contains('+') { format!("({ty})") } else { ty.to_owned() }
}

/// Generic parameters of a parser's functions: two lifetimes that all parsers have, and those of
/// `%parse-generics`.
#[derive(Debug)]
pub(super) struct Generics {
    /// As declared, with bounds, in angle brackets.
    pub(super) declared: String,
    /// Types and constants as passed to a function: `::<T>`, or empty.
    pub(super) turbofish: String,
}

impl Generics {
    /// Reads the parameters from the text after `%parse-generics`.
    pub(super) fn new(parameters: &str) -> Self {
        let mut declared = String::from("<'lexer, 'input: 'lexer");
        let mut passed = Vec::new();
        for parameter in split_at_commas(parameters) {
            let declaration = match parameter.find('=') {
                // The `=` of an associated type's bound stands in brackets and is no default.
                Some(at) if !parameter[..at].contains('<') => parameter[..at].trim_end(),
                _ => parameter,
            };
            declared.push_str(&format!(", {declaration}"));
            if !declaration.starts_with('\'') {
                let name = declaration.strip_prefix("const ").unwrap_or(declaration);
                passed.push(name.split(':').next().unwrap_or(name).trim());
            }
        }
        declared.push('>');
        let turbofish = match passed.is_empty() {
            true => String::new(),
            false => format!("::<{}>", passed.join(", ")),
        };
        Generics { declared, turbofish }
    }
}

/// Splits `text` at commas outside brackets; returns the trimmed parts.
pub(super) fn split_at_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start, mut at) = (0i32, 0, 0);
    while at < text.len() {
        let end = rust_atom(text, at);
        match text.as_bytes()[at] {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' if text[..at].ends_with('-') => {}
            b'>' | b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = end;
            }
            _ => {}
        }
        at = end;
    }
    parts.push(&text[start..]);
    let parts = parts.into_iter().map(str::trim);
    parts.filter(|part| !part.is_empty()).collect()
}

/// Splits the text after `%parse-param`, `name: type`, into the name (or pattern) and the type.
pub(super) fn parameter(text: &str) -> (&str, &str) {
    let (name, ty) = text.split_once(':').unwrap_or((text, "()"));
    (name.trim(), ty.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_differ_in_blanks_and_comments_are_one() {
        assert_eq!(words("Result < Vec<a :: B>,/* x */()>"), "Result<Vec<a::B>,()>");
        assert_eq!(words("&'a  dyn  T"), "&'a dyn T");
    }

    #[test]
    fn generics_are_passed_by_their_names() {
        let generics =
            Generics::new("'a: 'b, T: Into<Vec<u8>> + Fn(u8, u8) -> u8, const N: usize = 1");
        assert_eq!(generics.turbofish, "::<T, N>");
        assert_eq!(
            generics.declared,
            "<'lexer, 'input: 'lexer, 'a: 'b, T: Into<Vec<u8>> + Fn(u8, u8) -> u8, const N: usize>"
        );
        assert_eq!(Generics::new("").turbofish, "");
    }
}
