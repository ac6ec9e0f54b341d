//! The grammar: every name resolved, dense ids, augmented with a start production for each start
//! rule.
//!
//! Rule 0 is the augmented rule `^`; production k, for k less than the number of start rules, is
//! `^: S` for the k-th start rule S. Tokens are numbered in the order in which they are declared or
//! else first used; the end of input `$` is last. A grammar is checked when it is made and never
//! changes: what can be built can be turned into a table.

mod expand;
mod lent;
mod resolve;

use std::sync::{Arc, OnceLock};

use crate::{
    ProdId, RuleId, Span, Storage, TokenId,
    diagnostic::{Diagnostic, YaccGrammarErrorKind},
    first::{First, TokenSet},
    limits::SHOWN_SYMBOLS,
    mistake::Mistake,
    yacc::{
        YaccKind,
        action::{SymbolNames, pieces},
        syntax::{Assoc, Code},
    },
};

pub use crate::{Symbol, yacc::syntax::Declarations};
pub use expand::library;
use lent::Lent;

/// A precedence: a level, and the associativity of the operators on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Precedence {
    /// The level, counted from 0; a higher one binds tighter.
    pub level: u32,
    /// The associativity of the level's operators.
    pub assoc: Assoc,
}

/// A token (terminal) with all that a grammar file declares about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The token's name, without quotes.
    pub name: String,
    /// Another name by which rules refer to the token: Bison's string alias.
    pub alias: Option<String>,
    /// The text by which messages call the token (`%epp`); `None` if they use its name.
    pub epp: Option<String>,
    /// The place where the token is declared or else first used; `None` for `$`.
    pub span: Option<Span>,
    /// The token's precedence; `None` if no declaration gives it one.
    pub precedence: Option<Precedence>,
    /// Whether `%avoid_insert` names the token.
    pub avoid_insert: bool,
    /// The cost of inserting the token in error recovery; 0 for tokens that are never inserted (`$`
    /// and the predefined `error`).
    pub insert_cost: u8,
    /// The cost of deleting one of the token's lexemes in error recovery.
    pub delete_cost: u8,
    /// Whether the token is the predefined `error`, which no input holds.
    pub is_error: bool,
}

/// A rule (nonterminal) with all that a grammar file declares about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// The rule's name; rules that stand for mid-rule actions are called `@1`, `@2`, ….
    pub name: String,
    /// The place where the rule is first defined; `None` for rules that are in no file.
    pub span: Option<Span>,
    /// The text by which messages call a sentence of the rule (`%epp`); `None` if they use its
    /// name.
    pub epp: Option<String>,
    /// The type of the rule's value; `None` if the file names none.
    pub action_type: Option<String>,
    /// The type of the values that the rule's actions make, if `%spanned` names the rule; that of
    /// its own value then has the place with it.
    pub spanned: Option<String>,
    /// Whether `%transparent` names the rule: productions of one symbol have no nodes in syntax
    /// trees.
    pub transparent: bool,
    /// The ids of the rule's productions, in order.
    pub productions: Vec<ProdId>,
    /// What the rule was made of, if the file does not define it by its name: a group, a repetition
    /// or a call of a rule with parameters. The name is then the text of that.
    pub origin: Option<Origin>,
}

/// What a rule was made of that stands in place of a group, a repetition or a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// `X?`, or `option(X)`: this symbol or nothing; `None` if X is inlined.
    Optional(Option<Symbol>),
    /// `X*`, `X+`, or another list of the prelude, of this symbol, perhaps with separators; `None`
    /// if X is inlined.
    List(Option<Symbol>),
    /// A group, or a call of another rule with parameters.
    Other,
}

/// What a number (`$1`, `$2`, …) in the action of a production means, where a rule was inlined in
/// the production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The production's symbol with this index.
    Symbol(usize),
    /// The value of an inlined rule.
    Inlined(Inlined),
}

