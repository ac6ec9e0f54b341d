//! How a token is written, where its rule says so: for repairs as edits of a text.

use lrpar::LexerTypes;

use crate::{
    lexerdef::LexerDef,
    plain::{active_at_first, plain},
};

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
    let texts = || {
        let rules = lexerdef.iter_rules();
        let gives = rules.filter(|rule| rule.name().is_some() && rule.tok_id() == Some(tok_id));
        gives.filter_map(|rule| Some((active_at_first(rule), plain(rule.re_str())?)))
    };
    let text = texts().find(|(at_first, _)| *at_first).or_else(|| texts().next());
    text.map(|(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_texts_have_one_text() {
        for (regex, text) in [
            ("while", Some("while")),
            (r"\+\+", Some("++")),
            (r"\\n", Some("\\n")),
            ("é", Some("é")),
            ("a+", None),
            ("[<]=", Some("<=")),
            ("[<>]", None),
            ("[^]", None),
            (r"[\]]", None),
            (r"\d", None),
            ("a|b", None),
            ("", None),
        ] {
            assert_eq!(plain(regex).as_deref(), text, "{regex}");
        }
    }
}
