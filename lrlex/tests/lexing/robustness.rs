//! No text can make the reader or a lexer panic, and lexing stays linear where a careless engine
//! does not.

use std::{fs, path::Path};

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef, Rule};
use lrpar::{LexError, Lexeme, Lexer, NonStreamingLexer, Span};
use lrtable::{diagnostic::render_all, random::Random};

type Def = LRNonStreamingLexerDef<DefaultLexerTypes>;

const PIECES: [&str; 58] = [
    "\n",
    " ",
    "\t",
    "\r",
    "%%",
    "%x A\n",
    "%s",
    "%option caseless\n",
    "%{",
    "%}",
    "%grmtools{",
    "}",
    "{",
    "<",
    ">",
    "<A>",
    "<+A>",
    "\"",
    "'",
    "\"A\"",
    ";",
    "/",
    "//",
    "/*",
    "*/",
    "\\",
    "[",
    "]",
    "[^",
    "(",
    ")",
    "(?",
    "(?x)",
    "|",
    "*",
    "+?",
    "{2}",
    "{A}",
    "\\b",
    "\\x{",
    "\\p{L}",
    "a",
    "A [a]\n",
    "é",
    "€",
    "\u{2028}",
    "\0",
    "return A; }",
    "%reclassify A ID after A\n",
    "%indentation A IN DE\n",
    "%indentation ID IN DE\n",
    "%terminate ID at A after A ID\n",
    "%assume X at A before ID\n",
    "%suspend A ID\n",
    "%tabs 4\n",
    "(?P<delim>",
    "<A>{\n",
    "<<EOF>> { return A; }\n",
];

fn lexemes(lexerdef: &Def, text: &str) -> Vec<(bool, Span)> {
    lexerdef
        .lexer(text)
        .iter()
        .map(|lexeme| match lexeme {
            Ok(lexeme) => (true, lexeme.span()),
            Err(error) => (false, error.span()),
        })
        .collect()
}

/// Reads `source`, shows what is said about it, lexes texts: spans must be in order, not empty, and
/// on characters.
fn check(source: &str) {
    let mut flags = LexFlags::default();
    flags.size_limit = Some(100_000);
    let (lexerdef, diagnostics) = Def::read(source, &flags);
    render_all(&diagnostics, "l", source);
    let Some(lexerdef) = lexerdef else {
        assert!(!diagnostics.is_empty());
        return;
    };
    // Rules may say that a text is an error, that a lexeme is empty, and what is no lexeme after
    // all, or never ends. Tokens of layout and of the end may be empty.
    let gives_back =
        ["yyless", "unput", "yymore", "input"].iter().any(|word| source.contains(word));
    let lines = lexerdef.lexer("").layout().is_some();
    let at_end = lexerdef.iter_rules().any(Rule::is_at_end);
    let has_errors = lines || gives_back || lexerdef.iter_rules().any(Rule::is_error);
    for text in ["", source, "aAbé€\0 \n\"'{}aaaa"] {
        let mut end = 0;
        let mut after_error = None;
        for (ok, span) in lexemes(&lexerdef, text) {
            assert!(span.start() >= end && (!span.is_empty() || gives_back || lines || at_end));
            assert!(text.get(span.start()..span.end()).is_some());
            assert!(ok || has_errors || after_error != Some(span.start()), "two errors touch");
            after_error = (!ok).then_some(span.end());
            end = span.end();
        }
        assert!(end <= text.len());
    }
}

#[test]
fn mutated_lex_files_do_not_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    let files: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let cases: Vec<&str> = files
        .iter()
        .flat_map(|file| file.split("--- lexer\n").skip(1))
        .filter_map(|rest| rest.split("\n--- ").next())
        .collect();
    assert!(cases.len() > 60);
    let mut random = Random::new(0x1234_5678_9abc_def1);
    for _ in 0..4000 {
        let mut chars: Vec<char> = cases[random.below(cases.len())].chars().collect();
        for _ in 0..1 + random.below(4) {
            let at = random.below(chars.len() + 1);
            match random.below(3) {
                0 if at < chars.len() => drop(chars.remove(at)),
                1 if at < chars.len() => {
                    let other = random.below(chars.len());
                    chars.swap(at, other);
                }
                _ => {
                    let piece = PIECES[random.below(PIECES.len())];
                    chars.splice(at..at, piece.chars());
                }
            }
        }
        check(&String::from_iter(chars));
    }
}

