//! Builds a syntax tree from a parse tree, the lexemes, the trivia and the text. Cost: linear in
//! the nodes, lexemes and trivia.

use std::{collections::HashMap, iter::Peekable, sync::Arc};

use lrtable::{Span, Storage, TokenId};

use super::{Element, Packed, Parts, SyntaxTree};
use crate::{
    lexer::{Lexeme, LexerTypes, NonStreamingLexer},
    tree::{NodeKind, NodeRef, Tree},
};

/// A step of the walk through a parse tree.
enum Step<'t, LexemeT> {
    /// Enters this node, as a child of that element.
    Enter(NodeRef<'t, LexemeT>, u32),
    /// Ends this element: everything below was entered.
    Leave(u32),
}

struct Builder<'a, LexerTypesT: LexerTypes, NamedT: Iterator> {
    text: &'a str,
    /// The lexemes of the input.
    lexemes: &'a [LexerTypesT::LexemeT],
    /// The token `$`; those of the grammar have smaller ids.
    eof: TokenId,
    elements: Vec<Element>,
    /// The named trivia that are not in elements yet.
    named: Peekable<NamedT>,
    /// The number of each name, counted from 1.
    names: HashMap<&'a str, u32>,
    /// The first lexeme that is in no element yet.
    next: usize,
    /// The byte up to which the text is in elements.
    at: usize,
}

impl SyntaxTree {
    /// Makes the syntax tree of a parse tree of the text of `lexer`.
    pub(crate) fn new<LexerTypesT: LexerTypes>(
        tree: &Tree<LexerTypesT::LexemeT>,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        eof: TokenId,
    ) -> SyntaxTree {
        let (text, named) = (lexer.text(), lexer.named_trivia());
        let lexemes = tree.lexemes();
        // An element for each lexeme, for the text before it, and for the rules around it.
        let elements = Vec::with_capacity(4 * lexemes.len());
        let (named, names) = (named.peekable(), HashMap::new());
        let mut builder: Builder<'_, LexerTypesT, _> =
            Builder { text, lexemes, eof, elements, named, names, next: 0, at: 0 };
        builder.build(tree);
        builder.elements.shrink_to_fit();
        let (elements, rules) = (builder.elements, tree.rules().collect());
        let mut trivia: Vec<(u32, Box<str>)> =
            builder.names.into_iter().map(|(name, number)| (number, name.into())).collect();
        trivia.sort_unstable();
        let trivia = trivia.into_iter().map(|(_, name)| name).collect();
        SyntaxTree(Arc::new(Parts { text: text.into(), elements, rules, trivia }))
    }
}

impl<'a, LexerTypesT: LexerTypes, NamedT: Iterator<Item = (Span, &'a str)>>
    Builder<'a, LexerTypesT, NamedT>
{
    fn build(&mut self, tree: &Tree<LexerTypesT::LexemeT>) {
        let first = tree.first_lexemes();
        let mut todo = Vec::new();
        self.enter(tree.root(), 0, &mut todo);
        while let Some(step) = todo.pop() {
            match step {
                Step::Enter(node, parent) => {
                    if let Some(lexeme) = first(node) {
                        self.catch_up(lexeme, parent);
                    }
                    self.enter(node, parent, &mut todo);
                }
                Step::Leave(element) => {
                    if element == 0 {
                        self.catch_up(self.lexemes.len(), 0);
                        self.trivia(self.text.len(), 0);
                    }
                    self.elements[element as usize].end = self.elements.len() as u32;
                }
            }
        }
    }

    fn enter<'t>(
        &mut self,
        node: NodeRef<'t, LexerTypesT::LexemeT>,
        parent: u32,
        todo: &mut Vec<Step<'t, LexerTypesT::LexemeT>>,
    ) {
        let kind = match node.kind() {
            NodeKind::Lexeme(lexeme) if lexeme.faulty() => {
                let kind = Packed::new(Packed::MISSING, lexeme.tok_id().to_index() as u32);
                self.leaf(kind, parent);
                return;
            }
            NodeKind::Lexeme(lexeme) => {
                self.lexeme(lexeme, parent);
                return;
            }
            NodeKind::Rule(_, prod) => Packed::new(Packed::RULE, prod.0),
            NodeKind::Error => Packed::ERROR,
        };
        let element = self.push(kind, parent);
        todo.push(Step::Leave(element));
        todo.extend(node.children().rev().map(|child| Step::Enter(child, element)));
    }

    /// Adds, below `parent`, everything before the lexeme `to`: trivia, and an error node with
    /// lexemes that are in no node.
    fn catch_up(&mut self, to: usize, parent: u32) {
        if self.next < to {
            self.trivia_before(self.next, parent);
            let error = self.push(Packed::ERROR, parent);
            while self.next < to {
                self.trivia_before(self.next, error);
                self.lexeme(&self.lexemes[self.next], error);
            }
            self.elements[error as usize].end = self.elements.len() as u32;
        }
        self.trivia_before(to, parent);
    }

    fn trivia_before(&mut self, lexeme: usize, parent: u32) {
        if let Some(lexeme) = self.lexemes.get(lexeme) {
            self.trivia(lexeme.span().start(), parent);
        }
    }

    /// Adds, below `parent`, the text up to `to`: a leaf for each named trivia, and for what is
    /// between.
    fn trivia(&mut self, to: usize, parent: u32) {
        let to = self.text.floor_char_boundary(to);
        while let Some((span, name)) = self.named.next_if(|(span, _)| span.start() < to) {
            self.unnamed(self.text.floor_char_boundary(span.start()), parent);
            // A lexer written by hand may return texts that overlap.
            let end = self.text.floor_char_boundary(span.end().min(to));
            if self.at < end {
                let number = self.names.len() as u32 + 1;
                let number = *self.names.entry(name).or_insert(number);
                self.leaf(Packed::new(Packed::TRIVIA, number), parent);
                self.at = end;
            }
        }
        self.unnamed(to, parent);
    }

    /// Adds, below `parent`, the text up to `to` as one leaf without a name.
    fn unnamed(&mut self, to: usize, parent: u32) {
        if self.at < to {
            self.leaf(Packed::new(Packed::TRIVIA, 0), parent);
            self.at = to;
        }
    }

    /// Adds, below `parent`, the next lexeme.
    fn lexeme(&mut self, lexeme: &LexerTypesT::LexemeT, parent: u32) {
        self.next += 1;
        // The lexer may have tokens that the grammar lacks; and no lexeme is `$`.
        let token = lexeme.tok_id().to_index();
        let kind = match token < self.eof.index() {
            true => Packed::new(Packed::TOKEN, token as u32),
            false => Packed::UNKNOWN,
        };
        self.leaf(kind, parent);
        // A lexer written by hand may return lexemes that overlap, or that end after the text.
        self.at = self.at.max(self.text.floor_char_boundary(lexeme.span().end()));
    }

    fn leaf(&mut self, kind: Packed, parent: u32) {
        let leaf = self.push(kind, parent);
        self.elements[leaf as usize].end = leaf + 1;
    }

    /// Adds an element whose end is not known yet; returns its index.
    fn push(&mut self, kind: Packed, parent: u32) -> u32 {
        let number = u32::try_from(self.elements.len());
        let number = number.expect("a tree has fewer than 2^32 nodes");
        let start = u32::try_from(self.at).expect("a text has fewer than 2^32 bytes");
        self.elements.push(Element { kind, parent, end: 0, start });
        number
    }
}
