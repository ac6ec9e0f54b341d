//! Parses files: the program whose size, building and start are measured, and the whole of which is
//! timed. Its first argument is the language.

use std::{env, fs, process::ExitCode};

use program::{lexer_of, parser_of};
#[cfg(not(feature = "ours"))]
use program_grmtools as program;
#[cfg(feature = "ours")]
use program_ours as program;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut args = env::args().skip(1);
    let language = args.next().ok_or("a language is missing")?;
    for path in args {
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let lexerdef = lexer_of!(language.as_str(), lexer => lexer::lexerdef())?;
        let lexer = lexerdef.lexer(&text);
        let errors: Vec<String> = parser_of!(language.as_str(), parser => {
            let (_, errors) = parser::parse(&lexer);
            errors.iter().map(|error| error.pp(&lexer, &parser::token_epp)).collect()
        })?;
        if !errors.is_empty() {
            return Err(format!("{path}: {}", errors.join("\n")));
        }
    }
    Ok(())
}
