//! Mutation testing of the core: which small changes of the code does no test notice?
//!
//! Samples points of the modules below, writes all changes into one copy of the repository, each
//! switched on by an environment variable, compiles the tests once, and runs them for each change
//! until one fails.

mod points;
mod workspace;

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant},
};

use points::points;
use workspace::{Mutant, TestProgram, VARIABLE};

/// What is mutated.
const MODULES: &str = include_str!("../modules.txt");

/// Tests that compile projects of users, which take minutes and run what others run too; and the
/// one that reads the sources, which the changes make longer.
const LEFT_OUT: [&str; 4] =
    ["lrlex/user_projects", "nimbleparse/guide", "lrlex/work", "nimbleparse/repository"];

/// What no test may take, whatever it takes without a change.
const LEAST_PATIENCE: Duration = Duration::from_secs(20);

const USAGE: &str = "usage: mutation-testing [--count N] [--seed N] [--only PATH] [--list] [--out FILE]

Makes N small changes (default 200) of the modules in modules.txt, or of those whose path begins with PATH,
and prints which of them no test notices. With --list it prints the changes only; with --out it goes on
where FILE stops.";

struct Arguments {
    count: usize,
    seed: u64,
    only: String,
    list: bool,
    out: Option<PathBuf>,
}

fn arguments() -> Option<Arguments> {
    let mut found = Arguments { count: 200, seed: 1, only: String::new(), list: false, out: None };
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--count" => found.count = args.next()?.parse().ok()?,
            "--seed" => found.seed = args.next()?.parse().ok()?,
            "--only" => found.only = args.next()?,
            "--out" => found.out = Some(args.next()?.into()),
            "--list" => found.list = true,
            _ => return None,
        }
    }
    Some(found)
}

fn main() -> ExitCode {
    let Some(arguments) = arguments() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = here.join("../..").canonicalize().map_err(|error| error.to_string())?;
    let mut mutants = sample(&repository, arguments)?;
    if arguments.list {
        for (number, mutant) in mutants.iter().enumerate() {
            println!("{}", row(number, mutant));
        }
        return Ok(());
    }
    let copy = here.join("target/copy");
    workspace::copy(&repository, &copy)?;
    compile(&repository, &copy, &mut mutants)?;
    let tests = timed(workspace::test_programs(&copy)?)?;
    let out = arguments.out.as_deref();
    let mut rows = out.and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
    for (number, mutant) in mutants.iter().enumerate() {
        let row = row(number, mutant);
        if rows.lines().any(|line| line.starts_with(&format!("{row}\t"))) {
            continue;
        }
        let killer = tests.iter().find(|(test, patience)| !passes(test, Some(number), *patience));
        let killer = killer.map_or("survives", |(test, _)| &test.name);
        println!("{row}\t{killer}");
        rows.push_str(&format!("{row}\t{killer}\n"));
        if let Some(file) = out {
            fs::write(file, &rows).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    print!("{}", summary(&rows));
    Ok(())
}

/// Number, module, line and change, with tabs between them.
fn row(number: usize, mutant: &Mutant) -> String {
    format!("{number}\t{}\t{}\t{}", mutant.file, mutant.point.line, mutant.shown)
}

/// Changes at places that do not overlap, by chance.
fn sample(repository: &Path, arguments: &Arguments) -> Result<Vec<Mutant>, String> {
    let mut all = Vec::new();
    for file in MODULES.lines().filter(|file| file.starts_with(&arguments.only)) {
        let source = fs::read_to_string(repository.join(file));
        let source = source.map_err(|error| format!("{file}: {error}"))?;
        for point in points(&source).map_err(|error| format!("{file}: {error}"))? {
            let shown = point.shown(&source[point.start..point.end]);
            all.push(Mutant { file: file.to_owned(), point, shown });
        }
    }
    let mut random = arguments.seed;
    let mut chosen: Vec<Mutant> = Vec::new();
    while chosen.len() < arguments.count && !all.is_empty() {
        // SplitMix64 (Steele, Lea and Flood, 2014).
        random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mutant = all.swap_remove(((mixed ^ (mixed >> 31)) % all.len() as u64) as usize);
        let overlaps = |other: &Mutant| {
            other.file == mutant.file
                && other.point.start < mutant.point.end
                && mutant.point.start < other.point.end
        };
        if !chosen.iter().any(overlaps) {
            chosen.push(mutant);
        }
    }
    chosen.sort_by(|a, b| (&a.file, a.point.start).cmp(&(&b.file, b.point.start)));
    Ok(chosen)
}

/// Writes the mutants into the copy; those that do not compile are given up.
fn compile(repository: &Path, copy: &Path, mutants: &mut Vec<Mutant>) -> Result<(), String> {
    loop {
        workspace::write_mutants(repository, copy, mutants)?;
        let errors = workspace::errors(copy)?;
        if errors.is_empty() {
            return Ok(());
        }
        let before = mutants.len();
        // A change never adds a line.
        mutants.retain(|mutant| {
            let source = fs::read_to_string(repository.join(&mutant.file)).unwrap_or_default();
            let lines = source[mutant.point.start..mutant.point.end].matches('\n').count();
            let first = mutant.point.line;
            !errors
                .iter()
                .any(|(file, line)| *file == mutant.file && (first..=first + lines).contains(line))
        });
        if mutants.len() == before {
            return Err(format!("the copy does not compile: {errors:?}"));
        }
        eprintln!("{} changes do not compile", before - mutants.len());
    }
}

/// The tests, the fastest first, with how long each may take.
fn timed(tests: Vec<TestProgram>) -> Result<Vec<(TestProgram, Duration)>, String> {
    let mut timed = Vec::new();
    for test in tests {
        if LEFT_OUT.contains(&test.name.as_str()) {
            continue;
        }
        let start = Instant::now();
        if !passes(&test, None, Duration::from_secs(1200)) {
            return Err(format!("{} fails without a change", test.name));
        }
        let time = start.elapsed();
        eprintln!("{}: {:.1} s", test.name, time.as_secs_f64());
        timed.push((test, time));
    }
    timed.sort_by_key(|(_, time)| *time);
    Ok(timed.into_iter().map(|(test, time)| (test, time * 8 + LEAST_PATIENCE)).collect())
}

/// Whether a program's tests pass in time and within memory.
fn passes(test: &TestProgram, mutant: Option<usize>, patience: Duration) -> bool {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 8000000; exec \"$0\""]).arg(&test.path);
    command.current_dir(&test.folder).stdout(Stdio::null()).stderr(Stdio::null());
    if let Some(number) = mutant {
        command.env(VARIABLE, number.to_string());
    }
    let Ok(mut child) = command.spawn() else { return false };
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < patience => thread::sleep(Duration::from_millis(5)),
            _ => {
                end(&mut child);
                return false;
            }
        }
    }
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Of each module how many changes were noticed, and those that were not.
fn summary(rows: &str) -> String {
    let mut modules: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut survivors = String::new();
    for line in rows.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, module, place, change, killer] = fields[..] else { continue };
        let counts = modules.entry(module).or_default();
        counts[0] += 1;
        if killer == "survives" {
            survivors.push_str(&format!("{module}:{place}: {change}\n"));
        } else {
            counts[1] += 1;
        }
    }
    let mut text = String::from("\nmodule: killed of sampled\n");
    let mut all = [0; 2];
    for (module, [sampled, killed]) in modules {
        text.push_str(&format!("{module}: {killed} of {sampled}\n"));
        all = [all[0] + sampled, all[1] + killed];
    }
    text.push_str(&format!("all: {} of {}\n\nsurvivors:\n{survivors}", all[1], all[0]));
    text
}
