//! A parser over a table that was built at run time.

use std::{marker::PhantomData, vec};

use num_traits::Bounded;

use lrtable::{ProdId, RIdx, Span, StateTable, Storage, TIdx, TokenId, YaccGrammar, pack::Tables};

use crate::{
    driver::{End, Semantics, SyntaxError, drive},
    error::{LexParseError, ParseError, stored_rule},
    lexer::{LexError, Lexeme, LexerTypes, NonStreamingLexer},
    recovery::{Budget, Clock, RecoveryKind, RecoveryOptions},
    tree::{Node, Tree, TreeBuilder, stored},
};

/// A value on the stack of [`RTParserBuilder::parse_actions`].
#[derive(Clone, Debug)]
pub enum AStackType<LexemeT, ActionT> {
    /// What the action of a rule's production returned.
    ActionType(ActionT),
    /// A token's lexeme.
    Lexeme(LexemeT),
}

/// The action of one production: its rule, the lexer, the span of its symbols, their values, and the parse's parameter.
pub type ActionFn<'a, 'b, 'input, StorageT, LexerTypesT, ActionT, ParamT> = &'a dyn Fn(
    RIdx<StorageT>,
    &'b dyn NonStreamingLexer<'input, LexerTypesT>,
    Span,
    vec::Drain<'_, AStackType<<LexerTypesT as LexerTypes>::LexemeT, ActionT>>,
    ParamT,
) -> ActionT;

/// All errors of a parse, in the order of the input.
pub type Errors<StorageT, LexerTypesT> = Vec<LexParseError<StorageT, LexerTypesT>>;

/// Parses by a grammar and a table that were made at run time.
pub struct RTParserBuilder<'a, StorageT, LexerTypesT> {
    grammar: &'a YaccGrammar<StorageT>,
    tables: Tables<'a>,
    costs: Option<Vec<u8>>,
    options: RecoveryOptions,
    start: usize,
    lexer_types: PhantomData<LexerTypesT>,
}

