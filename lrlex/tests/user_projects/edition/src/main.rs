#![deny(warnings)]

#[macro_use]
extern crate lrlex;
#[macro_use]
extern crate lrpar;

pub mod grammar {
    lrlex_mod!("lang.l");
    lrpar_mod!("lang.y");

    pub fn read(text: &str) -> (Option<String>, usize) {
        let lexerdef = lang_l::lexerdef();
        let lexer = lexerdef.lexer(text);
        let (value, errors) = lang_y::parse_program(&lexer, "!");
        (value, errors.len())
    }

    pub fn item(text: &str) -> Option<String> {
        let lexerdef = lang_l::lexerdef();
        let lexer = lexerdef.lexer(text);
        lang_y::parse_item(&lexer, "").0
    }
}

fn main() {
    println!("{:?}", grammar::read("a; async; gen try;"));
}

#[test]
fn it_reads() {
    assert_eq!(grammar::read("a; async; gen try;"), (Some("a!async!gen!".to_string()), 0));
    assert_eq!(grammar::item("a"), Some("a".to_string()));
}
