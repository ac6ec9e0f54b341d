//! Parsers over a table that was built at run time.

use std::{marker::PhantomData, sync::Arc, vec};

use lrtable::{ProdId, RIdx, Span, StateTable, Storage, TIdx, TokenId, YaccGrammar, pack::Tables};

use crate::{
    error::stored_rule,
    input::{Errors, Parsed},
    lexer::{LexerTypes, NonStreamingLexer},
    node_types::{NodeTypes, TypesOfTree},
    parse::Parse,
    recovery::{Experiment, Knowledge, Ngrams, NgramsError, RecoveryOptions},
    syntax::SyntaxTree,
    tree::Tree,
};
// Aliases under the names that programs made for grmtools use.
#[doc(hidden)]
pub use crate::{LexParseError, Node, ParseError, ParseRepair, RecoveryKind};

/// A value on the stack of [`RTParserBuilder::parse_actions`].
#[derive(Clone, Debug)]
pub enum AStackType<LexemeT, ActionT> {
    /// The value that the action of a rule's production returned.
    ActionType(ActionT),
    /// The lexeme of a token.
    Lexeme(LexemeT),
}

/// The action of one production: a function of its rule, the lexer, the span of its symbols, their
/// values, and the parse's parameter.
pub type ActionFn<'a, 'b, 'input, StorageT, LexerTypesT, ActionT, ParamT> = &'a dyn Fn(
    RIdx<StorageT>,
    &'b dyn NonStreamingLexer<'input, LexerTypesT>,
    Span,
    vec::Drain<'_, AStackType<<LexerTypesT as LexerTypes>::LexemeT, ActionT>>,
    ParamT,
) -> ActionT;

/// Makes a node of a generic tree: an action for [`RTParserBuilder::parse_actions`].
#[expect(clippy::type_complexity, reason = "the signature is that of all actions")]
pub fn action_generictree<StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>(
    ridx: RIdx<StorageT>,
    _lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    _span: Span,
    values: vec::Drain<'_, AStackType<LexerTypesT::LexemeT, Node<LexerTypesT::LexemeT, StorageT>>>,
    _param: (),
) -> Node<LexerTypesT::LexemeT, StorageT> {
    let nodes = values.map(|value| match value {
        AStackType::ActionType(node) => node,
        AStackType::Lexeme(lexeme) => Node::Term { lexeme },
    });
    Node::Nonterm { ridx, nodes: nodes.collect::<Vec<_>>().into() }
}

/// Parser over a grammar and a table made at run time, with settings of recovery.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::{WordTypes, Words};
/// use lrpar::{RTParserBuilder, RecoveryKind};
/// # use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
/// # let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
/// # let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum 'plus' 'one' | 'one';").unwrap();
/// # let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
/// let text = "one plus";
/// # let lexer = Words::new(text, |word| Some(grammar.token_idx(word)?.0));
/// let parser: RTParserBuilder<u32, WordTypes> = RTParserBuilder::new(&grammar, &table);
/// let parser = parser.recoverer(RecoveryKind::Restart);
/// // The number of lexemes in the repaired input, and the errors.
/// let (count, errors) = parser.parse_map(&lexer, &|_| 1, &|_, counts| counts.iter().sum::<u32>());
/// assert_eq!((count, errors.len()), (Some(1), 1));
/// ```
pub struct RTParserBuilder<'a, StorageT, LexerTypesT> {
    grammar: &'a YaccGrammar<StorageT>,
    tables: Tables<'a>,
    kind: RecoveryKind,
    options: RecoveryOptions,
    experiment: Experiment,
    start: usize,
    own_knowledge: Knowledge,
    knowledge: Option<&'a Knowledge>,
    lexer_types: PhantomData<LexerTypesT>,
}

