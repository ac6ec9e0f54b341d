//! What users of grmtools ask of a grammar, by ids of its storage type.

use std::collections::HashMap;

use super::{
    analysis::{SentenceGenerator, YaccFirsts, YaccFollows},
    ast::ASTWithValidityInfo,
};
use crate::{
    PIdx, ProdId, RIdx, RuleId, Storage, TIdx, TokenId, derive,
    diagnostic::Diagnostic,
    grammar::{Grammar, Precedence, Symbol, YaccGrammar},
    span::Span,
    yacc::YaccKind,
};

impl YaccGrammar<u32> {
    /// Reads the text of a Yacc file as one of kind `kind`.
    ///
    /// # Errors
    ///
    /// All that is wrong with it.
    pub fn new(kind: YaccKind, source: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::new_with_storaget(kind, source)
    }
}

impl<StorageT: Storage> YaccGrammar<StorageT> {
    /// Reads the text of a Yacc file as one of kind `kind`.
    ///
    /// # Errors
    ///
    /// All that is wrong with it; and if it has more tokens, rules or productions than `StorageT` can count.
    pub fn new_with_storaget(kind: YaccKind, source: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::from_grammar(Grammar::parse(source, Some(kind))?)
    }

    /// The grammar of a file that was read before.
    ///
    /// # Errors
    ///
    /// As [`new_with_storaget`](Self::new_with_storaget).
    pub fn new_from_ast_with_validity_info(
        ast: &ASTWithValidityInfo,
    ) -> Result<Self, Vec<Diagnostic>> {
        Self::from_grammar(ast.grammar()?)
    }

    /// `grammar` with ids of a storage type. Nothing is copied.
    ///
    /// # Errors
    ///
    /// If it has more tokens, rules or productions than `StorageT` can count.
    pub fn from_grammar(grammar: Grammar) -> Result<Self, Vec<Diagnostic>> {
        grammar.stored()
    }

    /// All rules.
    pub fn iter_rules(&self) -> impl Iterator<Item = RIdx<StorageT>> + use<StorageT> {
        self.rule_ids().map(RuleId::stored)
    }

    /// All tokens, `$` included.
    pub fn iter_tidxs(&self) -> impl Iterator<Item = TIdx<StorageT>> + use<StorageT> {
        self.token_ids().map(TokenId::stored)
    }

    /// All productions.
    pub fn iter_pidxs(&self) -> impl Iterator<Item = PIdx<StorageT>> + use<StorageT> {
        self.prod_ids().map(ProdId::stored)
    }

    /// The number of rules.
    pub fn rules_len(&self) -> RIdx<StorageT> {
        RuleId::new(self.rules().len()).stored()
    }

    /// The number of tokens.
    pub fn tokens_len(&self) -> TIdx<StorageT> {
        TokenId::new(self.tokens().len()).stored()
    }

    /// The number of productions.
    pub fn prods_len(&self) -> PIdx<StorageT> {
        ProdId::new(self.productions().len()).stored()
    }

    /// The symbols of a production.
    pub fn prod(&self, pidx: PIdx<StorageT>) -> &[Symbol<StorageT>] {
        &self.lent().symbols[usize::from(pidx)]
    }

    /// The rule of a production.
    pub fn prod_to_rule(&self, pidx: PIdx<StorageT>) -> RIdx<StorageT> {
        self.production(pidx.widen()).rule.stored()
    }

    /// The precedence of a production.
    pub fn prod_precedence(&self, pidx: PIdx<StorageT>) -> Option<Precedence> {
        self.production(pidx.widen()).precedence
    }

    /// The span of a production in the grammar file, in bytes.
    pub fn prod_span(&self, pidx: PIdx<StorageT>) -> Span {
        self.production(pidx.widen()).span
    }

    /// The production `^: S` of the first start rule S.
    pub fn start_prod(&self) -> PIdx<StorageT> {
        ProdId::new(0).stored()
    }

    /// The rule `^`.
    pub fn start_rule_idx(&self) -> RIdx<StorageT> {
        self.augmented_rule().stored()
    }

