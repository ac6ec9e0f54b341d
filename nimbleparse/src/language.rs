//! A lex and a Yacc file made ready to parse with.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use lrlex::{DefaultLexeme, LRNonStreamingLexer, LRNonStreamingLexerDef, language};
use lrpar::{
    LexError as _, Lexeme as _, Lexer as _, SyntaxKind,
    recovery::{Knowledge, Ngrams},
};
use lrtable::{
    Span, StateGraph, StateTable, TIdx, TokenId, YaccGrammar, construct::Construction,
    yacc::YaccKind,
};

use crate::{
    builtin,
    limits::INSERTED_TEXT,
    timing::{Clock, timed},
};

pub use lrlex::language::{Messages, Text, Types, Until};

/// A grammar and its table.
#[derive(Debug)]
pub struct Table {
    /// The grammar.
    pub grammar: YaccGrammar<u32>,
    /// The state graph, with conflicts and how they were resolved.
    pub graph: StateGraph<u32>,
    /// The table.
    pub table: StateTable<u32>,
    /// How long reading the grammar took, if there was a clock.
    pub grammar_time: Duration,
    /// How long building the table took, if there was a clock.
    pub table_time: Duration,
}

/// A table and its lexer.
pub struct Language {
    /// The grammar and its table.
    pub table: Table,
    /// The lexer, whose tokens have the ids of the grammar.
    pub lexer: LRNonStreamingLexerDef<Types>,
    /// How long reading the lex file took, if there was a clock.
    pub lexer_time: Duration,
    /// What recovery finds out about the table.
    pub knowledge: Knowledge,
    /// A model of other texts …
    pub ngrams: Option<Arc<Ngrams>>,
    /// … and its name.
    pub model: Option<String>,
    /// How each token is written, as far as that was asked for.
    token_texts: Vec<OnceLock<Option<String>>>,
}

/// One lexeme of a text: its token (the number of tokens if it is none) and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its token.
    pub token: TokenId,
    /// The byte at which it begins …
    pub start: usize,
    /// … and that before which it ends.
    pub end: usize,
}

impl Table {
    /// Reads the Yacc file and builds its table, if no construction is given by the one that the file asks for. Warnings go to
    /// `messages`.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, rendered by `messages`.
    pub fn new(
        yacc: Text<'_>,
        kind: Option<YaccKind>,
        construction: Option<Construction>,
        clock: Option<Clock>,
        messages: &mut impl Messages,
    ) -> Result<Table, String> {
        let (grammar, grammar_time) = timed(clock, || language::grammar(yacc, kind, messages));
        let grammar = grammar?;
        let (built, table_time) =
            timed(clock, || language::table(&grammar, construction, yacc, messages));
        let (graph, table) = built?;
        Ok(Table { grammar, graph, table, grammar_time, table_time })
    }
}

impl Language {
    /// Reads the lex file and joins it to `table`. Warnings go to `messages`.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, rendered by `messages`.
    pub fn new(
        lex: Text<'_>,
        table: Table,
        clock: Option<Clock>,
        messages: &mut impl Messages,
    ) -> Result<Language, String> {
        let (lexer, lexer_time) = timed(clock, || language::lexer(lex, &table.grammar, messages));
        let token_texts = vec![OnceLock::new(); table.grammar.tokens().len()];
        let (knowledge, ngrams, model) = (Knowledge::new(), None, None);
        Ok(Language { table, lexer: lexer?, lexer_time, knowledge, ngrams, model, token_texts })
    }

    /// The name of a lexeme's token; `None` if the grammar does not know it, or it is `$`.
    pub fn token_name(&self, id: u32) -> Option<&str> {
        let is_known = (id as usize) < self.table.grammar.tokens().len();
        is_known.then(|| self.table.grammar.token_name(TIdx(id))).flatten()
    }

