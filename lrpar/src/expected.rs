//! What was expected at an error, said in as few words as the grammar has for it: "an expression" instead of forty tokens.
//!
//! A rule can be said to be expected if it can come there and every token that it may begin with is expected; then it
//! stands for all of them. `%epp` on a rule gives it the words. Of the labelled rules that can come, those that stand for
//! most tokens not yet said are taken first; what no rule stands for is said by its own name.

use std::cmp::Reverse;

use lrtable::{RuleId, StateId, StateTable, Storage, TokenId, YaccGrammar, first::TokenSet};

use crate::{error::ParseError, lexer::Lexeme};

/// One of the things that were expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// A sentence of this rule, which stands for all tokens that it may begin with.
    Rule(RuleId),
    /// This token; `$` for the end of the input.
    Token(TokenId),
}

impl Expected {
    /// How the grammar calls it: a rule by its label, a token by its `%epp` text or its name, `$` as "end of input".
    pub fn name<StorageT>(self, grammar: &YaccGrammar<StorageT>) -> &str {
        match self {
            Expected::Rule(rule) => {
                let rule = grammar.rule(rule);
                rule.epp.as_deref().unwrap_or(&rule.name)
            }
            Expected::Token(token) if token == grammar.eof() => "end of input",
            Expected::Token(token) => grammar.shown_token(token),
        }
    }
}

/// What was expected at `error`, labelled rules first, those that stand for most tokens before others.
///
/// Computes the FIRST sets of the grammar: for several errors make one [`Expectations`]. [`ParseError::expected`] has the plain
/// list.
pub fn describe_expected<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
    grammar: &YaccGrammar<StorageT>,
    table: &StateTable<StorageT>,
    error: &ParseError<LexemeT, StorageT>,
) -> Vec<Expected> {
    Expectations::new(grammar, table).at(error)
}

/// Says what was expected at errors, by what of a grammar is computed once.
pub struct Expectations<'g, StorageT> {
    grammar: &'g YaccGrammar<StorageT>,
    table: &'g StateTable<StorageT>,
    /// The rules that have a label.
    labelled: Vec<RuleId>,
}

impl<'g, StorageT: Storage> Expectations<'g, StorageT> {
    /// Computes the FIRST sets of the grammar.
    pub fn new(grammar: &'g YaccGrammar<StorageT>, table: &'g StateTable<StorageT>) -> Self {
        let is_labelled = |rule: &RuleId| grammar.rule(*rule).epp.is_some();
        let labelled = grammar.rule_ids().filter(is_labelled).collect();
        Expectations { grammar, table, labelled }
    }

    /// What was expected at `error`, labelled rules first, those that stand for most tokens before others.
    pub fn at<LexemeT: Lexeme<StorageT>>(
        &self,
        error: &ParseError<LexemeT, StorageT>,
    ) -> Vec<Expected> {
        let tables = self.table.tables();
        let mut shifted_by: Vec<Option<StateId>> = vec![None; self.grammar.tokens().len()];
        let mut left = TokenSet::empty(self.grammar.tokens().len());
        for (token, state) in error.shifting_states() {
            shifted_by[token.index()] = Some(state);
            left.insert(token);
        }
        let can_come = |rule: RuleId, tokens: &TokenSet| {
            let mut tokens = tokens.iter().peekable();
            tokens.peek().is_some()
                && tokens.all(|token| {
                    shifted_by[token.index()]
                        .is_some_and(|state| tables.goto(state, rule).is_some())
                })
        };
        let mut rules: Vec<(RuleId, &TokenSet)> = self
            .labelled
            .iter()
            .map(|rule| (*rule, self.grammar.first().first(*rule)))
            .filter(|(rule, tokens)| can_come(*rule, tokens))
            .collect();
        let mut said = Vec::new();
        loop {
            let gain =
                |tokens: &TokenSet| tokens.iter().filter(|token| left.contains(*token)).count();
            let gains = rules.iter().map(|(_, tokens)| gain(tokens)).enumerate();
            let best = gains.max_by_key(|(at, gain)| (*gain, Reverse(*at)));
            let Some((at, 1..)) = best else { break };
            let (rule, tokens) = rules.remove(at);
            said.push(Expected::Rule(rule));
            tokens.iter().for_each(|token| left.remove(token));
        }
        said.extend(left.iter().map(Expected::Token));
        said
    }
}
