//! Prints how fast the stages of a parse are, ours and others'.
//!
//! ```text
//! cargo run --release --bin speed -- [--quick] [--rounds N] [--corpora FOLDER] [--only NAME]
//! ```

#![forbid(unsafe_code)]

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use corpus_peers::{
    c_program,
    child::{self, Scratch},
    inputs::{self, Inputs},
    sample::{Sample, figure},
    table::Table,
};

/// What is timed, as the programs call it and as the table does.
const STAGES: [(&str, &str); 6] = [
    ("lexing", "lexing"),
    ("recognising", "recognising"),
    ("values", "values by actions"),
    ("closures", "values by closures"),
    ("tree", "tree"),
    ("whole", "whole process"),
];
/// How many files the whole process is timed with, each in a process of its own.
const WHOLE: usize = 20;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("speed: {message}");
            ExitCode::from(2)
        }
    }
}

struct Options {
    rounds: usize,
    milliseconds: u64,
    corpora: Option<PathBuf>,
    only: String,
}

fn options() -> Result<Options, String> {
    let mut options = Options { rounds: 9, milliseconds: 100, corpora: None, only: String::new() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("'{arg}' needs a value"));
        match arg.as_str() {
            "--quick" => (options.rounds, options.milliseconds) = (3, 30),
            "--rounds" => {
                options.rounds =
                    value()?.parse().map_err(|_| "'--rounds' needs a number".to_string())?;
            }
            "--corpora" => options.corpora = Some(value()?.into()),
            "--only" => options.only = value()?,
            _ => return Err(format!("unknown argument '{arg}'")),
        }
    }
    Ok(options)
}

/// A tool, and the programs that were made with it: one to time stages, one to parse files.
struct Tool {
    name: &'static str,
    stages: PathBuf,
    parse: Vec<PathBuf>,
}

fn run() -> Result<(), String> {
    let options = options()?;
    let scratch = Scratch::new("speed")?;
    eprintln!("building");
    let programs = child::build_programs()?;
    let bison = child::exists("bison") && child::exists("flex") && child::exists("gcc");
    let mut table = Table::new(&[
        "input",
        "work",
        "ours",
        "against grmtools",
        "against LALRPOP + logos",
        "against Bison + flex",
    ]);
    let mut notes: Vec<String> = Vec::new();
    for inputs in inputs::all(options.corpora.as_deref(), &scratch.folder("made")?)? {
        if !inputs.name.to_lowercase().contains(&options.only.to_lowercase()) {
            continue;
        }
        let folder = scratch.folder(&inputs.name.replace([' ', ','], "-"))?;
        let (all, whole) = prepare(&inputs, &folder, &programs)?;
        let mut tools = vec![
            rust_tool("ours", "ours", &programs),
            rust_tool("grmtools", "grmtools", &programs),
        ];
        tools.push(rust_tool("LALRPOP + logos", "lalrpop", &programs));
        if bison {
            let (program, failed) = c_program::make(inputs.language, &inputs.grammar, &folder)?;
            notes.extend(failed);
            let parse = vec![program.clone(), "parse".into()];
            tools.push(Tool { name: "Bison + flex", stages: program, parse });
        }
        eprintln!(
            "{}: {} files, {} bytes, {} tokens",
            inputs.name, all.files, all.bytes, all.tokens
        );
        for (stage, title) in STAGES {
            let job = Job { inputs: &inputs, stage, folder: &folder, options: &options };
            let (times, failed) = interleaved(&tools, &job);
            notes.extend(failed.into_iter().map(|why| format!("{}, {title}: {why}", inputs.name)));
            let size = if stage == "whole" { whole } else { all };
            let mut row = vec![inputs.name.to_string(), title.to_string(), speed(&times[0], size)];
            for at in 1..4 {
                row.push(match times.get(at) {
                    Some(time) if !time.0.is_empty() && !times[0].0.is_empty() => {
                        let ratio = time.over(&times[0]);
                        format!("**{}** · {}", ratio, speed(time, size))
                    }
                    _ => "n/a".to_string(),
                });
            }
            table.row(row);
        }
    }
    println!("{}", table.text());
    println!(
        "The first figure of a cell says how many times as fast ours is. Medians of {} interleaved rounds, with the least and \
         the greatest ratio.",
        options.rounds
    );
    notes.dedup();
    if !notes.is_empty() {
        println!("\nMissing:\n");
        notes.iter().for_each(|note| println!("- {note}"));
    }
    Ok(())
}

fn rust_tool(name: &'static str, id: &str, programs: &HashMap<String, PathBuf>) -> Tool {
    let program = |kind: &str| programs.get(&format!("{kind}-{id}")).cloned().unwrap_or_default();
    Tool { name, stages: program("stages"), parse: vec![program("parse")] }
}

/// The size of what is parsed.
#[derive(Clone, Copy, Default)]
struct Size {
    files: usize,
    bytes: f64,
    tokens: f64,
}

