//! Parses files: the program whose size, building and start are measured, and the whole of which is
//! timed. Its first argument is the language.

use std::{env, fs, process::ExitCode};

use logos::Logos;

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
        match language.as_str() {
            #[cfg(feature = "json")]
            "json" => program_lalrpop::json::JSONTextParser::new()
                .parse(tokens::<program_lalrpop::json_tokens::Token<'_>>(&text))
                .map(drop)
                .map_err(|error| format!("{path}: {error:?}"))?,
            #[cfg(feature = "java")]
            "java" => program_lalrpop::java::CompilationUnitParser::new()
                .parse(tokens::<program_lalrpop::java_tokens::Token>(&text))
                .map(drop)
                .map_err(|error| format!("{path}: {error:?}"))?,
            other => return Err(format!("there is no parser for '{other}'")),
        }
    }
    Ok(())
}

fn tokens<'text, T: Logos<'text, Source = str>>(
    text: &'text str,
) -> impl Iterator<Item = Result<(usize, T, usize), ()>>
where
    T::Extras: Default,
{
    let lexer = T::lexer(text).spanned();
    lexer.map(|(token, span)| token.map(|token| (span.start, token, span.end)).map_err(drop))
}
