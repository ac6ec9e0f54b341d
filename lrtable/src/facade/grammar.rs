//! A grammar whose ids fit in a storage type.

use std::{collections::HashMap, ops::Deref};

use super::{
    analysis::{SentenceGenerator, YaccFirsts, YaccFollows},
    ast::ASTWithValidityInfo,
    names::Texts,
    prod, rule, token, too_large,
};
use crate::{
    PIdx, RIdx, Storage, TIdx,
    diagnostic::Diagnostic,
    grammar::{Grammar, Precedence, Symbol},
    span::Span,
    yacc::YaccKind,
};

/// A grammar whose ids fit in `StorageT`.
#[derive(Clone, Debug)]
pub struct YaccGrammar<StorageT = u32> {
    grammar: Grammar,
    /// For each production its symbols.
    symbols: Vec<Vec<Symbol<StorageT>>>,
    /// For each rule its productions.
    productions: Vec<Vec<PIdx<StorageT>>>,
    pub(super) texts: Texts,
}

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

    /// The shell around `grammar`.
    ///
    /// # Errors
    ///
    /// If it has more tokens, rules or productions than `StorageT` can count.
    pub fn from_grammar(grammar: Grammar) -> Result<Self, Vec<Diagnostic>> {
        let (tokens, rules) = (grammar.tokens().len(), grammar.rules().len());
        let productions = grammar.productions().len();
        // One number is kept for what is no token.
        let most = (tokens + 1).max(rules).max(productions);
        if StorageT::from_index(most).is_none() {
            let what = format!(
                "the grammar's {tokens} tokens, {rules} rules and {productions} productions do"
            );
            let message = too_large::<StorageT>(&what, most);
            return Err(vec![Diagnostic::error(message, Span::new(0, 0))]);
        }
        let symbol = |symbol: &Symbol| match symbol {
            Symbol::Rule(id) => Symbol::Rule(rule(*id)),
            Symbol::Token(id) => Symbol::Token(token(*id)),
        };
        let symbols = grammar.productions().iter();
        let productions = grammar.rules().iter();
        Ok(YaccGrammar {
            symbols: symbols.map(|p| p.symbols.iter().map(symbol).collect()).collect(),
            productions: productions
                .map(|rule| rule.productions.iter().map(|id| prod(*id)).collect())
                .collect(),
            grammar,
            texts: Texts::default(),
        })
    }

    /// All rules.
    pub fn iter_rules(&self) -> impl Iterator<Item = RIdx<StorageT>> + use<StorageT> {
        self.grammar.rule_ids().map(rule)
    }

    /// All tokens, `$` included.
    pub fn iter_tidxs(&self) -> impl Iterator<Item = TIdx<StorageT>> + use<StorageT> {
        self.grammar.token_ids().map(token)
    }

    /// All productions.
    pub fn iter_pidxs(&self) -> impl Iterator<Item = PIdx<StorageT>> + use<StorageT> {
        self.grammar.prod_ids().map(prod)
    }

    /// The number of rules.
    pub fn rules_len(&self) -> RIdx<StorageT> {
        RIdx(StorageT::from_index(self.grammar.rules().len()).expect("checked when it was made"))
    }

    /// The number of tokens.
    pub fn tokens_len(&self) -> TIdx<StorageT> {
        TIdx(StorageT::from_index(self.grammar.tokens().len()).expect("checked when it was made"))
    }

    /// The number of productions.
    pub fn prods_len(&self) -> PIdx<StorageT> {
        let count = self.grammar.productions().len();
        PIdx(StorageT::from_index(count).expect("checked when it was made"))
    }

    /// The symbols of a production.
    pub fn prod(&self, pidx: PIdx<StorageT>) -> &[Symbol<StorageT>] {
        &self.symbols[usize::from(pidx)]
    }

    /// The rule of a production.
    pub fn prod_to_rule(&self, pidx: PIdx<StorageT>) -> RIdx<StorageT> {
        rule(self.grammar.production(pidx.widen()).rule)
    }

    /// The precedence of a production.
    pub fn prod_precedence(&self, pidx: PIdx<StorageT>) -> Option<Precedence> {
        self.grammar.production(pidx.widen()).precedence
    }

    /// Where a production stands.
    pub fn prod_span(&self, pidx: PIdx<StorageT>) -> Span {
        self.grammar.production(pidx.widen()).span
    }

    /// The production `^: S` of the first start rule S.
    pub fn start_prod(&self) -> PIdx<StorageT> {
        PIdx(StorageT::zero())
    }

    /// The rule `^`.
    pub fn start_rule_idx(&self) -> RIdx<StorageT> {
        rule(self.grammar.augmented_rule())
    }

    /// The productions of a rule.
    pub fn rule_to_prods(&self, ridx: RIdx<StorageT>) -> &[PIdx<StorageT>] {
        &self.productions[usize::from(ridx)]
    }

    /// The name of a rule.
    pub fn rule_name_str(&self, ridx: RIdx<StorageT>) -> &str {
        &self.grammar.rule(ridx.widen()).name
    }

    /// Where a rule is first defined; an empty span for rules that are in no file.
    pub fn rule_name_span(&self, ridx: RIdx<StorageT>) -> Span {
        let span = self.grammar.rule(ridx.widen()).span;
        span.unwrap_or(Span::new(0, 0))
    }

    /// The rule of this name.
    pub fn rule_idx(&self, name: &str) -> Option<RIdx<StorageT>> {
        self.grammar.rule_named(name).map(rule)
    }

    /// The end of input.
    pub fn eof_token_idx(&self) -> TIdx<StorageT> {
        token(self.grammar.eof())
    }

    /// The name of a token; `None` for `$`.
    pub fn token_name(&self, tidx: TIdx<StorageT>) -> Option<&str> {
        let token = tidx.widen();
        (token != self.grammar.eof()).then(|| self.grammar.token(token).name.as_str())
    }

    /// How messages call a token: its `%epp` text, or else its name; `None` for `$`.
    pub fn token_epp(&self, tidx: TIdx<StorageT>) -> Option<&str> {
        let token = tidx.widen();
        (token != self.grammar.eof()).then(|| self.grammar.token_epp(token))
    }

    /// Where a token is declared or else first used; `None` for `$`.
    pub fn token_span(&self, tidx: TIdx<StorageT>) -> Option<Span> {
        self.grammar.token(tidx.widen()).span
    }

    /// The precedence of a token.
    pub fn token_precedence(&self, tidx: TIdx<StorageT>) -> Option<Precedence> {
        self.grammar.token(tidx.widen()).precedence
    }

    /// Is the token's insertion to be avoided?
    pub fn avoid_insert(&self, tidx: TIdx<StorageT>) -> bool {
        self.grammar.token(tidx.widen()).avoid_insert
    }

    /// The token of this name.
    pub fn token_idx(&self, name: &str) -> Option<TIdx<StorageT>> {
        self.grammar.token_named(name).map(token)
    }

    /// All tokens but `$` by name.
    pub fn tokens_map(&self) -> HashMap<&str, TIdx<StorageT>> {
        let ids = self.grammar.token_ids().filter(|id| *id != self.grammar.eof());
        ids.map(|id| (self.grammar.token(id).name.as_str(), token(id))).collect()
    }

    /// `%expect`
    pub fn expect(&self) -> Option<usize> {
        self.grammar.declarations().expect.map(|(count, _)| count)
    }

    /// `%expect-rr`
    pub fn expectrr(&self) -> Option<usize> {
        self.grammar.declarations().expect_rr.map(|(count, _)| count)
    }

    /// A production as text.
    pub fn pp_prod(&self, pidx: PIdx<StorageT>) -> String {
        let name = |symbol| self.grammar.symbol_name(symbol);
        let production = self.grammar.production(pidx.widen());
        let rule = &self.grammar.rule(production.rule).name;
        let mut out = format!("{rule}:");
        for symbol in &production.symbols {
            out.push_str(" \"");
            out.push_str(name(*symbol));
            out.push('"');
        }
        out
    }

    /// Can a sentential form of `from` hold the rule `to`?
    pub fn has_path(&self, from: RIdx<StorageT>, to: RIdx<StorageT>) -> bool {
        let mut seen = vec![false; self.grammar.rules().len()];
        let mut todo = vec![from];
        while let Some(rule) = todo.pop() {
            for pidx in self.rule_to_prods(rule) {
                for symbol in self.prod(*pidx) {
                    let Symbol::Rule(next) = *symbol else { continue };
                    if next == to {
                        return true;
                    }
                    if !std::mem::replace(&mut seen[usize::from(next)], true) {
                        todo.push(next);
                    }
                }
            }
        }
        false
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
        SentenceGenerator::new(self, |id| u32::from(token_cost(token(id))))
    }
}

impl<StorageT> Deref for YaccGrammar<StorageT> {
    type Target = Grammar;

    fn deref(&self) -> &Grammar {
        &self.grammar
    }
}
