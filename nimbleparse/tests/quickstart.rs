//! The quick start, followed word by word: files are written and commands are run as the guide
//! says, in an empty folder, and print what the guide says. The program that it makes then repairs
//! as `nimbleparse` does, with the model of its samples.
//!
//! With `REGISTRY_PACKAGES=FOLDER` the crates are taken from a folder that `.ci/registry-packages`
//! wrote.

// The commands are those of a shell, and the guide's folder is a link.
#![cfg(unix)]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command, Output},
};

/// One step of the guide.
enum Step {
    /// Write this file.
    File(String, String),
    /// Run this command; it prints this.
    Command(String, String),
}

fn steps(guide: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = guide.lines();
    // The last line that was not blank: a file's name stands on a line of its own.
    let mut before = "";
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if language == "console" {
                for line in block {
                    match line.strip_prefix("$ ") {
                        Some(command) => {
                            steps.push(Step::Command(command.to_owned(), String::new()))
                        }
                        None => match steps.last_mut() {
                            Some(Step::Command(_, output)) => {
                                output.push_str(line);
                                output.push('\n');
                            }
                            _ => panic!("output without a command: {line}"),
                        },
                    }
                }
            } else {
                let name = before.strip_prefix('`').and_then(|name| name.strip_suffix('`'));
                let name = name.unwrap_or_else(|| panic!("a file without a name: {before}"));
                steps.push(Step::File(name.to_owned(), block.join("\n") + "\n"));
            }
        }
        if !line.is_empty() {
            before = line;
        }
    }
    steps
}

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().expect("the repository is there")
}

/// Runs a command of a shell in `folder`; what it printed, on both.
fn run(command: &str, folder: &Path, target: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_nimbleparse"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("CARGO_NET_OFFLINE", "true")
        .env("CARGO_TARGET_DIR", target)
        .env_remove("OUT_DIR")
        .output()
        .expect("a shell can be run")
}

/// The titles and the first helps of reports.
fn repairs(printed: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(printed);
    let is_told = |line: &&str| line.starts_with("error") || line.contains("^ help: ");
    text.lines().filter(is_told).map(str::to_owned).collect()
}

/// The model that lies beside the grammar is in the program: its repairs are those of the command
/// line, which takes it too, and some of them are others than without it.
fn repairs_are_those_of_the_command_line(folder: &Path, target: &Path) {
    let broken = [
        "2 3",
        "(2 + 3) (4 + 5)",
        "2 (3 + 4)",
        "2 * 3 4",
        "1 + ) 2",
        "(2 + 3 4",
        "2 * * 3 $ 4",
        "(5 4",
    ];
    let mut changed = 0;
    for text in broken {
        let told = |command: &str| {
            let command = format!("echo '{text}' | {command}");
            let output = run(&command, folder, target);
            repairs(&[output.stdout, output.stderr].concat())
        };
        let program = told("cargo run -q");
        let command = "nimbleparse -q src/calc.l src/calc.y -";
        assert!(!program.is_empty(), "{text}");
        assert_eq!(program, told(command), "{text}");
        changed += usize::from(program != told(&format!("{command} --ngram none")));
    }
    assert!(changed >= 3, "{changed}");
}

#[test]
fn the_quick_start_works_word_for_word() {
    let guide = fs::read_to_string(root().join("docs/quickstart.md")).unwrap();
    // Outside the repository: Cargo would take a crate below it for a part of its workspace.
    let folder = env::temp_dir().join(format!("lr-quickstart-{}", process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let target = folder.join("target");
    // Packages name one another by these paths: none of them is known by two.
    let packages = env::var("REGISTRY_PACKAGES").ok();
    match &packages {
        None => std::os::unix::fs::symlink(root(), folder.join("lr")).unwrap(),
        Some(packages) => {
            let config = ".cargo/config.toml";
            fs::create_dir_all(folder.join(".cargo")).unwrap();
            fs::copy(Path::new(packages).join(config), folder.join(config)).unwrap();
        }
    }
    let lr = packages.unwrap_or_else(|| "../lr".to_owned());
    let mut here = folder.clone();
    let mut commands = 0;
    for step in steps(&guide) {
        match step {
            Step::File(name, text) => {
                let file = here.join(name);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, text).unwrap();
                // What the new crate needs is taken in the versions that are at hand.
                let _ = fs::copy(root().join("Cargo.lock"), here.join("Cargo.lock"));
            }
            Step::Command(command, expected) => {
                if let Some(folder) = command.strip_prefix("cd ") {
                    here.push(folder);
                    continue;
                }
                commands += 1;
                let output = run(&command.replace("../lr", &lr), &here, &target);
                let errors = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{command}\n{errors}");
                assert_eq!(
                    String::from_utf8_lossy(&output.stdout),
                    expected,
                    "{command}\n{errors}"
                );
            }
        }
    }
    assert!(commands > 5);
    repairs_are_those_of_the_command_line(&here, &target);
    fs::remove_dir_all(&folder).unwrap();
}
