//! A lex and a Yacc file made ready to parse with.

use std::{hash::Hasher as _, sync::Arc};

use fnv::FnvHasher;
use lrlex::{
    LRNonStreamingLexer, LRNonStreamingLexerDef,
    language::{self, Text},
};
use lrpar::{
    LexError as _, Lexeme as _, Lexer as _,
    recovery::{Knowledge, Ngrams},
};
use lrtable::{StateTable, TokenId, YaccGrammar, construct::Construction};

use nimbleparse_grammars as builtin;

pub(crate) use lrlex::language::Types;

/// The two texts of which a language is made.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of a built-in grammar, or the names of the two files.
    pub name: String,
    /// The lex file's name and text.
    pub lex: (String, String),
    /// The Yacc file's name and text.
    pub yacc: (String, String),
}

impl Source {
    /// The lex and Yacc files that `NAME` or `FILE.l,FILE.y` stands for, read.
    ///
    /// # Errors
    ///
    /// If there is no such grammar, or a file cannot be read.
    pub fn named(name: &str) -> Result<Source, String> {
        if let Some((lex, yacc)) = name.split_once(',') {
            let read = |file: &str| match std::fs::read_to_string(file) {
                Ok(text) => Ok((file.to_string(), text)),
                Err(error) => Err(format!("cannot read '{file}': {error}")),
            };
            return Ok(Source { name: name.to_string(), lex: read(lex)?, yacc: read(yacc)? });
        }
        let Some(found) = builtin::named(name) else {
            let names: Vec<&str> = builtin::ALL.iter().map(|builtin| builtin.name).collect();
            return Err(format!(
                "unknown grammar '{name}': there are {}; or name two files as 'FILE.l,FILE.y'",
                names.join(", ")
            ));
        };
        Ok(Source {
            name: name.to_string(),
            lex: (format!("{name}.l"), found.lex.to_string()),
            yacc: (format!("{name}.y"), found.yacc.to_string()),
        })
    }

    /// The language as nimbleparse's library has it.
    ///
    /// # Errors
    ///
    /// What is wrong with the texts, rendered.
    pub(crate) fn service(&self) -> Result<nimbleparse::language::Language, String> {
        let [lex, yacc] = [&self.lex, &self.yacc].map(|(name, text)| Text { name, text });
        let warnings = &mut String::new();
        let construction = Some(Construction::Pager);
        let table = nimbleparse::language::Table::new(yacc, None, construction, None, warnings)?;
        nimbleparse::language::Language::new(lex, table, None, warnings)
    }

    /// Sixteen hexadecimal digits that change when a text does (FNV-1a of both).
    pub fn fingerprint(&self) -> String {
        let mut hasher = FnvHasher::default();
        hasher.write(self.lex.1.as_bytes());
        hasher.write(&[0]);
        hasher.write(self.yacc.1.as_bytes());
        format!("{:016x}", hasher.finish())
    }
}

/// A grammar with its table and its lexer.
pub(crate) struct Language {
    pub(crate) grammar: YaccGrammar<u32>,
    pub(crate) table: StateTable<u32>,
    pub(crate) lexer: LRNonStreamingLexerDef<Types>,
    /// What recovery learns of the table, once, on the first error that is hard enough.
    pub(crate) knowledge: Knowledge,
    /// A model of other texts.
    pub(crate) ngrams: Option<Arc<Ngrams>>,
}

/// One lexeme of a text: its token (the number of tokens if it is none) and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) token: TokenId,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Language {
    /// Reads both files and builds the table.
    ///
    /// # Errors
    ///
    /// What is wrong with them, rendered.
    pub(crate) fn new(source: &Source) -> Result<Language, String> {
        let [lex, yacc] = [&source.lex, &source.yacc].map(|(name, text)| Text { name, text });
        let warnings = &mut String::new();
        let grammar = language::grammar(yacc, None, warnings)?;
        let (_, table) = language::table(&grammar, Some(Construction::Pager), yacc, warnings)?;
        let lexer = language::lexer(lex, &grammar, warnings)?;
        Ok(Language { grammar, table, lexer, knowledge: Knowledge::new(), ngrams: None })
    }

    /// The grammar of this name, ready.
    ///
    /// # Errors
    ///
    /// As [`Source::named`] and [`Language::new`].
    pub(crate) fn named(name: &str) -> Result<Language, String> {
        Language::new(&Source::named(name)?)
    }

    /// The language with the model of texts that was written to a file.
    ///
    /// # Errors
    ///
    /// One line.
    pub(crate) fn with_ngrams(self, file: &str) -> Result<Language, String> {
        let ngrams = Ngrams::of_grammar(&crate::files::read(file)?, &self.grammar)
            .map_err(|error| format!("'{file}', {error}"))?;
        Ok(Language { ngrams: Some(Arc::new(ngrams)), ..self })
    }

    /// The token of what is no lexeme.
    pub(crate) fn no_token(&self) -> TokenId {
        TokenId::new(self.grammar.tokens().len())
    }

    /// The lexemes of `text` and what is none, in order.
    pub(crate) fn words(&self, text: &str) -> Vec<Word> {
        self.words_of(&self.lexer.lexer(text))
    }

    /// The lexemes of a lexed text and what is none, in order.
    pub(crate) fn words_of(&self, lexer: &LRNonStreamingLexer<'_, '_, Types>) -> Vec<Word> {
        let word =
            |token, span: lrtable::Span| Word { token, start: span.start(), end: span.end() };
        let words = lexer.iter().map(|lexeme| match lexeme {
            Ok(lexeme) => {
                let id = (lexeme.tok_id() as usize).min(self.no_token().index());
                word(TokenId::new(id), lexeme.span())
            }
            Err(error) => word(self.no_token(), error.span()),
        });
        words.collect()
    }

    /// The name of a token; `?` for what is none.
    pub(crate) fn token_name(&self, token: TokenId) -> &str {
        self.grammar.tokens().get(token.index()).map_or("?", |token| &token.name)
    }
}