impl<'a, StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>
    RTParserBuilder<'a, StorageT, LexerTypesT>
{
    /// A parser with CPCT+ and the default budget.
    pub fn new(grammar: &'a YaccGrammar<StorageT>, table: &'a StateTable<StorageT>) -> Self {
        RTParserBuilder {
            grammar,
            tables: table.tables(),
            costs: None,
            options: RecoveryOptions::default(),
            start: 0,
            lexer_types: PhantomData,
        }
    }

    /// Sets the recoverer.
    #[must_use]
    pub fn recoverer(mut self, kind: RecoveryKind) -> Self {
        self.options.kind = kind;
        self
    }

    /// Sets the limits of recovery. A limit on time needs a [`clock`](Self::clock).
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.options.budget = budget;
        self
    }

    /// Sets the clock by which time limits are kept and recovery is measured.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.options.clock = Some(clock);
        self
    }

    /// Sets all there is to set about recovery.
    #[must_use]
    pub fn recovery_options(mut self, options: RecoveryOptions) -> Self {
        self.options = options;
        self
    }

    /// Sets the cost, from 1 to 255, of inserting or deleting each token. (0 counts as 1.)
    #[must_use]
    pub fn term_costs(mut self, costs: &dyn Fn(TIdx<StorageT>) -> u8) -> Self {
        let cost = |token: TokenId| costs(token.narrow().expect("the grammar's ids fit")).max(1);
        self.costs = Some(self.tables.token_ids().map(cost).collect());
        self
    }

    /// Sets the start rule: the `k`-th of those that the grammar declares.
    ///
    /// # Panics
    ///
    /// If there are not that many.
    #[must_use]
    pub fn start_rule(mut self, k: usize) -> Self {
        assert!(
            k < self.tables.start_count,
            "the grammar declares {} start rules",
            self.tables.start_count
        );
        self.start = k;
        self
    }

    /// The grammar.
    pub fn grammar(&self) -> &YaccGrammar<StorageT> {
        self.grammar
    }

    /// Parses to a tree. There is one, whatever the input, unless the recoverer is `None` or has no fall-back.
    pub fn parse_tree(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> (
        Option<Tree<LexerTypesT::LexemeT>>,
        Errors<StorageT, LexerTypesT>,
    ) {
        let input = Input::new(&self.tables, lexer);
        let starts = input
            .lexemes
            .iter()
            .map(|lexeme| lexeme.span().start())
            .collect();
        let lexemes = input.lexemes[..input.lexemes.len() - 1].to_vec();
        let mut builder = TreeBuilder::new(
            &self.tables,
            lexemes,
            starts,
            inserted_lexeme::<StorageT, LexerTypesT>,
        );
        let (end, errors) = self.drive(&input, &mut builder);
        (builder.finish(end), input.errors(errors))
    }

    /// Parses to a tree of nodes that own their children.
    pub fn parse_generictree(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> (
        Option<Node<LexerTypesT::LexemeT, StorageT>>,
        Errors<StorageT, LexerTypesT>,
    ) {
        let (tree, errors) = self.parse_tree(lexer);
        (tree.map(Tree::into_node), errors)
    }

    /// Parses to what `fterm` makes of lexemes and `fnonterm` of rules and the values of their symbols.
    ///
    /// `None` if a value is missing, because nothing could be made of the input.
    pub fn parse_map<T>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        fterm: &dyn Fn(LexerTypesT::LexemeT) -> T,
        fnonterm: &dyn Fn(RIdx<StorageT>, Vec<T>) -> T,
    ) -> (Option<T>, Errors<StorageT, LexerTypesT>) {
        let input = Input::new(&self.tables, lexer);
        let mut map = Map {
            tables: &self.tables,
            lexemes: &input.lexemes,
            fterm,
            fnonterm,
        };
        let (end, errors) = self.drive(&input, &mut map);
        (accepted(end), input.errors(errors))
    }

    /// Parses for errors only.
    pub fn parse_noaction(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Errors<StorageT, LexerTypesT> {
        let input = Input::new(&self.tables, lexer);
        let (_, errors) = self.drive(&input, &mut Nothing);
        input.errors(errors)
    }

    /// Parses to what the first start rule's action returns. `actions` holds one action for each production.
    ///
    /// `None` if a value is missing, because nothing could be made of the input.
    ///
    /// # Panics
    ///
    /// If there are fewer actions than productions.
    pub fn parse_actions<'b, 'input, ActionT, ParamT: Clone>(
        &self,
        lexer: &'b dyn NonStreamingLexer<'input, LexerTypesT>,
        actions: &[ActionFn<'_, 'b, 'input, StorageT, LexerTypesT, ActionT, ParamT>],
        param: ParamT,
    ) -> (Option<ActionT>, Errors<StorageT, LexerTypesT>) {
        assert!(
            actions.len() >= self.tables.productions.len(),
            "one action for each production"
        );
        let input = Input::new(&self.tables, lexer);
        let mut run = Actions {
            tables: &self.tables,
            lexemes: &input.lexemes,
            lexer,
            actions,
            param,
            spans: Vec::new(),
        };
        let (end, errors) = self.drive(&input, &mut run);
        let value = accepted(end).map(|value| match value {
            AStackType::ActionType(value) => value,
            AStackType::Lexeme(_) => unreachable!("a start rule is not a token"),
        });
        (value, input.errors(errors))
    }

    fn drive<S: Semantics>(
        &self,
        input: &Input<LexerTypesT>,
        semantics: &mut S,
    ) -> (End<S::Value>, Vec<SyntaxError>) {
        let mut tables = self.tables;
        let inserted: Vec<u8>;
        if let Some(costs) = &self.costs {
            // What is never inserted stays so.
            let insert = tables.insert_costs.iter().zip(costs);
            inserted = insert
                .map(|(old, new)| if *old == 0 { 0 } else { *new })
                .collect();
            tables.insert_costs = &inserted;
            tables.delete_costs = costs;
        }
        let start = lrtable::StateId::new(self.start);
        drive(&tables, start, &input.tokens, &self.options, semantics)
    }
}

fn accepted<V>(end: End<V>) -> Option<V> {
    match end {
        End::Accepted(value) => Some(value),
        End::GaveUp(..) | End::Stopped => None,
    }
}

fn inserted_lexeme<StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>(
    token: TokenId,
    start: usize,
) -> LexerTypesT::LexemeT {
    Lexeme::new_faulty(stored(token), start, 0)
}

/// What a lexer said.
struct Input<LexerTypesT: LexerTypes> {
    /// The lexemes, lexing errors among them, and an empty one for the end of input behind the last.
    lexemes: Vec<LexerTypesT::LexemeT>,
    /// Their tokens.
    tokens: Vec<TokenId>,
    /// The lexing errors, each with the index of its lexeme.
    lex_errors: Vec<(usize, LexerTypesT::LexErrorT)>,
}

impl<LexerTypesT: LexerTypes> Input<LexerTypesT> {
    fn new(tables: &Tables<'_>, lexer: &dyn NonStreamingLexer<'_, LexerTypesT>) -> Self {
        let mut input = Input {
            lexemes: Vec::new(),
            tokens: Vec::new(),
            lex_errors: Vec::new(),
        };
        let mut end = 0;
        for lexeme in lexer.iter() {
            let (lexeme, token) = match lexeme {
                Ok(lexeme) => {
                    let index = lexeme.tok_id().to_index();
                    // The lexer may know tokens that the grammar does not; and `$` is no lexeme.
                    let known = index < tables.eof().index();
                    (
                        lexeme,
                        if known {
                            TokenId::new(index)
                        } else {
                            tables.no_token()
                        },
                    )
                }
                Err(error) => {
                    let span = error.span();
                    input.lex_errors.push((input.lexemes.len(), error));
                    let no_token = LexerTypesT::StorageT::max_value();
                    (
                        Lexeme::new(no_token, span.start(), span.len()),
                        tables.no_token(),
                    )
                }
            };
            end = lexeme.span().end();
            input.lexemes.push(lexeme);
            input.tokens.push(token);
        }
        input
            .lexemes
            .push(Lexeme::new(stored(tables.eof()), end, 0));
        input.tokens.push(tables.eof());
        input
    }

    /// Lexing and syntax errors in one list, in the order of the input; at one lexeme the lexing error comes first.
    fn errors(self, errors: Vec<SyntaxError>) -> Errors<LexerTypesT::StorageT, LexerTypesT> {
        let mut list = Vec::with_capacity(errors.len() + self.lex_errors.len());
        let mut lex_errors = self.lex_errors.into_iter().peekable();
        for error in errors {
            while let Some((_, lex_error)) = lex_errors.next_if(|(at, _)| *at <= error.position) {
                list.push(LexParseError::LexError(lex_error));
            }
            list.push(LexParseError::ParseError(ParseError::new(
                error,
                &self.lexemes,
            )));
        }
        list.extend(lex_errors.map(|(_, error)| LexParseError::LexError(error)));
        list
    }
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
    lexemes: &'a [LexemeT],
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

/// Makes what users' actions return.
struct Actions<'a, 'b, 'input, LexerTypesT: LexerTypes, ActionT, ParamT> {
    tables: &'a Tables<'a>,
    lexemes: &'a [LexerTypesT::LexemeT],
    lexer: &'b dyn NonStreamingLexer<'input, LexerTypesT>,
    actions: &'a [ActionFn<'a, 'b, 'input, LexerTypesT::StorageT, LexerTypesT, ActionT, ParamT>],
    param: ParamT,
    /// The span of each value on the stack.
    spans: Vec<Span>,
}

impl<LexerTypesT: LexerTypes, ActionT, ParamT: Clone> Semantics
    for Actions<'_, '_, '_, LexerTypesT, ActionT, ParamT>
{
    type Value = AStackType<LexerTypesT::LexemeT, ActionT>;

    fn lexeme(&mut self, position: usize) -> Self::Value {
        let lexeme = self.lexemes[position];
        self.spans.push(lexeme.span());
        AStackType::Lexeme(lexeme)
    }

    fn inserted(&mut self, token: TokenId, position: usize) -> Self::Value {
        let start = self.lexemes[position].span().start();
        self.spans.push(Span::new(start, start));
        AStackType::Lexeme(Lexeme::new_faulty(stored(token), start, 0))
    }

    fn reduce(&mut self, prod: ProdId, values: &mut Vec<Self::Value>, len: usize) -> Self::Value {
        let (rule, _) = self.tables.production(prod);
        let first = self.spans.len() - len;
        let span = match self.spans[first..] {
            [] => {
                let end = self.spans.last().map_or(0, Span::end);
                Span::new(end, end)
            }
            [first, .., last] => Span::new(first.start(), last.end().max(first.start())),
            [only] => only,
        };
        self.spans.truncate(first);
        self.spans.push(span);
        let values = values.drain(values.len() - len..);
        let action = self.actions[prod.index()];
        AStackType::ActionType(action(
            stored_rule(rule),
            self.lexer,
            span,
            values,
            self.param.clone(),
        ))
    }

    fn discarded(
        &mut self,
        values: &mut [Self::Value],
        _: Vec<Self::Value>,
        _: std::ops::Range<usize>,
    ) {
        self.spans.truncate(values.len());
    }
}
