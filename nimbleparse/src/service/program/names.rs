//! What names of a program mean, by the query `locals` of its language.
//!
//! A name means the definition of that name before it in the nearest scope around it that has one,
//! or else one after it. Cost: that of the query, and a sort of what it captures.

use std::collections::HashMap;

use lrpar::SyntaxNode;
use lrtable::Span;

use super::Program;
use crate::service::queries::{Queries, QueryFile};

/// What `locals` says of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    Scope,
    Definition,
    Reference,
}

/// The definitions of each name that are in sight, the nearest last.
#[derive(Default)]
struct Sight<'t>(HashMap<&'t str, Vec<Span>>);

impl<'t> Sight<'t> {
    fn add(&mut self, name: &'t str, definition: Span) {
        self.0.entry(name).or_default().push(definition);
    }

    fn remove(&mut self, name: &str) {
        self.0.get_mut(name).and_then(Vec::pop);
    }

    fn nearest(&self, name: &str) -> Option<Span> {
        self.0.get(name)?.last().copied()
    }
}

/// Returns the place of the definition for the place of each use that has one.
pub fn definitions(program: &Program, queries: &Queries) -> HashMap<Span, Span> {
    let events = events(program.tree().root(), queries);
    let within = within(&events);
    let (mut found, mut open) = (HashMap::new(), Vec::new());
    let (mut before, mut anywhere) = (Sight::default(), Sight::default());
    let mut seen: Vec<Vec<&str>> = vec![Vec::new()];
    for (definition, node) in &within[0] {
        anywhere.add(definition, *node);
    }
    let mut scopes = 0;
    for (role, node) in &events {
        let span = node.span();
        while open.last().is_some_and(|(end, _)| *end <= span.start()) {
            let (_, scope): (usize, usize) = open.pop().expect("there is one");
            let left = seen.pop().expect("each open scope has one");
            left.iter().for_each(|name| before.remove(name));
            within[scope].iter().for_each(|(name, _)| anywhere.remove(name));
        }
        match role {
            Role::Scope => {
                scopes += 1;
                open.push((span.end(), scopes));
                seen.push(Vec::new());
                within[scopes].iter().for_each(|(name, place)| anywhere.add(name, *place));
            }
            Role::Definition => {
                before.add(node.text(), span);
                seen.last_mut().expect("the whole text is a scope").push(node.text());
            }
            Role::Reference => {
                let nearest = || anywhere.nearest(node.text());
                found.extend(before.nearest(node.text()).or_else(nearest).map(|to| (span, to)));
            }
        }
    }
    found
}

/// Returns the nodes that `locals` captures, those that begin first first; of those that begin
/// together the larger one.
fn events<'t>(root: SyntaxNode<'t>, queries: &Queries) -> Vec<(Role, SyntaxNode<'t>)> {
    let captures = queries.captures(QueryFile::Locals, root);
    let mut events: Vec<(Role, SyntaxNode<'t>)> = captures
        .filter_map(|capture| {
            let role = match capture.name.strip_prefix("local.")?.split('.').next()? {
                "scope" => Role::Scope,
                "definition" => Role::Definition,
                "reference" => Role::Reference,
                _ => return None,
            };
            Some((role, capture.node)).filter(|(_, node)| !node.span().is_empty())
        })
        .collect();
    let key = |(role, node): &(Role, SyntaxNode<'_>)| {
        (node.span().start(), usize::MAX - node.span().end(), *role)
    };
    events.sort_by_key(key);
    // A definition is no use of itself, and a node is captured once in each role.
    events.dedup_by(|later, earlier| {
        later.1.span() == earlier.1.span()
            && (later.0 == earlier.0 || earlier.0 == Role::Definition)
    });
    events
}

/// Returns the definitions in each scope, the last first, but not those in scopes within it; the
/// first scope is the whole text.
fn within<'t>(events: &[(Role, SyntaxNode<'t>)]) -> Vec<Vec<(&'t str, Span)>> {
    let mut within = vec![Vec::new()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (role, node) in events {
        let span = node.span();
        while open.last().is_some_and(|(end, _)| *end <= span.start()) {
            open.pop();
        }
        match role {
            Role::Scope => {
                open.push((span.end(), within.len()));
                within.push(Vec::new());
            }
            Role::Definition => {
                let scope = open.last().map_or(0, |(_, scope)| *scope);
                within[scope].push((node.text(), span));
            }
            Role::Reference => {}
        }
    }
    within.iter_mut().for_each(|definitions| definitions.reverse());
    within
}
