//! Names of symbols in actions: `$name` and `$[name]`, in C `$<type>name`, `@name` and `@[name]` as
//! well.
//!
//! Actions in Rust are read as the parser generator reads them. Those in C are only searched,
//! comments and strings included: other Yaccs read them. A name means the symbol with this label
//! (`expr[left]`), or else the symbol of this name.

use lrtable::{
    Span,
    yacc::{
        YaccKind,
        action::{Piece, SymbolNames, pieces},
        ast::{Ast, Code, Element, ProductionDef},
    },
};

/// A name in an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reference {
    /// The place of the name, without `$` and brackets.
    pub(super) span: Span,
    /// The element of the production that the name means, counted from 0.
    pub(super) element: usize,
}

/// Returns the actions and other foreign text of the grammar.
pub(super) fn codes(ast: &Ast) -> impl Iterator<Item = &Code> {
    let mut codes = Vec::new();
    ast.productions(&mut |production| {
        codes.extend(production.elements.iter().filter_map(|element| match element {
            Element::MidRule { code, .. } => Some(code),
            Element::Item { .. } => None,
        }));
        codes.extend(&production.action);
    });
    codes.into_iter().chain(&ast.declarations.programs)
}

/// Returns the names in the actions of a production.
pub(super) fn references(ast: &Ast, production: &ProductionDef) -> Vec<Reference> {
    let names = production.elements.iter().map(|element| SymbolNames {
        label: element.label().map(|label| &*label.text),
        name: element.symbol().map_or("", |symbol| &symbol.text),
    });
    let names: Vec<SymbolNames<'_>> = names.collect();
    let inner = production.elements.iter().enumerate().filter_map(|(at, element)| match element {
        Element::MidRule { code, .. } => Some((code, at)),
        Element::Item { .. } => None,
    });
    let last = production.action.iter().map(|code| (code, names.len()));
    let found = inner.chain(last).flat_map(|(code, before)| match ast.kind {
        YaccKind::Grmtools => in_rust(code, &names[..before]),
        _ => in_c(code, &names[..before]),
    });
    found.collect()
}

/// Returns the name of an element: its label, or its own name if it has none.
fn named<'n>(names: &SymbolNames<'n>) -> &'n str {
    names.label.unwrap_or(names.name)
}

fn in_rust(code: &Code, names: &[SymbolNames<'_>]) -> Vec<Reference> {
    let mut found = Vec::new();
    for pair in pieces(code, names, &mut Vec::new()).windows(2) {
        // A reference begins where the text before it ends, with `$` or `$[`.
        let (Piece::Text(_, dollar), Piece::Symbol(number)) = (pair[0], pair[1]) else { continue };
        let rest = code.text[dollar + 1..].trim_start_matches('[');
        let name = named(&names[number - 1]);
        // Otherwise the reference is a number.
        if !name.is_empty() && rest.starts_with(name) {
            let start = code.span.start() + code.text.len() - rest.len();
            found.push(Reference {
                span: Span::new(start, start + name.len()),
                element: number - 1,
            });
        }
    }
    found
}

fn in_c(code: &Code, names: &[SymbolNames<'_>]) -> Vec<Reference> {
    let mut found = Vec::new();
    for (at, sign) in code.text.match_indices(['$', '@']) {
        let mut rest = &code.text[at + 1..];
        if let Some((_, after)) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            rest = if sign == "$" { after } else { rest };
        }
        rest = rest.strip_prefix('[').unwrap_or(rest);
        let len = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let of_label = names.iter().position(|one| one.label == Some(&rest[..len]));
        let of_name =
            || names.iter().position(|one| one.label.is_none() && one.name == &rest[..len]);
        if let Some(element) = of_label.or_else(of_name).filter(|_| len > 0) {
            let start = code.span.start() + code.text.len() - rest.len();
            found.push(Reference { span: Span::new(start, start + len), element });
        }
    }
    found
}
