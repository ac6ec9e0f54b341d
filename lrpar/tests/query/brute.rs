//! A matcher that tries all assignments of patterns to nodes, after the meaning in docs/queries.md.
//!
//! A pattern for siblings is written out as all the rows of single nodes that its quantifiers and
//! alternations allow, as long as there are siblings. A row is laid on the siblings in every way.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
};

use lrpar::{SyntaxKind, SyntaxNode, SyntaxTree};

/// A pattern for siblings, in order, and whether an anchor ends it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) items: Vec<Item>,
    pub(crate) is_anchored: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) is_anchored: bool,
    pub(crate) field: Option<String>,
    pub(crate) what: What,
    /// `1`, `?`, `*` or `+`.
    pub(crate) quantifier: char,
    pub(crate) captures: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    Node { kind: Kind, children: Row, absent: Vec<String> },
    Group(Row),
    Alternation(Vec<Item>),
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Any,
    AnyNamed,
    Error,
    Missing(Option<String>),
    Named(String),
    Anonymous(String),
}

/// One node of a row that is written out.
#[derive(Clone, Debug)]
struct One<'q> {
    kind: &'q Kind,
    children: &'q Row,
    absent: &'q [String],
    field: Option<&'q str>,
    captures: Vec<usize>,
    is_anchored: bool,
    is_first: bool,
}

/// A row that is written out, and whether an anchor ends it.
type Written<'q> = (Vec<One<'q>>, bool);

/// Captured nodes, by their numbers in the tree, with the captures.
pub(crate) type Captures = BTreeSet<(usize, usize)>;

/// How many rows a pattern may be written out to.
const MOST_ROWS: usize = 2000;

pub(crate) struct Tree<'t> {
    nodes: Vec<SyntaxNode<'t>>,
    /// The children that patterns see, by the number of the node; those of the root, which is one,
    /// last.
    children: Vec<Vec<usize>>,
    parents: Vec<Option<usize>>,
    /// The work that is left.
    budget: Cell<usize>,
}

impl<'t> Tree<'t> {
    pub(crate) fn new(tree: &'t SyntaxTree) -> Tree<'t> {
        let nodes: Vec<SyntaxNode<'t>> = tree.root().preorder().map(|(_, node)| node).collect();
        let number = |node: SyntaxNode<'t>| nodes.iter().position(|one| *one == node).unwrap();
        let is_seen = |node: &SyntaxNode<'t>| {
            node.kind() != SyntaxKind::Trivia || node.trivia_name().is_some()
        };
        let mut children: Vec<Vec<usize>> = nodes
            .iter()
            .map(|node| node.children().filter(is_seen).map(number).collect())
            .collect();
        children.push(vec![0]);
        let parents = nodes.iter().map(|node| node.parent().map(number)).collect();
        Tree { nodes, children, parents, budget: Cell::new(100_000) }
    }

    /// Counts work; returns whether too much was done.
    fn is_spent(&self, work: usize) -> bool {
        self.budget.set(self.budget.get().saturating_sub(work));
        self.budget.get() == 0
    }

    fn is_fault(&self, at: usize) -> bool {
        matches!(self.nodes[at].kind(), SyntaxKind::Error | SyntaxKind::Unknown)
    }

    /// Whether a node is one that anchors do not skip.
    fn is_named(&self, at: usize) -> bool {
        self.nodes[at].is_named() || self.is_fault(at)
    }

    fn field(&self, at: usize) -> Option<&str> {
        self.parents[at]?;
        self.nodes[at].field_name()
    }

    fn fits(&self, one: &One<'_>, at: usize) -> bool {
        let node = self.nodes[at];
        let kind = match one.kind {
            Kind::Any => !self.is_fault(at),
            Kind::AnyNamed => node.is_named(),
            Kind::Error => node.kind() == SyntaxKind::Error,
            Kind::Missing(None) => node.is_missing(),
            Kind::Missing(Some(name)) => node.is_missing() && node.name() == name,
            Kind::Named(name) => node.name() == name || node.trivia_name() == Some(name),
            Kind::Anonymous(name) => node.name() == name,
        };
        kind && one.field.is_none_or(|field| self.field(at) == Some(field))
            && self.children[at].iter().all(|child| {
                self.field(*child).is_none_or(|field| !one.absent.iter().any(|one| one == field))
            })
    }

