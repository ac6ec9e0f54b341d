//! Parses the files that it is given, and prints what they say, or their mistakes.

use std::{
    env, fs,
    io::{self, IsTerminal},
    process::ExitCode,
};

use lrpar::Renderer;

fn main() -> ExitCode {
    let files: Vec<String> = env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: skeleton FILE...");
        return ExitCode::from(2);
    }
    let mut is_right = true;
    for file in files {
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                is_right = false;
                continue;
            }
        };
        let (program, reports) = skeleton::parse(&text);
        let renderer = Renderer::new(&file, &text).colour(io::stderr().is_terminal());
        for report in &reports {
            eprint!("{}", renderer.rich(report));
        }
        match program {
            Some(program) if reports.is_empty() => println!("{program:#?}"),
            _ => is_right = false,
        }
    }
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
