//! Actions that look at the text of their rule: `return yytext[0];`,
//! `if (yytext[0] == '[') BEGIN(S);`.
//!
//! In: a rule, and the characters and strings that its action names. Out: a rule for each text that
//! counts, of which the action is read with that text known, and one for what is left. What a
//! condition says then is known too. All texts count if they are few; of single characters those
//! that are named; of others the strings. Cost: the number of the texts, which is bounded.

use super::{Flags, Reader, RuleSpec, value::MatchedText};
use crate::{
    limits,
    regex::{Budget, parse},
};

impl Reader<'_> {
    /// The rules of the texts of a rule that its action may tell apart. `chars`: those that it
    /// names, or `None` for all of ASCII; `strings`: those that it names. `None` if there are too
    /// many texts.
    pub(super) fn by_text(
        &self,
        rule: &RuleSpec,
        flags: &Flags,
        chars: Option<&[char]>,
        strings: &[&str],
    ) -> Option<Vec<(RuleSpec, MatchedText)>> {
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
            (RuleSpec { pattern, ..rule.clone() }, MatchedText::Text(text))
        };
        let rest = rest.map(|matched| {
            let mut others = rule.clone();
            others.pattern.part = true;
            (others, matched)
        });
        Some(texts.into_iter().map(of_text).chain(rest).collect())
    }
}
