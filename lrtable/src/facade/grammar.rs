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
    /// Reads and checks the text of a Yacc file as one of kind `kind`, with ids of 32 bits.
    ///
    /// # Errors
    ///
    /// All that is wrong with it.
    pub fn new(kind: YaccKind, source: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::new_with_storaget(kind, source)
    }
}

impl<StorageT: Storage> YaccGrammar<StorageT> {
    /// Reads and checks the text of a Yacc file as one of kind `kind`, with ids of type `StorageT`.
    ///
    /// ```
    /// use lrtable::{YaccGrammar, YaccGrammarErrorKind, yacc::YaccKind};
    ///
    /// let kind = YaccKind::from_name("original").unwrap();
    /// let grammar = YaccGrammar::<u8>::new_with_storaget(kind, "%% List: | List 'x';").unwrap();
    /// assert_eq!(grammar.token_name(grammar.token_idx("x").unwrap()), Some("x"));
    /// let many: String = (0..300).map(|n| format!("| 'x{n}'")).collect();
    /// let text = format!("%% Any: {many};");
    /// let errors = YaccGrammar::<u8>::new_with_storaget(kind, &text).unwrap_err();
    /// let kind = YaccGrammarErrorKind::of(&errors[0]);
    /// assert_eq!(kind, Some(YaccGrammarErrorKind::StorageTooNarrow));
    /// ```
    ///
    /// # Errors
    ///
    /// All that is wrong with it; and if it has more tokens, rules or productions than `StorageT`
    /// can count.
    pub fn new_with_storaget(kind: YaccKind, source: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::from_grammar(Grammar::parse(source, Some(kind))?)
    }

    /// Makes the grammar of a file that was read before.
    ///
    /// # Errors
    ///
    /// As [`new_with_storaget`](Self::new_with_storaget).
    pub fn new_from_ast_with_validity_info(
        ast: &ASTWithValidityInfo,
    ) -> Result<Self, Vec<Diagnostic>> {
        Self::from_grammar(ast.grammar()?)
    }

    /// Returns `grammar` with ids of type `StorageT`, without copying it.
    ///
    /// # Errors
    ///
    /// If it has more tokens, rules or productions than `StorageT` can count.
    pub fn from_grammar(grammar: Grammar) -> Result<Self, Vec<Diagnostic>> {
        grammar.stored()
    }

    /// Returns the ids of all rules, that of `^` first.
    pub fn iter_rules(&self) -> impl Iterator<Item = RIdx<StorageT>> + use<StorageT> {
        self.rule_ids().map(RuleId::stored)
    }

    /// Returns the ids of all tokens, that of `$` last.
    pub fn iter_tidxs(&self) -> impl Iterator<Item = TIdx<StorageT>> + use<StorageT> {
        self.token_ids().map(TokenId::stored)
    }

    /// Returns the ids of all productions, those of `^` first.
    pub fn iter_pidxs(&self) -> impl Iterator<Item = PIdx<StorageT>> + use<StorageT> {
        self.prod_ids().map(ProdId::stored)
    }

    /// Returns the number of rules, `^` included.
    pub fn rules_len(&self) -> RIdx<StorageT> {
        RuleId::new(self.rules().len()).stored()
    }

    /// Returns the number of tokens, `$` included.
    pub fn tokens_len(&self) -> TIdx<StorageT> {
        TokenId::new(self.tokens().len()).stored()
    }

    /// Returns the number of productions, those of `^` included.
    pub fn prods_len(&self) -> PIdx<StorageT> {
        ProdId::new(self.productions().len()).stored()
    }

    /// Returns the symbols of a production, in order.
    pub fn prod(&self, pidx: PIdx<StorageT>) -> &[Symbol<StorageT>] {
        &self.lent().symbols[usize::from(pidx)]
    }

    /// Returns the rule of a production.
    pub fn prod_to_rule(&self, pidx: PIdx<StorageT>) -> RIdx<StorageT> {
        self.production(pidx.widen()).rule.stored()
    }

    /// Returns the precedence of a production: that of `%prec`, or else of its last token.
    pub fn prod_precedence(&self, pidx: PIdx<StorageT>) -> Option<Precedence> {
        self.production(pidx.widen()).precedence
    }

    /// Returns the span of a production in the grammar file, in bytes.
    pub fn prod_span(&self, pidx: PIdx<StorageT>) -> Span {
        self.production(pidx.widen()).span
    }

    /// Returns the augmented production `^: S` of the first start rule S.
    pub fn start_prod(&self) -> PIdx<StorageT> {
        ProdId::new(0).stored()
    }

    /// Returns the augmented rule `^`, which derives the whole input.
    pub fn start_rule_idx(&self) -> RIdx<StorageT> {
        self.augmented_rule().stored()
    }

