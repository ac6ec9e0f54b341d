//! `nimbleparse evaluate`: arguments and samples in, the quality of repairs and proposed changes
//! out.

use std::{ffi::OsString, process::ExitCode};

use nimbleparse::{
    lab::evaluation::{Evaluation, Options, as_json, as_text, evaluate, grammar_change::Sources},
    language::{Recovery, settings},
    limits::GENERATED,
    system::arguments::{Words, options_of, utf8},
};

use super::{
    exit::finish_command,
    load::{language_texts, samples},
    progress::Progress,
};

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse evaluate [options] LANG.l LANG.y SAMPLE...
       nimbleparse evaluate [options] --grammar NAME SAMPLE...

Says how good the repairs of a grammar are, and what would make them better.
SAMPLE is a valid file in the language, or a folder of them. Samples are broken
as people break texts, so that the fix of each mistake is known: how often it is
among the repairs, the first, among five; where one mistake gives several
errors; what takes most work. Declarations, and a model of texts, are proposed
if they help, with their gain on mistakes that they were not found on.

  --count N          make N broken texts (default 1000)
  --seed N           the same seed makes the same ones (default 0)
  -r, --recoverer R  restart (default), cpctplus, …
  --format F         text (default) or json

Exit status: 0, or 2 for wrong usage, a bad grammar, or no valid sample.
";

/// The user's request.
struct Request {
    grammar: Option<String>,
    files: Vec<String>,
    options: Options,
    is_json: bool,
    help: bool,
}

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    let done = parse(raw).and_then(|request| {
        let mut out = Vec::new();
        if request.help {
            out.extend_from_slice(USAGE.as_bytes());
        } else if request.is_json {
            as_json::write(&mut out, &measure(request)?).expect("memory can be written to");
        } else {
            as_text::write(&mut out, &measure(request)?).expect("memory can be written to");
        }
        Ok(out)
    });
    finish_command("evaluate", done)
}

fn parse(raw: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let options = Options { seed: 0, count: 1000, recovery: Recovery::default() };
    let (grammar, files) = (None, Vec::new());
    let mut request = Request { grammar, files, options, is_json: false, help: false };
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut request.files, utf8)? {
        let mut value = || words.value();
        match name.as_str() {
            "-h" | "--help" => request.help = true,
            "--grammar" => request.grammar = Some(value()?),
            "--count" => {
                request.options.count = settings::count_up_to(&value()?, &name, GENERATED)?
            }
            "--seed" => request.options.seed = settings::seed(&value()?)?,
            "-r" | "--recoverer" => {
                settings::set_recoverer(&mut request.options.recovery, &value()?)?;
            }
            "--format" => {
                request.is_json = match value()?.as_str() {
                    "text" => false,
                    "json" => true,
                    other => return Err(format!("unknown format '{other}': there are text, json")),
                }
            }
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    Ok(request)
}

fn measure(mut request: Request) -> Result<Evaluation, String> {
    let [lex, yacc] = language_texts(request.grammar.as_deref(), &mut request.files)?;
    let samples = samples(&request.files)?;
    let mut progress = Progress::new();
    evaluate(&Sources { lex, yacc }, samples, &request.options, &mut |what, done, of| {
        progress.show(what, done, of);
    })
    .map_err(String::from)
}
