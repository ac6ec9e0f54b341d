//! Actions that look at the text of their rule: `return yytext[0];`,
//! `if (yytext[0] == '[') BEGIN(S);`.
//!
//! In: a rule, and the characters and strings that its action names. Out: a rule for each text that
//! counts, of which the action is read with that text known, and one for what is left. What a
//! condition says then is known too. All texts count if they are few; of single characters those
//! that are named; of others the strings. Cost: the number of the texts, which is bounded.

use super::{LexFile, ReadRule};
use crate::{
    limits,
    regex::{Budget, parse},
};

/// What is known of the text that a rule has matched.
#[derive(Clone, Debug)]
pub enum MatchedText {
    /// Nothing is known of the text.
    Any,
    /// The whole text is known.
    Text(String),
    /// The text is one character, which is none of those that the action names.
    Other,
    /// The text is none of these.
    Except(Vec<String>),
}

impl LexFile<'_> {
    /// Returns the rules of the texts of a rule that its action may tell apart, in the order in
    /// which they are to be tried. `chars`: those that it names, or `None` for all of ASCII;
    /// `strings`: those that it names. `None` if there are too many texts.
    pub fn by_text(
        &mut self,
        rule: &ReadRule,
        chars: Option<&[char]>,
        strings: &[&str],
    ) -> Option<Vec<(ReadRule, MatchedText)>> {
        let texts = self.split(rule, chars, strings)?;
        let more = texts.len().saturating_sub(1);
        let context = rule.context.as_ref().map_or(0, |context| context.text.len());
        self.spend_regex(more * context, rule.pattern.span);
        self.spend_active(more * rule.properties.start_states.len(), rule.pattern.span);
        Some(texts)
    }

    /// Returns how the regex of a rule is written for one text of ASCII of those that it matches.
    pub fn regex_of_text(&self, rule: &ReadRule, text: &str) -> String {
        let mut regex = String::from(if rule.line_start { "^" } else { "" });
        let cases = self.flags.case_insensitive;
        regex.push_str(if cases { "(?-i:\"" } else { "\"" });
        for c in text.chars() {
            match c {
                '"' | '\\' => regex.extend(['\\', c]),
                '\n' => regex.push_str("\\n"),
                '\t' => regex.push_str("\\t"),
                ' '..='~' => regex.push(c),
                _ => regex.push_str(&format!("\\x{:02x}", u32::from(c))),
            }
        }
        regex.push_str(if cases { "\")" } else { "\"" });
        if let Some(context) = &rule.context {
            regex.push('/');
            regex.push_str(self.text(context.span));
        }
        regex
    }

    /// Whether each text of the rule ends in this character, or is one character if none is named.
    pub fn ends_in(&self, rule: &ReadRule, matched: &MatchedText, c: Option<char>) -> bool {
        if let MatchedText::Text(text) = matched {
            return c.map_or(text.len() == 1, |c| text.ends_with(c));
        }
        let mut budget = Budget::new();
        let Ok(tree) = parse(&rule.pattern.text, &self.flags, &mut budget) else { return false };
        match c {
            None => tree.single_chars(&budget.sets).is_some(),
            Some(c) => tree.last_chars(&budget.sets).and_then(|last| last.only()) == Some(c),
        }
    }

    fn split(
        &self,
        rule: &ReadRule,
        chars: Option<&[char]>,
        strings: &[&str],
    ) -> Option<Vec<(ReadRule, MatchedText)>> {
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
                let ascii = (0..0x80_u8).filter(|at| set.contains(u32::from(*at))).map(char::from);
                let (known, others): (Vec<char>, Vec<char>) =
                    ascii.partition(|c| chars.is_none_or(|chars| chars.contains(c)));
                rest = (!set.is_ascii() || !others.is_empty()).then_some(MatchedText::Other);
                known.into_iter().map(String::from).collect()
            }
            None => match tree.texts(&budget.sets, limits::TEXTS) {
                Some(texts) => texts,
                None if strings.is_empty() => return None,
                None => {
                    let strings = || strings.iter().map(|text| (*text).to_owned());
                    let mut known = Vec::new();
                    for text in strings() {
                        if tree.matches(&budget.sets, &text, limits::MATCH_STEPS)? {
                            known.push(text);
                        }
                    }
                    rest = Some(MatchedText::Except(strings().collect()));
                    known
                }
            },
        };
        let of_text = |text: String| {
            let pattern = rule.pattern.of_text(&text);
            (ReadRule { pattern, ..rule.clone() }, MatchedText::Text(text))
        };
        let rest = rest.map(|matched| {
            let mut others = rule.clone();
            others.pattern.part = true;
            (others, matched)
        });
        Some(texts.into_iter().map(of_text).chain(rest).collect())
    }
}
