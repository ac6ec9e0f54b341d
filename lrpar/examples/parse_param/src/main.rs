//! Runs each line of the standard input as a script; variables live as long as the program.

use std::{
    cell::RefCell,
    collections::HashMap,
    io::{self, BufRead, Write},
};

use lrlex::lrlex_mod;
use lrpar::lrpar_mod;

lrlex_mod!("expr.l");
lrpar_mod!("expr.y");

/// A type of numbers that scripts compute with.
pub(crate) trait Number: Copy {
    /// Returns the number that `text` denotes.
    fn read(text: &str) -> Option<Self>;
    /// Returns the sum.
    fn add(self, other: Self) -> Self;
    /// Returns the product.
    fn multiply(self, other: Self) -> Self;
}

impl Number for u64 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn add(self, other: Self) -> Self {
        self.saturating_add(other)
    }

    fn multiply(self, other: Self) -> Self {
        self.saturating_mul(other)
    }
}

/// Runs `line`; returns its value, and its mistakes, as the program prints both.
fn run<'a>(line: &'a str, variables: &RefCell<HashMap<&'a str, u64>>) -> String {
    let lexerdef = expr_l::lexerdef();
    let lexer = lexerdef.lexer(line);
    let (value, errors) = expr_y::parse(&lexer, variables);
    let mut out = String::new();
    for error in errors {
        out += &error.pp(&lexer, &expr_y::token_epp);
        out.push('\n');
    }
    match value.flatten() {
        Some(value) => out += &format!("{value}\n"),
        None => out += "no value\n",
    }
    out
}

/// Runs all lines; returns the output.
fn run_all(lines: &[String]) -> String {
    let variables = RefCell::new(HashMap::new());
    lines.iter().map(|line| run(line, &variables)).collect()
}

fn main() -> io::Result<()> {
    let lines = io::stdin().lock().lines().collect::<Result<Vec<_>, _>>()?;
    io::stdout().write_all(run_all(&lines).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::run_all;

    fn shown(text: &str) -> String {
        run_all(&text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn variables_are_looked_up_where_the_caller_keeps_them() {
        assert_eq!(shown("x = 2; y = x * 3; x + y\ny\nz"), "8\n6\nno value\n");
    }

    #[test]
    fn broken_input_is_repaired_as_the_readme_shows() {
        let readme = include_str!("../README.md");
        let (_, expected) = readme.split_once("broken.txt\n").expect("the command is there");
        let expected: String = expected.lines().map(|line| line[4..].to_owned() + "\n").collect();
        assert_eq!(shown(include_str!("../broken.txt")), expected);
    }
}
