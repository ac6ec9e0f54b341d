//! Values that actions make, and the spans of the symbols that they are made from.
//!
//! Generated code has a stack of values for each type, and runs the productions ([`Run`]): so a
//! value is as large as its type, and its type is never checked. The value of a token is the index
//! of its lexeme until an action takes it. Parsers made at run time call functions, and have one
//! stack ([`Functions`]).

use std::ops::Range;

use lrtable::{ProdId, Span, Symbol, TokenId};

use crate::{
    driver::Semantics,
    lexemes::Lexemes,
    lexer::{Lexeme, LexerTypes},
};

/// A lexeme as actions get it: `Ok` if it is in the input, `Err` if error recovery inserted it.
pub type Token<LexerTypesT> =
    Result<<LexerTypesT as LexerTypes>::LexemeT, <LexerTypesT as LexerTypes>::LexemeT>;

/// The values of the tokens on a generated parser's stack.
pub struct Tokens<'a, LexerTypesT: LexerTypes> {
    lexemes: Lexemes<'a, LexerTypesT::LexemeT>,
    /// The index of a lexeme of the input; or, counted down from the greatest number, of one in
    /// `others`.
    stack: Vec<usize>,
    /// Lexemes that recovery inserted or mid-rule actions changed.
    others: Vec<Token<LexerTypesT>>,
}

impl<LexerTypesT: LexerTypes> Tokens<'_, LexerTypesT> {
    /// Pops and returns the value on top of the stack.
    #[inline]
    pub fn pop(&mut self) -> Token<LexerTypesT> {
        let last = self.last(0);
        self.stack.pop();
        last
    }

    /// Pops and drops the top `count` values of the stack.
    #[inline]
    pub fn skip(&mut self, count: usize) {
        self.stack.truncate(self.stack.len().saturating_sub(count));
    }

    /// Returns the value below the top `above` values of the stack.
    #[inline]
    pub fn last(&self, above: usize) -> Token<LexerTypesT> {
        let number = self.stack[self.stack.len() - 1 - above];
        self.others.get(usize::MAX - number).copied().unwrap_or_else(|| Ok(self.lexemes[number]))
    }

    /// Replaces the value below the top `above` values of the stack by `token`.
    pub fn change(&mut self, above: usize, token: Token<LexerTypesT>) {
        if token != self.last(above) {
            let at = self.stack.len() - 1 - above;
            self.stack[at] = self.other(token);
        }
    }

    fn other(&mut self, token: Token<LexerTypesT>) -> usize {
        self.others.push(token);
        usize::MAX - (self.others.len() - 1)
    }
}

/// The span of each symbol on the parser's stack.
#[derive(Default)]
struct Spans(Vec<Span>);

impl Spans {
    /// Replaces the last `len` spans by the one that covers them; for `len` 0, an empty span at the
    /// end of the symbol before.
    #[inline]
    fn cover(&mut self, len: usize) -> Span {
        let first = self.0.len() - len;
        let span = match self.0[first..] {
            [] => {
                let end = self.0.last().map_or(0, Span::end);
                Span::new(end, end)
            }
            [only] => return only,
            [first, .., last] => Span::new(first.start(), last.end().max(first.start())),
        };
        self.0.truncate(first);
        self.0.push(span);
        span
    }
}

/// Runs users' actions over an input; `SPANS` says whether any of them uses its span.
///
/// `reduce` runs the action of a production, whose symbols cover a span: it pops the values of
/// these symbols from their stacks, the last one first, and pushes that of the production's rule.
/// `discard` pops the value of a rule. They are functions, because a method of a trait could not
/// have a parameter whose type has lifetimes that users did not name.
pub(crate) struct Run<'a, LexerTypesT: LexerTypes, State, Reduce, Discard, const SPANS: bool> {
    /// The values of rules.
    pub(crate) state: State,
    reduce: Reduce,
    discard: Discard,
    tokens: Tokens<'a, LexerTypesT>,
    /// Empty if no action uses spans.
    spans: Spans,
}

