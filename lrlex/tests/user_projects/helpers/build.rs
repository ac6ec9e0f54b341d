use cfgrammar::yacc::YaccKind;
use lrlex::{CTLexerBuilder, DefaultLexerTypes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    CTLexerBuilder::<DefaultLexerTypes<u32>>::new_with_lexemet()
        .lrpar_config(|ctp| {
            ctp.yacckind(YaccKind::Grmtools)
                .visibility(lrpar::Visibility::Public)
                .grammar_in_src_dir("logic/logic.y")
                .unwrap()
        })
        .visibility(lrlex::Visibility::PublicCrate)
        .case_insensitive(true)
        .allow_wholeline_comments(true)
        .lexer_in_src_dir("logic/logic.l")?
        .build()?;
    Ok(())
}
