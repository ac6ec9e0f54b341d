//! Conditions of actions in C on the text of their rule, and on variables, against what they mean.

use std::collections::BTreeSet;

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef};
use lrpar::{Lexeme as _, Lexer as _};
use lrtable::random::Random;
use nimbleparse::import::CActions;

type Lexer = LRNonStreamingLexerDef<DefaultLexerTypes>;

fn lexer(lex: &str) -> Lexer {
    let (lexer, said) = Lexer::read_with(lex, &LexFlags::default(), &mut CActions::new());
    let mut lexer = lexer.unwrap_or_else(|| panic!("{said:?}\n{lex}"));
    let warnings: Vec<_> = said.iter().filter(|one| one.message().contains("condition")).collect();
    assert!(warnings.is_empty(), "{warnings:?}\n{lex}");
    let names: BTreeSet<String> =
        lexer.iter_rules().filter_map(|rule| rule.name().map(str::to_owned)).collect();
    let ids = names.iter().zip(0..).map(|(name, id)| (&name[..], id)).collect();
    lexer.set_rule_ids(&ids);
    lexer
}

/// The names of the lexemes of a text; a part that is an error has none.
fn names(lexer: &Lexer, text: &str) -> Vec<String> {
    let name = |id| lexer.get_rule_by_id(id).name().unwrap_or_default().to_owned();
    let lexed = lexer.lexer(text);
    lexed.iter().map(|lexeme| lexeme.map_or(String::new(), |one| name(one.tok_id()))).collect()
}

