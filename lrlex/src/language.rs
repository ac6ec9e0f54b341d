//! A lex and a Yacc file made ready to parse with, in a program that reads them when it runs: grammar, table and lexer,
//! and all that is to be said of them as text.
//!
//! ```
//! use lrlex::language::{Text, Types, grammar, lexer, table};
//! use lrpar::RTParserBuilder;
//!
//! let yacc = Text { name: "sum.y", text: "%start Sum\n%%\nSum: Sum '+' 'INT' | 'INT';" };
//! let lex = Text { name: "sum.l", text: "%%\n[0-9]+ 'INT'\n\\+ '+'\n[ ]+ ;" };
//! let mut warnings = String::new();
//! let grammar = grammar(yacc, None, &mut warnings)?;
//! let (_, table) = table(&grammar, None, yacc, &mut warnings)?;
//! let lexerdef = lexer(lex, &grammar, &mut warnings)?;
//! assert_eq!(warnings, "");
//! let lexer = lexerdef.lexer("1 + + 2");
//! let errors = RTParserBuilder::<u32, Types>::new(&grammar, &table).parse_noaction(&lexer);
//! assert_eq!(errors.len(), 1);
//! # Ok::<(), String>(())
//! ```

use std::collections::HashMap;

use lrpar::BuildErrorKind;
use lrtable::{
    StateGraph, StateTable, Stop, YaccGrammar,
    construct::Construction,
    diagnostic::{Diagnostic, Severity, fold_notes, render_all},
    from_yacc_until,
    grammar::Grammar,
    limits::Limits,
    yacc::YaccKind,
};

use crate::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef};

/// Token ids of every grammar fit in 32 bits.
pub type Types = DefaultLexerTypes<u32>;

/// The text that these bytes are. Each byte that is not UTF-8 is read as the control character SUB, so that offsets stay
/// those of the bytes; with it, where the first of them is.
pub fn decode(bytes: Vec<u8>) -> (String, Option<usize>) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let mut text = String::with_capacity(error.as_bytes().len());
            for chunk in error.as_bytes().utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|_| '\u{1a}'));
            }
            (text, Some(error.utf8_error().valid_up_to()))
        }
    }
}

/// The text of a file, with the name that messages show.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The name in messages.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// Where warnings go, and how messages look. A `String` takes them as compilers show them, `file:line:column: warning: …`.
pub trait Messages {
    /// The diagnostics of one text as text.
    fn render(&self, diagnostics: &[Diagnostic], text: Text<'_>) -> String;

    /// A warning about a whole text as text.
    fn render_whole(&self, warning: &str, text: Text<'_>) -> String;

    /// Takes rendered warnings.
    fn take(&mut self, rendered: &str);

    /// What ends the building of a table whose result is no longer wanted; by default nothing does.
    fn stop(&self) -> Option<Stop> {
        None
    }
}

/// Messages that go where others go, with a function that ends the building of a table.
#[derive(Debug)]
pub struct Until<'m, M> {
    /// Where messages go.
    pub messages: &'m mut M,
    /// What ends the building.
    pub stop: Stop,
}

impl<M: Messages> Messages for Until<'_, M> {
    fn render(&self, diagnostics: &[Diagnostic], text: Text<'_>) -> String {
        self.messages.render(diagnostics, text)
    }

    fn render_whole(&self, warning: &str, text: Text<'_>) -> String {
        self.messages.render_whole(warning, text)
    }

    fn take(&mut self, rendered: &str) {
        self.messages.take(rendered);
    }

    fn stop(&self) -> Option<Stop> {
        Some(self.stop.clone())
    }
}

impl Messages for String {
    fn render(&self, diagnostics: &[Diagnostic], text: Text<'_>) -> String {
        render_all(diagnostics, text.name, text.text)
    }

    fn render_whole(&self, warning: &str, text: Text<'_>) -> String {
        format!("{}: {}: {warning}\n", text.name, Severity::Warning)
    }

    fn take(&mut self, rendered: &str) {
        self.push_str(rendered);
    }
}

