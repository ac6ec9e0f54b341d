//! Edits by nodes leave texts in the language, and other nodes' comments as they are.

use lrpar::{NodeForm, NodeTypes, SyntaxKind, SyntaxNode, SyntaxTree};
use lrtable::{RuleId, Symbol, grammar::Grammar, random::Random};
use nimbleparse::{
    builtin,
    language::{self, Language, Parsed, Recovery, parses},
};

use super::samples;

fn tree(language: &Language, text: &str) -> SyntaxTree {
    Parsed::with_syntax_tree(language, text, &Recovery::default(), None).tree
}

enum Edit {
    Remove,
    Before(&'static str),
    After(&'static str),
    Replace(&'static str),
}
use Edit::{After, Before, Remove, Replace};

#[test]
fn items_come_and_go_with_their_separators_lines_and_comments() {
    // `‹…›` are the nodes that are edited.
    for (name, before, edit, after) in [
        // Separators and blanks.
        ("json", "[‹1›, 2, 3]", Remove, "[2, 3]"),
        ("json", "[1, ‹2›, 3]", Remove, "[1, 3]"),
        ("json", "[1, 2, ‹3›]", Remove, "[1, 2]"),
        ("json", "[1, ‹2›, ‹3›]", Remove, "[1]"),
        ("json", "[‹1›, ‹2›, 3]", Remove, "[3]"),
        ("json", "[‹1›, ‹2›]", Remove, "[]"),
        ("json", "[ ‹1› ]", Remove, "[ ]"),
        ("json", "[\n  ‹1›,\n  ‹2›\n]", Remove, "[\n]"),
        ("json", "[\n  ‹1›,\n  2,\n  3\n]", Remove, "[\n  2,\n  3\n]"),
        ("json", "[\n  1,\n  2,\n  ‹3›\n]", Remove, "[\n  1,\n  2\n]"),
        ("json", "[\n  1\n  , ‹2›\n  , 3\n]", Remove, "[\n  1\n  , 3\n]"),
        ("json", "[\n  1\n  , 2\n  , ‹3›\n]", Remove, "[\n  1\n  , 2\n]"),
        ("json", "[1,‹2›,3]", After("x"), "[1,2,x,3]"),
        ("json", "[1, 2, ‹3›]", After("x"), "[1, 2, 3, x]"),
        ("json", "[‹1›, 2]", Before("x"), "[x, 1, 2]"),
        ("json", "[‹1›]", After("x"), "[1, x]"),
        ("json", "[‹1›]", Before("x"), "[x, 1]"),
        ("json", "[\n  ‹1›\n]", After("x"), "[\n  1,\n  x\n]"),
        ("json", "[\r\n\t‹1›\r\n]", Before("x"), "[\r\n\tx,\r\n\t1\r\n]"),
        ("json", "[\n  ‹1›,\n  2\n]", After("x"), "[\n  1,\n  x,\n  2\n]"),
        ("json", "[\n  1\n  , ‹2›\n]", After("x"), "[\n  1\n  , 2\n  , x\n]"),
        ("json", "[\n  ‹1›\n  , 2\n]", After("x"), "[\n  1\n  , x\n  , 2\n]"),
        ("json", "{\"a\": ‹1›}", Replace("[2]"), "{\"a\": [2]}"),
        ("json", " [1] ", Remove, " [1] "),
        // Comments.
        (
            "lua53",
            "t = {\n  1, -- a\n  ‹2›, -- b\n  3, -- c\n}",
            Remove,
            "t = {\n  1, -- a\n  3, -- c\n}",
        ),
        ("lua53", "t = {\n  1, -- a\n  ‹2› -- b\n}", Remove, "t = {\n  1 -- a\n}"),
        ("lua53", "t = {1, -- a\n  ‹2›}", Remove, "t = {1 -- a\n  }"),
        (
            "lua53",
            "t = {\n  1, -- a\n  ‹2› -- b\n}",
            After("x"),
            "t = {\n  1, -- a\n  2, -- b\n  x\n}",
        ),
        ("lua53", "t = {\n  ‹1›, -- a\n  2\n}", After("x"), "t = {\n  1, -- a\n  x,\n  2\n}"),
        ("lua53", "t = {1, ‹2› -- b\n}", After("x"), "t = {1, 2, -- b\nx\n}"),
        ("lua53", "t = {‹1› --[[a]], 2}", Remove, "t = {2}"),
        ("lua53", "t = {--[[a]] ‹1›, --[[b]] 2}", Remove, "t = {--[[b]] 2}"),
        ("lua53", "t = {\n  -- a\n  ‹1›,\n\n  -- b\n  2\n}", Remove, "t = {\n  -- b\n  2\n}"),
        (
            "lua53",
            "t = {\n  -- a\n  1,\n\n  -- b\n  ‹2›\n}",
            Before("x"),
            "t = {\n  -- a\n  1,\n\n  x,\n\n  -- b\n  2\n}",
        ),
        ("lua53", "t = {\n  ‹1›, -- a\n\n  -- b\n\n  ‹2›\n}", Remove, "t = {-- b\n}"),
        ("lua53", "t = { -- o\n  ‹1›, -- a\n\n  -- b\n\n  ‹2›\n}", Remove, "t = { -- o\n  -- b\n}"),
        ("lua53", "-- license\n\n-- a\n‹f()›\n-- b\ng()\n", Remove, "-- license\n\n-- b\ng()\n"),
        ("lua53", "f()\n\n-- a\n‹g()› -- b\n\nh()\n", Remove, "f()\n\nh()\n"),
        ("lua53", "f() -- a\n‹g()›\n", Remove, "f() -- a\n"),
        ("lua53", "‹f()› -- a\n", After("g()"), "f() -- a\ng()\n"),
        ("lua53", "do\n\t‹f()›\nend", After("g()"), "do\n\tf()\n\tg()\nend"),
        // What is skipped is no comment without a name.
        (
            "c11",
            "#include <a.h>\n\n/* a */\n‹int a;›\nint b;\n",
            Remove,
            "#include <a.h>\n\nint b;\n",
        ),
        ("c11", "#include <a.h>\n‹int a;›\nint b;\n", Remove, "#include <a.h>\nint b;\n"),
        // Nothing is read as one with its neighbours.
        ("lua53", "a = b-‹c›", Replace("-d"), "a = b- -d"),
        ("lua53", "return‹(a)›", Replace("a"), "return a"),
        ("lua53", "f()‹g()›h()", After("x()"), "f()g()x()h()"),
        (
            "java7",
            "class A {\n  int a; // a\n\n  int ‹b›, c; // b\n}",
            Remove,
            "class A {\n  int a; // a\n\n  int c; // b\n}",
        ),
        (
            "java7",
            "class A {\n  ‹int a;› // a\n\n  /** b */\n  int b; // b\n}",
            Remove,
            "class A {\n  /** b */\n  int b; // b\n}",
        ),
        (
            "java7",
            "class A {\n  int a; // a\n\n  /** b */\n  ‹int b;› // b\n}",
            Remove,
            "class A {\n  int a; // a\n}",
        ),
        (
            "java7",
            "class A {\n  ‹int a;› // a\n\n  int b;\n}",
            After("int x;"),
            "class A {\n  int a; // a\n\n  int x;\n\n  int b;\n}",
        ),
        (
            "java7",
            "import a.b;\n‹import a.c;›\n\nclass A { }",
            Remove,
            "import a.b;\n\nclass A { }",
        ),
        ("php73", "<?php\nf(); // a\n‹g();› # b\nh();\n", Remove, "<?php\nf(); // a\nh();\n"),
        ("php73", "<?php\nf(1, ‹2›);\n", After("3"), "<?php\nf(1, 2, 3);\n"),
    ] {
        let language = language::builtin(name).unwrap();
        let text: String = before.chars().filter(|c| !"‹›".contains(*c)).collect();
        let tree = tree(&language, &text);
        let mut edits = tree.edit();
        let mut rest = before;
        let mut at = 0;
        while let Some((skipped, marked)) = rest.split_once('‹') {
            let (marked, after) = marked.split_once('›').unwrap();
            at += skipped.len();
            let node = tree.covering(lrtable::Span::new(at, at + marked.len()));
            at += marked.len();
            rest = after;
            match edit {
                Remove => edits.remove(node),
                Before(new) => edits.insert_before(node, new),
                After(new) => edits.insert_after(node, new),
                Replace(new) => edits.replace(node, new),
            };
        }
        assert_eq!(edits.apply(), after, "{before:?}\n{tree}");
    }
}

#[test]
fn edits_of_outer_nodes_win_and_several_are_made_at_once() {
    let language = language::builtin("json").unwrap();
    let tree = tree(&language, "[1, [2, 3], 4]");
    let node = |text: &str| {
        let found = tree.root().preorder().map(|(_, node)| node).find(|node| node.text() == text);
        found.unwrap()
    };
    let mut edits = tree.edit();
    edits.replace(node("2"), "x").insert_after(node("3"), "y").remove(node("1"));
    assert_eq!(edits.apply(), "[[x, 3, y], 4]");
    edits.remove(node("[2, 3]")).insert_before(node("4"), "z");
    assert_eq!(edits.apply(), "[z, 4]");
    edits.insert_after(node("[2, 3]"), "w");
    assert_eq!(edits.apply().replace(' ', ""), "[w,z,4]");
}

/// Edits of any nodes of any text are sorted and disjoint, and lie in the text.
#[test]
fn any_nodes_are_edited_together() {
    let mut random = Random::new(5);
    for builtin in builtin::ALL {
        let language = language::builtin(builtin.name).unwrap();
        for text in samples(builtin.name).iter().filter(|text| text.len() < 2000) {
            let tree = tree(&language, text);
            let nodes: Vec<SyntaxNode<'_>> = tree.root().preorder().map(|(_, node)| node).collect();
            for _ in 0..20 {
                let mut edits = tree.edit();
                for _ in 0..=random.below(12) {
                    let node = *random.choose(&nodes);
                    match random.below(4) {
                        0 => edits.remove(node),
                        1 => edits.replace(node, "x"),
                        2 => edits.insert_after(node, "y"),
                        _ => edits.insert_before(node, "z"),
                    };
                }
                let list = edits.text_edits();
                let sorted = list.windows(2).all(|pair| pair[0].span.end() <= pair[1].span.start());
                assert!(sorted, "{list:?} in {text:?}");
                edits.apply();
            }
        }
    }
}

/// With time that is not linear the test would not end.
#[test]
fn many_items_are_edited_at_once() {
    let language = language::builtin("json").unwrap();
    let count = 200_000;
    let tree = tree(&language, &format!("[{}[1]]", "[1],".repeat(count)));
    let list = tree.root().preorder().map(|(_, node)| node).find(|node| node.name() == "Values");
    let items: Vec<SyntaxNode<'_>> = list.unwrap().items().collect();
    let (mut odd, mut all, mut more) = (tree.edit(), tree.edit(), tree.edit());
    for (at, item) in items.iter().enumerate() {
        all.remove(*item);
        if at % 2 == 1 {
            odd.remove(*item);
        }
        more.insert_after(*item, "2")
            .insert_before(item.first_token().unwrap().next_token().unwrap(), "3");
    }
    assert_eq!(all.apply(), "[]");
    assert_eq!(odd.apply().len(), 4 * (count / 2) + 5);
    assert_eq!(more.apply().matches("[3, 1],2").count(), count + 1);
}

fn is_comment(leaf: &SyntaxNode<'_>) -> bool {
    leaf.kind() == SyntaxKind::Trivia && !leaf.text().trim().is_empty()
}

/// Whether `all` has all of `some`, in their order.
fn has_in_order<'t>(all: impl IntoIterator<Item = &'t str>, some: &[&str]) -> bool {
    let mut some = some.iter().peekable();
    for one in all {
        some.next_if(|next| **next == one);
    }
    some.next().is_none()
}

/// Whether each item of the list is one symbol, of kinds that may stand anywhere in it.
fn is_plain(grammar: &Grammar, types: &NodeTypes, list: RuleId) -> bool {
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for prod in &grammar.rule(list).productions {
        let symbols = grammar.symbols(*prod);
        let is_item =
            |symbol: &Symbol| *symbol != Symbol::Rule(list) && !types.is_separator(list, *symbol);
        let items: Vec<Symbol> = symbols.iter().copied().filter(is_item).collect();
        match symbols.contains(&Symbol::Rule(list)) {
            true => later.push(items),
            false => first.push(items),
        }
    }
    let is_same = first.iter().all(|items| items.is_empty() || later.contains(items))
        && later.iter().all(|items| first.contains(items) || first.contains(&Vec::new()));
    is_same && later.iter().all(|items| items.len() == 1)
}

#[test]
fn items_of_all_lists_of_the_samples_go_and_come() {
    let (mut items, mut wrong) = (0, Vec::new());
    for builtin in builtin::ALL {
        let language = language::builtin(builtin.name).unwrap();
        for text in samples(builtin.name).iter().filter(|text| text.len() < 4000) {
            // Tags of PHP are in what is skipped, and what follows is text then.
            let is_odd = ["?>", "<<<", "__HALT"].iter().any(|odd| text.contains(odd));
            if !parses(&language, text) || is_odd {
                continue;
            }
            let tree = tree(&language, text);
            let (grammar, types) = (&language.table.grammar, tree.types());
            let is_list = |node: &SyntaxNode<'_>| match node.kind() {
                SyntaxKind::Rule(rule) => {
                    types.form(rule) == NodeForm::List && is_plain(grammar, types, rule)
                }
                _ => false,
            };
            for (_, list) in tree.root().preorder().filter(|(_, node)| is_list(node)) {
                let all: Vec<SyntaxNode<'_>> = list.items().collect();
                // Later text relies on names that types have in C.
                let is_type = |node: &SyntaxNode<'_>| node.text().contains("typedef");
                if all.len() == 1
                    || list.ancestors().any(|node| is_type(&node) && node.name() == "declaration")
                {
                    continue;
                }
                for item in all.iter().copied().filter(|item| !is_type(item)) {
                    items += 1;
                    let others = tree.root().tokens().filter(|token| {
                        let span = item.span();
                        token.span().end() <= span.start() || token.span().start() >= span.end()
                    });
                    let separators: Vec<SyntaxNode<'_>> =
                        [item.next_symbol(), item.previous_symbol()]
                            .into_iter()
                            .flatten()
                            .collect();
                    let kept: Vec<&str> = others
                        .filter(|token| {
                            separators.iter().all(|one| one.last_token() != Some(*token))
                        })
                        .flat_map(|token| token.leading_trivia().chain(token.trailing_trivia()))
                        .filter(is_comment)
                        .map(SyntaxNode::text)
                        .collect();
                    let mut edits = [tree.edit(), tree.edit(), tree.edit(), tree.edit()];
                    edits[0].remove(item);
                    edits[1].insert_after(item, item.text());
                    edits[2].insert_before(item, item.text());
                    edits[3].replace(item, item.text());
                    assert_eq!(edits[3].apply(), *text);
                    for (edit, edits) in ["remove", "after", "before"].iter().zip(&edits) {
                        let new = edits.apply();
                        let again = self::tree(&language, &new);
                        let comments =
                            again.root().leaves().filter(is_comment).map(SyntaxNode::text);
                        if !parses(&language, &new) || !has_in_order(comments, &kept) {
                            wrong.push(format!(
                                "{} {edit} {} of {:?}:\n{new}\n",
                                builtin.name,
                                item.name(),
                                list.text()
                            ));
                        }
                    }
                }
            }
        }
    }
    println!("{items} items");
    assert!(wrong.is_empty(), "{} of {items} items: {}", wrong.len(), wrong.join("\n"));
}
