//! Builds a syntax tree from a parse tree, the lexemes, the trivia and the text. Cost: linear in
//! the nodes, lexemes and trivia.
//!
//! Here lists become flat, and what has no node of its own is left out. A node whose children are
//! not just the symbols of its production, in order, has a *variant* of the production instead of
//! it, which says what the field of each child is.

use std::{collections::HashMap, iter::Peekable, num::NonZero, sync::Arc};

use lrtable::{PIdx, Span, Storage, TokenId};

use super::{Element, Packed, Parts, SyntaxTree, Variant};
use crate::{
    lexer::{Lexeme, LexerTypes, NonStreamingLexer},
    node_types::{NodeTypes, Place, ProdShape, TypesOfTree},
    tree::{NodeKind, NodeRef, Tree},
};

/// A step of the walk through a parse tree.
enum Step<'t, LexemeT> {
    /// Enters this node, as a child of that element, at that place in its production if the
    /// element's children have noted places.
    Enter(NodeRef<'t, LexemeT>, u32, Place),
    /// Ends this element, everything below which was entered; the number, plus one, of places
    /// before those of its children, if these are noted.
    Leave(u32, Option<NonZero<u32>>),
}

struct Builder<'a, LexerTypesT: LexerTypes, NamedT: Iterator> {
    text: &'a str,
    /// The lexemes of the input.
    lexemes: &'a [LexerTypesT::LexemeT],
    /// The token `$`; those of the grammar have smaller ids.
    eof: TokenId,
    types: &'a NodeTypes,
    /// Those of the types.
    shapes: &'a [u8],
    elements: Vec<Element>,
    /// The places of the symbols among the children of the elements that are not left, where they
    /// may be others than all of the production.
    places: Vec<Place>,
    variants: Variants,
    /// The elements that are errors or missing tokens.
    wrong: Vec<u32>,
    /// The elements that are lexemes without text.
    empty: Vec<u32>,
    /// The named trivia that are not in elements yet.
    named: Peekable<NamedT>,
    /// The number of each name, counted from 1.
    names: HashMap<&'a str, u32>,
    /// The first lexeme that is in no element yet.
    next: usize,
    /// The lexeme up to which all was added last: often many nodes begin with one lexeme.
    caught_up: Option<usize>,
    /// The byte up to which the text is in elements.
    at: usize,
}

impl SyntaxTree {
    /// Makes the syntax tree of a parse tree of the text of `lexer`.
    pub(crate) fn new<LexerTypesT: LexerTypes>(
        tree: &Tree<LexerTypesT::LexemeT>,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        types: TypesOfTree,
        eof: TokenId,
    ) -> SyntaxTree {
        let shared = types.clone();
        let (text, named) = (lexer.text(), lexer.named_trivia());
        let lexemes = tree.lexemes();
        let mut builder: Builder<'_, LexerTypesT, _> = Builder {
            text,
            lexemes,
            eof,
            types: &shared,
            shapes: &shared.shapes,
            // An element for each lexeme, for the text before it, and for the rules around it.
            elements: Vec::with_capacity(4 * lexemes.len()),
            places: Vec::new(),
            variants: Variants::default(),
            wrong: Vec::new(),
            empty: Vec::new(),
            named: named.peekable(),
            names: HashMap::new(),
            next: 0,
            caught_up: None,
            at: 0,
        };
        builder.build(tree);
        builder.elements.shrink_to_fit();
        let Builder {
            elements, variants: Variants { all: variants, .. }, wrong, empty, names, ..
        } = builder;
        let mut trivia: Vec<(u32, Box<str>)> =
            names.into_iter().map(|(name, number)| (number, name.into())).collect();
        trivia.sort_unstable();
        let trivia = trivia.into_iter().map(|(_, name)| name).collect();
        let variants_of = variants.iter().map(|variant| variant.prod);
        let rules = types.prod_ids().chain(variants_of).map(|prod| types.rule_of(prod)).collect();
        SyntaxTree(Arc::new(Parts {
            text: text.into(),
            elements,
            types,
            variants,
            rules,
            trivia,
            wrong,
            empty,
        }))
    }
}

/// The variants of productions in a tree.
#[derive(Default)]
struct Variants {
    all: Vec<Variant>,
    ids: HashMap<Variant, u32>,
}

impl Variants {
    fn id(&mut self, variant: Variant) -> u32 {
        let Variants { all, ids } = self;
        *ids.entry(variant).or_insert_with_key(|variant| {
            all.push(variant.clone());
            all.len() as u32 - 1
        })
    }
}