impl<'a, LexerTypesT: LexerTypes, State, Reduce, Discard, const SPANS: bool>
    Run<'a, LexerTypesT, State, Reduce, Discard, SPANS>
{
    pub(crate) fn new(
        lexemes: Lexemes<'a, LexerTypesT::LexemeT>,
        state: State,
        reduce: Reduce,
        discard: Discard,
    ) -> Self {
        let tokens = Tokens { lexemes, stack: Vec::new(), others: Vec::new() };
        Run { state, reduce, discard, tokens, spans: Spans::default() }
    }
}

impl<LexerTypesT, State, Reduce, Discard, const SPANS: bool> Semantics
    for Run<'_, LexerTypesT, State, Reduce, Discard, SPANS>
where
    LexerTypesT: LexerTypes,
    Reduce: FnMut(&mut State, usize, Span, &mut Tokens<'_, LexerTypesT>),
    Discard: FnMut(&mut State, usize),
{
    #[inline(always)]
    fn shift(&mut self, position: usize) {
        self.tokens.stack.push(position);
        if SPANS {
            self.spans.0.push(self.tokens.lexemes[position].span());
        }
    }

    fn insert(&mut self, token: TokenId, position: usize) {
        let lexeme = self.tokens.lexemes.inserted(token, position);
        let other = self.tokens.other(Err(lexeme));
        self.tokens.stack.push(other);
        if SPANS {
            self.spans.0.push(lexeme.span());
        }
    }

    #[inline(always)]
    fn reduce(&mut self, prod: ProdId, len: usize) {
        let span = if SPANS { self.spans.cover(len) } else { Span::new(0, 0) };
        (self.reduce)(&mut self.state, prod.index(), span, &mut self.tokens);
    }

    fn cut(&mut self, left: usize, symbols: &[Symbol], _: Range<usize>) {
        for symbol in symbols.iter().rev() {
            match symbol {
                Symbol::Token(_) => self.tokens.skip(1),
                Symbol::Rule(rule) => (self.discard)(&mut self.state, rule.index()),
            }
        }
        self.spans.0.truncate(left);
    }
}

/// Runs functions on the values of symbols: one for lexemes and one for reductions.
pub(crate) struct Functions<'a, LexerTypesT: LexerTypes, Value, Term, Rule> {
    lexemes: Lexemes<'a, LexerTypesT::LexemeT>,
    term: Term,
    /// Makes the value of a rule from the last values, which it pops, as many as there are symbols.
    rule: Rule,
    pub(crate) values: Vec<Value>,
    spans: Spans,
}

impl<'a, LexerTypesT: LexerTypes, Value, Term, Rule> Functions<'a, LexerTypesT, Value, Term, Rule> {
    pub(crate) fn new(lexemes: Lexemes<'a, LexerTypesT::LexemeT>, term: Term, rule: Rule) -> Self {
        Functions { lexemes, term, rule, values: Vec::new(), spans: Spans::default() }
    }
}

impl<LexerTypesT, Value, Term, Rule> Semantics for Functions<'_, LexerTypesT, Value, Term, Rule>
where
    LexerTypesT: LexerTypes,
    Term: Fn(LexerTypesT::LexemeT) -> Value,
    Rule: Fn(ProdId, Span, &mut Vec<Value>, usize) -> Value,
{
    #[inline]
    fn shift(&mut self, position: usize) {
        let lexeme = self.lexemes[position];
        self.values.push((self.term)(lexeme));
        self.spans.0.push(lexeme.span());
    }

    fn insert(&mut self, token: TokenId, position: usize) {
        let lexeme = self.lexemes.inserted(token, position);
        self.values.push((self.term)(lexeme));
        self.spans.0.push(lexeme.span());
    }

    #[inline]
    fn reduce(&mut self, prod: ProdId, len: usize) {
        let span = self.spans.cover(len);
        let value = (self.rule)(prod, span, &mut self.values, len);
        self.values.push(value);
    }

    fn cut(&mut self, left: usize, _: &[Symbol], _: Range<usize>) {
        self.values.truncate(left);
        self.spans.0.truncate(left);
    }
}
