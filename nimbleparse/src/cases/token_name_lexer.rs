//! Lexer of a case that has a grammar and no lexer: each token is written as its name, with blanks
//! between.

use lrtable::grammar::Grammar;

/// Returns the lex file in which the text of each token of `grammar` is its name.
///
/// # Errors
///
/// If a token's name cannot be written in a lex file.
pub(super) fn lexer(grammar: &Grammar) -> Result<String, String> {
    let mut out = String::from("%%\n");
    for id in grammar.token_ids() {
        let token = grammar.token(id);
        if id == grammar.eof() || token.is_error {
            continue;
        }
        let quote = ['\'', '"'].into_iter().find(|quote| !token.name.contains(*quote));
        let (Some(quote), false) = (quote, token.name.contains(['\n', '\r'])) else {
            let name = token.name.escape_debug();
            return Err(format!("token '{name}' is not fit to be its own text: bring a 'lexer'"));
        };
        for c in token.name.chars() {
            if c.is_ascii_punctuation() || c.is_whitespace() {
                out.push('\\');
            }
            out.push(c);
        }
        out.push_str(&format!(" {quote}{}{quote}\n", token.name));
    }
    Ok(out + "[ \\t\\r\\n] ;\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Language, Parsed, Recovery, Table, Text};

    #[test]
    fn tokens_are_written_as_their_names() {
        let yacc =
            "%token ID ID2 UNUSED\n%%\nS: ID '+=' ID2 '\"' \"'\" 'a b' 'é' '[' '-' '^' | error;";
        let text = Text { name: "g.y", text: yacc };
        let table = Table::new(text, None, None, None, &mut String::new()).unwrap();
        let lexer = lexer(&table.grammar).unwrap();
        let mut warnings = String::new();
        let lexer = Text { name: "g.l", text: &lexer };
        let language = Language::new(lexer, table, None, &mut warnings).unwrap();
        assert_eq!(warnings, "");
        let parsed = Parsed::new(&language, "ID += ID2\n\"'a b é [ -^", &Recovery::default(), None);
        assert!(parsed.errors.is_empty());
    }
}
