//! Makes a lex and a Yacc file ready to parse with.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use lrlex::{LRNonStreamingLexerDef, LexerDef as _, language};
use lrpar::{
    Lexer as _,
    recovery::{Knowledge, Ngrams},
};
use lrtable::{
    StateGraph, StateTable, TIdx, TokenId, YaccGrammar, construct::Construction, yacc::YaccKind,
};

use super::{
    lexed::{HandWritten, Lexed},
    lexers::read_lexer,
    newer_constructs::Newer,
    timing::{Clock, timed},
};
use crate::{Error, ErrorKind, limits::INSERTED_TEXT};

pub use lrlex::language::{Messages, Text, Types, Until};

/// A grammar with its state graph and table.
#[derive(Debug)]
pub struct Table {
    /// The grammar.
    pub grammar: YaccGrammar<u32>,
    /// The state graph, with the conflicts and their resolutions.
    pub graph: StateGraph<u32>,
    /// The state table.
    pub table: StateTable<u32>,
    /// The time of reading the grammar; zero without a clock.
    pub grammar_time: Duration,
    /// The time of building the table; zero without a clock.
    pub table_time: Duration,
}

/// A language: a table and its lexer, ready to parse with.
pub struct Language {
    /// The grammar and its table.
    pub table: Table,
    /// The lexer, whose tokens have the ids of the grammar; without rules if the language has a
    /// hand-written one.
    pub lexer: LRNonStreamingLexerDef<Types>,
    by_hand: Option<HandWritten>,
    /// The time of reading the lex file; zero without a clock.
    pub(crate) lexer_time: Duration,
    /// Cache of what recovery computes about the table.
    pub knowledge: Knowledge,
    /// An n-gram model of other texts, if one was taken.
    pub ngrams: Option<Arc<Ngrams>>,
    /// The name of the n-gram model.
    pub model: Option<String>,
    /// The constructs that the grammar is known to lack, if it is a built-in one.
    pub newer: Option<Newer>,
    /// The text of each token, if it was asked for.
    token_texts: OnceLock<Vec<Option<String>>>,
}

impl Table {
    /// Reads a Yacc file and builds its table, by the construction that the file asks for unless
    /// one is given. Warnings go to `messages`.
    ///
    /// # Errors
    ///
    /// The mistakes in the file, rendered by `messages`.
    pub fn new(
        yacc: Text<'_>,
        kind: Option<YaccKind>,
        construction: Option<Construction>,
        clock: Option<Clock>,
        messages: &mut impl Messages,
    ) -> Result<Table, Error> {
        let (grammar, grammar_time) = timed(clock, || language::grammar(yacc, kind, messages));
        let grammar = grammar.map_err(specification)?;
        let (built, table_time) =
            timed(clock, || language::table(&grammar, construction, yacc, messages));
        let (graph, table) = built.map_err(specification)?;
        Ok(Table { grammar, graph, table, grammar_time, table_time })
    }
}

impl Language {
    /// Reads a lex file and joins it to `table`. Warnings go to `messages`.
    ///
    /// # Errors
    ///
    /// The mistakes in the file, rendered by `messages`.
    pub fn new(
        lex: Text<'_>,
        table: Table,
        clock: Option<Clock>,
        messages: &mut impl Messages,
    ) -> Result<Language, Error> {
        let (lexer, lexer_time) = timed(clock, || read_lexer(lex, &table.grammar, messages));
        let lexer = lexer.map_err(specification)?;
        Ok(Language { lexer_time, ..Language::of(table, lexer, None) })
    }

    /// Joins a hand-written lexer to `table`.
    pub fn with_lexer(table: Table, lexer: HandWritten) -> Language {
        let none = LRNonStreamingLexerDef::from_str("%%\n[ ] ;\n");
        let none = none.expect("a rule that skips blanks is right");
        Language::of(table, none, Some(lexer))
    }

    fn of(
        table: Table,
        lexer: LRNonStreamingLexerDef<Types>,
        by_hand: Option<HandWritten>,
    ) -> Language {
        Language {
            table,
            lexer,
            by_hand,
            lexer_time: Duration::ZERO,
            knowledge: Knowledge::new(),
            ngrams: None,
            model: None,
            newer: None,
            token_texts: OnceLock::new(),
        }
    }

    /// Returns whether the lexer is a hand-written one.
    pub fn is_by_hand(&self) -> bool {
        self.by_hand.is_some()
    }

    /// Lexes a text.
    pub fn lexed<'t>(&'t self, text: &'t str) -> Lexed<'t> {
        match &self.by_hand {
            Some(lexer) => lexer.lexer(&self.table.grammar, text),
            None => Lexed(Box::new(self.lexer.lexer(text))),
        }
    }

    /// Returns the name of a lexeme's token; `None` if the grammar does not know it, or it is `$`.
    pub fn token_name(&self, id: u32) -> Option<&str> {
        let is_known = (id as usize) < self.table.grammar.tokens().len();
        is_known.then(|| self.table.grammar.token_name(TIdx(id))).flatten()
    }

    /// Returns the names that the lexer has for skipped text, `comment` for example.
    pub fn named_trivia(&self) -> impl Iterator<Item = &str> {
        self.lexer.iter_rules().filter_map(|rule| rule.skips())
    }

    /// Returns the name of a token; `?` for an id outside the grammar.
    pub fn name_of(&self, token: TokenId) -> &str {
        self.table.grammar.tokens().get(token.index()).map_or("?", |token| &token.name)
    }

    /// Returns the token that stands for text that is no lexeme.
    pub fn no_token(&self) -> TokenId {
        TokenId::new(self.table.grammar.tokens().len())
    }

    /// Returns the text of a token in repairs, if it has just one that is short enough.
    pub fn token_text(&self, token: TIdx<u32>) -> Option<String> {
        let texts = self.token_texts.get_or_init(|| self.lexed("").token_texts());
        let text = texts.get(token.0 as usize)?.as_ref();
        text.filter(|text| text.len() <= INSERTED_TEXT).cloned()
    }

    /// Reads the n-gram model `name` from `text` and takes it for recovery.
    ///
    /// # Errors
    ///
    /// One line on what is wrong with the model.
    pub fn take_ngrams(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let ngrams = Ngrams::of_grammar(text, &self.table.grammar)
            .map_err(|error| specification(error.to_string()))?;
        self.ngrams = Some(Arc::new(ngrams));
        self.model = Some(name.to_string());
        Ok(())
    }
}

fn specification(wrong: String) -> Error {
    Error::new(ErrorKind::Specification, wrong)
}

/// Returns the built-in language with this name; `None` if there is none.
#[cfg(feature = "grammars")]
pub fn builtin(name: &str) -> Option<Language> {
    let found = crate::builtin::named(name)?;
    let warnings = &mut String::new();
    let yacc = Text { name: "grammar", text: found.yacc };
    let table = Table::new(yacc, None, None, None, warnings).ok()?;
    let lexer = Text { name: "lexer", text: found.lex };
    let language = Language::new(lexer, table, None, warnings).ok()?;
    Some(Language { newer: Newer::of_builtin(name), ..language })
}
