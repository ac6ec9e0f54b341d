//! `nimbleparse new`: the name of a language in, a project for it in a new folder out.
//!
//! The project is the folder `skeleton`, in which the word `skeleton` stands for the language's
//! name. Its manifest is made here, as it says where our packages are. It builds as it is, and its
//! tests pass. No file is replaced: the folder must be new.

use std::{
    ffi::OsString,
    fs, io,
    path::{Component, Path},
    process::ExitCode,
};

use lrpar::{codegen::names, visible};
use nimbleparse::{
    json::Value,
    system::arguments::{Words, options_of, utf8},
};

use super::{
    exit::finish_command,
    input_files::{cannot_write, read_specification},
};

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse new --path DIR FOLDER
       nimbleparse new --git URL FOLDER

Makes a project for a language of your own in the new folder FOLDER, whose last
name is that of the language: a lex file, a grammar, a library and a program
that reports mistakes with their repairs, samples, a model made of them, and
tests. 'cargo run' and 'cargo test' work at once; its README.md says what to
change.

  --path DIR         depend on the packages in DIR, a checkout of this program's
                     repository
  --git URL          depend on that repository at URL

Exit status: 0, or 2 for wrong usage, a FOLDER that exists, or a file that
cannot be written.
";

/// Lists files of the skeleton, each with its text.
macro_rules! skeleton {
    ($($file:literal)*) => {
        [$(($file, include_str!(concat!("new/skeleton/", $file)))),*]
    };
}

/// The files of a project but for its manifest.
const FILES: [(&str, &str); 17] = skeleton![
    "README.md"
    "build.rs"
    "nimbleparse.json"
    "samples/areas.skeleton"
    "samples/clock.skeleton"
    "samples/prices.skeleton"
    "samples/report.skeleton"
    "samples/stars.skeleton"
    "src/ast.rs"
    "src/cases/mistakes.case"
    "src/cases/programs.case"
    "src/lib.rs"
    "src/main.rs"
    "src/skeleton.l"
    "src/skeleton.ngram"
    "src/skeleton.y"
    "tests/cases.rs"
];

/// Names that Cargo, or Rust in the project, has for something else.
const TAKEN: &[&str] = &[
    "alloc",
    "build",
    "core",
    "deps",
    "examples",
    "incremental",
    "lrlex",
    "lrpar",
    "lrtable",
    "nimbleparse",
    "proc_macro",
    "std",
    "test",
];

/// What this package is called in the public registry.
const PUBLISHED: &str = "lrepair";

/// Where the packages are on which a project depends.
enum Packages {
    /// In the public registry.
    Registry,
    /// In a folder, by its path from here.
    Path(String),
    /// In a Git repository at a URL.
    Git(String),
}

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    finish_command("new", made(raw))
}

fn made(raw: impl IntoIterator<Item = OsString>) -> Result<String, String> {
    let (mut path, mut git, mut folders) = (None, None, Vec::new());
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut folders, utf8)? {
        match name.as_str() {
            "-h" | "--help" => return Ok(USAGE.to_string()),
            "--path" => path = Some(words.value()?),
            "--git" => git = Some(words.value()?),
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    let [folder] = &folders[..] else {
        return Err("expected one FOLDER, named like the language".to_string());
    };
    let packages = match (path, git) {
        (Some(path), None) => Packages::Path(path),
        (None, Some(url)) => Packages::Git(url),
        (None, None) if env!("CARGO_PKG_NAME") == PUBLISHED => Packages::Registry,
        (None, None) => {
            let message =
                "expected '--path DIR' or '--git URL', where this program's repository is";
            return Err(message.to_string());
        }
        (Some(_), Some(_)) => return Err("'--path' and '--git' exclude each other".to_string()),
    };
    let name = language(folder)?;
    let manifest = manifest(name, folder, &packages)?;
    make(folder, name, &manifest)?;
    Ok(format!(
        "made '{folder}': 'cargo run samples/clock.{}' and 'cargo test' work there; read README.md\n",
        names::identifier(name)
    ))
}

/// Returns the last name of a path, if it can name a package and a language.
fn language(folder: &str) -> Result<&str, String> {
    let last = Path::new(folder).components().next_back();
    let Some(Component::Normal(name)) = last else {
        return Err(format!("'{folder}' ends in no name"));
    };
    let name = name.to_str().expect("it is a part of a text");
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_part) {
        return Err(format!(
            "'{name}' cannot name a language: expected a small letter, then small letters, digits, '-' and '_'"
        ));
    }
    let identifier = names::identifier(name);
    match TAKEN.contains(&identifier.as_str()) || !names::is_identifier(&identifier) {
        true => Err(format!("'{name}' means something else to Rust: expected another name")),
        false => Ok(name),
    }
}

