//! The work of searches is counted, grows with the tree, and is bounded.

use lrpar::Query;

use crate::{language::Language, semantics::BLOCKS};

/// Queries of the kinds that programs have; quantifiers and anchors among them.
const ORDINARY: &str = "
    (Call callee: (NAME) @function)
    (Stmt name: (NAME) @name value: (_) @value)
    [\"fn\" \"return\"] @keyword
    ((comment) @doc . (comment)* @doc . (Stmt) @of)
    (Stmt* (Stmt)+ @all)
    (Expr left: (_) right: (Term (INT) @right))
    (_ \"(\" @open \")\" @close)
    (Args (separated_list(',', Expr) . (Expr) @first (\",\" . (Expr) @other)*))
    (ERROR) @error
";

#[test]
fn work_is_linear_in_the_size_of_the_tree() {
    let language = Language::new(BLOCKS);
    let query = language.query(ORDINARY).unwrap();
    let statements = ["a = f(1, b, 2); ", "/c/ ", "fn g(x) { return x + 1; } "];
    let text = |elements: usize| (0..elements).map(|at| statements[at % 3]).collect();
    check_linear(&language, &query, &[10_000, 100_000], text);
    let text = |elements: usize| format!("a=f({}1);", "1,".repeat(elements - 1));
    check_linear(&language, &query, &[10_000, 100_000, 1_000_000], text);
}

fn check_linear(
    language: &Language,
    query: &Query,
    sizes: &[usize],
    text: impl Fn(usize) -> String,
) {
    let work = sizes.iter().map(|elements| {
        let tree = language.parse(&text(*elements));
        let found = query.matches(&tree);
        assert!(!found.is_cut());
        let (work, nodes) = (found.work(), tree.node_count() as u64);
        println!("{elements} elements: {nodes} nodes, {work} steps, {} matches", found.count());
        work as f64 / nodes as f64
    });
    let work: Vec<f64> = work.collect();
    for each in &work {
        assert!((each / work[0] - 1.0).abs() < 0.01, "{work:?}");
    }
}

#[test]
fn a_deep_tree_is_searched_without_recursion() {
    let language = Language::new(BLOCKS);
    let depth = 100_000;
    let tree = language.parse(&format!("{}{}", "{".repeat(depth), "}".repeat(depth)));
    let query = language.query("(Block (Stmt* (Stmt (Block) @inner))) @outer").unwrap();
    let found = query.matches(&tree);
    assert!(!found.is_cut());
    assert_eq!(found.count(), depth - 1);
}

#[test]
fn what_would_take_too_much_work_is_cut_and_says_so() {
    let language = Language::new(BLOCKS);
    let tree = language.parse(&"a=1; ".repeat(20_000));
    // Each pair of statements: 200 million.
    let query = language.query("(Stmt* (Stmt) @one (Stmt) @other) (INT) @i").unwrap();
    let matches = query.matches(&tree);
    assert!(matches.is_cut());
    assert!(matches.work() < 200_000_000, "{}", matches.work());
    assert!(query.captures(&tree).is_cut());
    // Each match has all comments before it.
    let tree = language.parse(&"/c/ a=1; ".repeat(20_000));
    let query = language.query("((comment)+ @doc . (Stmt) @of)").unwrap();
    assert!(query.matches(&tree).is_cut());
}

#[test]
fn long_queries_and_deep_ones_are_no_problem() {
    let language = Language::new(BLOCKS);
    assert!(language.query(&"(".repeat(100_000)).is_err());
    assert!(language.query(&"[(NAME) ".repeat(100_000)).is_err());
    let long = format!("(Stmt* {})", "(Stmt)? @s ".repeat(3000));
    let errors = language.query(&long).unwrap_err();
    assert!(errors[0].message().contains("too large"), "{errors:?}");
    assert!(language.query(&"(NAME) @n\n".repeat(10_000)).is_ok());
}
