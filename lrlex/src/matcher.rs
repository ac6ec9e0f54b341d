//! One rule's regex, compiled: the length of its match at a place.
//!
//! The regex is run on the text from that place on, as if the text began there: `^` and `\b` see nothing of what stands
//! before. That is what grmtools does. Only flex's leading `^` looks back, at one byte.

use regex::{Regex, RegexBuilder};

use crate::{flags::Flags, rules::RegexRule, shape, states::DELIM};

/// A compiled rule.
#[derive(Clone, Debug)]
pub(crate) struct Matcher {
    kind: Kind,
    line_start: bool,
    delim: Option<Delim>,
}

/// What a rule does with the text of its group `delim`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delim {
    /// Stores it with the state that it stacks.
    Store,
    /// Matches only if it is what was stored.
    Compare,
}

#[derive(Clone, Debug)]
enum Kind {
    /// The regex matches one text only.
    Literal(Box<str>),
    Regex(Regex),
    /// Group 1 is the text, what follows it in the match is trailing context.
    Context(Regex),
}

/// A match: how long, and how much of that is the lexeme's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) total: usize,
    pub(crate) text: usize,
}

/// Which of a rule's regexes is wrong, and why.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) error: regex::Error,
    /// Is it the trailing context?
    pub(crate) in_context: bool,
}

impl Matcher {
    /// Compiles the rule. Does it match the empty text too?
    pub(crate) fn new(rule: &RegexRule<'_>, flags: &Flags) -> Result<(Self, bool), Wrong> {
        let RegexRule { regex: pattern, context, line_start, .. } = *rule;
        if context.is_none()
            && let Some(literal) = shape::literal(pattern, flags)
        {
            let kind = Kind::Literal(literal.into());
            return Ok((Matcher { kind, line_start, delim: None }, false));
        }
        let anchored = |end: &str| match context {
            None => format!("\\A(?:{pattern}{end})"),
            Some(context) => format!("\\A({pattern})(?:{context}{end})"),
        };
        let regex = compile(&anchored(""), flags).or_else(|error| {
            // The message for the rule's own regex tells the right places. If there is none, a comment swallows the
            // bracket that was added: a newline ends it.
            for (part, in_context) in [(Some(pattern), false), (context, true)] {
                if let Some(Err(error)) = part.map(|part| compile(part, flags)) {
                    return Err(Wrong { error, in_context });
                }
            }
            compile(&anchored("\n"), flags).map_err(|_| Wrong { error, in_context: false })
        })?;
        let empty = context.is_none() && regex.is_match("");
        let has_delim = regex.capture_names().any(|name| name == Some(DELIM));
        let delim = has_delim.then_some(match rule.pushes {
            true => Delim::Store,
            false => Delim::Compare,
        });
        let kind = match context {
            None => Kind::Regex(regex),
            Some(_) => Kind::Context(regex),
        };
        Ok((Matcher { kind, line_start, delim }, empty))
    }

    /// Does it match one text only, without the `regex` crate?
    pub(crate) fn is_literal(&self) -> bool {
        matches!(self.kind, Kind::Literal(_))
    }

    /// What the rule does with the text of its group `delim`, if it has one.
    pub(crate) fn delim(&self) -> Option<Delim> {
        self.delim
    }

    /// The text of the group `delim` in the rule's match at the start of `rest`: empty if the group has no part in it.
    pub(crate) fn delim_text<'t>(&self, rest: &'t str) -> Option<&'t str> {
        match &self.kind {
            Kind::Regex(regex) | Kind::Context(regex) => {
                let captures = regex.captures(rest)?;
                Some(captures.name(DELIM).map_or("", |group| group.as_str()))
            }
            Kind::Literal(_) => None,
        }
    }

    /// The match at byte `at`, unless it is empty or no longer than `longest`. `stored` is what the start state holds.
    pub(crate) fn longer(
        &self,
        text: &str,
        at: usize,
        longest: usize,
        stored: Option<&str>,
    ) -> Option<Match> {
        if self.line_start && at > 0 && text.as_bytes()[at - 1] != b'\n' {
            return None;
        }
        let rest = &text[at..];
        let (total, text) = match &self.kind {
            Kind::Literal(literal) => {
                if literal.len() <= longest || !rest.as_bytes().starts_with(literal.as_bytes()) {
                    return None;
                }
                (literal.len(), literal.len())
            }
            Kind::Regex(regex) => {
                let len = regex.find(rest)?.end();
                (len, len)
            }
            Kind::Context(regex) => {
                let captures = regex.captures(rest)?;
                (captures.get(0)?.end(), captures.get(1)?.end())
            }
        };
        let matches = total > longest
            && text > 0
            && (self.delim != Some(Delim::Compare)
                || stored.is_some() && self.delim_text(rest) == stored);
        matches.then_some(Match { total, text })
    }
}

fn compile(pattern: &str, flags: &Flags) -> Result<Regex, regex::Error> {
    let mut builder = RegexBuilder::new(pattern);
    builder
        .dot_matches_new_line(flags.dot_matches_new_line)
        .multi_line(flags.multi_line)
        .octal(flags.octal)
        .case_insensitive(flags.case_insensitive)
        .swap_greed(flags.swap_greed)
        .ignore_whitespace(flags.ignore_whitespace)
        .unicode(flags.unicode);
    if let Some(limit) = flags.size_limit {
        builder.size_limit(limit);
    }
    if let Some(limit) = flags.dfa_size_limit {
        builder.dfa_size_limit(limit);
    }
    if let Some(limit) = flags.nest_limit {
        builder.nest_limit(limit);
    }
    builder.build()
}
