//! The automaton finds what the reference finds, which runs every rule's regex by itself: on the
//! grammars of this repository with random texts and samples, on every feature of regexes, on
//! random rules. `LRLEX_DFA_ROUNDS` sets the number of texts for each grammar; a folder of further
//! programs is used if it is there.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use lrlex::{DefaultLexerTypes, LAYOUT_DIRECTIVES, LRNonStreamingLexerDef, LexFlags, LexerDef};
use lrpar::{LexError, Lexeme, Lexer};
use lrtable::{
    diagnostic::{Diagnostic, Severity},
    random::Random,
};

use crate::by_regex::{ByRegex, Found};

type Def = LRNonStreamingLexerDef<DefaultLexerTypes>;

/// A lexer by the automaton, and one by regexes.
struct Pair {
    by_automaton: Def,
    by_regexes: ByRegex,
    source: String,
}

impl Pair {
    /// `None` if there is an error: one that the `regex` crate finds, too.
    fn new(source: &str) -> Option<Pair> {
        let (by_automaton, said) = Def::read(source, &LexFlags::default());
        let is_error = |one: &&Diagnostic| one.severity() == Severity::Error;
        let errors: Vec<&str> = said.iter().filter(is_error).map(|error| error.message()).collect();
        assert_eq!(by_automaton.is_none(), !errors.is_empty());
        assert!(!errors.contains(&"invalid regex: it cannot be read"), "{source}");
        let by_automaton = by_automaton?;
        let by_regexes = ByRegex::new(&by_automaton, source);
        Some(Pair { by_automaton, by_regexes, source: source.to_owned() })
    }

    /// Lexes `text` twice; the number of lexemes that are none errors.
    fn check(&self, text: &str) -> usize {
        let place = |lexeme| match lexeme {
            Ok::<lrlex::DefaultLexeme, lrlex::LRLexError>(lexeme) => {
                (Some(lexeme.tok_id()), lexeme.span().start(), lexeme.span().end())
            }
            Err(error) => (None, error.span().start(), error.span().end()),
        };
        let found: Vec<Found> = self.by_automaton.lexer(text).iter().map(place).collect();
        let expected = self.by_regexes.lex(text);
        if found != expected {
            let differs = found.iter().zip(&expected).find(|(found, expected)| found != expected);
            panic!("{differs:?} in {text:?} with\n{}", self.source);
        }
        found.iter().filter(|(id, ..)| id.is_some()).count()
    }

    /// Whether the first rule matches somewhere in `text`.
    fn finds_first(&self, text: &str) -> bool {
        let lexer = self.by_automaton.lexer(text);
        lexer.iter().flatten().any(|lexeme| lexeme.tok_id() == 0)
    }
}

fn grammars() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars");
    let mut folders: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

fn lexer_of(folder: &Path) -> Pair {
    let name = folder.file_name().unwrap().to_str().unwrap();
    let source = fs::read_to_string(folder.join(format!("{name}.l"))).unwrap();
    // What the directives do is no matter of rules.
    let is_directive = |line: &&str| {
        let mut words = LAYOUT_DIRECTIVES.into_iter().chain(["%reclassify"]);
        words.any(|word| line.starts_with(word))
    };
    let lines = source.split_inclusive('\n').filter(|line| !is_directive(line));
    Pair::new(&lines.collect::<String>()).expect("the grammar's lexer has no errors")
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
        .into_iter()
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .collect()
}

fn read_lossy(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()
}

#[test]
fn samples_of_the_grammars_are_lexed_alike() {
    for folder in grammars() {
        let pair = lexer_of(&folder);
        let texts = files(&folder);
        assert!(texts.len() > 3);
        let lexemes: usize = texts.iter().map(|path| pair.check(&read_lossy(path))).sum();
        assert!(lexemes > 0, "{}", folder.display());
    }
}

