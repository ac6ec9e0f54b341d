//! One rule's regex, compiled: the length of its match at a place.
//!
//! The regex is run on the text from that place on, as if the text began there: `^` and `\b` see nothing of what stands
//! before. That is what grmtools does. Only flex's leading `^` looks back, at one byte.

use lrtable::diagnostic::Diagnostic;
use regex::{Regex, RegexBuilder};

use crate::{
    shape,
    spec::{Flags, Pattern, RuleSpec, StartStateOperation},
    states::DELIM,
};

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

impl Matcher {
    /// Compiles the rule; a warning if it matches the empty text too.
    pub(crate) fn new(
        rule: &RuleSpec,
        flags: &Flags,
    ) -> Result<(Self, Option<Diagnostic>), Diagnostic> {
        let pattern = rule.pattern.text();
        let line_start = rule.line_start;
        if rule.context.is_none()
            && let Some(literal) = shape::literal(pattern, flags)
        {
            return Ok((
                Matcher { kind: Kind::Literal(literal.into()), line_start, delim: None },
                None,
            ));
        }
        let anchored = |end: &str| match &rule.context {
            None => format!("\\A(?:{pattern}{end})"),
            Some(context) => format!("\\A({pattern})(?:{}{end})", context.text()),
        };
        let regex = compile(&anchored(""), flags).or_else(|error| {
            // The message for the rule's own regex tells the right places. If there is none, a comment swallows the
            // bracket that was added: a newline ends it.
            let wrong = std::iter::once(&rule.pattern)
                .chain(&rule.context)
                .find_map(|part| Some(diagnose(&compile(part.text(), flags).err()?, part)));
            match wrong {
                Some(diagnostic) => Err(diagnostic),
                None => {
                    compile(&anchored("\n"), flags).map_err(|_| diagnose(&error, &rule.pattern))
                }
            }
        })?;
        let warning =
            (rule.context.is_none() && regex.is_match("")).then(|| matches_empty(&rule.pattern));
        let delim =
            regex.capture_names().any(|name| name == Some(DELIM)).then_some(match rule.target {
                Some((_, StartStateOperation::Push)) => Delim::Store,
                _ => Delim::Compare,
            });
        let kind = match rule.context {
            None => Kind::Regex(regex),
            Some(_) => Kind::Context(regex),
        };
        Ok((Matcher { kind, line_start, delim }, warning))
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

/// The warning of a rule that matches the empty text too.
pub(crate) fn matches_empty(pattern: &Pattern) -> Diagnostic {
    Diagnostic::warning(
        "this regex matches the empty text too, which is never a lexeme",
        pattern.span(),
    )
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

/// The error of the `regex` crate as a diagnostic in the lex file.
///
/// The crate tells the place in its message only: below the regex, a line of carets.
fn diagnose(error: &regex::Error, pattern: &Pattern) -> Diagnostic {
    let text = match error {
        regex::Error::Syntax(text) => text,
        regex::Error::CompiledTooBig(limit) => {
            let message =
                format!("this regex compiles to more than the size limit of {limit} bytes");
            return Diagnostic::error(message, pattern.span());
        }
        other => return Diagnostic::error(format!("invalid regex: {other}"), pattern.span()),
    };
    let is_caret_line =
        |line: &str| line.contains('^') && line.chars().all(|c| c == ' ' || c == '^');
    let lines: Vec<&str> = text.lines().collect();
    let place = lines.iter().position(|line| is_caret_line(line)).and_then(|k| {
        // The regex stands in the line above, as much indented as everything.
        let indent = lines[k - 1].chars().count().checked_sub(pattern.text().chars().count())?;
        let start = lines[k].find('^')?.checked_sub(indent)?;
        let len = lines[k][start + indent..].chars().take_while(|&c| c == '^').count();
        Some(pattern.origin(start, len))
    });
    let message = text.lines().rev().find_map(|line| line.strip_prefix("error: "));
    let message = format!("invalid regex: {}", message.unwrap_or("it cannot be read"));
    Diagnostic::error(message, place.unwrap_or(pattern.span()))
}
