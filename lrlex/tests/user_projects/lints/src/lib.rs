//! Generated code under the lints of strict projects.

#![deny(missing_docs, non_ascii_idents, unreachable_pub, unused_crate_dependencies)]
#![forbid(unsafe_code)]

include!(concat!(env!("OUT_DIR"), "/denied.rs"));

#[test]
fn generated_code_runs() {
    let lexerdef = denied::words_l::lexerdef();
    let (all, errors) = denied::words_y::parse(&lexerdef.lexer("a \"bc\" d"), &(7, "x"));
    assert!(errors.is_empty());
    assert_eq!(all, Some(vec![(7, 1), (2, 0), (7, 1)]));
    assert_eq!(denied::tree_y::token_epp(lrpar::TIdx(0)), Some("A"));
}
