//! Spells sentences: the text of each token, and the text between two tokens.
//!
//! Both are taken from samples, if there are any; otherwise tokens' names, literal parts of their
//! regexes, and common texts are tried. The result is lexed; where it does not lex to the intended
//! tokens, other texts are tried at that place, a bounded number of times. So tokens that only some
//! start states have can be written if samples show how to get there.

use std::collections::BTreeMap;

use lrlex::LexerDef as _;
use lrpar::{Lexeme as _, Lexer as _};
use lrtable::TokenId;

use crate::{
    language::Language,
    limits::{SPELLING_ATTEMPTS, SPELLINGS},
};

/// Texts that some token of most languages has.
const COMMON: [&str; 16] = [
    "x", "0", "1", "1.5", "\"a\"", "'a'", "`a`", "$x", "A", "a1", "1L", "0x1", "[[a]]", "size_t",
    "_", "#",
];

/// The text before a token, and the token's text.
type Piece = (String, String);

/// How sentences of a language are written.
pub struct Spelling<'l> {
    language: &'l Language,
    /// The texts of each token.
    texts: Vec<Vec<String>>,
    /// The pieces that samples have at the second of two tokens, or at the first of a text.
    pairs: BTreeMap<(Option<TokenId>, TokenId), Vec<Piece>>,
    /// The text before the first token of samples.
    begins: Vec<String>,
    /// The tokens that have a text.
    known: Vec<TokenId>,
}

impl<'l> Spelling<'l> {
    /// Learns texts from samples, and guesses those that they lack.
    pub fn new<'t>(
        language: &'l Language,
        samples: impl IntoIterator<Item = &'t str>,
    ) -> Spelling<'l> {
        let grammar = &language.table.grammar;
        let mut spelling = Spelling {
            language,
            texts: vec![Vec::new(); grammar.tokens().len()],
            pairs: BTreeMap::new(),
            begins: Vec::new(),
            known: Vec::new(),
        };
        for sample in samples {
            spelling.learn(sample);
        }
        for token in grammar.token_ids() {
            if token == grammar.eof() || grammar.token(token).is_error {
                continue;
            }
            if spelling.texts[token.index()].is_empty() {
                let guess = spelling.guess(token);
                spelling.texts[token.index()].extend(guess);
            }
            if !spelling.texts[token.index()].is_empty() {
                spelling.known.push(token);
            }
        }
        spelling
    }

    /// Returns the tokens that have a text.
    pub fn known(&self) -> &[TokenId] {
        &self.known
    }

    /// Returns whether the token has a text.
    pub fn knows(&self, token: TokenId) -> bool {
        self.texts.get(token.index()).is_some_and(|texts| !texts.is_empty())
    }

    fn learn(&mut self, sample: &str) {
        let lexer = self.language.lexed(sample);
        let (mut before, mut end) = (None, 0);
        for lexeme in lexer.iter() {
            // What follows an error may lex differently without it.
            let Ok(lexeme) = lexeme else { return };
            let token = TokenId::new(lexeme.tok_id() as usize);
            let Some(texts) = self.texts.get_mut(token.index()) else { return };
            let span = lexeme.span();
            let (glue, text) = (&sample[end..span.start()], span.text(sample));
            add(texts, text.to_string());
            if before.is_none() {
                add(&mut self.begins, glue.to_string());
            }
            let pieces = self.pairs.entry((before, token)).or_default();
            add(pieces, (glue.to_string(), text.to_string()));
            (before, end) = (Some(token), span.end());
        }
    }

    /// Returns a text that lexes to a token that no sample has.
    fn guess(&self, token: TokenId) -> Option<String> {
        let found = self.language.table.grammar.token(token);
        let lower = found.name.to_ascii_lowercase();
        let literal = self
            .language
            .lexer
            .get_rule_by_name(&found.name)
            .and_then(|rule| literal(rule.re_str()));
        let names = [found.name.as_str(), lower.as_str()].into_iter().chain(found.alias.as_deref());
        let candidates = || names.clone().chain(literal.as_deref()).chain(COMMON);
        let gives = |text: &str| self.language.tokens(text) == [token];
        let begun = |text: &str| {
            let mut texts = self.begins.iter().map(|begin| format!("{begin}{text}"));
            texts.any(|text| gives(&text))
        };
        let plain = candidates().find(|text| gives(text) && !text.contains(' '));
        plain.or_else(|| candidates().find(|text| begun(text))).map(str::to_string)
    }

    /// Returns the sentence as text; `None` if a token has no text, or no text that was tried lexes
    /// to the tokens.
    pub fn write(&self, tokens: &[TokenId]) -> Option<String> {
        let choices: Option<Vec<Vec<Piece>>> =
            (0..tokens.len()).map(|at| self.pieces(tokens, at)).collect();
        let choices = choices?;
        let mut chosen = vec![0; tokens.len()];
        for _ in 0..SPELLING_ATTEMPTS {
            let pieces = chosen.iter().zip(&choices).map(|(nth, pieces)| &pieces[*nth]);
            let text: String = pieces.flat_map(|(glue, text)| [glue.as_str(), text]).collect();
            let found = self.language.tokens(&text);
            if found == tokens {
                return Some(text);
            }
            let wrong = found.iter().zip(tokens).take_while(|(a, b)| a == b).count();
            // The piece there, the one before, or the one after lexes to other tokens.
            let near = [wrong, wrong.wrapping_sub(1), wrong + 1];
            let mut near = near.into_iter().filter(|at| *at < tokens.len());
            let next = near.find(|at| chosen[*at] + 1 < choices[*at].len())?;
            chosen[next] += 1;
            if next != wrong && wrong < tokens.len() {
                chosen[wrong] = 0;
            }
        }
        None
    }

    /// Returns the pieces that may stand at a token of a sentence, those of samples first.
    fn pieces(&self, tokens: &[TokenId], at: usize) -> Option<Vec<Piece>> {
        let before = at.checked_sub(1).map(|before| tokens[before]);
        let texts = self.texts.get(tokens[at].index())?;
        let mut pieces = self.pairs.get(&(before, tokens[at])).cloned().unwrap_or_default();
        let mut glues: Vec<&str> = match before {
            None => self.begins.iter().map(String::as_str).chain([""]).collect(),
            Some(_) => vec![" ", "", "\n"],
        };
        glues.dedup();
        for text in texts {
            for glue in &glues {
                let piece = (glue.to_string(), text.clone());
                if !pieces.contains(&piece) {
                    pieces.push(piece);
                }
            }
        }
        (!texts.is_empty()).then_some(pieces)
    }

    /// Returns the tokens without a text.
    pub fn missing(&self) -> Vec<&str> {
        let grammar = &self.language.table.grammar;
        let used = grammar
            .token_ids()
            .filter(|token| *token != grammar.eof() && !grammar.token(*token).is_error);
        let missing = used.filter(|token| self.texts[token.index()].is_empty());
        missing.map(|token| grammar.token(token).name.as_str()).collect()
    }
}

