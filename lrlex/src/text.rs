//! How a token is written, where its rule says so: for repairs as edits of a text.

use lrpar::LexerTypes;
use lrtable::Storage;

use crate::{lexerdef::LexerDef, limits::NAMED_TOKENS, rules::Rule};

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

/// What [`token_text`] says of each token, by its id, in one pass over the rules.
pub(crate) fn plain_texts<'r, StorageT: Storage>(
    rules: impl Iterator<Item = &'r Rule<StorageT>> + Clone,
) -> Vec<Option<String>> {
    let mut texts: Vec<Option<String>> = Vec::new();
    for at_first in [true, false] {
        let rules = rules.clone().filter(|rule| active_at_first(rule) == at_first);
        for rule in rules.filter(|rule| rule.name().is_some()) {
            let token = rule.tok_id().map(|token| token.to_index());
            let Some(token) = token.filter(|token| *token < NAMED_TOKENS) else { continue };
            if texts.len() <= token {
                texts.resize(token + 1, None);
            }
            if texts[token].is_none() {
                texts[token] = plain(rule.re_str());
            }
        }
    }
    texts
}

/// Is the rule active in the first start state?
fn active_at_first<StorageT: Storage>(rule: &Rule<StorageT>) -> bool {
    rule.start_states().is_empty() || rule.start_states().contains(&0)
}

/// The only text that `regex` matches, if it is written without anything special.
fn plain(regex: &str) -> Option<String> {
    let mut out = String::new();
    let mut chars = regex.chars();
    while let Some(c) = chars.next() {
        match c {
            // A class of one character, as some write what would be special otherwise.
            '[' => match (chars.next()?, chars.next()?) {
                (c, ']') if !matches!(c, '^' | '\\' | ']') => out.push(c),
                _ => return None,
            },
            '\\' => out.push(match chars.next()? {
                'n' => '\n',
                't' => '\t',
                c if c.is_ascii_punctuation() || c == ' ' => c,
                _ => return None,
            }),
            '.' | '*' | '+' | '?' | '(' | ')' | ']' | '{' | '}' | '|' | '^' | '$' => {
                return None;
            }
            c => out.push(c),
        }
    }
    (!out.is_empty()).then_some(out)
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
