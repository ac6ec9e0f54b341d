//! Generates the lexers and the parsers that the features ask for: the build script of our program
//! and of grmtools'.

#[path = "yacc.rs"]
#[allow(dead_code, reason = "other tools' notations are for other programs")]
mod yacc;

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use lrlex::{CTLexerBuilder, DefaultLexerTypes};
use lrpar::CTParserBuilder;

/// The features, and the grammar of each.
const LANGUAGES: [(&str, &str); 4] =
    [("json", "json"), ("java", "java7"), ("lua", "lua53"), ("c", "c11")];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for (feature, grammar) in LANGUAGES {
        if env::var_os(format!("CARGO_FEATURE_{}", feature.to_uppercase())).is_some() {
            generate(feature, grammar, &out)?;
        }
    }
    Ok(())
}

fn generate(feature: &str, grammar: &str, out: &Path) -> Result<(), Box<dyn Error>> {
    let folder = Path::new("../../../../grammars").join(grammar);
    let values = if feature == "json" {
        PathBuf::from("../shared/json.y")
    } else {
        let path = folder.join(format!("{grammar}.y"));
        println!("cargo:rerun-if-changed={}", path.display());
        let counting = out.join(format!("{feature}-counting.y"));
        fs::write(&counting, yacc::Yacc::new(&fs::read_to_string(path)?)?.counting())?;
        counting
    };
    let (parser_module, lexer_module) = (format!("{feature}_y"), format!("{feature}_l"));
    let parser = CTParserBuilder::<DefaultLexerTypes<u32>>::new()
        .grammar_path(&values)
        .output_path(out.join(format!("{feature}.y.rs")))
        .mod_name(&parser_module)
        .visibility(lrpar::Visibility::Public)
        .error_on_conflicts(false)
        .warnings_are_errors(false)
        .show_warnings(false)
        .build()?;
    let mut tokens: Vec<(&String, &u32)> = parser.token_map().iter().collect();
    tokens.sort();
    let mut list = "&[\n".to_string();
    for (name, id) in tokens {
        writeln!(list, "    ({name:?}, {id}),")?;
    }
    list += "]\n";
    fs::write(out.join(format!("{feature}.tokens.rs")), list)?;
    if feature != "c" || env::var_os("CARGO_FEATURE_C_LEXER").is_some() {
        // grmtools does not know this declaration.
        let lexer = fs::read_to_string(folder.join(format!("{grammar}.l")))?;
        let lines = lexer.split_inclusive('\n').filter(|line| !line.starts_with("%unfinished"));
        let common = out.join(format!("{feature}.l"));
        fs::write(&common, lines.collect::<String>())?;
        CTLexerBuilder::new()
            .rule_ids_map(parser.token_map())
            .lexer_path(common)
            .output_path(out.join(format!("{feature}.l.rs")))
            .mod_name(&lexer_module)
            .visibility(lrlex::Visibility::Public)
            .allow_missing_terms_in_lexer(true)
            .allow_missing_tokens_in_parser(true)
            .build()?;
    }
    Ok(())
}
