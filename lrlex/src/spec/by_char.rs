//! Rules that give the token that the character is which they match: flex's `return yytext[0];`.
//!
//! Such a rule becomes a rule for each ASCII character that it matches. A grammar knows few of them: others are errors
//! where they stand in a text, as those characters are which no rule matches. That needs a regex all of whose texts are
//! one character long.

use lrtable::{Span, diagnostic::Diagnostic};

use super::{Flags, Reader, RuleSpec};
use crate::{
    LexErrorKind,
    regex::{Budget, parse},
};

/// ASCII characters.
type Chars = [bool; 128];

impl Reader<'_> {
    /// The rules of the characters that `rule` matches. `place` is what makes it such a rule.
    pub(super) fn by_char(&mut self, rule: RuleSpec, flags: &Flags, place: Span) -> Vec<RuleSpec> {
        let chars = chars(rule.pattern.text(), flags);
        let Some(chars) = chars else {
            let message = "the token is named by the text only where the regex is one character, a class '[…]', '.', or several of these with '|' between: other text is an error";
            self.say(Diagnostic::warning(LexErrorKind::Action, message, place));
            return vec![RuleSpec { error: true, ..rule }];
        };
        let count = chars.iter().filter(|set| **set).count();
        let context = rule.context.as_ref().map_or(0, |context| context.text().len());
        self.spend_regex(count.saturating_sub(1) * context, place);
        self.spend_active(count.saturating_sub(1) * rule.start_states.len(), place);
        if self.has_stopped() {
            return Vec::new();
        }
        let of_char = |at: usize| {
            let c = char::from(u8::try_from(at).expect("an ASCII character"));
            RuleSpec {
                name: Some(c.to_string()),
                // Empty: the name stands nowhere in the file.
                name_span: Span::new(place.start(), place.start()),
                pattern: rule.pattern.of_char(c),
                ..rule.clone()
            }
        };
        (0..chars.len()).filter(|at| chars[*at]).map(of_char).collect()
    }
}

/// The ASCII characters that a regex matches; none if it may match a longer text, or another character that it names.
fn chars(regex: &str, flags: &Flags) -> Option<Chars> {
    let mut budget = Budget::new();
    let set = parse(regex, flags, &mut budget).ok()?.single_chars(&budget.sets)?;
    // What a negated class has beyond ASCII is not asked for, nor are other cases of letters.
    let wide = |at: u32| at > 0x7f && set.contains(at);
    let named = [0x80, 0x17f, 0x212a, 0x10_ffff].map(wide);
    if !set.is_ascii() && named != [true; 4] && !(flags.case_insensitive && (named[1] || named[2]))
    {
        return None;
    }
    Some(std::array::from_fn(|at| set.contains(at as u32)))
}