#[test]
fn random_texts_are_lexed_alike_by_the_grammars() {
    let rounds: Option<usize> =
        env::var("LRLEX_DFA_ROUNDS").ok().map(|rounds| rounds.parse().expect("a number"));
    let rounds = rounds.unwrap_or(5_000);
    for folder in grammars() {
        let pair = lexer_of(&folder);
        let mut random = Random::new(0x2545_f491_4f6c_dd1d);
        let samples: String = files(&folder).iter().map(|path| read_lossy(path)).collect();
        let samples: Vec<char> = samples.chars().collect();
        let source: Vec<char> = pair.source.chars().collect();
        let mut lexemes = 0;
        for _ in 0..rounds {
            let mut text = String::new();
            for _ in 0..1 + random.below(8) {
                match random.below(8) {
                    0 => text.extend(char::from_u32(random.below(0x11_0000) as u32)),
                    1 => text.push(random.below(128) as u8 as char),
                    2 => text.push_str(random.choose::<&str>(&[
                        "é",
                        "ſ",
                        "\u{212a}",
                        "€",
                        "\u{10ffff}",
                        "\0",
                        "\r\n",
                        "<?php ",
                    ])),
                    kind => {
                        let from = if kind < 5 { &source } else { &samples };
                        let start = random.below(from.len());
                        let end = from.len().min(start + random.below(12));
                        text.extend(&from[start..end]);
                    }
                }
            }
            lexemes += pair.check(&text);
        }
        println!("{}: {rounds} texts, {lexemes} lexemes", folder.file_name().unwrap().display());
        assert!(lexemes > 1_000, "{lexemes} lexemes: {}", folder.display());
    }
}

/// Real programs beside the repository, valid and broken.
#[test]
#[ignore = "needs corpora"]
fn programs_are_lexed_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora");
    for (grammar, prefix) in
        [("java7", "java"), ("c11", "c-"), ("lua53", "lua"), ("php73", "php"), ("json", "json")]
    {
        let path = grammars().into_iter().find(|path| path.ends_with(grammar)).unwrap();
        let pair = lexer_of(&path);
        let (mut count, mut bytes, mut lexemes) = (0, 0, 0);
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().unwrap().to_str().unwrap().starts_with(prefix) {
                for path in files(&path) {
                    let text = read_lossy(&path);
                    lexemes += pair.check(&text);
                    (count, bytes) = (count + 1, bytes + text.len());
                }
            }
        }
        println!("{grammar}: {count} files, {bytes} bytes, {lexemes} lexemes");
    }
}

