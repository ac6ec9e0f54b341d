//! Idioms of C in lex files, compared with flex, gcc and g++: `compare-flex --idioms [WORD]`.
//!
//! In: the case files of the folder `idioms`, a group each. A case is
//!
//! ```text
//! === name
//! --- lexer          the lex file, which may include "parser.h"
//! --- header         that file, which only flex's lexer sees (may be left out)
//! --- c++            the code is in C++ (may be left out)
//! --- tokens         names of tokens; '-NAME' is one that the texts need not give
//! --- input          a text; there may be several
//! --- lines          each line is a text
//! --- warns          words, of which one must stand in a warning (may be left out)
//! ```
//!
//! The texts together must make flex's lexer give each token and run each rule, as it says of an
//! idiom whose branches they do not reach. They are lexed by both, and so are random texts of their
//! pieces. Out: what came of each idiom, and counts by group. Cost: two runs of a compiler at a
//! time, about a second for an idiom.

use std::{
    collections::BTreeSet,
    fs,
    panic::catch_unwind,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use lrtable::random::Random;

use crate::{
    lexer::{self, How, Ours, Theirs},
    told::Told,
};

/// Random texts for each idiom.
const RANDOM: usize = 50;

#[derive(Default)]
struct Idiom {
    group: String,
    name: String,
    source: String,
    header: String,
    cpp: bool,
    tokens: BTreeSet<String>,
    /// Tokens that need not be given.
    perhaps: BTreeSet<String>,
    texts: Vec<String>,
    warns: Vec<String>,
}

/// What came of an idiom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Equal,
    EqualWarned,
    DifferWarned,
    Silent,
    Unread,
    /// The idiom itself is wrong: flex or gcc refuse it, or its texts do not reach all of it.
    Wrong,
}

const OUTCOMES: [(Outcome, &str); 6] = [
    (Outcome::Equal, "equal"),
    (Outcome::EqualWarned, "equal, warned"),
    (Outcome::DifferWarned, "different, warned"),
    (Outcome::Silent, "DIFFERENT IN SILENCE"),
    (Outcome::Unread, "NOT READ"),
    (Outcome::Wrong, "WRONG IDIOM"),
];

fn label(outcome: Outcome) -> &'static str {
    OUTCOMES.iter().find(|(other, _)| *other == outcome).map_or("", |(_, label)| label)
}

/// Compares all idioms whose name or group has the word; whether none differs in silence.
pub(crate) fn run(word: &str) -> Result<bool, String> {
    let mut idioms = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("idioms"))?;
    idioms.retain(|idiom| format!("{}: {}", idiom.group, idiom.name).contains(word));
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![None; idioms.len()]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(idiom) = idioms.get(number) else { break };
                    let wrong = |why| (Outcome::Wrong, why);
                    let result = catch_unwind(|| compare(idiom).unwrap_or_else(wrong))
                        .unwrap_or_else(|_| (Outcome::Unread, "it panics".to_owned()));
                    if let Ok(mut results) = results.lock() {
                        results[number] = Some(result);
                    }
                }
            });
        }
    });
    let results = results.into_inner().map_err(|_| "a thread failed")?;
    let mut table: Vec<(&str, [usize; OUTCOMES.len()])> = Vec::new();
    for (idiom, result) in idioms.iter().zip(&results) {
        let (outcome, why) = result.as_ref().ok_or("a thread failed")?;
        let colon = if why.is_empty() { "" } else { ": " };
        println!("{}: {}: {}{colon}{why}", idiom.group, idiom.name, label(*outcome));
        if table.last().is_none_or(|(group, _)| *group != idiom.group) {
            table.push((&idiom.group, [0; OUTCOMES.len()]));
        }
        let place = OUTCOMES.iter().position(|(other, _)| other == outcome);
        if let (Some(place), Some((_, row))) = (place, table.last_mut()) {
            row[place] += 1;
        }
    }
    let total = |at: usize| table.iter().map(|(_, row)| row[at]).sum::<usize>();
    let totals = std::array::from_fn(total);
    for (group, row) in table.iter().chain([&("all", totals)]) {
        let counts: Vec<String> = (row.iter().zip(OUTCOMES))
            .map(|(count, (_, label))| format!("{count} {label}"))
            .collect();
        println!("{group}: {} idioms: {}", row.iter().sum::<usize>(), counts.join("; "));
    }
    let count = |outcome| results.iter().flatten().filter(|(other, _)| *other == outcome).count();
    Ok(count(Outcome::Silent) + count(Outcome::Wrong) == 0)
}

