//! Every sample of every grammar: what is in `ok` parses, and for what is in `bad` the errors and repairs are as recorded
//! in the files beside it, `SAMPLE.restart` and `SAMPLE.cpctplus`.
//!
//! With `UPDATE_GOLDEN=1` in the environment those files are written anew.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::program::{Output, grammars, run};

fn sorted(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(dir) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

/// By which samples are repaired; expected output has their names as endings. The first is nimbleparse's default.
const RECOVERERS: [&str; 2] = ["restart", "cpctplus"];

fn is_expected(path: &Path) -> bool {
    path.extension().is_some_and(|ending| RECOVERERS.iter().any(|recoverer| *recoverer == ending))
}

/// The file with the expected output of a sample.
fn expected_of(sample: &Path, recoverer: &str) -> PathBuf {
    sample.with_file_name(format!("{}.{recoverer}", name(sample)))
}

/// The arguments that choose the grammar of a folder.
fn grammar_args(folder: &Path, builtin: &[String]) -> Vec<String> {
    let grammar = name(folder).to_string();
    if builtin.contains(&grammar) {
        return vec!["--grammar".to_string(), grammar];
    }
    let file = |ending: &str| folder.join(format!("{grammar}.{ending}"));
    [file("l"), file("y")].iter().map(|path| path.to_str().unwrap().to_string()).collect()
}

/// The grammars that `--help` names.
fn builtin_names() -> Vec<String> {
    let help = run(&["--help"]).stdout;
    let names = help.lines().find_map(|line| line.strip_prefix("Grammars: ")).unwrap();
    names.split(", ").map(str::to_string).collect()
}

/// What is wrong with a sample's output.
fn complaint(sample: &Path, recoverer: &str, is_ok: bool, output: &Output) -> Option<String> {
    let shown = format!("{}\n{}{}", sample.display(), output.stderr, output.stdout);
    if is_ok {
        let fine = output.status == Some(0) && output.stdout.is_empty() && output.stderr.is_empty();
        return (!fine).then(|| format!("does not just parse: {shown}"));
    }
    if output.status != Some(1) || !output.stderr.is_empty() {
        return Some(format!("ends with {:?}: {shown}", output.status));
    }
    let file = expected_of(sample, recoverer);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(file, &output.stdout).unwrap();
        return None;
    }
    match fs::read_to_string(&file) {
        Ok(expected) if expected == output.stdout => None,
        Ok(expected) => Some(format!("{shown}---- but expected is\n{expected}")),
        Err(error) => Some(format!("{}: {error}", file.display())),
    }
}

#[test]
fn every_sample_gives_what_is_expected() {
    let builtin = builtin_names();
    let mut samples = Vec::new();
    let mut complaints = Vec::new();
    for folder in sorted(&grammars()).iter().filter(|path| path.is_dir()) {
        let args = grammar_args(folder, &builtin);
        for (kind, is_ok) in [("ok", true), ("bad", false)] {
            let files = sorted(&folder.join(kind));
            assert!(!files.is_empty(), "{} has no {kind} samples", folder.display());
            for file in files {
                if !is_expected(&file) {
                    samples.push((file, args.clone(), is_ok));
                } else if !file.with_extension("").exists() {
                    complaints.push(format!("{} belongs to no sample", file.display()));
                }
            }
        }
    }
    let half = samples.len() / 2;
    std::thread::scope(|scope| {
        let check = |samples: &[(PathBuf, Vec<String>, bool)]| -> Vec<String> {
            let mut complaints = Vec::new();
            for (sample, grammar, is_ok) in samples {
                for recoverer in RECOVERERS {
                    let mut args: Vec<&str> = grammar.iter().map(String::as_str).collect();
                    args.extend(["-q", sample.to_str().unwrap()]);
                    // The default is not named.
                    if recoverer != RECOVERERS[0] {
                        args.extend(["-r", recoverer]);
                    }
                    complaints.extend(complaint(sample, recoverer, *is_ok, &run(&args)));
                }
            }
            complaints
        };
        let other = scope.spawn({
            let samples = &samples;
            move || check(&samples[..half])
        });
        complaints.extend(check(&samples[half..]));
        complaints.extend(other.join().unwrap());
    });
    assert!(
        complaints.is_empty(),
        "{} of {} samples (UPDATE_GOLDEN=1 accepts output as expected):\n{}",
        complaints.len(),
        samples.len(),
        complaints.join("\n")
    );
}
