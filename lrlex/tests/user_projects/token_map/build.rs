use cfgrammar::yacc::YaccKind;
use lrlex::{ct_token_map, CTTokenMapBuilder, DefaultLexerTypes};
use lrpar::CTParserBuilder;
use std::collections::HashMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rename: HashMap<&str, &str> = [("+", "PLUS"), ("*", "MUL"), ("(", "LBRACK"), (")", "RBRACK")]
        .iter()
        .copied()
        .collect();
    let ctp = CTParserBuilder::<DefaultLexerTypes<u8>>::new()
        .yacckind(YaccKind::Grmtools)
        .grammar_in_src_dir("calc.y")?
        .build()?;
    let _ = ctp.regenerated();
    CTTokenMapBuilder::<u8>::new("token_map", ctp.token_map())
        .rename_map(Some(&rename))
        .allow_dead_code(true)
        .build()?;
    #[allow(deprecated)]
    ct_token_map::<u8>("token_map_2", ctp.token_map(), Some(&rename))
}
