//! Says why a pattern can never match.

use std::collections::{BTreeMap, BTreeSet};

use lrtable::{Span, Symbol, near::did_you_mean};

use super::{Check, Node, Run, kind_of};
use crate::{
    node_types::{FieldId, SyntaxKind},
    query::{
        QueryError,
        compile::{Step, Test},
    },
};

/// How many children a message names.
const SHOWN: usize = 8;

impl Check<'_> {
    fn shown(&self, symbol: Symbol) -> String {
        let name = self.types.name(kind_of(symbol));
        match self.types.is_named(kind_of(symbol)) {
            true => format!("({name})"),
            false => format!("\"{name}\""),
        }
    }

    fn shown_step(&self, step: &Step) -> String {
        match &step.test {
            Test::Kind(SyntaxKind::Rule(rule)) => self.shown(Symbol::Rule(*rule)),
            Test::Kind(SyntaxKind::Token(token)) => self.shown(Symbol::Token(*token)),
            Test::Kind(_) => String::new(),
            Test::Missing(None) => "(MISSING)".to_owned(),
            Test::Missing(Some(token)) => {
                format!("(MISSING \"{}\")", self.types.name(SyntaxKind::Token(*token)))
            }
            Test::Error => "(ERROR)".to_owned(),
            Test::Trivia(name) => format!("({name})"),
            Test::Named => "(_)".to_owned(),
            Test::Any => "_".to_owned(),
        }
    }

    /// Says why a step that is directly inside `owner`, if there is one, is of no use, where that
    /// matches nodes of these kinds.
    pub(super) fn error(
        &self,
        dead: Option<u32>,
        owner: Option<u32>,
        kinds: &BTreeSet<Node>,
        run: &Run,
    ) -> QueryError {
        let symbols: Vec<Symbol> = kinds
            .iter()
            .filter_map(|node| if let Node::Symbol(symbol) = node { Some(*symbol) } else { None })
            .collect();
        let parent = match (&symbols[..], owner) {
            ([only], _) => self.shown(*only),
            (_, Some(owner)) => self.shown_step(self.step(owner)),
            (_, None) => "a node".to_owned(),
        };
        let Some(dead) = dead else {
            let span = owner.map_or(Span::new(0, 0), |owner| self.step(owner).span);
            return QueryError::new(format!("no {parent} lacks these fields"), span);
        };
        let step = self.step(dead);
        let (shown, span) = (self.shown_step(step), step.span);
        let children: BTreeMap<Symbol, BTreeSet<Option<FieldId>>> = self.children(&symbols);
        let fields = || {
            children.iter().filter(|(symbol, _)| {
                self.fits(&Step::plain(step.test.clone()), Node::Symbol(**symbol), None)
            })
        };
        let is_symbol = matches!(step.test, Test::Kind(_));
        if owner.is_none() {
            let Test::Kind(kind) = step.test else {
                return QueryError::new(format!("{shown} never matches in this place"), span);
            };
            let exists = self.nodes.symbols.iter().any(|symbol| kind_of(*symbol) == kind);
            return match exists {
                false => QueryError::new(format!("no tree has a node {shown}"), span),
                true => QueryError::new(
                    format!("{shown} never is beside the other nodes of the pattern in this order"),
                    span,
                ),
            };
        }
        if matches!(symbols[..], [Symbol::Token(_)]) {
            return QueryError::new(format!("{parent} is a token, which has no children"), span);
        }
        if is_symbol && fields().next().is_none() {
            let meant = match step.test {
                Test::Kind(kind) => {
                    let names = children.keys().map(|symbol| self.types.name(kind_of(*symbol)));
                    did_you_mean(self.types.name(kind), names)
                }
                _ => String::new(),
            };
            let error =
                QueryError::new(format!("{shown} never is a child of {parent}{meant}"), span);
            if symbols.len() != 1 {
                return error;
            }
            return match self.list(children.keys().map(|symbol| self.shown(*symbol))) {
                list if list.is_empty() => error.help(format!("{parent} has no children")),
                list => error.help(format!("children of {parent}: {list}")),
            };
        }
        if let Some(field) = step.field
            && !fields().any(|(_, fields)| fields.contains(&Some(field)))
        {
            let name = self.types.field_name(field);
            let message = format!("{shown} never is the field '{name}' of {parent}");
            let own = children.values().flatten().flatten().collect::<BTreeSet<_>>();
            let error = QueryError::new(message, span);
            return match self
                .list(own.into_iter().map(|field| self.types.field_name(*field).to_owned()))
            {
                list if list.is_empty() => error.help(format!("{parent} has no fields")),
                list => error.help(format!("fields of {parent}: {list}")),
            };
        }
        let error =
            QueryError::new(format!("{shown} never is here among the children of {parent}"), span);
        match run.reached.contains(&dead) {
            true => error.help("after it, what the pattern requires next never comes"),
            false => error.help(
                "children match in the order of the text, and an anchor allows no others between",
            ),
        }
    }

    /// The children of nodes with these symbols, with their fields.
    fn children(&self, symbols: &[Symbol]) -> BTreeMap<Symbol, BTreeSet<Option<FieldId>>> {
        let mut children: BTreeMap<Symbol, BTreeSet<Option<FieldId>>> = BTreeMap::new();
        let rules = symbols.iter().filter_map(|symbol| symbol.rule());
        for automaton in rules.filter_map(|rule| self.nodes.of_rules[rule.index()].as_ref()) {
            for child in automaton.edges.iter().flatten().filter_map(|(child, _)| *child) {
                children.entry(child.symbol).or_default().insert(child.field);
            }
        }
        children
    }

    fn list(&self, names: impl Iterator<Item = String>) -> String {
        let names: Vec<String> = names.collect();
        let more = names.len().saturating_sub(SHOWN);
        let mut list = names[..names.len() - more].join(", ");
        if more > 0 {
            list += &format!(" and {more} more");
        }
        list
    }
}
