//! Lossless syntax trees: the leaves of a [`SyntaxTree`] in order are the input, whatever is wrong
//! with it.
//!
//! | in the input | in the tree |
//! |---|---|
//! | a lexeme that was parsed | a leaf in its rule's node |
//! | what the lexer skips between lexemes | trivia leaves before the next token, as high in the tree as they can stand, so that nodes begin and end with tokens: one for each text that the lexer has a name for, one for what is between |
//! | a token that recovery inserted | a *missing* leaf without text |
//! | lexemes that recovery deleted or dropped | leaves of an error node, where they stood |
//! | text that is no lexeme | an *unknown* leaf of an error node |
//!
//! Lists are flat: the node of a list has all items and separators as children. What is empty has
//! no node, and neither have the optional parts of the notation (`X?`).
//!
//! A tree is one vector beside the text, 16 bytes a node, in preorder: parents before children. A
//! node knows where its subtree ends in the vector and where its text begins; its text ends where
//! that of the node after its subtree begins. So all of a node's neighbours except its previous
//! sibling are found without a search, and nothing recurses.

mod build;
mod cursor;
mod edits;
mod node;
mod place;
mod tokens;
mod trivia;

use std::{fmt, iter, sync::Arc};

use lrtable::{PIdx, ProdId, RuleId, Span};

use crate::{
    node_types::{FieldId, NodeTypes, SyntaxKind, TypesOfTree},
    repair::shortened,
    tree::Outline,
};
pub use cursor::SyntaxCursor;
pub use edits::SyntaxEdits;

/// A lossless syntax tree: its leaves in order are the input, with blanks, comments and errors.
///
/// Clones share memory, and can be sent to other threads. Trees are equal if their texts and their
/// nodes are.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::{WordTypes, Words};
/// use lrpar::RTParserBuilder;
/// # use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
/// # let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
/// # let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum 'plus' 'one' | 'one';").unwrap();
/// # let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
/// let text = "one  plus plus one";
/// # let lexer = Words::new(text, |word| Some(grammar.token_idx(word)?.0));
/// let parser: RTParserBuilder<u32, WordTypes> = RTParserBuilder::new(&grammar, &table);
/// let (tree, errors) = parser.parse_syntax_tree(&lexer);
/// assert_eq!(errors.len(), 1);
/// let leaves: String = tree.root().leaves().map(|leaf| leaf.text()).collect();
/// assert_eq!(leaves, text);
///
/// let in_thread = std::thread::spawn({
///     let tree = tree.clone();
///     move || tree.node_count()
/// });
/// assert_eq!(in_thread.join().unwrap(), tree.node_count());
/// assert_eq!(tree, parser.parse_syntax_tree(&lexer).0);
/// assert_ne!(tree, parser.parse_syntax_tree(&Words::new("one", |_| None)).0);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SyntaxTree(Arc<Parts>);

struct Parts {
    text: Box<str>,
    elements: Vec<Element>,
    types: TypesOfTree,
    variants: Vec<Variant>,
    /// The rule of each production and of each variant.
    rules: Vec<RuleId>,
    /// The distinct names of trivia.
    trivia: Vec<Box<str>>,
    /// The elements that are errors or missing tokens, in order.
    wrong: Vec<u32>,
    /// The elements that are lexemes without text, in order.
    empty: Vec<u32>,
}

impl PartialEq for Parts {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
            && self.elements == other.elements
            && self.variants == other.variants
            && self.trivia == other.trivia
            && *self.types == *other.types
    }
}

impl Eq for Parts {}

/// A production with the fields of the children that a node has that is not one for each symbol of
/// the production.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Variant {
    prod: ProdId,
    fields: Box<[Option<FieldId>]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Element {
    kind: Packed,
    parent: u32,
    /// The index of the element after the subtree.
    end: u32,
    /// The byte where the element's text begins.
    start: u32,
}

/// A [`SyntaxKind`] in 32 bits; with a production instead of a rule, or the number of productions
/// and of a variant; and the number, from 1, of a trivia's name.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Packed(u32);

const TAG: u32 = 7 << 29;

