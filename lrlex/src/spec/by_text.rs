//! Rules of which each text is a token of its own, as with `return yytext[0];`.
//!
//! In: a rule. Out: a rule for each text, if they are few or single characters, and one for the
//! characters beyond ASCII. Cost: the number of the texts, which is bounded.

use super::{LexFile, ReadRule};
use crate::{
    limits,
    regex::{Budget, parse},
};

/// What is known of the text that a rule has matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchedText {
    /// The whole text is known.
    Text(String),
    /// The text is one character beyond ASCII.
    Other,
}

impl LexFile<'_> {
    /// Returns the rules of the texts of a rule, in the order in which they are to be tried. `None`
    /// if there are too many texts.
    pub fn by_text(&mut self, rule: &ReadRule) -> Option<Vec<(ReadRule, MatchedText)>> {
        let texts = self.split(rule)?;
        self.spend_parts(rule, texts.len());
        Some(texts)
    }

    /// Counts what it takes that a rule becomes several.
    pub fn spend_parts(&mut self, rule: &ReadRule, parts: usize) {
        let more = parts.saturating_sub(1);
        let context = rule.context.as_ref().map_or(0, |context| context.text.len());
        self.spend_regex(more * context, rule.pattern.span);
        self.spend_active(more * rule.properties.start_states.len(), rule.pattern.span);
    }

    /// Returns how the regex of a rule is written for a part of its texts, of which `regex` is that
    /// of letters as they stand.
    pub fn regex_of_part(&self, rule: &ReadRule, regex: &str) -> String {
        let mut whole = String::from(if rule.line_start { "^" } else { "" });
        match self.flags.case_insensitive {
            true => whole.extend(["(?-i:", regex, ")"]),
            false => whole.push_str(regex),
        }
        if let Some(context) = &rule.context {
            whole.push('/');
            whole.push_str(self.text(context.span));
        }
        whole
    }

    /// Whether each text of the rule ends in this character, or is one character if none is named.
    pub fn ends_in(&self, rule: &ReadRule, matched: Option<&str>, c: Option<char>) -> bool {
        if let Some(text) = matched {
            return c.map_or(text.len() == 1, |c| text.ends_with(c));
        }
        let mut budget = Budget::new();
        let Ok(tree) = parse(&rule.pattern.text, &self.flags, &mut budget) else { return false };
        match c {
            None => tree.single_chars(&budget.sets).is_some(),
            Some(c) => tree.last_chars(&budget.sets).and_then(|last| last.only()) == Some(c),
        }
    }

    fn split(&self, rule: &ReadRule) -> Option<Vec<(ReadRule, MatchedText)>> {
        let flags = &self.flags;
        let mut budget = Budget::new();
        let tree = parse(&rule.pattern.text, flags, &mut budget).ok()?;
        let mut rest = None;
        let texts: Vec<String> = match tree.single_chars(&budget.sets) {
            Some(set) => {
                // What a negated class has beyond ASCII is not asked for, nor are other cases of
                // letters.
                let wide = |at: u32| at > 0x7f && set.contains(at);
                let named = [0x80, 0x17f, 0x212a, 0x10_ffff].map(wide);
                let cases = flags.case_insensitive && (named[1] || named[2]);
                if !set.is_ascii() && named != [true; 4] && !cases {
                    return None;
                }
                rest = (!set.is_ascii()).then_some((rule.rest(), MatchedText::Other));
                let ascii = (0..0x80_u8).filter(|at| set.contains(u32::from(*at)));
                ascii.map(|at| char::from(at).to_string()).collect()
            }
            None => tree.texts(&budget.sets, limits::TEXTS)?,
        };
        let of_text = |text: String| {
            let codes: String = text.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
            (rule.part(&codes), MatchedText::Text(text))
        };
        Some(texts.into_iter().map(of_text).chain(rest).collect())
    }
}
