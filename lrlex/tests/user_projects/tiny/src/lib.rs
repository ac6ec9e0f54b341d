//! Modules of tiny grammars, in which little is used, are without warnings.

#![deny(warnings)]

include!(concat!(env!("OUT_DIR"), "/all.rs"));

#[test]
fn the_least_grammar_parses() {
    let lexerdef = tiny_0_l::lexerdef();
    let (value, errors) = tiny_0_y::parse(&lexerdef.lexer("1"));
    assert_eq!((value, errors.len()), (Some(()), 0));
    assert_eq!(tiny_0_y::parse(&lexerdef.lexer("")).1.len(), 1);
}
