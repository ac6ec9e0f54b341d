//! What nimbleparse says of broken files, beside what the tool says that belongs to the language: for people to read.
//!
//! Takes nimbleparse's path, a number, and folders that hold `broken/FILE`. Of each folder so many files are taken, evenly spread over their
//! names; of each file the first lines of both are printed. Tools that are not installed are skipped, which is said once.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

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
        eprintln!("usage: beside NIMBLEPARSE COUNT FOLDER...");
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
    for file in args.flat_map(|folder| some_of(Path::new(&folder), count)) {
        println!("\n{}", file.display());
        show("nimbleparse", &nimbleparse, &["--style", "short", "-q"], &file);
        for (ending, tool, arguments) in TOOLS {
            if file.extension().is_some_and(|own| own == ending) && installed[tool] {
                show(tool, tool, arguments, &file);
            }
        }
    }
    ExitCode::SUCCESS
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
