//! On which line the first message about a broken file stands, and on which its author fixed it:
//! nimbleparse beside javac, gcc and clang, as far as they are installed.
//!
//! Takes nimbleparse's path, then folders that hold `broken/NAME` and `fixed/NAME`. A pair counts
//! if one run of at most two lines differs, blanks aside. Where lines were only added, the line
//! before and the line after are those of the fix. Prints for each folder and tool in how many
//! pairs the first message is on a line of the fix, in how many within one line of it, and how many
//! messages a file has.

use std::{
    env, fs,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// A tool, the ending of its files, and the arguments before a file.
type Tool = (String, &'static str, Vec<&'static str>);

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let Some(nimbleparse) = args.next() else {
        eprintln!("usage: lines NIMBLEPARSE FOLDER...");
        return ExitCode::from(2);
    };
    // What javac finds wrong after parsing is not asked for.
    let javac = vec!["-proc:none", "-implicit:none", "-XDshould-stop.at=PARSE"];
    let c = vec!["-fsyntax-only", "-w", "-std=gnu11"];
    let tools: [Tool; 5] = [
        (nimbleparse.clone(), "java", vec!["--style", "short"]),
        (nimbleparse, "c", vec!["--style", "short"]),
        ("javac".to_string(), "java", javac),
        ("gcc".to_string(), "c", c.clone()),
        ("clang".to_string(), "c", c),
    ];
    println!(
        "{:<24} {:<12} {:>6} {:>8} {:>9} {:>9}",
        "folder", "tool", "pairs", "on line", "within 1", "messages"
    );
    for folder in args.map(PathBuf::from) {
        let pairs = pairs(&folder);
        for (tool, ending, arguments) in &tools {
            let own =
                pairs.iter().filter(|(file, _)| file.extension().is_some_and(|e| e == *ending));
            let own: Vec<&(PathBuf, RangeInclusive<usize>)> = own.collect();
            if own.is_empty() {
                continue;
            }
            let name = Path::new(tool).file_name().unwrap_or_default().to_string_lossy();
            if Command::new(tool).arg("--version").output().is_err() {
                println!("{name} is not installed: skipped");
                continue;
            }
            let (mut on, mut near, mut messages) = (0, 0, 0);
            for (file, fix) in &own {
                let lines = lines_of_messages(tool, arguments, file);
                messages += lines.len();
                let Some(first) = lines.first() else { continue };
                on += u32::from(fix.contains(first));
                near += u32::from((fix.start().saturating_sub(1)..=fix.end() + 1).contains(first));
            }
            let count = own.len() as f64;
            println!(
                "{:<24} {name:<12} {count:>6} {:>7.1}% {:>8.1}% {:>9.2}",
                folder.file_name().unwrap_or_default().to_string_lossy(),
                100.0 * f64::from(on) / count,
                100.0 * f64::from(near) / count,
                messages as f64 / count,
            );
        }
    }
    ExitCode::SUCCESS
}

/// The broken files of a folder that count, in the order of their names, with the lines of their
/// fixes.
fn pairs(folder: &Path) -> Vec<(PathBuf, RangeInclusive<usize>)> {
    let entries = fs::read_dir(folder.join("fixed")).into_iter().flatten().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
    names.sort();
    let pair = |name| {
        let broken = folder.join("broken").join(&name);
        let read =
            |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let (old, new) = (read(&broken).ok()?, read(&folder.join("fixed").join(&name)).ok()?);
        Some((broken, fixed_lines(&old, &new)?))
    };
    names.into_iter().filter_map(pair).collect()
}

/// The lines of `old` that `new` changes, if they are few. Which of several lines that differ in
/// blanks only went is told by these.
fn fixed_lines(old: &str, new: &str) -> Option<RangeInclusive<usize>> {
    let without_blanks = |line: &str| -> String { line.split_whitespace().collect() };
    let fixed = lines_that_differ(old, new, without_blanks)?;
    Some(lines_that_differ(old, new, str::to_owned).unwrap_or(fixed))
}

/// The lines of `old` that are not in `new` as `shown`, if they are few and in one run.
fn lines_that_differ(
    old: &str,
    new: &str,
    shown: impl Fn(&str) -> String,
) -> Option<RangeInclusive<usize>> {
    let lines = |text: &str| -> Vec<String> { text.lines().map(&shown).collect() };
    let (old, new) = (lines(old), lines(new));
    let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[before..], &new[before..]);
    let after = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (changed, added) = (old.len() - after, new.len() - after);
    match changed {
        _ if changed.max(added) > 2 || changed + added == 0 => None,
        0 => Some(before..=before + 1),
        _ => Some(before + 1..=before + changed),
    }
}

/// The lines of a tool's errors about a file: of what it says `FILE:LINE:… error…`.
fn lines_of_messages(tool: &str, arguments: &[&str], file: &Path) -> Vec<usize> {
    let Ok(output) = Command::new(tool).args(arguments).arg(file).output() else {
        return Vec::new();
    };
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = |said: &str| {
        let (number, rest) =
            said.strip_prefix(file.to_str()?)?.strip_prefix(':')?.split_once(':')?;
        rest.contains("error").then(|| number.parse().ok())?
    };
    said.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_fix_are_those_that_differ() {
        assert_eq!(fixed_lines("a\nb\nc", "a\nb;\nc"), Some(2..=2));
        assert_eq!(fixed_lines("a\nb", "a\n}\nb"), Some(1..=2));
        assert_eq!(fixed_lines("a\nb\nc", "a\nc"), Some(2..=2));
        assert_eq!(fixed_lines("a\n  b", "a\nb"), None);
        assert_eq!(fixed_lines("{\n  }\n}", "{\n}"), Some(2..=2));
        assert_eq!(fixed_lines("a\nb\nc\nd\ne", "x\nb\nc\nd\ny"), None);
    }
}
