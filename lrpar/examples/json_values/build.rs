//! Generates the lexer and the parser.

use lrlex::{CTLexerBuilder, RecoveryKind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    CTLexerBuilder::new()
        .lrpar_config(|parser| {
            parser
                .recoverer(RecoveryKind::Restart)
                .grammar_in_src_dir("json.y")
                .expect("the path is relative")
        })
        .lexer_in_src_dir("json.l")?
        .build()?;
    Ok(())
}
