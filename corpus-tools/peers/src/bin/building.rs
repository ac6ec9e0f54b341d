//! Prints what it takes to build the same parsers with our crates, grmtools, and LALRPOP with
//! logos, and what comes of it.
//!
//! ```text
//! cargo run --release --bin building -- [--quick] [--rounds N]
//! ```
//!
//! The programs are those of `programs`, with one language each, built into an empty folder: JSON
//! with typed values, Java with actions that count. A second table is about a generated grammar of
//! 2,000 productions.

#![forbid(unsafe_code)]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use corpus_peers::{
    child::{self, Scratch},
    generate,
    sample::{Sample, figure},
    table::Table,
};

/// The tools, as the programs' names have them and as the table does, with the features that they
/// always need.
const TOOLS: [(&str, &str, &str); 3] =
    [("ours", "ours", ",ours"), ("grmtools", "grmtools", ""), ("lalrpop", "LALRPOP + logos", "")];
/// The languages, and the shortest input of each.
const LANGUAGES: [(&str, &str, &str); 2] = [("json", "JSON", "0"), ("java", "Java", "class A {}")];
const PRODUCTIONS: usize = 2000;
/// How often a program is started in a round.
const STARTS: usize = 50;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("building: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let mut rounds = 3;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        rounds = match (arg.as_str(), args.next()) {
            ("--quick", None) => 1,
            ("--rounds", Some(number)) => {
                number.parse().map_err(|_| "'--rounds' needs a number".to_string())?
            }
            _ => return Err(format!("unknown argument '{arg}'")),
        };
    }
    let scratch = Scratch::new("build")?;
    programs(&scratch, rounds)?;
    large_grammar(&scratch, rounds)?;
    println!(
        "Medians of {rounds} rounds, in which the tools take turns; with the least and the greatest."
    );
    Ok(())
}

/// What one program came to.
#[derive(Default)]
struct Built {
    debug: Sample,
    release: Sample,
    crates: usize,
    linked: usize,
    generated: u64,
    size: u64,
    start: Sample,
}

fn programs(scratch: &Scratch, rounds: usize) -> Result<(), String> {
    let empty = build("empty", "", true, &scratch.folder("empty")?)?;
    let mut table = Table::new(&[
        "parser",
        "tool",
        "clean debug build, s",
        "clean release build, s",
        "crates (linked)",
        "generated, KiB",
        "size over empty, KiB",
        "start, ms",
        "debug",
        "release",
        "generated",
        "size",
        "start",
    ]);
    table.0[0][8..].iter_mut().for_each(|head| *head += " ÷ ours");
    for (language, title, text) in LANGUAGES {
        let input = scratch.folder("inputs")?.join(language);
        fs::write(&input, text).map_err(|error| error.to_string())?;
        let mut built: Vec<Built> = TOOLS.iter().map(|_| Built::default()).collect();
        for round in 0..rounds {
            for ((tool, _, features), built) in TOOLS.iter().zip(&mut built) {
                let features = format!("{language}{features}");
                for release in [false, true] {
                    eprintln!("{title}, {tool}, {}", if release { "release" } else { "debug" });
                    let folder = scratch.folder(&format!("{tool}-{language}-{round}-{release}"))?;
                    let made = build(tool, &features, release, &folder)?;
                    if release { &mut built.release } else { &mut built.debug }
                        .0
                        .push(made.seconds);
                    if release {
                        built.crates = made.crates;
                        built.linked = linked(tool, &features)?;
                        built.generated = generated(&folder, tool)?;
                        built.size = made.size.saturating_sub(empty.size);
                        let keep = scratch.folder("programs")?.join(tool);
                        fs::copy(&made.program, keep).map_err(|error| error.to_string())?;
                    }
                    fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
                }
            }
            for _ in 0..STARTS {
                let (_, nothing) = child::run(&mut Command::new(&empty.program))?;
                for ((tool, ..), built) in TOOLS.iter().zip(&mut built) {
                    let mut command = Command::new(scratch.folder("programs")?.join(tool));
                    let (_, seconds) = child::run(command.arg(language).arg(&input))?;
                    built.start.0.push((seconds - nothing) * 1e3);
                }
            }
        }
        for ((_, tool, _), this) in TOOLS.iter().zip(&built) {
            let ours = &built[0];
            let kib = |bytes: u64| bytes as f64 / 1024.0;
            table.row(vec![
                title.into(),
                (*tool).into(),
                this.debug.to_string(),
                this.release.to_string(),
                format!("{} ({})", this.crates, this.linked),
                figure(kib(this.generated)),
                figure(kib(this.size)),
                figure(this.start.median()),
                figure(this.debug.over(&ours.debug).median()),
                figure(this.release.over(&ours.release).median()),
                figure(this.generated as f64 / ours.generated as f64),
                figure(this.size as f64 / ours.size as f64),
                figure(this.start.median() / ours.start.median()),
            ]);
        }
    }
    println!("{}", table.text());
    Ok(())
}