#[test]
fn random_texts_as_lex_files_do_not_panic() {
    let mut random = Random::new(0xfeed_beef_0bad_cafe);
    for round in 0..4000 {
        let mut source = String::from(if round % 2 == 0 { "%%\n" } else { "" });
        for _ in 0..random.below(30) {
            source.push_str(PIECES[random.below(PIECES.len())]);
        }
        check(&source);
        let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.below(256) as u8).collect();
        check(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn long_chains_of_definitions_do_not_overflow_the_stack() {
    let mut source = String::from("D0 a\n");
    (1..100_000).for_each(|k| source.push_str(&format!("D{k} {{D{}}}\n", k - 1)));
    source.push_str("%%\n{D99999} \"A\"\n");
    check(&source);
    check(&format!("%%\n{}a{} \"A\"\n", "(".repeat(100_000), ")".repeat(100_000)));
    check(&format!("%%\n{} \"A\"\n", "[".repeat(100_000)));
}

const PROGRAM: &str = "%%
/\\*.*?\\*/ ;
//[^\\n]* ;
[a-zA-Z_][a-zA-Z0-9_]* \"ID\"
[0-9]+(\\.[0-9]+)?\\b \"NUMBER\"
\"([^\"\\\\\\n]|\\\\.)*\" \"STRING\"
[ \\t]+ ;
[+\\-*/=(){};] \"SIGN\"
";

#[test]
fn a_line_of_ten_megabytes_is_lexed() {
    let lexerdef = Def::from_str(PROGRAM).unwrap();
    let text = "x1 = (3.5 + y) * \"é\"; /* c */ ".repeat(350_000);
    let found = lexemes(&lexerdef, &text);
    assert_eq!(found.len(), 10 * 350_000);
    let lexer = lexerdef.lexer(&text);
    let last = found[found.len() - 1].1;
    assert_eq!(lexer.line_col(last).0, (1, text.chars().count() - 9));
}

#[test]
fn a_megabyte_of_garbage_is_one_error() {
    let lexerdef = Def::from_str(PROGRAM).unwrap();
    for garbage in ["?", "€", "\0", "\u{10ffff}@"] {
        let text = garbage.repeat(1_000_000 / garbage.len());
        assert_eq!(lexemes(&lexerdef, &text), [(false, Span::new(0, text.len()))]);
    }
    // Each opening would be searched for its end up to the end of the text.
    let text = "/* ".repeat(300_000);
    assert_eq!(lexemes(&lexerdef, &text).len(), 600_000);
    let text = "a?".repeat(500_000);
    assert_eq!(lexemes(&lexerdef, &text).len(), 1_000_000);
}

#[test]
fn a_million_open_brackets_are_stacked_states() {
    let source = "%x B\n%%\n<INITIAL,B>\\{ <+B>\"{\"\n<B>\\} <-B>\"}\"\n";
    let lexerdef = Def::from_str(source).unwrap();
    let text = "{".repeat(1_000_000) + &"}".repeat(1_000_001);
    let found = lexemes(&lexerdef, &text);
    assert_eq!(found.len(), 2_000_001);
    assert_eq!(found.last(), Some(&(false, Span::new(2_000_000, 2_000_001))));
}

#[test]
fn a_million_stored_texts_are_stacked() {
    let source = "%x B\n%%\n<INITIAL,B>\\{(?P<delim>x?) <+B>\"{\"\n<B>\\}(?P<delim>x?) <-B>\"}\"\n";
    let lexerdef = Def::from_str(source).unwrap();
    let text = "{{x".repeat(500_000) + &"}x}".repeat(500_000) + "}";
    let found = lexemes(&lexerdef, &text);
    assert_eq!(found.len(), 2_000_001);
    assert_eq!(found.last(), Some(&(false, Span::new(3_000_000, 3_000_001))));
}

#[test]
fn a_megabyte_of_declarations_is_reclassified() {
    let source = "%reclassify ID TYPE after def\n%%\ndef \"def\"\nT \"TYPE\"\n[a-z] \"ID\"\n[^ ] \"MARK\"\n[ ]+ ;\n";
    let lexerdef = Def::from_str(source).unwrap();
    let type_id = lexerdef.get_rule_by_name("TYPE").unwrap().tok_id();
    for (unit, types) in [
        ("def (((((((((( ", 0),
        ("( def ( ", 0),
        ("def T x, y, z; ", 4),
        ("def ((((*a))))[9]; a ", 2),
        ("def a def", 0),
    ] {
        let count = 1_000_000 / unit.len();
        let text = unit.repeat(count);
        let lexer = lexerdef.lexer(&text);
        let found = lexer.iter().filter(|l| l.as_ref().ok().map(Lexeme::tok_id) == type_id);
        let found = found.count();
        assert!(found <= count * types && found + types >= count * types, "{unit} {found}");
    }
}

/// Words of 16 characters that a multiplicative hash,
/// `(state.rotate_left(23) ^ eight bytes) * FACTOR`, leads from `state` to the same `end`, as their
/// second half is what undoes the first.
fn colliding(state: u64, end: u64, count: usize, random: &mut Random) -> Vec<String> {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut found = Vec::new();
    while found.len() < count {
        let first = [(); 8].map(|()| b'a' + random.below(26) as u8);
        let between = (state.rotate_left(23) ^ u64::from_be_bytes(first))
            .wrapping_mul(FACTOR)
            .rotate_left(23);
        let second = (between ^ end).to_be_bytes();
        if second.iter().all(u8::is_ascii_alphanumeric) {
            found.push([first, second].iter().flatten().map(|byte| char::from(*byte)).collect());
        }
    }
    found
}

#[test]
fn declared_names_that_were_made_to_collide_cost_what_others_do() {
    let source = "%reclassify ID TYPE after def\n%%\ndef \"def\"\nT \"TYPE\"\n[a-z0-9A-Z]+ \"ID\"\n; \"END\"\n[ ]+ ;\n";
    let lexerdef = Def::from_str(source).unwrap();
    let type_id = lexerdef.get_rule_by_name("TYPE").unwrap().tok_id();
    let mut random = Random::new(5);
    let middle = u64::from_be_bytes(*b"abcdefgh");
    let after = middle.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (firsts, seconds) =
        (colliding(0, middle, 700, &mut random), colliding(after, middle, 700, &mut random));
    let mut text = String::new();
    for first in &firsts {
        for second in &seconds {
            text.push_str(&format!("def {first}{second}; {first}{second} "));
        }
    }
    let lexer = lexerdef.lexer(&text);
    let found = lexer.iter().filter(|l| l.as_ref().ok().map(Lexeme::tok_id) == type_id);
    assert_eq!(found.count(), 700 * 700);
}
