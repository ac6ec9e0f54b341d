//! The regexes of the rules that the automaton cannot express, compiled.

use lrtable::diagnostic::{Diagnostic, Severity};

use super::{is_active, matches_empty, regex_rule};
use crate::{
    dfa::Cover,
    engine::Fallback,
    matcher::{Delim, Matcher, Wrong},
    regexes::Regexes,
    spec::{LexSpec, RuleSpec},
};

/// Compiles the regexes that are needed; `None` if one is wrong.
pub(super) fn compile(
    spec: &LexSpec,
    by_regex: &[(usize, Vec<usize>)],
    covers: &[Cover],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Option<Fallback>> {
    // What exceeds a limit that was set is an error, be the automaton as small as it may.
    let limited = spec.flags.size_limit.is_some() || spec.flags.nest_limit.is_some();
    let mut failed = false;
    let mut compile = |number: usize, states| {
        let rule = &spec.rules[number];
        let regex = regex_rule(number, rule, states);
        match Matcher::new(&regex, &spec.flags) {
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
    let rules: Vec<_> =
        by_regex.iter().filter_map(|(number, states)| compile(*number, states)).collect();
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
    let matchers: Vec<_> = rules.iter().map(|(rule, matcher)| (rule.number, matcher)).collect();
    warn_of_delims(spec, &matchers, diagnostics);
    let states = spec.start_states.len();
    Some((!rules.is_empty()).then(|| Fallback::new(Regexes::new(rules, &spec.flags, states))))
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
    for rule in with(Delim::Compare) {
        let stores = with(Delim::Store)
            .filter_map(|storing| storing.target.as_ref())
            .any(|(state, _)| is_active(rule, *state, spec));
        if !stores {
            diagnostics.push(Diagnostic::warning(
                "this rule never matches: no rule with a group 'delim' stacks ('<+S>') a start state of it",
                rule.pattern.span(),
            ));
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
