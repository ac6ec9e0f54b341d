//! Prints how large the types for syntax trees are that build scripts generate, and how long they
//! take to compile.
//!
//! ```text
//! cargo run --release --bin typed -- [--rounds N]
//! ```
//!
//! Builds the example `typed_trees` of the repository, whose build script generates parsers with
//! types for all grammars, and compiles each module by itself: with the types, and with these cut
//! out of it. The programs are one that parses for values only, one that makes syntax trees, and
//! one that also calls every function of every type. Symbols are stripped.

#![forbid(unsafe_code)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use corpus_peers::{
    child::{self, Scratch},
    sample::{Sample, figure},
    table::Table,
};

#[allow(dead_code, reason = "build scripts also ask for the names of grammars")]
#[path = "../../../../lrpar/examples/typed_trees/accessors.rs"]
mod accessors;

const GRAMMARS: [&str; 5] = ["json", "lua53", "c11", "java7", "php73"];
/// The comment of the module with the types, which ends where this indentation does.
const TYPES: &str = "    /// Types for the nodes of syntax trees.\n";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("typed: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rounds = match &args[..] {
        [] => 3,
        [option, number] if option == "--rounds" => {
            number.parse().map_err(|_| "'--rounds' needs a number".to_string())?
        }
        _ => return Err(format!("unknown argument '{}'", args[0])),
    };
    let built = Built::new()?;
    let scratch = Scratch::new("typed")?;
    let mut table = Table::new(&[
        "grammar",
        "module, lines",
        "types, lines",
        "module, KiB",
        "types, KiB",
        "compiled, s: debug",
        "with types",
        "release",
        "with types",
        "program, KiB: values",
        "syntax tree",
        "all functions",
    ]);
    for name in GRAMMARS {
        eprintln!("{name}");
        table.row(built.row(&scratch.folder(name)?, name, rounds)?);
    }
    println!("{}\nMedians of {rounds} rounds, with the least and the greatest.", table.text());
    Ok(())
}

/// What Cargo made of the example.
struct Built {
    /// The folder of the generated modules.
    out: PathBuf,
    /// The folder of the libraries, and those that modules name.
    libraries: PathBuf,
    externs: Vec<String>,
}

impl Built {
    fn new() -> Result<Built, String> {
        let mut cargo = child::cargo_of("build", &child::package().join("../../Cargo.toml"));
        let args = ["--release", "--package", "typed_trees", "--message-format=json"];
        let (messages, _) = child::run(cargo.args(args))?;
        let field = |line: &str, name: &str| {
            let (_, rest) = line.split_once(&format!("\"{name}\":\""))?;
            Some(rest.split('"').next().unwrap_or_default().to_string())
        };
        let script = messages
            .lines()
            .find(|line| line.contains("build-script-executed") && line.contains("typed_trees"));
        let out = script.and_then(|line| field(line, "out_dir")).ok_or("no build script ran")?;
        let (mut externs, mut libraries) = (Vec::new(), PathBuf::new());
        for name in ["lrlex", "lrpar"] {
            let is_it = |line: &&str| {
                line.contains("compiler-artifact") && line.contains(&format!("lib{name}-"))
            };
            // Build scripts have their own; the program's come last.
            let line = messages.lines().filter(is_it).last().ok_or("there is no library")?;
            let (_, file) = line.split_once("\"filenames\":[\"").ok_or("a library has no file")?;
            let file = Path::new(file.split('"').next().unwrap_or_default());
            libraries = file.parent().ok_or("a library has no folder")?.to_path_buf();
            externs.push(format!("{name}={}", file.display()));
        }
        Ok(Built { out: PathBuf::from(out), libraries, externs })
    }

    fn row(&self, folder: &Path, name: &str, rounds: usize) -> Result<Vec<String>, String> {
        let error = |error: std::io::Error| format!("{name}: {error}");
        let file = format!("{name}.y.rs");
        let whole = fs::read_to_string(self.out.join(&file)).map_err(error)?;
        let (before, types) = whole.split_once(TYPES).ok_or("the module has no types")?;
        let end = types.find("\n    }\n").ok_or("the types do not end")? + "\n    }\n".len();
        let (types, after) = types.split_at(end);
        fs::write(folder.join("plain.rs"), format!("{before}{after}")).map_err(error)?;
        fs::write(folder.join(&file), &whole).map_err(error)?;
        let module = name.to_string() + "_y";
        let lexer = "use lrlex::{DefaultLexerTypes, LRNonStreamingLexer};\nfn main() {\n    \
                     let text: String = std::env::args().collect();\n    let lexer = \
                     LRNonStreamingLexer::<DefaultLexerTypes>::from_lexemes(&text, std::iter::empty());\n";
        let syntax = format!(
            "    let (tree, _) = {module}::parse_syntax(&{module}::recovery_options(), &lexer);\n"
        );
        let mut visitor = accessors::Visitor::default();
        let grammars = child::package().join("../../grammars");
        visitor.add(&grammars, name, &self.out).map_err(error)?;
        let write =
            |program: &str, text: String| fs::write(folder.join(program), text).map_err(error);
        write(
            "values.rs",
            format!(
                "include!(\"plain.rs\");\n{lexer}    std::hint::black_box({module}::parse(&lexer));\n}}\n"
            ),
        )?;
        write(
            "tree.rs",
            format!(
                "include!({file:?});\n{lexer}{syntax}    println!(\"{{}}\", tree.node_count());\n}}\n"
            ),
        )?;
        write(
            "all.rs",
            format!(
                "use lrpar::{{SyntaxNode, TypedNode}};\n{}{lexer}{syntax}    for (_, node) in tree.root().preorder() {{\n        \
                 println!(\"{{}}\", visit(0, node, &mut |found, symbol| println!(\"{{found:?}} {{symbol}}\")));\n    }}\n}}\n",
                visitor.text()
            ),
        )?;
        let mut times = vec![Sample::default(); 4];
        for _ in 0..rounds {
            for (at, (source, level)) in
                [("plain.rs", "0"), (&*file, "0"), ("plain.rs", "3"), (&*file, "3")]
                    .into_iter()
                    .enumerate()
            {
                let mut rustc = self.rustc(folder, source, level);
                times[at].0.push(
                    child::run(rustc.args([
                        "--crate-name",
                        "module",
                        "--crate-type",
                        "lib",
                        "--emit",
                        "obj",
                    ]))?
                    .1,
                );
            }
        }
        let kib = |bytes: usize| figure(bytes as f64 / 1024.0);
        let mut row = vec![
            name.to_string(),
            whole.lines().count().to_string(),
            types.lines().count().to_string(),
            kib(whole.len()),
            kib(types.len()),
        ];
        row.extend(times.iter().map(Sample::to_string));
        for program in ["values", "tree", "all"] {
            let mut rustc = self.rustc(folder, &format!("{program}.rs"), "3");
            child::run(rustc.args(["-C", "strip=symbols", "-o", program]))?;
            let made = fs::metadata(folder.join(program)).map_err(error)?;
            row.push(kib(made.len() as usize));
        }
        Ok(row)
    }

    fn rustc(&self, folder: &Path, source: &str, level: &str) -> Command {
        let mut rustc = Command::new("rustc");
        rustc.current_dir(folder).env("OUT_DIR", &self.out).arg(source);
        rustc.args(["--edition", "2024", "-A", "warnings", "-C", &format!("opt-level={level}")]);
        rustc.arg("-L").arg(format!("dependency={}", self.libraries.display()));
        for library in &self.externs {
            rustc.arg("--extern").arg(library);
        }
        rustc
    }
}
