//! Compares the lexers of lex files with those that flex makes of them: `compare-flex [--sets N]
//! [--actions N] [FILE…]` or `compare-flex --idioms [WORD]`.
//!
//! In: random rule sets in flex's dialect, and the lex files and case files (`lrlex/tests/cases`)
//! that are named. Each is compiled by flex and gcc, and lexes texts that are made of pieces of the
//! file. Out: how many texts were lexed, and each difference in the tokens' names and texts. A file
//! that gets a warning may differ, and is counted apart; a difference of another one makes the exit
//! status 1. With `--actions`, also lex files with actions of every kind, in C and C++, of which
//! each difference must be warned of in the line of the action. With `--idioms` only the battery of
//! idioms is compared, as `idioms` says. Where flex, gcc or g++ is missing, that is said, and
//! nothing is compared.

#![forbid(unsafe_code)]

mod actions;
mod idioms;
mod lexer;
mod random;
mod told;

use std::{collections::BTreeMap, path::PathBuf, process::ExitCode};

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
    let mut actions = 0;
    let mut idioms = None;
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--sets" | "--actions" => {
                let value = args.next().and_then(|value| value.parse().ok());
                let value = value.ok_or_else(|| format!("expected a number after '{arg}'"))?;
                *(if arg == "--sets" { &mut sets } else { &mut actions }) = value;
            }
            "--idioms" => idioms = Some(args.next().unwrap_or_default()),
            _ => files.push(PathBuf::from(arg)),
        }
    }
    if let Some(missing) =
        ["flex", "gcc", "g++"].into_iter().find(|program| !lexer::exists(program))
    {
        println!("'{missing}' is not installed: nothing is compared");
        return Ok(true);
    }
    if let Some(word) = idioms {
        return idioms::run(&word);
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
    let silent = if actions > 0 { compare_actions(&mut random, actions)? } else { 0 };
    Ok(count.differ + silent == 0)
}

/// Compares lexers with actions of every kind; how many rules differ without a warning in a line of
/// theirs.
fn compare_actions(random: &mut Random, count: usize) -> Result<usize, String> {
    let (mut files, mut tokens) = (0, 0);
    // Rules without and with a warning, and those of them that differ.
    let (mut plain, mut warned, mut silent, mut differ) = (0, 0, 0, 0);
    for lexer in actions::lexers(random, count) {
        let ours = Ours::new(&lexer.source)?;
        let theirs = Theirs::new(&lexer.source, &lexer.names)
            .map_err(|error| format!("{error}\n{}", lexer.source))?;
        let texts: Vec<String> = (0..TEXTS).map(|_| lexer.text(random)).collect();
        let mut differing = BTreeMap::new();
        for (text, theirs) in texts.iter().zip(theirs.lex(&texts)?) {
            if !theirs.ends {
                return Err(format!("flex's lexer was stopped\n{}", lexer.source));
            }
            let ours = ours.lex(text);
            tokens += theirs.tokens.len();
            for rule in lexer.differing(text, &ours, &theirs.tokens) {
                let found = || format!("{text:?}: {ours:?}, of flex {:?}", theirs.tokens);
                differing.entry(rule).or_insert_with(found);
            }
        }
        let told = lexer.told(&ours);
        for rule in 0..lexer.len() {
            match (told.contains(&rule), differing.get(&rule)) {
                (true, differs) => {
                    warned += 1;
                    differ += usize::from(differs.is_some());
                }
                (false, None) => plain += 1,
                (false, Some(found)) => {
                    silent += 1;
                    println!("{}: {found}", lexer.action(rule));
                }
            }
        }
        files += 1;
    }
    println!(
        "{files} lex files with actions of every kind, {tokens} tokens: {plain} rules without a warning are equal, {silent} differ; of {warned} with a warning in their lines {differ} differ"
    );
    Ok(silent)
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
        let lexer = sections.next().unwrap_or_default();
        let source = format!("{}\n", lexer.strip_prefix("--- lexer\n").unwrap_or(lexer));
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
