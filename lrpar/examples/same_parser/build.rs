//! Generates a lexer and a parser for every grammar of the repository, and a list of them; parsers
//! with an n-gram model compiled in; one for a grammar that declares brackets; and parsers with
//! actions, one for each of several recoverers.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use lrlex::{
    CTLexerBuilder, DefaultLexerTypes,
    language::{self, Text},
};
use lrpar::{CTParser, CTParserBuilder, Lexeme, Lexer, RecoveryKind, recovery::Ngrams};
use lrtable::{TokenId, grammar::Grammar, yacc::YaccKind};

/// Grammars that also get a parser with a model of their good samples.
const WITH_MODEL: [&str; 2] = ["java7", "lua53"];

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
        // Actions make their own values, so that there is no tree to compare.
        let parse = match kind {
            YaccKind::Grmtools => format!("|lexer| (None, {module}_y::parse(lexer).1), false"),
            _ => format!("|lexer| {module}_y::parse(lexer), true"),
        };
        writeln!(
            list,
            "    compare({name:?}, {module}_l::lexerdef(), {parse}, &{module}_y::token_epp);\n}}"
        )?;
    }
    for name in WITH_MODEL {
        let folder = grammars.join(name);
        let file = out.join(format!("{name}.ngram"));
        fs::write(&file, model(&folder, name)?)?;
        let module = format!("{name}_with_model");
        parser(folder.join(format!("{name}.y")), &out.join(format!("{module}.y.rs")))
            .mod_name(&format!("{module}_y"))
            .recoverer(RecoveryKind::Restart)
            .ngrams(&file)
            .build()?;
        writeln!(list, "include!(concat!(env!(\"OUT_DIR\"), \"/{module}.y.rs\"));")?;
        writeln!(list, "#[test]\nfn {module}_repairs_as_at_run_time() {{")?;
        writeln!(
            list,
            "    let model = include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}.ngram\"));"
        )?;
        writeln!(
            list,
            "    compare_repairs({name:?}, model, |lexer| {module}_y::parse(lexer));\n}}"
        )?;
    }
    let folder = Path::new("src");
    println!("cargo:rerun-if-changed={}", folder.display());
    let blocks = parser(folder.join("blocks.y"), &out.join("blocks.y.rs"))
        .recoverer(RecoveryKind::Restart)
        .build()?;
    lexer(&blocks, folder.join("blocks.l"), &out.join("blocks.l.rs"))?;
    for file in ["blocks.y.rs", "blocks.l.rs"] {
        writeln!(list, "include!(concat!(env!(\"OUT_DIR\"), \"/{file}\"));")?;
    }
    for kind in [RecoveryKind::CPCTPlus, RecoveryKind::Panic, RecoveryKind::Restart] {
        let name = format!("actions_{}", kind.name());
        let parser = parser(folder.join("actions.y"), &out.join(format!("{name}.y.rs")))
            .mod_name(&format!("{name}_y"))
            .recoverer(kind)
            .build()?;
        lexer(&parser, folder.join("actions.l"), &out.join("actions.l.rs"))?;
        writeln!(list, "include!(concat!(env!(\"OUT_DIR\"), \"/{name}.y.rs\"));")?;
    }
    writeln!(list, "include!(concat!(env!(\"OUT_DIR\"), \"/actions.l.rs\"));")?;
    fs::write(out.join("list.rs"), list)?;
    Ok(())
}

/// Makes a model of the good samples of a grammar.
fn model(folder: &Path, name: &str) -> Result<String, Box<dyn Error>> {
    let mut warnings = String::new();
    let yacc = fs::read_to_string(folder.join(format!("{name}.y")))?;
    let grammar = language::grammar(Text { name: "y", text: &yacc }, None, &mut warnings)?;
    let lex = fs::read_to_string(folder.join(format!("{name}.l")))?;
    let lexer = language::lexer(Text { name: "l", text: &lex }, &grammar, &mut warnings)?;
    let mut model = Ngrams::new(4, grammar.tokens().len() + 1);
    let mut samples: Vec<PathBuf> = fs::read_dir(folder.join("ok"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, Box<dyn Error>>>()?;
    samples.sort();
    for sample in samples.iter().filter(|sample| sample.is_file()) {
        let Ok(text) = fs::read_to_string(sample) else { continue };
        let lexemes = lexer.lexer(&text);
        let mut tokens: Vec<TokenId> =
            lexemes.iter().flatten().map(|lexeme| TokenId::new(lexeme.tok_id() as usize)).collect();
        tokens.push(grammar.eof());
        model.count(&tokens);
    }
    Ok(model.write(&|token| grammar.token(token).name.clone()))
}

fn generate(folder: &Path, name: &str, out: &Path) -> Result<(), Box<dyn Error>> {
    let source = folder.join(format!("{name}.y"));
    let parser = parser(source, &out.join(format!("{name}.y.rs"))).build()?;
    lexer(&parser, folder.join(format!("{name}.l")), &out.join(format!("{name}.l.rs")))
}

fn parser<'a>(source: PathBuf, output: &Path) -> CTParserBuilder<'a, DefaultLexerTypes> {
    CTParserBuilder::new()
        .grammar_path(source)
        .output_path(output)
        .error_on_conflicts(false)
        .warnings_are_errors(false)
        .show_warnings(false)
}

fn lexer(parser: &CTParser<u32>, source: PathBuf, output: &Path) -> Result<(), Box<dyn Error>> {
    CTLexerBuilder::new()
        .rule_ids_map(parser.token_map())
        .lexer_path(source)
        .output_path(output)
        .allow_missing_terms_in_lexer(true)
        .allow_missing_tokens_in_parser(true)
        .build()?;
    Ok(())
}