/// A production of an inlined rule (`%inline`), in place of which its symbols stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlined {
    /// The name of the rule.
    pub rule: String,
    /// The type of the rule's value; `None` if the file names none.
    pub ty: Option<String>,
    /// The name that the file gives to the rule in the production (`expr[left]`).
    pub label: Option<String>,
    /// The production's action; `None` if it has none.
    pub action: Option<Code>,
    /// The place of the production in the rule.
    pub span: Span,
    /// What the numbers in that action mean.
    pub operands: Vec<Operand>,
}

/// A production: a rule and the symbols that it derives in one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Production {
    /// The rule that the production is an alternative of.
    pub rule: RuleId,
    /// The symbols that the rule derives, in order.
    pub symbols: Vec<Symbol>,
    /// The name that the file gives to each symbol (`expr[left]`), parallel to `symbols`.
    pub labels: Vec<Option<String>>,
    /// The production's precedence: that of `%prec`, or else of its last token.
    pub precedence: Option<Precedence>,
    /// The production's action; `None` if it has none.
    pub action: Option<Code>,
    /// What the numbers in the action mean, if a rule was inlined in the production; else empty,
    /// and they are those of the symbols.
    pub operands: Vec<Operand>,
    /// The production in which the mid-rule action stands that this one represents, and the number
    /// of symbols before the action, whose values it may use.
    pub mid_rule: Option<(ProdId, usize)>,
    /// The production's place; an empty span at 0 for productions that are in no file.
    pub span: Span,
}

impl Production {
    /// A production of nothing but symbols.
    fn new(rule: RuleId, symbols: Vec<Symbol>, span: Span) -> Production {
        let labels = vec![None; symbols.len()];
        Production {
            rule,
            symbols,
            labels,
            precedence: None,
            action: None,
            operands: Vec::new(),
            mid_rule: None,
            span,
        }
    }
}

/// A context-free grammar with all that a Yacc file says about it, whose ids fit in `StorageT`.
///
/// A clone shares the memory of the original.
///
/// # Panics
///
/// Methods that take an id may panic if it is of another grammar, which has more of them.
#[derive(Clone, Debug)]
pub struct YaccGrammar<StorageT = u32> {
    data: Arc<Data>,
    lent: Arc<OnceLock<Lent<StorageT>>>,
}

/// A grammar with ids of 32 bits, which most functions of the library take.
pub type Grammar = YaccGrammar<u32>;

#[derive(Debug, Default)]
struct Data {
    kind: YaccKind,
    tokens: Vec<Token>,
    rules: Vec<Rule>,
    productions: Vec<Production>,
    starts: Vec<RuleId>,
    declarations: Declarations,
    brackets: Vec<(TokenId, TokenId)>,
    mistakes: Vec<Mistake>,
    warnings: Vec<Diagnostic>,
    productive: Vec<bool>,
    first: OnceLock<First>,
}

impl Grammar {
    /// Reads and checks the text of a Yacc file; `kind` overrides what the file says or looks like.
    ///
    /// ```
    /// use lrtable::grammar::Grammar;
    ///
    /// let grammar = Grammar::parse("%% List: | List 'x';", None).unwrap();
    /// let last = grammar.prod_ids().last().unwrap();
    /// assert_eq!(grammar.show_production(last, None), "List: List \"x\"");
    /// let errors = Grammar::parse("%% List: Item;", None).unwrap_err();
    /// assert!(errors[0].message().starts_with("unknown symbol 'Item'"));
    /// ```
    ///
    /// # Errors
    ///
    /// All that is wrong with it, each with its place; warnings and notes are among them.
    pub fn parse(source: &str, kind: Option<YaccKind>) -> Result<Grammar, Vec<Diagnostic>> {
        Grammar::from_read(&crate::yacc::read(source, kind))
    }

    /// Makes the grammar of a file that was read, checking all that reading cannot.
    ///
    /// # Errors
    ///
    /// See [`parse`](Self::parse).
    pub fn from_read(read: &crate::yacc::ReadGrammar) -> Result<Grammar, Vec<Diagnostic>> {
        resolve::resolve(read)
    }

