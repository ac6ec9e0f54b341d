//! The program: see the library.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    corpus_tools::run(std::env::args_os().skip(1))
}
