//! What nodes the syntax trees of a grammar have: their names, the rules that have none, which
//! rules are lists, and the fields of their children.
//!
//! A generated module holds all of it in `static` arrays; at run time it is made of a grammar. A
//! *slot* is a symbol of a production; slots are numbered through all productions.

#[cfg(feature = "generator")]
mod fields;
#[cfg(feature = "generator")]
mod lists;
#[cfg(feature = "generator")]
mod make;
#[cfg(feature = "generator")]
pub(crate) mod names;

use std::{borrow::Cow, fmt, ops::Range, sync::Arc};

use lrtable::{ProdId, RIdx, RuleId, Symbol, TokenId};

#[cfg(feature = "generator")]
pub(crate) use fields::{Field, fields_of_rule};
#[cfg(feature = "generator")]
pub(crate) use lists::items;

/// The kind of a node of a [`SyntaxTree`](crate::SyntaxTree).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SyntaxKind {
    /// A rule.
    Rule(RuleId),
    /// A lexeme with this token.
    Token(TokenId),
    /// A token that recovery inserted, and that has no text.
    Missing(TokenId),
    /// Text that the lexer skips: blanks, comments; [`trivia_name`](crate::SyntaxNode::trivia_name)
    /// distinguishes them.
    Trivia,
    /// Lexemes that recovery deleted or dropped, and nodes that were complete before.
    Error,
    /// Text that is no lexeme, or a lexeme that the grammar does not know.
    Unknown,
}

/// What nodes the syntax trees of a grammar have: names of rules, tokens and fields, and which
/// rules are lists or have no nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct NodeTypes {
    pub rules: Names,
    pub tokens: Names,
    /// The tokens' other names; empty where there is none.
    pub aliases: Names,
    pub fields: Names,
    /// The form of each rule, as a number.
    pub forms: Cow<'static, [u8]>,
    /// The shape of each production, as a number.
    pub shapes: Cow<'static, [u8]>,
    /// The rule of each production, and its first slot; at the end, the number of slots.
    pub productions: Cow<'static, [(u32, u32)]>,
    /// The symbol in each slot, as [`packed`] has it.
    pub symbols: Cow<'static, [u32]>,
    /// The field of each slot, plus one; 0 for none.
    pub slot_fields: Cow<'static, [u32]>,
    /// The fields, plus one, in groups without nodes: by the group's slot and that in the group.
    pub group_fields: Cow<'static, [(u32, u32, u32)]>,
    /// Of the rules that are lists, symbols with a field, plus one, and separators, in order.
    pub list_symbols: Cow<'static, [(u32, u32, u32)]>,
}

/// The last number of an entry of [`NodeTypes::list_symbols`] for a separator.
const SEPARATOR: u32 = u32::MAX;

/// A number for a symbol: even for tokens, odd for rules.
fn packed(symbol: Symbol) -> u32 {
    match symbol {
        Symbol::Token(token) => token.0 << 1,
        Symbol::Rule(rule) => rule.0 << 1 | 1,
    }
}

fn unpacked(symbol: u32) -> Symbol {
    let id = (symbol >> 1) as usize;
    match symbol & 1 {
        0 => Symbol::Token(TokenId::new(id)),
        _ => Symbol::Rule(RuleId::new(id)),
    }
}

/// How the sentences of a rule stand in syntax trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeForm {
    /// Each is a node.
    Node,
    /// Each is one node with the items and separators of a list, however long it is.
    List,
    /// Each is a node, except those of productions with one symbol (`%transparent`).
    Transparent,
    /// None has a node of its own: its symbols are children of the node around. So are `X?` and
    /// optional groups.
    Spliced,
}

/// How a production stands in syntax trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProdShape {
    /// A node that has a child for each symbol: none can be empty, and none is spliced.
    Plain,
    /// A node.
    Node,
    /// A node, unless it is a part of that of a list.
    List,
    /// No node: its symbol takes its place.
    LeftOut,
    /// No node: its symbols are children of the node around.
    Spliced,
}

impl ProdShape {
    /// Returns the shape with this number.
    pub(crate) fn of(number: u8) -> ProdShape {
        match number {
            0 => ProdShape::Plain,
            1 => ProdShape::Node,
            2 => ProdShape::List,
            3 => ProdShape::LeftOut,
            _ => ProdShape::Spliced,
        }
    }
}

