use cfgrammar::yacc::{YaccKind, YaccOriginalActionKind};
use lrlex::CTLexerBuilder;

fn main() {
    CTLexerBuilder::new()
        .lrpar_config(|ctp| ctp.grammar_in_src_dir("tricky.y").unwrap())
        .lexer_in_src_dir("tricky.l")
        .unwrap()
        .build()
        .unwrap();
    CTLexerBuilder::new()
        .lrpar_config(|ctp| {
            ctp.yacckind(YaccKind::Original(YaccOriginalActionKind::UserAction))
                .grammar_in_src_dir("original.y")
                .unwrap()
        })
        .lexer_in_src_dir("original.l")
        .unwrap()
        .build()
        .unwrap();
}
