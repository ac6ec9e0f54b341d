//! Values that actions make, and the spans of what they were made from.
//!
//! Generated code and [`RTParserBuilder::parse_actions`](crate::RTParserBuilder::parse_actions) say what a value is and what
//! a production does ([`Actions`]); everything else about values is here, once for both.

use std::ops::Range;

use lrtable::{ProdId, Span, TokenId};

use crate::{
    driver::Semantics,
    lexemes::Lexemes,
    lexer::{Lexeme, LexerTypes},
    tree::stored,
};

/// A lexeme as actions see it: `Err` if error recovery inserted it.
pub type Token<LexerTypesT> =
    Result<<LexerTypesT as LexerTypes>::LexemeT, <LexerTypesT as LexerTypes>::LexemeT>;

/// The actions of a grammar.
pub trait Actions<LexerTypesT: LexerTypes> {
    /// What a symbol becomes.
    type Value;

    /// The value of a token.
    fn token(&mut self, token: Token<LexerTypesT>) -> Self::Value;

    /// Runs the action of production `prod`, whose symbols cover `span`. Their values are the last of `values` and are to
    /// be taken off, all of them.
    fn reduce(&mut self, prod: usize, span: Span, values: &mut Vec<Self::Value>) -> Self::Value;
}

/// Actions that are run over an input.
pub(crate) struct Run<'a, LexerTypesT: LexerTypes, A> {
    lexemes: Lexemes<'a, LexerTypesT::LexemeT>,
    actions: A,
    /// The span of each value on the stack.
    spans: Vec<Span>,
}

impl<'a, LexerTypesT: LexerTypes, A> Run<'a, LexerTypesT, A> {
    pub(crate) fn new(lexemes: Lexemes<'a, LexerTypesT::LexemeT>, actions: A) -> Self {
        Run { lexemes, actions, spans: Vec::new() }
    }

    /// Replaces the spans of the last `len` values by the one that covers them; nothing is covered by an empty span at the
    /// end of what comes before.
    #[inline]
    fn cover(&mut self, len: usize) -> Span {
        let first = self.spans.len() - len;
        let span = match self.spans[first..] {
            [] => {
                let end = self.spans.last().map_or(0, Span::end);
                Span::new(end, end)
            }
            [only] => only,
            [first, .., last] => Span::new(first.start(), last.end().max(first.start())),
        };
        self.spans.truncate(first);
        self.spans.push(span);
        span
    }
}

impl<LexerTypesT: LexerTypes, A: Actions<LexerTypesT>> Semantics for Run<'_, LexerTypesT, A> {
    type Value = A::Value;

    #[inline]
    fn lexeme(&mut self, position: usize) -> A::Value {
        let lexeme = self.lexemes[position];
        self.spans.push(lexeme.span());
        self.actions.token(Ok(lexeme))
    }

    fn inserted(&mut self, token: TokenId, position: usize) -> A::Value {
        let start = self.lexemes[position].span().start();
        self.spans.push(Span::new(start, start));
        self.actions.token(Err(Lexeme::new_faulty(stored(token), start, 0)))
    }

    #[inline]
    fn reduce(&mut self, prod: ProdId, values: &mut Vec<A::Value>, len: usize) -> A::Value {
        let span = self.cover(len);
        let left = values.len() - len;
        let value = self.actions.reduce(prod.index(), span, values);
        debug_assert_eq!(values.len(), left, "an action takes off what it uses");
        value
    }

    fn discarded(&mut self, values: &mut [A::Value], _: Vec<A::Value>, _: Range<usize>) {
        self.spans.truncate(values.len());
    }
}
