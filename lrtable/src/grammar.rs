//! The grammar: every name resolved, dense ids, augmented with a start production for each start rule.
//!
//! Rule 0 is the augmented rule `^`; production k, for k less than the number of start rules, is `^: S` for the k-th start
//! rule S. Tokens are numbered in the order in which they are declared or else first used; the end of input `$` is last.
//! A grammar is checked when it is made and never changes: what can be built can be turned into a table.

mod lent;
mod resolve;

use std::sync::{Arc, OnceLock};

use crate::{
    ProdId, RuleId, Span, Storage, TokenId,
    diagnostic::{Diagnostic, YaccGrammarErrorKind},
    first::{First, TokenSet},
    limits::SHOWN_SYMBOLS,
    yacc::{
        YaccKind,
        action::{SymbolNames, pieces},
        ast::{Assoc, Code},
    },
};

pub use crate::{Symbol, yacc::ast::Declarations};
use lent::Lent;

/// A precedence level, and how operators on it group. A higher level binds tighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Precedence {
    /// The level.
    pub level: u32,
    /// How operators of this level group.
    pub assoc: Assoc,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The token's name, without quotes.
    pub name: String,
    /// Another name by which rules refer to it: Bison's string alias.
    pub alias: Option<String>,
    /// How messages call it (`%epp`), if not by its name.
    pub epp: Option<String>,
    /// Where it is declared or else first used; `None` for `$`.
    pub span: Option<Span>,
    /// The token's precedence.
    pub precedence: Option<Precedence>,
    /// Whether `%avoid_insert` names the token.
    pub avoid_insert: bool,
    /// What its insertion costs in error recovery; 0: never inserted (`$` and the predefined `error`).
    pub insert_cost: u8,
    /// What the deletion of one of its lexemes costs.
    pub delete_cost: u8,
    /// Whether it is the predefined token `error`, which no input holds.
    pub is_error: bool,
}

/// A rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// The rule's name. Rules that stand for mid-rule actions are called `@1`, `@2`, ….
    pub name: String,
    /// Where it is first defined; `None` for rules that are in no file.
    pub span: Option<Span>,
    /// How messages call a sentence of the rule (`%epp`), if the file says so.
    pub epp: Option<String>,
    /// The type of the rule's value.
    pub action_type: Option<String>,
    /// The rule's productions, in order.
    pub productions: Vec<ProdId>,
}

/// A production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Production {
    /// The rule of which it is an alternative.
    pub rule: RuleId,
    /// The production's symbols.
    pub symbols: Vec<Symbol>,
    /// Names that the file gives to symbols (`expr[left]`).
    pub labels: Vec<Option<String>>,
    /// The production's precedence: that of `%prec`, or else of its last token.
    pub precedence: Option<Precedence>,
    /// The production's action.
    pub action: Option<Code>,
    /// If it stands for a mid-rule action: the number of symbols before it in the production that holds it, whose values
    /// the action may use, and that production.
    pub mid_rule: Option<(ProdId, usize)>,
    /// Where it stands.
    pub span: Span,
}

impl Production {
    /// A production of nothing but symbols.
    fn new(rule: RuleId, symbols: Vec<Symbol>, span: Span) -> Production {
        let labels = vec![None; symbols.len()];
        Production { rule, symbols, labels, precedence: None, action: None, mid_rule: None, span }
    }
}

/// A context-free grammar with all that a Yacc file says about it, whose ids fit in `StorageT`.
///
/// A copy shares the memory of the original.
#[derive(Clone, Debug)]
pub struct YaccGrammar<StorageT = u32> {
    data: Arc<Data>,
    lent: Arc<OnceLock<Lent<StorageT>>>,
}

/// A grammar with ids of the width that the library uses inside.
pub type Grammar = YaccGrammar<u32>;

#[derive(Debug)]
struct Data {
    kind: YaccKind,
    tokens: Vec<Token>,
    rules: Vec<Rule>,
    productions: Vec<Production>,
    starts: Vec<RuleId>,
    declarations: Declarations,
    brackets: Vec<(TokenId, TokenId)>,
    warnings: Vec<Diagnostic>,
    productive: Vec<bool>,
    first: OnceLock<First>,
}

impl Grammar {
    /// Reads and checks the text of a Yacc file. `kind` overrides what the file says or looks like.
    ///
    /// # Errors
    ///
    /// All that is wrong with it, each with its place; warnings and notes are among them.
    pub fn parse(source: &str, kind: Option<YaccKind>) -> Result<Grammar, Vec<Diagnostic>> {
        Grammar::from_read(&crate::yacc::read(source, kind))
    }

