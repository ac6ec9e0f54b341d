//! Generates a lexer and a parser for every grammar of the repository, and a list of them.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use lrlex::{CTLexerBuilder, DefaultLexerTypes};
use lrpar::CTParserBuilder;
use lrtable::{grammar::Grammar, yacc::YaccKind};

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let grammars = Path::new("../../../grammars");
    println!("cargo:rerun-if-changed={}", grammars.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(grammars)? {
        let entry = entry?;
        let name = entry.file_name().into_string().expect("grammars have plain names");
        if entry.path().join(format!("{name}.y")).exists() {
            names.push(name);
        }
    }
    names.sort();
    let mut list = String::new();
    for name in &names {
        let folder = grammars.join(name);
        let source = fs::read_to_string(folder.join(format!("{name}.y")))?;
        let kind = Grammar::parse(&source, None).expect("the grammar has no errors").kind();
        generate(&folder, name, &out)?;
        let module = name.replace('-', "_");
        writeln!(list, "include!(concat!(env!(\"OUT_DIR\"), \"/{name}.y.rs\"));")?;
        writeln!(list, "include!(concat!(env!(\"OUT_DIR\"), \"/{name}.l.rs\"));")?;
        writeln!(list, "#[test]\nfn {module}_parses_as_at_run_time() {{")?;
        // Where actions make values of their own, there is no tree to compare.
        let parse = match kind {
            YaccKind::Grmtools => format!("|lexer| (None, {module}_y::parse(lexer).1), false"),
            _ => format!("|lexer| {module}_y::parse(lexer), true"),
        };
        writeln!(
            list,
            "    compare({name:?}, {module}_l::lexerdef(), {parse}, &{module}_y::token_epp);\n}}"
        )?;
    }
    fs::write(out.join("list.rs"), list)?;
    Ok(())
}

fn generate(folder: &Path, name: &str, out: &Path) -> Result<(), Box<dyn Error>> {
    let parser = CTParserBuilder::<DefaultLexerTypes>::new()
        .grammar_path(folder.join(format!("{name}.y")))
        .output_path(out.join(format!("{name}.y.rs")))
        .error_on_conflicts(false)
        .warnings_are_errors(false)
        .show_warnings(false)
        .build()?;
    CTLexerBuilder::new()
        .rule_ids_map(parser.token_map())
        .lexer_path(folder.join(format!("{name}.l")))
        .output_path(out.join(format!("{name}.l.rs")))
        .allow_missing_terms_in_lexer(true)
        .allow_missing_tokens_in_parser(true)
        .build()?;
    Ok(())
}
