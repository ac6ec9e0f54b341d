//! Nodes of a syntax tree: neighbours, walks, place and text.
//!
//! All are computed from the tree's vector: the next element is the first child, the one after a
//! node's subtree its next sibling.

use std::{fmt, iter, ops::Range, sync::Arc};

use lrtable::{PIdx, ProdId, RuleId, Span, Symbol, TIdx};

use super::{Element, Packed, SyntaxNode, SyntaxPointer, SyntaxTree, TAG, Variant};
use crate::node_types::{FieldId, NodeForm, Place, SyntaxKind};

impl<'t> SyntaxNode<'t> {
    pub(super) fn element(self) -> &'t Element {
        &self.tree.0.elements[self.at as usize]
    }

    pub(super) fn to(self, at: u32) -> SyntaxNode<'t> {
        SyntaxNode { at, ..self }
    }

    /// Returns the tree of the node.
    pub fn tree(self) -> &'t SyntaxTree {
        self.tree
    }

    /// Returns the kind of the node.
    pub fn kind(self) -> SyntaxKind {
        let Packed(kind) = self.element().kind;
        let id = kind & !TAG;
        match kind & TAG {
            Packed::RULE => SyntaxKind::Rule(self.tree.0.rules[id as usize]),
            Packed::TOKEN => SyntaxKind::Token(TIdx(id)),
            Packed::MISSING => SyntaxKind::Missing(TIdx(id)),
            Packed::TRIVIA => SyntaxKind::Trivia,
            tag if tag == Packed::ERROR.0 => SyntaxKind::Error,
            _ => SyntaxKind::Unknown,
        }
    }

    /// Returns the name of the node's rule or token; empty for trivia, errors and unknown text.
    pub fn name(self) -> &'t str {
        self.tree.types().name(self.kind())
    }

    /// Returns whether the node is a rule's, a token's whose name is a word that begins with a
    /// capital letter, or trivia with a name; not a sign, a keyword or an error.
    pub fn is_named(self) -> bool {
        self.tree.types().is_named(self.kind()) || self.trivia_name().is_some()
    }

    /// Returns the production by which the node's rule was recognised; `None` if the node is not a
    /// rule's. That of a list is the one of all of it.
    pub fn production(self) -> Option<ProdId> {
        self.element().kind.id(Packed::RULE).map(|id| self.tree.shape(id).0)
    }

    /// Returns the field that the node is in its parent; `None` if it is no field. Takes time
    /// linear in the number of siblings before it, unless the parent is a list.
    pub fn field(self) -> Option<FieldId> {
        let parent = self.parent()?;
        if !self.is_symbol() {
            return None;
        }
        let fields = parent.fields()?;
        match fields {
            Fields::List(_) => fields.of(self, 0),
            _ => fields.of(self, parent.symbols().take_while(|child| *child != self).count()),
        }
    }

    /// Returns the name of the field that the node is in its parent.
    pub fn field_name(self) -> Option<&'t str> {
        self.field().map(|field| self.tree.types().field_name(field))
    }

    /// Returns an iterator over the children, trivia and errors included, each with its field.
    pub fn children_with_fields(self) -> impl Iterator<Item = (Option<FieldId>, SyntaxNode<'t>)> {
        let (fields, mut number) = (self.fields(), 0);
        self.children().map(move |child| {
            if !child.is_symbol() {
                return (None, child);
            }
            number += 1;
            (fields.as_ref().and_then(|fields| fields.of(child, number - 1)), child)
        })
    }

    /// Returns the children with a field.
    pub fn children_by_field(self, field: FieldId) -> impl Iterator<Item = SyntaxNode<'t>> {
        let of_field = self.children_with_fields().filter(move |(own, _)| *own == Some(field));
        of_field.map(|(_, child)| child)
    }

    /// Returns the first child with the field of this name; `None` if there is none.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// let tree = sum_tree("one plus one");
    /// let plus = tree.root().child_by_field("plus_token").unwrap();
    /// assert_eq!((plus.text(), plus.field_name()), ("plus", Some("plus_token")));
    /// ```
    pub fn child_by_field(self, name: &str) -> Option<SyntaxNode<'t>> {
        self.children_by_field(self.tree.types().field_named(name)?).next()
    }

    /// Returns the field of a child that is a symbol, the node's with this number.
    #[cfg(feature = "query")]
    pub(crate) fn field_of_symbol(self, child: SyntaxNode<'t>, number: usize) -> Option<FieldId> {
        self.fields()?.of(child, number)
    }

    /// Returns the node after as many in a walk through this one and all below, parents first.
    #[cfg(feature = "query")]
    pub(crate) fn descendant(self, number: u32) -> SyntaxNode<'t> {
        self.to(self.at + number)
    }

    /// The fields of the children, if the node is a rule's.
    fn fields(self) -> Option<Fields<'t>> {
        let types = self.tree.types();
        let (prod, fields) = self.tree.shape(self.element().kind.id(Packed::RULE)?);
        let rule = types.rule_of(prod);
        Some(match fields {
            Some(fields) => Fields::Listed(fields),
            None if types.form(rule) == NodeForm::List => Fields::List(rule),
            None => Fields::Slots(types.slots(prod)),
        })
    }

    /// Returns whether the node is a leaf: a token, missing or not, trivia or unknown text, but not
    /// a rule or an error.
    pub fn is_leaf(self) -> bool {
        !matches!(self.element().kind.0 & TAG, Packed::RULE) && self.element().kind != Packed::ERROR
    }

    /// Returns whether the node is a token that recovery inserted.
    pub fn is_missing(self) -> bool {
        self.element().kind.0 & TAG == Packed::MISSING
    }

    /// Returns the lexer's name for the node's trivia, `comment` for example; `None` if there is
    /// none, or the node is not trivia.
    pub fn trivia_name(self) -> Option<&'t str> {
        let Packed(kind) = self.element().kind;
        let number = (kind & TAG == Packed::TRIVIA).then_some(kind & !TAG)?;
        Some(&self.tree.0.trivia[number.checked_sub(1)? as usize])
    }

    /// Returns the bytes of the text that the node covers.
    pub fn span(self) -> Span {
        let element = self.element();
        let after = self.tree.0.elements.get(element.end as usize);
        let end = after.map_or(self.tree.text().len(), |after| after.start as usize);
        Span::new(element.start as usize, end)
    }

    /// Returns the text of the node.
    pub fn text(self) -> &'t str {
        self.span().text(self.tree.text())
    }

    /// Returns the parent of the node; `None` for the root.
    pub fn parent(self) -> Option<SyntaxNode<'t>> {
        (self.at > 0).then(|| self.to(self.element().parent))
    }

    /// Returns an iterator over the node's parent, the parent of that, and so on to the root.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// let tree = sum_tree("one plus one");
    /// let first = tree.leaf_at(0).unwrap();
    /// let texts: Vec<&str> = first.ancestors().map(|node| node.text()).collect();
    /// assert_eq!(texts, ["one", "one plus one"]);
    /// ```
    pub fn ancestors(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        iter::successors(self.parent(), |node| node.parent())
    }

    /// Returns the first child of the node.
    pub fn first_child(self) -> Option<SyntaxNode<'t>> {
        (self.at + 1 < self.element().end).then(|| self.to(self.at + 1))
    }

    /// Returns an iterator over the children of the node in the order of the text, trivia and
    /// errors included.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// let tree = sum_tree("one plus one");
    /// let texts: Vec<&str> = tree.root().children().map(|child| child.text()).collect();
    /// assert_eq!(texts, ["one", " ", "plus", " ", "one"]);
    /// assert_eq!(tree.root().symbols().count(), 3);
    /// ```
    pub fn children(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        iter::successors(self.first_child(), |child| child.next_sibling())
    }

    /// Returns an iterator over the children that are rules and tokens, missing ones included: all
    /// but trivia, errors and unknown text.
    pub fn symbols(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.children().filter(|child| child.is_symbol())
    }

    /// Returns the rule or the token of the node, which may be missing; `None` for other kinds.
    pub fn symbol(self) -> Option<Symbol> {
        match self.kind() {
            SyntaxKind::Rule(rule) => Some(Symbol::Rule(rule)),
            SyntaxKind::Token(token) | SyntaxKind::Missing(token) => Some(Symbol::Token(token)),
            SyntaxKind::Trivia | SyntaxKind::Error | SyntaxKind::Unknown => None,
        }
    }

    /// Returns the symbols of a list's node that are no separators; those of another node all.
    pub fn items(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        let list = self.kind();
        self.symbols().filter(move |child| match (list, child.symbol()) {
            (SyntaxKind::Rule(list), Some(symbol)) => !self.tree.types().is_separator(list, symbol),
            _ => true,
        })
    }

    pub(super) fn is_symbol(self) -> bool {
        self.element().kind.0 < Packed::TRIVIA
    }

    /// Returns the next child of the node's parent.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// let tree = sum_tree("one plus one");
    /// let plus = tree.leaf_at(5).unwrap();
    /// let (before, after) = (plus.previous_sibling().unwrap(), plus.next_sibling().unwrap());
    /// assert_eq!((before.span().end(), after.span().start()), (4, 8));
    /// ```
    pub fn next_sibling(self) -> Option<SyntaxNode<'t>> {
        let next = self.to(self.element().end);
        (next.at < self.parent()?.element().end).then_some(next)
    }

    /// Returns the previous child of the node's parent. Takes time linear in the depth of that
    /// child.
    pub fn previous_sibling(self) -> Option<SyntaxNode<'t>> {
        let parent = self.parent()?;
        let before = self.to(self.at - 1);
        iter::once(before).chain(before.ancestors()).find(|node| node.parent() == Some(parent))
    }

    /// Returns an iterator over the node and all nodes below, parents before children, each with
    /// its depth below this node.
    pub fn preorder(self) -> impl Iterator<Item = (usize, SyntaxNode<'t>)> {
        let mut open: Vec<u32> = Vec::new();
        (self.at..self.element().end).map(move |at| {
            let node = self.to(at);
            while open.last().is_some_and(|end| *end <= at) {
                open.pop();
            }
            let depth = open.len();
            open.push(node.element().end);
            (depth, node)
        })
    }

    /// Returns an iterator over the leaves below the node, or the node itself if it is a leaf, in
    /// the order of the text.
    pub fn leaves(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        (self.at..self.element().end).map(move |at| self.to(at)).filter(|node| node.is_leaf())
    }

    /// Returns the first leaf after the node and everything below it.
    pub fn next_leaf(self) -> Option<SyntaxNode<'t>> {
        let all = self.tree.0.elements.len() as u32;
        (self.element().end..all).map(|at| self.to(at)).find(|node| node.is_leaf())
    }

    /// Returns the last leaf before the node.
    pub fn previous_leaf(self) -> Option<SyntaxNode<'t>> {
        (0..self.at).rev().map(|at| self.to(at)).find(|node| node.is_leaf())
    }

    /// Returns the place and the kind of the node, by which another tree finds it.
    pub fn pointer(self) -> SyntaxPointer {
        SyntaxPointer { kind: self.kind(), span: self.span() }
    }
}