    /// The grammar with ids of a storage type.
    ///
    /// # Errors
    ///
    /// If it has more tokens, rules or productions than `StorageT` can count.
    pub(crate) fn stored<StorageT: Storage>(
        self,
    ) -> Result<YaccGrammar<StorageT>, Vec<Diagnostic>> {
        let Data { tokens, rules, productions, .. } = &*self.data;
        let (tokens, rules, productions) = (tokens.len(), rules.len(), productions.len());
        // One number is kept for what is no token.
        let most = (tokens + 1).max(rules).max(productions);
        if StorageT::from_index(most).is_none() {
            let what = format!(
                "the grammar's {tokens} tokens, {rules} rules and {productions} productions do"
            );
            let message = too_large::<StorageT>(&what, most);
            let error =
                Diagnostic::error(YaccGrammarErrorKind::StorageTooNarrow, message, Span::new(0, 0));
            return Err(vec![error]);
        }
        Ok(YaccGrammar { data: self.data, lent: Arc::default() })
    }
}

impl<StorageT> YaccGrammar<StorageT> {
    /// Returns the grammar with ids of 32 bits, without copying it.
    pub fn widen(&self) -> Grammar {
        YaccGrammar { data: Arc::clone(&self.data), lent: Arc::default() }
    }

    /// Returns the dialect as which the file was read.
    pub fn kind(&self) -> YaccKind {
        self.data.kind
    }

    /// Returns the augmented rule `^`, which derives the whole input.
    pub fn augmented_rule(&self) -> RuleId {
        RuleId::new(0)
    }

    /// Returns the start rules, of which there is at least one.
    pub fn starts(&self) -> &[RuleId] {
        &self.data.starts
    }

    /// Returns the augmented productions `^: S`, one for each start rule S in order.
    pub fn start_productions(&self) -> impl ExactSizeIterator<Item = ProdId> + use<StorageT> {
        (0..self.data.starts.len()).map(ProdId::new)
    }

    /// Returns the end of input, `$`, which is the last token.
    pub fn eof(&self) -> TokenId {
        TokenId::new(self.data.tokens.len() - 1)
    }

    /// Returns all tokens, `$` included; a token's index is its id.
    pub fn tokens(&self) -> &[Token] {
        &self.data.tokens
    }

    /// Returns all rules, `^` included; a rule's index is its id.
    pub fn rules(&self) -> &[Rule] {
        &self.data.rules
    }

    /// Returns all productions, the augmented ones included; a production's index is its id.
    pub fn productions(&self) -> &[Production] {
        &self.data.productions
    }

    /// Returns the ids of all tokens, in ascending order.
    pub fn token_ids(&self) -> impl ExactSizeIterator<Item = TokenId> + use<StorageT> {
        (0..self.data.tokens.len()).map(TokenId::new)
    }

    /// Returns the ids of all rules, in ascending order.
    pub fn rule_ids(&self) -> impl ExactSizeIterator<Item = RuleId> + use<StorageT> {
        (0..self.data.rules.len()).map(RuleId::new)
    }

    /// Returns the ids of all productions, in ascending order.
    pub fn prod_ids(&self) -> impl ExactSizeIterator<Item = ProdId> + use<StorageT> {
        (0..self.data.productions.len()).map(ProdId::new)
    }

    /// Returns the token with the given id.
    ///
    /// # Panics
    ///
    /// If the id is of another grammar that has more of them.
    pub fn token(&self, token: TokenId) -> &Token {
        &self.data.tokens[token.index()]
    }

    /// Returns the rule with the given id.
    ///
    /// # Panics
    ///
    /// If the id is of another grammar that has more of them.
    pub fn rule(&self, rule: RuleId) -> &Rule {
        &self.data.rules[rule.index()]
    }

    /// Returns the production with the given id.
    ///
    /// # Panics
    ///
    /// If the id is of another grammar that has more of them.
    pub fn production(&self, prod: ProdId) -> &Production {
        &self.data.productions[prod.index()]
    }

