//! One parse: drives an input through tables and returns the value and the errors.
//!
//! [`RTParserBuilder`](crate::RTParserBuilder) and generated parsers both run a [`Parse`]; they
//! differ in where the tables are stored.

use std::{ops::Range, time::Duration};

use lrtable::{ProdId, Span, StateId, Symbol, TokenId, pack::Tables};

use crate::{
    driver::{End, Job, Semantics},
    error::LexParseError,
    feedback::Given,
    input::{Errors, Input, LexedText, Parsed},
    lexer::{LexerTypes, NonStreamingLexer, Reader},
    node_types::TypesOfTree,
    recoverer::Recoverer,
    recovery::{Experiment, Knowledge, Model, RecoveryOptions, Settings},
    syntax::SyntaxTree,
    tokens::Tokens,
    tree::{Node, Tree, TreeBuilder},
    values::{Functions, Run, Tokens as Values},
};

/// Everything that a parse needs beside its input.
#[derive(Clone, Copy)]
pub struct Parse<'t, R> {
    /// The tables.
    pub(crate) tables: Tables<'t>,
    /// Index of the start rule.
    pub(crate) start: usize,
    /// The recoverer.
    pub(crate) recoverer: R,
    /// The recovery options.
    pub(crate) options: &'t RecoveryOptions,
    pub(crate) experiment: &'t Experiment,
    /// What recovery has computed about the tables.
    pub(crate) knowledge: &'t Knowledge,
    /// The n-gram model that belongs to the tables; one among the options overrides it.
    pub(crate) corpus: Option<&'t dyn Model>,
}

