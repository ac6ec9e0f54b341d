#![deny(warnings)]

use lrlex::{lrlex_mod, DefaultLexeme};
use lrpar::lrpar_mod;
#[cfg(test)]
use lrpar::{Lexeme, NonStreamingLexer};
use tree::Node;

lrlex_mod!("list.l");
lrlex_mod!("tree");
lrpar_mod!("check.y");
lrpar_mod!("eco.y");
lrlex_mod!("eco.l");

fn count(node: &Node<DefaultLexeme<u16>, u16>) -> usize {
    match node {
        Node::Term { .. } => 1,
        Node::Nonterm { ridx, nodes } if u32::from(*ridx) == u32::from(tree::R_LISTS) => {
            nodes.iter().map(count).sum()
        }
        Node::Nonterm { nodes, .. } => {
            let mut sum = 0;
            for node in nodes {
                sum += count(node);
            }
            sum
        }
    }
}

fn main() {
    let lexerdef = words::lexerdef();
    let lexer = lexerdef.lexer("a, b; c;");
    let (tree, errors) = tree::parse(&lexer);
    println!("{} {}", count(&tree.unwrap()), errors.len());
}

#[test]
fn trees() {
    let lexerdef = words::lexerdef();
    let lexer = lexerdef.lexer("a, b; c;");
    let (tree, errors) = tree::parse(&lexer);
    assert_eq!(count(&tree.unwrap()), 6);
    assert!(errors.is_empty());
    assert!(check::parse(&lexer).is_empty());
}

#[test]
fn broken() {
    let lexerdef = words::lexerdef();
    let lexer = lexerdef.lexer("a b;");
    assert_eq!(check::parse(&lexer).len(), 1);
    let (tree, errors) = tree::parse(&lexer);
    assert_eq!(errors[0].pp(&lexer, &tree::token_epp), check::parse(&lexer)[0].pp(&lexer, &check::token_epp));
    assert!(tree.is_some());
    // Text of tokens that the grammar does not have is no lexeme of it.
    assert!(!check::parse(&lexerdef.lexer("a; 1")).is_empty());
}

#[test]
fn query() {
    let lexerdef = words::lexerdef();
    let lexer = lexerdef.lexer("a, b, c; d;");
    let (tree, _) = check::parse_syntax(&check::recovery_options(), &lexer);
    let query = check::queries::lists();
    assert_eq!(query.capture_names(), ["first", "other"]);
    let found = query.matches(&tree).map(|found| {
        let texts = found.captures.iter().map(|(_, node)| node.text());
        texts.collect::<Vec<_>>().join(" ")
    });
    assert_eq!(found.collect::<Vec<_>>(), ["a b c", "d"]);
}

#[test]
fn eco() {
    let lexerdef = eco_l::lexerdef();
    let lexer = lexerdef.lexer(" a ;b\n");
    let (tree, errors) = eco_y::parse(&lexer);
    assert!(errors.is_empty());
    let mut texts = Vec::new();
    let mut todo = vec![tree.unwrap()];
    while let Some(node) = todo.pop() {
        match node {
            eco_y::Node::Term { lexeme } => texts.push(lexer.span_str(lexeme.span())),
            eco_y::Node::Nonterm { nodes, .. } => todo.extend(nodes.into_iter().rev()),
        }
    }
    assert_eq!(texts, [" ", "a", " ", ";", "b", "\n"]);
}
