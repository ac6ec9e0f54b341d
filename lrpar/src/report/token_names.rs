//! Formats tokens, lexemes and changes in words.

use lrtable::{TokenId, render::visible};

use super::reporter::Reporter;
use crate::{edit::Kind, lexer::LexerTypes, recovery::limits};

impl<LexerTypesT: LexerTypes> Reporter<'_, LexerTypesT> {
    /// Returns the name of a token.
    pub(super) fn token_name(&self, token: TokenId) -> String {
        if token == self.tables.eof() {
            return "end of input".to_owned();
        }
        let label = self.labels.tokens.get(token.index()).copied().flatten().unwrap_or("?");
        let text = self.lexicon.text(token).filter(|text| !text.trim().is_empty());
        if self.labels.named.binary_search(&token.0).is_ok() {
            return if text == Some(label) { quoted(label) } else { named(label) };
        }
        if let Some(text) = text {
            return quoted(text);
        }
        if let Some(name) = layout_name(self.editor.kind(token)) {
            return name.to_owned();
        }
        let is_constant = |c: char| c.is_uppercase() || c.is_ascii_digit() || c == '_';
        if label.chars().all(is_constant) && label.starts_with(char::is_alphabetic) {
            return cut(&label.to_lowercase().replace('_', " "));
        }
        quoted(label)
    }

    /// Returns the name of a token that is wanted.
    pub(super) fn wanted_name(&self, token: TokenId) -> String {
        let is_named = self.labels.named.binary_search(&token.0).is_ok();
        match self.editor.kind(token) {
            Kind::Indent if !is_named => "an indented block".to_owned(),
            _ => self.token_name(token),
        }
    }

    /// Quotes `count` lexemes from the one at `at` on, the first line of them; names the first if
    /// its text is blank.
    pub(super) fn lexemes(&self, at: usize, count: usize) -> String {
        let (text, token) = (self.text_between(at, at + count.max(1) - 1), self.token(at));
        match text.lines().next().map(str::trim_end) {
            Some(line) if !line.is_empty() => quoted(line),
            _ if self.labels.named.binary_search(&token.0).is_ok() => self.token_name(token),
            _ if token == self.tables.no_token() && is_blank(text) => "indentation".to_owned(),
            _ => match layout_name(self.editor.kind_at(at)) {
                Some(name) => name.to_owned(),
                None => self.token_name(token),
            },
        }
    }

    /// Returns the names of tokens that are inserted together.
    ///
    /// Beside others, tokens of layout are left out.
    pub(super) fn token_names(&self, tokens: &[TokenId]) -> String {
        let is_word = |token: &TokenId| self.editor.kind(*token) == Kind::Word;
        let words: Vec<TokenId> = tokens.iter().copied().filter(is_word).collect();
        let tokens = if words.is_empty() { tokens } else { &words };
        let shown = &tokens[..tokens.len().min(limits::REPORTED_TOKENS)];
        let has_text =
            |token: &TokenId| self.lexicon.text(*token).is_some_and(|text| !text.trim().is_empty());
        let mut words = Vec::new();
        // Neighbours that have a text each are joined.
        for run in shown.chunk_by(|a, b| has_text(a) && has_text(b)) {
            let text = |token: &TokenId| self.lexicon.text(*token).filter(|_| has_text(token));
            let texts: Option<Vec<&str>> = run.iter().map(text).collect();
            words.push(
                texts.map_or_else(|| self.token_name(run[0]), |texts| quoted(&texts.join(" "))),
            );
        }
        if tokens.len() > limits::REPORTED_TOKENS {
            words.push("…".to_owned());
        }
        words.join(" ")
    }
}

/// Returns what a lexeme of layout is called; `None` for others.
fn layout_name(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Newline | Kind::Assumed => Some("end of line"),
        Kind::Indent => Some("indentation"),
        Kind::Dedent => Some("end of the block"),
        Kind::Word => None,
    }
}

/// Returns a name that a grammar gives, in backticks if it is a sign.
pub(super) fn named(label: &str) -> String {
    if label.contains(char::is_alphabetic) { cut(label) } else { quoted(label) }
}

