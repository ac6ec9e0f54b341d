//! From the rules that were read to the engine that matches them, and what is to be said of them.
//!
//! The `regex` crate is a feature, on by default. Without it a rule that the automaton cannot express is an error.

#[cfg(feature = "regex")]
mod fallback;
#[cfg(not(feature = "regex"))]
#[path = "compile/no_fallback.rs"]
mod fallback;

use crate::LexErrorKind;
use std::sync::Arc;

use lrtable::diagnostic::Diagnostic;

use crate::{
    dfa::{self, Cover, Packed},
    engine::{Automaton, Engine},
    limits,
    rules::RegexRule,
    spec::{LexSpec, Pattern, RuleSpec, StartStateOperation},
};

/// An engine, with the numbers of the rules of which it needs the regexes, and the states in which it tries these.
pub(crate) struct Compiled {
    pub(crate) engine: Engine,
    pub(crate) by_regex: Vec<ByRegex>,
}

/// A rule of which the regex is needed.
pub(crate) struct ByRegex {
    /// Its number.
    pub(crate) rule: usize,
    /// The start states in which it is tried: none if it only tells the text that it stores.
    pub(crate) states: Vec<usize>,
    /// An automaton that says how far it need read.
    pub(crate) reach: Option<Arc<Packed>>,
}

/// Compiles the rules of `spec`; `None` if one of them has an error. What is wrong is added to `diagnostics`.
pub(crate) fn compile(spec: &LexSpec, diagnostics: &mut Vec<Diagnostic>) -> Option<Compiled> {
    let dfa = dfa::compile(spec);
    for (rule, cover) in spec.rules.iter().zip(&dfa.covers) {
        if let Cover::Automaton { empty: true, .. } = cover {
            diagnostics.push(matches_empty(&rule.pattern));
        }
    }
    for shadowed in &dfa.shadowed {
        let rule = &spec.rules[shadowed.rule];
        let shown = shadowed.shown.as_ref().map(|(text, by)| (text.as_str(), &spec.rules[*by]));
        // A rule for each character of a class may have some that are taken.
        if rule.name.is_none() || !rule.name_span.is_empty() {
            diagnostics.push(never_matches(rule, shown));
        }
    }
    let by_regex = by_regex(spec, &dfa.covers, dfa.reaches);
    let fallback = fallback::compile(spec, &by_regex, &dfa.covers, diagnostics)?;
    let automaton = Some(Automaton::Built(Arc::new(dfa.packed)));
    for (rule, cover) in spec.rules.iter().zip(&dfa.covers) {
        if *cover == Cover::TooLarge {
            let message = "the automaton of this rule is too large: its regex is run instead, which is slower";
            let note = Diagnostic::note(message, rule.pattern.span());
            diagnostics.push(note.of_kind(LexErrorKind::RunsRegex));
        }
    }
    Some(Compiled { engine: Engine { automaton, fallback }, by_regex })
}

/// The same without an automaton.
#[cfg(feature = "regex")]
pub(crate) fn reference(spec: &LexSpec, diagnostics: &mut Vec<Diagnostic>) -> Option<Compiled> {
    let covers = vec![Cover::Regex; spec.rules.len()];
    let by_regex = by_regex(spec, &covers, Vec::new());
    let fallback = fallback::compile(spec, &by_regex, &covers, diagnostics)?;
    Some(Compiled { engine: Engine { automaton: None, fallback }, by_regex })
}

/// The rules of which the regexes are needed: those that are not in the automaton, with their states, and those of which it
/// does not know the text that they store.
fn by_regex(spec: &LexSpec, covers: &[Cover], reaches: Vec<Option<Packed>>) -> Vec<ByRegex> {
    let reaches = reaches.into_iter().chain(std::iter::repeat_with(|| None));
    let rules = spec.rules.iter().zip(covers).zip(reaches).enumerate();
    rules
        .filter_map(|(number, ((rule, cover), reach))| match cover {
            Cover::Automaton { stores: false, .. } => None,
            Cover::Automaton { stores: true, .. } => {
                Some(ByRegex { rule: number, states: Vec::new(), reach: None })
            }
            Cover::Regex | Cover::TooLarge => {
                let states = spec.active(rule).to_vec();
                Some(ByRegex { rule: number, states, reach: reach.map(Arc::new) })
            }
        })
        .collect()
}

/// A rule of which the regex is needed.
pub(crate) fn regex_rule<'r>(
    number: usize,
    rule: &'r RuleSpec,
    states: &'r [usize],
) -> RegexRule<'r> {
    RegexRule {
        number,
        regex: rule.pattern.text(),
        context: rule.context.as_ref().map(Pattern::text),
        line_start: rule.line_start,
        pushes: matches!(rule.target, Some((_, StartStateOperation::Push))),
        states,
        reach: None,
    }
}

