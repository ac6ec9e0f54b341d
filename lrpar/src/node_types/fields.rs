//! The fields of a rule's node: the names by which its children are found.
//!
//! A symbol's field is the name that the file gives to it (`Expr[left]`), or else the name of the
//! rule or the token. A symbol that a production holds several times is numbered from 1.

use lrtable::{
    ProdId, RuleId, Symbol,
    grammar::{Grammar, Origin, Production},
    hash::Map,
};

use super::names::{snake_case, token_function};

/// A field of a rule's node, with the places of its children.
pub(crate) struct Field {
    pub(crate) name: String,
    /// The symbol that the file has there.
    pub(crate) symbol: Symbol,
    /// Production and index of each symbol with the field; for one in an optional group without a
    /// node those of the group, and those in the group.
    pub(crate) places: Vec<(Slot, Option<Slot>)>,
}

/// A symbol of a production, by its index.
pub(crate) type Slot = (ProdId, usize);

/// Returns the fields of the nodes of a rule that is no list, in the order of the file.
pub(crate) fn fields_of_rule(grammar: &Grammar, rule: RuleId) -> Vec<Field> {
    let mut found = Map::default();
    for &prod in &grammar.rule(rule).productions {
        let mut seen = Seen::default();
        let production = grammar.production(prod);
        for (at, (&symbol, label)) in production.symbols.iter().zip(&production.labels).enumerate()
        {
            let Some(group) = optional_group(grammar, symbol) else {
                seen.add(&mut found, grammar, (symbol, label), ((prod, at), None));
                continue;
            };
            // A name for the group is one for its value. Each alternative is numbered from what
            // stands before the group.
            let before = seen.clone();
            for &alternative in &grammar.rule(group).productions {
                let mut here = before.clone();
                let Production { symbols, labels, .. } = grammar.production(alternative);
                for (inner, (&symbol, own)) in symbols.iter().zip(labels).enumerate() {
                    let place = ((prod, at), Some((alternative, inner)));
                    here.add(&mut found, grammar, (symbol, own), place);
                }
                if here.0.len() > seen.0.len() {
                    seen = here;
                }
            }
        }
    }
    let fields = found.iter().map(|((name, symbol, number), places)| {
        let is_again = found.get(&(name.clone(), *symbol, 2)).is_some();
        let name = match is_again && *number > 0 {
            true => format!("{name}_{number}"),
            false => name.clone(),
        };
        Field { name, symbol: *symbol, places: places.clone() }
    });
    fields.collect()
}

/// The places of each symbol by name and number, which is 0 for the names that the file gives.
type Places = Map<(String, Symbol, usize), Vec<(Slot, Option<Slot>)>>;

/// The symbols of a production so far that the file gives no name, with their own.
#[derive(Clone, Default)]
struct Seen(Vec<(String, Symbol)>);

impl Seen {
    fn add(
        &mut self,
        found: &mut Places,
        grammar: &Grammar,
        (symbol, label): (Symbol, &Option<String>),
        place: (Slot, Option<Slot>),
    ) {
        let (name, number) = match label {
            Some(label) => (label.clone(), 0),
            None => {
                let Some(name) = own_name(grammar, symbol) else { return };
                self.0.push((name.clone(), symbol));
                let own = self.0.last();
                let number = self.0.iter().filter(|one| Some(*one) == own).count();
                (name, number)
            }
        };
        found.get_or_insert_with((name, symbol, number), Vec::new).push(place);
    }
}

/// Returns the rule of a symbol that stands for an optional group that has no node.
pub(super) fn optional_group(grammar: &Grammar, symbol: Symbol) -> Option<RuleId> {
    let rule = symbol.rule()?;
    (grammar.rule(rule).origin? == Origin::Optional(None)).then_some(rule)
}

/// Returns the name of the rule or the token of a symbol, or of that in it; `None` for what has no
/// name.
fn own_name(grammar: &Grammar, symbol: Symbol) -> Option<String> {
    let mut symbol = symbol;
    // What is in each other is limited.
    while let Symbol::Rule(rule) = symbol
        && let Some(Origin::Optional(item) | Origin::List(item)) = grammar.rule(rule).origin
    {
        symbol = item?;
    }
    match symbol {
        Symbol::Token(token) => Some(token_function(&grammar.token(token).name)),
        Symbol::Rule(rule) => {
            let rule = grammar.rule(rule);
            let is_written = rule.span.is_some() && !rule.name.starts_with('@');
            is_written.then(|| snake_case(&rule.name))
        }
    }
}
