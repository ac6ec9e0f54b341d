//! The matches of random queries in random trees of random grammars are those of the brute-force
//! matcher. `QUERY_CASES` is the number of queries.

use std::{collections::BTreeSet, env};

use lrpar::{NodeForm, NodeTypes, Query, QueryError, SyntaxKind, SyntaxTree};
use lrtable::{
    grammar::Grammar,
    random::Random,
    sentence::{Cheapest, random_derivation},
};

use crate::{
    brute::{Captures, Item, Kind, Row, Tree, What},
    language::Language,
};

const CAPTURES: usize = 3;
/// Trees are this large, so that all assignments can be tried.
const NODES: usize = 40;

/// How many queries are tried.
fn cases() -> u64 {
    env::var("QUERY_CASES").map_or(1500, |cases| cases.parse().expect("a number"))
}

#[test]
fn matches_are_those_of_brute_force() {
    let cases = cases();
    let (mut done, mut seed, mut matched) = (0, 0, 0);
    while done < cases {
        seed += 1;
        let mut random = Random::new(seed);
        let Some((language, tree)) = random_tree(&mut random) else { continue };
        for _ in 0..10 {
            let (text, patterns) = random_query(&mut random, &language.types, false);
            let query =
                language.unchecked(&text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
            let Some(expected) = expected(&patterns, &tree) else { continue };
            let found = found(&query, &tree);
            assert_eq!(found, expected, "seed {seed}\n{text}\n{}\n{tree}", language.text);
            matched += usize::from(!found.is_empty());
            done += 1;
        }
    }
    println!("{done} queries, {matched} with matches");
    assert!(matched as u64 * 4 > cases, "too few queries match: {matched}");
}

#[test]
fn queries_that_are_rejected_match_no_tree_without_errors() {
    let (mut accepted, mut rejected, mut seed) = (0_u64, 0_u64, 1_000_000);
    while rejected < cases() / 10 {
        seed += 1;
        let mut random = Random::new(seed);
        let Some((language, tree)) = random_tree(&mut random) else { continue };
        let is_wrong = |kind| matches!(kind, SyntaxKind::Error | SyntaxKind::Missing(_));
        if tree.root().preorder().any(|(_, node)| is_wrong(node.kind())) {
            continue;
        }
        for _ in 0..10 {
            let (text, patterns) = random_query(&mut random, &language.types, true);
            match language.query(&text) {
                Ok(_) => accepted += 1,
                Err(errors) => {
                    rejected += 1;
                    let found = expected(&patterns, &tree).unwrap_or_default();
                    let message = QueryError::render(&errors, "query", &text);
                    assert_eq!(found, [], "seed {seed}\n{message}\n{}\n{tree}", language.text);
                }
            }
        }
    }
    println!("{accepted} accepted, {rejected} rejected");
    assert!(accepted * 4 > rejected, "{accepted} of {rejected}");
}

/// First node, pattern and captures of all matches.
type Matches = Vec<(usize, usize, Vec<(usize, usize)>)>;

fn found(query: &Query, tree: &SyntaxTree) -> Matches {
    let numbers: Vec<_> = tree.root().preorder().map(|(_, node)| node).collect();
    let mut matches = query.matches(tree);
    let found = (&mut matches).map(|found| {
        let captures = found.captures.iter().map(|(capture, node)| {
            // `c0` is not the first capture that the text names.
            let name = &query.capture_names()[*capture];
            (numbers.iter().position(|one| one == node).unwrap(), name[1..].parse().unwrap())
        });
        let mut captures: Vec<(usize, usize)> = captures.collect();
        captures.sort_unstable();
        let start = numbers.iter().position(|one| *one == found.start).unwrap();
        (start, found.pattern, captures)
    });
    let mut found: Matches = found.collect();
    let place = |found: &(usize, usize, _)| (found.0, found.1);
    assert!(found.is_sorted_by_key(place), "{found:?}");
    found.sort();
    assert!(!matches.is_cut());
    found
}

fn expected(patterns: &[Item], tree: &SyntaxTree) -> Option<Matches> {
    let tree = Tree::new(tree);
    let mut all = BTreeSet::new();
    for (number, pattern) in patterns.iter().enumerate() {
        for (start, captures) in tree.matches(pattern)? {
            let captures: Captures = captures;
            let is_new = all.insert((start, number, captures.into_iter().collect::<Vec<_>>()));
            assert!(is_new || patterns.len() > 1);
        }
    }
    Some(all.into_iter().collect())
}

/// A random grammar with a random tree, with mistakes in one of three.
fn random_tree(random: &mut Random) -> Option<(Language, SyntaxTree)> {
    let text = random_grammar(random);
    let grammar = Grammar::parse(&text, None).ok()?;
    let language = Language::of(text, &grammar);
    let cheapest = Cheapest::new(&grammar, |_| 1);
    let derivation = random_derivation(&cheapest, 0, 4 + random.below(20), random)?;
    let mut tokens: Vec<&str> =
        derivation.tokens.iter().map(|token| &*grammar.token(*token).name).collect();
    if random.one_in(3) && !tokens.is_empty() {
        let at = random.below(tokens.len());
        match random.below(3) {
            0 => drop(tokens.remove(at)),
            1 => tokens[at] = "zz",
            _ => tokens.insert(at, "a"),
        }
    }
    let mut input = String::new();
    for token in tokens {
        if random.one_in(8) {
            input += "/c/ ";
        }
        input += token;
        input += " ";
    }
    let tree = language.parse(&input);
    (2..=NODES).contains(&tree.node_count()).then_some((language, tree))
}

/// A random grammar with lists, optional symbols, labels and transparent rules.
fn random_grammar(random: &mut Random) -> String {
    let rules = 1 + random.below(4);
    let mut text = String::from("%token A B\n");
    for rule in 1..rules {
        if random.one_in(4) {
            text += &format!("%transparent R{rule}\n");
        }
    }
    text += "%%\n";
    for rule in 0..rules {
        let mut alternatives = Vec::new();
        for nth in 0..1 + random.below(3) {
            let mut symbols = String::new();
            for _ in 0..random.below(5) {
                let lowest = if nth == 0 { rule + 1 } else { 0 };
                symbols += &match rules - lowest {
                    rest if rest > 0 && !random.one_in(3) => {
                        format!("R{}", lowest + random.below(rest))
                    }
                    _ => (*random.choose(&["'a'", "'b'", "A", "B"])).to_owned(),
                };
                let after: &&str = random.choose(&["", "", "", "", "*", "?", "+", "[f]", "[g]"]);
                symbols += after;
                symbols += " ";
            }
            alternatives.push(symbols);
        }
        if random.one_in(5) {
            alternatives.push(format!("R{rule} {} A", random.choose(&["'a'", ""])));
        }
        text += &format!("R{rule}: {};\n", alternatives.join("| "));
    }
    text
}

fn random_query(random: &mut Random, types: &NodeTypes, is_plain: bool) -> (String, Vec<Item>) {
    let rules: Vec<String> = types
        .rule_ids()
        .skip(1)
        .filter(|rule| types.form(*rule) != NodeForm::Spliced)
        .map(|rule| types.name(SyntaxKind::Rule(rule)).to_owned())
        .filter(|name| !name.contains(' '))
        .collect();
    let tokens = types.token_ids().map(|token| types.name(SyntaxKind::Token(token)).to_owned());
    let tokens: Vec<String> = tokens.filter(|name| name != "$" && name != "error").collect();
    let fields: Vec<String> =
        types.fields().map(|field| types.field_name(field).to_owned()).collect();
    let mut making = Making { random, rules, tokens, fields, is_plain };
    let count = if is_plain { 1 } else { 1 + making.random.below(3) };
    let mut patterns = Vec::new();
    let mut text = String::new();
    for _ in 0..count {
        let mut item = making.item(0);
        item.is_anchored = false;
        item.field = None;
        write_item(&item, &mut text);
        text.push('\n');
        patterns.push(item);
    }
    (text, patterns)
}

struct Making<'r> {
    random: &'r mut Random,
    rules: Vec<String>,
    tokens: Vec<String>,
    fields: Vec<String>,
    /// Whether there are no alternations and quantifiers.
    is_plain: bool,
}

