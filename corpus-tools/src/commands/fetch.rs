//! `corpus-tools fetch`: the files of a corpus, from the public repositories that its index names.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs, io,
    path::{Component, Path, PathBuf},
    process::{Command, Stdio},
};

use nimbleparse::{Error, ErrorKind};

use crate::{
    args::Args,
    commands::{DONE, FLAWED},
    files, sha256,
};

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools fetch [options] NAME|INDEX.tsv

Gets the files of a corpus by git from the public repositories that its index
names, and checks that each is the file that was measured. Corpora:
go-mined javascript-mined lua-mined php-mined python-mined

  --out DIR     write them below DIR (default: the corpus's name); files that
                are there already and right are not fetched again
  --from URL    get repositories from URL/REPOSITORY
                (default https://github.com)

An index is a table with the columns file, repository, commit, path, licence and
sha256. Repositories that are gone, and files that differ, are told; the others
are kept.

Exit status: 0 all files are there, 1 some are not, 2 wrong usage.
";

/// The corpora whose indexes come with the program.
const CORPORA: [(&str, &str); 5] = [
    ("go-mined", include_str!("../../corpora/go-mined.tsv")),
    ("javascript-mined", include_str!("../../corpora/javascript-mined.tsv")),
    ("lua-mined", include_str!("../../corpora/lua-mined.tsv")),
    ("php-mined", include_str!("../../corpora/php-mined.tsv")),
    ("python-mined", include_str!("../../corpora/python-mined.tsv")),
];

const COLUMNS: &str = "file\trepository\tcommit\tpath\tlicence\tsha256";

/// A file of a corpus.
#[derive(Debug, PartialEq, Eq)]
struct Entry<'i> {
    /// Its path in the corpus.
    file: PathBuf,
    commit: &'i str,
    /// Its path in the repository.
    path: &'i str,
    sha256: &'i str,
}

/// Runs `fetch`.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, Error> {
    let args = Args::new(raw, &[], &["--out", "--from"])?;
    let [name] = &args.rest[..] else {
        return Err("one corpus is fetched: its name, or an index".into());
    };
    let index = match CORPORA.iter().find(|(known, _)| known == name) {
        Some((_, index)) => (*index).to_owned(),
        None => files::read(name)?,
    };
    let in_index = |error: Error| error.with(|message| format!("'{name}': {message}"));
    let by_repository = read(&index).map_err(in_index)?;
    let stem = Path::new(name).file_stem().unwrap_or_default();
    let out = args.value("--out").map_or_else(|| PathBuf::from(stem), PathBuf::from);
    let from = args.value("--from").unwrap_or("https://github.com");
    let mut missing = 0;
    for (repository, entries) in by_repository {
        let wanted: Vec<&Entry<'_>> =
            entries.iter().filter(|entry| !is_there(&out.join(&entry.file), entry)).collect();
        if wanted.is_empty() {
            continue;
        }
        eprintln!("{repository}: {} files", wanted.len());
        match fetch(&format!("{}/{repository}", from.trim_end_matches('/')), &out, &wanted)? {
            flaws if flaws.is_empty() => {}
            flaws => {
                missing += flaws.len();
                flaws.iter().for_each(|flaw| eprintln!("corpus-tools: {repository}: {flaw}"));
            }
        }
    }
    Ok(if missing == 0 { DONE } else { FLAWED })
}

/// Reads an index: the files of each repository.
fn read(index: &str) -> Result<BTreeMap<&str, Vec<Entry<'_>>>, Error> {
    let mut lines = index.lines();
    if lines.next() != Some(COLUMNS) {
        let columns = COLUMNS.replace('\t', " ");
        return Err(Error::new(ErrorKind::Format, format!("an index has the columns {columns}")));
    }
    let mut found: BTreeMap<&str, Vec<Entry<'_>>> = BTreeMap::new();
    for (number, line) in lines.enumerate() {
        let cells: Vec<&str> = line.split('\t').collect();
        let wrong =
            |what: &str| Err(Error::new(ErrorKind::Format, format!("line {}: {what}", number + 2)));
        let [file, repository, commit, path, _, sha256] = cells[..] else {
            return wrong("six columns are needed");
        };
        let file = PathBuf::from(file);
        // Nothing is written outside of the corpus's folder.
        if !file.components().all(|part| matches!(part, Component::Normal(_))) {
            return wrong("the file is not below the corpus's folder");
        }
        let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hex(commit) || commit.len() < 40 || !is_hex(sha256) || sha256.len() != 64 {
            return wrong("a commit or a hash is not whole");
        }
        if repository.is_empty() || repository.starts_with('-') {
            return wrong("the repository has no name");
        }
        found.entry(repository).or_default().push(Entry { file, commit, path, sha256 });
    }
    Ok(found)
}

