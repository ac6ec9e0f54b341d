//! A lex and a Yacc file made ready to parse with, in a program that reads them when it runs:
//! grammar, table and lexer, and all that is to be said of them as text.
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
    diagnostic::{Diagnostic, Severity, fold, render_all},
    from_yacc_until,
    grammar::Grammar,
    limits::Limits,
    render::visible,
    yacc::YaccKind,
};

pub use crate::codegen::test_files;
use crate::{
    DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef, actions::Actions,
    spec::simple::SimpleActions,
};

/// The lexer types of this module, with token ids of 32 bits, in which those of every grammar fit.
pub type Types = DefaultLexerTypes<u32>;

/// Decodes the bytes of a file as UTF-8; returns the text, and the offset of the first byte that is
/// not UTF-8.
///
/// Each such byte is read as the control character SUB, so that offsets in the text are those of
/// the bytes.
///
/// ```
/// assert_eq!(lrlex::language::decode(b"a\xffb".to_vec()), ("a\u{1a}b".to_owned(), Some(1)));
/// ```
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

/// The text of a file, with the file's name for messages.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The name of the file, as messages show it.
    pub name: &'a str,
    /// The text of the file.
    pub text: &'a str,
}

/// A receiver of warnings that decides how messages look; a `String` collects them without colour.
pub trait Messages {
    /// Renders the diagnostics of one text.
    fn render(&self, diagnostics: &[Diagnostic], text: Text<'_>) -> String;

    /// Renders a warning about a whole text.
    fn render_whole(&self, warning: &str, text: Text<'_>) -> String;

    /// Takes rendered warnings.
    fn take(&mut self, rendered: &str);

    /// Returns whether each warning and note is wanted; by default one of each cause is.
    fn shows_all(&self) -> bool {
        false
    }

    /// Returns what ends the building of a table whose result is no longer wanted; by default
    /// nothing does.
    fn stop(&self) -> Option<Stop> {
        None
    }
}

/// A receiver of messages that passes them on, with a signal that ends the building of a table.
#[derive(Debug)]
pub struct Until<'m, M> {
    /// The receiver that messages are passed on to.
    pub messages: &'m mut M,
    /// The signal that ends the building of a table.
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

    fn shows_all(&self) -> bool {
        self.messages.shows_all()
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
        format!("{}: {}\n --> {}\n\n", Severity::Warning, visible(warning), visible(text.name))
    }

    fn take(&mut self, rendered: &str) {
        self.push_str(rendered);
    }
}

/// Reads a Yacc file of the given kind, or by default of the kind that the file looks like.
/// Warnings go to `messages`.
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
        grammar.map_err(|diagnostics| messages.render(&fold(&diagnostics, yacc.text), yacc))?;
    warn(messages, grammar.warnings(), yacc);
    Ok(grammar)
}

/// Builds the states and the table of a grammar by `construction`, or by the one that the grammar
/// file asks for.
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
/// What is wrong with the file, rendered by `messages`. Tokens that one of the two lacks are
/// warnings.
pub fn lexer(
    lex: Text<'_>,
    grammar: &Grammar,
    messages: &mut impl Messages,
) -> Result<LRNonStreamingLexerDef<Types>, String> {
    lexer_with(lex, grammar, &mut SimpleActions, messages)
}

/// Reads a lex file, whose actions `actions` reads, and gives its tokens the grammar's ids.
///
/// # Errors
///
/// Those of [`lexer`].
pub fn lexer_with<'a>(
    lex: Text<'a>,
    grammar: &Grammar,
    actions: &mut dyn Actions<'a>,
    messages: &mut impl Messages,
) -> Result<LRNonStreamingLexerDef<Types>, String> {
    let flags = LexFlags::default();
    let (lexerdef, diagnostics) =
        LRNonStreamingLexerDef::<Types>::read_with(lex.text, &flags, actions);
    let Some(mut lexerdef) = lexerdef else {
        return Err(messages.render(&fold(&diagnostics, lex.text), lex));
    };
    warn(messages, &diagnostics, lex);
    let prefix = grammar.declarations().token_prefix.as_ref().map_or("", |prefix| &prefix.text);
    let ids: HashMap<&str, u32> = grammar
        .token_ids()
        .filter(|token| *token != grammar.eof() && !grammar.token(*token).is_error)
        .map(|token| (grammar.token(token).name.as_str(), token.0))
        .collect();
    lexerdef.strip_token_prefix(prefix, &ids);
    let (missing_from_lexer, missing_from_parser) = lexerdef.set_rule_ids(&ids);
    for (names, what) in [
        (missing_from_lexer, "no rule of the lexer gives the token"),
        (missing_from_parser, "the grammar does not know the token"),
    ] {
        let mut names: Vec<&str> = names.into_iter().flatten().collect();
        names.sort_unstable();
        let several = if names.len() > 1 { "s" } else { "" };
        let quoted: Vec<String> =
            names.iter().map(|name| format!("'{}'", name.escape_debug())).collect();
        if !quoted.is_empty() {
            let warning = format!("{what}{several} {}", quoted.join(", "));
            messages.take(&messages.render_whole(&warning, lex));
        }
    }
    Ok(lexerdef)
}

fn warn(messages: &mut impl Messages, warnings: &[Diagnostic], text: Text<'_>) {
    let rendered = match messages.shows_all() {
        true => messages.render(warnings, text),
        false => messages.render(&fold(warnings, text.text), text),
    };
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
