//! What patterns match, by a small language.

use lrpar::DirectiveArgument;

use crate::language::Language;

/// A language of blocks: lists of assignments, calls and functions.
pub(crate) const BLOCKS: &str = "
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
fn children_match_in_order_with_others_between() {
    check("(Call callee: (NAME) @f)", "a = f(1, 2);", &["0 f=f"]);
    check("(Stmt (NAME) @n \";\" @e)", "a = 1; b = 2;", &["0 n=a e=;", "0 n=b e=;"]);
    // Each way to place the children is a match, once for each set of captures.
    let list = "(Stmt* (Stmt) @one (Stmt) @other)";
    check(
        list,
        "a=1; b=2; c=3;",
        &["0 one=a=1; other=b=2;", "0 one=a=1; other=c=3;", "0 one=b=2; other=c=3;"],
    );
    check("(Stmt* (Stmt) (Stmt) @other)", "a=1; b=2; c=3;", &["0 other=b=2;", "0 other=c=3;"]);
}

#[test]
fn matches_are_in_the_order_of_the_text_then_of_the_patterns() {
    check("(Term) @t (NAME) @n", "a = b;", &["1 n=a", "0 t=b", "1 n=b"]);
    check("(INT) @i (Expr) @e (INT) @j", "a = 1;", &["1 e=1", "0 i=1", "2 j=1"]);
}

#[test]
fn wildcards_match_nodes_with_names_or_any() {
    check("(Call (_) @c)", "a = f(1);", &["0 c=f", "0 c=1"]);
    check("(Call _ @c)", "a = f(1);", &["0 c=f", "0 c=(", "0 c=1", "0 c=)"]);
    // Blanks are no nodes, comments are.
    check("(Expr _ @c)", "a = b /x/ + 1;", &["0 c=b", "0 c=/x/", "0 c=+", "0 c=1", "0 c=b"]);
}

#[test]
fn fields_and_absent_fields() {
    check("(Expr left: (_) @l)", "a = b + 1;", &["0 l=b"]);
    check("(Stmt name: (NAME) @n !body)", "fn f(){} fn g; a = 1;", &["0 n=g", "0 n=a"]);
    check("(Stmt name: [(NAME) (_)] @n body: _ @b)", "fn f(){}", &["0 n=f b={}"]);
}

#[test]
fn anonymous_tokens_missing_tokens_and_errors() {
    check("\"fn\" @k", "fn f; fn g(){}", &["0 k=fn", "0 k=fn"]);
    check("(MISSING \";\") @m (MISSING) @n", "a = 1", &["0 m=", "1 n="]);
    check("(Stmt \";\" @m)", "a = 1", &["0 m="]);
    check("(ERROR) @e", "a = 1; ) b = 2;", &["0 e=)"]);
    check("(ERROR \")\" @e)", "a = 1; ) b = 2;", &["0 e=)"]);
    // Wildcards match no errors.
    check("(Program (Stmt* _ @e))", "a=1; ) b=2;", &["0 e=a=1;", "0 e=b=2;"]);
}

#[test]
fn trivia_match_by_their_names() {
    let text = "/one/ a = 1; /two/ b = 2;";
    check("(comment) @c", text, &["0 c=/one/", "0 c=/two/"]);
    check("((comment) @c . (Stmt) @s)", text, &["0 c=/two/ s=b = 2;"]);
}

#[test]
fn quantifiers_take_as_many_as_they_can() {
    check("((comment)+ @c)", "x = 1; /a/ /b/ y = 1;", &["0 c=/a/ c=/b/"]);
    check(
        "(Stmt* (comment)* @c (Stmt) @s)",
        "x=1; /a/ /b/ y=1;",
        &["0 s=x=1;", "0 c=/a/ c=/b/ s=y=1;"],
    );
    check("(Call (Args)? @a) @c", "x = f(1); y = f();", &["0 c=f(1) a=1", "0 c=f()"]);
    check(
        "(Args (separated_list(',', Expr) (Expr) @first (\",\" (Expr) @rest)*))",
        "x = f(1, 2, 3);",
        &["0 first=1 rest=2 rest=3", "0 first=2 rest=3", "0 first=3"],
    );
}

