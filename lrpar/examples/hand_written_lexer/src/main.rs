//! Shows the blocks of the standard input, which indentation forms, in brackets.

use std::io::{self, Read, Write};

use lrlex::{DefaultLexeme, DefaultLexerTypes, LRLexError, LRNonStreamingLexer, lrlex_mod};
use lrpar::{Lexeme, Span, lrpar_mod};

use blocks_y::Block;
use token_map::*;

lrlex_mod!("token_map");
lrpar_mod!("blocks.y");

type Found = Result<DefaultLexeme<u8>, LRLexError>;

/// Returns the lexemes of `text`: names, colons, ends of lines, and an INDENT or DEDENT where the
/// indentation changes.
fn lexemes(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut open = vec![0];
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let name = start + line.len() - line.trim_start().len();
        let end = start + line.trim_end().len();
        if name < end {
            indentation(name - start, name, &mut open, &mut found);
            words(text, name, end, &mut found);
            found.push(Ok(Lexeme::new(T_NEWLINE, end, 0)));
        }
        start += line.len();
    }
    indentation(0, start, &mut open, &mut found);
    found
}

/// Adds an INDENT or DEDENTs for a line at byte `at` that is indented by `depth` blanks.
fn indentation(depth: usize, at: usize, open: &mut Vec<usize>, found: &mut Vec<Found>) {
    if open.last().is_some_and(|last| *last < depth) {
        open.push(depth);
        found.push(Ok(Lexeme::new(T_INDENT, at, 0)));
    }
    while open.last().is_some_and(|last| *last > depth) {
        open.pop();
        found.push(Ok(Lexeme::new(T_DEDENT, at, 0)));
    }
}

/// Adds the names and colons from byte `at` to byte `end`.
fn words(text: &str, mut at: usize, end: usize, found: &mut Vec<Found>) {
    while at < end {
        let rest = &text[at..end];
        let name = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let other = rest.chars().next().map_or(0, char::len_utf8);
        let len = if name > 0 { name } else { other };
        match rest.chars().next() {
            Some(':') => found.push(Ok(Lexeme::new(T_COLON, at, len))),
            Some(' ' | '\t') => {}
            Some(_) if name > 0 => found.push(Ok(Lexeme::new(T_NAME, at, len))),
            _ => found.push(Err(LRLexError::new(Span::new(at, at + len)))),
        }
        at += len;
    }
}

/// Returns the blocks of `text`, and its mistakes, as the program prints both.
fn show(text: &str) -> String {
    let lexer = LRNonStreamingLexer::<DefaultLexerTypes<u8>>::from_lexemes(text, lexemes(text));
    let (blocks, errors) = blocks_y::parse(&lexer);
    let mut out = String::new();
    for error in errors {
        out += &error.pp(&lexer, &blocks_y::token_epp);
        out.push('\n');
    }
    if let Some(blocks) = blocks {
        out += &bracketed(&blocks);
        out.push('\n');
    }
    out
}

fn bracketed(blocks: &[Block]) -> String {
    let one = |block: &Block| match block.blocks.as_slice() {
        [] => block.name.clone(),
        inner => format!("{} [{}]", block.name, bracketed(inner)),
    };
    blocks.iter().map(one).collect::<Vec<_>>().join(", ")
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
    fn indentation_makes_blocks() {
        assert_eq!(show("a:\n  b\n  c:\n    d\ne\n"), "a [b, c [d]], e\n");
    }

    #[test]
    fn the_lexer_gives_every_token_of_the_parser() {
        assert_eq!(super::TOK_IDS.len(), 5);
    }

    #[test]
    fn broken_input_is_repaired_as_the_readme_shows() {
        let readme = include_str!("../README.md");
        let (_, expected) = readme.split_once("broken.txt\n").expect("the command is there");
        let expected: String = expected.lines().map(|line| line[4..].to_owned() + "\n").collect();
        assert_eq!(show(include_str!("../broken.txt")), expected);
    }
}