/// Reads a Yacc file, of this kind or of that which it looks like. Warnings go to `messages`.
///
/// # Errors
///
/// What is wrong with the file, rendered by `messages`.
pub fn grammar(
    yacc: Text<'_>,
    kind: Option<YaccKind>,
    messages: &mut impl Messages,
) -> Result<YaccGrammar<u32>, String> {
    let grammar = Grammar::parse(yacc.text, kind).and_then(YaccGrammar::from_grammar);
    let grammar =
        grammar.map_err(|diagnostics| messages.render(&fold_notes(&diagnostics), yacc))?;
    warn(messages, grammar.warnings(), yacc);
    Ok(grammar)
}

/// Builds the table of the grammar that was read from `yacc`; if no construction is given, by the one that the file asks for.
///
/// # Errors
///
/// If the table is too large, or `messages` has the building stopped.
pub fn table(
    grammar: &YaccGrammar<u32>,
    construction: Option<Construction>,
    yacc: Text<'_>,
    messages: &mut impl Messages,
) -> Result<(StateGraph<u32>, StateTable<u32>), String> {
    let construction = construction.unwrap_or_else(|| Construction::of(grammar));
    let (graph, table) = from_yacc_until(grammar, construction, Limits::default(), messages.stop())
        .map_err(|error| format!("{}: {error}\n", yacc.name))?;
    warn_of_conflicts(grammar, &graph, yacc, messages);
    Ok((graph, table))
}

/// Reads a lex file and gives its tokens the grammar's ids.
///
/// # Errors
///
/// What is wrong with the file, rendered by `messages`. Tokens that one of the two lacks are warnings.
pub fn lexer(
    lex: Text<'_>,
    grammar: &Grammar,
    messages: &mut impl Messages,
) -> Result<LRNonStreamingLexerDef<Types>, String> {
    let (lexerdef, diagnostics) =
        LRNonStreamingLexerDef::<Types>::read(lex.text, &LexFlags::default());
    let Some(mut lexerdef) = lexerdef else {
        return Err(messages.render(&fold_notes(&diagnostics), lex));
    };
    warn(messages, &diagnostics, lex);
    let ids: HashMap<&str, u32> = grammar
        .token_ids()
        .filter(|token| *token != grammar.eof() && !grammar.token(*token).is_error)
        .map(|token| (grammar.token(token).name.as_str(), token.0))
        .collect();
    let (missing_from_lexer, missing_from_parser) = lexerdef.set_rule_ids(&ids);
    for (names, what) in [
        (missing_from_lexer, "no rule of the lexer gives the token"),
        (missing_from_parser, "the grammar does not know the token"),
    ] {
        let mut names: Vec<&str> = names.into_iter().flatten().collect();
        names.sort_unstable();
        for name in names {
            let whole = messages.render_whole(&format!("{what} '{}'", name.escape_debug()), lex);
            messages.take(&whole);
        }
    }
    Ok(lexerdef)
}

fn warn(messages: &mut impl Messages, warnings: &[Diagnostic], text: Text<'_>) {
    let rendered = messages.render(&fold_notes(warnings), text);
    messages.take(&rendered);
}

/// A warning if the conflicts are not as many as the file says.
fn warn_of_conflicts(
    grammar: &Grammar,
    graph: &StateGraph<u32>,
    yacc: Text<'_>,
    messages: &mut impl Messages,
) {
    let declarations = grammar.declarations();
    for (what, found, expected) in [
        ("shift/reduce", graph.conflicts.shift_reduce.len(), declarations.expect),
        ("reduce/reduce", graph.conflicts.reduce_reduce.len(), declarations.expect_rr),
    ] {
        if found == expected.map_or(0, |(expected, _)| expected) {
            continue;
        }
        let Some((expected, span)) = expected else {
            let conflicts = if found == 1 { "conflict" } else { "conflicts" };
            let whole = messages.render_whole(&format!("{found} {what} {conflicts}"), yacc);
            messages.take(&whole);
            continue;
        };
        let (conflicts, are) =
            if expected == 1 { ("conflict", "is") } else { ("conflicts", "are") };
        let there = if found == 1 { "is" } else { "are" };
        let found = if found == 0 { "none".to_owned() } else { found.to_string() };
        let message =
            format!("{expected} {what} {conflicts} {are} expected, but there {there} {found}");
        let kind = BuildErrorKind::UnexpectedConflicts;
        warn(messages, &[Diagnostic::warning(kind, message, span)], yacc);
    }
}
