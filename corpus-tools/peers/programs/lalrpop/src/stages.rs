//! Times the stages of a parse.

#[path = "../../shared/bench.rs"]
mod bench;

use std::process::ExitCode;

use bench::{Input, Job, check_lexemes};
use logos::Logos;
use program_lalrpop::{
    java, java_recognise, java_tokens, json, json_recognise, json_tokens, value,
};

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
    let job = Job::from_args()?;
    match job.language.as_str() {
        "json" => {
            let token = |name: &str, text| json_tokens::Token::named(name, text);
            let values = json::JSONTextParser::new();
            let recognise = json_recognise::JSONTextParser::new();
            stage(
                &job,
                token,
                |tokens| values.parse(tokens).map(|value| (value::size(&value) as u64, value)).ok(),
                |tokens| values.parse(tokens).ok(),
                |tokens| recognise.parse(tokens).ok(),
            )
        }
        "java" => {
            let names = include!(concat!(env!("OUT_DIR"), "/java_names.rs"));
            let token = |name: &str, _: &str| {
                let at = names.iter().position(|other| *other == name)?;
                java_tokens::TOKENS.get(at).copied()
            };
            let values = java::CompilationUnitParser::new();
            let recognise = java_recognise::CompilationUnitParser::new();
            stage(
                &job,
                token,
                |tokens| values.parse(tokens).map(|value| (value as u64, value)).ok(),
                |tokens| values.parse(tokens).ok(),
                |tokens| recognise.parse(tokens).ok(),
            )
        }
        other => Err(format!("there is no parser for '{other}'")),
    }
}

/// Tokens as LALRPOP's parsers take them.
type Tokens<T> = Vec<Result<(usize, T, usize), ()>>;

fn stage<'text, T: Logos<'text, Source = str> + Copy, V, R>(
    job: &'text Job,
    token: impl Fn(&str, &'text str) -> Option<T>,
    checked: impl Fn(
        std::iter::Copied<std::slice::Iter<'_, Result<(usize, T, usize), ()>>>,
    ) -> Option<(u64, V)>,
    values: impl Fn(std::iter::Copied<std::slice::Iter<'_, Result<(usize, T, usize), ()>>>) -> Option<V>,
    recognise: impl Fn(
        std::iter::Copied<std::slice::Iter<'_, Result<(usize, T, usize), ()>>>,
    ) -> Option<R>,
) -> Result<(), String>
where
    T::Extras: Default,
{
    let lexed = |input: &'text Input| -> Result<Tokens<T>, String> {
        let lexemes = input.lexemes.iter().map(|(name, start, len)| {
            let name = &job.names[*name];
            let text = &input.text[*start..start + len];
            let token = token(name, text).ok_or_else(|| format!("no token '{name}'"))?;
            Ok(Ok((*start, token, start + len)))
        });
        lexemes.collect()
    };
    match job.stage.as_str() {
        "lexing" => {
            let mut check = 0_u64;
            for input in &job.inputs {
                let tokens = T::lexer(&input.text).spanned().filter(|(token, _)| token.is_ok());
                let spans = tokens.map(|(_, span)| (span.start, span.len()));
                check = check.wrapping_add(check_lexemes(spans));
            }
            let inputs: Vec<&'text Input> = job.inputs.iter().collect();
            job.report(check, &inputs, |input| {
                let tokens: Vec<_> = T::lexer(&input.text).spanned().collect();
                tokens.len()
            });
            return Ok(());
        }
        "values" | "recognising" => {}
        other => return Err(format!("there is no stage '{other}'")),
    }
    let inputs = job.inputs.iter().map(lexed).collect::<Result<Vec<_>, _>>()?;
    let mut check = 0;
    for tokens in &inputs {
        check += checked(tokens.iter().copied()).ok_or("the input has errors")?.0;
    }
    if job.stage == "values" {
        job.report(check, &inputs, |tokens| values(tokens.iter().copied()));
    } else {
        job.report(0, &inputs, |tokens| recognise(tokens.iter().copied()));
    }
    Ok(())
}
