//! Shows the parse tree and the value of each line of the standard input.

use std::{
    fmt::Write as _,
    io::{self, BufRead, Write},
};

use lrlex::{DefaultLexeme, DefaultLexerTypes, lrlex_mod};
use lrpar::{Lexeme, Node, NonStreamingLexer, lrpar_mod};

lrlex_mod!("calc.l");
lrpar_mod!("calc.y");

type Tree = Node<DefaultLexeme, u32>;

/// Writes `node` and all nodes below, a line for each, indented by depth.
fn show(
    lexer: &dyn NonStreamingLexer<'_, DefaultLexerTypes>,
    node: &Tree,
    depth: usize,
    out: &mut String,
) {
    let indent = "  ".repeat(depth);
    let (name, nodes) = match node {
        Node::Term { lexeme } => {
            let what = if lexeme.faulty() { "(inserted)" } else { "" };
            let _ = writeln!(out, "{indent}{}{what}", lexer.span_str(lexeme.span()));
            return;
        }
        Node::Nonterm { nodes, .. } if node.is_error() => ("<error>", nodes),
        Node::Nonterm { ridx, nodes } => {
            let name = match ridx.as_storaget() {
                calc_y::R_EXPR => "Expr",
                calc_y::R_TERM => "Term",
                calc_y::R_FACTOR => "Factor",
                _ => "?",
            };
            (name, nodes)
        }
    };
    let _ = writeln!(out, "{indent}{name}");
    for node in nodes {
        show(lexer, node, depth + 1, out);
    }
}

/// Returns the value of a tree, if all of its nodes have one.
fn value(lexer: &dyn NonStreamingLexer<'_, DefaultLexerTypes>, node: &Tree) -> Option<u64> {
    match node {
        Node::Term { lexeme } if lexeme.faulty() => None,
        Node::Term { lexeme } => lexer.span_str(lexeme.span()).parse().ok(),
        Node::Nonterm { .. } if node.is_error() => None,
        Node::Nonterm { ridx, nodes } => match (ridx.as_storaget(), nodes.as_slice()) {
            (calc_y::R_EXPR, [left, _, right]) => {
                value(lexer, left)?.checked_add(value(lexer, right)?)
            }
            (calc_y::R_TERM, [left, _, right]) => {
                value(lexer, left)?.checked_mul(value(lexer, right)?)
            }
            (_, [_, inner, _] | [inner]) => value(lexer, inner),
            _ => None,
        },
    }
}

/// Returns the tree and the value of `line`, and its mistakes, as the program prints them.
fn evaluate(line: &str) -> String {
    let lexerdef = calc_l::lexerdef();
    let lexer = lexerdef.lexer(line);
    let (tree, errors) = calc_y::parse(&lexer);
    let mut out = String::new();
    for error in errors {
        out += &error.pp(&lexer, &calc_y::token_epp);
        out.push('\n');
    }
    if let Some(tree) = tree {
        show(&lexer, &tree, 0, &mut out);
        match value(&lexer, &tree) {
            Some(value) => out += &format!("= {value}\n"),
            None => out += "no value\n",
        }
    }
    out
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        io::stdout().write_all(evaluate(&line?).as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::evaluate;

    #[test]
    fn a_tree_is_shown_and_evaluated() {
        let shown = evaluate("2 * 3");
        assert!(shown.starts_with("Expr\n  Term\n    Term\n      Factor\n        2\n    *\n"));
        assert!(shown.ends_with("= 6\n"));
    }

    #[test]
    fn broken_input_is_repaired_as_the_readme_shows() {
        let shown: String = include_str!("../broken.txt").lines().map(evaluate).collect();
        let readme = include_str!("../README.md");
        let (_, expected) = readme.split_once("broken.txt\n").expect("the command is there");
        let expected: String = expected.lines().map(|line| line[4..].to_owned() + "\n").collect();
        assert_eq!(shown, expected);
    }
}
