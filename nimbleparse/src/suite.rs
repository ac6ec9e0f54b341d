//! Runs folders of cases: files in, a report and a status out. A front on [`case`](crate::case), for the program and for tests.
//!
//! Cases are run in parallel, each by itself; the report is in the order of files and cases, whatever was done first. A language
//! that several cases share is made once.
//!
//! A package runs its cases in `cargo test` by a file `tests/cases.rs` with one line, `harness = false` in its manifest:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     nimbleparse::suite::main("tests/cases")
//! }
//! ```

mod covered;
mod files;
mod report;

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, SystemTime},
};

use crate::case::{
    self, Case, CaseFile, Checked, Extra, Failure, Files, LanguageKey, Made, Misread, Subject,
};
pub use covered::{CoverageOf, inputs};
use files::Found;

/// All cases are as expected.
pub const AS_EXPECTED: u8 = 0;
/// Some case is not.
pub const NOT_AS_EXPECTED: u8 = 1;
/// Some case cannot be read, or a file cannot be written.
pub const FAILED: u8 = 2;

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// As many servers that run tests read it.
    Junit,
}

/// What is run, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Write what is found into the files?
    pub update: bool,
    /// Only cases whose file or name contains this.
    pub filter: Option<String>,
    /// How results are printed.
    pub format: Format,
    /// Sections of a project's own.
    pub extras: Vec<Extra>,
    /// Say what the inputs of cases use of grammars that do not stand in a case?
    pub coverage: bool,
    /// How many of a hundred of each kind of thing must be used: `productions`, for one.
    pub at_least: Vec<(String, f64)>,
}

/// What came of one case, or of a file that cannot be read.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// The file.
    pub file: String,
    /// The name of the case.
    pub name: String,
    /// Its line.
    pub line: usize,
    /// What is not as expected, or why it cannot be read.
    pub outcome: Result<Vec<Failure>, Misread>,
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The cases, in the order of files and lines.
    pub cases: Vec<CaseResult>,
    /// The files that were written.
    pub written: Vec<String>,
    /// What is wrong with paths, or could not be written.
    pub errors: Vec<String>,
    /// What is used less than it must be.
    pub too_little: Vec<String>,
    /// What the inputs use of each grammar, if that was asked for.
    pub coverage: Vec<CoverageOf>,
    /// Files that were read, with their times before that, for those who watch them.
    seen: BTreeMap<PathBuf, Option<SystemTime>>,
}

impl Results {
    /// The status that a process ends with.
    pub fn status(&self, update: bool) -> u8 {
        let is_misread = self.cases.iter().any(|case| case.outcome.is_err());
        let differs =
            |case: &CaseResult| case.outcome.as_ref().is_ok_and(|found| !found.is_empty());
        match () {
            () if is_misread || !self.errors.is_empty() => FAILED,
            () if !self.too_little.is_empty() => NOT_AS_EXPECTED,
            () if !update && self.cases.iter().any(differs) => NOT_AS_EXPECTED,
            () => AS_EXPECTED,
        }
    }
}

/// Runs the cases of `folder`, a path from the package, as `cargo test` runs tests: an argument is a filter; `--update` writes
/// what is found. For a test with `harness = false`.
pub fn main(folder: &str) -> ExitCode {
    main_with(&[folder], &[])
}

/// As [`main`], for several folders, and with sections of one's own.
pub fn main_with(folders: &[&str], extras: &[Extra]) -> ExitCode {
    let mut options = Options {
        paths: folders.iter().map(PathBuf::from).collect(),
        extras: extras.to_vec(),
        ..Options::default()
    };
    let mut list = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--update" => options.update = true,
            "--list" => list = true,
            "--test-threads" | "--skip" | "--format" | "--color" | "--logfile" | "-Z" => {
                arguments.next();
            }
            // What `cargo test` passes on to the harness that this is not.
            _ if argument.starts_with('-') => {}
            _ => options.filter = Some(argument),
        }
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = match list {
        true => write_names(&options, &mut out),
        false => report(&options, &mut out).map(|(_, status)| status),
    };
    match done.and_then(|status| out.flush().map(|()| status)) {
        Ok(status) => ExitCode::from(status),
        Err(_) => ExitCode::from(FAILED),
    }
}

