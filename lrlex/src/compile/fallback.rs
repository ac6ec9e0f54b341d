//! The regexes of the rules that the automaton cannot express, compiled.

use crate::LexErrorKind;
use lrtable::diagnostic::{Diagnostic, Severity};

use super::{ByRegex, matches_empty, regex_rule};
use crate::{
    dfa::Cover,
    engine::{Automaton, Fallback},
    flags::Flags,
    limits,
    matcher::{Delim, Matcher, Wrong},
    regexes::{self, Regexes},
    rules::RegexRule,
    spec::{LexSpec, RuleSpec},
};

/// Compiles the regexes that are needed; `None` if one is wrong.
pub(super) fn compile(
    spec: &LexSpec,
    by_regex: &[ByRegex],
    covers: &[Cover],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Option<Fallback>> {
    // What exceeds a limit that was set is an error, be the automaton as small as it may.
    let limited = spec.flags.size_limit.is_some() || spec.flags.nest_limit.is_some();
    let mut failed = false;
    let flags = regexes::with_cache(&spec.flags, by_regex.len());
    let mut left = limits::COMPILED;
    let mut compile = |number: usize, states| {
        if left == 0 {
            return None;
        }
        let rule = &spec.rules[number];
        let regex = regex_rule(number, rule, states);
        let compiled = within(&regex, &flags, &mut left);
        if left == 0 {
            let message = format!(
                "the regexes that no automaton expresses take more than {} bytes, compiled: write them without look-around and large repetitions, or use fewer",
                limits::COMPILED
            );
            let error = Diagnostic::error(message, rule.pattern.span());
            diagnostics.push(error.of_kind(LexErrorKind::LimitReached));
            failed = true;
            return None;
        }
        match compiled {
            Ok((matcher, empty)) => {
                if empty && !matches!(covers[number], Cover::Automaton { .. }) {
                    diagnostics.push(matches_empty(&rule.pattern));
                }
                Some((regex, matcher))
            }
            Err(wrong) => {
                diagnostics.push(diagnose(&wrong, rule));
                failed = true;
                None
            }
        }
    };
    let rules: Vec<_> = by_regex
        .iter()
        .filter_map(|rule| {
            let (regex, matcher) = compile(rule.rule, &rule.states)?;
            Some((regex, matcher, rule.reach.clone().map(Automaton::Built)))
        })
        .collect();
    if limited {
        for (number, cover) in covers.iter().enumerate() {
            if let Cover::Automaton { stores: false, .. } = cover {
                compile(number, &[]);
            }
        }
    }
    if failed {
        return None;
    }
    let matchers: Vec<_> = rules.iter().map(|(rule, matcher, _)| (rule.number, matcher)).collect();
    warn_of_delims(spec, &matchers, diagnostics);
    let states = spec.start_states.len();
    Some((!rules.is_empty()).then(|| Fallback::new(Regexes::new(rules, &spec.flags, states))))
}

/// Compiles a rule, and takes from `left` what that took. The crate does not tell the size of a regex: a small limit is
/// tried first, and half of the limit counts.
fn within(rule: &RegexRule<'_>, flags: &Flags, left: &mut usize) -> Result<(Matcher, bool), Wrong> {
    let most = flags.size_limit.unwrap_or(limits::COMPILED_ONE);
    let mut limit = limits::COMPILED_SMALL.min(most);
    loop {
        let compiled = Matcher::new(rule, &Flags { size_limit: Some(limit), ..flags.clone() });
        match compiled {
            Err(Wrong { error: regex::Error::CompiledTooBig(_), .. }) if limit < most => {
                limit = most;
            }
            done => {
                if !done.as_ref().is_ok_and(|(matcher, _)| matcher.is_literal()) {
                    *left = left.saturating_sub(limit / 2);
                }
                return done;
            }
        }
    }
}

/// Warns of rules that compare a text in states with which no rule stores any.
fn warn_of_delims(
    spec: &LexSpec,
    matchers: &[(usize, &Matcher)],
    diagnostics: &mut Vec<Diagnostic>,
) {
    // A rule that could not be read might have stored one.
    if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
        return;
    }
    let with = |delim| {
        let rules = matchers.iter().filter(move |(_, matcher)| matcher.delim() == Some(delim));
        rules.map(|&(number, _)| &spec.rules[number])
    };
    let mut stacked = vec![false; spec.start_states.len()];
    for (state, _) in with(Delim::Store).filter_map(|storing| storing.target.as_ref()) {
        stacked[*state] = true;
    }
    for rule in with(Delim::Compare) {
        let stores = spec.active(rule).iter().any(|state| stacked[*state]);
        if !stores {
            let message = "this rule never matches: no rule with a group 'delim' stacks ('<+S>') a start state of it";
            let warning = Diagnostic::warning(message, rule.pattern.span());
            diagnostics.push(warning.of_kind(LexErrorKind::NeverMatches));
        }
    }
}

/// The error of the `regex` crate as a diagnostic in the lex file.
///
/// The crate tells the place in its message only: below the regex, a line of carets.
fn diagnose(wrong: &Wrong, rule: &RuleSpec) -> Diagnostic {
    let context = rule.context.as_ref().filter(|_| wrong.in_context);
    let pattern = context.unwrap_or(&rule.pattern);
    let text = match &wrong.error {
        regex::Error::Syntax(text) => text,
        regex::Error::CompiledTooBig(limit) => {
            let message = format!(
                "this regex compiles to more than the size limit of {limit} bytes: repeat less, or set 'size_limit' in the header"
            );
            return Diagnostic::error(message, pattern.span()).of_kind(LexErrorKind::LimitReached);
        }
        other => {
            return Diagnostic::error(format!("invalid regex: {other}"), pattern.span())
                .of_kind(LexErrorKind::InvalidRegex);
        }
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
    Diagnostic::error(message, place.unwrap_or(pattern.span())).of_kind(LexErrorKind::InvalidRegex)
}
