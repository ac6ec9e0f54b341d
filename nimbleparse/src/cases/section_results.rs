//! Finds the content of each section of a case.

use std::fmt::{self, Write as _};

use lrlex::{LRNonStreamingLexer, LexerDef};
use lrpar::{
    LexError as _, Lexeme as _, Lexer as _, NonStreamingLexer as _, Renderer, apply_edits,
};
use lrtable::{
    Span, YaccGrammar,
    construct::Construction,
    counterexample::explain,
    diagnostic::render_all,
    grammar::{Grammar, Symbol},
    limits::Limits,
    stategraph::StateGraph,
    statetable,
};

use super::{Section, Subject, repair_list};
use crate::{
    language::{Language, Parsed, Types, Word, read_lexer},
    limits::{CASE_TEXT, SHOWN_ERRORS},
    output::{reports, text},
};

/// Returns all messages on grammar and lexer: from reading them, from building the table, and on
/// tokens that one of them lacks.
pub(super) fn messages(subject: &Subject) -> String {
    let mut out = String::new();
    let mut grammar = None;
    if let (Some(source), Some((read, said))) = (&subject.grammar, subject.read_grammar()) {
        out.push_str(&render_all(&said, &source.name, &source.text));
        grammar = read.and_then(|read| match YaccGrammar::<u32>::from_grammar(read) {
            Ok(grammar) => Some(grammar),
            Err(said) => {
                out.push_str(&render_all(&said, &source.name, &source.text));
                None
            }
        });
        if let Some(grammar) = &grammar {
            let built =
                lrlex::language::table(grammar, subject.construction, source.text(), &mut out);
            out.push_str(&built.err().unwrap_or_default());
        }
    }
    match (&subject.lexer, &grammar) {
        (Some(source), Some(grammar)) => {
            let read = read_lexer(source.text(), grammar, &mut out);
            out.push_str(&read.err().unwrap_or_default());
        }
        (Some(source), None) => {
            let (_, said) = subject.read_lexer().expect("there is a lexer");
            out.push_str(&render_all(&said, &source.name, &source.text));
        }
        (None, _) => {}
    }
    out
}

/// Returns whether grammar and lexer can be used.
pub(super) fn is_language_good(subject: &Subject) -> bool {
    let grammar = subject.read_grammar().is_none_or(|(read, _)| read.is_some());
    grammar && subject.read_lexer().is_none_or(|(read, _)| read.is_some())
}

/// Returns the conflicts, explained.
pub(super) fn conflicts(subject: &Subject) -> Result<String, String> {
    let grammar = good_grammar(subject)?;
    let construction = subject.construction.unwrap_or_else(|| Construction::of(&grammar));
    let explanations = explain(&grammar, &built(&grammar, construction)?);
    let said: Vec<String> = explanations.iter().map(|one| format!("{one}\n")).collect();
    Ok(said.concat())
}

/// Returns the sizes of grammar and tables, by each construction.
pub(super) fn counts(subject: &Subject) -> Result<String, String> {
    let grammar = good_grammar(subject)?;
    let mut out = format!(
        "{} productions, {} of use, {} tokens\n",
        grammar.productions().len(),
        useful(&grammar),
        grammar.tokens().len()
    );
    for construction in Construction::ALL {
        let name = construction.name();
        let line = match built(&grammar, construction) {
            Ok(graph) => format!(
                "{} states, {} shift/reduce, {} reduce/reduce",
                graph.states().len(),
                graph.conflicts.sr_len(),
                graph.conflicts.rr_len()
            ),
            Err(message) => message,
        };
        let _ = writeln!(out, "{name}: {line}");
    }
    Ok(out)
}

fn good_grammar(subject: &Subject) -> Result<Grammar, String> {
    match subject.read_grammar() {
        Some((Some(grammar), _)) => Ok(grammar),
        Some((None, _)) => Err(messages(subject)),
        None => Err("there is a lexer only: bring a 'grammar'".to_string()),
    }
}

fn built(grammar: &Grammar, construction: Construction) -> Result<StateGraph, String> {
    let built = statetable::build_within(grammar, construction, Limits::default());
    built.map(|(graph, _)| graph).map_err(|error| error.to_string())
}

/// Returns the number of productions that a sentence can use.
pub fn useful(grammar: &Grammar) -> usize {
    let mut is_reached = vec![false; grammar.rules().len()];
    let mut reached = vec![grammar.augmented_rule()];
    let mut count = 0;
    while let Some(rule) = reached.pop() {
        if std::mem::replace(&mut is_reached[rule.index()], true) {
            continue;
        }
        let productions = &grammar.rule(rule).productions;
        for &prod in productions.iter().filter(|prod| grammar.is_productive(**prod)) {
            count += 1;
            reached.extend(grammar.symbols(prod).iter().filter_map(|symbol| match symbol {
                Symbol::Rule(rule) => Some(*rule),
                Symbol::Token(_) => None,
            }));
        }
    }
    count
}

