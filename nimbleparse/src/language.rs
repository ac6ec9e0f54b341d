//! A lex and a Yacc file made ready to parse with.

use std::{cell::OnceCell, sync::Arc, time::Duration};

use lrlex::{LRNonStreamingLexerDef, language};
use lrpar::recovery::{Knowledge, Ngrams};
use lrtable::{StateGraph, StateTable, TIdx, YaccGrammar, construct::Construction, yacc::YaccKind};

use crate::{clock, limits::INSERTED_TEXT};

pub(crate) use lrlex::language::{Text, Types};

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
    /// A model of other texts.
    pub(crate) ngrams: Option<Arc<Ngrams>>,
    /// How each token is written, as far as that was asked for.
    token_texts: Vec<OnceCell<Option<String>>>,
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
        let (grammar, grammar_time) = clock::timed(|| language::grammar(yacc, kind, warnings));
        let grammar = grammar?;
        let (built, table_time) =
            clock::timed(|| language::table(&grammar, construction, yacc, warnings));
        let (graph, table) = built?;
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
        let (lexer, lexer_time) = clock::timed(|| language::lexer(lex, &table.grammar, warnings));
        let token_texts = vec![OnceCell::new(); table.grammar.tokens().len()];
        let (knowledge, ngrams) = (Knowledge::new(), None);
        Ok(Language { table, lexer: lexer?, lexer_time, knowledge, ngrams, token_texts })
    }

    /// How a token is written in repairs, if there is one way, and it is short enough.
    pub(crate) fn token_text(&self, token: TIdx<u32>) -> Option<String> {
        let found = self.token_texts.get(token.0 as usize)?;
        let find = || lrlex::token_text(&self.lexer, token.0).filter(|t| t.len() <= INSERTED_TEXT);
        found.get_or_init(find).clone()
    }

    /// Takes the model of texts that was written to a file.
    ///
    /// # Errors
    ///
    /// One line that says what is wrong with it.
    pub(crate) fn take_ngrams(&mut self, file: &str) -> Result<(), String> {
        let text =
            std::fs::read_to_string(file).map_err(|error| crate::cannot("read", file, &error))?;
        let ngrams = Ngrams::of_grammar(&text, &self.table.grammar)
            .map_err(|error| format!("nimbleparse: '{file}', {error}"))?;
        self.ngrams = Some(Arc::new(ngrams));
        Ok(())
    }
}
