//! A text for each token, so that sentences can be written.

use lrlex::LexerDef as _;
use lrtable::TokenId;

use crate::{language::Language, mutate::vocabulary::Vocabulary};

/// Texts that some token of most languages has.
const COMMON: [&str; 14] =
    ["x", "0", "1", "1.5", "\"a\"", "'a'", "`a`", "$x", "A", "a1", "1L", "0x1", "[[a]]", "size_t"];

/// For each token a text that lexes to it.
pub(crate) struct Spelling {
    texts: Vec<Option<String>>,
}

impl Spelling {
    /// Texts of a corpus, if it has some; otherwise tokens' names, what their regexes say literally, and common texts.
    pub(crate) fn new(language: &Language, vocabulary: &Vocabulary) -> Spelling {
        let grammar = &language.grammar;
        let texts = grammar.token_ids().map(|token| {
            let lexes = |text: &str| {
                let words = language.words(text);
                words.len() == 1
                    && words[0].token == token
                    && words[0].end - words[0].start == text.len()
            };
            let found = grammar.token(token);
            let lower = found.name.to_ascii_lowercase();
            let literal = language
                .lexer
                .get_rule_by_name(&found.name)
                .and_then(|rule| literal(rule.re_str()));
            if let Some(known) = vocabulary.texts(token).first() {
                return Some((*known).to_string());
            }
            let candidates =
                [found.name.as_str(), lower.as_str()].into_iter().chain(found.alias.as_deref());
            let mut candidates = candidates.chain(literal.as_deref()).chain(COMMON);
            candidates.find(|text| lexes(text)).map(str::to_string)
        });
        Spelling { texts: texts.collect() }
    }

    /// The sentence as text; `None` if a token has none, or what is written lexes otherwise.
    pub(crate) fn write(&self, language: &Language, tokens: &[TokenId]) -> Option<String> {
        let texts: Option<Vec<&str>> =
            tokens.iter().map(|token| self.texts[token.index()].as_deref()).collect();
        let text = texts?.join(" ");
        let words = language.words(&text);
        words.iter().map(|word| word.token).eq(tokens.iter().copied()).then_some(text)
    }

    /// Tokens without a text.
    pub(crate) fn missing<'a>(&'a self, language: &'a Language) -> impl Iterator<Item = &'a str> {
        let used = language.grammar.token_ids().filter(|token| {
            *token != language.grammar.eof() && !language.grammar.token(*token).is_error
        });
        used.filter(|token| self.texts[token.index()].is_none())
            .map(|token| language.token_name(token))
    }
}

/// The text that a regex without operators matches.
fn literal(regex: &str) -> Option<String> {
    let mut out = String::new();
    let mut chars = regex.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.push(chars.next().filter(char::is_ascii_punctuation)?),
            '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '^' | '$' => {
                return None;
            }
            c => out.push(c),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_of_the_small_grammars_can_be_written() {
        for name in ["json", "calc", "figure2"] {
            let language = Language::named(name).unwrap();
            let spelling = Spelling::new(&language, &Vocabulary::of(&language, []));
            assert_eq!(
                spelling.missing(&language).collect::<Vec<_>>(),
                Vec::<&str>::new(),
                "{name}"
            );
        }
    }

    #[test]
    fn only_regexes_without_operators_are_literal() {
        assert_eq!(literal(r"\+\+").as_deref(), Some("++"));
        assert_eq!(literal(r"a\d"), None);
        assert_eq!(literal("a+"), None);
    }
}
