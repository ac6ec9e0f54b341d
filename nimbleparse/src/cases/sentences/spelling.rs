//! Spells sentences: the text of each token, and the text between two tokens.
//!
//! Both are taken from samples, if there are any; otherwise tokens' names, literal parts of their
//! regexes, and common texts are tried. The result is lexed; where it does not lex to the intended
//! tokens, other texts are tried at that place, a bounded number of times. So tokens that only some
//! start states have can be written if samples show how to get there. Lines of blocks are written
//! with four blanks for each block.

use std::{collections::BTreeMap, iter};

use lrlex::LexerDef as _;
use lrpar::{LayoutTokens, Lexeme as _, Lexer as _};
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
    /// The tokens of layout.
    layout: Option<LayoutTokens<u32>>,
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
            layout: language.lexed("").layout(),
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

    /// Returns whether this token stands for a line end or for indentation.
    fn is_layout(&self, token: TokenId) -> bool {
        self.layout.is_some_and(|LayoutTokens { newline, indent, dedent, assumed }| {
            [newline, indent, dedent, assumed].contains(&Some(token.0))
        })
    }

    /// Returns a text that lexes to a token that no sample has.
    fn guess(&self, token: TokenId) -> Option<String> {
        let layout = self.layout.filter(|layout| layout.indent.is_some());
        if layout.is_some() && self.is_layout(token) {
            // How it is written depends on the blocks around it.
            return Some("\n".to_owned());
        }
        let found = self.language.table.grammar.token(token);
        let lower = found.name.to_ascii_lowercase();
        let literal = self
            .language
            .lexer
            .get_rule_by_name(&found.name)
            .and_then(|rule| literal(rule.re_str()));
        let names = [found.name.as_str(), lower.as_str()].into_iter().chain(found.alias.as_deref());
        let candidates = || names.clone().chain(literal.as_deref()).chain(COMMON);
        // At the end of a text lines and blocks end.
        let gives = |text: &str| match self.language.tokens(text).as_slice() {
            [first, rest @ ..] => *first == token && rest.iter().all(|end| self.is_layout(*end)),
            [] => false,
        };
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
            let text = self.join(tokens, pieces);
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

    /// Returns the text of tokens with these pieces.
    fn join<'p>(&self, tokens: &[TokenId], pieces: impl Iterator<Item = &'p Piece>) -> String {
        let Some(layout) = self.layout.filter(|layout| layout.indent.is_some()) else {
            return pieces.flat_map(|(glue, text)| [glue.as_str(), text]).collect();
        };
        let (mut out, mut depth) = (String::new(), 0);
        for (token, (glue, text)) in tokens.iter().zip(pieces) {
            let id = Some(token.0);
            if id == layout.newline {
                out.push('\n');
            } else if id == layout.indent {
                depth += 1;
            } else if id == layout.dedent {
                depth -= depth.min(1);
            } else {
                match out.ends_with('\n') {
                    true => out.extend(iter::repeat_n("    ", depth)),
                    false => out.push_str(glue),
                }
                out.push_str(text);
            }
        }
        out
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
    fn blocks_are_written_as_indented_lines() {
        let lexer = "%indentation NEWLINE INDENT DEDENT\n%%\nif 'if'\n[a-z]+ 'NAME'\n\\n 'NEWLINE'\n[ ] ;\n";
        let grammar =
            "%%\nS: L | S L;\nL: 'NAME' 'NEWLINE' | 'if' 'NEWLINE' 'INDENT' S 'DEDENT';\n";
        let read = Specification::new(Some(grammar.into()), Some(lexer.into()));
        let language = read.language().unwrap();
        let text = "if\n    if\n        x\n    x\nif\n    x\n";
        let tokens = language.tokens(text);
        for samples in [vec![], vec!["if\n a\nb"]] {
            let spelling = Spelling::new(language, samples);
            assert_eq!(spelling.missing(), Vec::<&str>::new());
            let written = spelling.write(&tokens).unwrap();
            assert_eq!(language.tokens(&written), tokens, "{written}");
        }
        assert_eq!(Spelling::new(language, []).write(&tokens).unwrap(), text.replace('x', "name"));
        let ends = "%terminate ';' at NL after NAME\n%%\n; ';'\n[a-z]+ 'NAME'\n\\n 'NL'\n";
        let grammar = "%%\nS: 'NAME' ';' | S 'NAME' ';';\n";
        let read = Specification::new(Some(grammar.into()), Some(ends.into()));
        let language = read.language().unwrap();
        let tokens = language.tokens("x;x;");
        let written = Spelling::new(language, []).write(&tokens);
        assert_eq!(language.tokens(&written.unwrap()), tokens);
    }

    #[test]
    fn only_regexes_without_operators_are_literal() {
        assert_eq!(literal(r"\+\+").as_deref(), Some("++"));
        assert_eq!(literal(r"a\d"), None);
        assert_eq!(literal("a+"), None);
    }
}
