//! Makes the node types of a grammar.

use lrtable::{
    RuleId, Symbol,
    grammar::{Grammar, Origin, Production},
    hash::Map,
};

use super::{
    Names, NodeForm, NodeTypes, ProdShape, SEPARATOR,
    fields::{Slot, fields_of_rule},
    lists::{inner_list, list},
    packed,
};

impl NodeTypes {
    /// Makes the node types of a grammar. Takes time linear in its size, but for rules with
    /// hundreds of equal symbols.
    pub fn new(grammar: &Grammar) -> NodeTypes {
        let mut fields = FieldIds::default();
        let mut productions = Vec::new();
        let mut symbols = Vec::new();
        for production in grammar.productions() {
            productions.push((production.rule.0, symbols.len() as u32));
            symbols.extend(production.symbols.iter().map(|symbol| packed(*symbol)));
        }
        productions.push((0, symbols.len() as u32));
        let slot = |(prod, at): Slot| productions[prod.index()].1 + at as u32;
        let mut slot_fields = vec![0; symbols.len()];
        let (mut group_fields, mut list_symbols) = (Vec::new(), Vec::new());
        for rule in grammar.rule_ids() {
            if let Some(list) = list(grammar, rule) {
                let mut items = Vec::new();
                list.items.iter().for_each(|(symbol, label)| {
                    add_nodes(grammar, *symbol, label.as_deref(), &mut items);
                });
                for &(symbol, label) in &items {
                    let is_other = |other: &(_, &str)| other.0 == symbol && other.1 != label;
                    // A symbol with two names cannot be told by its kind.
                    if !list.separators.contains(&symbol) && !items.iter().any(is_other) {
                        list_symbols.push((rule.0, packed(symbol), fields.id(label)));
                    }
                }
                let separators = list.separators.into_iter();
                list_symbols.extend(separators.map(|symbol| (rule.0, packed(symbol), SEPARATOR)));
                continue;
            }
            for field in fields_of_rule(grammar, rule) {
                let id = fields.id(&field.name);
                for (outer, inner) in field.places {
                    match inner {
                        Some(inner) => group_fields.push((slot(outer), slot(inner), id)),
                        None => slot_fields[slot(outer) as usize] = id,
                    }
                }
            }
        }
        group_fields.sort_unstable();
        list_symbols.sort_unstable();
        list_symbols.dedup();
        let (rules, tokens, forms) = (grammar.rules(), grammar.tokens(), forms(grammar));
        NodeTypes {
            rules: Names::new(rules.iter().map(|rule| &*rule.name)),
            tokens: Names::new(tokens.iter().map(|token| &*token.name)),
            aliases: Names::new(tokens.iter().map(|token| token.alias.as_deref().unwrap_or(""))),
            fields: Names::new(fields.0.iter().map(|(name, _)| &**name)),
            shapes: shapes(grammar, &forms).map(|shape| shape as u8).collect(),
            forms: forms.into_iter().map(|form| form as u8).collect(),
            productions: productions.into(),
            symbols: symbols.into(),
            slot_fields: slot_fields.into(),
            group_fields: group_fields.into(),
            list_symbols: list_symbols.into(),
        }
    }
}

/// Adds the symbols with names whose nodes stand for a symbol of a list's item: itself, or those in
/// what is optional.
fn add_nodes<'g>(
    grammar: &'g Grammar,
    symbol: Symbol,
    label: Option<&'g str>,
    found: &mut Vec<(Symbol, &'g str)>,
) {
    let origin = symbol.rule().and_then(|rule| grammar.rule(rule).origin);
    match (origin, symbol) {
        (Some(Origin::Optional(Some(item))), _) => add_nodes(grammar, item, label, found),
        (Some(Origin::Optional(None)), Symbol::Rule(group)) => {
            for prod in &grammar.rule(group).productions {
                let Production { symbols, labels, .. } = grammar.production(*prod);
                for (symbol, label) in symbols.iter().zip(labels) {
                    add_nodes(grammar, *symbol, label.as_deref(), found);
                }
            }
        }
        _ => found.extend(label.map(|label| (symbol, label))),
    }
}

/// Returns the form of each rule's nodes.
fn forms(grammar: &Grammar) -> Vec<NodeForm> {
    let form = |rule: RuleId| {
        let data = grammar.rule(rule);
        match data.origin {
            Some(Origin::Optional(_)) => NodeForm::Spliced,
            _ if list(grammar, rule).is_some() => NodeForm::List,
            _ if data.transparent => NodeForm::Transparent,
            _ => NodeForm::Node,
        }
    };
    let mut forms: Vec<NodeForm> = grammar.rule_ids().map(form).collect();
    for rule in grammar.rule_ids() {
        if let Some(inner) =
            inner_list(grammar, rule).filter(|inner| is_only_in(grammar, *inner, rule))
        {
            forms[inner.index()] = NodeForm::Spliced;
        }
    }
    forms
}

/// Returns the shape of each production.
fn shapes(grammar: &Grammar, forms: &[NodeForm]) -> impl Iterator<Item = ProdShape> {
    let first = grammar.first();
    let is_there = move |symbol: &Symbol| {
        symbol
            .rule()
            .is_none_or(|rule| forms[rule.index()] != NodeForm::Spliced && !first.is_nullable(rule))
    };
    grammar.productions().iter().map(move |production| match forms[production.rule.index()] {
        NodeForm::Spliced => ProdShape::Spliced,
        NodeForm::List => ProdShape::List,
        NodeForm::Transparent if production.symbols.len() == 1 => ProdShape::LeftOut,
        _ if production.symbols.iter().all(is_there) => ProdShape::Plain,
        _ => ProdShape::Node,
    })
}

/// Returns whether no rule but `rule` and `inner` mentions `inner`.
fn is_only_in(grammar: &Grammar, inner: RuleId, rule: RuleId) -> bool {
    let others = grammar.productions().iter().filter(|one| one.rule != rule && one.rule != inner);
    !others.into_iter().any(|production| production.symbols.contains(&Symbol::Rule(inner)))
}

/// Fields by name; the id of one is its index plus one.
#[derive(Default)]
struct FieldIds(Map<String, u32>);

impl FieldIds {
    fn id(&mut self, name: &str) -> u32 {
        let next = self.0.len() as u32 + 1;
        *self.0.get_or_insert_with(name.to_owned(), || next)
    }
}

impl Names {
    fn new<'n>(names: impl Iterator<Item = &'n str>) -> Names {
        let (mut text, mut ends) = (String::new(), Vec::new());
        for name in names {
            text += name;
            ends.push(text.len() as u32);
        }
        Names { text: text.into(), ends: ends.into() }
    }
}