/// A field: a name for children of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(pub u32);

impl NodeTypes {
    /// Returns the name of a rule, or of a token, missing or not; empty for other kinds.
    pub fn name(&self, kind: SyntaxKind) -> &str {
        match kind {
            SyntaxKind::Rule(rule) => self.rules.get(rule.index()),
            SyntaxKind::Token(token) | SyntaxKind::Missing(token) => self.tokens.get(token.index()),
            SyntaxKind::Trivia | SyntaxKind::Error | SyntaxKind::Unknown => "",
        }
    }

    /// Returns the rule of this name. Takes time linear in the number of rules.
    pub fn rule_named(&self, name: &str) -> Option<RuleId> {
        self.rules.position(name).map(RuleId::new)
    }

    /// Returns the token with this name or alias. Takes time linear in the number of tokens.
    pub fn token_named(&self, name: &str) -> Option<TokenId> {
        let alias = || self.aliases.position(name).filter(|_| !name.is_empty());
        self.tokens.position(name).or_else(alias).map(TokenId::new)
    }

    /// Returns the field of this name. Takes time linear in the number of fields.
    pub fn field_named(&self, name: &str) -> Option<FieldId> {
        self.fields.position(name).map(|id| FieldId(id as u32))
    }

    /// Returns the name of a field.
    pub fn field_name(&self, field: FieldId) -> &str {
        self.fields.get(field.0 as usize)
    }

    /// Returns all fields, in the order of the grammar.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = FieldId> + use<> {
        (0..self.fields.len() as u32).map(FieldId)
    }

    /// Returns the ids of all rules.
    pub fn rule_ids(&self) -> impl ExactSizeIterator<Item = RuleId> + use<> {
        (0..self.rules.len()).map(RuleId::new)
    }

    /// Returns the ids of all tokens.
    pub fn token_ids(&self) -> impl ExactSizeIterator<Item = TokenId> + use<> {
        (0..self.tokens.len()).map(TokenId::new)
    }

    /// Returns the form of the nodes of a rule.
    pub fn form(&self, rule: RuleId) -> NodeForm {
        match self.forms[rule.index()] {
            0 => NodeForm::Node,
            1 => NodeForm::List,
            2 => NodeForm::Transparent,
            _ => NodeForm::Spliced,
        }
    }

    /// Returns whether nodes of the kind are named as rules are, not as signs and keywords: rules,
    /// and tokens whose names are words that begin with a capital letter.
    pub fn is_named(&self, kind: SyntaxKind) -> bool {
        match kind {
            SyntaxKind::Rule(_) => true,
            SyntaxKind::Token(_) | SyntaxKind::Missing(_) => {
                let name = self.name(kind);
                name.starts_with(|c: char| c.is_uppercase())
                    && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            }
            SyntaxKind::Trivia | SyntaxKind::Error | SyntaxKind::Unknown => false,
        }
    }

    /// Returns the rule of a production.
    pub fn rule_of(&self, prod: ProdId) -> RuleId {
        RIdx(self.productions[prod.index()].0)
    }

    /// Returns the productions of all rules.
    pub fn prod_ids(&self) -> impl ExactSizeIterator<Item = ProdId> + use<> {
        (0..self.productions.len() - 1).map(ProdId::new)
    }

    /// Returns the symbols of a production, each with its field.
    pub fn symbols(&self, prod: ProdId) -> impl Iterator<Item = (Symbol, Option<FieldId>)> {
        self.slots(prod).map(|slot| (self.symbol(slot), self.field_at(Place::of(slot))))
    }

    /// Returns the field of a symbol of a group without a node, `inner` in the production `group`,
    /// where the group stands for the symbol `outer` of `prod`.
    pub fn field_in_group(
        &self,
        (prod, outer): (ProdId, usize),
        (group, inner): (ProdId, usize),
    ) -> Option<FieldId> {
        let slot = |prod: ProdId, at: usize| self.slots(prod).start + at as u32;
        self.field_at(Place { slot: slot(prod, outer), inner: slot(group, inner) })
    }

    /// Returns the field of a child of a list's node.
    pub fn field_in_list(&self, list: RuleId, symbol: Symbol) -> Option<FieldId> {
        let field = self.list_symbol(list, symbol)?;
        (field != SEPARATOR).then(|| FieldId(field - 1))
    }

    /// Returns whether a symbol separates the items of a list.
    pub fn is_separator(&self, list: RuleId, symbol: Symbol) -> bool {
        self.list_symbol(list, symbol) == Some(SEPARATOR)
    }

    /// Returns the symbols that separate the items of a list.
    pub(crate) fn separators(&self, list: RuleId) -> impl Iterator<Item = Symbol> {
        let from = self.list_symbols.partition_point(|(rule, ..)| *rule < list.0);
        let own = self.list_symbols[from..].iter().take_while(move |(rule, ..)| *rule == list.0);
        own.filter(|(.., field)| *field == SEPARATOR).map(|(_, symbol, _)| unpacked(*symbol))
    }

    /// Returns how a token, or the first token that is a sentence of a rule, is written; empty if
    /// its name does not say that.
    pub(crate) fn spelling(&self, symbol: Symbol) -> &str {
        let token = match symbol {
            Symbol::Token(token) => Some(token),
            Symbol::Rule(rule) => self.prod_ids().find_map(|prod| {
                let mut symbols = self.symbols(prod).map(|(symbol, _)| symbol);
                let only = symbols.next().filter(|_| self.rule_of(prod) == rule);
                only.filter(|_| symbols.next().is_none()).and_then(Symbol::token)
            }),
        };
        let Some(token) = token else { return "" };
        match self.aliases.get(token.index()) {
            "" if self.is_named(SyntaxKind::Token(token)) => "",
            "" => self.tokens.get(token.index()),
            alias => alias,
        }
    }

    fn list_symbol(&self, RuleId { 0: list, .. }: RuleId, symbol: Symbol) -> Option<u32> {
        let key = (list, packed(symbol));
        let at = self.list_symbols.binary_search_by_key(&key, |(rule, symbol, _)| (*rule, *symbol));
        Some(self.list_symbols[at.ok()?].2)
    }

    /// Returns the slots of a production.
    pub(crate) fn slots(&self, prod: ProdId) -> Range<u32> {
        self.productions[prod.index()].1..self.productions[prod.index() + 1].1
    }

    fn symbol(&self, slot: u32) -> Symbol {
        unpacked(self.symbols[slot as usize])
    }

    /// Returns the field at a place in a rule's node.
    pub(crate) fn field_at(&self, Place { slot, inner }: Place) -> Option<FieldId> {
        let group = self.group_fields.binary_search_by_key(&(slot, inner), |one| (one.0, one.1));
        let field = group.map_or(self.slot_fields[slot as usize], |at| self.group_fields[at].2);
        field.checked_sub(1).map(FieldId)
    }
}

