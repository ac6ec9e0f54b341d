//! Evaluates each line of the standard input by way of a syntax tree.

use std::io::{self, BufRead, Write};

use lrlex::{DefaultLexerTypes, lrlex_mod};
use lrpar::{NonStreamingLexer, Span, lrpar_mod};

use calc_y::Expr;

lrlex_mod!("calc.l");
lrpar_mod!("calc.y");

/// Returns the value of an expression, or the text without a value and the reason.
fn value(
    lexer: &dyn NonStreamingLexer<'_, DefaultLexerTypes>,
    expr: &Expr,
) -> Result<u64, (Span, &'static str)> {
    match expr {
        Expr::Add { span, left, right } => value(lexer, left)?
            .checked_add(value(lexer, right)?)
            .ok_or((*span, "this sum is too large")),
        Expr::Mul { span, left, right } => value(lexer, left)?
            .checked_mul(value(lexer, right)?)
            .ok_or((*span, "this product is too large")),
        Expr::Number { span } => {
            lexer.span_str(*span).parse().map_err(|_| (*span, "this number is too large"))
        }
    }
}

/// Returns the value of `line`, and its mistakes, as the program prints both.
fn evaluate(line: &str) -> String {
    let lexerdef = calc_l::lexerdef();
    let lexer = lexerdef.lexer(line);
    let (expr, errors) = calc_y::parse(&lexer);
    let mut out = String::new();
    for error in errors {
        out += &error.pp(&lexer, &calc_y::token_epp);
        out.push('\n');
    }
    match expr {
        Some(Ok(expr)) => match value(&lexer, &expr) {
            Ok(value) => out += &format!("{value}\n"),
            Err((span, message)) => {
                let ((_, column), _) = lexer.line_col(span);
                out += &format!("column {column}: {message}: {}\n", lexer.span_str(span));
            }
        },
        Some(Err(())) | None => out += "no value\n",
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
        assert_eq!(
            evaluate("1 + 9999999999 * (9999999999 + 1)"),
            "column 5: this product is too large: 9999999999 * (9999999999 + 1)\n"
        );
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