/// Leaves of the inputs those that are valid, writes their lexemes for all programs, and says how
/// large they are: all of them, and those that a process each is started for.
fn prepare(
    inputs: &Inputs,
    folder: &Path,
    programs: &HashMap<String, PathBuf>,
) -> Result<(Size, Size), String> {
    let files: String = inputs.files.iter().map(|file| format!("{}\n", file.display())).collect();
    let error = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::write(folder.join("files"), files).map_err(error)?;
    let stages = programs.get("stages-ours").ok_or("'stages-ours' was not built")?;
    child::run(Command::new(stages).arg(inputs.language).args(["tokens", "0"]).arg(folder))?;
    let tokens = fs::read(folder.join("tokens")).map_err(error)?;
    let mut tokens = tokens
        .chunks_exact(4)
        .map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize);
    let (mut all, mut whole) = (Size::default(), Size::default());
    for path in fs::read_to_string(folder.join("files")).map_err(error)?.lines() {
        let lexemes = tokens.next().ok_or("the file of tokens is too short")?;
        tokens.by_ref().take(3 * lexemes).for_each(drop);
        all.files += 1;
        all.bytes += fs::metadata(path).map_err(error)?.len() as f64;
        all.tokens += lexemes as f64;
        if all.files <= WHOLE {
            whole = all;
        }
    }
    match all.files {
        0 => Err(format!("{}: no input is valid", inputs.name)),
        _ => Ok((all, whole)),
    }
}

fn speed(time: &Sample, size: Size) -> String {
    if time.0.is_empty() {
        return "n/a".to_string();
    }
    let per_second = |amount: f64| figure(amount / time.median() * 1e3);
    format!("{} MB/s, {} Mtok/s", per_second(size.bytes), per_second(size.tokens))
}

/// What is timed in one row of the table.
struct Job<'a> {
    inputs: &'a Inputs,
    stage: &'a str,
    folder: &'a Path,
    options: &'a Options,
}

/// Times each of `tools` once a round, in nanoseconds. What fails, or does something else than the
/// first tool, has no times, and is named in the second result.
fn interleaved(tools: &[Tool], job: &Job<'_>) -> (Vec<Sample>, Vec<String>) {
    let mut times = vec![Sample::default(); tools.len()];
    let mut failed = Vec::new();
    let mut out: Vec<bool> =
        tools.iter().map(|tool| !has(tool, job.stage, job.inputs.language)).collect();
    let mut expected = None;
    for _ in 0..job.options.rounds {
        for (at, tool) in tools.iter().enumerate().filter(|(at, _)| !out[*at]).collect::<Vec<_>>() {
            let result = time(tool, job).and_then(|(time, check)| {
                let same = *expected.get_or_insert_with(|| check.clone()) == check;
                if same { Ok(time) } else { Err("it finds something else".to_string()) }
            });
            match result {
                Ok(time) => times[at].0.push(time),
                Err(why) => {
                    failed.push(format!("{}: {why}", tool.name));
                    out[at] = true;
                    times[at].0.clear();
                }
            }
        }
    }
    (times, failed)
}

/// Whether the tool has this at all: only table-driven parsers of grmtools' kind hand out trees,
/// and values by closures. LALRPOP has no precedences as Lua and C are written with. The lex file
/// for C says how names of types are told from others, which neither grmtools nor flex can read.
fn has(tool: &Tool, stage: &str, language: &str) -> bool {
    match tool.name {
        "ours" => true,
        "grmtools" => language != "c" || !matches!(stage, "lexing" | "whole"),
        "LALRPOP + logos" => {
            !matches!(stage, "closures" | "tree") && matches!(language, "json" | "java")
        }
        _ => !matches!(stage, "closures" | "tree") && (stage, language) != ("whole", "c"),
    }
}

/// The nanoseconds of one stage, and the number that all tools must agree on.
fn time(tool: &Tool, job: &Job<'_>) -> Result<(f64, String), String> {
    let language = job.inputs.language;
    if job.stage == "whole" {
        let files =
            fs::read_to_string(job.folder.join("files")).map_err(|error| error.to_string())?;
        let mut seconds = 0.0;
        for file in files.lines().take(WHOLE) {
            let mut command = Command::new(&tool.parse[0]);
            seconds += child::run(command.args(&tool.parse[1..]).arg(language).arg(file))?.1;
        }
        return Ok((seconds * 1e9, String::new()));
    }
    let milliseconds = job.options.milliseconds.to_string();
    let mut command = Command::new(&tool.stages);
    command.args([language, job.stage, &milliseconds]).arg(job.folder);
    let (printed, _) = child::run(&mut command)?;
    let (time, check) = printed.trim().split_once(' ').ok_or("nothing was printed")?;
    Ok((time.parse().map_err(|_| "no time was printed")?, check.to_string()))
}
