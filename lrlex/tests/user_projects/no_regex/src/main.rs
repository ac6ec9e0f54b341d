#![deny(warnings)]

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
use lrpar::Lexer;

type Def = LRNonStreamingLexerDef<DefaultLexerTypes>;

fn words(text: &str) -> usize {
    let lexerdef = Def::from_str("%%\n(?i)[a-z]+|\\w+? 'WORD'\n\\s+ ;\n").unwrap();
    lexerdef.lexer(text).iter().count()
}

fn main() {
    println!("{}", words("ab Cd"));
}

#[test]
fn lexers_can_be_read_without_the_regex_crate_but_for_what_needs_it() {
    assert_eq!(words("ab Cd"), 2);
    // Other packages that are built at the same time may switch it on.
    if let Err(errors) = Def::from_str("%%\n\\p{Lu} 'A'\n") {
        assert_eq!(errors.len(), 1);
        assert!(errors[0].diagnostic().message().contains("'regex'"));
    }
}