/// Returns the lexemes of an input by a hand-written lexer.
fn by_hand(language: &Language, input: &str) -> String {
    bounded(|out| {
        language.words(input).into_iter().try_for_each(|Word { token, start, end }| {
            let is_known = token != language.no_token();
            let name = if is_known { language.name_of(token) } else { "(error)" };
            writeln!(out, "{name} {start}..{end} {:?}", &input[start..end])
        })
    })
}

/// Returns the lexemes of an input (name, place, text), or the strings and comments that it leaves
/// open; by the lexer alone if there is no grammar.
pub(super) fn of_lexer(
    section: &str,
    subject: &Subject,
    language: Option<&Language>,
    input: &str,
) -> Result<String, String> {
    let alone;
    let lexerdef = match language {
        Some(language) => &language.lexer,
        None => {
            alone =
                subject.read_lexer().and_then(|(read, _)| read).ok_or_else(|| messages(subject))?;
            &alone
        }
    };
    if let Some(language) = language.filter(|language| language.is_by_hand()) {
        return Ok(by_hand(language, input));
    }
    let mut out = String::new();
    if section == "unfinished" {
        for one in lexerdef.unfinished(input) {
            let _ = writeln!(out, "{} {}", one.name(), one.start());
        }
        return Ok(out);
    }
    let lexer: LRNonStreamingLexer<'_, '_, Types> = lexerdef.lexer(input);
    Ok(bounded(|out| {
        lexer.iter().try_for_each(|lexeme| {
            let (name, span): (_, Span) = match lexeme {
                Ok(lexeme) => {
                    let id = Some(lexeme.tok_id());
                    let mut rules = lexerdef.iter_rules().filter(|rule| rule.name().is_some());
                    let rule = rules.find(|rule| rule.tok_id() == id);
                    (rule.and_then(|rule| rule.name()).unwrap_or("(unknown)"), lexeme.span())
                }
                Err(error) => ("(error)", error.span()),
            };
            let text = lexer.span_str(span);
            writeln!(out, "{name} {}..{} {text:?}", span.start(), span.end())
        })
    }))
}

/// A text of at most [`CASE_TEXT`] bytes; it fails when it would be longer.
struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > CASE_TEXT {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// Returns what `write` writes; of what is too long the beginning, with a last line that says so.
fn bounded(write: impl FnOnce(&mut Bounded) -> fmt::Result) -> String {
    let mut out = Bounded(String::new());
    let is_whole = write(&mut out).is_ok();
    if !is_whole {
        out.0.truncate(out.0.rfind('\n').map_or(0, |end| end + 1));
        let _ = writeln!(out.0, "… and more, beyond {} MiB: use a shorter input", CASE_TEXT >> 20);
    }
    out.0
}

/// Returns the content of a section on a parsed input, with at most `most` repairs of each error.
pub(super) fn of_parse(section: &Section, parsed: &Parsed<'_>, most: usize) -> String {
    match section.name.as_str() {
        "tree" => match &parsed.tree {
            Some(tree) => bounded(|out| {
                write!(out, "{}", tree.display(&parsed.language.table.grammar, parsed.text))
            }),
            None => "none\n".to_string(),
        },
        "errors" => errors(parsed),
        "reports" => reports(parsed),
        "repairs" => repair_list::list(parsed, (section.list, most), &section.text),
        name => {
            let Some(edits) = parsed.edits() else {
                return "unknown: a token that is inserted has no text of its own\n".to_string();
            };
            if name == "repaired" {
                return apply_edits(parsed.text, &edits);
            }
            let mut out = String::new();
            for edit in edits {
                let ((line, column), _) = parsed.lexer.line_col(edit.span);
                let _ = writeln!(
                    out,
                    "{line}:{column} {:?} -> {:?}",
                    edit.span.text(parsed.text),
                    edit.text
                );
            }
            out
        }
    }
}

/// Returns the reports as the program prints them, in 80 columns, for a file called `input`.
fn reports(parsed: &Parsed<'_>) -> String {
    let renderer = Renderer::new("input", parsed.text).width(80);
    let mut out = Vec::new();
    reports::write(&mut out, parsed, SHOWN_ERRORS, |report| renderer.rich(report))
        .expect("a vector takes all");
    String::from_utf8(out).expect("reports are written as UTF-8")
}

/// Returns the errors in the style of grmtools, with their repairs.
pub(super) fn errors(parsed: &Parsed<'_>) -> String {
    let mut out = Vec::new();
    text::write_errors(&mut out, parsed, (SHOWN_ERRORS, None)).expect("a vector takes all");
    String::from_utf8(out).expect("errors are written as UTF-8")
}
