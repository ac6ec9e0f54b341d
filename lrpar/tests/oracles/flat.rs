//! Tests that syntax trees have the shape and the fields that their grammar says, against the parse
//! trees of random grammars with notation, made flat by a few lines.

use lrpar::{
    Lexeme, NodeForm, NodeKind, NodeRef, NodeTypes, RecoveryKind, SyntaxKind, SyntaxNode,
    recovery::Budget,
};
use lrtable::{
    RuleId, Symbol, TokenId,
    grammar::{Grammar, Origin},
    random::Random,
};

use crate::{
    common::{Language, Recovery, TestLexeme, ToldLexer},
    notation::{notation, read_small},
};

/// A node with the name that the grammar gives it in its parent.
#[derive(Debug, PartialEq)]
struct Shape {
    kind: SyntaxKind,
    label: Option<String>,
    children: Vec<Shape>,
}

/// Makes the nodes for `node`, without errors, in a node of the list `list`, if that is one, with a
/// name.
fn flat(
    node: NodeRef<'_, TestLexeme>,
    label: Option<&str>,
    list: Option<RuleId>,
    grammar: &Grammar,
    types: &NodeTypes,
) -> Vec<Shape> {
    let label = label.map(str::to_owned);
    match node.kind() {
        NodeKind::Lexeme(lexeme) => {
            let kind = match lexeme.faulty() {
                true => SyntaxKind::Missing(TokenId::new(lexeme.tok_id() as usize)),
                false => SyntaxKind::Token(TokenId::new(lexeme.tok_id() as usize)),
            };
            vec![Shape { kind, label, children: Vec::new() }]
        }
        NodeKind::Error => Vec::new(),
        NodeKind::Rule(rule, prod) => {
            let origin = grammar.rule(rule).origin;
            let is_list = types.form(rule) == NodeForm::List;
            let is_optional = matches!(origin, Some(Origin::Optional(_)));
            let is_inner = types.form(rule) == NodeForm::Spliced && !is_optional;
            let has_node = !is_optional && !is_inner && (!is_list || list != Some(rule));
            let inner_list = if has_node { is_list.then_some(rule) } else { list };
            let production = grammar.production(prod);
            let mut labels = production.labels.iter();
            let mut children = Vec::new();
            for child in node.children() {
                let is_error = matches!(child.kind(), NodeKind::Error);
                let own = if is_error { None } else { labels.next().unwrap().as_deref() };
                let is_item = matches!(origin, Some(Origin::Optional(Some(_))));
                let own = if is_item { label.as_deref() } else { own };
                children.extend(flat(child, own, inner_list, grammar, types));
            }
            let kind = SyntaxKind::Rule(rule);
            match has_node && !children.is_empty() {
                true => vec![Shape { kind, label, children }],
                false => children,
            }
        }
    }
}

/// Whether a node is a symbol with a token in it that is in no error.
fn has_symbol(node: SyntaxNode<'_>) -> bool {
    match node.symbol() {
        Some(Symbol::Token(_)) => true,
        Some(Symbol::Rule(_)) => node.children().any(has_symbol),
        None => false,
    }
}

/// The shape of a syntax tree without errors; the name of a child that `expected` has none for is
/// not looked at.
fn shape(node: SyntaxNode<'_>, expected: Option<&Shape>) -> Shape {
    let mut others = expected.into_iter().flat_map(|shape| &shape.children);
    let of_list = |rule: RuleId| node.tree().types().form(rule) == NodeForm::List;
    let is_list = matches!(node.kind(), SyntaxKind::Rule(rule) if of_list(rule));
    let children = node.children().filter(|child| has_symbol(*child)).map(|child| {
        let other = others.next();
        let wanted = other.and_then(|other| other.label.clone());
        // A list's fields are those of its symbols, wherever they stand.
        let label = child.field_name().map(str::to_owned);
        let label = label
            .filter(|_| wanted.is_some())
            .filter(|_| !is_list)
            .or_else(|| wanted.filter(|_| is_list));
        Shape { label, ..shape(child, other) }
    });
    Shape { kind: node.kind(), label: None, children: children.collect() }
}

