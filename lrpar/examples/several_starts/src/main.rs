//! Shows the definitions of a file (`several_starts`), or one expression (`several_starts -e`),
//! from the standard input.

use std::{
    env,
    io::{self, Read, Write},
};

use lrlex::{DefaultLexerTypes, lrlex_mod};
use lrpar::{LexParseError, NonStreamingLexer, lrpar_mod};

lrlex_mod!("lang.l");
lrpar_mod!("lang.y");

fn show_errors(
    lexer: &dyn NonStreamingLexer<'_, DefaultLexerTypes>,
    errors: &[LexParseError<u32, DefaultLexerTypes>],
) -> String {
    let shown = errors.iter().map(|error| error.pp(lexer, &lang_y::token_epp) + "\n");
    shown.collect()
}

/// Returns the definitions of a file, and its mistakes, as the program prints both.
fn file(text: &str) -> String {
    let lexerdef = lang_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (definitions, errors) = lang_y::parse_file(&lexer);
    let mut out = show_errors(&lexer, &errors);
    for (name, value) in definitions.unwrap_or_default() {
        out += &format!("{name} is {value}\n");
    }
    out
}

/// Returns an expression, and its mistakes, as the program prints both.
fn expr(text: &str) -> String {
    let lexerdef = lang_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (value, errors) = lang_y::parse_expr(&lexer);
    show_errors(&lexer, &errors) + &value.unwrap_or_default() + "\n"
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let shown = if env::args().any(|arg| arg == "-e") { expr(&text) } else { file(&text) };
    io::stdout().write_all(shown.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::{expr, file};

    #[test]
    fn each_start_rule_has_its_function() {
        assert_eq!(file("let a = 1; let b = a + 2 + 3;"), "a is 1\nb is ((a + 2) + 3)\n");
        assert_eq!(expr("a + (1 + b)"), "(a + (1 + b))\n");
    }

    #[test]
    fn what_is_a_file_is_no_expression() {
        assert!(expr("let a = 1;").starts_with("Parsing error at line 1 column 1."));
    }

    #[test]
    fn broken_input_is_repaired_as_the_readme_shows() {
        let readme = include_str!("../README.md");
        let (_, expected) = readme.split_once("broken.txt\n").expect("the command is there");
        let expected: String = expected.lines().map(|line| line[4..].to_owned() + "\n").collect();
        assert_eq!(file(include_str!("../broken.txt")), expected);
    }
}
