extern crate lrtable as cfgrammar;

use std::collections::HashMap;

use cfgrammar::yacc::{YaccKind, YaccOriginalActionKind};
use lrlex::{CTLexerBuilder, DefaultLexerTypes};
use lrpar::CTParserBuilder;

#[allow(deprecated)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ids: HashMap<String, u32> = CTParserBuilder::<DefaultLexerTypes<u32>>::new()
        .yacckind(YaccKind::Original(YaccOriginalActionKind::GenericParseTree))
        .serialisation_format(lrpar::SerialisationFormat::FixedSizeInteger)
        .process_file_in_src("list.y")?;
    let (missing_from_lexer, missing_from_parser) =
        CTLexerBuilder::new().rule_ids_map(ids).process_file_in_src("list.l")?;
    assert!(missing_from_lexer.is_none());
    assert_eq!(missing_from_parser.unwrap().into_iter().collect::<Vec<_>>(), ["SPARE"]);
    Ok(())
}
