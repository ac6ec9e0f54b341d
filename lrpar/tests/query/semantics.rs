//! What patterns match, by a small language.

use crate::language::Language;

/// A language of blocks: lists of assignments, calls and functions.
const BLOCKS: &str = "
    %token NAME INT
    %start Program
    %%
    Program: Stmt*;
    Stmt: NAME[name] '=' Expr[value] ';'
        | 'fn' NAME[name] '(' Params ')' Result? Block[body]
        | 'fn' NAME[name] ';'
        | 'return' Expr? ';'
        | Block
        ;
    Result: ':' NAME;
    Block: '{' Stmt* '}';
    Params: separated_list(',', NAME);
    Expr: Expr[left] '+' Term[right] | Term;
    Term: NAME | INT | Call | '(' Expr ')';
    Call: NAME[callee] '(' Args ')';
    Args: separated_list(',', Expr);
";

fn check(query: &str, text: &str, expected: &[&str]) {
    let found = Language::new(BLOCKS).matches(query, text);
    let found: Vec<&str> = found.lines().collect();
    assert_eq!(found, expected, "{query}\n{text}");
}

#[test]
fn a_node_has_children_in_order_with_others_between() {
    check("(Call callee: (NAME) @f)", "a = f(1, 2);", &["0 f=f"]);
}
