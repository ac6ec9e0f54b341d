%start Blocks
%epp COLON ":"
%avoid_insert "NAME"
%%
Blocks -> Vec<Block>:
      Block { vec![$1] }
    | Blocks Block { $1.push($2); $1 }
    ;

Block -> Block:
      "NAME" "NEWLINE" { Block { name: text($lexer, $1), blocks: Vec::new() } }
    | "NAME" "COLON" "NEWLINE" "INDENT" Blocks "DEDENT" { Block { name: text($lexer, $1), blocks: $5 } }
    ;
%%
use lrlex::{DefaultLexeme, DefaultLexerTypes};
use lrpar::NonStreamingLexer;

/// A name, and what is indented below it.
#[derive(Debug, PartialEq)]
pub(crate) struct Block {
    pub(crate) name: String,
    pub(crate) blocks: Vec<Block>,
}

fn text(
    lexer: &dyn NonStreamingLexer<'_, DefaultLexerTypes<u8>>,
    lexeme: Result<DefaultLexeme<u8>, DefaultLexeme<u8>>,
) -> String {
    lexeme.map_or("?", |lexeme| lexer.span_str(lexeme.span())).to_owned()
}