/// Regexes with every feature, each with a text of what it may match.
const FEATURES: &[&str] = &[
    // Literals and escapes
    "abc",
    "é€",
    "a\\+b",
    "\\x41\\x{20ac}",
    "\\u00e9\\U0001F600",
    "\\101\\0",
    "[\\101-\\132é]",
    "\\a\\f\\n\\r\\t\\v",
    "\\/\\\"\\'",
    "a\\ b",
    "\\#\\&\\-\\~",
    "]}",
    "a\\{2\\}",
    // Classes
    ".",
    "[abc]",
    "[^abc]",
    "[a-cx-z]",
    "[]a]",
    "[^]a]",
    "[-a]",
    "[a-]",
    "[^-]",
    "[--a]",
    "[+--]",
    "[a\\-c]",
    "[\\]\\[]",
    "[[:alpha:]]+",
    "[[:^alpha:][:digit:]]",
    "[\\n\\x41-\\x43é-ÿ]",
    "[a-z&&[^aeiou]]+",
    "[a-z--[bc]]",
    "[a-g~~[e-k]]",
    "[[a-c][x-z]]",
    "[^[a-c]x]",
    "[\\d_]",
    "[^\\d]",
    "[\\D]",
    "[\\w--\\d]",
    "[\\s\\S]",
    "[a-z&&b-c]",
    "[a&&b]",
    "\\d+",
    "\\D",
    "\\s+",
    "\\S",
    "\\w+",
    "\\W",
    "\\pL",
    "\\PL",
    "\\p{L}+",
    "\\p{Greek}",
    "\\P{Lu}",
    "\\p{sc=Cyrillic}",
    "[\\p{L}\\p{Nd}_]+",
    "[^\\p{L}]",
    // Sequences, alternatives, groups
    "ab|a",
    "a|ab",
    "(a|ab)(c|bcd)",
    "|a",
    "a|",
    "()",
    "(?:)a",
    "(a)(?P<n>b)(?<m>c)",
    "(?:a|b)+",
    // Repetition
    "a*",
    "a+",
    "a?",
    "a??b",
    "a*?b",
    "a+?",
    "a{2}",
    "a{2,}",
    "a{1,3}",
    "a{1,3}?",
    "a{2,}?b",
    "a{0}b",
    "(a|b){2,3}c",
    "(a*)*b",
    "(a*)+",
    "(a*?)*b",
    "(a??b??)*c",
    "(|a)+",
    "(|a)*b",
    "(a|b*)*c",
    "(a?){3}",
    "(a?b??){1,3}?c",
    "a**b",
    "a+?*b",
    "(?:a+){2}",
    "/\\*.*?\\*/",
    "\"(?:[^\"\\\\]|\\\\.)*?\"",
    // Flags
    "(?i)k",
    "(?i)S+",
    "(?i:a)b",
    "(?i)é",
    "(?i)[k-s]",
    "(?i)[^k]",
    "(?-s).",
    "(?s:.)a",
    "(?U)a*b",
    "(?U)a*?",
    "(?x) a  b # c",
    "(?-u)\\w+",
    "(?-u:\\d)é",
    "a(?i)b|c",
    "(?i-s)A.",
    "(?m)a",
    "(?i)\\p{Lu}",
    "(?u)\\w",
    "(?x: a b )c",
    "(?i)(?-i)a",
    "(?im-s:A.)",
    "(?R)a$",
    // More spellings
    "\\p{Letter}",
    "\\pN",
    "\\p{gc=Lu}",
    "\\p{scx:Grek}",
    "\\p{Alphabetic}+",
    "[\\p{Greek}&&\\pL]",
    "\\u{e9}\\U{1F600}",
    "[[:ascii:]&&[:punct:]]",
    "[[:lower:]][[:upper:]]",
    "[[:space:][:blank:]]",
    "[[:cntrl:]]",
    "[[:graph:]]+[[:print:]]",
    "[[:word:]]+",
    "[[:xdigit:]]{2}",
    "[[:alnum:]]",
    // Around the text
    "^a",
    "a$",
    "\\Aa",
    "\\ba\\b",
    "a\\B",
    "a\\z",
    "(a|ab)(c|bcd)?\\z",
    "[ab]+\\z",
    "a*?\\z",
    "a|b\\z",
    "(?:a|b\\z)",
    "a\\z|b",
    "(?x)a \\z # c",
    "(?x)a # \\z",
    "(?i)é\\z",
    "(?m:a$)",
    "a\\b{end}",
    "\\b{start}a",
    "\\b{start-half}a",
    "a\\b{end-half}",
];

#[test]
fn every_feature_of_regexes_means_the_same() {
    let alphabet = [
        "a", "b", "c", "aa", "ab", "A", "B", "k", "K", "\u{212a}", "s", "S", "ſ", "é", "É", "€",
        "0", "9", "٣", "_", "-", "+", " ", "\n", "\r", "\t", "\\", "/*", "*/", "*", "\"", "'", "[",
        "]", "}", "{2}", "\0", "x", "z", "Ж", "ж", "Ω", "😀", "\u{a0}", "\u{7}", "ABC", "#&-~",
        "#", "\x0c", "\x0b",
    ];
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut unseen = Vec::new();
    for regex in FEATURES {
        let mut seen = false;
        for header in
            ["", "%grmtools{case_insensitive}\n", "%grmtools{swap_greed, !dot_matches_new_line}\n"]
        {
            let source = format!("{header}%%\n{regex} 'A'\n[a-b] 'B'\n[ x]+ ;\n");
            let pair = Pair::new(&source).unwrap_or_else(|| panic!("{source} is wrong"));
            let texts = (0..400).map(|_| {
                (0..random.below(9)).map(|_| *random.choose(&alphabet)).collect::<String>()
            });
            for text in texts.chain(EXAMPLES.map(String::from)) {
                pair.check(&text);
                seen |= pair.finds_first(&text);
            }
        }
        if !seen {
            unseen.push(*regex);
        }
    }
    // These match nothing, or rather the empty text, which is no lexeme.
    assert_eq!(unseen, ["[a&&b]", "|a", "()", "(|a)+"]);
}

