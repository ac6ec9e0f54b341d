//! Mutation testing of the core: which small changes of the code does no test notice?
//!
//! Samples points of the modules below, writes all changes into one copy of the repository, each
//! switched on by an environment variable, compiles the tests once, and runs for each change those
//! that reach it until one fails.

mod parallel;
mod points;
mod suite;
mod workspace;

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Mutex,
};

use parallel::in_parallel;
use points::points;
use suite::Test;
use workspace::Mutant;

/// What is mutated.
const MODULES: &str = include_str!("../modules.txt");

/// Tests that compile projects of users, which take minutes and run what others run too; and the
/// one that reads the sources, which the changes make longer.
const LEFT_OUT: [&str; 4] =
    ["lrlex/user_projects", "nimbleparse/guide", "lrlex/work", "nimbleparse/repository"];

/// What becomes of a mutant that no test notices.
const SURVIVES: &str = "survives";
/// The outcome of a mutant that is no program.
const NO_PROGRAM: &str = "does not compile";

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
        mutants.iter().for_each(|mutant| println!("{}", mutant.row()));
        return Ok(());
    }
    let mut rows = Rows::read(arguments.out.as_deref());
    let copy = here.join("target/copy");
    compile(&repository, &copy, &mut mutants, &mut rows)?;
    let mut programs = workspace::test_programs(&copy)?;
    programs.retain(|program| !LEFT_OUT.contains(&program.name.as_str()));
    let tests = suite::tests(&programs, &here.join("target/reached"))?;
    mutants.retain(|mutant| rows.outcome(mutant).is_none());
    let rows = Mutex::new(rows);
    // All mutants get the quick tests before one gets the slow ones, which take most of the time.
    let (quick, slow) = tests.split_at(tests.partition_point(Test::is_quick));
    for (tests, is_last) in [(quick, false), (slow, true)] {
        let open = in_parallel(mutants.len(), |nth| {
            let mutant = &mutants[nth];
            let mut reaching = tests.iter().filter(|test| test.reaches(mutant.number));
            let killer = reaching.find(|test| !test.passes_with(mutant.number));
            let outcome = match killer {
                Some(test) => test.name(),
                None if is_last => SURVIVES.to_owned(),
                None => return Ok(Some(mutant.clone())),
            };
            rows.lock().expect("no thread panics").add(mutant, &outcome).map(|()| None)
        });
        mutants = open.into_iter().filter_map(Result::transpose).collect::<Result<_, _>>()?;
        mutants.iter().for_each(|open| eprintln!("no quick test notices {}", open.row()));
    }
    print!("{}", summary(&rows.into_inner().expect("no thread panics").text));
    Ok(())
}

/// What is known of mutants: a row each.
struct Rows<'f> {
    file: Option<&'f Path>,
    text: String,
}

impl<'f> Rows<'f> {
    fn read(file: Option<&'f Path>) -> Self {
        Rows { file, text: file.and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default() }
    }

    fn outcome(&self, mutant: &Mutant) -> Option<&str> {
        let start = mutant.row() + "\t";
        self.text.lines().find_map(|line| line.strip_prefix(&start))
    }

    fn add(&mut self, mutant: &Mutant, outcome: &str) -> Result<(), String> {
        let row = format!("{}\t{outcome}\n", mutant.row());
        print!("{row}");
        self.text.push_str(&row);
        self.file.map_or(Ok(()), |file| {
            fs::write(file, &self.text).map_err(|error| format!("{}: {error}", file.display()))
        })
    }
}

/// Changes at places that do not overlap, by chance.
fn sample(repository: &Path, arguments: &Arguments) -> Result<Vec<Mutant>, String> {
    let mut all = Vec::new();
    for file in MODULES.lines().filter(|file| file.starts_with(&arguments.only)) {
        let source = fs::read_to_string(repository.join(file));
        let source = source.map_err(|error| format!("{file}: {error}"))?;
        for point in points(&source).map_err(|error| format!("{file}: {error}"))? {
            let shown = point.shown(&source[point.start..point.end]);
            all.push(Mutant { number: 0, file: file.to_owned(), point, shown });
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
    (0..).zip(&mut chosen).for_each(|(number, mutant)| mutant.number = number);
    Ok(chosen)
}

/// Writes the mutants into the copy; those that do not compile are given up.
fn compile(
    repository: &Path,
    copy: &Path,
    mutants: &mut Vec<Mutant>,
    rows: &mut Rows<'_>,
) -> Result<(), String> {
    mutants.retain(|mutant| rows.outcome(mutant) != Some(NO_PROGRAM));
    loop {
        workspace::write(repository, copy, mutants)?;
        let errors = workspace::errors(copy)?;
        if errors.is_empty() {
            return Ok(());
        }
        // A change never adds a line.
        let compiles = |mutant: &mut Mutant| {
            let source = fs::read_to_string(repository.join(&mutant.file)).unwrap_or_default();
            let lines = source[mutant.point.start..mutant.point.end].matches('\n').count();
            let range = mutant.point.line..=mutant.point.line + lines;
            !errors.iter().any(|(file, line)| *file == mutant.file && range.contains(line))
        };
        let given_up: Vec<Mutant> = mutants.extract_if(.., |mutant| !compiles(mutant)).collect();
        if given_up.is_empty() {
            return Err(format!("the copy does not compile: {errors:?}"));
        }
        given_up.iter().try_for_each(|mutant| rows.add(mutant, NO_PROGRAM))?;
    }
}

/// Of each module how many changes were noticed, and those that were not.
fn summary(rows: &str) -> String {
    let mut modules: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut survivors = String::new();
    for line in rows.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, module, place, change, killer] = fields[..] else { continue };
        if killer == NO_PROGRAM {
            continue;
        }
        let counts = modules.entry(module).or_default();
        counts[0] += 1;
        if killer == SURVIVES {
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
