//! The program: a language server over standard input and output.

#![forbid(unsafe_code)]

use std::{
    io::{self, BufReader},
    process::ExitCode,
};

use lrtable::near::did_you_mean;
use nimbleparse::builtin::ALL;

const USAGE: &str = "Usage: nimbleparse-lsp [--help | --version]

A language server over standard input and output, for lex and Yacc files, for programs in the languages that
'nimbleparse.json' names, and for programs in the built-in languages that the editor lists in the
initialization option 'builtin'. Editors start it; it needs no arguments.

Built-in languages:
";

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    match argument.as_deref() {
        // What some clients add to any server.
        None | Some("--stdio") => {}
        Some("--help") => {
            print!("{USAGE}");
            for builtin in ALL {
                println!("  {:<16} {}", builtin.name, builtin.title);
            }
            return ExitCode::SUCCESS;
        }
        Some("--version") => {
            println!("nimbleparse-lsp {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        Some(other) => {
            let meant = did_you_mean(other, ["--help", "--version", "--stdio"]);
            eprintln!("nimbleparse-lsp: unknown argument '{}'{meant}", other.escape_debug());
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    match nimbleparse_lsp::serve(BufReader::new(io::stdin()), io::stdout()) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
