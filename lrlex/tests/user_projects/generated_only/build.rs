fn main() -> Result<(), Box<dyn std::error::Error>> {
    lrlex::CTLexerBuilder::new()
        .lrpar_config(|ctp| ctp.grammar_in_src_dir("sum.y").unwrap())
        .lexer_in_src_dir("sum.l")?
        .build()?;
    Ok(())
}