/// Returns the text of a project's `Cargo.toml`.
fn manifest(name: &str, folder: &str, packages: &Packages) -> Result<String, String> {
    let version = env!("CARGO_PKG_VERSION").rsplit_once('.').map_or("", |(version, _)| version);
    let place = match packages {
        Packages::Path(path) => seen_from(folder, path)?,
        Packages::Git(url) => url.clone(),
        Packages::Registry => String::new(),
    };
    let dependency = |package: &str, more: &str| {
        let mut published = match package {
            "nimbleparse" => PUBLISHED.to_owned(),
            _ => format!("{PUBLISHED}-{package}"),
        };
        let at = match packages {
            Packages::Registry => String::new(),
            Packages::Git(_) => {
                published = package.to_owned();
                format!("git = {}, ", Value::string(place.as_str()))
            }
            Packages::Path(path) => {
                published = package_name(path, package)?;
                format!("path = {}, ", Value::string(format!("{place}/{package}")))
            }
        };
        let called = match published == package {
            true => String::new(),
            false => format!("package = \"{published}\", "),
        };
        Ok::<_, String>(format!("{package} = {{ {called}{at}version = \"{version}\"{more} }}\n"))
    };
    let (lrlex, lrpar) = (dependency("lrlex", "")?, dependency("lrpar", "")?);
    let nimbleparse = dependency("nimbleparse", ", default-features = false")?;
    Ok(format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\n{lrlex}{lrpar}\n\
         [build-dependencies]\n{lrlex}\n\
         [dev-dependencies]\n{nimbleparse}\n\
         [[test]]\nname = \"cases\"\nharness = false\n"
    ))
}

/// Returns the name of the package in the folder `package` of the checkout at `path`.
fn package_name(path: &str, package: &str) -> Result<String, String> {
    let file = format!("{path}/{package}/Cargo.toml");
    let found = Path::new(&file).exists().then(|| read_specification(&file)).transpose()?;
    let name = found.as_deref().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("name = \""))?;
        Some(line.strip_suffix('"')?.to_owned())
    });
    name.filter(|name| name.ends_with(package) || name == PUBLISHED).ok_or_else(|| {
        format!(
            "'{path}' is no checkout of this program's repository: it has no '{package}/Cargo.toml'"
        )
    })
}

/// Returns the path from a new folder to what is at `path` from here.
fn seen_from(folder: &str, path: &str) -> Result<String, String> {
    let forward = |path: &str| match cfg!(windows) {
        true => path.trim_end_matches(['/', '\\']).replace('\\', "/"),
        false => path.trim_end_matches('/').to_owned(),
    };
    if Path::new(path).is_absolute() {
        return Ok(forward(path));
    }
    let names = Path::new(folder).components().filter(|part| *part != Component::CurDir);
    let mut up = String::new();
    for name in names {
        match name {
            Component::Normal(_) => up.push_str("../"),
            _ => {
                // How many folders lie between is not in the names.
                let whole = fs::canonicalize(path).map_err(|error| format!("'{path}': {error}"))?;
                return Ok(forward(&whole.to_string_lossy()));
            }
        }
    }
    Ok(up + forward(path).trim_start_matches("./"))
}

/// Makes the folder with all files in it. If one cannot be written, the folder goes again.
fn make(folder: &str, name: &str, manifest: &str) -> Result<(), String> {
    let path = Path::new(folder);
    let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
    parent.map_err(|error| cannot_write(folder, &error))?;
    fs::create_dir(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            visible(&format!("nimbleparse: '{folder}' exists: expected the name of a new folder"))
        }
        _ => cannot_write(folder, &error),
    })?;
    let identifier = names::identifier(name);
    let own = |text: &str| text.replace("skeleton", &identifier);
    let files = FILES.iter().map(|(file, text)| (own(file), own(text)));
    let others = [("Cargo.toml", manifest), (".gitignore", "/target\n")];
    let others = others.map(|(file, text)| (file.to_owned(), text.to_owned()));
    for (file, text) in files.chain(others) {
        let file = path.join(file);
        let folder = file.parent().expect("it is in the project");
        if let Err(error) = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text)) {
            // The first error is the one to tell.
            let _ = fs::remove_dir_all(path);
            return Err(cannot_write(&file.to_string_lossy(), &error));
        }
    }
    Ok(())
}