impl Making<'_> {
    fn row(&mut self, depth: usize) -> Row {
        let count = match self.random.below(6) {
            0 | 1 => 1,
            2 | 3 => 2,
            4 => 3,
            _ => 1,
        };
        let items = (0..count).map(|_| self.item(depth)).collect();
        Row { items, is_anchored: self.random.one_in(6) }
    }

    fn item(&mut self, depth: usize) -> Item {
        let what = match self.random.below(10) {
            0 if depth < 3 => What::Group(self.row(depth + 1)),
            1 if depth < 3 && !self.is_plain => {
                let count = 1 + self.random.below(3);
                let items = (0..count).map(|_| self.item(depth + 1));
                What::Alternation(items.map(|item| Item { is_anchored: false, ..item }).collect())
            }
            _ => self.node(depth),
        };
        let is_one = !matches!(&what, What::Group(row) if row.items.len() > 1);
        let has_field = depth < 2 && matches!(what, What::Node { .. }) && self.random.one_in(8);
        let field = match has_field && !self.fields.is_empty() {
            true => Some(self.random.choose(&self.fields).clone()),
            false => None,
        };
        let quantifiers =
            if self.is_plain { &['1'][..] } else { &['1', '1', '1', '1', '1', '?', '*', '+'] };
        let quantifier = *self.random.choose(quantifiers);
        let mut captures: Vec<usize> = Vec::new();
        if is_one && !nests_group(&what) && self.random.one_in(2) {
            captures.push(self.random.below(CAPTURES));
        }
        Item { is_anchored: self.random.one_in(5), field, what, quantifier, captures }
    }

    fn node(&mut self, depth: usize) -> What {
        let kind = match self.random.below(16) {
            0 => Kind::Any,
            1 | 2 => Kind::AnyNamed,
            3 if self.random.one_in(2) => Kind::Error,
            3 => Kind::Missing(None),
            4 if self.random.one_in(3) => {
                Kind::Missing(Some(self.random.choose(&self.tokens).clone()))
            }
            5 => Kind::Named("comment".to_owned()),
            6..=8 => Kind::Anonymous(self.random.choose(&self.tokens).clone()),
            9 if self.tokens.iter().any(|token| token == "A") => Kind::Named("A".to_owned()),
            _ => Kind::Named(self.random.choose(&self.rules).clone()),
        };
        let may_nest =
            !matches!(kind, Kind::Any | Kind::Anonymous(_) | Kind::Missing(_)) && depth < 3;
        let children = match may_nest && self.random.one_in(2) {
            true => self.row(depth + 1),
            false => Row::default(),
        };
        let absent = match may_nest && !self.fields.is_empty() && self.random.one_in(8) {
            true => vec![self.random.choose(&self.fields).clone()],
            false => Vec::new(),
        };
        What::Node { kind, children, absent }
    }
}