    /// Checks what the reader made of a Yacc file.
    ///
    /// # Errors
    ///
    /// As for [`parse`](Self::parse).
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
    /// This grammar with ids of the width that the library uses inside. Nothing is copied.
    pub fn widen(&self) -> Grammar {
        YaccGrammar { data: Arc::clone(&self.data), lent: Arc::default() }
    }

    /// The dialect that the file was read as.
    pub fn kind(&self) -> YaccKind {
        self.data.kind
    }

    /// The augmented rule `^`.
    pub fn augmented_rule(&self) -> RuleId {
        RuleId::new(0)
    }

    /// The start rules, at least one.
    pub fn starts(&self) -> &[RuleId] {
        &self.data.starts
    }

    /// The augmented productions `^: S`, one for each start rule S in order.
    pub fn start_productions(&self) -> impl ExactSizeIterator<Item = ProdId> + use<StorageT> {
        (0..self.data.starts.len()).map(ProdId::new)
    }

    /// The end of input, `$`: the last token.
    pub fn eof(&self) -> TokenId {
        TokenId::new(self.data.tokens.len() - 1)
    }

    /// All tokens, `$` included.
    pub fn tokens(&self) -> &[Token] {
        &self.data.tokens
    }

    /// All rules, `^` included.
    pub fn rules(&self) -> &[Rule] {
        &self.data.rules
    }

    /// All productions, the augmented ones included.
    pub fn productions(&self) -> &[Production] {
        &self.data.productions
    }

    /// Ids of all tokens.
    pub fn token_ids(&self) -> impl ExactSizeIterator<Item = TokenId> + use<StorageT> {
        (0..self.data.tokens.len()).map(TokenId::new)
    }

    /// Ids of all rules.
    pub fn rule_ids(&self) -> impl ExactSizeIterator<Item = RuleId> + use<StorageT> {
        (0..self.data.rules.len()).map(RuleId::new)
    }

    /// Ids of all productions.
    pub fn prod_ids(&self) -> impl ExactSizeIterator<Item = ProdId> + use<StorageT> {
        (0..self.data.productions.len()).map(ProdId::new)
    }

    /// The token with this id.
    ///
    /// # Panics
    ///
    /// If the id is of another grammar that has more of them.
    pub fn token(&self, token: TokenId) -> &Token {
        &self.data.tokens[token.index()]
    }

    /// The rule with this id.
    ///
    /// # Panics
    ///
    /// If the id is of another grammar that has more of them.
    pub fn rule(&self, rule: RuleId) -> &Rule {
        &self.data.rules[rule.index()]
    }

    /// The production with this id.
    ///
    /// # Panics
    ///
    /// If the id is of another grammar that has more of them.
    pub fn production(&self, prod: ProdId) -> &Production {
        &self.data.productions[prod.index()]
    }

    /// The symbols of a production, in order.
    ///
    /// # Panics
    ///
    /// If the id is of another grammar that has more productions.
    pub fn symbols(&self, prod: ProdId) -> &[Symbol] {
        &self.data.productions[prod.index()].symbols
    }

    /// Whether every symbol of the production can derive a sentence. If not, no parse can use it, and no table holds it.
    pub fn is_productive(&self, prod: ProdId) -> bool {
        self.data.productive[prod.index()]
    }

    /// The rule and the symbols of each production.
    pub(crate) fn rules_and_symbols(&self) -> Vec<(RuleId, &[Symbol])> {
        rules_and_symbols(&self.data.productions)
    }

    /// The token called `name`, by its name or its alias.
    pub fn token_named(&self, name: &str) -> Option<TokenId> {
        let by_name = self.data.tokens.iter().position(|token| token.name == name);
        by_name
            .or_else(|| {
                self.data.tokens.iter().position(|token| token.alias.as_deref() == Some(name))
            })
            .map(TokenId::new)
    }

    /// The rule called `name`.
    pub fn rule_named(&self, name: &str) -> Option<RuleId> {
        self.data.rules.iter().position(|rule| rule.name == name).map(RuleId::new)
    }

    /// How messages call a token, `$` included: its `%epp` text, or else its name.
    pub fn shown_token(&self, token: TokenId) -> &str {
        let token = &self.data.tokens[token.index()];
        token.epp.as_deref().unwrap_or(&token.name)
    }

