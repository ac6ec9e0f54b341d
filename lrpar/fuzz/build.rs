//! Generates a lexer and a parser for every grammar of the repository, a function that calls the
//! parser of a number, and one that calls all functions of the types for its syntax trees.

#[path = "../examples/typed_trees/accessors.rs"]
mod accessors;

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

use lrlex::{CTLexerBuilder, DefaultLexerTypes};
use lrpar::{CTParserBuilder, recovery::RecoveryOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let grammars = Path::new("../../grammars");
    let names = accessors::names(grammars)?;
    let mut visitor = accessors::Visitor::default();
    let mut modules = String::new();
    let mut arms = String::new();
    for (number, name) in names.iter().enumerate() {
        let file = |ending: &str| accessors::file(grammars, name, ending);
        let parser = CTParserBuilder::<DefaultLexerTypes>::new()
            .grammar_path(file("y"))
            .output_path(out.join(format!("{name}.y.rs")))
            .error_on_conflicts(false)
            .warnings_are_errors(false)
            .show_warnings(false)
            .syntax_tree(true)
            // With the default budget, an input of many errors takes seconds where coverage is
            // counted.
            .recovery_options(RecoveryOptions::with(|options| options.budget.work = Some(100_000)))
            .build()?;
        CTLexerBuilder::new()
            .rule_ids_map(parser.token_map())
            .lexer_path(file("l"))
            .output_path(out.join(format!("{name}.l.rs")))
            .allow_missing_terms_in_lexer(true)
            .allow_missing_tokens_in_parser(true)
            .build()?;
        let module = name.replace('-', "_");
        visitor.add(grammars, name, &out)?;
        for ending in ["y", "l"] {
            modules += &format!("include!(concat!(env!(\"OUT_DIR\"), \"/{name}.{ending}.rs\"));\n");
        }
        arms += &format!(
            "        {number} => {{\n            let lexerdef = {module}_l::lexerdef();\n            let lexer = \
             lexerdef.lexer(text);\n            let errors = {module}_y::parse(&lexer).1;\n            \
             check(text, &lexer, &errors, &{module}_y::token_epp, &lexerdef);\n        }}\n"
        );
    }
    let count = names.len();
    let function = format!(
        "const GRAMMARS: usize = {count};\n\nfn parse(number: usize, text: &str) {{\n    match number {{\n{arms}        \
         _ => unreachable!(\"there are {count} grammars\"),\n    }}\n}}\n"
    );
    fs::write(out.join("all.rs"), modules + &function)?;
    fs::write(out.join("syntax.rs"), visitor.text())?;
    Ok(())
}
