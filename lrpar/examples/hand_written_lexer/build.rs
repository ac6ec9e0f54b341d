//! Generates the parser, and the ids of its tokens for the lexer.

use lrlex::{CTTokenMapBuilder, DefaultLexerTypes};
use lrpar::CTParserBuilder;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let parser =
        CTParserBuilder::<DefaultLexerTypes<u8>>::new().grammar_in_src_dir("blocks.y")?.build()?;
    CTTokenMapBuilder::new("token_map", parser.token_map()).build()
}
