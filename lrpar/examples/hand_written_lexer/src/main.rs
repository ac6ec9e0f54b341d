//! Shows the blocks of the standard input, which indentation forms, in brackets.

use std::io::{self, Read, Write};

use lrlex::{DefaultLexeme, DefaultLexerTypes, LRLexError, LRNonStreamingLexer, lrlex_mod};
use lrpar::{
    LayoutTokens, Lexeme, NonStreamingLexer, Renderer, Span, TIdx, apply_edits,
    edit::all_text_edits, lrpar_mod,
};

use blocks_y::Block;
use token_map::*;

lrlex_mod!("token_map");
lrpar_mod!("blocks.y");

type Types = DefaultLexerTypes<u8>;

/// The lexemes of a text, found line by line.
struct Lexemes<'t> {
    text: &'t str,
    found: Vec<Result<DefaultLexeme<u8>, LRLexError>>,
    /// The columns of the blocks that are open, and where each was first seen.
    open: Vec<(usize, usize)>,
    /// What is wrong at errors.
    reasons: Vec<(Span, String)>,
}

impl<'t> Lexemes<'t> {
    fn of(text: &'t str) -> Self {
        let mut lexemes =
            Lexemes { text, found: Vec::new(), open: vec![(0, 0)], reasons: Vec::new() };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let first = start + line.len() - line.trim_start().len();
            let end = start + line.trim_end().len();
            // A line without a lexeme counts for nothing.
            if first < end {
                lexemes.indentation(start, first);
                lexemes.words(first, end);
                lexemes.add(T_NEWLINE, end, start + line.len());
            }
            start += line.len();
        }
        for _ in 1..lexemes.open.len() {
            lexemes.add(T_DEDENT, start, start);
        }
        lexemes
    }

    /// Compares the indentation of a line with those of the open blocks.
    fn indentation(&mut self, line: usize, first: usize) {
        let column = first - line;
        if self.open.last().is_some_and(|(last, _)| *last < column) {
            self.open.push((column, first));
            self.add(T_INDENT, line, first);
        }
        while self.open.last().is_some_and(|(last, _)| *last > column) {
            self.open.pop();
            self.add(T_DEDENT, first, first);
        }
        if self.open.last().is_some_and(|(last, _)| *last < column) {
            let span = Span::new(first, first);
            self.found.push(Err(LRLexError::new(span)));
            self.reasons.push((span, "unindent does not match any block".to_owned()));
        }
    }

    fn add(&mut self, token: u8, start: usize, end: usize) {
        self.found.push(Ok(Lexeme::new(token, start, end - start)));
    }

    /// Adds the names and colons of a line.
    fn words(&mut self, mut at: usize, end: usize) {
        while at < end {
            let rest = &self.text[at..end];
            let name = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            let other = rest.chars().next().map_or(0, char::len_utf8);
            let next = at + if name > 0 { name } else { other };
            match rest.chars().next() {
                Some(':') => self.add(T_COLON, at, next),
                Some(c) if c.is_whitespace() => {}
                Some(_) if name > 0 => self.add(T_NAME, at, next),
                _ => self.found.push(Err(LRLexError::new(Span::new(at, next)))),
            }
            at = next;
        }
    }
}

/// Makes the lexer of a text.
fn lexer(text: &str) -> LRNonStreamingLexer<'_, '_, Types> {
    let lexemes = Lexemes::of(text);
    LRNonStreamingLexer::from_lexemes(text, lexemes.found)
        .with_reasons(lexemes.reasons)
        .with_token_texts([(T_COLON, ":")])
        .with_layout(LayoutTokens {
            newline: Some(T_NEWLINE),
            indent: Some(T_INDENT),
            dedent: Some(T_DEDENT),
            assumed: None,
        })
}

/// Returns the blocks of `text`, and its mistakes, as the program prints both.
fn show(text: &str) -> String {
    let lexer = lexer(text);
    let (blocks, errors) = blocks_y::parse(&lexer);
    let mut out = String::new();
    let renderer = Renderer::new("input", text);
    for report in blocks_y::error_reporter(&lexer).reports(&errors) {
        out += &renderer.short(&report);
    }
    if !errors.is_empty() {
        let texts = lrpar::Lexer::token_texts(&lexer);
        let text_of = |token: TIdx<u8>| texts.get(usize::from(token.0))?.clone();
        if let Some(edits) = all_text_edits(&lexer, &errors, &text_of) {
            out += "repaired:\n";
            out += &apply_edits(lexer.text(), &edits);
        }
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
