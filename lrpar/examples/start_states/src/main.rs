//! Prints the words of the standard input, one on a line: plain ones, and strings with their
//! escapes replaced.

use std::io::{self, Read, Write};

use lrlex::lrlex_mod;
use lrpar::lrpar_mod;

lrlex_mod!("words.l");
lrpar_mod!("words.y");

/// Returns the words of `text`, and its mistakes, as the program prints both.
fn words(text: &str) -> String {
    let lexerdef = words_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (words, errors) = words_y::parse(&lexer);
    let mut out = String::new();
    for error in errors {
        out += &error.pp(&lexer, &words_y::token_epp);
        out.push('\n');
    }
    for word in words.unwrap_or_default() {
        out += &format!("{word:?}\n");
    }
    out
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    io::stdout().write_all(words(&text).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn comments_nest_and_strings_have_escapes() {
        let text = r#"a /* b /* "c" */ d */ "e /* f \" \\ \n" g"#;
        assert_eq!(words(text), "\"a\"\n\"e /* f \\\" \\\\ \\n\"\n\"g\"\n");
    }

    #[test]
    fn broken_input_is_repaired_as_the_readme_shows() {
        let shown = words(include_str!("../broken.txt"));
        let readme = include_str!("../README.md");
        let (_, expected) = readme.split_once("broken.txt\n").expect("the command is there");
        let expected: String = expected.lines().map(|line| line[4..].to_owned() + "\n").collect();
        assert_eq!(shown, expected);
    }
}
