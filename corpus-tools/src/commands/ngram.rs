//! `corpus-tools train-ngram`: how usual runs of tokens are in valid texts.

use std::{ffi::OsString, fs};

use lrpar::recovery::Ngrams;

use crate::{
    args::Args,
    commands::DONE,
    files,
    language::Language,
    quality::case::{parses, tokens},
};

/// What is printed by `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools train-ngram --grammar NAME|FILE.l,FILE.y --out FILE DIR...

Counts runs of tokens in the files of DIR that parse, and writes them to FILE,
by which the recoverer 'restart' puts its repairs in order: see --ngram of
nimbleparse and of 'corpus-tools quality'.

  --order N          count runs of up to N tokens (default 5)
  --ending E         of a folder take only the files that end in .E
  --half 0|1         take only every other file, from the first or the second
";

/// Counts.
///
/// # Errors
///
/// One line.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, String> {
    let args = Args::new(raw, &[], &["--grammar", "--out", "--order", "--ending", "--half"])?;
    let language = Language::named(args.value("--grammar").ok_or("'--grammar' is missing")?)?;
    let out = args.value("--out").ok_or("'--out' is missing")?;
    let order: usize = args.number("--order", 1, 5)?;
    let half: Option<usize> = match args.value("--half") {
        None => None,
        Some("0") => Some(0),
        Some("1") => Some(1),
        Some(other) => return Err(format!("'--half' is 0 or 1, not '{other}'")),
    };
    // One more for what is no token.
    let mut model = Ngrams::new(order, language.grammar.tokens().len() + 1);
    let mut seen = 0;
    for (at, file) in files::expand(&args.rest, args.value("--ending"))?.iter().enumerate() {
        if half.is_some_and(|half| at % 2 != half) {
            continue;
        }
        let text = files::read(file)?;
        if parses(&language, &text) {
            let mut tokens = tokens(&language.words(&text));
            tokens.push(language.grammar.eof());
            model.see(&tokens);
            seen += 1;
        }
    }
    if seen == 0 {
        return Err("no file parses".to_string());
    }
    let name = |token| language.token_name(token).to_string();
    fs::write(out, model.write(&name)).map_err(|error| format!("cannot write '{out}': {error}"))?;
    eprintln!("{seen} files");
    Ok(DONE)
}