/// What came of an idiom, and why. An error is one of the idiom itself.
fn compare(idiom: &Idiom) -> Result<(Outcome, String), String> {
    let names = idiom.tokens.union(&idiom.perhaps).cloned().collect();
    let how = How { header: &idiom.header, cpp: idiom.cpp, trace: true };
    let theirs = Theirs::with(&idiom.source, &names, &how)?;
    let mut texts = idiom.texts.clone();
    let mut random = Random::new(1);
    let pieces = pieces(&idiom.texts);
    texts.extend((0..RANDOM).map(|_| {
        (0..1 + random.below(16)).map(|_| random.choose(&pieces).as_str()).collect::<String>()
    }));
    let all = theirs.lex(&texts)?;
    let own = &all[..idiom.texts.len()];
    let given: BTreeSet<&str> =
        own.iter().flat_map(|found| &found.tokens).map(|(name, _)| name.as_str()).collect();
    if let Some(token) = idiom.tokens.iter().find(|token| !given.contains(token.as_str())) {
        return Err(format!("no text gives {token}"));
    }
    let told = Told::new(&idiom.source, &theirs.made()?);
    let ran: BTreeSet<&str> =
        own.iter().flat_map(|found| found.ran.iter().flatten()).map(String::as_str).collect();
    if let Some(line) = told.idle(&ran) {
        return Err(format!("no text runs the rule at line {line}"));
    }
    let ours = match Ours::new(&idiom.source) {
        Ok(ours) => ours,
        Err(why) => return Ok((Outcome::Unread, why)),
    };
    let warnings = told.warnings(&ours.said);
    let verbose = std::env::var_os("VERBOSE").is_some();
    if verbose {
        println!("{}: {warnings:?}", idiom.name);
    }
    let mut outcome = (Outcome::Equal, String::new());
    if !warnings.is_empty() {
        outcome.0 = Outcome::EqualWarned;
    }
    for (text, theirs) in texts.iter().zip(&all) {
        let tokens = ours.lex(text);
        if lexer::is_same(&idiom.source, &tokens, theirs) {
            continue;
        }
        if verbose {
            println!("{}: {text:?}: {tokens:?}, of flex {:?}", idiom.name, theirs.tokens);
        }
        let difference = told.difference(&tokens, theirs);
        let found = || format!("{text:?}: {}", difference.says);
        match told.is_warned(&warnings, &difference) {
            true if outcome.0 != Outcome::DifferWarned => {
                outcome = (Outcome::DifferWarned, found());
            }
            true => {}
            false => {
                outcome = (Outcome::Silent, found());
                break;
            }
        }
    }
    let is_named = |word: &&String| warnings.iter().any(|(_, message)| message.contains(*word));
    if !idiom.warns.is_empty() && !idiom.warns.iter().any(|word| is_named(&word)) {
        outcome = (Outcome::Silent, format!("no warning names {:?}; {}", idiom.warns, outcome.1));
    }
    Ok(outcome)
}

/// What texts are made of: words, numbers, blanks, single other characters; and whole texts.
fn pieces(texts: &[String]) -> Vec<String> {
    let kind = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => 1,
        ' ' | '\t' => 2,
        _ => 0,
    };
    let mut pieces: Vec<String> = Vec::new();
    for text in texts {
        let mut last = 0;
        for c in text.chars() {
            match pieces.last_mut() {
                Some(piece) if last != 0 && kind(c) == last => piece.push(c),
                _ => pieces.push(c.to_string()),
            }
            last = kind(c);
        }
    }
    pieces.extend(texts.iter().filter(|text| text.len() < 40).cloned());
    pieces.extend([" ", "\n", " "].map(str::to_owned));
    pieces
}

fn read(folder: &Path) -> Result<Vec<Idiom>, String> {
    let error = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        files.push(entry.map_err(error)?.path());
    }
    files.retain(|path| path.extension().is_some_and(|ending| ending == "case"));
    files.sort();
    let mut idioms = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).map_err(error)?;
        let group = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let cases = text.strip_prefix("=== ").unwrap_or(&text).split("\n=== ");
        for case in cases {
            idioms.push(read_case(&group, case)?);
        }
    }
    Ok(idioms)
}

fn read_case(group: &str, case: &str) -> Result<Idiom, String> {
    let (title, body) = case.trim_end_matches('\n').split_once('\n').unwrap_or((case, ""));
    let mut idiom = Idiom { group: group.to_owned(), name: title.to_owned(), ..Idiom::default() };
    for section in body.strip_prefix("--- ").unwrap_or(body).split("\n--- ") {
        let (kind, text) = section.split_once('\n').unwrap_or((section, ""));
        match kind {
            "lexer" => idiom.source = format!("{text}\n"),
            "header" => idiom.header = format!("{text}\n"),
            "c++" => idiom.cpp = true,
            "input" => idiom.texts.push(text.trim_end_matches('\n').to_owned()),
            "lines" => idiom.texts.extend(text.lines().map(str::to_owned)),
            "warns" => idiom.warns.extend(text.split_whitespace().map(str::to_owned)),
            "tokens" => {
                for word in text.split_whitespace() {
                    match word.strip_prefix('-') {
                        Some(word) => idiom.perhaps.insert(word.to_owned()),
                        None => idiom.tokens.insert(word.to_owned()),
                    };
                }
            }
            _ => return Err(format!("{group}: {title}: what is a section {kind:?}?")),
        }
    }
    Ok(idiom)
}
