//! Rules that are plain texts: how the tokens that they give are written.

use lrtable::Storage;

use crate::{limits::NAMED_TOKENS, rules::Rule};

/// How each token may be written, by its id, in one pass over the rules.
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

/// Whether the rule is active in the first start state.
pub(crate) fn active_at_first<StorageT: Storage>(rule: &Rule<StorageT>) -> bool {
    rule.start_states().is_empty() || rule.start_states().contains(&0)
}

/// The only text that `regex` matches, if it is written without anything special.
pub(crate) fn plain(regex: &str) -> Option<String> {
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
