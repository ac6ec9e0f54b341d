//! Findings on a grammar and its lexer for an editor: all diagnostics, conflicts at their
//! productions, tokens that one of the files lacks, each with the edits that fix it where they are
//! known.
//!
//! Cost: that of explaining conflicts, which is counted (`lrtable::counterexample::Limits`).

use std::collections::HashSet;

use lrlex::LexerDef as _;
use lrpar::{Report, TextEdit};
use lrtable::{
    Span, Spanned as _,
    counterexample::{Limits, explain_until, told},
    diagnostic::{Diagnostic, Severity, YaccGrammarErrorKind as Kind},
    grammar::Grammar,
    near, precedence,
};

use super::{
    occurrences::{Occurrence, Role, is_identifier, occurrences},
    references,
    rewrite::{self, Rewrite},
};
use crate::{
    language::{Language, Part, Specification, Table},
    limits,
};

lrtable::diagnostic_kinds! {
    /// Kinds of hints, in editors, about grammars that are right.
    HintKind {
        WrittenOut: "A rule writes out what a repetition says.", "Use the edit, or 'nimbleparse rewrite'; nothing need be done.";
    }
}

/// A finding on a file, with fixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file that the finding is about.
    pub part: Part,
    /// The report to show.
    pub report: Report,
    /// Ways to fix the mistake, the best first.
    pub fixes: Vec<Fix>,
}

/// A way to fix a mistake in the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The fix in words.
    pub title: String,
    /// The edits of the fix, each with its file.
    pub edits: Vec<(Part, TextEdit)>,
    /// Whether the fix only accepts what is found, or says the same in fewer words: no editor is to
    /// choose it by itself.
    pub is_acceptance: bool,
}

impl Fix {
    fn new(title: String, part: Part, span: Span, text: String) -> Fix {
        let edits = vec![(part, TextEdit { span, text })];
        Fix { title, edits, is_acceptance: false }
    }
}

/// Returns all findings, those of the grammar first.
pub fn findings(specification: &Specification) -> Vec<Finding> {
    let mut found = Vec::new();
    for (part, diagnostic) in specification.diagnostics() {
        let fixes = match part {
            Part::Grammar => fixes_of(specification, diagnostic),
            Part::Lexer => Vec::new(),
        };
        found.push(Finding { part: *part, report: Report::of_diagnostic(diagnostic), fixes });
    }
    if let Some(said) = specification.wrong_as_a_whole() {
        let message = said.split_once(": ").map_or(said, |(_, message)| message);
        let whole = Diagnostic::error(Kind::LimitReached, message, Span::new(0, 0));
        let report = Report::of_diagnostic(&whole);
        found.push(Finding { part: Part::Grammar, report, fixes: Vec::new() });
    }
    if let Some(table) = specification.table() {
        conflicts(specification, table, &mut found);
    }
    if let Ok(language) = specification.language() {
        missing_tokens(specification, language, &mut found);
    }
    hints(specification, &mut found);
    found.sort_by_key(|finding| finding.part);
    found
}

/// Adds a note at each rule that the notation says in fewer words, unless that takes too long.
fn hints(specification: &Specification, found: &mut Vec<Finding>) {
    let states = specification.table().map_or(0, |table| table.graph.states().len());
    let most = limits::HINT_STATES / states.max(1);
    for rewrite in rewrite::rewrites(specification, most) {
        let Rewrite { rule, place, notation, edits } = rewrite;
        let message = format!("'{rule}' can be written '{notation}' where it is used");
        let report = Report::of_diagnostic(&Diagnostic::note(HintKind::WrittenOut, message, place));
        let edits = edits.into_iter().map(|edit| (Part::Grammar, edit)).collect();
        let title = format!("write '{notation}' in place of '{rule}'");
        let fixes = vec![Fix { title, edits, is_acceptance: true }];
        found.push(Finding { part: Part::Grammar, report, fixes });
    }
}

/// Returns where a declaration can be added: before the `%%` at which the rules begin.
fn end_of_declarations(specification: &Specification) -> usize {
    let text = specification.text(Part::Grammar);
    let first = specification.ast.rules.first().map_or(text.len(), |rule| rule.name.span.start());
    text[..first].rfind("%%").unwrap_or(0)
}

fn declaration(specification: &Specification, title: String, lines: String) -> Fix {
    let at = end_of_declarations(specification);
    let starts_line = specification.text(Part::Grammar)[..at].ends_with('\n') || at == 0;
    let lines = if starts_line { lines } else { format!("\n{lines}") };
    Fix::new(title, Part::Grammar, Span::new(at, at), lines)
}

