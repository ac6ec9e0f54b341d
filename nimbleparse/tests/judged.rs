//! Grammars whose lex files use layout, beside CPython's and Go's own parsers: what these accept
//! and refuse of files that people wrote, and of such files with one token deleted or doubled.
//!
//! `JUDGED_PYTHON` and `JUDGED_GO` are folders of files, separated by colons; without them the
//! libraries of the installed Python and Go are read. Files are chosen by hashes of their texts.
//! Texts that are no UTF-8 are left out. What is judged otherwise is printed (`--nocapture`).

use std::{
    collections::BTreeSet,
    env, fs,
    hash::Hasher,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use fnv::FnvHasher;
use lrtable::random::Random;
use nimbleparse::language::{self, Language, Specification};

/// Files that are judged as they are, and after a change.
const FILES: usize = 1500;
const CHANGED: usize = 1000;

/// Reads paths, a line each, and prints those that Python refuses.
const PYTHON: &str = "
import ast, sys, warnings
warnings.simplefilter('ignore')
for line in sys.stdin:
    try: ast.parse(open(line.rstrip('\\n'), 'rb').read())
    except Exception: print(line, end='')
";

fn python(paths: &[PathBuf]) -> BTreeSet<PathBuf> {
    let mut command = Command::new("python3");
    let mut child =
        command.args(["-c", PYTHON]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines: String = paths.iter().map(|path| format!("{}\n", path.display())).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(PathBuf::from).collect()
}

/// `gofmt` names each file that it refuses in its messages: `PATH:LINE:COLUMN: …`.
fn go(paths: &[PathBuf]) -> BTreeSet<PathBuf> {
    let mut refused = BTreeSet::new();
    for some in paths.chunks(200) {
        let output = Command::new("gofmt").args(["-l", "-e"]).args(some).output().unwrap();
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            refused.extend(line.split(':').next().map(PathBuf::from));
        }
    }
    refused
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// All files below `folder` with this ending.
fn collect(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => collect(&path, ending, found),
            Ok(_) if path.extension().is_some_and(|own| own == ending) => found.push(path),
            _ => {}
        }
    }
}

/// So many different texts below the folders, those with the least hashes, with their paths.
fn chosen(folders: &[PathBuf], ending: &str, count: usize) -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    folders.iter().for_each(|folder| collect(folder, ending, &mut paths));
    paths.sort();
    let hashed = |path: PathBuf| {
        let bytes = fs::read(&path).ok()?;
        let mut hasher = FnvHasher::default();
        hasher.write(&bytes);
        Some((hasher.finish(), path))
    };
    let mut hashed: Vec<_> = paths.into_iter().filter_map(hashed).collect();
    hashed.sort();
    hashed.dedup_by_key(|(hash, _)| *hash);
    let text = |(_, path): (_, PathBuf)| fs::read_to_string(&path).ok().map(|text| (path, text));
    hashed.into_iter().filter_map(text).take(count).collect()
}

/// The text with one lexeme deleted or doubled.
fn changed(language: &Language, text: &str, random: &mut Random) -> Option<(String, String)> {
    let mut words = language.words(text);
    words.retain(|word| !text[word.start..word.end].trim().is_empty());
    if words.is_empty() {
        return None;
    }
    let word = *random.choose(&words);
    let (before, own, after) =
        (&text[..word.start], &text[word.start..word.end], &text[word.end..]);
    let line = before.matches('\n').count() + 1;
    Some(if random.one_in(2) {
        (format!("line {line}: {own:?} deleted"), format!("{before} {after}"))
    } else {
        (format!("line {line}: {own:?} doubled"), format!("{before}{own} {own}{after}"))
    })
}

/// What was judged: how many texts the judge accepts and refuses, and those judged otherwise here.
struct Verdicts {
    accepted: usize,
    refused: usize,
    accepted_here_only: Vec<String>,
    refused_here_only: Vec<String>,
}

fn compare<'a>(
    language: &Language,
    refused: &BTreeSet<PathBuf>,
    texts: impl Iterator<Item = (&'a PathBuf, String, &'a str)>,
) -> Verdicts {
    let mut verdicts = Verdicts {
        accepted: 0,
        refused: 0,
        accepted_here_only: Vec::new(),
        refused_here_only: Vec::new(),
    };
    for (path, name, text) in texts {
        let parses = language::parses(language, text);
        if refused.contains(path) {
            verdicts.refused += 1;
            verdicts.accepted_here_only.extend(parses.then_some(name));
        } else {
            verdicts.accepted += 1;
            verdicts.refused_here_only.extend((!parses).then_some(name));
        }
    }
    for (which, names) in
        [("accepted", &verdicts.accepted_here_only), ("refused", &verdicts.refused_here_only)]
    {
        names.iter().for_each(|name| println!("{which} here only: {name}"));
    }
    println!(
        "accepted: {} (of these refused here: {}); refused: {} (of these accepted here: {})",
        verdicts.accepted,
        verdicts.refused_here_only.len(),
        verdicts.refused,
        verdicts.accepted_here_only.len()
    );
    verdicts
}

fn judged(
    name: &str,
    ending: &str,
    folders: &[PathBuf],
    judge: fn(&[PathBuf]) -> BTreeSet<PathBuf>,
) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars").join(name);
    let read = |ending: &str| fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap();
    let specification = Specification::new(Some(read("y")), Some(read("l")));
    let language = specification.language().unwrap();
    let files = chosen(folders, ending, FILES);
    let paths: Vec<_> = files.iter().map(|(path, _)| path.clone()).collect();
    let refused = judge(&paths);
    let texts = files.iter().map(|(path, text)| (path, path.display().to_string(), text.as_str()));
    let whole = compare(language, &refused, texts);

    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("judged").join(name);
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch).unwrap();
    let mut random = Random::new(38);
    let mut mutants = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| !refused.contains(path)).take(CHANGED) {
        let Some((change, text)) = changed(language, text, &mut random) else { continue };
        let file = scratch.join(format!("{}.{ending}", mutants.len()));
        fs::write(&file, &text).unwrap();
        mutants.push((file, format!("{}: {change}", path.display()), text));
    }
    let refused = judge(&mutants.iter().map(|(file, ..)| file.clone()).collect::<Vec<_>>());
    let texts = mutants.iter().map(|(file, name, text)| (file, name.clone(), text.as_str()));
    let broken = compare(language, &refused, texts);

    assert!(whole.accepted > 100 && broken.refused > 50, "too few files");
    assert!(whole.refused_here_only.len() * 200 <= whole.accepted, "too much is refused");
    assert!(broken.refused_here_only.len() * 20 <= broken.accepted, "too much is refused");
    assert!(broken.accepted_here_only.len() * 20 <= broken.refused, "too much is accepted");
}

fn folders(variable: &str, usual: impl FnOnce() -> PathBuf) -> Vec<PathBuf> {
    match env::var_os(variable) {
        Some(folders) => env::split_paths(&folders).collect(),
        None => vec![usual()],
    }
}

#[test]
#[ignore = "needs python3"]
fn python_is_judged_as_by_cpython() {
    let library = "import sysconfig; print(sysconfig.get_path('stdlib'))";
    let usual = || PathBuf::from(output(Command::new("python3").args(["-c", library])));
    judged("python313", "py", &folders("JUDGED_PYTHON", usual), python);
}

#[test]
#[ignore = "needs go"]
fn go_is_judged_as_by_gofmt() {
    let usual = || PathBuf::from(output(Command::new("go").args(["env", "GOROOT"]))).join("src");
    judged("go122", "go", &folders("JUDGED_GO", usual), go);
}
