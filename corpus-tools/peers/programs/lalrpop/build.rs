//! Generates the lexer of Java and the parsers that the features ask for.

#[path = "../shared/lex.rs"]
#[allow(dead_code, reason = "other tools' notations are for other programs")]
mod lex;
#[path = "../shared/yacc.rs"]
#[allow(dead_code, reason = "other tools' notations are for other programs")]
mod yacc;

use std::{env, error::Error, fs, path::PathBuf};

use lex::Lex;
use yacc::Yacc;

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let wanted = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    let grammars = out.join("grammars");
    fs::create_dir_all(&grammars)?;
    if wanted("JSON") {
        fs::copy("src/json.lalrpop", grammars.join("json.lalrpop"))?;
        if wanted("RECOGNISING") {
            fs::copy("src/json_recognise.lalrpop", grammars.join("json_recognise.lalrpop"))?;
        }
    }
    if wanted("JAVA") {
        let read = |kind: &str| {
            let path = format!("../../../../grammars/java7/java7.{kind}");
            println!("cargo:rerun-if-changed={path}");
            fs::read_to_string(path)
        };
        let (yacc, lex) = (Yacc::new(&read("y")?)?, Lex::new(&read("l")?)?);
        let tokens = yacc.tokens();
        fs::write(out.join("java_tokens.rs"), lex.logos(&tokens)?)?;
        fs::write(out.join("java_names.rs"), format!("&{tokens:?}"))?;
        fs::write(
            grammars.join("java.lalrpop"),
            yacc.lalrpop(&tokens, "crate::java_tokens", true),
        )?;
        if wanted("RECOGNISING") {
            let text = yacc.lalrpop(&tokens, "crate::java_tokens", false);
            fs::write(grammars.join("java_recognise.lalrpop"), text)?;
        }
    }
    println!("cargo:rerun-if-changed=src");
    lalrpop::Configuration::new().set_in_dir(&grammars).set_out_dir(&out).process()?;
    Ok(())
}