/// Whether a group of several patterns is in what would be captured.
fn nests_group(what: &What) -> bool {
    match what {
        What::Node { .. } => false,
        What::Group(row) => {
            row.items.len() > 1 || row.items.iter().any(|item| nests_group(&item.what))
        }
        What::Alternation(items) => items.iter().any(|item| nests_group(&item.what)),
    }
}

fn write_row(row: &Row, text: &mut String) {
    for item in &row.items {
        text.push(' ');
        write_item(item, text);
    }
    if row.is_anchored {
        text.push_str(" .");
    }
}

fn write_item(item: &Item, text: &mut String) {
    if item.is_anchored {
        text.push_str(". ");
    }
    if let Some(field) = &item.field {
        *text += &format!("{field}: ");
    }
    match &item.what {
        What::Node { kind, children, absent } => {
            let name = match kind {
                Kind::Any => "_".to_owned(),
                Kind::AnyNamed => "(_".to_owned(),
                Kind::Error => "(ERROR".to_owned(),
                Kind::Missing(None) => "(MISSING".to_owned(),
                Kind::Missing(Some(name)) => format!("(MISSING \"{name}\""),
                Kind::Named(name) => format!("({name}"),
                Kind::Anonymous(name) => format!("\"{name}\""),
            };
            *text += &name;
            absent.iter().for_each(|field| *text += &format!(" !{field}"));
            write_row(children, text);
            if name.starts_with('(') {
                text.push(')');
            }
        }
        What::Group(row) => {
            text.push('(');
            // `(_ …` would be a node.
            let start = text.len();
            write_row(row, text);
            if text[start..].trim_start().starts_with('_') {
                text.replace_range(start..start + 2, "[_]");
            }
            text.push(')');
        }
        What::Alternation(items) => {
            text.push('[');
            for item in items {
                write_item(item, text);
                text.push(' ');
            }
            text.push(']');
        }
    }
    if item.quantifier != '1' {
        text.push(item.quantifier);
    }
    item.captures.iter().for_each(|capture| *text += &format!(" @c{capture}"));
}