#[test]
fn alternations_match_one_of_their_patterns() {
    check("[(INT) @i (NAME) @n]", "a = 1;", &["0 n=a", "0 i=1"]);
    check("(Stmt [\"fn\" \"return\"] @k)", "fn f() { return; }", &["0 k=fn", "0 k=return"]);
    check(
        "(Call [(NAME) @f (Args (separated_list(',', Expr) (Expr) @a))])",
        "x = g(1);",
        &["0 f=g", "0 a=1"],
    );
}

#[test]
fn anchors_allow_no_nodes_with_names_between() {
    let text = "x = f(1, 2, 3);";
    let args = |pattern: &str| format!("(separated_list(',', Expr) {pattern})");
    check(&args(". (Expr) @first"), text, &["0 first=1"]);
    check(&args("(Expr) @last ."), text, &["0 last=3"]);
    check(&args(". (Expr) @only ."), text, &[]);
    // The commas between are skipped beside nodes with names, and are not beside tokens.
    check(&args("(Expr) @a . (Expr) @b"), text, &["0 a=1 b=2", "0 a=2 b=3"]);
    check(&args("(Expr) @a . \",\" . (Expr) @b"), text, &["0 a=1 b=2", "0 a=2 b=3"]);
    check("(Call . _ @first)", "x = (f(1));", &["0 first=f"]);
    check("(Term . _ @first)", "x = (1);", &["0 first=(", "0 first=1"]);
    check("(Term . (_) @first)", "x = (1);", &["0 first=1", "0 first=1"]);
    // Comments have names.
    check(&args("(Expr) @a . (Expr) @b"), "x = f(1, /c/ 2);", &[]);
}

#[test]
fn anchors_beside_quantifiers() {
    let list = |pattern: &str| format!("(Stmt* {pattern})");
    // Before every repetition.
    check(&list(". (Stmt)+ @s"), "a=1; b=2; /c/ d=3;", &["0 s=a=1; s=b=2;"]);
    // Of a pattern that is absent no anchor requires anything.
    check(&list("(comment)? @c . (Stmt) @s"), "a=1; /c/ b=2;", &["0 s=a=1;", "0 c=/c/ s=b=2;"]);
    check("((comment)* @c . (Stmt) @s)", "a=1; /c/ b=2;", &["0 s=a=1;", "0 c=/c/ s=b=2;"]);
    check("(. (Stmt) @s)", "a=1; b=2;", &["0 s=a=1;"]);
}

#[test]
fn groups_are_of_siblings() {
    check(
        "((Stmt) @a . (Stmt) @b)",
        "a=1; b=2; { c=3; d=4; }",
        &["0 a=a=1; b=b=2;", "0 a=b=2; b={ c=3; d=4; }", "0 a=c=3; b=d=4;"],
    );
    check("((NAME) @a (Args) @b)", "f = g(1);", &["0 a=g b=1"]);
}