struct Program {
    program: PathBuf,
    seconds: f64,
    crates: usize,
    size: u64,
}

/// Builds a program into an empty folder.
fn build(tool: &str, features: &str, release: bool, target: &Path) -> Result<Program, String> {
    let name = format!("program-{tool}");
    let bin = format!("parse-{tool}");
    let mut args = vec!["--package", &name, "--bin", &bin, "--message-format=json"];
    if !features.is_empty() {
        args.extend(["--no-default-features", "--features", features]);
    }
    if release {
        args.push("--release");
    }
    let mut cargo = child::cargo("build", &args);
    cargo.arg("--target-dir").arg(target);
    cargo.env("CARGO_PROFILE_RELEASE_STRIP", "symbols").env("CARGO_PROFILE_RELEASE_DEBUG", "0");
    let (messages, seconds) = child::run(&mut cargo)?;
    let packages: BTreeSet<&str> = messages
        .lines()
        .filter(|message| message.contains("\"reason\":\"compiler-artifact\""))
        .filter_map(|message| message.split_once("\"package_id\":\"")?.1.split('"').next())
        .collect();
    let program = target.join(if release { "release" } else { "debug" }).join(bin);
    let size = fs::metadata(&program).map_err(|error| error.to_string())?.len();
    Ok(Program { program, seconds, crates: packages.len(), size })
}

/// How many crates are linked into a program, itself included.
fn linked(tool: &str, features: &str) -> Result<usize, String> {
    let name = format!("program-{tool}");
    let args = [
        "--package",
        &name,
        "--no-default-features",
        "--features",
        features,
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ];
    let (tree, _) = child::run(&mut child::cargo("tree", &args))?;
    let names = tree.lines().map(|line| line.split(" (").next().unwrap_or(line).trim());
    Ok(names.filter(|line| !line.is_empty()).collect::<BTreeSet<_>>().len())
}

/// The bytes of the Rust files that a program's build script wrote, without the tables of names
/// that only `stages` reads.
fn generated(target: &Path, tool: &str) -> Result<u64, String> {
    let error = |error: std::io::Error| error.to_string();
    let mut sum = 0;
    for folder in fs::read_dir(target.join("release/build")).map_err(error)? {
        let folder = folder.map_err(error)?;
        if !folder.file_name().to_string_lossy().starts_with(&format!("program-{tool}")) {
            continue;
        }
        let Ok(files) = fs::read_dir(folder.path().join("out")) else { continue };
        for file in files {
            let file = file.map_err(error)?;
            let name = file.file_name().to_string_lossy().into_owned();
            if name.ends_with(".rs")
                && !name.ends_with(".tokens.rs")
                && !name.ends_with("_names.rs")
            {
                sum += file.metadata().map_err(error)?.len();
            }
        }
    }
    Ok(sum)
}

fn large_grammar(scratch: &Scratch, rounds: usize) -> Result<(), String> {
    let text = generate::counting(&generate::grammar(PRODUCTIONS, 1))?;
    let steps = ["script", "script, optimised", "rustc, debug", "rustc, release"];
    let mut times = vec![vec![Sample::default(); steps.len()]; 2];
    let mut generated = [0, 0];
    for _ in 0..rounds {
        for (at, (tool, ..)) in TOOLS[..2].iter().enumerate() {
            eprintln!("{PRODUCTIONS} productions, {tool}");
            let folder = project(scratch, tool, &text)?;
            for (step, optimised) in [false, true].into_iter().enumerate() {
                times[at][step].0.push(script(&folder, optimised)?);
            }
            for (step, release) in [false, true].into_iter().enumerate() {
                times[at][2 + step].0.push(rustc(&folder, release)?);
            }
            let made = folder.join("made.rs");
            generated[at] = fs::metadata(made).map_err(|error| error.to_string())?.len();
        }
    }
    let mut table = Table::new(&["2,000 productions", "ours", "grmtools", "grmtools ÷ ours"]);
    for (step, title) in steps.iter().enumerate() {
        let (ours, theirs) = (&times[0][step], &times[1][step]);
        table.row(vec![
            format!("{title}, s"),
            ours.to_string(),
            theirs.to_string(),
            theirs.over(ours).to_string(),
        ]);
    }
    let [ours, theirs] = generated.map(|bytes| bytes as f64 / 1024.0);
    table.row(vec!["generated, KiB".into(), figure(ours), figure(theirs), figure(theirs / ours)]);
    println!("{}", table.text());
    Ok(())
}