/// Adds a new element to a short list.
fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if list.len() < SPELLINGS && !list.contains(&one) {
        list.push(one);
    }
}

/// Returns the text that a regex without operators matches.
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
    use crate::language::{self, Specification};

    #[test]
    fn every_token_of_the_small_grammars_can_be_written() {
        for name in ["json", "calc", "figure2"] {
            let language = language::builtin(name).unwrap();
            assert_eq!(Spelling::new(&language, []).missing(), Vec::<&str>::new(), "{name}");
        }
    }

    #[test]
    fn samples_show_how_to_get_into_a_start_state() {
        let lexer =
            "%x IN\n%%\n\\[ <+IN>;\n<IN>[a-z]+ 'WORD'\n<IN>\\] <-IN>;\n[a-z]+ 'NAME'\n[ ] ;\n";
        let grammar = "%%\nS: 'NAME' 'WORD' | 'NAME' 'WORD' 'NAME' 'WORD';\n";
        let read = Specification::new(Some(grammar.into()), Some(lexer.into()));
        let language = read.language().unwrap();
        let [name, word] =
            ["NAME", "WORD"].map(|name| language.table.grammar.token_named(name).unwrap());
        assert_eq!(Spelling::new(language, []).missing(), ["WORD"]);
        let spelling = Spelling::new(language, ["a [b] c [d]"]);
        let tokens = [name, word, name, word];
        let text = spelling.write(&tokens).unwrap();
        assert_eq!(language.tokens(&text), tokens);
    }

    #[test]
    fn only_regexes_without_operators_are_literal() {
        assert_eq!(literal(r"\+\+").as_deref(), Some("++"));
        assert_eq!(literal(r"a\d"), None);
        assert_eq!(literal("a+"), None);
    }
}
