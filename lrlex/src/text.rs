//! How a token is written, where its rule says so: for repairs as edits of a text.

use lrpar::LexerTypes;

use crate::{lexerdef::LexerDef, rules::Rule};

/// How a token may be written: the text of its rule if this is a plain text, such as `while` or `\+=`.
///
/// Of several such rules it is the first that is active in the first start state, else the first of all; where the lexer is in
/// another state than that rule asks for, the text may be read as something else. `None` if no rule is a plain text.
///
/// ```
/// use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef, token_text};
///
/// let lex = "%%\n\\+= 'PLUS'\n[0-9]+ 'INT'\n";
/// let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(lex).unwrap();
/// assert_eq!(token_text(&lexerdef, 0), Some("+=".to_owned()));
/// assert_eq!(token_text(&lexerdef, 1), None);
/// ```
pub fn token_text<LexerTypesT: LexerTypes>(
    lexerdef: &impl LexerDef<LexerTypesT>,
    tok_id: LexerTypesT::StorageT,
) -> Option<String> {
    let gives = |rule: &&Rule<_>| rule.name().is_some() && rule.tok_id() == Some(tok_id);
    let text = |at_first: bool| {
        let mut rules = lexerdef.iter_rules().filter(gives);
        rules.find_map(|rule| {
            rule.texts.only.as_ref().filter(|_| rule.is_active_at_first() == at_first)
        })
    };
    text(true).or_else(|| text(false)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DefaultLexerTypes, LRNonStreamingLexerDef};

    #[test]
    fn only_plain_texts_have_one_text() {
        for (regex, text) in [
            ("while", Some("while")),
            (r"\+\+", Some("++")),
            (r"\\n", Some("\\n")),
            ("é", Some("é")),
            ("a+", None),
            ("[<]=", Some("<=")),
            ("(?:if)", Some("if")),
            ("(?i:if)", None),
            ("[<>]", None),
            (r"[\]]", Some("]")),
            (r"\d", None),
            ("a|b", None),
            ("ab?", None),
        ] {
            for header in ["", "%grmtools{case_insensitive}\n"] {
                let lex = format!("{header}%%\n{regex} 'A'\n");
                let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(&lex).unwrap();
                assert_eq!(token_text(&lexerdef, 0).as_deref(), text, "{lex}");
            }
        }
    }
}
