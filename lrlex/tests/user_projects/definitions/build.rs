use std::collections::HashMap;

use lrlex::{CTLexerBuilder, DefaultLexerTypes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    CTLexerBuilder::<DefaultLexerTypes<u8>>::new_with_lexemet()
        .lexer_in_src_dir("words.l")?
        .build()?;
    CTLexerBuilder::<DefaultLexerTypes<u16>>::new_with_lexemet()
        .lexer_in_src_dir("flex.l")?
        .build()?;
    for file in ["lines.l", "ends.l"] {
        CTLexerBuilder::<DefaultLexerTypes<u16>>::new_with_lexemet()
            .lexer_in_src_dir(file)?
            .build()?;
    }
    let names = ["NAME", "TYPE", "TYPEDEF", "SIGN"];
    let ids: HashMap<String, u16> =
        names.iter().zip(300..).map(|(name, id)| (name.to_string(), id)).collect();
    CTLexerBuilder::<DefaultLexerTypes<u16>>::new_with_lexemet()
        .rule_ids_map(ids)
        .allow_missing_tokens_in_parser(true)
        .show_warnings(false)
        .case_insensitive(true)
        .lexer_in_src_dir("every/feature.l")?
        .build()?;
    Ok(())
}