impl<'a, LexerTypesT: LexerTypes, NamedT: Iterator<Item = (Span, &'a str)>>
    Builder<'a, LexerTypesT, NamedT>
{
    fn build(&mut self, tree: &Tree<LexerTypesT::LexemeT>) {
        let first = tree.first_lexemes();
        let mut todo = vec![Step::Enter(tree.root(), 0, Place::UNKNOWN)];
        while let Some(step) = todo.pop() {
            match step {
                Step::Enter(node, parent, place) => {
                    if let Some(lexeme) = first(node)
                        && self.caught_up != Some(lexeme)
                        && !self.elements.is_empty()
                    {
                        self.catch_up(lexeme, parent);
                        self.caught_up = Some(lexeme);
                    }
                    self.enter(node, parent, place, &mut todo);
                }
                Step::Leave(element, places) => {
                    if element == 0 {
                        self.catch_up(self.lexemes.len(), 0);
                        self.trivia(self.text.len(), 0);
                    }
                    self.leave(element, places);
                }
            }
        }
    }

    fn enter<'t>(
        &mut self,
        node: NodeRef<'t, LexerTypesT::LexemeT>,
        parent: u32,
        place: Place,
        todo: &mut Vec<Step<'t, LexerTypesT::LexemeT>>,
    ) {
        let is_root = self.elements.is_empty();
        let prod = match node.kind() {
            NodeKind::Lexeme(lexeme) => {
                self.note(place);
                if lexeme.faulty() {
                    let token = lexeme.tok_id().to_index() as u32;
                    self.leaf(Packed::new(Packed::MISSING, token), parent);
                } else {
                    self.lexeme(lexeme, parent);
                }
                return;
            }
            NodeKind::Error => {
                let error = self.push(Packed::ERROR, parent);
                todo.push(Step::Leave(error, None));
                let children = node.children().rev();
                todo.extend(children.map(|child| Step::Enter(child, error, Place::UNKNOWN)));
                return;
            }
            NodeKind::Rule(_, prod) => prod,
        };
        let shape = self.shape(prod.0);
        let is_left_out = !is_root
            && match shape {
                ProdShape::Plain | ProdShape::Node => false,
                ProdShape::List => {
                    let list = self.elements[parent as usize].kind.rule(self.types);
                    list == Some(self.types.rule_of(prod))
                }
                ProdShape::LeftOut | ProdShape::Spliced => true,
            };
        if is_left_out {
            let slots = self.types.slots(prod);
            let (is_single, mut slot, first) = (slots.len() == 1, slots.start, todo.len());
            for child in node.children() {
                // The symbol of a `%transparent` production takes its place.
                let is_spliced = shape == ProdShape::Spliced;
                let inside = if is_spliced { place.in_group(slot, is_single) } else { place };
                todo.push(Step::Enter(child, parent, inside));
                // Errors stand between the symbols of the production.
                slot += u32::from(!matches!(child.kind(), NodeKind::Error));
            }
            todo[first..].reverse();
            return;
        }
        self.note(place);
        let element = self.push(Packed::new(Packed::RULE, prod.0), parent);
        if shape == ProdShape::Node {
            todo.push(Step::Leave(element, NonZero::new(self.places.len() as u32 + 1)));
            let mut slot = self.types.slots(prod).start;
            let first = todo.len();
            for child in node.children() {
                todo.push(Step::Enter(child, element, Place::of(slot)));
                slot += u32::from(!matches!(child.kind(), NodeKind::Error));
            }
            todo[first..].reverse();
        } else {
            todo.push(Step::Leave(element, None));
            todo.extend(
                node.children().rev().map(|child| Step::Enter(child, element, Place::UNKNOWN)),
            );
        }
    }

    /// Notes the place of a symbol, if its parent wants to know it.
    fn note(&mut self, place: Place) {
        if place != Place::UNKNOWN {
            self.places.push(place);
        }
    }

    /// Ends an element: one without children is taken back.
    fn leave(&mut self, element: u32, places: Option<NonZero<u32>>) {
        let end = self.elements.len() as u32;
        if end == element + 1 && element > 0 {
            self.take_back(element);
            return;
        }
        if let Some(places) = places {
            let noted = &self.places[places.get() as usize - 1..];
            let Packed(prod) = self.elements[element as usize].kind;
            let prod = PIdx(prod);
            if !self.types.slots(prod).map(Place::of).eq(noted.iter().copied()) {
                let fields = noted.iter().map(|place| self.types.field_at(*place)).collect();
                let variant = self.variants.id(Variant { prod, fields });
                let id = self.types.prod_ids().len() as u32 + variant;
                self.elements[element as usize].kind = Packed::new(Packed::RULE, id);
            }
            self.places.truncate(places.get() as usize - 1);
        }
        self.elements[element as usize].end = end;
    }

    /// Removes an element without children, the last, and its place if that was noted: if it is a
    /// symbol of a node whose children have noted places.
    fn take_back(&mut self, element: u32) {
        let Element { kind, parent, .. } = self.elements[element as usize];
        self.elements.pop();
        self.wrong.pop_if(|wrong| *wrong == element);
        let is_wanted = |prod| self.shape(prod) == ProdShape::Node;
        let prod = self.elements[parent as usize].kind.id(Packed::RULE);
        if kind != Packed::ERROR && prod.is_some_and(is_wanted) {
            self.places.pop();
        }
    }

    fn shape(&self, prod: u32) -> ProdShape {
        ProdShape::of(self.shapes[prod as usize])
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
        let end = self.text.floor_char_boundary(lexeme.span().end());
        if end <= self.at {
            self.empty.push(self.elements.len() as u32 - 1);
        }
        self.at = self.at.max(end);
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
        if kind == Packed::ERROR || kind.id(Packed::MISSING).is_some() {
            self.wrong.push(number);
        }
        number
    }
}
