//! `nimbleparse generate`: arguments in, sentences as cases out.

use std::{ffi::OsString, path::Path, process::ExitCode};

use lrpar::visible;
use lrtable::random::Random;
use nimbleparse::{
    cases::{
        coverage::Coverage,
        runner::{self, Options},
        sentences::{self, Generator, Weights},
    },
    language::{Language, Table, Text, settings},
    limits::{GENERATED, GENERATED_BYTES},
    system::{
        arguments::{Words, options_of, utf8},
        write,
    },
};

use super::{
    exit::finish_command,
    input_files::check_output,
    load::{language_texts, samples},
};

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse generate [options] LANG.l LANG.y [SAMPLE...]
       nimbleparse generate [options] --grammar NAME [SAMPLE...]

Writes sentences as a file of cases; 'nimbleparse test --update' adds their
trees and errors. Tokens are written as in each SAMPLE, a file in the language
or a folder of them. Every text lexes to the tokens of its sentence, and parses.

  --covered PATH     write a short sentence for each production that no case in
                     PATH, a file or a folder, uses; may be given several times
  --random N         instead N random sentences
  --broken N         instead N random sentences with one known mistake
  --size N           of about so many productions (default 30)
  --weight R.K=W     alternative K of rule R, from 1, is W times as likely as
                     one without a weight; R=W, every alternative with R in it
  --seed N           the same seed gives the same sentences (default 0)
  --plain            write texts only, one a line
  --out FILE         write into FILE, all of which is replaced: its old cases do
                     not count as covered

Without --covered, --random and --broken there is a short sentence for each
production. Exit status: 0, or 2 for wrong usage or a bad grammar.
";

/// The user's request.
#[derive(Default)]
struct Request {
    grammar: Option<String>,
    files: Vec<String>,
    covered: Vec<String>,
    out: Option<String>,
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
        false => make(request),
    });
    finish_command("generate", texts)
}

fn parse(raw: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let mut request = Request { size: 30, ..Request::default() };
    let random = |text: &str, name: &str| settings::count_up_to(text, name, GENERATED);
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut request.files, utf8)? {
        let mut value = || words.value();
        match name.as_str() {
            "-h" | "--help" => request.help = true,
            "--grammar" => request.grammar = Some(value()?),
            "--covered" => request.covered.push(value()?),
            "--random" => request.random = Some(random(&value()?, &name)?),
            "--broken" => request.broken = Some(random(&value()?, &name)?),
            "--out" => request.out = Some(value()?),
            "--size" => request.size = settings::count(&value()?, &name)?,
            "--weight" => request.weights.push(value()?),
            "--seed" => request.seed = settings::seed(&value()?)?,
            "--plain" => request.plain = true,
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    Ok(request)
}

fn make(mut request: Request) -> Result<String, String> {
    let [lex, yacc] = language_texts(request.grammar.as_deref(), &mut request.files)?;
    let [lexer, grammar] = [&lex, &yacc].map(|(name, text)| Text { name, text });
    if let Some(out) = &request.out {
        let read = request.files.iter().chain([&lex.0, &yacc.0]);
        check_output(out, read.map(String::as_str))?;
    }
    let warnings = &mut String::new();
    let table = Table::new(grammar, None, None, None, warnings)?;
    let language = Language::new(lexer, table, None, warnings)?;
    let samples = match request.files.is_empty() {
        true => Vec::new(),
        false => samples(&request.files)?,
    };
    let mut inputs = Vec::new();
    if !request.covered.is_empty() {
        let paths = request.covered.iter().map(Into::into).collect();
        let out = request.out.as_ref().map(Path::new);
        inputs = runner::inputs(&Options { paths, ..Options::default() }, out)?;
    }
    // Texts whose coverage is counted show how tokens are written, too.
    let texts = samples.iter().map(|sample| &sample.text).chain(&inputs).map(String::as_str);
    let generator = Generator::new(&language, texts);
    let missing = generator.missing();
    if !missing.is_empty() {
        let missing = visible(&missing.join(" "));
        eprintln!("nimbleparse: no text is known for {missing}: name a SAMPLE that has them");
    }
    let rules = &language.table.grammar;
    let mut weights = Weights::new(rules);
    request.weights.iter().try_for_each(|weight| weights.set(rules, weight))?;
    let asked = request.broken.or(request.random).unwrap_or(0);
    let cases = match asked {
        0 => minimal((&language, &lex.1), &generator, &inputs),
        _ => {
            let mut random = Random::new(request.seed);
            random_cases(asked, || match request.broken {
                Some(_) => generator.broken(&weights, request.size, &mut random).map(|one| {
                    let note = format!("{}; whole: {:?}", one.mistake, one.whole.text);
                    ("broken", visible(&note), one.broken.text, "reject")
                }),
                None => generator
                    .random(&weights, request.size, &mut random)
                    .map(|one| ("random", String::new(), one.text, "accept")),
            })
        }
    };
    let text = match request.plain {
        true => cases.into_iter().map(|(_, _, text, _)| format!("{text}\n")).collect(),
        false => sentences::cases(cases),
    };
    let Some(out) = &request.out else { return Ok(text) };
    write::write(Path::new(out), text.as_bytes())
        .map_err(|error| format!("cannot write '{out}': {error}"))?;
    Ok(String::new())
}

/// A case: its name, its note, its input, and the name of the expected section.
type Made = (String, String, String, &'static str);

/// Makes a case for each production that `inputs` do not use.
fn minimal(
    (language, lex): (&Language, &str),
    generator: &Generator<'_>,
    inputs: &[String],
) -> Vec<Made> {
    let rules = &language.table.grammar;
    let mut coverage = Coverage::new(language, lex);
    inputs.iter().for_each(|input| coverage.add(input));
    let sentences = generator.minimal(&mut coverage).into_iter();
    let cases = sentences.map(|(prod, sentence)| {
        let name = visible(&rules.show_production(prod, None));
        (name, String::new(), sentence.text, "accept")
    });
    let unused = coverage.unused_productions();
    if !unused.is_empty() {
        let unused = unused.iter().map(|prod| rules.show_production(*prod, None));
        let unused = visible(&unused.collect::<Vec<_>>().join("; "));
        eprintln!("nimbleparse: no sentence was found for {unused}");
    }
    cases.collect()
}

/// Makes as many cases as were asked for, as far as they can be written; `make` returns the kind of
/// a case and its texts.
fn random_cases(
    asked: usize,
    mut make: impl FnMut() -> Option<(&'static str, String, String, &'static str)>,
) -> Vec<Made> {
    let (mut cases, mut bytes, mut tried) = (Vec::new(), 0, 0);
    while tried < asked && bytes <= GENERATED_BYTES {
        tried += 1;
        let Some((kind, note, text, expected)) = make() else { continue };
        bytes += note.len() + text.len();
        cases.push((format!("{kind} {tried}"), note, text, expected));
    }
    let missing = tried - cases.len();
    if missing > 0 {
        eprintln!(
            "nimbleparse: {missing} of {tried} sentences could not be written: name more samples"
        );
    }
    if tried < asked {
        eprintln!(
            "nimbleparse: only {tried} of {asked} sentences were made, as they have more than {} MiB: use several seeds",
            GENERATED_BYTES >> 20
        );
    }
    cases
}