#[test]
fn syntax_trees_are_parse_trees_made_flat() {
    let mut random = Random::new(1);
    let (mut trees, mut nodes, mut labels, mut lists) = (0, 0, 0, 0);
    while trees < 1500 {
        let text = notation(&mut random, 6).text();
        let Some(grammar) = read_small(&text) else { continue };
        let language = Language::from_grammar(text, grammar);
        let types = NodeTypes::new(&language.grammar);
        let recovery = Recovery::from(RecoveryKind::CPCTPlus).with(|options| {
            options.budget = Budget { time: None, work: Some(20_000), ..Budget::default() };
        });
        for _ in 0..10 {
            let input = language.broken_input(&mut random, 20);
            let parser = language.recovering(&recovery);
            let lexer = ToldLexer::of_tokens(&input);
            let (tree, syntax) = (parser.parse_tree(&lexer).0, parser.parse_syntax_tree(&lexer).0);
            let tree = tree.unwrap();
            let mut expected = flat(tree.root(), None, None, &language.grammar, &types);
            let root = syntax.root().kind();
            if root == SyntaxKind::Error {
                continue;
            }
            if expected.len() != 1 || expected[0].kind != root {
                expected = vec![Shape { kind: root, label: None, children: expected }];
            }
            let found = shape(syntax.root(), Some(&expected[0]));
            assert_eq!(found, expected[0], "{input:?} in\n{}\n{syntax}", language.text);
            let mut todo = vec![&expected[0]];
            while let Some(shape) = todo.pop() {
                nodes += 1;
                labels += usize::from(shape.label.is_some());
                let is_again = |child: &&Shape| child.kind == shape.kind;
                if let SyntaxKind::Rule(rule) = shape.kind
                    && types.form(rule) == NodeForm::List
                {
                    lists += 1;
                    assert_eq!(shape.children.iter().filter(is_again).count(), 0);
                }
                todo.extend(&shape.children);
            }
            trees += 1;
        }
    }
    println!("{trees} trees, {nodes} nodes, {labels} with names, {lists} lists");
    assert!(labels * 20 > nodes && lists * 20 > nodes);
}

/// Each rule with whether it is a list, and its separators.
#[test]
fn lists_are_told_from_chains_of_operators() {
    let text = "%token COMMA PLUS NL\n%left DOT\n%%\n\
        S: A B C D E F G H I J K L M N O P;\n\
        A: 'x' | A ',' 'x' | A ',';\n\
        B: %empty | B ';' Q;\n\
        C: Q | Q COMMA C;\n\
        D: Q | D PLUS Q;\n\
        E: Q NL | E Q NL | E error NL;\n\
        F: Q[it] | F ',' Q[it];\n\
        G: Q[a] '=' Q[b] | G ',' Q[a] '=' Q[b];\n\
        H: 'v' | '$' H;\n\
        I: %empty | 'kw' Q I;\n\
        J: Q | J Sep Q;\n\
        K: %empty | K ';' | K Q;\n\
        L: Q[h] | L[t] ',' Q[h];\n\
        M: Q | M DOT Q;\n\
        N: Q | N '(' ')';\n\
        O: Q | O ',' O;\n\
        P: '[' ']' | P '[' ']';\n\
        Q: 'q'; Sep: ',' | ';';\n";
    let grammar = Grammar::parse(text, None).unwrap();
    let types = NodeTypes::new(&grammar);
    let (f, q) = (grammar.rule_named("F").unwrap(), grammar.rule_named("Q").unwrap());
    assert_eq!(types.field_in_list(f, Symbol::Rule(q)), types.field_named("it"));
    let mut found = Vec::new();
    for rule in grammar.rule_ids().filter(|rule| types.form(*rule) == NodeForm::List) {
        let prods = grammar.rule(rule).productions.iter();
        let mut separators: Vec<&str> = prods
            .flat_map(|prod| grammar.symbols(*prod))
            .filter(|symbol| types.is_separator(rule, **symbol))
            .map(|symbol: &Symbol| grammar.symbol_name(*symbol))
            .collect();
        separators.dedup();
        found.push(format!("{} {}", grammar.rule(rule).name, separators.join(" ")));
    }
    let expected = ["A ,", "B ;", "C COMMA", "E ", "F ,", "I ", "J Sep", "K ", "P "];
    assert_eq!(found, expected);
}