/// Texts for regexes that random texts hardly match.
const EXAMPLES: [&str; 5] = [
    "ABCabcdé€a+bA€é😀A\0 \x07\x0c\n\r\t\x0b/\"'a b#&-~]}a{2}",
    "é€ A€ é😀 a+b abcc abab",
    "\x07\x0c\n\r\t\x0b",
    "a+b#&-~ \"b\\\"c\" bbc /\"'",
    "aaab",
];

/// Pieces of regexes; not all that is made of them is a regex.
const PIECES: &[&str] = &[
    "a",
    "b",
    "c",
    "ab",
    "é",
    "€",
    "k",
    ".",
    "[ab]",
    "[^a]",
    "[^a-c]",
    "[a-cé]",
    "[é-€]",
    "\\w",
    "\\d",
    "\\s",
    "[[:alpha:]]",
    "(a|ab)",
    "(?:b|)",
    "(?:|a)",
    "\\p{Lu}",
    "[a-c&&[^b]]",
    "(?i:é)",
    "a*?",
    "(a??b)",
    "\\x{212a}",
    "(",
    ")",
    "(?:",
    "(?i)",
    "(?U)",
    "(?s-i:",
    "(?x)",
    " ",
    "|",
    "*",
    "+",
    "?",
    "*?",
    "??",
    "{2}",
    "{1,2}",
    "{",
    "[",
    "]",
    "^",
    "$",
    "\\b",
    "-",
    "&&",
    "[a-",
];

/// A regex that is right, if its depth suffices for what it is made of.
fn regex(random: &mut Random, depth: usize) -> String {
    let pieces = &PIECES[..26];
    match random.below(if depth == 0 { 3 } else { 10 }) {
        0..3 => random.choose(pieces).to_string(),
        3 | 4 => regex(random, depth - 1) + &regex(random, depth - 1),
        5 => format!("{}|{}", regex(random, depth - 1), regex(random, depth - 1)),
        6 => {
            let open = ["(", "(?:", "(?i:", "(?U:", "(?-s:", "(?i)(?:"];
            format!("{}{})", random.choose(&open), regex(random, depth - 1))
        }
        _ => {
            let sign = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,3}?", "{1,}", "{2,}?"];
            format!("(?:{}){}", regex(random, depth - 1), random.choose(&sign))
        }
    }
}

#[test]
fn random_regexes_mean_the_same() {
    let alphabet =
        ["a", "b", "c", "A", "é", "É", "€", "k", "K", "\u{212a}", "1", " ", "\n", "-", "[", "]"];
    let mut random = Random::new(0x5851_f42d_4c95_7f2d);
    let (mut lexers, mut lexemes) = (0, 0);
    for round in 0..3_000 {
        let mut source = String::from("%%\n");
        for rule in 0..1 + random.below(3) {
            // Half of them may be wrong.
            let regex: String = match round % 2 {
                0 => regex(&mut random, 3),
                _ => (0..1 + random.below(6)).map(|_| *random.choose(PIECES)).collect(),
            };
            source.push_str(&format!("{regex} 'R{rule}'\n"));
        }
        let Some(pair) = Pair::new(&source) else { continue };
        lexers += 1;
        for _ in 0..12 {
            let text: String = (0..random.below(12)).map(|_| *random.choose(&alphabet)).collect();
            lexemes += pair.check(&text);
        }
    }
    assert!(lexers > 1_800 && lexemes > 20_000, "{lexers} lexers, {lexemes} lexemes");
}

#[test]
fn parts_of_matches_are_kept_alike() {
    let sources = [
        "abc+ { yyless(2); return A; }\n[a-c]+ { yyless(yyleng-1); return B; }\nd { yymore(); }\néd? { yyless(1); return E; }\n",
        "ab? { yymore(); BEGIN(S); }\n<S>b+ { BEGIN(INITIAL); return B; }\n<S>a { yyless(0); BEGIN(INITIAL); }\n[cd]+ return C;\n",
        "a* { yymore(); return A; }\nb+ { yyless(5); return B; }\n(c|cd|é)+ { yyless(yyleng-2); yy_push_state(S); }\n<S>.|\\n { yy_pop_state(); }\n",
    ];
    let mut random = Random::new(0x1f83_d9ab_fb41_bd6b);
    let mut lexemes = 0;
    for rules in sources {
        let pair = Pair::new(&format!("%option noyywrap\n%x S\n%%\n{rules}")).unwrap();
        for _ in 0..500 {
            let text: String = (0..random.below(12))
                .map(|_| random.choose(&["a", "b", "c", "d", "é", "\n"]))
                .copied()
                .collect();
            lexemes += pair.check(&text);
        }
    }
    assert!(lexemes > 2_000, "only {lexemes} lexemes");
}

