//! Compares the lexers of lex files with those that flex makes of them: `compare-flex [--sets N] [FILE…]`.
//!
//! In: random rule sets in flex's dialect, and the lex files and case files (`lrlex/tests/cases`) that are named. Each is
//! compiled by flex and gcc, and lexes texts that are made of pieces of the file. Out: how many texts were lexed, and each
//! difference in the tokens' names and texts. A file that gets a warning may differ, and is counted apart; a difference of
//! another one makes the exit status 1. Where flex or gcc is missing, that is said, and nothing is compared.

#![forbid(unsafe_code)]

mod lexer;
mod random;

use std::{path::PathBuf, process::ExitCode};

use lexer::{Ours, Theirs};
use lrtable::random::Random;

/// Texts for each lexer.
const TEXTS: usize = 200;

/// A lex file to compare.
struct Subject {
    name: String,
    source: String,
    /// Texts that belong to it.
    inputs: Vec<String>,
}

#[derive(Default)]
struct Count {
    compared: usize,
    texts: usize,
    tokens: usize,
    warned: usize,
    warned_differ: usize,
    skipped: usize,
    differ: usize,
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("compare-flex: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, String> {
    let mut sets = 100;
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--sets" => {
                let value = args.next().and_then(|value| value.parse().ok());
                sets = value.ok_or("expected a number after '--sets'")?;
            }
            _ => files.push(PathBuf::from(arg)),
        }
    }
    if let Some(missing) = ["flex", "gcc"].into_iter().find(|program| !lexer::exists(program)) {
        println!("'{missing}' is not installed: nothing is compared");
        return Ok(true);
    }
    let mut random = Random::new(1);
    let mut count = Count::default();
    for file in files {
        for subject in subjects(&file)? {
            compare(&subject, &mut random, &mut count)?;
        }
    }
    for number in 0..sets {
        let source = random::rules(&mut random);
        let subject = Subject { name: format!("random {number}"), source, inputs: Vec::new() };
        compare(&subject, &mut random, &mut count)?;
    }
    println!(
        "{} lexers without a warning, {} texts, {} tokens: {} lexers differ",
        count.compared, count.texts, count.tokens, count.differ
    );
    println!(
        "{} lexers with a warning, of which {} differ; {} that one of both could not be made of",
        count.warned, count.warned_differ, count.skipped
    );
    Ok(count.differ == 0)
}

/// The lex files in a file: itself, or its cases.
fn subjects(path: &PathBuf) -> Result<Vec<Subject>, String> {
    let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let name = path.display().to_string();
    if path.extension().is_none_or(|ending| ending != "case") {
        return Ok(vec![Subject { name, source: text, inputs: Vec::new() }]);
    }
    let cases = text.strip_prefix("=== ").unwrap_or(&text).split("\n=== ");
    let subject = |case: &str| {
        let (title, body) = case.split_once('\n').unwrap_or((case, ""));
        let mut sections = body.split("\n--- ");
        let source = format!("{}\n", sections.next().unwrap_or_default());
        let inputs = sections.filter_map(|section| section.strip_prefix("input\n"));
        let inputs = inputs.map(str::to_owned).collect();
        Subject { name: format!("{name}: {title}"), source, inputs }
    };
    Ok(cases.map(subject).collect())
}

fn compare(subject: &Subject, random: &mut Random, count: &mut Count) -> Result<(), String> {
    let verbose = std::env::var_os("VERBOSE").is_some();
    let ours = match Ours::new(&subject.source) {
        Ok(ours) if ours.flex => ours,
        _ => {
            count.skipped += 1;
            return Ok(());
        }
    };
    let theirs = match Theirs::new(&subject.source, &ours.names) {
        Ok(theirs) => theirs,
        Err(error) => {
            if verbose {
                println!("{}: {error}", subject.name);
            }
            count.skipped += 1;
            return Ok(());
        }
    };
    let mut texts = subject.inputs.clone();
    while texts.len() < TEXTS {
        texts.push(random::text(&subject.source, random));
    }
    let found = theirs.lex(&texts)?;
    let mut differs = None;
    for (text, theirs) in texts.iter().zip(&found) {
        let ours = ours.lex(text);
        count.tokens += theirs.tokens.len();
        let same = lexer::is_same(&subject.source, &ours, theirs);
        if !same && differs.is_none() {
            differs = Some((text, ours, &theirs.tokens));
        }
    }
    count.texts += texts.len();
    match (ours.warned, differs) {
        (true, differs) => {
            count.warned += 1;
            count.warned_differ += usize::from(differs.is_some());
        }
        (false, None) => count.compared += 1,
        (false, Some((text, ours, theirs))) => {
            count.compared += 1;
            count.differ += 1;
            let at = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
            println!(
                "{}: {text:?}: token {at} is {:?}, of flex {:?}",
                subject.name,
                ours.get(at),
                theirs.get(at)
            );
            if verbose {
                println!("{}", subject.source);
            }
        }
    }
    Ok(())
}
