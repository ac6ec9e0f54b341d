//! Shows the value of a JSON text from the standard input.

use std::io::{self, Read, Write};

use lrlex::lrlex_mod;
use lrpar::lrpar_mod;

mod value;

lrlex_mod!("json.l");
lrpar_mod!("json.y");

/// Returns the value of `text`, and its mistakes, as the program prints both.
fn show(text: &str) -> String {
    let lexerdef = json_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (value, errors) = json_y::parse(&lexer);
    let mut out = String::new();
    for error in errors {
        out += &error.pp(&lexer, &json_y::token_epp);
        out.push('\n');
    }
    if let Some(value) = value {
        out += &format!("{value}\n");
    }
    out
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    io::stdout().write_all(show(&text).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::show;

    #[test]
    fn values_are_read() {
        let text = r#" {"a": [1, -2.5e1, true, null], "b\n\u00e9\ud83d\ude00": {}} "#;
        assert_eq!(show(text), "{\"a\": [1, -25, true, null], \"b\\né😀\": {}}\n");
    }

    #[test]
    fn broken_input_is_repaired_as_the_readme_shows() {
        let readme = include_str!("../README.md");
        let (_, expected) = readme.split_once("broken.json\n").expect("the command is there");
        let expected: String = expected.lines().map(|line| line[4..].to_owned() + "\n").collect();
        assert_eq!(show(include_str!("../broken.json")), expected);
    }
}
