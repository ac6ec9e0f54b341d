//! Names in Rust for rules and tokens.

use std::fmt::Write;

/// Makes a Rust identifier from `text`: characters other than letters, digits and `_` become `_`,
/// and a leading digit gets `_` before it. The result may be a keyword.
pub fn identifier(text: &str) -> String {
    let mut name: String =
        text.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_numeric()) || name.is_empty() {
        name.insert(0, '_');
    }
    name
}

/// Converts a rule's name to snake case, as part of a function's name: `FuncDef` becomes
/// `func_def`.
pub fn snake_case(rule: &str) -> String {
    let mut out = String::new();
    let mut after_small = false;
    for c in identifier(rule).chars() {
        if c.is_uppercase() && after_small {
            out.push('_');
        }
        after_small = c.is_lowercase() || c.is_numeric();
        out.extend(c.to_lowercase());
    }
    out
}

/// Returns the name of the function for a token: `while_token`, `plus_eq_token`.
pub(crate) fn token_function(token: &str) -> String {
    let (mut name, mut after_part) = (String::new(), false);
    for c in token.chars() {
        let is_part = c.is_alphanumeric() || c == '_';
        // Each punctuation sign is a word of its own.
        let goes_on = is_part && after_part;
        if !(name.is_empty() || name.ends_with('_') || goes_on) {
            name.push('_');
        }
        after_part = is_part;
        if is_part {
            name.push(c);
            continue;
        }
        let mut signs = PUNCTUATION.split_whitespace();
        match signs.find(|sign| sign.starts_with(c)).and_then(|_| signs.next()) {
            Some(word) => name.push_str(word),
            None => {
                let _ = write!(name, "u{:x}", u32::from(c));
            }
        }
    }
    format!("{}_token", snake_case(&name))
}

/// Punctuation signs, each before its name in the names of functions.
const PUNCTUATION: &str = r##"
    ! not  " quote  # hash  $ dollar  % percent  & and  ' apostrophe  ( open_paren
    ) close_paren  * star  + plus  , comma  - minus  . dot  / slash  : colon  ; semicolon
    < less  = eq  > greater  ? question  @ at  [ open_bracket  \ backslash  ] close_bracket
    ^ caret  ` backtick  { open_brace  | or  } close_brace
"##;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_names_that_rust_knows() {
        for (token, name) in [
            ("while", "while_token"),
            ("+=", "plus_eq_token"),
            ("INT", "int_token"),
            ("<?php", "less_question_php_token"),
            ("~", "u7e_token"),
            ("1a", "_1a_token"),
        ] {
            assert_eq!(token_function(token), name);
        }
    }

    #[test]
    fn functions_are_named_in_snake_case() {
        assert_eq!(snake_case("FuncDef"), "func_def");
        assert_eq!(snake_case("expr"), "expr");
        assert_eq!(snake_case("AST2Node"), "ast2_node");
    }
}
