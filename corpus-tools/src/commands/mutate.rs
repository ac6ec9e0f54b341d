//! `corpus-tools mutate` and `corpus-tools mix`: broken files with known fixes, and the frequencies
//! of mistakes.

use std::{ffi::OsString, fs, io, path::Path};

use nimbleparse::{
    Error,
    lab::{
        mutants::{
            Mutator, generator, learn_from_pairs::learn, mistake_mix::Mix, vocabulary::Vocabulary,
        },
        tsv::escape,
    },
    language::parses,
};

use crate::{
    args::Args,
    commands::{DONE, print},
    files, language,
    quality::pairs,
};

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools mutate --grammar NAME|FILE.l,FILE.y --seed S [options] DIR... OUT

Makes broken files of the valid ones in DIR: OUT/broken holds them, OUT/fixed
what each was made of, OUT/index.tsv what was done. The same seed makes the same
files on every machine.

  --seed S           a number (default 0)
  --edits N or N..M  operations on a file; otherwise as the mix says (1 to 4)
  --hard             one hard mistake in each instead: a table without separators,
                     prose or output pasted in, merge markers, half a statement
                     or method, ten mistakes in a row, a hundred in all, a last
                     bracket too many, a quote that swallows a page
  --count N          so many files (default one of each)
  --mix FILE         how often which operation is done: see 'corpus-tools mix'
  --ending E         of a folder take only the files that end in .E; each folder
                     is walked once, links to folders too
  --max-lexemes N    leave out longer files
";

/// Output of `--help`.
pub(crate) const MIX_USAGE: &str = "\
usage: corpus-tools mix --grammar NAME|FILE.l,FILE.y DIR...

Learns from pairs (DIR/broken and DIR/fixed) how often which mistake is made;
writes a table for 'corpus-tools mutate --mix'.
";

/// Runs `mix`: learns a mix.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run_mix(raw: Vec<OsString>) -> Result<u8, Error> {
    let args = Args::new(raw, &[], &["--grammar"])?;
    let language = language::named(args.value("--grammar").ok_or("'--grammar' is missing")?)?;
    let mut mix = Mix::empty();
    for pair in pairs(&args.rest)? {
        learn(&mut mix, &language, &files::read(&pair.broken)?, &files::read(&pair.fixed)?);
    }
    if mix.is_empty() {
        return Err("no pair is of a broken and a valid text that are alike".into());
    }
    print(&mix.write(&language))?;
    Ok(DONE)
}

/// Runs `mutate`.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, Error> {
    let valued =
        ["--grammar", "--seed", "--edits", "--count", "--mix", "--ending", "--max-lexemes"];
    let mut args = Args::new(raw, &["--hard"], &valued)?;
    let language = language::named(args.value("--grammar").ok_or("'--grammar' is missing")?)?;
    let out = args.rest.pop().ok_or("no folder to write to")?;
    let seed: u64 = args.number("--seed", 0, 0)?;
    let edits = args.value("--edits").map(edits).transpose()?;
    let hard = args.flag("--hard");
    if hard && edits.is_some() {
        return Err("'--hard' makes one mistake in a file: '--edits' cannot be given too".into());
    }
    let mix = match args.value("--mix") {
        None => Mix::default(),
        Some(file) => Mix::read(&files::read(file)?, &language)
            .map_err(|message| format!("'{file}', {message}"))?,
    };
    let longest: usize = args.number("--max-lexemes", 1, usize::MAX)?;
    let mut valid = Vec::new();
    let mut looked_at = 0;
    for argument in &args.rest {
        for file in files::expand(std::slice::from_ref(argument), args.value("--ending"))? {
            let text = files::read(&file)?;
            looked_at += 1;
            if language.words(&text).len() <= longest && parses(&language, &text) {
                valid.push((flat(below(argument, &file)), text));
            }
        }
    }
    if valid.is_empty() {
        return Err("no file is valid".into());
    }
    let vocabulary = Vocabulary::of(&language, valid.iter().map(|(_, text)| text.as_str()));
    let mutator = Mutator { language: &language, vocabulary: &vocabulary, mix: &mix, edits, hard };
    let count: usize = args.number("--count", 1, valid.len())?;
    let made = write_all(&mutator, seed, &valid, count, &out)?;
    eprintln!(
        "corpus-tools: {made} broken files of {} valid ones ({} of {} were left out)",
        valid.len(),
        looked_at - valid.len(),
        looked_at
    );
    Ok(DONE)
}

fn edits(text: &str) -> Result<(usize, usize), Error> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.parse(), most.trim_start_matches('=').parse()) {
        (Ok(least), Ok(most)) if 1 <= least && least <= most => Ok((least, most)),
        _ => Err(format!("'--edits' needs a number or a range such as 1..4, not '{text}'").into()),
    }
}

/// Returns the path of `file` from the folder that `argument` names, so that mutants do not depend
/// on where that folder is.
fn below<'f>(argument: &str, file: &'f str) -> &'f str {
    let folder = argument.trim_end_matches('/');
    let parent = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
    file.strip_prefix(parent).unwrap_or(file).trim_start_matches('/')
}

fn write_all(
    mutator: &Mutator<'_>,
    seed: u64,
    valid: &[(String, String)],
    count: usize,
    out: &str,
) -> Result<usize, Error> {
    let failed = |error: io::Error| format!("cannot write to '{out}': {error}");
    if Path::new(out).exists() && fs::read_dir(out).map_err(failed)?.next().is_some() {
        return Err(format!("'{out}' is not empty").into());
    }
    for part in ["broken", "fixed"] {
        fs::create_dir_all(format!("{out}/{part}")).map_err(failed)?;
    }
    let mut index = "file\tsource\tedits\toperations\n".to_string();
    let mut made = 0;
    for at in 0.. {
        let (round, (name, text)) = (at / valid.len(), &valid[at % valid.len()]);
        // A round without anything new is the last: these files cannot be broken so.
        if made == count || round > 10 * (1 + count / valid.len()) {
            break;
        }
        let Some(mutant) = mutator.mutant(text, &mut generator(seed, name, round)) else {
            continue;
        };
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "txt"));
        let file = format!("{stem}-{round}.{ending}");
        fs::write(format!("{out}/broken/{file}"), &mutant.text).map_err(failed)?;
        fs::write(format!("{out}/fixed/{file}"), text).map_err(failed)?;
        index.push_str(&format!(
            "{}\t{}\t{}\t{}\n",
            escape(&file),
            escape(name),
            mutant.done.len(),
            mutant.done.join(", ")
        ));
        made += 1;
    }
    fs::write(format!("{out}/index.tsv"), index).map_err(failed)?;
    Ok(made)
}

/// Returns a path as one name: its parts below `..` and `.`.
fn flat(file: &str) -> String {
    let parts: Vec<&str> =
        file.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
    parts.join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_edits_are_understood() {
        assert_eq!(edits("3"), Ok((3, 3)));
        assert_eq!(edits("1..4"), Ok((1, 4)));
        for wrong in ["0", "4..1", "x", "1.."] {
            assert!(edits(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn paths_become_names() {
        assert_eq!(flat("../a//b/./c.java"), "a_b_c.java");
    }
}