/// The fields of a node's children.
enum Fields<'t> {
    /// Those of a list, by their kinds.
    List(RuleId),
    /// Those of a production's symbols.
    Slots(Range<u32>),
    Listed(&'t [Option<FieldId>]),
}

impl Fields<'_> {
    /// Returns the field of a node that is a symbol, the parent's with this number.
    fn of(&self, node: SyntaxNode<'_>, number: usize) -> Option<FieldId> {
        let types = node.tree.types();
        match self {
            Fields::List(rule) => types.field_in_list(*rule, node.symbol()?),
            Fields::Slots(slots) => types.field_at(Place::of(slots.start + number as u32)),
            Fields::Listed(fields) => *fields.get(number)?,
        }
    }
}

impl SyntaxTree {
    /// Returns the production of a rule's element by what stands beside its tag, and the fields of
    /// its children, if they are not those of the production's symbols.
    fn shape(&self, id: u32) -> (ProdId, Option<&[Option<FieldId>]>) {
        let prods = self.types().prod_ids().len();
        match (id as usize).checked_sub(prods) {
            None => (PIdx(id), None),
            Some(variant) => {
                let Variant { prod, fields } = &self.0.variants[variant];
                (*prod, Some(fields))
            }
        }
    }
}

/// Compares identity: two nodes are equal if they are one place of one tree in memory.
impl PartialEq for SyntaxNode<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && Arc::ptr_eq(&self.tree.0, &other.tree.0)
    }
}

impl Eq for SyntaxNode<'_> {}

impl fmt::Debug for SyntaxNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{}..{}", self.kind(), self.span().start(), self.span().end())
    }
}