/// Writes the names of all cases, as `cargo test -- --list` does.
fn write_names(options: &Options, out: &mut impl Write) -> io::Result<u8> {
    for found in files::cases(&options.paths).0 {
        let text = files::text(&found.path);
        let cases = text.and_then(|text| CaseFile::read(&text, &options.extras));
        for case in cases.iter().flat_map(|file| &file.cases) {
            writeln!(out, "{}: test", case.name)?;
        }
    }
    Ok(AS_EXPECTED)
}

/// Runs the cases of a folder from a test or a build script; how many there are.
///
/// # Errors
///
/// What is not as expected, as text.
pub fn check_folder(folder: &str) -> Result<usize, String> {
    let options = Options { paths: vec![folder.into()], ..Options::default() };
    let results = run(&options);
    if results.status(false) == AS_EXPECTED {
        return Ok(results.cases.len());
    }
    let mut out = Vec::new();
    report::write(&mut out, &results, &options).expect("a vector takes all");
    Err(String::from_utf8_lossy(&out).into_owned())
}

/// Runs the cases and writes the report; the status.
pub fn report(options: &Options, out: &mut impl Write) -> io::Result<(Results, u8)> {
    let results = run(options);
    report::write(out, &results, options)?;
    let status = results.status(options.update);
    Ok((results, status))
}

/// Runs the cases again whenever a file changes, for ever.
pub fn watch(options: &Options, out: &mut impl Write) -> io::Result<u8> {
    loop {
        let results = run(options);
        report::write(out, &results, options)?;
        out.flush()?;
        let is_as_read = |(path, time): (&PathBuf, &Option<SystemTime>)| modified(path) == *time;
        let is_known = |path: &PathBuf| results.seen.contains_key(path);
        while results.seen.iter().all(is_as_read)
            && files::cases(&options.paths).0.iter().all(|found| is_known(&found.path))
        {
            thread::sleep(Duration::from_millis(200));
        }
    }
}

/// When a file was last changed, if it is there.
fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// A file of cases that was read.
struct Read {
    found: Found,
    text: String,
    cases: CaseFile,
}

/// What the threads of a run share.
struct Shared<'a> {
    options: &'a Options,
    languages: Mutex<HashMap<LanguageKey, Arc<OnceLock<Made>>>>,
    /// The inputs of each language, if they are asked for.
    inputs: Mutex<HashMap<LanguageKey, Vec<String>>>,
    seen: Mutex<BTreeMap<PathBuf, Option<SystemTime>>>,
}