#[test]
fn predicates_filter_matches() {
    let text = "a = f(a); b = f(b, B);";
    let all = |predicate: &str| format!("((Stmt name: (NAME) @n) @s {predicate})");
    check(&all("(#eq? @n \"a\")"), text, &["0 s=a = f(a); n=a"]);
    check(&all("(#not-eq? @n \"a\")"), text, &["0 s=b = f(b, B); n=b"]);
    check(&all("(#match? @s \"[A-Z]\")"), text, &["0 s=b = f(b, B); n=b"]);
    check(&all("(#not-match? @s \"[A-Z]\")"), text, &["0 s=a = f(a); n=a"]);
    check(&all("(#any-of? @n \"b\" \"c\")"), text, &["0 s=b = f(b, B); n=b"]);
    check(&all("(#not-any-of? @n \"b\" \"c\")"), text, &["0 s=a = f(a); n=a"]);
    // A capture of several nodes: all of them, or one.
    let args = |predicate: &str| format!("((separated_list(',', Expr) (Expr)+ @e) {predicate})");
    check(&args("(#match? @e \"[a-z]\")"), text, &["0 e=a"]);
    check(&args("(#any-match? @e \"[A-Z]\")"), text, &["0 e=b e=B"]);
    check(&args("(#any-eq? @e \"B\")"), text, &["0 e=b e=B"]);
    check(&args("(#any-not-eq? @e \"B\")"), text, &["0 e=a", "0 e=b e=B"]);
    check(&args("(#any-not-match? @e \"[A-Z]\")"), text, &["0 e=a", "0 e=b e=B"]);
    let same = "((Expr left: (_) @l right: (_) @r) (#eq? @l @r))";
    check(same, "a = b + b; c = b + 1;", &["0 l=b r=b"]);
    check("((Call (Args)? @a) @c (#eq? @a \"1\"))", "x = f(); y = f(2);", &["0 c=f()"]);
    check("((Call (Args)? @a) @c (#any-eq? @a \"1\"))", "x = f(); y = f(1);", &["0 c=f(1) a=1"]);
}

#[test]
fn directives_are_data() {
    let language = Language::new(BLOCKS);
    let text =
        "((NAME) @n (#set! kind \"a name\") (#set! plain) (#set! @n key value) (#is-not? local))";
    let query = language.query(text).unwrap();
    let set: Vec<_> = query.properties(0).collect();
    assert_eq!(set, [("kind", Some("a name")), ("plain", None)]);
    let names: Vec<&str> = query.directives(0).iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["set!", "set!", "set!", "is-not?"]);
    assert_eq!(query.directives(0)[2].arguments[0], DirectiveArgument::Capture(0));
}

#[test]
fn captures_are_in_the_order_of_the_text() {
    let language = Language::new(BLOCKS);
    let tree = language.parse("f = g(x);");
    let query = language.query("(Call callee: (_) @callee) @call (NAME) @name").unwrap();
    assert_eq!(query.capture_names(), ["callee", "call", "name"]);
    let shown = query.captures(&tree).map(|one| {
        format!("{} {}={}", one.pattern, query.capture_names()[one.index], one.node.text())
    });
    let shown: Vec<String> = shown.collect();
    assert_eq!(shown, ["1 name=f", "0 call=g(x)", "0 callee=g", "1 name=g", "1 name=x"]);
}

#[test]
fn a_search_below_a_node_sees_nothing_around_it() {
    let language = Language::new(BLOCKS);
    let tree = language.parse("a = 1; fn f() { b = 2; }");
    let query = language.query("name: (NAME) @n").unwrap();
    let block = tree.root().preorder().find(|(_, node)| node.name() == "Block").unwrap().1;
    let found: Vec<&str> = query.captures(block).map(|one| one.node.text()).collect();
    assert_eq!(found, ["b"]);
    let all: Vec<&str> = query.captures(&tree).map(|one| one.node.text()).collect();
    assert_eq!(all, ["a", "f", "b"]);
}

#[test]
fn patterns_that_end_with_an_anchor_are_apart() {
    check("((Stmt) @a .) ((Stmt) @b .)", "a=1; b=2;", &["0 a=b=2;", "1 b=b=2;"]);
}

#[test]
fn lists_are_called_as_in_the_grammar() {
    let language = Language::new("%token A B %% S: A* 'x' A* pair('b') ; pair(X): X 'y' X;");
    for (query, text, expected) in [
        ("(A*) @l", "A A x b y b", "0 l=A A\n"),
        ("(pair('b')) @l", "x b y b", "0 l=b y b\n"),
        ("(pair( \"b\" )) @l", "x b y b", "0 l=b y b\n"),
    ] {
        assert_eq!(language.matches(query, text), expected, "{query}");
    }
}
