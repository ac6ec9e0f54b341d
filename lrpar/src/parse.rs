//! One parse: an input is driven through tables, and the values and the errors that come of it are handed out.
//!
//! The parser of a table that was made at run time and that of generated code are both this; they differ in where the
//! tables lie.

use lrtable::{ProdId, RIdx, StateId, Storage, TokenId, pack::Tables};

use crate::{
    driver::{Done, End, Job, Semantics},
    error::stored_rule,
    input::{Errors, Input, Parsed},
    lexemes::Lexemes,
    lexer::{Lexeme, LexerTypes, NonStreamingLexer},
    recoverer::Recoverer,
    recovery::{Knowledge, RecoveryOptions},
    tree::{Tree, TreeBuilder, stored},
    values::{Actions, Run},
};

/// What a parse needs beside its input.
#[derive(Clone, Copy)]
pub(crate) struct Parse<'t, R> {
    /// The tables.
    pub(crate) tables: Tables<'t>,
    /// Which of the start rules is wanted.
    pub(crate) start: usize,
    /// What is done about errors.
    pub(crate) recoverer: R,
    /// Its options.
    pub(crate) options: RecoveryOptions,
    /// What recovery finds out about the tables.
    pub(crate) knowledge: &'t Knowledge,
}

impl<R: Recoverer> Parse<'_, R> {
    /// Parses to a tree.
    pub(crate) fn tree<LexerTypesT: LexerTypes>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Parsed<Tree<LexerTypesT::LexemeT>, LexerTypesT> {
        let mut input = Input::new(&self.tables, lexer);
        let mut builder =
            TreeBuilder::new(&self.tables, input.lexemes(), inserted_lexeme::<LexerTypesT>);
        let (end, errors) = self.drive(lexer, &input, &mut builder);
        let shape = builder.finish(end);
        let errors = input.errors(errors);
        let tree = |(shape, inserted)| Tree::new(shape, input.into_lexemes(), inserted);
        (shape.map(tree), errors)
    }

    /// Parses to what two closures make of lexemes and of rules.
    pub(crate) fn map<LexerTypesT: LexerTypes, T>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        fterm: &dyn Fn(LexerTypesT::LexemeT) -> T,
        fnonterm: &dyn Fn(RIdx<LexerTypesT::StorageT>, Vec<T>) -> T,
    ) -> Parsed<T, LexerTypesT> {
        let mut input = Input::new(&self.tables, lexer);
        let mut map = Map { tables: &self.tables, lexemes: input.lexemes(), fterm, fnonterm };
        let (end, errors) = self.drive(lexer, &input, &mut map);
        (accepted(end), input.errors(errors))
    }

    /// Parses to what actions make.
    pub(crate) fn actions<LexerTypesT: LexerTypes, A: Actions<LexerTypesT>>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        actions: A,
    ) -> Parsed<A::Value, LexerTypesT> {
        let mut input = Input::new(&self.tables, lexer);
        let mut run = Run::new(input.lexemes(), actions);
        let (end, errors) = self.drive(lexer, &input, &mut run);
        (accepted(end), input.errors(errors))
    }

    /// Parses for errors only.
    pub(crate) fn errors<LexerTypesT: LexerTypes>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Errors<LexerTypesT::StorageT, LexerTypesT> {
        let mut input = Input::new(&self.tables, lexer);
        let (_, errors) = self.drive(lexer, &input, &mut Nothing);
        input.errors(errors)
    }

    fn drive<LexerTypesT: LexerTypes, S: Semantics>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        input: &Input<'_, LexerTypesT>,
        semantics: &mut S,
    ) -> Done<S::Value> {
        let lexemes = input.lexemes();
        let place_of = |at: usize| lexer.line_col(lexemes[at].span()).0;
        let job = Job {
            tables: &self.tables,
            start: StateId::new(self.start),
            tokens: &input.tokens,
            place_of: &place_of,
            options: &self.options,
            knowledge: self.knowledge,
        };
        self.recoverer.parse(job, semantics)
    }
}

fn accepted<V>(end: End<V>) -> Option<V> {
    match end {
        End::Accepted(value) => Some(value),
        End::GaveUp(..) | End::Stopped => None,
    }
}

fn inserted_lexeme<LexerTypesT: LexerTypes>(
    token: TokenId,
    before: &LexerTypesT::LexemeT,
) -> LexerTypesT::LexemeT {
    Lexeme::new_faulty(stored(token), before.span().start(), 0)
}

/// Makes nothing.
struct Nothing;

impl Semantics for Nothing {
    type Value = ();

    fn lexeme(&mut self, _: usize) {}

    fn inserted(&mut self, _: TokenId, _: usize) {}

    fn reduce(&mut self, _: ProdId, values: &mut Vec<()>, len: usize) {
        values.truncate(values.len() - len);
    }

    fn discarded(&mut self, _: &mut [()], _: Vec<()>, _: std::ops::Range<usize>) {}
}

/// Makes what two closures make.
struct Map<'a, LexemeT, StorageT, T> {
    tables: &'a Tables<'a>,
    lexemes: Lexemes<'a, LexemeT>,
    fterm: &'a dyn Fn(LexemeT) -> T,
    fnonterm: &'a dyn Fn(RIdx<StorageT>, Vec<T>) -> T,
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage, T> Semantics for Map<'_, LexemeT, StorageT, T> {
    type Value = T;

    fn lexeme(&mut self, position: usize) -> T {
        (self.fterm)(self.lexemes[position])
    }

    fn inserted(&mut self, token: TokenId, position: usize) -> T {
        let start = self.lexemes[position].span().start();
        (self.fterm)(LexemeT::new_faulty(stored(token), start, 0))
    }

    fn reduce(&mut self, prod: ProdId, values: &mut Vec<T>, len: usize) -> T {
        let (rule, _) = self.tables.production(prod);
        let values = values.split_off(values.len() - len);
        (self.fnonterm)(stored_rule(rule), values)
    }

    fn discarded(&mut self, _: &mut [T], _: Vec<T>, _: std::ops::Range<usize>) {}
}
