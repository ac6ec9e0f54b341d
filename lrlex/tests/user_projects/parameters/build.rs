extern crate lrtable as cfgrammar;

use cfgrammar::yacc::YaccKind;
use lrlex::CTLexerBuilder;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for grammar in ["slices.y", "hidden.y"] {
        CTLexerBuilder::new()
            .lrpar_config(move |ctp| {
                let ctp = ctp.yacckind(YaccKind::Grmtools);
                let ctp = if grammar == "hidden.y" { ctp.end_at_lexing_error(true) } else { ctp };
                ctp.grammar_in_src_dir(grammar).unwrap()
            })
            .lexer_in_src_dir("names.l")
            .map(|ctl| match grammar {
                "hidden.y" => ctl
                    .output_path(format!("{}/hidden.l.rs", std::env::var("OUT_DIR").unwrap()))
                    .mod_name("hidden_l"),
                _ => ctl,
            })?
            .build()?;
    }
    Ok(())
}
