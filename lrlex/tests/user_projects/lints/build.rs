//! Generates parsers, and a module around them in which every lint is denied that this compiler
//! allows by default.

use std::{env, error::Error, fs, path::PathBuf, process::Command};

use cfgrammar::yacc::{YaccKind, YaccOriginalActionKind};
use lrlex::{CTLexerBuilder, CTTokenMapBuilder, DefaultLexerTypes};
use lrpar::{CTParserBuilder, RecoveryKind, Visibility};

fn main() -> Result<(), Box<dyn Error>> {
    CTLexerBuilder::<DefaultLexerTypes<u16>>::new_with_lexemet()
        .lrpar_config(|ctp| {
            ctp.yacckind(YaccKind::Grmtools)
                .recoverer(RecoveryKind::Restart)
                .visibility(Visibility::Public)
                .grammar_in_src_dir("words.y")
                .unwrap()
        })
        .visibility(Visibility::Public)
        .lexer_in_src_dir("words.l")?
        .build()?;
    let tree = CTParserBuilder::<DefaultLexerTypes<u8>>::new()
        .yacckind(YaccKind::Original(YaccOriginalActionKind::GenericParseTree))
        .visibility(Visibility::Public)
        .grammar_in_src_dir("tree.y")?
        .build()?;
    CTTokenMapBuilder::<u8>::new("tokens", tree.token_map()).allow_dead_code(true).build()?;

    let lints = Command::new(env::var("RUSTC")?).args(["-W", "help"]).output()?;
    let lints = String::from_utf8(lints.stdout)?;
    let names = lints.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (name, default) = (words.next()?, words.next()?);
        (default == "allow").then(|| name.replace('-', "_"))
    });
    let names: Vec<String> = names.collect();
    assert!(names.iter().any(|name| name == "explicit_outlives_requirements") && names.len() > 30);
    // Some are known to nightly compilers only, others have an effect for whole crates only.
    let module = format!(
        "/// Generated code.\n#[allow(unknown_lints, unused_attributes)]\n#[deny({})]\npub mod denied {{\n    \
         ::lrlex::lrlex_mod!(\"words.l\");\n    ::lrpar::lrpar_mod!(\"words.y\");\n    \
         ::lrpar::lrpar_mod!(\"tree.y\");\n    ::lrlex::lrlex_mod!(\"tokens\");\n}}\n",
        names.join(", ")
    );
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("denied.rs"), module)?;
    Ok(())
}