/// A package whose build script makes a parser of a grammar, and writes how long that took.
fn project(scratch: &Scratch, tool: &str, grammar: &str) -> Result<PathBuf, String> {
    let folder = scratch.folder(&format!("large-{tool}"))?;
    let repository = child::package().join("../..");
    let dependency = |name: &str| match tool {
        "ours" => format!("{name} = {{ path = {:?} }}\n", repository.join(name)),
        _ => format!("{name} = \"0.15\"\n"),
    };
    let dependencies = dependency("lrlex") + &dependency("lrpar");
    // The code that grmtools generates names one more.
    let more = if tool == "ours" { String::new() } else { "cfgrammar = \"0.15\"\n".to_string() };
    let manifest = format!(
        "[package]\nname = \"large\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[build-dependencies]\n{dependencies}\n\
         [dependencies]\n{dependencies}{more}\n[workspace]\n"
    );
    let script = "fn main() {\n    let start = std::time::Instant::now();\n    \
         lrpar::CTParserBuilder::<lrlex::DefaultLexerTypes<u32>>::new()\n        .grammar_path(\"large.y\")\n        \
         .output_path(\"made.rs\")\n        .mod_name(\"large_y\")\n        .visibility(lrpar::Visibility::Public)\n        \
         .show_warnings(false)\n        .warnings_are_errors(false)\n        .build()\n        .unwrap();\n    \
         std::fs::write(\"seconds\", start.elapsed().as_secs_f64().to_string()).unwrap();\n    \
         println!(\"cargo:rerun-if-changed=large.y\");\n}\n";
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).map_err(|error| format!("{name}: {error}"))
    };
    write("build.rs", script)?;
    write("lib.rs", "include!(\"made.rs\");\n")?;
    write("large.y", grammar)?;
    write("Cargo.toml", &(manifest + "\n[lib]\npath = \"lib.rs\"\n"))?;
    let lock = child::package().join("Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).map_err(|error| error.to_string())?;
    Ok(folder)
}

/// The seconds that the build script takes to make the parser.
fn script(folder: &Path, optimised: bool) -> Result<f64, String> {
    let error = |error: std::io::Error| error.to_string();
    // Generators that find their output up to date would leave it.
    let _ = fs::remove_file(folder.join("made.rs"));
    let grammar = fs::read_to_string(folder.join("large.y")).map_err(error)?;
    fs::write(folder.join("large.y"), grammar + "\n").map_err(error)?;
    let mut cargo = cargo_in(folder);
    cargo.arg("--release");
    let level = if optimised { "3" } else { "0" };
    child::run(cargo.env("CARGO_PROFILE_RELEASE_BUILD_OVERRIDE_OPT_LEVEL", level))?;
    let seconds = fs::read_to_string(folder.join("seconds")).map_err(error)?;
    seconds.parse().map_err(|_| format!("'{seconds}' is no number"))
}

/// The seconds that rustc takes for what was made.
fn rustc(folder: &Path, release: bool) -> Result<f64, String> {
    let mut seconds = 0.0;
    // The first time everything is built; the second time only the library, whose source has
    // changed.
    for time in 0..2 {
        let library = format!("include!(\"made.rs\");\n// {release} {time}\n");
        fs::write(folder.join("lib.rs"), library).map_err(|error| error.to_string())?;
        let mut cargo = cargo_in(folder);
        if release {
            cargo.arg("--release");
        }
        seconds = child::run(&mut cargo)?.1;
    }
    Ok(seconds)
}

fn cargo_in(folder: &Path) -> Command {
    let mut cargo = child::cargo_of("build", &folder.join("Cargo.toml"));
    cargo.arg("--target-dir").arg(folder.join("target"));
    cargo
}
