//! Prints how long generated grammars take to become tables, and how much memory: ours, Bison's,
//! grmtools'.
//!
//! ```text
//! cargo run --release --bin construct -- [--quick] [--rounds N] [--seconds N]
//! ```
//!
//! Times are from the grammar's text to a table, without writing it anywhere. Each table is made in
//! a process of its own. A tool has no further round with a grammar once it has taken the seconds
//! (30), and none with a larger one.

#![forbid(unsafe_code)]

use std::{
    fs,
    path::Path,
    process::{Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant},
};

use corpus_peers::{
    child::{self, Scratch},
    generate,
    sample::{Sample, figure},
    table::Table,
};
use corpus_tools::memory;

const SIZES: [usize; 5] = [100, 300, 1000, 3000, 5000];
/// Our constructions, then others', as this program's `table` command and as the table calls them;
/// and which of ours is the same.
const TOOLS: [(&str, &str, usize); 6] = [
    ("lalr", "ours, LALR", 0),
    ("ielr", "ours, IELR", 1),
    ("pager", "ours, Pager", 2),
    ("bison-lalr", "Bison, LALR", 0),
    ("bison-ielr", "Bison, IELR", 1),
    ("grmtools", "grmtools, Pager", 2),
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("construct: {message}");
            ExitCode::from(2)
        }
    }
}

struct Options {
    rounds: usize,
    seconds: f64,
    sizes: Vec<usize>,
}

fn run() -> Result<(), String> {
    let mut options = Options { rounds: 9, seconds: 30.0, sizes: SIZES.to_vec() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("'{arg}' needs a value"));
        let number =
            |text: String| text.parse::<u32>().map_err(|_| format!("'{text}' is no number"));
        match arg.as_str() {
            "table" => return table(&value()?, &value()?),
            "--quick" => {
                options.rounds = 3;
                options.sizes.retain(|size| *size <= 1000);
            }
            "--rounds" => options.rounds = number(value()?)? as usize,
            "--seconds" => options.seconds = f64::from(number(value()?)?),
            _ => return Err(format!("unknown argument '{arg}'")),
        }
    }
    compare(&options)
}

/// Makes one table, and prints the seconds and the KiB.
fn table(tool: &str, file: &str) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let start = Instant::now();
    let states = match tool {
        "grmtools" => {
            let kind = cfgrammar::yacc::YaccKind::Original(
                cfgrammar::yacc::YaccOriginalActionKind::NoAction,
            );
            let grammar = cfgrammar::yacc::YaccGrammar::new(kind, &text)
                .map_err(|errors| format!("the grammar is refused: {errors:?}"))?;
            let (graph, _) = lrtable::from_yacc(&grammar, lrtable::Minimiser::Pager)
                .map_err(|error| error.to_string())?;
            usize::from(graph.all_states_len())
        }
        ours => {
            use ours_lrtable::{YaccGrammar, construct::Construction, from_yacc_by, yacc};
            let construction =
                Construction::from_name(ours).ok_or_else(|| format!("there is no '{ours}'"))?;
            let kind = yacc::YaccKind::Original(yacc::YaccOriginalActionKind::NoAction);
            let grammar = YaccGrammar::<u32>::new(kind, &text)
                .map_err(|errors| format!("the grammar is refused: {errors:?}"))?;
            let (graph, _) =
                from_yacc_by(&grammar, construction).map_err(|error| error.to_string())?;
            usize::from(graph.all_states_len())
        }
    };
    println!("{} {} {states}", start.elapsed().as_secs_f64(), memory::peak_kib());
    Ok(())
}

/// The seconds, KiB and states of one table.
type Made = (f64, f64, String);

fn compare(options: &Options) -> Result<(), String> {
    let scratch = Scratch::new("construct")?;
    let folder = scratch.folder("grammars")?;
    let bison = child::exists("bison");
    let mut results: Vec<Vec<(Sample, f64, String)>> = vec![Vec::new(); TOOLS.len()];
    for productions in &options.sizes {
        let text = generate::grammar(*productions, 1);
        let file = folder.join(format!("{productions}.y"));
        let for_bison = folder.join(format!("bison-{productions}.y"));
        let write =
            |path: &Path, text: &str| fs::write(path, text).map_err(|error| error.to_string());
        write(&file, &text)?;
        write(&for_bison, &generate::for_bison(&text)?)?;
        let mut found = vec![(Sample::default(), 0.0_f64, String::new()); TOOLS.len()];
        for _ in 0..options.rounds {
            for (at, (tool, title, _)) in TOOLS.iter().enumerate() {
                let (times, memory, states) = &mut found[at];
                let before = results[at].last();
                let slow = before.is_some_and(|(times, ..)| times.median() > options.seconds);
                if slow || times.0.iter().sum::<f64>() > options.seconds {
                    continue;
                }
                let made = match tool.strip_prefix("bison-") {
                    None => own_process(tool, &file)?,
                    Some(_) if !bison => continue,
                    Some(kind) => run_bison(kind, &for_bison, &folder)?,
                };
                eprintln!("{productions} productions, {title}: {} s", figure(made.0));
                times.0.push(made.0);
                *memory = memory.max(made.1);
                *states = made.2;
            }
        }
        for (all, found) in results.iter_mut().zip(found) {
            all.push(found);
        }
    }
    print(options, &results);
    Ok(())
}

