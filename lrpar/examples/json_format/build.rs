//! Generates the lexer and the parser, with types for syntax trees.

use lrlex::CTLexerBuilder;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    CTLexerBuilder::new()
        .lrpar_config(|parser| {
            parser.syntax_tree(true).grammar_in_src_dir("jsonc.y").expect("the path is relative")
        })
        .lexer_in_src_dir("jsonc.l")?
        .build()?;
    Ok(())
}
