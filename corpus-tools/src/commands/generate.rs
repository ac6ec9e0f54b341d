//! `corpus-tools generate` and `corpus-tools coverage`.

use std::{ffi::OsString, fs, io};

use lrtable::{
    random::Random,
    sentence::{Cheapest, random_derivation},
};

use crate::{
    args::Args,
    commands::{DONE, print},
    files,
    generate::{coverage::Coverage, minimal, spelling::Spelling},
    language::Language,
    mutate::vocabulary::Vocabulary,
};

/// What is printed by `--help`.
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

/// What is printed by `--help`.
pub(crate) const COVERAGE_USAGE: &str = "\
usage: corpus-tools coverage --grammar NAME|FILE.l,FILE.y [options] DIR|FILE...

Says which productions, states and decisions of conflicts a corpus uses.

  --list             name those that it does not use
  --ending E         of a folder take only the files that end in .E
";

/// Attempts for each sentence: some can not be written so that they lex as they should.
const ATTEMPTS: usize = 20;

/// Generates.
///
/// # Errors
///
/// One line.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, String> {
    let valued = ["--grammar", "--count", "--size", "--seed", "--texts", "--out", "--ending"];
    let args = Args::new(raw, &["--minimal"], &valued)?;
    if let Some(other) = args.rest.first() {
        return Err(format!("unexpected argument '{other}'"));
    }
    let language = Language::named(args.value("--grammar").ok_or("'--grammar' is missing")?)?;
    let mut vocabulary = Vocabulary::of(&language, []);
    if let Some(texts) = args.value("--texts") {
        for file in files::expand(&[texts.to_string()], None)? {
            vocabulary.add(&language, &files::read(&file)?);
        }
    }
    let spelling = Spelling::new(&language, &vocabulary);
    let missing: Vec<&str> = spelling.missing(&language).collect();
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
    let mut sentences = Vec::new();
    if args.flag("--minimal") {
        for (prod, tokens) in minimal::sentences(&language.grammar) {
            if let Some(text) = spelling.write(&language, &tokens) {
                sentences.push((Some(language.grammar.show_production(prod, None)), text));
            }
        }
    } else {
        let dear = |token| if language.grammar.token(token).is_error { u32::MAX / 4 } else { 1 };
        let cheapest = Cheapest::new(&language.grammar, dear);
        let mut random = Random::new(seed);
        for _ in 0..count {
            let text = (0..ATTEMPTS).find_map(|_| {
                let derivation = random_derivation(&cheapest, 0, size, &mut random)?;
                spelling.write(&language, &derivation.tokens)
            });
            sentences.extend(text.map(|text| (None, text)));
        }
    }
    if sentences.is_empty() {
        return Err("no sentence can be written".to_string());
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

fn save(out: &str, ending: &str, sentences: &[(Option<String>, String)]) -> Result<(), String> {
    let failed = |error: io::Error| format!("cannot write to '{out}': {error}");
    fs::create_dir_all(out).map_err(failed)?;
    for (at, (_, text)) in sentences.iter().enumerate() {
        fs::write(format!("{out}/{at:05}.{ending}"), text).map_err(failed)?;
    }
    Ok(())
}

/// Accounts for what a corpus uses.
///
/// # Errors
///
/// One line.
pub(crate) fn run_coverage(raw: Vec<OsString>) -> Result<u8, String> {
    let args = Args::new(raw, &["--list"], &["--grammar", "--ending"])?;
    let language = Language::named(args.value("--grammar").ok_or("'--grammar' is missing")?)?;
    let mut coverage = Coverage::default();
    for file in files::expand(&args.rest, args.value("--ending"))? {
        coverage.add(&language, &files::read(&file)?);
    }
    let mut out = format!("{} files, {} of them with errors\n", coverage.files, coverage.broken);
    for part in coverage.parts(&language) {
        let used = part.total - part.unused.len();
        let percent = 100.0 * used as f64 / part.total.max(1) as f64;
        let percent = if part.total == 0 { String::new() } else { format!(" ({percent:.1} %)") };
        out.push_str(&format!("{}: {used} of {}{percent}\n", part.what, part.total));
        if args.flag("--list") {
            out.extend(part.unused.iter().map(|name| format!("  {name}\n")));
        }
    }
    print(&out)?;
    Ok(DONE)
}
