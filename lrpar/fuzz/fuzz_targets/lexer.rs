//! Any small lex file, any text: the automaton finds the lexemes that the regexes of the rules find
//! one by one.

#![no_main]

#[path = "../../../lrlex/tests/lexing/by_regex.rs"]
mod by_regex;

use by_regex::{ByRegex, Found};
use libfuzzer_sys::fuzz_target;
use lrlex::{DefaultLexeme, DefaultLexerTypes, LRLexError, LRNonStreamingLexerDef, LexFlags};
use lrpar::{LexError, Lexeme, Lexer};
use lrtable::diagnostic::Diagnostic;

type Def = LRNonStreamingLexerDef<DefaultLexerTypes>;

/// Pieces of regexes. Not every combination is a regex.
const PIECES: [&str; 64] = [
    "a",
    "b",
    "c",
    "ab",
    "é",
    "€",
    "k",
    "\\+",
    ".",
    "[ab]",
    "[^a]",
    "[^a-c]",
    "[a-cé]",
    "[é-€]",
    "[[:alpha:]]",
    "[a-c&&[^b]]",
    "\\w",
    "\\W",
    "\\d",
    "\\s",
    "\\p{Lu}",
    "\\PL",
    "\\x{212a}",
    "\\n",
    "\\b",
    "\\B",
    "^",
    "$",
    "\\z",
    "(a|ab)",
    "(?:b|)",
    "(?:|a)",
    "(a??b)",
    "(?i:é)",
    "(?i:k)",
    "(?-s:.)",
    "(?P<delim>a*)",
    "(?P<delim>[ab])",
    "(",
    "(?:",
    "(?i)",
    "(?i-s:",
    "(?U)",
    "(?x)",
    ")",
    ")",
    "|",
    "|",
    "*",
    "+",
    "?",
    "*?",
    "+?",
    "??",
    "{2}",
    "{1,2}",
    "{0,3}?",
    "{2,}",
    "{",
    "[",
    "]",
    "-",
    "&&",
    " ",
];

/// Pieces of texts.
const TEXTS: [&str; 24] = [
    "a",
    "b",
    "c",
    "A",
    "B",
    "ab",
    "é",
    "É",
    "€",
    "k",
    "K",
    "\u{212a}",
    "ſ",
    "1",
    "٣",
    " ",
    "\n",
    "\r",
    "+",
    "-",
    "[",
    "]",
    "_",
    "\u{10ffff}",
];

/// Prefixes of a rule.
const STATES: [&str; 4] = ["", "<*>", "<X>", "<I>"];
const TARGETS: [&str; 6] = ["", "", "<X>", "<+X>", "<-X>", "<I>"];
const FLAGS: [&str; 6] = [
    "",
    "%grmtools{case_insensitive}\n",
    "%grmtools{swap_greed}\n",
    "%grmtools{!unicode}\n",
    FLEX,
    FLEX,
];

/// Marks a file as flex's.
const FLEX: &str = "%option noyywrap\n";

/// Actions in such a file.
const EXTENTS: [&str; 6] = ["", "", "yyless(1);", "yyless(3);", "yyless(yyleng-1);", "yymore();"];
const BEGINS: [&str; 5] = ["", "", "BEGIN(X);", "yy_push_state(X);", "yy_pop_state();"];

fuzz_target!(|data: &[u8]| {
    let mut bytes = data.iter().copied();
    let source = lex_file(&mut bytes);
    let text: String = bytes.map(|byte| of(&TEXTS, byte)).collect();
    let flags = LexFlags::default();
    let (by_automaton, said) = Def::read(&source, &flags);
    let Some(by_automaton) = by_automaton else {
        let unread = |one: &Diagnostic| one.message() == "invalid regex: it cannot be read";
        assert!(!said.iter().any(unread), "{source}");
        return;
    };
    let place = |lexeme| match lexeme {
        Ok::<DefaultLexeme, LRLexError>(lexeme) => {
            (Some(lexeme.tok_id()), lexeme.span().start(), lexeme.span().end())
        }
        Err(error) => (None, error.span().start(), error.span().end()),
    };
    let found: Vec<Found> = by_automaton.lexer(&text).iter().map(place).collect();
    let expected = ByRegex::new(&by_automaton, &source).lex(&text);
    assert_eq!(found, expected, "{text:?} with\n{source}");
});

fn of<'a>(choices: &[&'a str], byte: u8) -> &'a str {
    choices[usize::from(byte) % choices.len()]
}

/// Returns up to five rules of up to seven pieces.
fn lex_file(bytes: &mut impl Iterator<Item = u8>) -> String {
    let mut next = || bytes.next().unwrap_or(0);
    let flags = of(&FLAGS, next());
    let is_flex = flags == FLEX;
    let mut source = format!("{flags}%x X\n%s I\n%%\n");
    for rule in 0..1 + next() % 5 {
        source.push_str(of(&STATES, next()));
        for _ in 0..1 + next() % 7 {
            let piece = of(&PIECES, next());
            // What asks for the text around is not in the regex there, a blank ends it, and no sign
            // is lazy.
            let lazy = piece.contains("??") || piece.contains('?') && !piece.starts_with('(');
            let plain = !matches!(piece, "^" | "$" | " ") && !piece.contains("delim") && !lazy;
            source.push_str(if is_flex && !plain { "b" } else { piece });
        }
        let is_skipped = next() % 5 == 0;
        source += &match (is_flex, is_skipped) {
            (true, _) => {
                let (extent, begin) = (of(&EXTENTS, next()), of(&BEGINS, next()));
                let name = if is_skipped { String::new() } else { format!("return R{rule};") };
                format!(" {{ {extent} {begin} {name} }}\n")
            }
            (false, true) => format!(" {};\n", of(&TARGETS, next())),
            (false, false) => format!(" {}'R{rule}'\n", of(&TARGETS, next())),
        };
    }
    source
}