impl Packed {
    const RULE: u32 = 0;
    const TOKEN: u32 = 1 << 29;
    const MISSING: u32 = 2 << 29;
    const TRIVIA: u32 = 3 << 29;
    const ERROR: Packed = Packed(4 << 29);
    const UNKNOWN: Packed = Packed(5 << 29);

    /// # Panics
    ///
    /// If there are 2²⁹ productions, tokens or names of trivia; tables and lexers have fewer.
    fn new(tag: u32, id: u32) -> Packed {
        assert!(id & TAG == 0, "tables have fewer than 2^29 tokens and productions");
        Packed(tag | id)
    }

    /// Returns what is beside the tag, if it is this one.
    fn id(self, tag: u32) -> Option<u32> {
        (self.0 & TAG == tag).then_some(self.0 & !TAG)
    }

    /// Returns the rule of a rule's element that has no variant yet.
    fn rule(self, types: &NodeTypes) -> Option<RuleId> {
        self.id(Packed::RULE).map(|prod| types.rule_of(PIdx(prod)))
    }
}

/// A node of a [`SyntaxTree`], leaves included; two words, which are copied.
///
/// Nodes are equal if they are one place of one tree in memory. A tree never changes: to edit a
/// text, apply a [`TextEdit`](crate::TextEdit) at a node's place, and parse again.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::sum_tree;
/// use lrpar::{SyntaxKind, TextEdit, apply_edits};
/// let text = "one what plus one";
/// let tree = sum_tree(text);
/// // Deletes what is no part of a sum.
/// let errors = tree.root().preorder().filter(|(_, node)| node.kind() == SyntaxKind::Error);
/// let edits: Vec<TextEdit> =
///     errors.map(|(_, node)| TextEdit { span: node.span(), text: String::new() }).collect();
/// let fixed = apply_edits(text, &edits);
/// assert_eq!(fixed, "one  plus one");
/// assert!(sum_tree(&fixed).root().preorder().all(|(_, node)| node.kind() != SyntaxKind::Error));
/// ```
#[derive(Clone, Copy)]
pub struct SyntaxNode<'t> {
    tree: &'t SyntaxTree,
    at: u32,
}

/// Place and kind of a node, without its tree: [`resolve`](SyntaxPointer::resolve) finds the node
/// of this kind and place in a tree of another version of the text.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::sum_tree;
/// let tree = sum_tree("one plus one");
/// let last = tree.root().leaves().last().unwrap();
/// let again = sum_tree("one plus  one");
/// assert!(last.pointer().resolve(&again).is_none());
/// let first = tree.leaf_at(0).unwrap();
/// assert_eq!(first.pointer().resolve(&again).unwrap().text(), "one");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SyntaxPointer {
    /// The kind of the node.
    pub kind: SyntaxKind,
    /// The bytes that the node covered.
    pub span: Span,
}

impl SyntaxTree {
    /// Returns the root: the node of the start rule, or an error node if no tree could be made of
    /// the input.
    pub fn root(&self) -> SyntaxNode<'_> {
        SyntaxNode { tree: self, at: 0 }
    }

    /// Returns the input.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns the number of nodes, leaves included.
    pub fn node_count(&self) -> usize {
        self.0.elements.len()
    }

    /// Returns the leaf that holds the byte at `offset`; `None` at the end of the text and beyond.
    /// Takes time logarithmic in the size of the tree.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// let tree = sum_tree("one plus one");
    /// assert_eq!(tree.leaf_at(5).unwrap().text(), "plus");
    /// assert_eq!(tree.leaf_at(12), None);
    /// ```
    pub fn leaf_at(&self, offset: usize) -> Option<SyntaxNode<'_>> {
        if offset >= self.text().len() {
            return None;
        }
        // The last element that begins there or before is the leaf; or a missing leaf or an empty
        // rule before the next one.
        let after = self.0.elements.partition_point(|element| element.start as usize <= offset);
        let nodes = (0..after as u32).rev().map(|at| SyntaxNode { tree: self, at });
        nodes.into_iter().find(|node| node.is_leaf() && !node.span().is_empty())
    }

    /// Returns the lowest node that covers all of `span`; the root if there is no other.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// use lrtable::Span;
    /// let tree = sum_tree("one plus one plus one");
    /// assert_eq!(tree.covering(Span::new(6, 10)).text(), "one plus one");
    /// assert_eq!(tree.covering(Span::new(6, 14)), tree.root());
    /// ```
    pub fn covering(&self, span: Span) -> SyntaxNode<'_> {
        let holds = |node: &SyntaxNode<'_>| {
            node.span().start() <= span.start() && span.end() <= node.span().end()
        };
        let leaf = self.leaf_at(span.start()).unwrap_or(self.root());
        iter::once(leaf).chain(leaf.ancestors()).find(holds).unwrap_or(self.root())
    }

    /// Returns what nodes trees of the grammar have.
    pub fn types(&self) -> &NodeTypes {
        &self.0.types
    }
}

