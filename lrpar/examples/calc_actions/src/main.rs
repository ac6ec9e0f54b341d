//! Evaluates each line of the standard input.

use std::io::{self, BufRead, Write};

use lrlex::lrlex_mod;
use lrpar::lrpar_mod;

lrlex_mod!("calc.l");
lrpar_mod!("calc.y");

/// Returns the value of `line`, and its mistakes, as the program prints both.
fn evaluate(line: &str) -> String {
    let lexerdef = calc_l::lexerdef();
    let lexer = lexerdef.lexer(line);
    let (value, errors) = calc_y::parse(&lexer);
    let mut out = String::new();
    for error in errors {
        out += &error.pp(&lexer, &calc_y::token_epp);
        out.push('\n');
    }
    match value {
        Some(Ok(value)) => out += &format!("{value}\n"),
        Some(Err(error)) => out += &format!("{error}\n"),
        None => {}
    }
    out
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        io::stdout().write_all(evaluate(&line?).as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::evaluate;

    #[test]
    fn sums_and_products_have_values() {
        assert_eq!(evaluate("2 + 3 * 4"), "14\n");
        assert_eq!(evaluate("(2 + 3) * 4"), "20\n");
        assert_eq!(evaluate("99999999999999999999"), "99999999999999999999 is too large\n");
    }

    #[test]
    fn broken_input_is_repaired_as_the_readme_shows() {
        let shown: String = include_str!("../broken.txt").lines().map(evaluate).collect();
        let readme = include_str!("../README.md");
        let (_, expected) = readme.split_once("broken.txt\n").expect("the command is there");
        let expected: String = expected.lines().map(|line| line[4..].to_owned() + "\n").collect();
        assert_eq!(shown, expected);
    }
}
