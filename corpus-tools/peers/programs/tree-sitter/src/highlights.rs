//! Colours of valid files beside tree-sitter's: `compare-highlights LANGUAGE FOLDER [COUNT]`.
//!
//! In: `java`, `c`, `lua`, `json` or `php`; a folder. Of its files in which our parser finds no
//! error, `COUNT` (100 by default) that lie evenly among them are taken. Both tools colour them by
//! the queries `highlights` and `locals` that come with their grammars. For each lexeme and comment
//! the class of most of its bytes is compared: the name of the capture up to its first `.`; old and
//! new names for one thing are equal. Out: the share of lexemes with the same class, of all and of
//! those that have one in both, how fast both are, and each kind of difference with its count and
//! the lexemes that have it most often.

#![forbid(unsafe_code)]

use std::{
    collections::BTreeMap,
    path::Path,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use lrpar::SyntaxKind;
use lrtable::Span;
use nimbleparse::{
    language::Recovery,
    service::{
        program::{Program, colours::colours},
        queries::{Queries, QueryFile},
    },
};
use tree_sitter_highlight::{Highlight, HighlightConfiguration, HighlightEvent, Highlighter};

/// The folder with our grammars, as it is when this program runs.
const GRAMMARS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../grammars");

/// The number of lexemes shown for a difference.
const SHOWN: usize = 6;

/// Counts of differences by our class and theirs, and of the lexemes that have them.
type Differences = BTreeMap<(String, String), (usize, BTreeMap<String, usize>)>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("compare-highlights: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[String]) -> Result<(), String> {
    let usage = || "usage: compare-highlights LANGUAGE FOLDER [COUNT]".to_string();
    let [name, folder, count @ ..] = args else { return Err(usage()) };
    let count: usize = match count {
        [] => 100,
        [count] => count.parse().map_err(|_| usage())?,
        _ => return Err(usage()),
    };
    let (theirs, grammar) = theirs(name)?;
    let ours = Arc::new(nimbleparse::language::builtin(grammar).ok_or("no such grammar")?);
    let mut texts = Vec::new();
    for file in [QueryFile::Highlights, QueryFile::Locals, QueryFile::Tags] {
        let path = format!("{GRAMMARS}/{grammar}/queries/{}", file.file_name());
        if Path::new(&path).exists() {
            texts.push((file, corpus_tools::files::read(&path)?));
        }
    }
    let texts = texts.iter().map(|(file, text)| (*file, text.as_str()));
    let (queries, mistakes) = Queries::read(&ours, texts);
    if !mistakes.is_empty() {
        return Err(mistakes.iter().map(|mistake| mistake.line() + "\n").collect());
    }
    let files = corpus_tools::files::expand(&[folder.to_owned()], None)?;
    let texts = files.iter().map(|file| corpus_tools::files::read(file));
    let texts: Vec<String> = texts.collect::<Result<_, _>>()?;
    let programs = texts.iter().map(|text| Program::new(ours.clone(), text, &Recovery::default()));
    let valid: Vec<Program> = programs.filter(|program| program.reports().is_empty()).collect();
    let step = (valid.len() / count).max(1);
    let (mut files, mut bytes, mut all, mut coloured) = (0, 0, 0, (0, 0));
    let mut times = [Duration::ZERO; 2];
    let mut differences = Differences::new();
    for program in valid.iter().step_by(step).take(count) {
        files += 1;
        bytes += program.text().len();
        let started = Instant::now();
        let found = colours(program, &queries);
        times[0] += started.elapsed();
        let parts: Vec<_> = found.iter().map(|part| (part.span, class(part.class))).collect();
        let started = Instant::now();
        let their_parts = their_colours(&theirs, program.text())?;
        times[1] += started.elapsed();
        for leaf in program.tree().root().leaves() {
            let is_lexeme = matches!(leaf.kind(), SyntaxKind::Token(_)) && !leaf.text().is_empty();
            if !is_lexeme && leaf.trivia_name() != Some("comment") {
                continue;
            }
            let ours = most(leaf.span(), &parts);
            let theirs = most(leaf.span(), &their_parts);
            all += 1;
            if ours != "-" && theirs != "-" {
                coloured.0 += 1;
                coloured.1 += usize::from(ours == theirs);
            }
            if ours != theirs {
                let (count, lexemes) =
                    differences.entry((ours.to_owned(), theirs.to_owned())).or_default();
                *count += 1;
                let text = leaf.text().lines().next().unwrap_or_default();
                *lexemes.entry(text.chars().take(30).collect()).or_default() += 1;
            }
        }
    }
    let wrong: usize = differences.values().map(|(count, _)| count).sum();
    let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    println!(
        "{name}: {files} files, {all} lexemes: {:.1} % have the same class; of {} with a class in both {:.1} %",
        share(all - wrong, all),
        coloured.0,
        share(coloured.1, coloured.0)
    );
    let [our_time, their_time] = times.map(|time| bytes as f64 / 1e6 / time.as_secs_f64());
    println!(
        "{:.2} MB; MB/s: colours of a tree {our_time:.1}, tree-sitter's parsing and colours {their_time:.1}",
        bytes as f64 / 1e6
    );
    let mut rows: Vec<_> = differences.into_iter().collect();
    rows.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    println!("| ours | tree-sitter | lexemes | % | such as |\n|---|---|---|---|---|");
    for ((ours, theirs), (count, lexemes)) in rows {
        let mut lexemes: Vec<_> = lexemes.into_iter().collect();
        lexemes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let shown = lexemes.iter().take(SHOWN).map(|(text, _)| format!("`{text}`"));
        let shown = shown.collect::<Vec<_>>().join(" ");
        println!("| {ours} | {theirs} | {count} | {:.2} | {shown} |", share(count, all));
    }
    Ok(())
}

/// The first part of a class; of names that mean one thing, one.
fn class(name: &str) -> String {
    match name.split('.').next().unwrap_or(name) {
        "boolean" => "constant",
        "conditional" | "repeat" => "keyword",
        "delimiter" => "punctuation",
        "field" => "property",
        "method" => "function",
        "parameter" => "variable",
        first => first,
    }
    .to_owned()
}

/// The class of most of the bytes of a lexeme; `-` if most have no class.
fn most<'p>(lexeme: Span, parts: &'p [(Span, String)]) -> &'p str {
    let mut bytes = BTreeMap::new();
    let first = parts.partition_point(|(part, _)| part.end() <= lexeme.start());
    let within = parts[first..].iter().take_while(|(part, _)| part.start() < lexeme.end());
    for (part, class) in within {
        let covered = part.end().min(lexeme.end()) - part.start().max(lexeme.start());
        *bytes.entry(class.as_str()).or_insert(0) += covered;
    }
    let none = lexeme.len() - bytes.values().sum::<usize>();
    let found = bytes.into_iter().max_by_key(|(_, covered)| *covered);
    found.filter(|(_, covered)| *covered >= none).map_or("-", |(class, _)| class)
}

