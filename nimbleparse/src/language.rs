//! A lex and a Yacc file made ready to parse with.

use std::{collections::HashMap, time::Duration};

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef};
use lrpar::recovery::Knowledge;
use lrtable::{
    StateGraph, StateTable, YaccGrammar,
    construct::Construction,
    diagnostic::{Diagnostic, Severity, render_all},
    from_yacc_by,
    grammar::Grammar,
    yacc::YaccKind,
};

use crate::clock;

/// Token ids of every grammar fit in 32 bits.
pub(crate) type Types = DefaultLexerTypes<u32>;

/// A grammar and its table.
pub(crate) struct Table {
    pub(crate) grammar: YaccGrammar<u32>,
    pub(crate) graph: StateGraph<u32>,
    pub(crate) table: StateTable<u32>,
    pub(crate) grammar_time: Duration,
    pub(crate) table_time: Duration,
}

/// A table and its lexer.
pub(crate) struct Language {
    pub(crate) table: Table,
    pub(crate) lexer: LRNonStreamingLexerDef<Types>,
    pub(crate) lexer_time: Duration,
    /// What recovery finds out about the table.
    pub(crate) knowledge: Knowledge,
}

/// A named text.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
}

impl Table {
    /// Reads the Yacc file and builds its table, if no construction is given by the one that the file asks for. Warnings go to
    /// `warnings`.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, rendered.
    pub(crate) fn new(
        yacc: Text<'_>,
        kind: Option<YaccKind>,
        construction: Option<Construction>,
        warnings: &mut String,
    ) -> Result<Table, String> {
        let (grammar, grammar_time) =
            clock::timed(|| Grammar::parse(yacc.text, kind).and_then(YaccGrammar::from_grammar));
        let grammar = grammar.map_err(|diagnostics| render(&diagnostics, yacc))?;
        warnings.push_str(&render(grammar.warnings(), yacc));
        let construction = construction.unwrap_or_else(|| Construction::of(&grammar));
        let (built, table_time) = clock::timed(|| from_yacc_by(&grammar, construction));
        let (graph, table) = built.map_err(|error| format!("{}: {error}\n", yacc.name))?;
        warnings.push_str(&conflicts(&grammar, &graph, yacc));
        Ok(Table { grammar, graph, table, grammar_time, table_time })
    }
}

impl Language {
    /// Reads the lex file and joins it to `table`. Warnings go to `warnings`.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, rendered.
    pub(crate) fn new(
        lex: Text<'_>,
        table: Table,
        warnings: &mut String,
    ) -> Result<Language, String> {
        let ((lexer, diagnostics), lexer_time) =
            clock::timed(|| LRNonStreamingLexerDef::<Types>::read(lex.text, &LexFlags::default()));
        let Some(mut lexer) = lexer else {
            return Err(render(&diagnostics, lex));
        };
        warnings.push_str(&render(&diagnostics, lex));
        let grammar = &table.grammar;
        let ids: HashMap<&str, u32> = grammar
            .token_ids()
            .filter(|token| *token != grammar.eof() && !grammar.token(*token).is_error)
            .map(|token| (grammar.token(token).name.as_str(), token.0))
            .collect();
        let (missing_from_lexer, missing_from_parser) = lexer.set_rule_ids(&ids);
        for (names, what) in [
            (missing_from_lexer, "no rule of the lexer gives the token"),
            (missing_from_parser, "the grammar does not know the token"),
        ] {
            let mut names: Vec<&str> = names.into_iter().flatten().collect();
            names.sort_unstable();
            for name in names {
                warnings.push_str(&format!(
                    "{}: warning: {what} '{}'\n",
                    lex.name,
                    name.escape_debug()
                ));
            }
        }
        Ok(Language { table, lexer, lexer_time, knowledge: Knowledge::new() })
    }
}

fn render(diagnostics: &[Diagnostic], text: Text<'_>) -> String {
    render_all(diagnostics, text.name, text.text)
}

/// A warning if the conflicts are not as many as the file says.
fn conflicts(grammar: &Grammar, graph: &StateGraph<u32>, yacc: Text<'_>) -> String {
    let declarations = grammar.declarations();
    let mut out = String::new();
    for (what, found, expected) in [
        ("shift/reduce", graph.conflicts.shift_reduce.len(), declarations.expect),
        ("reduce/reduce", graph.conflicts.reduce_reduce.len(), declarations.expect_rr),
    ] {
        match expected {
            None if found == 0 => {}
            None => {
                out.push_str(&format!(
                    "{}: {}: {found} {what} conflicts\n",
                    yacc.name,
                    Severity::Warning
                ));
            }
            Some((expected, _)) if expected == found => {}
            Some((expected, span)) => {
                let message =
                    format!("{expected} {what} conflicts are expected, but there are {found}");
                out.push_str(&Diagnostic::warning(message, span).render(yacc.name, yacc.text));
            }
        }
    }
    out
}
