#![deny(warnings)]

lrlex::lrlex_mod!("sum.l");
lrpar::lrpar_mod!("sum.y");

fn sum(text: &str) -> (Option<Vec<String>>, usize) {
    let lexerdef = sum_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (sum, errors) = sum_y::parse(&lexer);
    (sum, errors.len())
}

fn main() {
    println!("{:?}", sum("1 + é1"));
}

#[test]
fn it_sums() {
    assert_eq!(sum("1 + é1 + 23").0.unwrap(), ["1", "É1", "23"]);
    assert_eq!(sum("1 +").1, 1);
}

#[test]
fn lexers_can_be_read_without_the_regex_crate_but_for_what_needs_it() {
    use lrlex::LexerDef;
    type Def = lrlex::LRNonStreamingLexerDef<lrlex::DefaultLexerTypes>;
    let lexerdef = Def::from_str("%%\n(?i)[a-z]+|\\w+? 'WORD'\n\\s+ ;\n").unwrap();
    assert_eq!(lrpar::Lexer::iter(&lexerdef.lexer("ab Cd")).count(), 2);
    // Other packages that are built at the same time may switch it on.
    if let Err(errors) = Def::from_str("%%\na\\b 'A'\n") {
        assert_eq!(errors.len(), 1);
        assert!(errors[0].message().contains("'regex'"));
    }
}
