//! How a token is written, where its rule says so: for repairs as edits of a text.

use lrpar::LexerTypes;

use crate::{lexerdef::LexerDef, rule::Rule};

/// Returns how a token may be written: the text of its rule if this is a plain text, such as
/// `while` or `\+=`.
///
/// Of several such rules it is the one whose text is the token's name, else the first that is
/// active in the first start state, else the first of all; where the lexer is in another state than
/// that rule asks for, the text may be read as something else. `None` if no rule is a plain text.
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
    let rules = lexerdef.iter_rules().filter(gives);
    let written = rules.filter(|rule| rule.properties.only_text.is_some());
    let rule = written.min_by_key(|rule| rule.remoteness())?;
    rule.properties.only_text.as_deref().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DefaultLexerTypes, LRNonStreamingLexerDef};

    #[test]
    fn the_text_that_is_the_name_is_preferred_then_that_of_the_first_state() {
        let lex = "%x S\n%%\n<S>c 'C'\n[<]\\? <S>'echo'\n<S>b 'B'\nbb 'B'\n<S>echo 'echo'\n";
        let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(lex).unwrap();
        let ids = lexerdef.iter_rules().map(|rule| (rule.name(), rule.tok_id()));
        let texts: Vec<_> = ids
            .map(|(name, id)| (name.unwrap(), token_text(&lexerdef, id.unwrap()).unwrap()))
            .collect();
        for (name, text) in [("echo", "echo"), ("B", "bb"), ("C", "c")] {
            let own = texts.iter().filter(|(of, _)| *of == name);
            assert!(
                own.clone().count() > 0 && own.clone().all(|(_, own)| own == text),
                "{texts:?}"
            );
        }
        let all = crate::rule::token_texts(lexerdef.iter_rules().as_slice());
        for (name, text) in &texts {
            let rule = lexerdef.iter_rules().find(|rule| rule.name() == Some(name)).unwrap();
            assert_eq!(all[rule.tok_id().unwrap() as usize].as_ref(), Some(text));
        }
    }

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
