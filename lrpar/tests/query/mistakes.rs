//! Mistakes in queries: all are reported, each with its place.

use lrpar::QueryError;
use lrtable::random::Random;

use crate::{language::Language, semantics::BLOCKS};

/// Messages with what they mark, and their help.
const MISTAKES: &[(&str, &[&str])] = &[
    ("(Stmnt)", &["Stmnt: the grammar has no rule or token 'Stmnt'; did you mean 'Stmt'?"]),
    ("(Stmt (Nme))", &["Nme: the grammar has no rule or token 'Nme'; did you mean 'NAME'?"]),
    (
        "(Block (Expr))",
        &[
            "(Expr): (Expr) never is a child of (Block) (children of (Block): (Stmt*), \"{\", \"}\")",
        ],
    ),
    ("(Call calee: (NAME))", &["calee: the grammar has no field 'calee'; did you mean 'callee'?"]),
    (
        "(Call left: (NAME))",
        &[
            "left: (NAME): (NAME) never is the field 'left' of (Call) (fields of (Call): open_paren_token, close_paren_token, callee, args)",
        ],
    ),
    (
        "(Call callee: (Term))",
        &[
            "callee: (Term): (Term) never is a child of (Call) (children of (Call): (Args), (NAME), \"(\", \")\")",
        ],
    ),
    (
        "(Call (Args) (NAME))",
        &[
            "(NAME): (NAME) never is here among the children of (Call) (children match in the order of the text, and an anchor allows no others between)",
        ],
    ),
    (
        "(Call . (Args))",
        &[
            "(Args): (Args) never is here among the children of (Call) (children match in the order of the text, and an anchor allows no others between)",
        ],
    ),
    ("(Stmt \"els\")", &["\"els\": the grammar has no token 'els'"]),
    ("(fn)", &["fn: 'fn' is a token without a name of its own (write \"fn\")"]),
    ("(NAME (INT))", &["(INT): (NAME) is a token, which has no children"]),
    ("(Expr?)", &["Expr?: 'Expr?' never is a node: its symbols are children of the node around"]),
    (
        "(Result?)",
        &["Result?: 'Result?' never is a node: its symbols are children of the node around"],
    ),
    ("(Program (Stmt) @s", &[": expected a pattern, found the end of the query"]),
    (
        "Stmt",
        &[
            "Stmt: expected a pattern, found the word 'Stmt' (nodes are written (Stmt), tokens \"Stmt\", fields Stmt: …)",
        ],
    ),
    ("(Stmt) @", &[": expected the name of a capture after '@', found the end of the query"]),
    ("((NAME) @a (#eq? @b \"x\"))", &["b: there is no capture '@b'"]),
    (
        "((NAME) @a (#eqq? @a \"x\"))",
        &["#eqq?: there is no predicate '#eqq?'; did you mean 'eq?'?"],
    ),
    ("((NAME) @a (#match? @a \"(\"))", &["\"(\": no regular expression: unclosed group"]),
    ("((NAME) @a (#eq? @a))", &["#eq?: '#eq?' needs a capture, and a text or another capture"]),
    (
        "(NAME) @a (#eq? @a \"x\")",
        &[
            "(#: a predicate outside of a pattern (write it before the last ')' of the pattern that it is of)",
        ],
    ),
    (
        "[(NAME) (Program)] @a (Stmt [(Args) (Block)])",
        &[
            "(Args): (Args) never is a child of (Stmt) (children of (Stmt): (Result), (Block), (Params), (Expr), (NAME), \"=\", \";\", \"fn\" and 3 more)",
        ],
    ),
    ("((NAME) (INT)) @a", &["a: a capture is of one node, not of a group of several"]),
    (
        "((Block) . (Stmt))",
        &["(Stmt): (Stmt) never is beside the other nodes of the pattern in this order"],
    ),
    (
        "(Block (Stmt* (INT)))",
        &["(INT): (INT) never is a child of (Stmt*) (children of (Stmt*): (Stmt))"],
    ),
    (
        "(Block \"}\" \"{\")",
        &[
            "\"{\": \"{\" never is here among the children of (Block) (children match in the order of the text, and an anchor allows no others between)",
        ],
    ),
    (
        "(Stmt !value \"=\")",
        &[
            "\"=\": \"=\" never is here among the children of (Stmt) (after it, what the pattern requires next never comes)",
        ],
    ),
    ("(_ (Program))", &["(Program): (Program) never is a child of (_)"]),
    (
        "(Call(Args))",
        &[
            "Call(Args): the grammar has no rule or token 'Call(Args)' (a blank after 'Call' makes what follows a child)",
        ],
    ),
    (
        "(comments)",
        &["comments: the grammar has no rule or token 'comments'; did you mean 'comment'?"],
    ),
    (
        "(Args\n (NAME) @a)\n(Blok)\n",
        &["Blok: the grammar has no rule or token 'Blok'; did you mean 'Block'?"],
    ),
];

#[test]
fn mistakes_are_reported_with_their_places() {
    let language = Language::new(BLOCKS);
    let mut wrong = Vec::new();
    for (query, expected) in MISTAKES {
        let errors = language.query(query).err().unwrap_or_default();
        let line = |error: &QueryError| {
            let help = error.help_text().map_or(String::new(), |help| format!(" ({help})"));
            format!("{}: {}{help}", error.span().text(query), error.message())
        };
        let found: Vec<String> = errors.iter().map(line).collect();
        if found != *expected {
            wrong.push(format!("    ({query:?}, &{found:?}),"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn no_text_makes_the_compiler_panic() {
    const PARTS: &[&str] = &[
        "(",
        ")",
        "[",
        "]",
        ".",
        "@a",
        "@",
        "!",
        "#eq?",
        "(#eq? @a \"x\")",
        "\"fn\"",
        "\"",
        "\\",
        "_",
        "(_)",
        "NAME",
        "(Stmt",
        "Stmt*",
        "'",
        "left:",
        "name: ",
        "?",
        "*",
        "+",
        ";",
        "\n",
        " ",
        "é",
        "ERROR",
        "MISSING",
        "(Call (Args) @a)",
        "(NAME) @a",
        "separated_list(',', Expr)",
        "$",
        "!body",
    ];
    let language = Language::new(BLOCKS);
    let tree = language.parse("a = f(1); fn g() { /c/ return; ) }");
    let (mut random, mut right) = (Random::new(7), 0);
    for _ in 0..20_000 {
        let count = 1 + random.below(12);
        let text: String = (0..count).map(|_| *random.choose(PARTS)).collect();
        match language.query(&text) {
            Ok(query) => right += usize::from(query.matches(&tree).next().is_some()),
            Err(errors) => {
                assert!(!errors.is_empty());
                for error in &errors {
                    assert!(error.span().end() <= text.len(), "{text:?} {error:?}");
                }
                let _ = QueryError::render(&errors, "query", &text);
            }
        }
    }
    assert!(right > 10, "{right}");
}