impl<R: Recoverer> Parse<'_, R> {
    /// Parses to a tree.
    pub fn tree<LexerTypesT: LexerTypes>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Parsed<Tree<LexerTypesT::LexemeT>, LexerTypesT> {
        self.tree_of(lexer, false)
    }

    /// Parses to a tree of nodes that own their children; returns the tree and all errors.
    pub fn generictree<LexerTypesT: LexerTypes>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Parsed<Node<LexerTypesT::LexemeT, LexerTypesT::StorageT>, LexerTypesT> {
        let (tree, errors) = self.tree(lexer);
        (tree.map(Tree::into_node), errors)
    }

    /// Parses to a syntax tree that holds all of the text. Where parsing stops, the rest is an
    /// error node.
    pub fn syntax_tree<LexerTypesT: LexerTypes>(
        &self,
        types: TypesOfTree,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> (SyntaxTree, Errors<LexerTypesT::StorageT, LexerTypesT>) {
        let (tree, errors) = self.tree_of(lexer, true);
        let tree = tree.expect("there is a tree if the rest is kept");
        (SyntaxTree::new(&tree, lexer, types, self.tables.eof()), errors)
    }

    /// Parses to a tree. If parsing stops, there is none; or, with `keeps_rest`, one with the rest
    /// in an error node.
    fn tree_of<LexerTypesT: LexerTypes>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        keeps_rest: bool,
    ) -> Parsed<Tree<LexerTypesT::LexemeT>, LexerTypesT> {
        let input = self.input(lexer);
        let mut builder = TreeBuilder::<LexerTypesT>::new(&self.tables, input.lexemes());
        let (end, errors) = self.drive(lexer, &input, &mut builder);
        let shape = builder.finish(match end {
            End::Stopped(position) if keeps_rest => End::GaveUp(position),
            end => end,
        });
        let tree = |(shape, inserted)| Tree::new(shape, input.into_lexemes(), inserted);
        (shape.map(tree), errors)
    }

    /// Parses to a value: `term` makes one of each lexeme; `rule` gets a production, its span and
    /// the stack of values, and replaces as many of the last values as the production has symbols.
    pub(crate) fn functions<LexerTypesT: LexerTypes, T>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        term: impl Fn(LexerTypesT::LexemeT) -> T,
        rule: impl Fn(ProdId, Span, &mut Vec<T>, usize) -> T,
    ) -> Parsed<T, LexerTypesT> {
        let input = self.input(lexer);
        let mut functions = Functions::<LexerTypesT, _, _, _>::new(input.lexemes(), term, rule);
        let (end, errors) = self.drive(lexer, &input, &mut functions);
        let value = if let End::Accepted = end { functions.values.pop() } else { None };
        (value, errors)
    }

    /// Parses and runs users' actions: `reduce` runs that of a production, `discard` drops the
    /// value of a rule. Returns the value that `result` takes from `state` if the input, perhaps
    /// repaired, is a sentence, and all errors.
    pub fn actions<const SPANS: bool, LexerTypesT: LexerTypes, State, T>(
        &self,
        state: State,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        reduce: impl FnMut(&mut State, usize, Span, &mut Values<'_, LexerTypesT>),
        discard: impl FnMut(&mut State, usize),
        result: impl FnOnce(&mut State) -> Option<T>,
    ) -> Parsed<T, LexerTypesT> {
        let input = self.input(lexer);
        let mut run = Run::<_, _, _, _, SPANS>::new(input.lexemes(), state, reduce, discard);
        let (end, errors) = self.drive(lexer, &input, &mut run);
        let value = if let End::Accepted = end { result(&mut run.state) } else { None };
        (value, errors)
    }

    /// Parses without values; returns all errors.
    pub fn errors<LexerTypesT: LexerTypes>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Errors<LexerTypesT::StorageT, LexerTypesT> {
        self.drive(lexer, &self.input(lexer), &mut NoValues).1
    }

    /// Returns the input, once it is settled which lexemes there are.
    fn input<'l, LexerTypesT: LexerTypes>(
        &self,
        lexer: &'l dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Input<'l, LexerTypesT> {
        let time = lexer.reader().map(|reader| self.settle(lexer, reader));
        let mut input = Input::new(&self.tables, lexer);
        input.time = time.unwrap_or_default();
        input
    }

    /// Runs the first pass over a text whose lexemes depend on the parser; returns the time that
    /// its recovery took.
    #[cold]
    fn settle<LexerTypesT: LexerTypes>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        reader: Box<dyn Reader<LexerTypesT> + '_>,
    ) -> Duration {
        let Parse { mut tables, recoverer, options, experiment, knowledge, corpus, .. } = *self;
        let costs = options.costs(&tables);
        if let Some((insert, delete)) = &costs {
            (tables.insert_costs, tables.delete_costs) = (insert, delete);
        }
        let given = Given {
            tables: &tables,
            start: StateId::new(self.start),
            lexer,
            procedure: recoverer.procedure(experiment),
            settings: Settings { options, experiment, knowledge },
            corpus,
        };
        given.settle(reader)
    }

    /// Runs the parse; returns how it ended, and all errors.
    fn drive<LexerTypesT: LexerTypes, S: Semantics>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        input: &Input<'_, LexerTypesT>,
        semantics: &mut S,
    ) -> (End, Errors<LexerTypesT::StorageT, LexerTypesT>) {
        if self.options.end_at_lexing_error
            && let Some(first) = input.first_lexing_error()
        {
            return (End::Stopped(0), vec![LexParseError::LexError(first)]);
        }
        let lexemes = input.lexemes();
        let written = LexedText { lexer, lexemes };
        let make = |from: usize, tokens: &mut [TokenId]| input.tokens(from, tokens);
        let Parse { mut tables, options, experiment, knowledge, corpus, .. } = *self;
        let later = options.later(input.time);
        let options = later.as_ref().unwrap_or(options);
        let costs = options.costs(&tables);
        if let Some((insert, delete)) = &costs {
            (tables.insert_costs, tables.delete_costs) = (insert, delete);
        }
        let job = Job {
            tables: &tables,
            start: StateId::new(self.start),
            tokens: &Tokens::new(lexemes.len(), &make),
            written: &written,
            settings: Settings { options, experiment, knowledge },
            corpus,
        };
        let (end, errors) = self.recoverer.parse(job, semantics);
        (end, input.errors(errors, options.max_repairs))
    }
}

/// Semantics without values.
struct NoValues;

impl Semantics for NoValues {
    const CAN_FORGET: bool = true;

    #[inline(always)]
    fn shift(&mut self, _: usize) {}

    fn insert(&mut self, _: TokenId, _: usize) {}

    #[inline(always)]
    fn reduce(&mut self, _: ProdId, _: usize) {}

    fn cut(&mut self, _: usize, _: &[Symbol], _: Range<usize>) {}
}