    /// Returns the symbols of a production, in order.
    ///
    /// # Panics
    ///
    /// If the id is of another grammar that has more productions.
    pub fn symbols(&self, prod: ProdId) -> &[Symbol] {
        &self.data.productions[prod.index()].symbols
    }

    /// Returns whether every symbol of a production derives a sentence.
    ///
    /// If not, no parse can use the production, and no table holds it.
    pub fn is_productive(&self, prod: ProdId) -> bool {
        self.data.productive[prod.index()]
    }

    /// The rule and the symbols of each production.
    pub(crate) fn rules_and_symbols(&self) -> Vec<(RuleId, &[Symbol])> {
        rules_and_symbols(&self.data.productions)
    }

    /// Returns the token whose name, or else whose alias, is `name`; `None` if there is none.
    pub fn token_named(&self, name: &str) -> Option<TokenId> {
        let by_name = self.data.tokens.iter().position(|token| token.name == name);
        by_name
            .or_else(|| {
                self.data.tokens.iter().position(|token| token.alias.as_deref() == Some(name))
            })
            .map(TokenId::new)
    }

    /// Returns the rule called `name`; `None` if there is none.
    pub fn rule_named(&self, name: &str) -> Option<RuleId> {
        self.data.rules.iter().position(|rule| rule.name == name).map(RuleId::new)
    }

    /// Returns the text by which messages call a token, `$` included: its `%epp` text, or else its
    /// name.
    pub fn shown_token(&self, token: TokenId) -> &str {
        let token = &self.data.tokens[token.index()];
        token.epp.as_deref().unwrap_or(&token.name)
    }

