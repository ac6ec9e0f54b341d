//! Generates parsers and lexers of tiny grammars: each shape leaves something of a generated module
//! unused.

use std::{env, error::Error, fmt::Write, fs, path::PathBuf};

use cfgrammar::yacc::{YaccKind, YaccOriginalActionKind};
use lrlex::{CTLexerBuilder, DefaultLexerTypes};
use lrpar::{CTParserBuilder, RecoveryKind};

/// Grammars with actions.
const GRAMMARS: [&str; 32] = [
    "%start S %% S -> (): \"INT\" {};",
    "%start S %% S -> ( ): \"INT\" { () };",
    "%start S %% S -> (): {};",
    "%start S %% S -> (): \"INT\" S {} | \"INT\" {};",
    "%start S %% S -> (): \"INT\" { return; };",
    "%start S %% S -> (): \"INT\" { panic!() };",
    "%start S %% S -> (): T { $1 }; T -> (): \"INT\" {};",
    "%start S %% S -> (): T T {}; T -> (): \"INT\" {};",
    "%start S %% S -> (): \"INT\" { let _ = $span; };",
    "%start S T %% S -> (): \"INT\" {}; T -> (): \"INT\" \"INT\" {};",
    "%start S %% S -> (): \"INT\" { f() }; %% fn f() {}",
    "%start é %% é -> (): \"INT\" {};",
    "%start fn %% fn -> (): \"INT\" {};",
    "%start S %% S -> u8: \"INT\" { 1 };",
    "%start S %% S -> u8: \"INT\" { return 1; };",
    "%start S %% S -> u8: \"INT\" { panic!() };",
    "%start S %% S -> u8: T { $1 }; T -> u8: \"INT\" { 1 };",
    "%start S %% S -> u8: T T { 1 }; T -> u8: \"INT\" { 2 };",
    "%start S %% S -> u8: T { let () = $1; 1 }; T -> (): \"INT\" {};",
    "%start S %% S -> u8: { f(); } \"INT\" { 1 }; %% fn f() {}",
    "%start S %% S -> u8: \"INT\"[x] { let _ = $x; 1 };",
    "%start S %% S -> Result<u8, ()>: \"INT\" { Ok(1) };",
    "%start S %% S -> Vec<u8>: {vec![]} | S \"INT\" { $1.push(1); $1 };",
    "%start S %% S -> &'input str: \"INT\" { $lexer.span_str($span) };",
    "%start S\n%parse-param p: u8\n%% S -> (): \"INT\" {};",
    "%start S\n%parse-param p: u8\n%% S -> (): \"INT\" { /* p */ };",
    "%start S\n%parse-param p: u8\n%% S -> u8: \"INT\" { p };",
    "%start S\n%parse-param (a, b): (u8, u8)\n%% S -> (): \"INT\" {};",
    "%start S\n%parse-param (a, b): (u8, u8)\n%% S -> u8: \"INT\" { a };",
    "%start S\n%parse-generics T: Clone\n%parse-param p: T\n%% S -> (): \"INT\" {};",
    "%start S\n%parse-generics 'a\n%parse-param p: &'a u8\n%% S -> &'a u8: \"INT\" { p };",
    "%start S\n%token \"B\"\n%expect-unused \"B\"\n%% S -> (): \"INT\" {};",
];

/// Grammars without actions.
const PLAIN: [&str; 2] = ["%start S\n%% S: \"INT\";", "%start S\n%% S: ;"];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::var("OUT_DIR")?);
    let original = |kind| YaccKind::Original(kind);
    let mut all = GRAMMARS.map(|text| (YaccKind::Grmtools, text)).to_vec();
    for kind in [YaccOriginalActionKind::NoAction, YaccOriginalActionKind::GenericParseTree] {
        all.extend(PLAIN.map(|text| (original(kind), text)));
    }
    all.push((
        original(YaccOriginalActionKind::UserAction),
        "%start S\n%actiontype ()\n%% S: \"INT\" {};",
    ));
    let mut modules = String::new();
    for (nth, (kind, text)) in all.into_iter().enumerate() {
        let file = |ending: &str| folder.join(format!("tiny_{nth}.{ending}"));
        fs::write(file("y"), text)?;
        fs::write(file("l"), "%%\n[0-9]+ \"INT\"\nb \"B\"\n")?;
        // Few modules use a recoverer that is not the default.
        let kinds = [RecoveryKind::CPCTPlus, RecoveryKind::Restart, RecoveryKind::None];
        let lexer = CTLexerBuilder::<DefaultLexerTypes<u8>>::new_with_lexemet()
            .lrpar_config(|parser: CTParserBuilder<'_, DefaultLexerTypes<u8>>| {
                parser
                    .yacckind(kind)
                    .recoverer(kinds[nth % 3])
                    .syntax_tree(nth % 2 == 1)
                    .warnings_are_errors(false)
                    .show_warnings(false)
                    .grammar_path(file("y"))
                    .output_path(file("y.rs"))
            })
            .allow_missing_tokens_in_parser(true)
            .allow_missing_terms_in_lexer(true)
            .lexer_path(file("l"))
            .output_path(file("l.rs"))
            .build();
        let _ = lexer.map_err(|error| format!("{text}: {error}"))?;
        for ending in ["y", "l"] {
            let path = format!("/tiny_{nth}.{ending}.rs");
            writeln!(modules, "include!(concat!(env!(\"OUT_DIR\"), {path:?}));")?;
        }
    }
    fs::write(folder.join("all.rs"), modules)?;
    Ok(())
}