fn is_there(file: &Path, entry: &Entry<'_>) -> bool {
    fs::read(file).is_ok_and(|bytes| sha256::hex(&bytes) == entry.sha256)
}

/// Fetches files of one repository; returns what is missing, and why.
///
/// # Errors
///
/// If git cannot be run, or a file cannot be written.
fn fetch(url: &str, out: &Path, wanted: &[&Entry<'_>]) -> Result<Vec<String>, Error> {
    let clone = out.join(".repository");
    let remove = || match fs::remove_dir_all(&clone) {
        Err(error) if clone.exists() => Err(of_file(&clone, &error)),
        _ => Ok(()),
    };
    remove()?;
    let mut flaws = Vec::new();
    // Commits and folders, without the files' contents, which git gets one by one as they are asked
    // for.
    let cloned =
        git(None, &["clone", "--quiet", "--bare", "--filter=blob:none", "--", url], Some(&clone))?;
    for entry in wanted {
        let shown = entry.file.display();
        if cloned.is_none() {
            flaws.push(format!("{shown}: the repository cannot be fetched"));
            continue;
        }
        let object = format!("{}:{}", entry.commit, entry.path);
        match git(Some(&clone), &["cat-file", "blob", &object], None)? {
            None => flaws.push(format!("{shown}: there is no '{object}'")),
            Some(bytes) if sha256::hex(&bytes) != entry.sha256 => {
                flaws.push(format!("{shown}: the file differs from the one that was measured"));
            }
            Some(bytes) => {
                let file = out.join(&entry.file);
                let folder = file.parent().expect("a file is in a folder");
                fs::create_dir_all(folder).map_err(|error| of_file(folder, &error))?;
                files::write(&file.to_string_lossy(), &bytes)?;
            }
        }
    }
    remove()?;
    Ok(flaws)
}

fn of_file(file: &Path, error: &io::Error) -> Error {
    Error::new(ErrorKind::File, format!("'{}': {error}", file.display()))
}

/// Runs git; returns what it prints, or nothing if it fails.
///
/// # Errors
///
/// If git cannot be run.
fn git(
    folder: Option<&Path>,
    args: &[&str],
    last: Option<&Path>,
) -> Result<Option<Vec<u8>>, Error> {
    let mut git = Command::new("git");
    if let Some(folder) = folder {
        git.arg("-C").arg(folder);
    }
    git.args(args)
        .args(last)
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    let output = git.output().map_err(|error| format!("git cannot be run: {error}"))?;
    Ok(output.status.success().then_some(output.stdout))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexes_of_the_corpora_can_be_read() {
        for (name, index) in CORPORA {
            let files: usize = read(index).unwrap().values().map(Vec::len).sum();
            assert!(files > 100 && files.is_multiple_of(2), "{name}: {files}");
            assert!(USAGE.contains(name));
        }
    }

    #[test]
    fn indexes_that_lead_elsewhere_are_refused() {
        let (commit, hash) = ("a".repeat(40), "b".repeat(64));
        for (file, repository, commit, wrong) in [
            ("../x", "a/b", commit.as_str(), "line 2: the file is not below the corpus's folder"),
            ("/x", "a/b", &commit, "line 2: the file is not below the corpus's folder"),
            ("x", "--upload-pack=x", &commit, "line 2: the repository has no name"),
            ("x", "a/b", "HEAD", "line 2: a commit or a hash is not whole"),
        ] {
            let index = format!("{COLUMNS}\n{file}\t{repository}\t{commit}\tp\tMIT\t{hash}\n");
            assert_eq!(read(&index).unwrap_err().message(), wrong);
        }
        assert!(read("file\trepo\n").unwrap_err().message().contains("columns"));
    }
}