/// Returns the name of a rule in words: `argument list` of `ArgumentList` and `argument_list`,
/// `expression` of `Expr2`.
pub(super) fn in_words(name: &str) -> String {
    let mut spaced = String::new();
    let mut last = ' ';
    for (at, c) in name.char_indices() {
        let ends = |c: char| c.is_lowercase() || c.is_ascii_digit();
        let begins = || name[at + c.len_utf8()..].starts_with(char::is_lowercase);
        let is_new = c.is_uppercase() && (ends(last) || last.is_uppercase() && begins());
        if is_new || !c.is_alphanumeric() {
            spaced.push(' ');
        }
        if c.is_alphanumeric() {
            spaced.extend(c.to_lowercase());
        }
        last = c;
    }
    let words = spaced.split_whitespace().map(|word| {
        let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
        SHORT.iter().find(|(short, _)| *short == stem).map_or(stem, |(_, long)| long)
    });
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() { quoted(name) } else { cut(&words.join(" ")) }
}

/// What authors of grammars shorten in names of rules.
const SHORT: [(&str, &str); 7] = [
    ("arg", "argument"),
    ("decl", "declaration"),
    ("expr", "expression"),
    ("exp", "expression"),
    ("ident", "identifier"),
    ("param", "parameter"),
    ("stmt", "statement"),
];

/// Returns `text` in backticks, cut if it is long.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", cut(text))
}

/// Returns `text` on one line, cut in the middle, with `…`, to at most [`limits::REPORTED_TEXT`]
/// characters.
pub(super) fn cut(text: &str) -> String {
    const HALF: usize = limits::REPORTED_TEXT / 2;
    if text.char_indices().nth(2 * HALF).is_none() {
        let shown = in_line(text);
        if shown.char_indices().nth(2 * HALF).is_none() {
            return shown;
        }
    }
    let first: String = text.chars().take(HALF).collect();
    let first: String = in_line(&first).chars().take(HALF).collect();
    // An escape is shown whole or not at all.
    let mut taken = 0;
    let last = text.chars().rev().take(HALF).map(|c| in_line(&c.to_string()));
    let last = last.take_while(|shown| {
        taken += shown.chars().count();
        taken <= HALF
    });
    let last: Vec<String> = last.collect();
    let last: String = last.into_iter().rev().collect();
    format!("{} … {}", first.trim_end(), last.trim_start())
}

/// Replaces line ends with the blanks around them by one blank, and escapes control characters.
fn in_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let joined = if lines.len() > 1 { lines.join(" ") } else { text.to_owned() };
    visible(&joined.replace('\t', " "))
}

/// Returns whether a text can only be the indentation of a line.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| matches!(c, ' ' | '\t' | '\u{c}'))
}

/// Joins words: `a`, `b` and `c`.
pub(super) fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_in_the_middle_and_stay_on_one_line() {
        assert_eq!(quoted("a\n  b\tc"), "`a b c`");
        assert_eq!(quoted("\u{202e}\u{1b}"), "`\\u{202e}\\u{1b}`");
        let long = cut(&format!("begin {} end", "x".repeat(10_000_000)));
        assert!(long.chars().count() <= limits::REPORTED_TEXT + 3, "{long}");
        assert!(long.starts_with("begin x") && long.ends_with("x end"), "{long}");
    }

    #[test]
    fn names_of_rules_are_words() {
        for (name, words) in [
            ("Expr", "expression"),
            ("expr_2", "expression"),
            ("Stmt1", "statement"),
            ("ArgumentList", "argument list"),
            ("XMLDeclaration", "xml declaration"),
            ("primary-expression", "primary expression"),
            ("T", "t"),
            ("__", "`__`"),
        ] {
            assert_eq!(in_words(name), words);
        }
    }

    #[test]
    fn lists_read_as_sentences() {
        let words = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(listed(&words, "or"), "a, b or c");
        assert_eq!(listed(&words[..2], "and"), "a and b");
    }
}
