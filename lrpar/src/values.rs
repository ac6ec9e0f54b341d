//! Values that actions make, and the spans of what they were made from.
//!
//! Generated code says what the productions do ([`Actions`]) and has a stack for the values of each type: so a value is as
//! large as its type, and nobody asks what it is. The value of a token is its place among the lexemes until an action wants
//! it. What was made at run time calls functions, and has one stack ([`Functions`]).

use std::ops::Range;

use lrtable::{ProdId, Span, Symbol, TokenId};

use crate::{
    driver::Semantics,
    lexemes::Lexemes,
    lexer::{Lexeme, LexerTypes},
    tree::stored,
};

/// A lexeme as actions see it: `Err` if error recovery inserted it.
pub type Token<LexerTypesT> =
    Result<<LexerTypesT as LexerTypes>::LexemeT, <LexerTypesT as LexerTypes>::LexemeT>;

/// The values of the rules on the parser's stack.
pub trait Actions<LexerTypesT: LexerTypes> {
    /// Whether any action asks for its span.
    const SPANS: bool;

    /// Takes off the value of a symbol of rule `rule`, the last one of its type.
    fn discard(&mut self, rule: usize);
}

/// The values of the tokens on the parser's stack.
pub struct Tokens<'a, LexerTypesT: LexerTypes> {
    lexemes: Lexemes<'a, LexerTypesT::LexemeT>,
    /// The number of a lexeme of the input; or, counted down from the greatest number, that of another one.
    stack: Vec<usize>,
    /// Lexemes that recovery inserted, and what mid-rule actions changed.
    others: Vec<Token<LexerTypesT>>,
}

impl<LexerTypesT: LexerTypes> Tokens<'_, LexerTypesT> {
    /// Takes off the last value.
    #[inline]
    pub fn pop(&mut self) -> Token<LexerTypesT> {
        let last = self.last(0);
        self.stack.pop();
        last
    }

    /// Takes off the last `count` values, which nobody wants.
    #[inline]
    pub fn skip(&mut self, count: usize) {
        self.stack.truncate(self.stack.len().saturating_sub(count));
    }

    /// The value below the last `above`.
    #[inline]
    pub fn last(&self, above: usize) -> Token<LexerTypesT> {
        let number = self.stack[self.stack.len() - 1 - above];
        self.others.get(usize::MAX - number).copied().unwrap_or_else(|| Ok(self.lexemes[number]))
    }

    /// Replaces the value below the last `above`.
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
    /// Replaces the last `len` spans by the one that covers them; nothing is covered by an empty span at the end of what
    /// comes before.
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

/// Actions that are run over an input.
///
/// `reduce` runs the action of a production, whose symbols cover a span: it takes the values of these symbols from their stacks,
/// the last one first, and puts that of the production's rule on its stack. It is a function, since a method of the trait could
/// not have a parameter whose type has lifetimes that users did not name.
pub(crate) struct Run<'a, LexerTypesT: LexerTypes, A, F> {
    actions: &'a mut A,
    reduce: F,
    tokens: Tokens<'a, LexerTypesT>,
    /// Empty if no action asks for spans.
    spans: Spans,
}

impl<'a, LexerTypesT: LexerTypes, A, F> Run<'a, LexerTypesT, A, F> {
    pub(crate) fn new(
        lexemes: Lexemes<'a, LexerTypesT::LexemeT>,
        actions: &'a mut A,
        reduce: F,
    ) -> Self {
        let tokens = Tokens { lexemes, stack: Vec::new(), others: Vec::new() };
        Run { actions, reduce, tokens, spans: Spans::default() }
    }
}

impl<LexerTypesT, A, F> Semantics for Run<'_, LexerTypesT, A, F>
where
    LexerTypesT: LexerTypes,
    A: Actions<LexerTypesT>,
    F: FnMut(&mut A, usize, Span, &mut Tokens<'_, LexerTypesT>),
{
    #[inline(always)]
    fn shift(&mut self, position: usize) {
        self.tokens.stack.push(position);
        if A::SPANS {
            self.spans.0.push(self.tokens.lexemes[position].span());
        }
    }

    fn insert(&mut self, token: TokenId, position: usize) {
        let start = self.tokens.lexemes[position].span().start();
        let other = self.tokens.other(Err(Lexeme::new_faulty(stored(token), start, 0)));
        self.tokens.stack.push(other);
        if A::SPANS {
            self.spans.0.push(Span::new(start, start));
        }
    }

    #[inline(always)]
    fn reduce(&mut self, prod: ProdId, len: usize) {
        let span = if A::SPANS { self.spans.cover(len) } else { Span::new(0, 0) };
        (self.reduce)(self.actions, prod.index(), span, &mut self.tokens);
    }

    fn cut(&mut self, left: usize, symbols: &[Symbol], _: Range<usize>) {
        for symbol in symbols.iter().rev() {
            match symbol {
                Symbol::Token(_) => self.tokens.skip(1),
                Symbol::Rule(rule) => self.actions.discard(rule.index()),
            }
        }
        self.spans.0.truncate(left);
    }
}

/// Functions that are called with the values of symbols: one for lexemes and one for reductions.
pub(crate) struct Functions<'a, LexerTypesT: LexerTypes, Value, Term, Rule> {
    lexemes: Lexemes<'a, LexerTypesT::LexemeT>,
    term: Term,
    /// Makes the value of a rule from the last so many values, which it takes off.
    rule: Rule,
    values: Vec<Value>,
    spans: Spans,
}

impl<'a, LexerTypesT: LexerTypes, Value, Term, Rule> Functions<'a, LexerTypesT, Value, Term, Rule> {
    pub(crate) fn new(lexemes: Lexemes<'a, LexerTypesT::LexemeT>, term: Term, rule: Rule) -> Self {
        Functions { lexemes, term, rule, values: Vec::new(), spans: Spans::default() }
    }

    /// The value of the input.
    pub(crate) fn into_value(mut self) -> Option<Value> {
        self.values.pop()
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
        let start = self.lexemes[position].span().start();
        self.values.push((self.term)(Lexeme::new_faulty(stored(token), start, 0)));
        self.spans.0.push(Span::new(start, start));
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