    /// The name of a syntax tree's node, if it is that of a rule or a token; else nothing.
    pub fn syntax_name(&self, kind: SyntaxKind) -> &str {
        match kind {
            SyntaxKind::Rule(rule) => &self.table.grammar.rule(rule).name,
            SyntaxKind::Token(token) | SyntaxKind::Missing(token) => {
                &self.table.grammar.token(token).name
            }
            SyntaxKind::Trivia | SyntaxKind::Error | SyntaxKind::Unknown => "",
        }
    }

    /// The name of a token; `?` for what is none.
    pub fn name_of(&self, token: TokenId) -> &str {
        self.table.grammar.tokens().get(token.index()).map_or("?", |token| &token.name)
    }

    /// The token of what is no lexeme.
    pub fn no_token(&self) -> TokenId {
        TokenId::new(self.table.grammar.tokens().len())
    }

    /// The lexemes of a text and what is none, in order.
    pub fn words(&self, text: &str) -> Vec<Word> {
        self.words_of(&self.lexer.lexer(text))
    }

    /// The lexemes of a lexed text and what is none, in order.
    pub fn words_of(&self, lexer: &LRNonStreamingLexer<'_, '_, Types>) -> Vec<Word> {
        let word = |token, span: Span| Word { token, start: span.start(), end: span.end() };
        let token = |lexeme: &DefaultLexeme<u32>| {
            TokenId::new((lexeme.tok_id() as usize).min(self.no_token().index()))
        };
        let words = lexer.iter().map(|lexeme| match lexeme {
            Ok(lexeme) => word(token(&lexeme), lexeme.span()),
            Err(error) => word(self.no_token(), error.span()),
        });
        words.collect()
    }

    /// The tokens of a text; the number of tokens stands for what is none.
    pub fn tokens(&self, text: &str) -> Vec<TokenId> {
        self.words(text).iter().map(|word| word.token).collect()
    }

    /// The model of these texts: how usual runs of up to `order` tokens are in them.
    pub fn model<'t>(&self, order: usize, texts: impl IntoIterator<Item = &'t str>) -> Ngrams {
        let mut model = self.empty_model(order);
        texts.into_iter().for_each(|text| self.count_runs(&mut model, text));
        model
    }

    /// A model of runs of at most `order` tokens that has seen no text.
    pub fn empty_model(&self, order: usize) -> Ngrams {
        // One more for what is no token.
        Ngrams::new(order, self.table.grammar.tokens().len() + 1)
    }

    /// Counts the runs of tokens of one more text in a model that [`empty_model`](Self::empty_model) made.
    pub fn count_runs(&self, model: &mut Ngrams, text: &str) {
        let mut tokens = self.tokens(text);
        // What is no lexeme is no token that a repair could insert.
        tokens.retain(|token| *token != self.no_token());
        tokens.push(self.table.grammar.eof());
        model.see(&tokens);
    }

    /// How a token is written in repairs, if there is one way, and it is short enough.
    pub fn token_text(&self, token: TIdx<u32>) -> Option<String> {
        let found = self.token_texts.get(token.0 as usize)?;
        let find = || lrlex::token_text(&self.lexer, token.0).filter(|t| t.len() <= INSERTED_TEXT);
        found.get_or_init(find).clone()
    }

    /// Takes the model of other texts of this name, read from `text`.
    ///
    /// # Errors
    ///
    /// One line that says what is wrong with it.
    pub fn take_ngrams(&mut self, name: &str, text: &str) -> Result<(), String> {
        let ngrams = Ngrams::of_grammar(text, &self.table.grammar).map_err(|e| e.to_string())?;
        self.ngrams = Some(Arc::new(ngrams));
        self.model = Some(name.to_string());
        Ok(())
    }
}

/// The built-in language of this name, if there is one.
pub fn builtin(name: &str) -> Option<Language> {
    let found = builtin::named(name)?;
    let warnings = &mut String::new();
    let yacc = Text { name: "grammar", text: found.yacc };
    let table = Table::new(yacc, None, None, None, warnings).ok()?;
    Language::new(Text { name: "lexer", text: found.lex }, table, None, warnings).ok()
}
