//! What generated lexers call, and nothing that anyone else needs.

use std::collections::HashMap;

use lrpar::LexerTypes;
use lrtable::Storage;

pub use crate::dfa::Tables;
use crate::{
    LRLexError,
    lexerdef::{LRNonStreamingLexerDef, LexerDef},
    spec::LexFlags,
};

/// A lexer as a build script found it: it was read without an error then.
#[derive(Clone, Copy, Debug)]
pub struct Source<StorageT: 'static> {
    /// The text of the lex file.
    pub text: &'static str,
    /// The flags that the builder set, by name; a switch is 0 or 1.
    pub flags: &'static [(&'static str, usize)],
    /// The parser's ids of tokens, by name; `None` if no parser belongs to the lexer.
    pub tokens: Option<&'static [(&'static str, StorageT)]>,
}

impl<StorageT: Storage> Source<StorageT> {
    /// The definition. Compiles the regexes.
    pub fn lexerdef<LexerTypesT>(&self) -> LRNonStreamingLexerDef<LexerTypesT>
    where
        LexerTypesT: LexerTypes<StorageT = StorageT, LexErrorT = LRLexError>,
    {
        let (lexerdef, _) = LRNonStreamingLexerDef::read(self.text, &flags(self.flags));
        let mut lexerdef = lexerdef.expect("the build script read this text");
        if let Some(tokens) = self.tokens {
            let ids: HashMap<&str, StorageT> = tokens.iter().copied().collect();
            lexerdef.set_rule_ids(&ids);
        }
        lexerdef
    }
}

/// The flags with these names and values.
fn flags(values: &[(&str, usize)]) -> LexFlags {
    let mut flags = LexFlags::default();
    for &(name, value) in values {
        let on = Some(value != 0);
        match name {
            "dot_matches_new_line" => flags.dot_matches_new_line = on,
            "multi_line" => flags.multi_line = on,
            "octal" => flags.octal = on,
            "posix_escapes" => flags.posix_escapes = on,
            "allow_wholeline_comments" => flags.allow_wholeline_comments = on,
            "case_insensitive" => flags.case_insensitive = on,
            "swap_greed" => flags.swap_greed = on,
            "ignore_whitespace" => flags.ignore_whitespace = on,
            "unicode" => flags.unicode = on,
            "size_limit" => flags.size_limit = Some(value),
            "dfa_size_limit" => flags.dfa_size_limit = Some(value),
            "nest_limit" => flags.nest_limit = u32::try_from(value).ok(),
            _ => {}
        }
    }
    flags
}

/// The flags that are set, by their names, with their values.
pub(crate) fn named(flags: &LexFlags) -> Vec<(&'static str, usize)> {
    let switches = [
        ("dot_matches_new_line", flags.dot_matches_new_line),
        ("multi_line", flags.multi_line),
        ("octal", flags.octal),
        ("posix_escapes", flags.posix_escapes),
        ("allow_wholeline_comments", flags.allow_wholeline_comments),
        ("case_insensitive", flags.case_insensitive),
        ("swap_greed", flags.swap_greed),
        ("ignore_whitespace", flags.ignore_whitespace),
        ("unicode", flags.unicode),
    ];
    let sizes = [
        ("size_limit", flags.size_limit),
        ("dfa_size_limit", flags.dfa_size_limit),
        ("nest_limit", flags.nest_limit.map(|limit| limit as usize)),
    ];
    let switches = switches.map(|(name, value)| (name, value.map(usize::from)));
    let all = switches.into_iter().chain(sizes);
    all.filter_map(|(name, value)| Some((name, value?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_come_back_by_their_names() {
        let all = LexFlags {
            dot_matches_new_line: Some(false),
            multi_line: Some(true),
            octal: Some(false),
            posix_escapes: Some(true),
            allow_wholeline_comments: Some(true),
            case_insensitive: Some(true),
            swap_greed: Some(true),
            ignore_whitespace: Some(true),
            unicode: Some(false),
            size_limit: Some(1),
            dfa_size_limit: Some(2),
            nest_limit: Some(3),
        };
        assert_eq!(flags(&named(&all)), all);
        assert!(named(&LexFlags::default()).is_empty());
    }
}
