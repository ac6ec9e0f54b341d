use std::{env, error::Error, path::Path};

use cfgrammar::yacc::{YaccKind, YaccOriginalActionKind};
use lrlex::{CTLexerBuilder, DefaultLexerTypes, LexerKind};
use lrpar::{CTParserBuilder, RecoveryKind};

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    // Two parsers share one lexer.
    let parser = CTParserBuilder::<DefaultLexerTypes<u16>>::new()
        .yacckind(YaccKind::Original(YaccOriginalActionKind::GenericParseTree))
        .grammar_path("src/list.y")
        .output_path(out.join("tree.rs"))
        .mod_name("tree")
        .inspect_rt(Box::new(|_, rt, ids, path| {
            assert!(path.ends_with("list.y"));
            assert_eq!(ids.len(), 3);
            let _ = rt.recoverer(RecoveryKind::None);
            Ok(())
        }))
        .build()?;
    CTParserBuilder::<DefaultLexerTypes<u16>>::new()
        .yacckind(YaccKind::Original(YaccOriginalActionKind::NoAction))
        .grammar_path("src/list.y")
        .output_path(out.join("check.y.rs"))
        .query("src/lists.scm")
        .mod_name("check")
        .build()?;
    assert!(parser.conflicts().is_none());
    CTLexerBuilder::<DefaultLexerTypes<u16>>::new_with_lexemet()
        .rule_ids_map(parser.token_map())
        .lexerkind(LexerKind::LRNonStreamingLexer)
        .lexer_path("src/list.l")
        .output_path(out.join("list.l.rs"))
        .mod_name("words")
        .allow_missing_terms_in_lexer(false)
        .allow_missing_tokens_in_parser(true)
        .dot_matches_new_line(true)
        .multi_line(true)
        .octal(true)
        .posix_escapes(false)
        .swap_greed(false)
        .ignore_whitespace(false)
        .unicode(true)
        .size_limit(1 << 24)
        .dfa_size_limit(1 << 24)
        .nest_limit(100)
        .show_warnings(true)
        .warnings_are_errors(true)
        .build()?;
    CTLexerBuilder::new()
        .lrpar_config(|ctp| ctp.yacckind(YaccKind::Eco).grammar_in_src_dir("eco.y").unwrap())
        .lexer_in_src_dir("eco.l")?
        .build()?;
    Ok(())
}
