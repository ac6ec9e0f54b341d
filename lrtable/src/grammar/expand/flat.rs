//! Rules of nothing but symbols and actions, as expanding makes them and resolving takes them.

use crate::{
    Span,
    yacc::syntax::{Code, Name, Quote, SymbolRef},
};

/// A rule of nothing but symbols and actions.
#[derive(Debug)]
pub(in crate::grammar) struct FlatRule {
    /// The rule's name; of an instance the text that it was made of, and its first place.
    pub(in crate::grammar) name: Name,
    /// The type of the rule's value, where one is known.
    pub(in crate::grammar) ty: Option<String>,
    /// The rule's alternatives.
    pub(in crate::grammar) productions: Vec<FlatProduction>,
    /// What the rule was made of; `None` if the file defines it by its name.
    pub(in crate::grammar) origin: Option<Origin>,
    /// The name of the file's rule with parameters of which the rule is an instance.
    pub(in crate::grammar) called: Option<String>,
    /// The place of `%inline`.
    pub(super) inline: Option<Span>,
}

impl FlatRule {
    /// Whether the rule was put into the productions that name it, and is none of the grammar.
    pub(in crate::grammar) fn is_inlined(&self) -> bool {
        self.inline.is_some()
    }
}

/// What an instance was made of.
#[derive(Clone, Debug)]
pub(in crate::grammar) enum Origin {
    /// A call of `option` with this argument.
    Optional(Target),
    /// A call of the prelude's rule for a list of these items.
    List(Target),
    /// A group, or a call of another rule.
    Other,
}

/// An alternative of a rule, without notation.
#[derive(Clone, Debug)]
pub(in crate::grammar) struct FlatProduction {
    pub(in crate::grammar) elements: Vec<FlatElement>,
    pub(in crate::grammar) prec: Option<SymbolRef>,
    pub(in crate::grammar) action: Option<Code>,
    pub(in crate::grammar) span: Span,
}

impl FlatProduction {
    /// The number of its elements, those of inlined rules included, and itself.
    pub(super) fn size(&self) -> usize {
        let of_element = |element: &FlatElement| match element {
            FlatElement::Inlined { production, .. } => production.size(),
            FlatElement::Symbol { .. } | FlatElement::MidRule { .. } => 1,
        };
        1 + self.elements.iter().map(of_element).sum::<usize>()
    }

    pub(super) fn has_no_action_inside(&self) -> bool {
        !self.elements.iter().any(|one| matches!(one, FlatElement::MidRule { .. }))
    }

    /// Whether all symbols but one, perhaps, are literals.
    pub(super) fn is_item_with_signs(&self) -> bool {
        let is_sign = |element: &&FlatElement| match element {
            FlatElement::Symbol { symbol: Target::Named(symbol), .. } => {
                symbol.quote != Quote::None
            }
            _ => false,
        };
        let signs = self.elements.iter().filter(is_sign).count();
        self.has_no_action_inside() && self.elements.len() <= signs + 1
    }
}

/// An element of a production, without notation.
#[derive(Clone, Debug)]
pub(in crate::grammar) enum FlatElement {
    /// A symbol.
    Symbol { symbol: Target, label: Option<String> },
    /// A mid-rule action.
    MidRule { code: Code, ty: Option<Code>, label: Option<String> },
    /// A production of an inlined rule, in place of the rule.
    Inlined { rule: String, ty: Option<String>, label: Option<String>, production: FlatProduction },
}

/// What a symbol of a production refers to.
#[derive(Clone, Debug)]
pub(in crate::grammar) enum Target {
    /// The token or the rule of a name.
    Named(SymbolRef),
    /// The flat rule with this index.
    Rule(usize),
}