/// Returns fixes for names that are not known.
fn fixes_of(specification: &Specification, diagnostic: &Diagnostic) -> Vec<Fix> {
    let kinds = [Kind::UnknownSymbol, Kind::UnknownToken, Kind::InvalidStartRule];
    let Some(kind) = Kind::of(diagnostic).filter(|kind| kinds.contains(kind)) else {
        return Vec::new();
    };
    let text = specification.text(Part::Grammar);
    let span = diagnostic.spans()[0];
    let place = references::name_at(specification, Part::Grammar, span.start());
    let Some(place) = place.filter(|place| !place.name.is_empty()) else { return Vec::new() };
    let all = occurrences(specification);
    let is_known = |one: &&Occurrence| one.role != Role::Reference && one.name != place.name;
    let known = all.iter().filter(is_known).map(|one| one.name.as_str());
    let mut fixes = Vec::new();
    if let Some(meant) = near::nearest(&place.name, known) {
        let title = format!("change '{}' to '{meant}'", place.name);
        fixes.push(Fix::new(title, Part::Grammar, place.span, meant.to_owned()));
    }
    if kind == Kind::UnknownSymbol && is_identifier(place.span.text(text)) {
        let title = format!("declare a token '{}'", place.name);
        fixes.push(declaration(specification, title, format!("%token {}\n", place.name)));
    }
    fixes
}

/// Adds conflicts at their productions. Those that the file expects are notes. That the file is
/// made to expect them is a fix of all, so it stands at the first.
fn conflicts(specification: &Specification, table: &Table, found: &mut Vec<Finding>) {
    let (grammar, graph) = (&table.grammar, &table.graph);
    let declared = grammar.declarations();
    let counts = (graph.conflicts.shift_reduce.len(), graph.conflicts.reduce_reduce.len());
    let is_expected = |expected: Option<(usize, Span)>, count: usize| {
        expected.map_or(0, |(expected, _)| expected) == count
    };
    let all_expected =
        is_expected(declared.expect, counts.0) && is_expected(declared.expect_rr, counts.1);
    let limits = Limits { examples: limits::EDITED_EXAMPLES, ..Limits::default() };
    let explanations = explain_until(grammar, graph, limits, Some(specification.stop.clone()));
    let mut acceptance = expectation(specification, grammar, counts);
    for cause in told(grammar, &explanations) {
        let mut report = Report::of_diagnostic(&cause.explained());
        let mut fixes = Vec::new();
        if all_expected {
            report.severity = Severity::Note;
        } else {
            if let Some(block) = cause.block {
                let title = "declare the precedence of these operators".to_owned();
                fixes.push(declaration(specification, title, block));
            }
            fixes.extend(acceptance.take());
        }
        found.push(Finding { part: Part::Grammar, report, fixes });
    }
    for diagnostic in precedence::unused(grammar, graph) {
        let report = Report::of_diagnostic(&diagnostic);
        found.push(Finding { part: Part::Grammar, report, fixes: Vec::new() });
    }
}

/// Returns the edit that makes the file expect its conflicts.
fn expectation(
    specification: &Specification,
    grammar: &Grammar,
    (shift, reduce): (usize, usize),
) -> Option<Fix> {
    let declared = grammar.declarations();
    let title = match reduce {
        0 => format!("expect {shift} shift/reduce conflicts"),
        _ => format!("expect {shift} shift/reduce and {reduce} reduce/reduce conflicts"),
    };
    if declared.expect.is_some() || declared.expect_rr.is_some() {
        // People must decide which of them is wrong.
        return None;
    }
    let mut lines = String::new();
    if shift > 0 {
        lines.push_str(&format!("%expect {shift}\n"));
    }
    if reduce > 0 {
        lines.push_str(&format!("%expect-rr {reduce}\n"));
    }
    Some(Fix { is_acceptance: true, ..declaration(specification, title, lines) })
}