fn print(options: &Options, results: &[Vec<(Sample, f64, String)>]) {
    let mut table = Table::new(&["productions", "tool", "÷ ours", "seconds", "peak MiB", "states"]);
    for (at, productions) in options.sizes.iter().enumerate() {
        for (tool, (_, title, same)) in TOOLS.iter().enumerate() {
            let (times, kib, states) = &results[tool][at];
            let ours = &results[*same][at].0;
            let missing = times.0.is_empty();
            table.row(vec![
                productions.to_string(),
                (*title).to_string(),
                if missing { "n/a".into() } else { times.over(ours).to_string() },
                times.to_string(),
                if missing { "n/a".into() } else { figure(kib / 1024.0) },
                states.clone(),
            ]);
        }
    }
    println!("{}", table.text());
    let mut columns = vec!["seconds grow as productions to the power of".to_string()];
    columns.extend(options.sizes.windows(2).map(|pair| format!("{}–{}", pair[0], pair[1])));
    let mut table = Table(vec![columns]);
    for (tool, (_, title, _)) in TOOLS.iter().enumerate() {
        let mut row = vec![(*title).to_string()];
        for (at, pair) in options.sizes.windows(2).enumerate() {
            let growth = results[tool][at + 1].0.median() / results[tool][at].0.median();
            let power = growth.ln() / (pair[1] as f64 / pair[0] as f64).ln();
            row.push(if power.is_nan() { "n/a".into() } else { format!("{power:.2}") });
        }
        table.row(row);
    }
    println!("{}", table.text());
    println!(
        "Medians of {} interleaved rounds, or of as many as were begun within {} s a tool; with the least and the greatest.",
        options.rounds, options.seconds
    );
}

/// One of the tables that this program makes, in a process of its own.
fn own_process(tool: &str, file: &Path) -> Result<Made, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let (printed, _) = child::run(Command::new(this).args(["table", tool]).arg(file))?;
    let mut words = printed.split_whitespace();
    let mut number = || words.next()?.parse::<f64>().ok();
    let (seconds, kib) = number().zip(number()).ok_or("nothing was printed")?;
    Ok((seconds, kib, words.next().unwrap_or_default().to_string()))
}

/// Bison's own times (`--trace=time`), of which those of writing the parser are taken off; its
/// memory as the system tells it while it runs.
fn run_bison(kind: &str, file: &Path, folder: &Path) -> Result<Made, String> {
    let report = folder.join("report");
    let mut bison = Command::new("bison");
    bison.args(["--trace=time", "-Wnone", &format!("-Dlr.type={kind}"), "--output=parser.c"]);
    bison.arg(file).current_dir(folder);
    let error = |error: std::io::Error| format!("bison: {error}");
    bison.stderr(Stdio::from(fs::File::create(&report).map_err(error)?));
    let mut running = bison.spawn().map_err(error)?;
    let status = format!("/proc/{}/status", running.id());
    let mut kib = 0.0_f64;
    while running.try_wait().map_err(error)?.is_none() {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = peak.and_then(|peak| peak.split_whitespace().next()?.parse::<f64>().ok());
        kib = kib.max(number.unwrap_or(0.0));
        thread::sleep(Duration::from_micros(500));
    }
    let report = fs::read_to_string(&report).map_err(error)?;
    // The last number of a line before its percentage is the wall clock.
    let seconds = |step: &str| {
        let line = report.lines().find_map(|line| line.trim().strip_prefix(step))?;
        let line = line.split(['(', ')']).filter(|part| !part.contains('%')).collect::<String>();
        line.split_whitespace().last()?.parse::<f64>().ok()
    };
    let total = seconds("total time").ok_or_else(|| format!("bison: {}", report.trim()))?;
    let written = ["outputting parser", "running m4"].map(|step| seconds(step).unwrap_or(0.0));
    Ok((total - written.iter().sum::<f64>(), kib, String::new()))
}
