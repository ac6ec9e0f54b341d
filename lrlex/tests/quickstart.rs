//! The quick start, followed word by word: files are written and commands are run as the guide says, in an empty folder, and
//! print what the guide says.
//!
//! With `REGISTRY_PACKAGES=FOLDER` the crates are taken from a folder that `.ci/registry-packages` wrote.

// The commands are those of a shell, and the guide's folder is a link.
#![cfg(unix)]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command},
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

#[test]
fn the_quick_start_works_word_for_word() {
    let guide = fs::read_to_string(root().join("docs/quickstart.md")).unwrap();
    // Outside the repository: Cargo would take a crate below it for a part of its workspace.
    let folder = env::temp_dir().join(format!("lr-quickstart-{}", process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
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
                let command = command.replace("../lr", &lr);
                let output = Command::new("sh")
                    .args(["-c", &command])
                    .current_dir(&here)
                    .env("CARGO_NET_OFFLINE", "true")
                    .env("CARGO_TARGET_DIR", folder.join("target"))
                    .env_remove("OUT_DIR")
                    .output()
                    .expect("a shell can be run");
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
    fs::remove_dir_all(&folder).unwrap();
}
