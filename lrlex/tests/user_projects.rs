//! Projects as users have them: each is built, without a warning, and its own tests pass.
//!
//! They are copied into the folder for temporary files of this test and built there in one
//! workspace. `Cargo.toml.in` is a project's manifest with `ROOT` for the folder of this
//! repository.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().expect("the repository is there")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            let text = fs::read_to_string(entry.path()).unwrap();
            write(&target, &text);
        }
    }
}

/// Writes a file that holds something else, so that Cargo sees no change where there is none.
fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).ok().as_deref() != Some(text) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Copies all projects below `folder` and makes a workspace of them.
fn set_up(folder: &Path) {
    let projects = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/user_projects");
    let mut members = Vec::new();
    for entry in fs::read_dir(&projects).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let Ok(manifest) = fs::read_to_string(entry.path().join("Cargo.toml.in")) else { continue };
        let target = folder.join(&name);
        // One source is built in every edition.
        let source =
            if name.starts_with("edition_") { projects.join("edition") } else { entry.path() };
        copy(&source, &target);
        let root = root().to_string_lossy().replace('\\', "/");
        write(&target.join("Cargo.toml"), &manifest.replace("ROOT", &root));
        members.push(format!("{name:?}"));
    }
    members.sort();
    let manifest = format!("[workspace]\nresolver = \"2\"\nmembers = [{}]\n", members.join(", "));
    write(&folder.join("Cargo.toml"), &manifest);
    if !folder.join("Cargo.lock").exists() {
        let _ = fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"));
    }
}

/// Runs Cargo; what it prints.
fn cargo(folder: &Path, args: &[&str]) -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects");
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(args)
        .args(["--offline", "--quiet"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        // Without what serves the next build or a debugger, which is most of what a build writes.
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env_remove("OUT_DIR")
        .output()
        .expect("cargo can be run");
    let shown = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{shown}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The generated files of the projects in `folder`, by project and name, as Cargo tells where they
/// are.
fn generated(folder: &Path) -> BTreeMap<String, String> {
    let told = cargo(folder, &["check", "--workspace", "--message-format=json"]);
    let mut files = BTreeMap::new();
    for line in told.lines().filter(|line| line.contains("\"build-script-executed\"")) {
        let out = line.split_once("\"out_dir\":\"").and_then(|(_, rest)| rest.split_once('"'));
        let out = PathBuf::from(out.expect("Cargo says where").0.replace("\\\\", "\\"));
        collect(&out, &out, &mut files);
    }
    files
}

/// Removes what Cargo made by build scripts, and the scripts.
fn remove_generated() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects");
    let _ = fs::remove_dir_all(target.join("debug/build"));
}

fn collect(base: &Path, folder: &Path, files: &mut BTreeMap<String, String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(base, &path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let package = base.parent().unwrap().file_name().unwrap().to_string_lossy();
            let package = package.rsplit_once('-').unwrap().0.to_owned();
            let name = path.strip_prefix(base).unwrap().to_string_lossy().into_owned();
            files.insert(format!("{package} {name}"), fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn projects_made_for_grmtools_build_without_warnings_and_pass_their_tests() {
    // What an earlier version of the generator wrote is not compared with what this one writes.
    remove_generated();
    let first = Path::new(env!("CARGO_TARGET_TMPDIR")).join("user_projects");
    set_up(&first);
    cargo(&first, &["test", "--workspace"]);

    // Built by itself, what has generated lexers only needs no regex crate.
    cargo(&first, &["test", "--package", "generated_only"]);
    cargo(&first, &["test", "--package", "no_regex"]);
    let crates = cargo(&first, &["tree", "--package", "generated_only", "--edges", "normal"]);
    assert!(
        crates.contains("lrlex") && !crates.contains("regex") && !crates.contains("indexmap"),
        "{crates}"
    );

    // Built in another folder, their generated files are the same.
    let files = generated(&first);
    let second = Path::new(env!("CARGO_TARGET_TMPDIR")).join("user_projects_elsewhere/deeper");
    set_up(&second);
    let others = generated(&second);
    let names: Vec<&String> = files.keys().collect();
    assert!(names.len() >= 15, "{names:?}");
    assert_eq!(names, others.keys().collect::<Vec<_>>());
    for (name, text) in &files {
        assert_eq!(*text, others[name], "{name}");
    }
    let root = root();
    for (name, text) in &files {
        for folder in [&root, &first, &second] {
            assert!(!text.contains(&*folder.to_string_lossy()), "{name} names a folder");
        }
    }
}
