//! Random rule sets in flex's dialect, and random texts for a lex file.
//!
//! Inside a rule no branch or repetition can be matched in two ways, so that the first match is the
//! longest. Numbers in `yyless` are not above the length of the shortest match, and what is given
//! back does not bring a lexer back to where it was, or only for so long that flex's lexer is
//! stopped.

use std::fmt::Write;

use lrtable::random::Random;

/// A regex and the length of its shortest match.
const REGEXES: [(&str, usize); 21] = [
    ("\"a\"", 1),
    ("b", 1),
    ("[ab]", 1),
    ("[ab]+", 1),
    ("a[bc]*", 1),
    ("\"ab\"c+", 3),
    ("[0-9]+", 1),
    ("[0-9]+\".\"[0-9]+", 3),
    ("[0-9]+\".\"", 2),
    ("\"/*\"", 2),
    ("\"*/\"", 2),
    ("\\n", 1),
    ("[ \\t]+", 1),
    (".", 1),
    (".|\\n", 1),
    ("[^ab\\n]+", 1),
    ("c{2,3}", 2),
    ("ab/c", 2),
    ("^[ab]+", 1),
    ("\"//\"[^\\n]*", 2),
    ("\\\"", 1),
];

/// Pieces of texts.
const PIECES: [&str; 19] = [
    "a", "b", "c", "ab", "abc", "cc", "0", "12", ".", "/*", "*/", "/", "*", "//", "\n", " ", "\t",
    "\"", "?",
];

/// A lex file.
pub(crate) fn rules(random: &mut Random) -> String {
    let mut out = "%option noyywrap stack\n%x X Y\n%s S\n%%\n".to_owned();
    for number in 0..3 + random.below(10) {
        let (regex, shortest) = REGEXES[random.below(REGEXES.len())];
        let states = ["", "", "", "<X>", "<Y,S>", "<*>", "<INITIAL,X>"][random.below(7)];
        let _ = writeln!(out, "{states}{regex} {}", action(random, number, shortest));
    }
    out
}

fn action(random: &mut Random, number: usize, shortest: usize) -> String {
    let mut parts = Vec::new();
    let state = ["X", "Y", "S", "INITIAL"][random.below(4)];
    match random.below(10) {
        0 | 1 => parts.push(format!("BEGIN({state});")),
        2 => parts.push(format!("yy_push_state({state});")),
        3 => parts.push("yy_pop_state();".to_owned()),
        4 => parts.push(format!("BEGIN(INITIAL); BEGIN {state};")),
        _ => {}
    }
    match random.below(12) {
        0 => parts.push(format!("yyless({});", random.below(shortest + 1))),
        1 => parts.push("yyless(yyleng - 1);".to_owned()),
        3 | 4 => {
            parts.push("yymore();".to_owned());
            return format!("{{ {} }}", parts.join(" "));
        }
        _ => {}
    }
    match random.below(9) {
        0 => {}
        1 => parts.push("return 'x';".to_owned()),
        2 => parts.push(format!("if (0) return U{number}; else return T{number};")),
        3 if random.below(4) == 0 => parts.push("return 0;".to_owned()),
        4 if random.below(3) == 0 => return "{ REJECT; }".to_owned(),
        5 if random.below(3) == 0 => parts.push("return -1;".to_owned()),
        _ => parts.push(format!("return T{number};")),
    }
    format!("{{ {} }}", parts.join(" "))
}

/// A text of pieces of random lexers, and of what stands in a lex file.
pub(crate) fn text(source: &str, random: &mut Random) -> String {
    let words: Vec<&str> = source
        .split(|c: char| c.is_whitespace() || "\"()[]{}<>;,'".contains(c))
        .filter(|word| !word.is_empty() && word.len() < 12)
        .collect();
    let mut out = String::new();
    let own = random.below(2) == 0;
    for _ in 0..random.below(30) {
        match random.below(4) {
            0 if own && !words.is_empty() => out.push_str(words[random.below(words.len())]),
            1 if own => out.push(char::from(32 + random.below(95) as u8)),
            2 if own => {
                out.push_str([" ", "\n", "/*", "*/", "\"", "//", "'", "\\"][random.below(8)])
            }
            _ => out.push_str(PIECES[random.below(PIECES.len())]),
        }
    }
    out
}