/// The warning of a rule that never matches, on a text because another does.
fn never_matches(rule: &RuleSpec, shown: Option<(&str, &RuleSpec)>) -> Diagnostic {
    let Some((text, by)) = shown else {
        let message =
            "this rule never matches: each of its texts is matched by a rule that stands before it";
        return Diagnostic::warning(message, rule.pattern.span())
            .of_kind(LexErrorKind::NeverMatches);
    };
    let escaped = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.into() };
    let more = if text.chars().count() > limits::EXAMPLE { "…" } else { "" };
    let text: String = text.chars().take(limits::EXAMPLE).map(escaped).collect();
    let message = format!(
        "this rule never matches: each of its texts, such as '{text}{more}', is matched by a rule that stands before it"
    );
    Diagnostic::warning(message, rule.pattern.span())
        .of_kind(LexErrorKind::NeverMatches)
        .also(by.pattern.span(), "this one")
}

/// The warning of a rule that matches the empty text too.
fn matches_empty(pattern: &Pattern) -> Diagnostic {
    Diagnostic::warning(
        "this regex matches the empty text too, which is never a lexeme",
        pattern.span(),
    )
    .of_kind(LexErrorKind::MatchesEmpty)
}

#[cfg(all(test, feature = "regex"))]
mod tests {
    use super::*;
    use crate::{
        dfa::Cells,
        spec::{LexFlags, read},
    };

    #[test]
    fn a_rule_that_has_failed_often_still_matches_where_it_can() {
        let source = "%%\n/\\*.*?\\*/ ;\n\"[^\"]*\" 'S'\na(b|c)*d 'A'\n(?:x|yx)é 'E'\n/ '/'\n";
        let (spec, mut diagnostics) = read(source, &LexFlags::default());
        let engine = reference(&spec, &mut diagnostics).unwrap().engine;
        let parts = ["/", "/* ", "*/", "\"", "abc", "d", "xé", "yx", "é", "?", "a\n"];
        let mut number = 1_u32;
        let mut ends = 0;
        for round in 0..40 {
            let mut text = String::new();
            for _ in 0..400 {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.push_str(parts[(number >> 16) as usize % parts.len()]);
            }
            text.push_str(&"/abcx".repeat(round));
            let mut run = engine.run::<u8>(&text, &[]);
            for (at, _) in text.char_indices() {
                assert_eq!(
                    run.longest(at),
                    engine.run::<u8>(&text, &[]).longest(at),
                    "{at} of {text}"
                );
            }
            ends += run.given_up();
        }
        assert!(ends > 100, "rules gave up {ends} times only: the texts are too easy");
    }

    /// What is read in vain in `text`, and how many lexemes there are.
    fn vain(source: &str, text: &str) -> (usize, usize) {
        let (spec, mut diagnostics) = read(source, &LexFlags::default());
        let engine = compile(&spec, &mut diagnostics).unwrap().engine;
        let Some(Cells::U8(cells)) = engine.tables().map(|tables| tables.cells) else {
            panic!("a large automaton");
        };
        let mut run = engine.run(text, cells);
        let (mut at, mut lexemes) = (0, 0);
        while at < text.len() {
            at = run.longest(at).map_or(at + 1, |(_, end)| end);
            lexemes += 1;
        }
        assert!(!run.is_exhausted(), "{source}");
        (run.vain(), lexemes)
    }

    #[test]
    fn what_is_read_in_vain_grows_as_the_text_does() {
        for (source, unit, some) in [
            ("%%\na 'A'\na*b 'B'\n", "a", true),
            ("%%\na 'A'\n(aaa)*b 'B'\n", "a", true),
            ("%%\n/\\*([^*]|\\*+[^*/])*\\*+/ ;\n[/* ] 'C'\n", "/* ", true),
            ("%%\na 'A'\na*b$ 'B'\n", "a", true),
            ("%%\na 'A'\n\\b(aa)*\\b(b|c) 'B'\n", "a", true),
            ("%option a\n%%\na/a*b return A;\na return B;\n", "a", true),
            ("%%\n[a-z]+ 'ID'\n[a-z]+\\( 'CALL'\n\\b[0-9]+\\b 'N'\n[ ]+ ;\n", "abc 12 ", false),
        ] {
            let of = |count| vain(source, &unit.repeat(count));
            let ((few, fewer), (many, more)) = (of(10_000), of(40_000));
            assert_eq!(more, 4 * fewer, "{source}");
            assert_eq!(few > 0, some, "{source} {few}");
            assert!(many <= 5 * few, "{source}: {few} bytes in vain, then {many}");
        }
    }
}