/// Runs the cases.
pub fn run(options: &Options) -> Results {
    let (paths, errors) = files::cases(&options.paths);
    let mut results = Results { errors, ..Results::default() };
    let mut reads: Vec<Read> = Vec::new();
    for found in paths {
        let path = found.path.clone();
        results.seen.insert(path.clone(), modified(&path));
        let read = files::text(&path).and_then(|text| {
            let cases = CaseFile::read(&text, &options.extras)?;
            Ok(Read { found, text, cases })
        });
        match read {
            Ok(read) => reads.push(read),
            Err(misread) => results.cases.push(CaseResult {
                file: path.display().to_string(),
                name: String::new(),
                line: misread.line,
                outcome: Err(misread),
            }),
        }
    }
    let is_chosen = |read: &Read, case: &Case| {
        let path = read.found.path.to_string_lossy();
        options.filter.as_ref().is_none_or(|text| case.name.contains(text) || path.contains(text))
    };
    let mut jobs: Vec<(usize, usize)> = Vec::new();
    for (file, read) in reads.iter().enumerate() {
        let chosen = read.cases.cases.iter().enumerate().filter(|(_, case)| is_chosen(read, case));
        jobs.extend(chosen.map(|(case, _)| (file, case)));
    }
    let shared = Shared {
        options,
        languages: Mutex::default(),
        inputs: Mutex::default(),
        seen: Mutex::default(),
    };
    let checked = in_parallel(jobs.len(), |nth| {
        let (file, case) = jobs[nth];
        let line = reads[file].cases.cases[case].line;
        let check = || shared.check(&reads[file], case);
        // An assertion in a section of a project's own fails this case only.
        catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| {
            Err(Misread { line, message: "the check panicked, as said above".to_string() })
        })
    });
    for (&(file, case), checked) in jobs.iter().zip(checked) {
        let read = &mut reads[file];
        let found = &read.cases.cases[case];
        results.cases.push(CaseResult {
            file: read.found.path.display().to_string(),
            name: found.name.clone(),
            line: found.line,
            outcome: checked.as_ref().map(|c| c.failures.clone()).map_err(Clone::clone),
        });
        if let (true, Ok(checked)) = (options.update, checked) {
            read.cases.cases[case] = checked.updated;
        }
    }
    for read in reads.iter_mut().filter(|_| options.update) {
        // An empty line before the next case.
        let all_but_last = read.cases.cases.iter_mut().rev().skip(1);
        let last_sections = all_but_last.filter_map(|case| case.sections.last_mut());
        last_sections.filter(|new| new.line == 0).for_each(|new| new.text.push('\n'));
        let text = read.cases.write();
        let file = read.found.path.display().to_string();
        if text != read.text {
            match fs::write(&read.found.path, text) {
                Ok(()) => {
                    results.seen.insert(read.found.path.clone(), modified(&read.found.path));
                    results.written.push(file);
                }
                Err(error) => results.errors.push(format!("cannot write '{file}': {error}")),
            }
        }
    }
    results.coverage = covered::all(
        shared.inputs.into_inner().unwrap_or_else(PoisonError::into_inner),
        &shared.languages.into_inner().unwrap_or_else(PoisonError::into_inner),
    );
    results.too_little = covered::too_little(&results.coverage, &options.at_least);
    results.seen.extend(shared.seen.into_inner().unwrap_or_else(PoisonError::into_inner));
    results
}

/// What `job` makes of each number below `count`, in order.
fn in_parallel<T: Send>(count: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= count {
                return done;
            }
            done.push((nth, job(nth)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(count.max(1));
    let mut all: Vec<(usize, T)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    });
    all.sort_unstable_by_key(|(nth, _)| *nth);
    all.into_iter().map(|(_, done)| done).collect()
}

impl Shared<'_> {
    /// Checks one case of a file.
    fn check(&self, read: &Read, nth: usize) -> Result<Checked, Misread> {
        let folder = read.found.path.parent().unwrap_or(Path::new(""));
        let note = |path: &Path| {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.entry(path.to_path_buf()).or_insert_with(|| modified(path));
        };
        let text = |path: &Path| {
            note(path);
            files::text(path).map_err(|misread| misread.message)
        };
        let files = Files {
            read: &|file| text(&folder.join(file)),
            beside: &|ending| {
                let path = files::beside(&read.found, ending)?;
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                Ok((name, text(&path)?))
            },
        };
        let case = &read.cases.cases[nth];
        let mut subject = Subject::new(&read.cases, case, &files, &self.options.extras)?;
        let own = ["grammar", "lexer", "ngrams"];
        let is_own = case.sections.iter().any(|section| own.contains(&section.name.as_str()));
        let language = |subject: &Subject| -> Made {
            if is_own {
                return Arc::new(subject.language());
            }
            let mut languages = self.languages.lock().unwrap_or_else(PoisonError::into_inner);
            let made = languages.entry(subject.key()).or_default().clone();
            drop(languages);
            made.get_or_init(|| Arc::new(subject.language())).clone()
        };
        if self.options.coverage && !is_own && subject.lexer.is_some() {
            let inputs = covered::inputs_of(case, &files)?;
            let mut all = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
            all.entry(subject.key()).or_default().extend(inputs);
            drop(all);
            language(&subject);
        }
        case::check(case, &mut subject, &files, &language, &self.options.extras)
    }
}