    /// Returns the captures and the first node of every match of a row with `siblings`.
    fn lay(
        &self,
        (row, is_last): &Written<'_>,
        siblings: &[usize],
        is_inside: bool,
    ) -> Vec<(Captures, usize)> {
        let mut ways = Vec::new();
        let mut places = Vec::new();
        self.place(row, siblings, is_inside, &mut places, &mut |places| {
            let rest = &siblings[places.last().map_or(0, |last| last + 1)..];
            let is_strict = row.last().is_some_and(|one| is_strict(one));
            if *is_last && rest.iter().any(|at| is_strict || self.is_named(*at)) {
                return;
            }
            let start = places.first().map_or(usize::MAX, |first| siblings[*first]);
            let mut all = vec![(Captures::new(), start)];
            for (one, place) in row.iter().zip(places) {
                let at = siblings[*place];
                let own = one.captures.iter().map(|capture| (at, *capture));
                let own: Captures = own.collect();
                let inside = self.inside(one, at);
                if self.is_spent(all.len() * inside.len()) {
                    return;
                }
                all = all
                    .iter()
                    .flat_map(|(captures, start)| {
                        let own = &own;
                        inside.iter().map(move |inner| {
                            (captures.iter().chain(own).chain(inner).copied().collect(), *start)
                        })
                    })
                    .collect();
            }
            ways.append(&mut all);
        });
        ways
    }

    fn place(
        &self,
        row: &[One<'_>],
        siblings: &[usize],
        is_inside: bool,
        places: &mut Vec<usize>,
        found: &mut impl FnMut(&[usize]),
    ) {
        let Some(one) = row.get(places.len()) else {
            return found(places);
        };
        let from = places.last().map_or(0, |last| last + 1);
        for at in from..siblings.len() {
            let between = &siblings[from..at];
            let is_held = one.is_anchored && (!places.is_empty() || is_inside || one.is_first);
            let is_strict =
                is_strict(one) || !places.is_empty() && is_strict(&row[places.len() - 1]);
            if is_held && between.iter().any(|at| is_strict || self.is_named(*at)) {
                return;
            }
            if self.is_spent(1) {
                return;
            }
            if self.fits(one, siblings[at]) {
                places.push(at);
                self.place(row, siblings, is_inside, places, found);
                places.pop();
            }
        }
    }

    /// Returns the captures of every match of the patterns for the children of a node.
    fn inside(&self, one: &One<'_>, at: usize) -> BTreeSet<Captures> {
        if one.children.items.is_empty() {
            return [Captures::new()].into();
        }
        let siblings = &self.children[at];
        let rows = write_out(one.children, siblings.len());
        if rows.len() > MOST_ROWS || self.is_spent(rows.len()) {
            self.is_spent(usize::MAX);
            return BTreeSet::new();
        }
        let ways = rows.iter().flat_map(|row| self.lay(row, siblings, true));
        ways.map(|(captures, _)| captures).collect()
    }

    /// Returns all matches of a pattern: the first node, and the captures. `None` if there are too
    /// many ways to try.
    pub(crate) fn matches(&self, pattern: &Item) -> Option<Vec<(usize, Captures)>> {
        let mut groups: BTreeMap<usize, Vec<(Captures, usize)>> = BTreeMap::new();
        for (parent, siblings) in self.children.iter().enumerate() {
            let mut rows = Vec::new();
            write_item(
                pattern,
                siblings.len(),
                Outside { is_first: true, ..Outside::default() },
                &mut rows,
            );
            if rows.len() > MOST_ROWS {
                return None;
            }
            for row in rows.iter().filter(|row| !row.0.is_empty()) {
                for (captures, start) in self.lay(row, siblings, false) {
                    // A match of one node is compared with others of that node, a match of several
                    // with others among the siblings.
                    let group = if is_node(pattern) { start } else { self.nodes.len() + parent };
                    groups.entry(group).or_default().push((captures, start));
                }
            }
        }
        let mut found = Vec::new();
        for group in groups.values() {
            let sets: BTreeSet<&Captures> = group.iter().map(|(captures, _)| captures).collect();
            for set in &sets {
                let is_part = |other: &&Captures| set.is_subset(other) && set.len() < other.len();
                if !sets.iter().any(is_part) {
                    let starts = group.iter().filter(|(captures, _)| captures == *set);
                    found.push((starts.map(|(_, start)| *start).min().unwrap(), (*set).clone()));
                }
            }
        }
        (!self.is_spent(0)).then_some(found)
    }
}

fn is_strict(one: &One<'_>) -> bool {
    matches!(one.kind, Kind::Any | Kind::Anonymous(_))
}

fn is_node(item: &Item) -> bool {
    item.quantifier == '1'
        && match &item.what {
            What::Node { .. } => true,
            What::Group(row) => {
                row.items.len() == 1
                    && !row.is_anchored
                    && !row.items[0].is_anchored
                    && is_node(&row.items[0])
            }
            What::Alternation(items) => items.iter().all(is_node),
        }
}

#[derive(Clone, Default)]
struct Outside<'q> {
    is_anchored: bool,
    is_first: bool,
    field: Option<&'q str>,
    captures: Vec<usize>,
}

