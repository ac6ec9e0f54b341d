//! `corpus-tools generate` and `corpus-tools coverage`: sentences of a grammar, and what a corpus covers of it.

use std::{ffi::OsString, fs, io};

use lrtable::random::Random;
use nimbleparse::{
    Error,
    cases::{
        coverage::{self, Coverage},
        sentences::{Generator, Weights},
    },
    limits::GENERATED,
};

use crate::{
    args::Args,
    commands::{DONE, print},
    files,
    language::Source,
};

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools generate --grammar NAME|FILE.l,FILE.y [options]

Writes sentences of a grammar, one a line.

  --count N          so many random ones (default 10)
  --size N           of about so many productions (default 50)
  --seed S           a number (default 0); the same seed, the same sentences
  --minimal          instead a shortest sentence for each production, before it
                     the production
  --texts DIR        write tokens as the files in DIR do
  --out DIR          write each sentence to a file of its own
  --ending E         which ends in .E (default txt)
";

/// Output of `--help`.
pub(crate) const COVERAGE_USAGE: &str = "\
usage: corpus-tools coverage --grammar NAME|FILE.l,FILE.y [options] DIR|FILE...

Says which productions, states and decisions of conflicts a corpus uses.

  --list             name those that it does not use
  --ending E         of a folder take only the files that end in .E
";

/// Runs `generate`.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, Error> {
    let valued = ["--grammar", "--count", "--size", "--seed", "--texts", "--out", "--ending"];
    let args = Args::new(raw, &["--minimal"], &valued)?;
    if let Some(other) = args.rest.first() {
        return Err(format!("unexpected argument '{other}'").into());
    }
    let source = Source::named(args.value("--grammar").ok_or("'--grammar' is missing")?)?;
    let language = source.language()?;
    let grammar = &language.table.grammar;
    let mut samples = Vec::new();
    if let Some(texts) = args.value("--texts") {
        for file in files::expand(&[texts.to_string()], None)? {
            samples.push(files::read(&file)?);
        }
    }
    let generator = Generator::new(&language, samples.iter().map(String::as_str));
    let missing = generator.missing();
    if !missing.is_empty() {
        eprintln!(
            "corpus-tools: no text is known for {}: give files by '--texts'",
            missing.join(" ")
        );
    }
    let (seed, count, size) = (
        args.number("--seed", 0, 0)?,
        args.number("--count", 1, 10)?,
        args.number("--size", 1, 50)?,
    );
    if count > GENERATED {
        return Err(
            format!("'--count' is at most {GENERATED}, not '{count}': use several seeds").into()
        );
    }
    let mut sentences = Vec::new();
    if args.flag("--minimal") {
        let mut coverage = Coverage::new(&language, &source.lex.1);
        for (prod, sentence) in generator.minimal(&mut coverage) {
            sentences.push((Some(grammar.show_production(prod, None)), sentence.text));
        }
    } else {
        let (weights, mut random) = (Weights::new(grammar), Random::new(seed));
        let texts = (0..count).filter_map(|_| generator.random(&weights, size, &mut random));
        sentences.extend(texts.map(|sentence| (None, sentence.text)));
    }
    if sentences.is_empty() {
        return Err("no sentence can be written".into());
    }
    match args.value("--out") {
        Some(out) => save(out, args.value("--ending").unwrap_or("txt"), &sentences)?,
        None => {
            let lines = sentences.into_iter().map(|(prod, text)| match prod {
                Some(prod) => format!("{prod}\t{text}\n"),
                None => format!("{text}\n"),
            });
            print(&lines.collect::<String>())?;
        }
    }
    Ok(DONE)
}

fn save(out: &str, ending: &str, sentences: &[(Option<String>, String)]) -> Result<(), Error> {
    let failed = |error: io::Error| format!("cannot write to '{out}': {error}");
    fs::create_dir_all(out).map_err(failed)?;
    for (at, (_, text)) in sentences.iter().enumerate() {
        files::write(&format!("{out}/{at:05}.{ending}"), text.as_bytes())?;
    }
    Ok(())
}

/// Runs `coverage`.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run_coverage(raw: Vec<OsString>) -> Result<u8, Error> {
    let args = Args::new(raw, &["--list"], &["--grammar", "--ending"])?;
    let source = Source::named(args.value("--grammar").ok_or("'--grammar' is missing")?)?;
    let language = source.language()?;
    let mut coverage = Coverage::new(&language, &source.lex.1);
    for file in files::expand(&args.rest, args.value("--ending"))? {
        coverage.add(&files::read(&file)?);
    }
    let out = coverage::text(&coverage, args.flag("--list"));
    print(&out)?;
    Ok(DONE)
}
