//! Operations that break a text.

use lrtable::{TokenId, random::Random};

use super::vocabulary::{Vocabulary, is_bracket, is_quoted};
use crate::language::{Language, Word};

/// An operation on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// Deletes a lexeme.
    Delete,
    /// Inserts a lexeme.
    Insert,
    /// Replaces a lexeme by one of another token.
    Replace,
    /// Exchanges two neighbours.
    Swap,
    /// Deletes a bracket.
    DropBracket,
    /// Doubles a bracket.
    DoubleBracket,
    /// Misspells a keyword.
    Typo,
    /// Deletes a quote.
    Quote,
    /// Cuts the text off early.
    Cut,
}

impl Operation {
    /// All operations.
    pub const ALL: [Operation; 9] = [
        Operation::Delete,
        Operation::Insert,
        Operation::Replace,
        Operation::Swap,
        Operation::DropBracket,
        Operation::DoubleBracket,
        Operation::Typo,
        Operation::Quote,
        Operation::Cut,
    ];

    /// Returns the operation's name in mixes.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Delete => "delete",
            Operation::Insert => "insert",
            Operation::Replace => "replace",
            Operation::Swap => "swap",
            Operation::DropBracket => "drop-bracket",
            Operation::DoubleBracket => "double-bracket",
            Operation::Typo => "typo",
            Operation::Quote => "quote",
            Operation::Cut => "cut",
        }
    }

    /// Returns the operation with this name; `None` if there is none.
    pub fn named(name: &str) -> Option<Operation> {
        Operation::ALL.into_iter().find(|operation| operation.name() == name)
    }
}

/// Applies `operation` to `text` at a random place; returns the new text and the operation in
/// words. `token`, if given, is the one that is deleted, inserted, replaced or misspelt. `None` if
/// there is no such place.
pub fn apply(
    operation: Operation,
    token: Option<TokenId>,
    text: &str,
    language: &Language,
    vocabulary: &Vocabulary,
    random: &mut Random,
) -> Option<(String, String)> {
    let words = language.words(text);
    let written = |word: &Word| &text[word.start..word.end];
    let pick = |random: &mut Random, fits: &dyn Fn(&Word) -> bool| {
        let fits = |word: &Word| token.is_none_or(|token| word.token == token) && fits(word);
        let fitting: Vec<usize> = (0..words.len()).filter(|at| fits(&words[*at])).collect();
        (!fitting.is_empty()).then(|| *random.choose(&fitting))
    };
    let of_token = |random: &mut Random, token: TokenId| {
        let texts = vocabulary.texts(token);
        (!texts.is_empty()).then(|| (*random.choose(&texts)).to_string())
    };
    let (start, end, new, at) = match operation {
        Operation::Delete | Operation::DropBracket => {
            let is = |word: &Word| operation == Operation::Delete || is_bracket(written(word));
            let at = pick(random, &is)?;
            let Word { start, end, .. } = words[at];
            let fuses = text[..start].ends_with(is_word) && text[end..].starts_with(is_word);
            (start, end, if fuses { " " } else { "" }.to_string(), at)
        }
        Operation::Insert => {
            let at = random.below(words.len() + 1);
            let token = match token {
                Some(token) => token,
                None if vocabulary.tokens().is_empty() => return None,
                None => *random.choose(vocabulary.tokens()),
            };
            let start = words.get(at).map_or(text.len(), |word| word.start);
            (start, start, format!(" {} ", of_token(random, token)?), at)
        }
        Operation::Replace => {
            let at = pick(random, &|_| true)?;
            let others: Vec<TokenId> = vocabulary
                .tokens()
                .iter()
                .copied()
                .filter(|other| *other != words[at].token)
                .collect();
            if others.is_empty() {
                return None;
            }
            let other = *random.choose(&others);
            (words[at].start, words[at].end, format!(" {} ", of_token(random, other)?), at)
        }
        Operation::Swap => {
            let pairs: Vec<usize> =
                (1..words.len()).filter(|at| words[at - 1].token != words[*at].token).collect();
            if pairs.is_empty() {
                return None;
            }
            let at = *random.choose(&pairs);
            let (first, second) = (words[at - 1], words[at]);
            let between = &text[first.end..second.start];
            let between = if between.is_empty() { " " } else { between };
            (
                first.start,
                second.end,
                format!("{}{between}{}", written(&second), written(&first)),
                at - 1,
            )
        }
        Operation::DoubleBracket => {
            let at = pick(random, &|word| is_bracket(written(word)))?;
            (words[at].end, words[at].end, format!(" {}", written(&words[at])), at)
        }
        Operation::Typo => {
            let at = pick(random, &|word| vocabulary.is_keyword(word.token))?;
            (words[at].start, words[at].end, misspell(written(&words[at]), random), at)
        }
        Operation::Quote => {
            let at = pick(random, &|word| is_quoted(written(word)))?;
            let Word { start, end, .. } = words[at];
            let start = if random.one_in(2) { start } else { end - 1 };
            (start, start + 1, String::new(), at)
        }
        Operation::Cut => {
            let at = 1 + random.below(words.len().checked_sub(1).filter(|rest| *rest > 0)?);
            (words[at].start, text.len(), String::new(), at)
        }
    };
    let made = [&text[..start], &new, &text[end..]].concat();
    let what = words.get(at).map_or("$", |word| language.name_of(word.token));
    (made != text).then(|| (made, format!("{} {what}@{at}", operation.name())))
}

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Misspells a keyword: two letters exchanged, one left out, one doubled, or one replaced.
fn misspell(word: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = random.below(letters.len());
    match random.below(4) {
        0 => letters.swap(at, (at + 1) % word.len()),
        1 => {
            letters.remove(at);
        }
        2 => letters.insert(at, letters[at]),
        _ => letters[at] = char::from(b'a' + u8::try_from(random.below(26)).expect("one of 26")),
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    fn done(operation: Operation, token: Option<&str>, text: &str) -> Vec<String> {
        let language = language::builtin("json").unwrap();
        let vocabulary = Vocabulary::of(&language, [text]);
        let token = token.map(|name| language.table.grammar.token_named(name).unwrap());
        let mut random = Random::new(7);
        let mut made: Vec<String> = (0..200)
            .filter_map(|_| apply(operation, token, text, &language, &vocabulary, &mut random))
            .map(|(text, _)| text)
            .collect();
        made.sort_unstable();
        made.dedup();
        made
    }

    #[test]
    fn operations_do_what_they_are_called() {
        assert_eq!(done(Operation::Delete, Some(","), "[1,2]"), ["[1 2]"]);
        assert_eq!(done(Operation::DropBracket, None, "[1,2]"), ["1,2]", "[1,2"]);
        assert_eq!(done(Operation::DoubleBracket, None, "[1]"), ["[ [1]", "[1] ]"]);
        assert_eq!(done(Operation::Swap, None, "[1]"), ["1 []", "[] 1"]);
        assert_eq!(done(Operation::Quote, None, "\"a\""), ["\"a", "a\""]);
        assert_eq!(done(Operation::Cut, None, "[1,2]"), ["[", "[1", "[1,", "[1,2"]);
        assert_eq!(done(Operation::Insert, Some("]"), "[]"), [" ] []", "[ ] ]", "[] ] "]);
        assert_eq!(done(Operation::Replace, Some("]"), "[]"), ["[ [ "]);
        assert!(done(Operation::Typo, None, "null").contains(&"nlul".to_string()));
        assert_eq!(done(Operation::Typo, None, "[1]"), Vec::<String>::new());
    }
}