    /// The productions of a rule.
    pub fn rule_to_prods(&self, ridx: RIdx<StorageT>) -> &[PIdx<StorageT>] {
        &self.lent().productions[usize::from(ridx)]
    }

    /// The name of a rule.
    pub fn rule_name_str(&self, ridx: RIdx<StorageT>) -> &str {
        &self.rule(ridx.widen()).name
    }

    /// Where a rule is first defined; an empty span for rules that are in no file.
    pub fn rule_name_span(&self, ridx: RIdx<StorageT>) -> Span {
        let span = self.rule(ridx.widen()).span;
        span.unwrap_or(Span::new(0, 0))
    }

    /// The rule of this name.
    pub fn rule_idx(&self, name: &str) -> Option<RIdx<StorageT>> {
        self.rule_named(name).map(RuleId::stored)
    }

    /// The end of input.
    pub fn eof_token_idx(&self) -> TIdx<StorageT> {
        self.eof().stored()
    }

    /// The name of a token; `None` for `$`.
    pub fn token_name(&self, tidx: TIdx<StorageT>) -> Option<&str> {
        let token = tidx.widen();
        (token != self.eof()).then(|| self.token(token).name.as_str())
    }

    /// How messages call a token: its `%epp` text, or else its name; `None` for `$`.
    pub fn token_epp(&self, tidx: TIdx<StorageT>) -> Option<&str> {
        let token = tidx.widen();
        (token != self.eof()).then(|| self.shown_token(token))
    }

    /// Where a token is declared or else first used; `None` for `$`.
    pub fn token_span(&self, tidx: TIdx<StorageT>) -> Option<Span> {
        self.token(tidx.widen()).span
    }

    /// The precedence of a token.
    pub fn token_precedence(&self, tidx: TIdx<StorageT>) -> Option<Precedence> {
        self.token(tidx.widen()).precedence
    }

    /// Whether the token's insertion is to be avoided.
    pub fn avoid_insert(&self, tidx: TIdx<StorageT>) -> bool {
        self.token(tidx.widen()).avoid_insert
    }

    /// The id of the token called `name`; `None` if there is none.
    pub fn token_idx(&self, name: &str) -> Option<TIdx<StorageT>> {
        self.token_named(name).map(TokenId::stored)
    }

    /// All tokens but `$` by name.
    pub fn tokens_map(&self) -> HashMap<&str, TIdx<StorageT>> {
        let ids = self.token_ids().filter(|id| *id != self.eof());
        ids.map(|id| (self.token(id).name.as_str(), id.stored())).collect()
    }

    /// `%expect`
    pub fn expect(&self) -> Option<usize> {
        self.declarations().expect.map(|(count, _)| count)
    }

    /// `%expect-rr`
    pub fn expectrr(&self) -> Option<usize> {
        self.declarations().expect_rr.map(|(count, _)| count)
    }

    /// A production as text.
    pub fn pp_prod(&self, pidx: PIdx<StorageT>) -> String {
        let production = self.production(pidx.widen());
        let symbols = production.symbols.iter();
        let symbols: String =
            symbols.map(|symbol| format!(" \"{}\"", self.symbol_name(*symbol))).collect();
        format!("{}:{symbols}", self.rule(production.rule).name)
    }

    /// Whether a sentential form of `from` can hold the rule `to`.
    pub fn has_path(&self, from: RIdx<StorageT>, to: RIdx<StorageT>) -> bool {
        let productions = self.rules_and_symbols();
        let reached = derive::reached(self.rules().len(), &productions, from.widen());
        reached[usize::from(to)]
    }

    /// The tokens with which each rule can begin.
    pub fn firsts(&self) -> YaccFirsts<StorageT> {
        YaccFirsts::new(self)
    }

    /// The tokens that can follow each rule.
    pub fn follows(&self) -> YaccFollows<StorageT> {
        YaccFollows::new(self)
    }

    /// Cheap sentences of rules; a sentence costs the sum of its tokens' costs.
    pub fn sentence_generator<F>(&self, token_cost: F) -> SentenceGenerator<'_, StorageT>
    where
        F: Fn(TIdx<StorageT>) -> u8,
    {
        SentenceGenerator::new(&self.widen(), |id| u32::from(token_cost(id.stored())))
    }
}
