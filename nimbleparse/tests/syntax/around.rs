//! Tokens, symbols, trivia and cursors say of every node what a search through all leaves says.

use lrpar::{RecoveryKind, SyntaxKind, SyntaxNode, SyntaxTree};
use lrtable::{Span, random::Random};
use nimbleparse::language;

use super::{checked, of_files};

/// Checks what the nodes of `tree` say about each other.
pub(crate) fn checked_around(tree: &SyntaxTree) {
    let is_token =
        |node: &SyntaxNode<'_>| matches!(node.kind(), SyntaxKind::Token(_) | SyntaxKind::Unknown);
    let nodes: Vec<(usize, SyntaxNode<'_>)> = tree.root().preorder().collect();
    let (mut places, mut tokens) = (Vec::new(), Vec::new());
    for (place, (_, node)) in nodes.iter().enumerate().filter(|(_, (_, node))| is_token(node)) {
        places.push(place);
        tokens.push(*node);
    }
    let before = |place: usize| places.partition_point(|token| *token < place);
    // Where the nodes below each end.
    let mut ends = vec![nodes.len(); nodes.len()];
    let mut open: Vec<usize> = Vec::new();
    for (place, (depth, _)) in nodes.iter().enumerate() {
        open.drain(*depth..).for_each(|done| ends[done] = place);
        open.push(place);
    }
    for (place, (_, node)) in nodes.iter().enumerate() {
        let (from, to) = (before(place), before(ends[place]));
        assert_eq!(node.first_token(), tokens[from..to].first().copied(), "{node:?}");
        assert_eq!(node.last_token(), tokens[from..to].last().copied(), "{node:?}");
        assert_eq!(node.next_token(), tokens.get(to).copied(), "{node:?}");
        assert_eq!(node.previous_token(), tokens[..from].last().copied(), "{node:?}");
        let mut last = None;
        for symbol in node.symbols() {
            assert_eq!(symbol.previous_symbol(), last, "{symbol:?}");
            assert!(last.is_none_or(|last| last.next_symbol() == Some(symbol)));
            last = Some(symbol);
        }
        assert!(last.is_none_or(|last| last.next_symbol().is_none()));
        let items = node.items().take(20).enumerate();
        items.for_each(|(index, item)| assert_eq!(item.index(), Some(index)));
    }
    assert!(tree.root().tokens().eq(tokens.iter().copied()));
    let has_error =
        |node: SyntaxNode<'_>| matches!(node.kind(), SyntaxKind::Missing(_) | SyntaxKind::Error);
    for (_, node) in tree.root().preorder() {
        let below = node.preorder().take(1000).any(|(_, node)| has_error(node));
        let is_whole = node.preorder().nth(1000).is_none();
        assert!(node.has_error() == below || !is_whole && !below, "{node:?}");
    }
    checked_owners(tree, &tokens);
}

/// Every piece of trivia belongs to one token with text, except for those at the end.
fn checked_owners(tree: &SyntaxTree, tokens: &[SyntaxNode<'_>]) {
    let mut owned = Vec::new();
    for token in tokens {
        let (leading, trailing) = (token.leading_trivia(), token.trailing_trivia());
        if token.span().is_empty() {
            assert_eq!(leading.chain(trailing).count(), 0, "{token:?}");
            continue;
        }
        let trailing: Vec<_> = trailing.collect();
        // No blanks at the end, and no comment of another line.
        let text = trailing.last().map_or("x", |leaf| leaf.text());
        assert!(!text.trim().is_empty(), "{token:?} {trailing:?}");
        owned.extend(leading.chain([*token]).chain(trailing));
    }
    let end = owned.last().map_or(0, |last| last.span().end());
    let at_end = tree.root().leaves().skip_while(|leaf| leaf.span().start() < end);
    owned.extend(at_end.filter(|leaf| !leaf.span().is_empty()));
    let leaves: Vec<_> = tree.root().leaves().filter(|leaf| !leaf.span().is_empty()).collect();
    assert_eq!(owned, leaves, "{:?}", tree.text());
}

#[test]
fn comments_belong_to_what_they_stand_at() {
    let owners = |name: &str, text: &str| -> String {
        let language = language::builtin(name).unwrap();
        let tree = checked(&language, RecoveryKind::CPCTPlus, text);
        let mut shown = String::new();
        for token in tree.root().tokens() {
            let texts = |leaf: SyntaxNode<'_>| leaf.text().to_owned();
            let leading: String = token.leading_trivia().map(texts).collect();
            let trailing: String = token.trailing_trivia().map(texts).collect();
            shown += &format!("‹{leading}{}{trailing}›", token.text());
        }
        shown
    };
    // What belongs to a token stands between `‹` and `›`, as the token does.
    for (name, expected) in [
        // The end of a line.
        ("lua53", "‹x›‹ =›‹ 1 -- a›‹\n-- b\ny›‹ =›‹ 2›"),
        ("lua53", "‹-- a\n\nx›‹ =›‹ 1 --[[a]] --[[b\n]]›‹\n\n--c\n\n--d\nreturn›"),
        // Within a line.
        ("lua53", "‹f›‹(›‹--[[x]] a --[[y]]›‹,›‹ --[[z]] b›‹)›‹ --[[w]] g›‹(›‹)›"),
        ("lua53", "‹f›‹{ -- a›‹\n  -- b\n  1›‹, -- c›‹\n}›"),
        // Comments before the end of the text.
        ("lua53", "‹f›‹(›‹) -- a›\n-- b\n"),
        // A missing token has none.
        ("java7", "‹class›‹ A›‹ {›‹ int›‹ x›‹ =›‹ 1 // one›‹\n}›"),
        // A comment that holds the line break at its end.
        ("php73", "‹<?php\nf›‹(›‹)›‹; // a ? b\n›‹# c\n g›‹(›‹)›‹;›"),
        // A leaf that is no comment only.
        ("c11", "‹int›‹ a›‹;›‹\n#define X\nint›‹ b›‹;›"),
    ] {
        let text: String = expected.chars().filter(|c| !"‹›".contains(*c)).collect();
        let end = expected.rfind('›').unwrap() + '›'.len_utf8();
        assert_eq!(owners(name, &text), expected[..end], "{text}");
    }
}

#[test]
fn a_cursor_goes_where_nodes_say() {
    let language = language::builtin("lua53").unwrap();
    let text = "a = 1 + 2 * (3 - f(4, 5, {6, 7 = 8})) .. 9 -- x\nif a then b() else c() end";
    let tree = checked(&language, RecoveryKind::CPCTPlus, text);
    let nodes: Vec<SyntaxNode<'_>> = tree.root().preorder().map(|(_, node)| node).collect();
    let mut random = Random::new(7);
    let top = *nodes.iter().find(|node| node.parent() == Some(tree.root())).unwrap();
    for start in [tree.root(), top] {
        let (mut cursor, mut at) = (start.cursor(), start);
        for _ in 0..20_000 {
            let inside = |node: &SyntaxNode<'_>| at != start || node.parent() == Some(at);
            let (step, next): (fn(&mut _) -> bool, _) = match random.below(6) {
                0 => (lrpar::SyntaxCursor::goto_parent, at.parent()),
                1 => (lrpar::SyntaxCursor::goto_first_child, at.children().next()),
                2 => (lrpar::SyntaxCursor::goto_next_sibling, at.next_sibling()),
                3 => (lrpar::SyntaxCursor::goto_previous_sibling, at.previous_sibling()),
                _ => (lrpar::SyntaxCursor::goto_last_child, at.children().last()),
            };
            let next = next.filter(inside);
            assert_eq!(step(&mut cursor), next.is_some(), "{at:?}");
            at = next.unwrap_or(at);
            assert_eq!(cursor.node(), at);
            let path = std::iter::successors(Some(at), |node| node.parent());
            assert_eq!(cursor.depth(), path.take_while(|node| *node != start).count());
        }
    }
}

/// A walk that took time linear in the depth for each step would not end.
#[test]
fn a_cursor_walks_backwards_through_a_million_levels() {
    let language = language::builtin("json").unwrap();
    let text = format!("{}1{}", "[1,".repeat(500_000), "]".repeat(500_000));
    let tree = checked_only_parsed(&language, &text);
    let mut cursor = tree.root().cursor();
    let mut count = 1;
    let mut deepest = 0;
    loop {
        if !cursor.goto_last_child() {
            while !cursor.goto_previous_sibling() {
                if !cursor.goto_parent() {
                    assert_eq!(count, tree.node_count());
                    assert!(deepest > 1_000_000);
                    return;
                }
            }
        }
        count += 1;
        deepest = deepest.max(cursor.depth());
    }
}

/// Nodes are found in as many steps, however long a list is.
#[test]
fn places_in_long_lists_are_at_one_depth() {
    let language = language::builtin("json").unwrap();
    for count in [10_000, 100_000, 1_000_000] {
        let tree = checked_only_parsed(&language, &format!("[{}2]", "1,".repeat(count)));
        for at in [1, count, 2 * count + 1] {
            let at = at | 1;
            assert_eq!(tree.leaf_at(at).unwrap().ancestors().count(), 5);
            assert_eq!(tree.covering(Span::new(at, at + 1)).ancestors().count(), 5);
            assert_eq!(
                tree.covering(Span::new(1, at + 1)).name(),
                if at == 1 { "NUMBER" } else { "Values" }
            );
        }
    }
}

fn checked_only_parsed(language: &language::Language, text: &str) -> SyntaxTree {
    let recovery = language::Recovery::default();
    language::Parsed::with_syntax_tree(language, text, &recovery, None).tree
}

#[test]
fn tokens_are_found_by_place() {
    let lua = language::builtin("lua53").unwrap();
    checked_places(&lua, " f(a --[[x]] ,b) -- y\n");
    checked_places(&of_files("python313"), "if a:\n  if b:\n    c\n  # d\n\ne\nif f:\n g(1");
    checked_places(&of_files("go122"), "package a // b\nfunc f() { g() }");
}

fn checked_places(language: &language::Language, text: &str) {
    let tree = checked(language, RecoveryKind::CPCTPlus, text);
    for start in 0..=text.len() {
        for end in start..=text.len() {
            let touches =
                |token: &SyntaxNode<'_>| token.span().start() <= end && token.span().end() >= start;
            let expected: Vec<_> = tree.root().tokens().filter(touches).collect();
            let found: Vec<_> = tree.tokens_in(Span::new(start, end)).collect();
            assert_eq!(found, expected, "{start}..{end}");
        }
    }
}
