//! What nimbleparse says of broken files, beside what the tool says that belongs to the language:
//! for people to read.
//!
//! Takes nimbleparse's path, a number, and folders that hold `broken/FILE`, or galleries of slips
//! as `nimbleparse/tests/gallery` has them (`LANGUAGE.txt` or `…-LANGUAGE.txt`). Of each folder so
//! many files are taken, evenly spread over their names, of a gallery all slips; of each the first
//! lines of both are printed. Tools that are not installed are skipped, which is said once.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use corpus_peers::child::Scratch;

/// Lines of a tool that are shown.
const LINES: usize = 4;

/// The ending of its files, a tool, and the arguments before a file.
const TOOLS: [(&str, &str, &[&str]); 6] = [
    ("java", "javac", &["-proc:none", "-implicit:none", "-XDshould-stop.at=PARSE"]),
    ("c", "gcc", &["-fsyntax-only", "-w", "-std=gnu11"]),
    ("c", "clang", &["-fsyntax-only", "-w", "-std=gnu11"]),
    ("lua", "luac", &["-p"]),
    ("php", "php", &["-l"]),
    ("json", "jq", &["empty"]),
];

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let (Some(nimbleparse), Some(Ok(count))) =
        (args.next(), args.next().map(|count| count.parse::<usize>()))
    else {
        eprintln!("usage: beside NIMBLEPARSE COUNT FOLDER|GALLERY.txt...");
        return ExitCode::from(2);
    };
    let is_installed = |(_, tool, _): (&str, &'static str, &[&str])| {
        let is_there = Command::new(tool).arg("--version").output().is_ok();
        if !is_there {
            println!("{tool} is not installed: skipped");
        }
        (tool, is_there)
    };
    let installed: BTreeMap<&str, bool> = TOOLS.into_iter().map(is_installed).collect();
    let beside = |file: &Path| {
        show("nimbleparse", &nimbleparse, &["--style", "short", "-q"], file);
        for (ending, tool, arguments) in TOOLS {
            if file.extension().is_some_and(|own| own == ending) && installed[tool] {
                show(tool, tool, arguments, file);
            }
        }
    };
    for argument in args {
        let path = Path::new(&argument);
        if path.extension().is_some_and(|ending| ending == "txt") {
            if let Err(message) = gallery(path, beside) {
                eprintln!("beside: {message}");
                return ExitCode::from(2);
            }
            continue;
        }
        for file in some_of(path, count) {
            println!("\n{}", file.display());
            beside(&file);
        }
    }
    ExitCode::SUCCESS
}

/// Hands `beside` each slip of a gallery as a file of the gallery's language, after its name.
fn gallery(path: &Path, beside: impl Fn(&Path)) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = name.rsplit('-').next().unwrap_or_default();
    let scratch = Scratch::new("beside")?;
    let file = scratch.folder("slip")?.join(format!("slip.{ending}"));
    for slip in text.split("=== ").skip(1) {
        let (title, rest) = slip.split_once('\n').unwrap_or((slip, ""));
        let program = rest.split("--- want\n").next().unwrap_or_default();
        fs::write(&file, program).map_err(|error| error.to_string())?;
        println!("\n{name}: {title}");
        beside(&file);
    }
    Ok(())
}

/// So many of a folder's broken files, evenly spread over their names.
fn some_of(folder: &Path, count: usize) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("broken")).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    let step = files.len().div_ceil(count.max(1)).max(1);
    files.into_iter().step_by(step).collect()
}

/// Prints the first lines of what a tool says about a file, without the file's folder.
fn show(name: &str, tool: &str, arguments: &[&str], file: &Path) {
    let Ok(output) = Command::new(tool).args(arguments).arg(file).output() else { return };
    let folder = file.parent().map(|folder| format!("{}/", folder.display())).unwrap_or_default();
    let said = String::from_utf8_lossy(&output.stderr).replace(&folder, "");
    for line in said.lines().filter(|line| !line.trim().is_empty()).take(LINES) {
        println!("  {name:<12} {line}");
    }
}