/// The place of a child in a rule's node: a slot of the rule's production, and one of the group
/// that is spliced there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) slot: u32,
    pub(crate) inner: u32,
}

impl Place {
    /// The place of what need not be known.
    pub(crate) const UNKNOWN: Place = Place { slot: u32::MAX, inner: u32::MAX };
    const NO_GROUP: u32 = u32::MAX;

    pub(crate) fn of(slot: u32) -> Place {
        Place { slot, inner: Place::NO_GROUP }
    }

    /// Returns the place of a symbol in a group that is spliced at this place. What is alone in a
    /// group of a group keeps its place.
    pub(crate) fn in_group(self, inner: u32, is_single: bool) -> Place {
        match self == Place::UNKNOWN || is_single && self.inner != Place::NO_GROUP {
            true => self,
            false => Place { inner, ..self },
        }
    }
}

/// Texts with ids from 0, in one string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Names {
    pub text: Cow<'static, str>,
    /// The end of each text.
    pub ends: Cow<'static, [u32]>,
}

impl Names {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        match self.ends.get(at) {
            Some(end) => &self.text[start as usize..*end as usize],
            None => "",
        }
    }

    fn position(&self, text: &str) -> Option<usize> {
        (0..self.len()).find(|at| self.get(*at) == text)
    }
}

/// The node types of a tree: those of a generated module, or made at run time.
#[derive(Clone)]
#[doc(hidden)]
pub enum TypesOfTree {
    Generated(&'static NodeTypes),
    Made(Arc<NodeTypes>),
}

impl std::ops::Deref for TypesOfTree {
    type Target = NodeTypes;

    fn deref(&self) -> &NodeTypes {
        match self {
            TypesOfTree::Generated(types) => types,
            TypesOfTree::Made(types) => types,
        }
    }
}

impl fmt::Debug for TypesOfTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
