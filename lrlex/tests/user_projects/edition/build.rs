extern crate lrlex;

fn main() {
    lrlex::CTLexerBuilder::new()
        .lrpar_config(|ctp| ctp.grammar_in_src_dir("lang.y").unwrap())
        .lexer_in_src_dir("lang.l")
        .unwrap()
        .build()
        .unwrap();
}
