use lrlex::CTLexerBuilder;

fn main() {
    CTLexerBuilder::new()
        .lrpar_config(|parser| {
            parser
                .syntax_tree(true)
                .warnings_are_errors(true)
                .grammar_in_src_dir("script.y")
                .unwrap()
        })
        .lexer_in_src_dir("script.l")
        .unwrap()
        .build()
        .unwrap();
}