/// Tree-sitter's queries for a language, and the name of our grammar for it.
fn theirs(language: &str) -> Result<(HighlightConfiguration, &'static str), String> {
    let (grammar, parser, highlights, locals) = match language {
        "java" => {
            ("java7", tree_sitter_java::LANGUAGE.into(), tree_sitter_java::HIGHLIGHTS_QUERY, "")
        }
        "c" => ("c11", tree_sitter_c::LANGUAGE.into(), tree_sitter_c::HIGHLIGHT_QUERY, ""),
        "lua" => (
            "lua53",
            tree_sitter_lua::LANGUAGE.into(),
            tree_sitter_lua::HIGHLIGHTS_QUERY,
            tree_sitter_lua::LOCALS_QUERY,
        ),
        "json" => {
            ("json", tree_sitter_json::LANGUAGE.into(), tree_sitter_json::HIGHLIGHTS_QUERY, "")
        }
        "php" => {
            ("php73", tree_sitter_php::LANGUAGE_PHP.into(), tree_sitter_php::HIGHLIGHTS_QUERY, "")
        }
        _ => return Err(format!("'{language}' is not java, c, lua, json or php")),
    };
    let made = HighlightConfiguration::new(parser, language, highlights, "", locals);
    let mut made = made.map_err(|error| error.to_string())?;
    let names: Vec<String> = made.names().iter().map(|name| (*name).to_owned()).collect();
    made.configure(&names);
    Ok((made, grammar))
}

/// The coloured parts of a text by tree-sitter's queries, in order.
fn their_colours(
    configuration: &HighlightConfiguration,
    text: &str,
) -> Result<Vec<(Span, String)>, String> {
    let mut highlighter = Highlighter::new();
    let events = highlighter
        .highlight(configuration, text.as_bytes(), None, None, |_| None)
        .map_err(|error| error.to_string())?;
    let (mut open, mut parts) = (Vec::new(), Vec::new());
    for event in events {
        match event.map_err(|error| error.to_string())? {
            HighlightEvent::HighlightStart(Highlight(index)) => open.push(index),
            HighlightEvent::HighlightEnd => {
                open.pop();
            }
            HighlightEvent::Source { start, end } => {
                let name = open.last().map(|index| configuration.names()[*index]);
                parts.extend(name.map(|name| (Span::new(start, end), class(name))));
            }
        }
    }
    Ok(parts)
}
