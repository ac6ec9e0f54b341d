//! One run: files are read, cases checked by as many threads as the machine has processors, files
//! written.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::SystemTime,
};

use super::{
    CaseResult, Options, Results,
    folder_files::{self, Found},
    input_coverage,
    parallel::in_parallel,
};
use crate::{
    cases::{self, Case, CaseError, CaseFile, Checked, Files, LanguageKey, Made, Subject},
    limits::SPECIFICATION_BYTES,
    system::write,
};

/// Returns when a file was last changed; `None` if it is missing.
pub(super) fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// A file of cases that was read.
struct Read {
    found: Found,
    text: String,
    cases: CaseFile,
}

/// Values that the threads of a run share.
struct Shared<'a> {
    options: &'a Options,
    languages: Mutex<HashMap<LanguageKey, Arc<OnceLock<Made>>>>,
    /// The inputs of each language, if they are asked for.
    inputs: Mutex<HashMap<LanguageKey, Vec<String>>>,
    seen: Mutex<BTreeMap<PathBuf, Option<SystemTime>>>,
}

/// Runs the cases that `options` name.
pub fn run(options: &Options) -> Results {
    let (paths, errors) = folder_files::cases(&options.paths);
    let mut results = Results { errors, ..Results::default() };
    let mut reads = read_all(paths, options, &mut results);
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
        let check = || {
            let Checked { failures, updated } = shared.check(&reads[file], case)?;
            // A text that nobody asked for is not kept.
            Ok((failures, options.update.then_some(updated)))
        };
        // An assertion in a section of a project's own fails this case only.
        catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| {
            Err(CaseError { line, message: "the check panicked, as said above".to_string() })
        })
    });
    for (&(file, case), checked) in jobs.iter().zip(checked) {
        let read = &mut reads[file];
        let found = &read.cases.cases[case];
        results.cases.push(CaseResult {
            file: read.found.path.display().to_string(),
            name: found.name.clone(),
            line: found.line,
            outcome: checked.as_ref().map(|(failures, _)| failures.clone()).map_err(Clone::clone),
        });
        if let Ok((_, Some(updated))) = checked {
            read.cases.cases[case] = updated;
        }
    }
    if options.update {
        reads.iter_mut().for_each(|read| write_updated(read, &mut results));
    }
    results.coverage = input_coverage::all(taken(shared.inputs), &taken(shared.languages));
    results.too_little = input_coverage::too_little(&results.coverage, &options.at_least);
    results.seen.extend(taken(shared.seen));
    results
}

/// Reads the files; a file that cannot be read is a result.
fn read_all(paths: Vec<Found>, options: &Options, results: &mut Results) -> Vec<Read> {
    let mut reads = Vec::new();
    for found in paths {
        let path = found.path.clone();
        results.seen.insert(path.clone(), modified(&path));
        let read = folder_files::cases_text(&path).and_then(|text| {
            let cases = CaseFile::read(&text, &options.custom)?;
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
    reads
}

/// Writes a file of cases, if it has changed.
fn write_updated(read: &mut Read, results: &mut Results) {
    // An empty line before the next case.
    let all_but_last = read.cases.cases.iter_mut().rev().skip(1);
    let last_sections = all_but_last.filter_map(|case| case.sections.last_mut());
    last_sections.filter(|new| new.line == 0).for_each(|new| new.text.push('\n'));
    let (text, path) = (read.cases.write(), &read.found.path);
    if text == read.text {
        return;
    }
    let file = path.display();
    match write::update(path, read.text.as_bytes(), text.as_bytes()) {
        Ok(()) => {
            results.written.push(file.to_string());
            results.seen.insert(path.clone(), modified(path));
        }
        Err(error) => results.errors.push(format!("cannot write '{file}': {error}")),
    }
}

/// Returns the content of a mutex, whatever became of the threads that shared it.
fn taken<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

impl Shared<'_> {
    /// Checks one case of a file.
    fn check(&self, read: &Read, nth: usize) -> Result<Checked, CaseError> {
        let folder = read.found.path.parent().unwrap_or(Path::new(""));
        let note = |path: &Path| {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.entry(path.to_path_buf()).or_insert_with(|| modified(path));
        };
        let text = |path: &Path, limit: u64| {
            note(path);
            folder_files::text(path, limit)
        };
        let files = Files {
            read: &|file, limit| text(&folder.join(file), limit),
            beside: &|ending| {
                if ending == "l" && self.options.lexer.is_some() {
                    return Ok((String::new(), String::new()));
                }
                let path = folder_files::beside(&read.found, ending)?;
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                Ok((name, text(&path, SPECIFICATION_BYTES)?))
            },
        };
        let case = &read.cases.cases[nth];
        let mut subject = Subject::new(&read.cases, case, &files, &self.options.custom)?;
        let own = ["grammar", "lexer", "ngrams"];
        let is_own = case.sections.iter().any(|section| own.contains(&section.name.as_str()));
        let language = |subject: &Subject| -> Made {
            if is_own {
                return Arc::new(subject.language_by(self.options.lexer.as_ref()));
            }
            let mut languages = self.languages.lock().unwrap_or_else(PoisonError::into_inner);
            let made = languages.entry(subject.key()).or_default().clone();
            drop(languages);
            let make = || Arc::new(subject.language_by(self.options.lexer.as_ref()));
            made.get_or_init(make).clone()
        };
        if self.options.coverage && !is_own && subject.lexer.is_some() {
            let inputs = input_coverage::inputs_of(case, &files)?;
            let mut all = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
            all.entry(subject.key()).or_default().extend(inputs);
            drop(all);
            language(&subject);
        }
        cases::check(case, &mut subject, &files, &language, &self.options.custom)
    }
}
