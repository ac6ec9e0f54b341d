//! Runs the tests in `src/cases`; `cargo test --test cases -- --update` writes what is found.

fn main() -> std::process::ExitCode {
    nimbleparse::cases::runner::main("src/cases")
}