/// Runs of all lengths of bytes by which a state leads to itself, ended by what leaves it, by the
/// end, or by a character beyond ASCII; matches that need a look far ahead; start states, and rules
/// for their regexes, in between.
#[test]
fn long_runs_are_lexed_alike() {
    let source = "%x TEXT\n%%\nend\\z 'END'\nx9\\b 'X'\n/\\*([^*]|\\*+[^*/])*\\*+/ ;\n//[^\\n]* ;\n\"[^\"\\\\\\n]*\" 'STRING'\n[a-z_0-9é]+ 'NAME'\n\
                  [ \\n]+ ;\n'(?:[^']|'')*' 'QUOTED'\n[0-9]+(?:\\.[0-9]+)? 'NUMBER'\n\\.\\.\\. '...'\n\\. '.'\n/ '/'\n\
                  \\{ <+TEXT>'{'\n<TEXT>\\{ <+TEXT>'{'\n<TEXT>\\} <-TEXT>'}'\n<TEXT>[^{}]+ 'TEXT'\n";
    let pair = Pair::new(source).unwrap();
    let pieces = ["a", "9", " ", "\n", "*", "-", ".", "é", "€", "/", "x9"];
    let marks =
        ["/*", "*/", "//", "\"", "'", "\n", ".", "..", "1.", "{", "}", "€", "end", "é", "?", ""];
    let mut random = Random::new(0x6a09_e667_f3bc_c908);
    let mut lexemes = 0;
    for round in 0..600 {
        let mut text = String::new();
        for _ in 0..1 + random.below(12) {
            let longest = [3, 20, 70, 300, 1_200][random.below(5)];
            text.push_str(random.choose::<&str>(&marks));
            text.push_str(&random.choose::<&str>(&pieces).repeat(random.below(longest)));
        }
        text.push_str(if round % 3 == 0 { "end" } else { "" });
        lexemes += pair.check(&text);
    }
    assert!(lexemes > 10_000, "{lexemes} lexemes");
    assert!(pair.finds_first("x end") && !pair.finds_first("end x"));
}

#[test]
fn rules_whose_automata_are_too_large_still_match() {
    let source =
        "%%\n[ab]*a[ab]{14}c 'LONG'\n(a|b)+ 'AB'\n\\p{L}{40,100}! 'LETTERS'\nx{7000} 'X'\nd 'D'\n";
    let (_, said) = Def::read(source, &LexFlags::default());
    assert_eq!(said.len(), 1, "{said:?}");
    let pair = Pair::new(source).unwrap();
    let mut random = Random::new(0x1234_5678_9abc_def1);
    for _ in 0..300 {
        let text: String =
            (0..random.below(60)).map(|_| *random.choose(&["a", "b", "c", "d"])).collect();
        pair.check(&text);
    }
    assert_eq!(pair.check(&("é".repeat(40) + "!" + &"x".repeat(7000))), 2);
}

#[test]
fn texts_that_promise_long_matches_in_vain_take_linear_time() {
    let source = "%%\n/\\*([^*]|\\*+[^*/])*\\*+/ 'C'\n[a-z]+ 'ID'\n(ab)*c 'ABC'\n'[^']*' 'S'\n[^a-z] 'SIGN'\n";
    let def = Def::from_str(source).unwrap();
    for text in ["/* ", "é/*", "ab", "'/*x ", "/*''"] {
        let text = text.repeat(1 << 19);
        assert!(def.lexer(&text).iter().count() > 0);
    }
    let pair = Pair::new(source).unwrap();
    for text in ["/* ", "é/*", "ab", "'/*x ", "/*''", "abab/*'é"] {
        pair.check(&text.repeat(2_000));
        pair.check(&(text.repeat(700) + "*/" + &text.repeat(300) + "'c*/"));
    }
}
