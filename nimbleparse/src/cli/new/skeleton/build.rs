//! Generates the lexer and the parser. The model `src/skeleton.ngram` is found by itself.

use lrlex::{CTLexerBuilder, RecoveryKind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    CTLexerBuilder::new()
        .lrpar_config(|parser| {
            parser.recoverer(RecoveryKind::Restart).grammar_in_src_dir("skeleton.y").unwrap()
        })
        .lexer_in_src_dir("skeleton.l")?
        .build()?;
    Ok(())
}