    /// Returns the name of a rule or token.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        match symbol {
            Symbol::Rule(rule) => &self.data.rules[rule.index()].name,
            Symbol::Token(token) => &self.data.tokens[token.index()].name,
        }
    }

    /// Returns the production whose symbols the action of `production` refers to, and how many of
    /// them: for a mid-rule action those before it.
    pub fn holder<'g>(&'g self, production: &'g Production) -> (&'g Production, usize) {
        match production.mid_rule {
            Some((holder, before)) => (self.production(holder), before),
            None => (production, production.symbols.len()),
        }
    }

    /// Returns the names of the symbols that the action of `production` may call `$1`, `$2` and so
    /// on, in that order.
    pub fn action_symbols<'g>(&'g self, production: &'g Production) -> Vec<SymbolNames<'g>> {
        let (holder, count) = self.holder(production);
        if !production.operands.is_empty() {
            return self.operand_names(production, &production.operands);
        }
        (0..count).map(|at| self.names_of(holder, at)).collect()
    }

    /// Returns the names by which an action may call these operands of `production`.
    pub fn operand_names<'g>(
        &'g self,
        production: &'g Production,
        operands: &'g [Operand],
    ) -> Vec<SymbolNames<'g>> {
        let names = operands.iter().map(|operand| match operand {
            Operand::Symbol(at) => self.names_of(production, *at),
            Operand::Inlined(Inlined { rule, label, .. }) => {
                SymbolNames { label: label.as_deref(), name: rule }
            }
        });
        names.collect()
    }

    fn names_of<'g>(&'g self, production: &'g Production, at: usize) -> SymbolNames<'g> {
        let label = production.labels[at].as_deref();
        SymbolNames { label, name: self.symbol_name(production.symbols[at]) }
    }

    /// Returns whether `prod` is one of the augmented productions `^: S`.
    pub fn is_start_production(&self, prod: ProdId) -> bool {
        prod.index() < self.data.starts.len()
    }

    /// Returns the nullable rules and the FIRST sets, computed at the first call.
    pub fn first(&self) -> &First {
        let Data { rules, tokens, productive, .. } = &*self.data;
        let new = || First::new(rules.len(), tokens.len(), &self.rules_and_symbols(), productive);
        self.data.first.get_or_init(new)
    }

    /// Computes the FOLLOW set of each rule: the tokens that can follow it in a sentence.
    pub fn follow(&self) -> Vec<TokenSet> {
        self.first().follow(&self.rules_and_symbols())
    }

    /// Returns whether a table in which conflicts were resolved could reduce for ever without
    /// shifting a token.
    pub fn can_reduce_forever(&self) -> bool {
        self.first().can_reduce_forever(&self.rules_and_symbols())
    }

    /// Renders a production as text, with a dot before its symbol `dot` if that is given:
    /// `Expr: Expr • "+" Term`.
    ///
    /// Of a long one at most [`SHOWN_SYMBOLS`], around the dot, are shown.
    pub fn show_production(&self, prod: ProdId, dot: Option<usize>) -> String {
        let Production { rule, symbols, .. } = self.production(prod);
        let len = symbols.len();
        let start = dot.unwrap_or(0).saturating_sub(SHOWN_SYMBOLS / 2);
        let start = start.min(len.saturating_sub(SHOWN_SYMBOLS));
        let end = len.min(start + SHOWN_SYMBOLS);
        let (before, after) = symbols[start..end].split_at(dot.unwrap_or(start) - start);
        let mark = |is_there: bool, mark: &'static str| if is_there { mark } else { "" };
        let show = |out: String, symbol: &Symbol| out + " " + &self.show_symbol(*symbol);
        let head = self.rule(*rule).name.clone() + ":" + mark(start > 0, " …");
        let out = before.iter().fold(head, show) + mark(dot.is_some(), " •");
        after.iter().fold(out, show) + mark(end < len, " …")
    }

    /// Renders a symbol as text: a rule by its name, a token in quotes, `$` without quotes.
    pub fn show_symbol(&self, symbol: Symbol) -> String {
        match symbol {
            Symbol::Rule(rule) => self.data.rules[rule.index()].name.clone(),
            Symbol::Token(token) if token == self.eof() => "$".to_string(),
            Symbol::Token(token) => {
                format!("\"{}\"", self.data.tokens[token.index()].name.escape_debug())
            }
        }
    }

    /// Returns the declarations that concern the grammar as a whole, such as `%expect`.
    pub fn declarations(&self) -> &Declarations {
        &self.data.declarations
    }

    /// Returns the pairs of tokens that `%brackets` declares: what opens, and what closes it.
    ///
    /// No token opens twice, and none both opens and closes.
    pub fn brackets(&self) -> &[(TokenId, TokenId)] {
        &self.data.brackets
    }

    /// Returns the mistakes that `%mistake` declares.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.data.mistakes
    }

    /// Returns the warnings and notes about the file.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.data.warnings
    }
}

/// What is wrong with the references of actions, where they are known to be written in Rust.
fn wrong_references(grammar: &Grammar) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    if grammar.kind() == YaccKind::Grmtools {
        for production in grammar.productions() {
            if let Some(code) = &production.action {
                pieces(code, &grammar.action_symbols(production), &mut errors);
            }
            let mut todo: Vec<&Operand> = production.operands.iter().collect();
            while let Some(operand) = todo.pop() {
                let Operand::Inlined(Inlined { action, operands, .. }) = operand else { continue };
                if let Some(code) = action {
                    pieces(code, &grammar.operand_names(production, operands), &mut errors);
                }
                todo.extend(operands);
            }
        }
    }
    // Each instance of a rule with parameters repeats what is wrong with it.
    errors.sort_by_key(|error| (error.place(), error.message().to_owned()));
    errors.dedup();
    errors
}

/// Says that `what` not fit in the storage type, since the largest number is `most`, and which type
/// is needed.
pub(crate) fn too_large<StorageT: Storage>(what: &str, most: usize) -> String {
    let bits = StorageT::max_value().count_ones();
    let needed = if u16::try_from(most).is_ok() { "u16" } else { "u32" };
    format!("{what} not fit in {bits} bits: use {needed} as storage type")
}

fn rules_and_symbols(productions: &[Production]) -> Vec<(RuleId, &[Symbol])> {
    productions.iter().map(|production| (production.rule, &production.symbols[..])).collect()
}