    /// The name of a symbol.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        match symbol {
            Symbol::Rule(rule) => &self.data.rules[rule.index()].name,
            Symbol::Token(token) => &self.data.tokens[token.index()].name,
        }
    }

    /// The production whose symbols the action of `production` refers to, and how many of them: for a mid-rule action those that
    /// stand before it.
    pub fn holder<'g>(&'g self, production: &'g Production) -> (&'g Production, usize) {
        match production.mid_rule {
            Some((holder, before)) => (self.production(holder), before),
            None => (production, production.symbols.len()),
        }
    }

    /// The symbols that the action of `production` may name by `$1`, `$2` and so on, in that order; for an action within a production
    /// only those before it.
    pub fn action_symbols<'g>(&'g self, production: &'g Production) -> Vec<SymbolNames<'g>> {
        let (holder, count) = self.holder(production);
        let names = holder.symbols[..count].iter().zip(&holder.labels);
        names
            .map(|(symbol, label)| SymbolNames {
                label: label.as_deref(),
                name: self.symbol_name(*symbol),
            })
            .collect()
    }

    /// Whether `prod` is one of the augmented productions `^: S`.
    pub fn is_start_production(&self, prod: ProdId) -> bool {
        prod.index() < self.data.starts.len()
    }

    /// Nullable and FIRST of all rules.
    pub fn first(&self) -> &First {
        let Data { rules, tokens, productive, .. } = &*self.data;
        let new = || First::new(rules.len(), tokens.len(), &self.rules_and_symbols(), productive);
        self.data.first.get_or_init(new)
    }

    /// For every rule the tokens that can follow it in a sentence.
    pub fn follow(&self) -> Vec<TokenSet> {
        self.first().follow(&self.rules_and_symbols())
    }

    /// Whether a table in which conflicts were resolved could reduce for ever without shifting a token.
    pub fn can_reduce_forever(&self) -> bool {
        self.first().can_reduce_forever(&self.rules_and_symbols())
    }

    /// A production as text, with a dot before symbol `dot` if that is given: `Expr: Expr • "+" Term`. Of a long one at most
    /// [`SHOWN_SYMBOLS`], around the dot, are shown.
    pub fn show_production(&self, prod: ProdId, dot: Option<usize>) -> String {
        let Production { rule, symbols, .. } = self.production(prod);
        let len = symbols.len();
        let start = dot.unwrap_or(0).saturating_sub(SHOWN_SYMBOLS / 2);
        let start = start.min(len.saturating_sub(SHOWN_SYMBOLS));
        let end = len.min(start + SHOWN_SYMBOLS);
        let (before, after) = symbols[start..end].split_at(dot.unwrap_or(start) - start);
        let shown = |symbols: &[Symbol]| -> String {
            symbols.iter().map(|symbol| format!(" {}", self.show_symbol(*symbol))).collect()
        };
        let mark = |is_there: bool, mark: &'static str| if is_there { mark } else { "" };
        format!(
            "{}:{}{}{}{}{}",
            self.rule(*rule).name,
            mark(start > 0, " …"),
            shown(before),
            mark(dot.is_some(), " •"),
            shown(after),
            mark(end < len, " …"),
        )
    }

    /// A symbol as text: a rule by its name, a token in quotes, `$` plain.
    pub fn show_symbol(&self, symbol: Symbol) -> String {
        match symbol {
            Symbol::Rule(rule) => self.data.rules[rule.index()].name.clone(),
            Symbol::Token(token) if token == self.eof() => "$".to_string(),
            Symbol::Token(token) => {
                format!("\"{}\"", self.data.tokens[token.index()].name.escape_debug())
            }
        }
    }

    /// What the file declares about the grammar as a whole.
    pub fn declarations(&self) -> &Declarations {
        &self.data.declarations
    }

    /// `%brackets`: what opens, and what closes it. No token opens twice, and none does both.
    pub fn brackets(&self) -> &[(TokenId, TokenId)] {
        &self.data.brackets
    }

    /// Warnings and notes about the file.
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
        }
    }
    errors
}

/// Says that `what` not fit in the storage type, since the largest number is `most`, and which type is needed.
pub(crate) fn too_large<StorageT: Storage>(what: &str, most: usize) -> String {
    let bits = StorageT::max_value().count_ones();
    let needed = if u16::try_from(most).is_ok() { "u16" } else { "u32" };
    format!("{what} not fit in {bits} bits: use {needed} as storage type")
}

fn rules_and_symbols(productions: &[Production]) -> Vec<(RuleId, &[Symbol])> {
    productions.iter().map(|production| (production.rule, &production.symbols[..])).collect()
}