/// Formats the tree: a line for each node, indented by depth (up to 100; beyond, a number is the
/// depth), with its name, and for a leaf its text.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::sum_tree;
/// let tree = sum_tree("one plus one");
/// assert_eq!(
///     tree.to_string(),
///     "Sum\n Sum\n  one \"one\"\n <trivia> \" \"\n plus \"plus\"\n\
///      \x20<trivia> \" \"\n one \"one\"\n"
/// );
/// ```
impl fmt::Display for SyntaxTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |node: SyntaxNode<'_>| {
            let name = shortened(node.name());
            match node.kind() {
                SyntaxKind::Rule(_) => name,
                SyntaxKind::Error => "<error>".to_owned(),
                SyntaxKind::Missing(_) => format!("{name} <missing>"),
                SyntaxKind::Token(_) => format!("{name} {:?}", node.text()),
                SyntaxKind::Trivia => {
                    let name = node.trivia_name().map(|name| format!(" {}", shortened(name)));
                    format!("<trivia{}> {:?}", name.unwrap_or_default(), node.text())
                }
                SyntaxKind::Unknown => format!("<unknown> {:?}", node.text()),
            }
        };
        Outline(|| self.root().preorder(), line).fmt(f)
    }
}

/// Formats the kinds by number and the text of the leaves, a line for each node.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::sum_tree;
/// let shown = format!("{:?}", sum_tree("one "));
/// assert!(shown.starts_with("Rule") && shown.ends_with(" Trivia@3..4 \" \"\n"), "{shown}");
/// ```
impl fmt::Debug for SyntaxTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, node) in self.root().preorder() {
            write!(f, "{:1$}{node:?}", "", depth.min(100))?;
            match node.is_leaf() {
                true => writeln!(f, " {:?}", node.text())?,
                false => writeln!(f)?,
            }
        }
        Ok(())
    }
}

/// A node of a certain rule: the trait of the types that build scripts generate for the rules of a
/// grammar (`CTParserBuilder::syntax_tree`).
///
/// The functions of such a type return the symbols of the rule's productions. `None` means that the
/// production of the node lacks the symbol; a symbol that recovery inserted is there and is
/// [missing](SyntaxNode::is_missing), or is a rule's node with only missing tokens below.
pub trait TypedNode<'t>: Copy {
    /// The id of the rule.
    const RULE: u32;

    /// Wraps a node, which must be one of this rule.
    #[doc(hidden)]
    fn from_node(node: SyntaxNode<'t>) -> Self;

    /// Returns the node.
    fn syntax(self) -> SyntaxNode<'t>;

    /// Wraps `node` if it is a node of this rule; `None` otherwise.
    fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        (node.kind() == SyntaxKind::Rule(RuleId::new(Self::RULE as usize)))
            .then(|| Self::from_node(node))
    }
}

impl SyntaxPointer {
    /// Finds the node with this kind and span in `tree`, the outermost of several; `None` if there
    /// is none, as after an edit before it.
    pub fn resolve(self, tree: &SyntaxTree) -> Option<SyntaxNode<'_>> {
        let start = self.span.start();
        let from = tree.0.elements.partition_point(|element| (element.start as usize) < start);
        let nodes = (from..tree.node_count()).map(|at| SyntaxNode { tree, at: at as u32 });
        nodes
            .take_while(|node| node.span().start() == start)
            .chain((from == 0).then(|| tree.root()))
            .find(|node| node.pointer() == self)
    }
}