fn write_out(row: &Row, longest: usize) -> Vec<Written<'_>> {
    write_row(row, longest, Outside::default())
}

fn write_row<'q>(row: &'q Row, longest: usize, outside: Outside<'q>) -> Vec<Written<'q>> {
    let mut rows: Vec<Written<'q>> = vec![(Vec::new(), false)];
    for (at, item) in row.items.iter().enumerate() {
        let mut own = Vec::new();
        write_item(
            item,
            longest,
            if at == 0 { outside.clone() } else { Outside::default() },
            &mut own,
        );
        rows = concatenated(&rows, &own, longest);
    }
    if row.is_anchored {
        rows.iter_mut().for_each(|row| row.1 = true);
    }
    rows
}

/// Rows followed by rows; nothing follows an anchor that ends one.
fn concatenated<'q>(
    rows: &[Written<'q>],
    next: &[Written<'q>],
    longest: usize,
) -> Vec<Written<'q>> {
    let mut all = Vec::new();
    for (row, is_last) in rows {
        for (other, is_other_last) in next {
            if all.len() > MOST_ROWS {
                return all;
            }
            if row.len() + other.len() <= longest && (!*is_last || other.is_empty()) {
                let ones = row.iter().chain(other).cloned().collect();
                all.push((ones, *is_last || *is_other_last));
            }
        }
    }
    all
}

fn write_item<'q>(
    item: &'q Item,
    longest: usize,
    mut outside: Outside<'q>,
    out: &mut Vec<Written<'q>>,
) {
    outside.is_anchored |= item.is_anchored;
    outside.field = item.field.as_deref().or(outside.field);
    outside.captures.extend(&item.captures);
    let mut once = Vec::new();
    match &item.what {
        What::Node { kind, children, absent } => {
            let Outside { is_anchored, is_first, field, captures } = outside;
            let is_first = is_anchored && is_first;
            let one = One { kind, children, absent, field, captures, is_anchored, is_first };
            if longest > 0 {
                once.push((vec![one], false));
            }
        }
        What::Group(row) => once = write_row(row, longest, outside),
        What::Alternation(items) => {
            items.iter().for_each(|item| write_item(item, longest, outside.clone(), &mut once));
        }
    }
    if matches!(item.quantifier, '?' | '*') {
        out.push((Vec::new(), false));
    }
    let mut rows = once.clone();
    rows.truncate(MOST_ROWS + 1);
    out.extend(rows.iter().cloned());
    if matches!(item.quantifier, '*' | '+') {
        for _ in 1..longest {
            rows = concatenated(&rows, &once, longest);
            if out.len() > MOST_ROWS {
                return;
            }
            out.extend(rows.iter().cloned());
        }
    }
}
