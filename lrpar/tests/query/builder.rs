//! Queries that are compiled into generated modules.

use std::{fs, path::Path};

use lrpar::{BuildErrorKind, CTParserBuilder};

use crate::language::TestTypes;

#[test]
fn a_mistake_in_a_query_ends_the_build_with_file_and_line() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("queries");
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    };
    let grammar =
        write("list.y", "%grmtools{yacckind: Original(NoAction)}\n%% List: List 'a' | 'a';");
    let build = |query: &str, text: &str| {
        CTParserBuilder::<TestTypes>::new()
            .grammar_path(&grammar)
            .output_path(folder.join(format!("{query}.rs")))
            .show_warnings(false)
            .query_trivia(&["comment"])
            .query(write(query, text))
            .build()
    };
    build("in-order.scm", "(List \"a\" @a)\n(comment) @c").unwrap();
    let code = fs::read_to_string(folder.join("in-order.scm.rs")).unwrap();
    assert!(code.contains("pub fn in_order() -> &'static ::lrpar::Query"), "{code}");

    let error = build("wrong.scm", "(List) @l\n(Lst) @l\n(List (List))\n").err().unwrap();
    let lines = error.lines().replace(&*folder.to_string_lossy(), "");
    assert_eq!(
        lines.trim_end(),
        "wrong.scm:2:2: error: the grammar has no rule or token 'Lst'; did you mean 'List'? \
         (help: name what the grammar has, and what the builder's 'query_trivia' says)"
    );
    let kind = BuildErrorKind::of(&error.diagnostics()[0]);
    assert!(matches!(kind, Some(BuildErrorKind::InvalidQuery)));

    let error = build("never.scm", "(List (List) @l)\n").err().unwrap();
    assert!(error.text().contains("note: children of (List): \"a\""), "{error}");
}
