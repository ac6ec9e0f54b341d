//! `nimbleparse train`: arguments and samples in, a model of the language in a file out.

use std::{ffi::OsString, path::Path, process::ExitCode};

use lrpar::recovery::Ngrams;
use nimbleparse::{
    lab::{
        evaluation::{self, as_text, grammar_change::Sources, proposals::ORDER},
        training::{Options, train, write_text},
    },
    language::{Recovery, settings},
    limits::GENERATED,
    system::{
        arguments::{Words, options_of, utf8},
        write,
    },
};

use super::{
    exit::finish_command,
    input_files::{cannot_write, check_output},
    load::{language_texts, model_beside, pairs, samples},
    progress::Progress,
};

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse train [options] LANG.l LANG.y SAMPLE...
       nimbleparse train [options] --grammar NAME --out FILE SAMPLE...

Makes a model of a language, by which the recoverer 'restart' puts its repairs
in order, and writes it to LANG.ngram beside LANG.y. SAMPLE is a valid file in
the language, or a folder of them. The model counts which tokens follow which;
nothing else of the samples is in it. Build scripts, this program and the
language server use a model that lies beside the grammar.

With '--pairs DIR' it counts which edits people make to fix their mistakes, too:
DIR holds two folders, broken and fixed, with files of the same names.

Says what was learnt, and how much it helps: the mistakes in pairs, or else
mistakes made in samples, are repaired by a model of other pairs or samples. If
that makes repairs worse, and this is not chance, LANG.ngram is not written.

  --pairs DIR        count the edits from DIR/broken/FILE to DIR/fixed/FILE, and
                     DIR/fixed/FILE as a sample; may be given several times
  --out FILE         write to FILE, whether it helps or not
  --order N          count runs of up to N tokens, 1 to 8 (default 5)
  --seen N           leave out runs seen less than N times (default 1)
  --count N          make N broken texts (default 1000)
  --seed N           the same seed makes the same ones (default 0)

Exit status: 0, or 2 for wrong usage, a bad grammar, no valid sample, or a model
that is not written.
";

/// The user's request.
struct Request {
    grammar: Option<String>,
    files: Vec<String>,
    out: Option<String>,
    pairs: Vec<String>,
    options: Options,
    help: bool,
}

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    let done = parse(raw).and_then(|request| match request.help {
        true => Ok(USAGE.as_bytes().to_vec()),
        false => make(request),
    });
    finish_command("train", done)
}

fn parse(raw: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let evaluation = evaluation::Options { seed: 0, count: 1000, recovery: Recovery::default() };
    let options = Options { order: ORDER, seen: 1, evaluation };
    let mut request = Request {
        grammar: None,
        files: Vec::new(),
        out: None,
        pairs: Vec::new(),
        options,
        help: false,
    };
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut request.files, utf8)? {
        let mut value = || words.value();
        let options = &mut request.options;
        match name.as_str() {
            "-h" | "--help" => request.help = true,
            "--grammar" => request.grammar = Some(value()?),
            "--out" => request.out = Some(value()?),
            "--pairs" => request.pairs.push(value()?),
            "--order" => {
                options.order = settings::count(&value()?, &name)?;
                if options.order > Ngrams::MOST_ORDER {
                    return Err(format!("'--order' is at most {}", Ngrams::MOST_ORDER));
                }
            }
            "--seen" => options.seen = settings::count(&value()?, &name)? as u64,
            "--count" => {
                options.evaluation.count = settings::count_up_to(&value()?, &name, GENERATED)?;
            }
            "--seed" => options.evaluation.seed = settings::seed(&value()?)?,
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    Ok(request)
}

fn make(mut request: Request) -> Result<Vec<u8>, String> {
    let [lex, yacc] = language_texts(request.grammar.as_deref(), &mut request.files)?;
    let beside = match (&request.grammar, &request.out) {
        (Some(_), None) => {
            return Err("a built-in grammar lies in no folder: give '--out FILE'".into());
        }
        _ => model_beside(&yacc.0),
    };
    let is_taken_by_itself = request.out.is_none();
    let file = request.out.unwrap_or_else(|| beside.to_string_lossy().into_owned());
    let pairs = pairs(&request.pairs)?;
    let samples = match pairs.is_empty() || !request.files.is_empty() {
        true => samples(&request.files)?,
        false => Vec::new(),
    };
    let of_pairs = pairs.iter().flat_map(|pair| [&pair.broken, &pair.fixed]);
    let read = samples.iter().chain(of_pairs).map(|sample| &sample.name);
    let read = read.chain([&lex.0, &yacc.0]);
    check_output(&file, read.map(String::as_str))?;
    let language = Sources { lex, yacc }.language(&[])?;
    // Training takes long.
    write::check(Path::new(&file)).map_err(|error| cannot_write(&file, &error))?;
    let mut progress = Progress::new();
    let trained = train(language, samples, pairs, &request.options, &mut |what, done, of| {
        progress.show(what, done, of);
    })?;
    if is_taken_by_itself && let Some(gain) = trained.loss() {
        return Err(format!(
            "nimbleparse: '{file}' is not written: with a model of other samples the fix is the first repair less often\n\
             than without one; name more samples, or give '--out FILE' to write it all the same\n{}",
            as_text::worth(gain)
        ));
    }
    write::write(Path::new(&file), trained.model.as_bytes())
        .map_err(|error| cannot_write(&file, &error))?;
    let mut out = Vec::new();
    write_text(&mut out, &trained, &file).expect("memory can be written to");
    Ok(out)
}
