//! `nimbleparse generate`: arguments in, sentences as cases out.

use std::{ffi::OsString, process::ExitCode};

use lrpar::visible;
use lrtable::random::Random;
use nimbleparse::{
    builtin,
    coverage::Coverage,
    generate::{self, Generator, Weights},
    language::{Language, Table, Text},
    settings,
    suite::{self, Options},
};

use crate::{
    finish_command, read,
    words::{Words, utf8},
};

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse generate [options] LANG.l LANG.y [SAMPLE...]
       nimbleparse generate [options] --grammar NAME [SAMPLE...]

Writes sentences as a file of cases; 'nimbleparse test --update' adds their
trees and errors. Tokens are written as in each SAMPLE, a file in the language.
Every text lexes to the tokens of its sentence, and parses.

  --covered PATH     write a short sentence for each production that no case in
                     PATH, a file or a folder, uses; may be given several times
  --random N         instead N random sentences
  --broken N         instead N random sentences with one known mistake
  --size N           of about so many productions (default 30)
  --weight R.K=W     alternative K of rule R, from 1, is W times as likely as
                     one without a weight; R=W, every alternative with R in it
  --seed N           the same seed gives the same sentences (default 0)
  --plain            write texts only, one a line

Without --covered, --random and --broken there is a short sentence for each
production. Exit status: 0, or 2 for wrong usage or a bad grammar.
";

/// The user's request.
#[derive(Default)]
struct Request {
    grammar: Option<String>,
    files: Vec<String>,
    covered: Vec<String>,
    random: Option<usize>,
    broken: Option<usize>,
    size: usize,
    weights: Vec<String>,
    seed: u64,
    plain: bool,
    help: bool,
}

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    let texts = parse(raw).and_then(|request| match request.help {
        true => Ok(USAGE.to_string()),
        false => sentences(request),
    });
    finish_command("generate", texts)
}

fn parse(raw: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let mut request = Request { size: 30, ..Request::default() };
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut request.files, utf8)? {
        let mut value = || words.value();
        match name.as_str() {
            "-h" | "--help" => request.help = true,
            "--grammar" => request.grammar = Some(value()?),
            "--covered" => request.covered.push(value()?),
            "--random" => request.random = Some(settings::count(&value()?, &name)?),
            "--broken" => request.broken = Some(settings::count(&value()?, &name)?),
            "--size" => request.size = settings::count(&value()?, &name)?,
            "--weight" => request.weights.push(value()?),
            "--seed" => request.seed = settings::seed(&value()?)?,
            "--plain" => request.plain = true,
            _ => return Err(format!("unknown option '{name}'")),
        }
    }
    Ok(request)
}

/// Returns names and texts of the lex and the Yacc file, which are removed from `files`.
pub(crate) fn language_texts(
    grammar: Option<&str>,
    files: &mut Vec<String>,
) -> Result<[(String, String); 2], String> {
    if let Some(name) = grammar {
        let found = builtin::named(name).ok_or_else(|| format!("unknown grammar '{name}'"))?;
        let text = |ending: &str, text: &str| (format!("{name}.{ending}"), text.to_string());
        return Ok([text("l", found.lex), text("y", found.yacc)]);
    }
    if files.len() < 2 || !files[0].ends_with(".l") || !files[1].ends_with(".y") {
        return Err("expected LANG.l LANG.y, or '--grammar NAME'".to_string());
    }
    let names: Vec<String> = files.drain(..2).collect();
    let text = |name: &String| Ok::<_, String>((name.clone(), read(name)?));
    Ok([text(&names[0])?, text(&names[1])?])
}

fn sentences(mut request: Request) -> Result<String, String> {
    let [lex, yacc] = language_texts(request.grammar.as_deref(), &mut request.files)?;
    let [lexer, grammar] = [&lex, &yacc].map(|(name, text)| Text { name, text });
    let warnings = &mut String::new();
    let table = Table::new(grammar, None, None, None, warnings)?;
    let language = Language::new(lexer, table, None, warnings)?;
    let samples: Result<Vec<String>, String> =
        request.files.iter().map(|file| read(file)).collect();
    let samples = samples?;
    let mut inputs = Vec::new();
    if !request.covered.is_empty() {
        let paths = request.covered.iter().map(Into::into).collect();
        inputs = suite::inputs(&Options { paths, ..Options::default() })?;
    }
    // Texts whose coverage is counted show how tokens are written, too.
    let texts = samples.iter().chain(&inputs).map(String::as_str);
    let generator = Generator::new(&language, texts);
    let missing = generator.missing();
    if !missing.is_empty() {
        let missing = visible(&missing.join(" "));
        eprintln!("nimbleparse: no text is known for {missing}: name a SAMPLE that has them");
    }
    let rules = &language.table.grammar;
    let mut weights = Weights::new(rules);
    request.weights.iter().try_for_each(|weight| weights.set(rules, weight))?;
    let mut random = Random::new(request.seed);
    let mut cases = Vec::new();
    if let Some(count) = request.broken {
        for nth in 1..=count {
            let Some(one) = generator.broken(&weights, request.size, &mut random) else { continue };
            let note = format!("{}; whole: {:?}", one.mistake, one.whole.text);
            cases.push((format!("broken {nth}"), visible(&note), one.broken.text, "reject"));
        }
    } else if let Some(count) = request.random {
        for nth in 1..=count {
            let found = generator.random(&weights, request.size, &mut random);
            let case = |one: generate::Sentence| {
                (format!("random {nth}"), String::new(), one.text, "accept")
            };
            cases.extend(found.map(case));
        }
    } else {
        let mut coverage = Coverage::new(&language, &lex.1);
        inputs.iter().for_each(|input| coverage.add(input));
        for (prod, sentence) in generator.minimal(&mut coverage) {
            let name = visible(&rules.show_production(prod, None));
            cases.push((name, String::new(), sentence.text, "accept"));
        }
        let unused = coverage.unused_productions();
        if !unused.is_empty() {
            let unused = unused.iter().map(|prod| rules.show_production(*prod, None));
            let unused = visible(&unused.collect::<Vec<_>>().join("; "));
            eprintln!("nimbleparse: no sentence was found for {unused}");
        }
    }
    let asked = request.broken.or(request.random).unwrap_or(0);
    if cases.len() < asked {
        let missing = asked - cases.len();
        eprintln!(
            "nimbleparse: {missing} of {asked} sentences could not be written: name more samples"
        );
    }
    Ok(match request.plain {
        true => cases.into_iter().map(|(_, _, text, _)| format!("{text}\n")).collect(),
        false => generate::cases(cases),
    })
}