impl<'a, StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>
    RTParserBuilder<'a, StorageT, LexerTypesT>
{
    /// Makes a parser with the recoverer CPCT+ and the default budget.
    pub fn new(grammar: &'a YaccGrammar<StorageT>, table: &'a StateTable<StorageT>) -> Self {
        RTParserBuilder {
            grammar,
            tables: table.tables(),
            kind: RecoveryKind::default(),
            options: RecoveryOptions::default(),
            experiment: Experiment::NONE,
            start: 0,
            own_knowledge: Knowledge::new(),
            knowledge: None,
            lexer_types: PhantomData,
        }
    }

    /// Sets the recoverer; the default is CPCT+.
    #[must_use]
    pub fn recoverer(mut self, kind: RecoveryKind) -> Self {
        self.kind = kind;
        self
    }

    /// Shares what parsers compute about the table, mostly for recovery, with others of that table.
    #[must_use]
    pub fn knowledge(mut self, knowledge: &'a Knowledge) -> Self {
        self.knowledge = Some(knowledge);
        self
    }

    /// Reads the n-gram model `model`, in the format of `nimbleparse train`;
    /// [`RecoveryKind::Restart`] orders repair sequences by it. Other recoverers do not use it.
    ///
    /// # Errors
    ///
    /// If `model` is not in that format, or names tokens that the grammar does not have.
    pub fn ngrams(mut self, model: &str) -> Result<Self, NgramsError> {
        self.options.ngrams = Some(Arc::new(Ngrams::of_grammar(model, &self.grammar.widen())?));
        Ok(self)
    }

    /// Sets all options of recovery; the recoverer is set by [`recoverer`](Self::recoverer).
    #[must_use]
    pub fn recovery_options(mut self, options: RecoveryOptions) -> Self {
        self.options = options;
        self
    }

    /// Sets options of recovery that only experiments need.
    #[doc(hidden)]
    #[must_use]
    pub fn experiment(mut self, experiment: Experiment) -> Self {
        self.experiment = experiment;
        self
    }

    /// Sets the cost, from 1 to 255, of inserting or deleting each token; 0 counts as 1.
    #[must_use]
    pub fn term_costs(mut self, costs: &dyn Fn(TIdx<StorageT>) -> u8) -> Self {
        let cost = |token: TokenId| costs(token.narrow().expect("the grammar's ids fit")).max(1);
        self.options.token_costs = Some(self.tables.token_ids().map(cost).collect());
        self
    }

    /// Sets the start rule to the `k`-th one that the grammar declares, counted from 0.
    ///
    /// # Panics
    ///
    /// If the grammar declares `k` start rules or fewer.
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

    /// Returns the grammar.
    pub fn grammar(&self) -> &YaccGrammar<StorageT> {
        self.grammar
    }

    /// Parses to a tree; returns the tree and all errors. There is a tree, whatever the input,
    /// unless the recoverer is [`RecoveryKind::None`] or an experiment turned the fall-back off.
    pub fn parse_tree(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Parsed<Tree<LexerTypesT::LexemeT>, LexerTypesT> {
        self.parse().tree(lexer)
    }

    /// Parses to a syntax tree that holds all of the text, whatever the input and the recoverer;
    /// returns the tree and all errors. Without recovery, what follows the first error is one error
    /// node.
    pub fn parse_syntax_tree(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> (SyntaxTree, Errors<StorageT, LexerTypesT>) {
        let knowledge = self.knowledge.unwrap_or(&self.own_knowledge);
        let types = knowledge.types.get_or_init(|| Arc::new(NodeTypes::new(&self.grammar.widen())));
        self.parse().syntax_tree(TypesOfTree::Made(Arc::clone(types)), lexer)
    }

    /// Parses to a tree of nodes that own their children; returns the tree and all errors.
    pub fn parse_generictree(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Parsed<Node<LexerTypesT::LexemeT, StorageT>, LexerTypesT> {
        self.parse().generictree(lexer)
    }

    /// Parses to a value made bottom up: `fterm` makes one of each lexeme, `fnonterm` one of a rule
    /// and the values of its symbols. Returns the value and all errors.
    ///
    /// There is no value if parsing stopped at an error.
    pub fn parse_map<T>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        fterm: &dyn Fn(LexerTypesT::LexemeT) -> T,
        fnonterm: &dyn Fn(RIdx<StorageT>, Vec<T>) -> T,
    ) -> Parsed<T, LexerTypesT> {
        let rule = |prod, _, values: &mut Vec<T>, len| {
            let (rule, _) = self.tables.production(prod);
            fnonterm(stored_rule(rule), values.split_off(values.len() - len))
        };
        self.parse().functions(lexer, fterm, rule)
    }

    /// Parses without values; returns all errors.
    pub fn parse_noaction(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Errors<StorageT, LexerTypesT> {
        self.parse().errors(lexer)
    }

    /// Parses by running `actions`, one for each production; returns the value of the start rule
    /// and all errors.
    ///
    /// There is no value if parsing stopped at an error.
    ///
    /// # Panics
    ///
    /// If there are fewer actions than productions.
    pub fn parse_actions<'b, 'input, ActionT, ParamT: Clone>(
        &self,
        lexer: &'b dyn NonStreamingLexer<'input, LexerTypesT>,
        actions: &[ActionFn<'_, 'b, 'input, StorageT, LexerTypesT, ActionT, ParamT>],
        param: ParamT,
    ) -> Parsed<ActionT, LexerTypesT> {
        assert!(actions.len() >= self.tables.productions.len(), "one action for each production");
        let action = |prod: ProdId, span, values: &mut Vec<_>, len| {
            let (rule, _) = self.tables.production(prod);
            let values = values.drain(values.len() - len..);
            let value =
                actions[prod.index()](stored_rule(rule), lexer, span, values, param.clone());
            AStackType::ActionType(value)
        };
        let (value, errors) = self.parse().functions(lexer, AStackType::Lexeme, action);
        let value = value.map(|value| match value {
            AStackType::ActionType(value) => value,
            AStackType::Lexeme(_) => unreachable!("a start rule is not a token"),
        });
        (value, errors)
    }

    /// Returns the parse with these settings.
    fn parse(&self) -> Parse<'_, RecoveryKind> {
        Parse {
            tables: self.tables,
            start: self.start,
            recoverer: self.kind,
            options: &self.options,
            experiment: &self.experiment,
            knowledge: self.knowledge.unwrap_or(&self.own_knowledge),
            corpus: None,
        }
    }
}