    /// Returns the productions of a rule, in order.
    pub fn rule_to_prods(&self, ridx: RIdx<StorageT>) -> &[PIdx<StorageT>] {
        &self.lent().productions[usize::from(ridx)]
    }

    /// Returns the name of a rule.
    pub fn rule_name_str(&self, ridx: RIdx<StorageT>) -> &str {
        &self.rule(ridx.widen()).name
    }

    /// Returns the place where a rule is first defined; an empty span for rules that are in no
    /// file.
    pub fn rule_name_span(&self, ridx: RIdx<StorageT>) -> Span {
        let span = self.rule(ridx.widen()).span;
        span.unwrap_or(Span::new(0, 0))
    }

    /// Returns the id of the rule called `name`; `None` if there is none.
    pub fn rule_idx(&self, name: &str) -> Option<RIdx<StorageT>> {
        self.rule_named(name).map(RuleId::stored)
    }

    /// Returns the id of the end of input, `$`.
    pub fn eof_token_idx(&self) -> TIdx<StorageT> {
        self.eof().stored()
    }

    /// Returns the name of a token; `None` for `$`.
    pub fn token_name(&self, tidx: TIdx<StorageT>) -> Option<&str> {
        let token = tidx.widen();
        (token != self.eof()).then(|| self.token(token).name.as_str())
    }

    /// Returns the text by which messages call a token, its `%epp` text or else its name; `None`
    /// for `$`.
    pub fn token_epp(&self, tidx: TIdx<StorageT>) -> Option<&str> {
        let token = tidx.widen();
        (token != self.eof()).then(|| self.shown_token(token))
    }

    /// Returns the place where a token is declared or else first used; `None` for `$`.
    pub fn token_span(&self, tidx: TIdx<StorageT>) -> Option<Span> {
        self.token(tidx.widen()).span
    }

    /// Returns the precedence of a token; `None` if no declaration gives it one.
    pub fn token_precedence(&self, tidx: TIdx<StorageT>) -> Option<Precedence> {
        self.token(tidx.widen()).precedence
    }

    /// Returns whether `%avoid_insert` names a token, so that error recovery avoids inserting it.
    pub fn avoid_insert(&self, tidx: TIdx<StorageT>) -> bool {
        self.token(tidx.widen()).avoid_insert
    }

    /// Returns the id of the token called `name`; `None` if there is none.
    pub fn token_idx(&self, name: &str) -> Option<TIdx<StorageT>> {
        self.token_named(name).map(TokenId::stored)
    }

    /// Returns the ids of all tokens but `$` by their names.
    pub fn tokens_map(&self) -> HashMap<&str, TIdx<StorageT>> {
        let ids = self.token_ids().filter(|id| *id != self.eof());
        ids.map(|id| (self.token(id).name.as_str(), id.stored())).collect()
    }

    /// Returns the number of shift/reduce conflicts that `%expect` declares; `None` without that
    /// declaration.
    pub fn expect(&self) -> Option<usize> {
        self.declarations().expect.map(|(count, _)| count)
    }

    /// Returns the number of reduce/reduce conflicts that `%expect-rr` declares; `None` without
    /// that declaration.
    pub fn expectrr(&self) -> Option<usize> {
        self.declarations().expect_rr.map(|(count, _)| count)
    }

    /// Renders a production as text, each of its symbols in double quotes.
    pub fn pp_prod(&self, pidx: PIdx<StorageT>) -> String {
        let production = self.production(pidx.widen());
        let symbols = production.symbols.iter();
        let symbols: String =
            symbols.map(|symbol| format!(" \"{}\"", self.symbol_name(*symbol))).collect();
        format!("{}:{symbols}", self.rule(production.rule).name)
    }

    /// Returns whether a derivation from the rule `from`, of at least one step, can contain the
    /// rule `to`.
    pub fn has_path(&self, from: RIdx<StorageT>, to: RIdx<StorageT>) -> bool {
        let productions = self.rules_and_symbols();
        let reached = derive::reached(self.rules().len(), &productions, from.widen());
        reached[usize::from(to)]
    }

    /// Computes the FIRST sets of all rules: the tokens with which sentences of each rule begin.
    pub fn firsts(&self) -> YaccFirsts<StorageT> {
        YaccFirsts::new(self)
    }

    /// Computes the FOLLOW sets of all rules: the tokens that can follow each rule.
    pub fn follows(&self) -> YaccFollows<StorageT> {
        YaccFollows::new(self)
    }

    /// Computes the cheapest sentences of all rules, a sentence costing the sum of its tokens'
    /// costs.
    pub fn sentence_generator<F>(&self, token_cost: F) -> SentenceGenerator<'_, StorageT>
    where
        F: Fn(TIdx<StorageT>) -> u8,
    {
        SentenceGenerator::new(&self.widen(), |id| u32::from(token_cost(id.stored())))
    }
}
