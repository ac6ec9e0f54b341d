//! `corpus-tools train-ngram`: counts runs of tokens in valid texts.

use std::ffi::OsString;

use lrpar::recovery::Ngrams;
use nimbleparse::{Error, language::parses};

use crate::{
    args::Args,
    commands::DONE,
    files,
    language::{self, Language},
};

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools train-ngram --grammar NAME|FILE.l,FILE.y --out FILE DIR...

Counts runs of tokens in the files of DIR that parse, and writes them to FILE,
by which the recoverer 'restart' puts its repairs in order: see --ngram of
nimbleparse and of 'corpus-tools quality'. Nothing but counts is written.

  --order N          count runs of up to N tokens (default 5)
  --seen N           leave out runs seen less than N times (default 1)
  --any              count files that do not parse as well
  --ending E         of a folder take only the files that end in .E
  --half 0|1         take only every other file, from the first or the second
";

/// Runs the command.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, Error> {
    let args = Args::new(
        raw,
        &["--any"],
        &["--grammar", "--out", "--order", "--seen", "--ending", "--half"],
    )?;
    let language = language::named(args.value("--grammar").ok_or("'--grammar' is missing")?)?;
    let out = args.value("--out").ok_or("'--out' is missing")?;
    let order: usize = args.number("--order", 1, 5)?;
    let half: Option<usize> = match args.value("--half") {
        None => None,
        Some("0") => Some(0),
        Some("1") => Some(1),
        Some(other) => return Err(format!("'--half' is 0 or 1, not '{other}'").into()),
    };
    let files = files::expand(&args.rest, args.value("--ending"))?.into_iter().enumerate();
    let files = files.filter(|(at, _)| half.is_none_or(|half| at % 2 == half));
    let files: Vec<String> = files.map(|(_, file)| file).collect();
    let (model, seen) = count(&language, &files, order, args.flag("--any"))?;
    let model = model.without_rare(args.number("--seen", 1, 1)?);
    write(&language, &model, out)?;
    eprintln!("{seen} files");
    Ok(DONE)
}

/// Returns the model of the files that parse, or of all if `any` is set, and their number.
///
/// # Errors
///
/// If there is no such file, or a file cannot be read.
pub(super) fn count(
    language: &Language,
    files: &[String],
    order: usize,
    any: bool,
) -> Result<(Ngrams, usize), Error> {
    let mut model = language.empty_model(order);
    let mut seen = 0;
    for file in files {
        let text = files::read(file)?;
        if any || parses(language, &text) {
            language.count_runs(&mut model, &text);
            seen += 1;
        }
    }
    if seen == 0 { Err("no file parses".into()) } else { Ok((model, seen)) }
}

/// Writes a model to a file.
///
/// # Errors
///
/// If the file cannot be written.
pub(super) fn write(language: &Language, model: &Ngrams, out: &str) -> Result<(), Error> {
    let name = |token| language.name_of(token).to_string();
    files::write(out, model.write(&name).as_bytes())
}