/// A condition, and what it means.
type Condition = (&'static str, fn(&str) -> bool);

fn byte(text: &str, at: usize) -> u8 {
    text.as_bytes().get(at).copied().unwrap_or(0)
}

const CONDITIONS: [Condition; 22] = [
    ("!strcmp(yytext, \"ab\")", |text| text == "ab"),
    ("strcmp(\"aA1\", yytext) == 0", |text| text == "aA1"),
    ("strcasecmp(yytext, \"aba\")", |text| !text.eq_ignore_ascii_case("aba")),
    ("!strncmp(yytext, \"ab1\", 2)", |text| text.starts_with("ab")),
    ("strncmp(yytext, \"ab\", 3) == 0", |text| text == "ab"),
    ("!strncasecmp(yytext + 1, \"ab\", 2)", |text| {
        text.get(1..3).is_some_and(|part| part.eq_ignore_ascii_case("ab"))
    }),
    ("yytext[0] == 'a'", |text| byte(text, 0) == b'a'),
    ("*yytext != 'A'", |text| byte(text, 0) != b'A'),
    ("yytext[2] == '1'", |text| byte(text, 2) == b'1'),
    ("yytext[1] < 'a'", |text| byte(text, 1) < b'a'),
    ("yytext[yyleng - 1] == 'b'", |text| text.ends_with('b')),
    ("'A' == yytext[yyleng-2]", |text| text.len() > 1 && byte(text, text.len() - 2) == b'A'),
    ("isupper(yytext[1])", |text| byte(text, 1).is_ascii_uppercase()),
    ("isdigit((unsigned char) *yytext)", |text| byte(text, 0).is_ascii_digit()),
    ("tolower(yytext[1]) == 'b'", |text| byte(text, 1).eq_ignore_ascii_case(&b'b')),
    ("yyleng > 2", |text| text.len() > 2),
    ("yyleng == 3", |text| text.len() == 3),
    ("strlen(yytext) <= 1", |text| text.len() <= 1),
    ("strchr(yytext, '1') != NULL", |text| text.contains('1')),
    ("!strstr(yytext, \"bb\")", |text| !text.contains("bb")),
    ("strpbrk(yytext, \"1A\")", |text| text.contains(['1', 'A'])),
    ("std::string(yytext) == \"b\"", |text| text == "b"),
];

const REGEXES: [&str; 5] =
    ["[abA1]+", "a[abA1]*", "[aA]*b?1*", "(ab|Ab1|[aA1]{2,3})b*", "([ab][A1])+b?"];

#[test]
fn conditions_on_the_text_are_decided_for_each_text() {
    let mut texts = vec![String::new()];
    for at in 0.. {
        if texts[at].len() == 5 {
            break;
        }
        texts.extend(["a", "b", "A", "1"].map(|c| texts[at].clone() + c));
    }
    let mut random = Random::new(7);
    let mut decided = [0, 0, 0, 0];
    for round in 0..60 {
        let regex = REGEXES[round % REGEXES.len()];
        let mut pick = || CONDITIONS[random.below(CONDITIONS.len())];
        let (one, two, three) = (pick(), pick(), pick());
        let lex = format!(
            "%option noyywrap\n%%\n{regex} {{ if ({} && {}) return A; if ({}) return B; return !({}) ? C : D; }}\n",
            one.0, two.0, three.0, one.0
        );
        let with_conditions = lexer(&lex);
        let plain = lexer(&format!("%option noyywrap\n%%\n{regex} {{ return X; }}\n"));
        for text in texts.iter().filter(|text| names(&plain, text) == ["X"]) {
            let (one, two, three) = (one.1(text), two.1(text), three.1(text));
            let which = match (one && two, three, !one) {
                (true, ..) => 0,
                (_, true, _) => 1,
                (_, _, true) => 2,
                _ => 3,
            };
            decided[which] += 1;
            assert_eq!(
                names(&with_conditions, text),
                [["A", "B", "C", "D"][which]],
                "{text}\n{lex}"
            );
        }
    }
    assert!(decided.iter().all(|count| *count > 50), "{decided:?}");
}

/// Runs a lexer and a program that does the same on random texts of some letters; the names that
/// were seen.
fn compare(lex: &str, letters: &[u8], program: impl Fn(&str) -> Vec<&'static str>) -> usize {
    let lexer = lexer(lex);
    let mut random = Random::new(11);
    let mut seen = BTreeSet::new();
    for _ in 0..3_000 {
        let len = 1 + random.below(40);
        let text: String = (0..len).map(|_| char::from(*random.choose(letters))).collect();
        let expected = program(&text);
        assert_eq!(names(&lexer, &text), expected, "{text}");
        seen.extend(expected);
    }
    seen.len()
}

#[test]
fn a_counter_of_nesting_has_the_value_that_a_program_gives_it() {
    let lex = "%option noyywrap\n%{\nstatic int depth = 0;\n%}\n%x S\n%%\n\
        \"(\" { depth++; return OPEN; }\n\")\" { --depth; return CLOSE; }\n\
        x { if (!depth) return A; if (depth == 2) return B; return depth < 0 ? C : D; }\n\
        s { BEGIN(S); return ENTER; }\n<S>s { BEGIN(INITIAL); return LEAVE; }\n\
        <S>x { return depth > 0 ? E : F; }\n<S>[()] return G;\n";
    let seen = compare(lex, b"(()))xxss", |text| {
        let (mut depth, mut inside) = (0, false);
        let step = |c| match (c, inside) {
            ('s', _) => {
                inside = !inside;
                if inside { "ENTER" } else { "LEAVE" }
            }
            ('x', true) => {
                if depth > 0 {
                    "E"
                } else {
                    "F"
                }
            }
            (_, true) => "G",
            ('(', _) => {
                depth += 1;
                "OPEN"
            }
            (')', _) => {
                depth -= 1;
                "CLOSE"
            }
            _ => match depth {
                0 => "A",
                2 => "B",
                ..0 => "C",
                _ => "D",
            },
        };
        text.chars().map(step).collect()
    });
    assert_eq!(seen, 11);
}

#[test]
fn flags_and_modes_have_the_values_that_a_program_gives_them() {
    let lex = "%option noyywrap\n%{\nstatic int flag;\nenum { OFF, ON, BOTH };\nstatic int mode = OFF;\n%}\n%x S\n%%\n\
        f { flag = !flag; return FLAG; }\n\
        m { mode += 1; if (mode > BOTH) mode = OFF; return MODE; }\n\
        s { BEGIN(S); return ENTER; }\n<S>s { BEGIN(INITIAL); if (flag) return LEAVE_FLAG; return LEAVE; }\n\
        <INITIAL,S>x { if (YY_START == S) return E; if (mode == OFF && flag) return A; switch (mode) { case ON: return B; case BOTH: return C; } return D; }\n\
        <S>[fm] { flag = *yytext == 'f'; return G; }\n";
    let seen = compare(lex, b"ffmmxxxss", |text| {
        let (mut flag, mut mode, mut inside) = (false, 0, false);
        let step = |c| match (c, inside) {
            ('s', true) => {
                inside = false;
                if flag { "LEAVE_FLAG" } else { "LEAVE" }
            }
            ('s', false) => {
                inside = true;
                "ENTER"
            }
            ('x', true) => "E",
            (c, true) => {
                flag = c == 'f';
                "G"
            }
            ('f', false) => {
                flag = !flag;
                "FLAG"
            }
            ('m', false) => {
                mode = (mode + 1) % 3;
                "MODE"
            }
            _ if mode == 0 && flag => "A",
            _ => ["D", "B", "C"][mode],
        };
        text.chars().map(step).collect()
    });
    assert_eq!(seen, 11);
}