/// Adds tokens that only one of the two files knows.
fn missing_tokens(specification: &Specification, language: &Language, found: &mut Vec<Finding>) {
    let grammar = &language.table.grammar;
    let given: HashSet<&str> = language.lexer.iter_rules().filter_map(|rule| rule.name()).collect();
    let warning = |part: Part, message: String, span: Span, fixes: Vec<Fix>| {
        let report = Report::of_diagnostic(&Diagnostic::warning(Kind::UnknownToken, message, span));
        Finding { part, report: Report { helps: Vec::new(), ..report }, fixes }
    };
    for token in grammar.tokens() {
        let Some(span) = token.span.filter(|_| !token.is_error) else { continue };
        if !given.contains(token.name.as_str()) {
            let message = format!("no rule of the lexer gives the token '{}'", token.name);
            let fixes = lexer_rule(specification, &token.name).into_iter().collect();
            found.push(warning(Part::Grammar, message, span, fixes));
        }
    }
    let known: HashSet<&str> = grammar.tokens().iter().map(|token| token.name.as_str()).collect();
    let consumed: HashSet<&str> = (language.lexer.iter_rules())
        .filter_map(|rule| rule.name().filter(|_| rule.is_consumed()))
        .collect();
    for place in occurrences(specification) {
        let is_given = place.part == Part::Lexer && place.role == Role::Definition;
        let is_consumed = consumed.contains(place.name.as_str());
        if is_given && !is_consumed && !known.contains(place.name.as_str()) {
            let message = format!("the grammar does not know the token '{}'", place.name);
            let near = near::nearest(&place.name, known.iter().copied()).map(|meant| {
                let title = format!("change '{}' to '{meant}'", place.name);
                Fix::new(title, Part::Lexer, place.span, meant.to_owned())
            });
            found.push(warning(Part::Lexer, message, place.span, near.into_iter().collect()));
        }
    }
}

/// Returns a fix that adds a lex rule for a token: its name as text, in lower case if the name is
/// in capitals.
fn lexer_rule(specification: &Specification, name: &str) -> Option<Fix> {
    if name.contains(['"', '\n', '\r', '\\']) {
        return None;
    }
    let bare = name.trim_matches('\'');
    let text = if is_identifier(bare) { bare.to_lowercase() } else { bare.to_owned() };
    let mut regex = String::new();
    for c in text.chars() {
        if c.is_ascii_punctuation() && c != '_' || c == ' ' {
            regex.push('\\');
        }
        regex.push(c);
    }
    let lexer = specification.text(Part::Lexer);
    let rules = lexer.find("%%").filter(|_| !regex.is_empty())? + 2;
    let end = lexer[rules..].find("\n%%").map_or(lexer.len(), |end| rules + end + 1);
    let break_before = if lexer[..end].ends_with('\n') { "" } else { "\n" };
    let line = format!("{break_before}{regex} \"{name}\"\n");
    let title = format!("add a lexer rule '{regex}' for '{name}'");
    Some(Fix::new(title, Part::Lexer, Span::new(end, end), line))
}

#[cfg(test)]
mod tests {
    use lrpar::apply_edits;

    use super::*;

    const LEXER: &str = "%%\n[0-9]+ \"INT\"\n\\+ \"+\"\n\\* \"*\"\n";

    fn read(grammar: &str, lexer: &str) -> Specification {
        Specification::new(Some(grammar.to_owned()), Some(lexer.to_owned()))
    }

    fn fixed(specification: &Specification, fix: &Fix) -> Specification {
        let text = |part: Part| {
            let own = fix.edits.iter().filter(|(of, _)| *of == part);
            let own: Vec<TextEdit> = own.map(|(_, edit)| edit.clone()).collect();
            apply_edits(specification.text(part), &own)
        };
        read(&text(Part::Grammar), &text(Part::Lexer))
    }

    #[test]
    fn tokens_that_layout_makes_are_no_findings_and_line_ends_that_it_consumes_neither() {
        let words = "\n%%\n[a-z]+ 'ID'\n\\n 'NL'\n";
        for (grammar, lexer, expected) in [
            ("%%\nS: 'ID' 'NL' 'IN' 'ID' 'NL' 'DE';", "%indentation NL IN DE", None),
            ("%%\nS: 'ID' 'NL' 'IN' 'ID' 'NL';", "%indentation NL IN DE", Some("'DE'")),
            ("%%\nS: 'ID' 'IN' 'ID' 'DE';", "%indentation NL IN DE", Some("'NL'")),
            ("%%\nS: 'ID' 'END';", "%terminate END at NL after ID", None),
            ("%%\nS: 'ID' 'AUTO';", "%assume AUTO at NL", None),
            ("%%\nS: 'ID';", "%assume AUTO at NL", Some("'AUTO'")),
        ] {
            let specification = read(grammar, &format!("{lexer}{words}"));
            let messages: Vec<_> = (findings(&specification).iter())
                .map(|found| found.report.title.clone())
                .filter(|title| title.contains("token"))
                .collect();
            assert_eq!(messages.len(), expected.iter().len(), "{lexer}: {messages:?}");
            assert!(messages.iter().zip(expected).all(|(one, name)| one.contains(name)));
        }
    }

    /// Each fix of a finding makes that finding go away.
    #[test]
    fn what_a_fix_is_for_is_mended_by_it() {
        for (grammar, lexer, about, fixes) in [
            ("%%\nE: E '+' E | E '*' E | 'INT';", LEXER, "conflict", 2),
            (
                "%token X\n%%\nE: E '+' 'INT' | X;",
                LEXER,
                "no rule of the lexer gives the token 'X'",
                1,
            ),
            ("%%\nE: E '+' Tree | Tree;\nTre: 'INT';", LEXER, "Tree", 2),
            ("%start Ex\n%%\nExp: 'INT';", LEXER, "Ex", 1),
            (
                "%%\nE: 'INT' | '+';",
                "%%\n[0-9]+ \"INT\"\n\\+ \"+\"\n- \"IMT\"",
                "does not know the token 'IMT'",
                1,
            ),
        ] {
            let specification = read(grammar, lexer);
            let found = findings(&specification);
            let finding = found.iter().find(|one| one.report.title.contains(about));
            let finding = finding.unwrap_or_else(|| panic!("{about}: {found:#?}"));
            assert_eq!(finding.fixes.len(), fixes, "{about}: {:?}", finding.fixes);
            for fix in &finding.fixes {
                let left = findings(&fixed(&specification, fix));
                let stays = |one: &Finding| {
                    one.report.title == finding.report.title
                        && one.report.severity != Severity::Note
                };
                assert!(!left.iter().any(stays), "{}: {left:#?}", fix.title);
            }
        }
    }

    #[test]
    fn the_block_of_precedences_decides_all_conflicts_and_expected_ones_are_notes() {
        let specification = read("%%\nE: E '+' E | E '*' E | 'INT';", LEXER);
        let found = findings(&specification);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].report.notes.iter().any(|note| note.contains("%left")));
        assert_eq!(findings(&fixed(&specification, &found[0].fixes[0])), []);
        let expected = findings(&fixed(&specification, &found[0].fixes[1]));
        assert!(!expected.is_empty());
        assert!(
            expected
                .iter()
                .all(|one| one.report.severity == Severity::Note && one.fixes.is_empty())
        );
    }

    /// Each alternative has a rule of its own, so that there are four causes.
    const ALTERNATIVES: &str = "%%\nE: Sum | Product | 'INT';\nSum: E '+' E;\nProduct: E '*' E;\n";

    #[test]
    fn conflicts_are_told_without_a_lex_file() {
        let count = |lexer: Option<&str>| {
            let lexer = lexer.map(str::to_owned);
            let read = Specification::new(Some(ALTERNATIVES.to_owned()), lexer);
            findings(&read).iter().filter(|one| one.report.title.contains("conflict")).count()
        };
        assert_eq!((count(None), count(Some(LEXER))), (4, 4));
    }

    #[test]
    fn to_expect_conflicts_is_offered_once_and_is_no_mending() {
        let found = findings(&read(ALTERNATIVES, LEXER));
        let fixes: Vec<&Fix> = found.iter().flat_map(|finding| &finding.fixes).collect();
        let accepting: Vec<&&Fix> = fixes.iter().filter(|fix| fix.is_acceptance).collect();
        assert_eq!(accepting.len(), 1, "{fixes:#?}");
        assert_eq!(accepting[0].edits[0].1.text, "%expect 4\n");
        assert!(fixes.iter().all(|fix| fix.is_acceptance == fix.title.starts_with("expect")));
    }

    #[test]
    fn built_in_grammars_have_no_errors_and_broken_ones_have_places() {
        for builtin in crate::builtin::ALL {
            let found = findings(&read(builtin.yacc, builtin.lex));
            assert!(found.iter().all(|one| one.report.severity != Severity::Error), "{found:#?}");
        }
        let found = findings(&read("%%\nE: 'a", "%%\n( \"X\"\n"));
        let parts: HashSet<Part> = found.iter().map(|one| one.part).collect();
        assert_eq!(parts.len(), 2);
    }

    #[test]
    fn a_list_written_by_hand_is_a_note_with_an_edit_that_removes_it() {
        let specification = read("%%\nS: '+' Ints '*';\nInts: | Ints 'INT';\n", LEXER);
        let found = findings(&specification);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert_eq!(found[0].report.severity, Severity::Note);
        assert_eq!(found[0].report.title, "'Ints' can be written ''INT'*' where it is used");
        let fixed = fixed(&specification, &found[0].fixes[0]);
        assert_eq!(fixed.text(Part::Grammar), "%%\nS: '+' 'INT'* '*';\n");
        assert_eq!(findings(&fixed), []);
    }
}
