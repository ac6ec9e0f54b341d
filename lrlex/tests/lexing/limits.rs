//! Each limit of lex files and texts is hit, and what is said then names it and the cure.

use lrlex::{DefaultLexerTypes, LRLexError, LRNonStreamingLexerDef, LexFlags, LexerDef};
use lrpar::{LexError, Lexeme, Lexer, Span};
use lrtable::diagnostic::{Diagnostic, Severity};

type Def = LRNonStreamingLexerDef<DefaultLexerTypes>;

fn said(source: &str) -> Vec<Diagnostic> {
    Def::read(source, &LexFlags::default()).1
}

/// The errors of `source`, of which one must say this at this text.
#[track_caller]
fn refused(source: &str, message: &str, at: &str) -> usize {
    let (lexerdef, said) = Def::read(source, &LexFlags::default());
    assert!(lexerdef.is_none());
    let errors: Vec<_> = said.iter().filter(|one| one.severity() == Severity::Error).collect();
    let fits = |error: &&&Diagnostic| error.message().contains(message);
    let Some(error) = errors.iter().find(fits) else {
        panic!("no '{message}' in {:?}", errors.iter().take(5).collect::<Vec<_>>());
    };
    let span = lrtable::Spanned::spans(*error)[0];
    assert_eq!(&source[span.start()..span.end().min(span.start() + at.len())], at);
    errors.len()
}

fn rules(count: usize, rule: impl Fn(usize) -> String) -> String {
    (0..count).map(rule).collect()
}

#[test]
fn settings_above_a_ceiling_are_refused() {
    for (key, value, most) in [
        ("nest_limit", "1001", "1000"),
        ("nest_limit", "99999999999999999999999", "1000"),
        ("size_limit", "18446744073709551615", "67108864"),
        ("dfa_size_limit", "67108865", "67108864"),
    ] {
        let source = format!("%grmtools{{{key}: {value}}}\n%%\na 'A'\n");
        let message =
            format!("'{key}' is '{value}', above the ceiling of {most}: set it to {most} or less");
        assert_eq!(refused(&source, &message, value), 1);
        assert_eq!(said(&source.replace(value, most)), []);
    }
}

#[test]
fn the_ceiling_of_nesting_does_not_overflow_the_stack() {
    let nested = |depth| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
    let with = |limit: &str, depth| format!("{limit}%%\n{} 'A'\n", nested(depth));
    let lexerdef = Def::from_str(&with("%grmtools{nest_limit: 1000}\n", 900)).unwrap();
    assert_eq!(lexerdef.lexer("a").iter().count(), 1);
    let message = "exceed the maximum number of nested parentheses/brackets (1000)";
    refused(&with("%grmtools{nest_limit: 1000}\n", 100_000), message, "(");
    refused(&with("", 100_000), "nested parentheses/brackets (250)", "(");
    let flex = format!("%option a\n%%\n{} return yytext[0];\n", nested(100_000));
    refused(&flex, "nested parentheses/brackets (250)", "(");
}

#[test]
fn a_regex_has_a_greatest_length() {
    let source = |len| format!("%%\n{} 'A'\n", "a".repeat(len));
    refused(&source((1 << 20) + 1), "a regex has 1048576 bytes at most", "aaa");
    assert!(Def::from_str(&source(1_000)).is_ok());
    let longer = "%%\n".to_owned() + &rules(33, |n| format!("{}{n} 'A'\n", "b".repeat(1 << 19)));
    refused(
        &longer,
        "the regexes of this file, definitions expanded, have more than 16777216 bytes",
        "",
    );
}

#[test]
fn definitions_do_not_expand_without_end() {
    let chain = |depth: usize, last: &str| {
        let links = rules(depth, |n| format!("A{n} {{A{}}}{{A{}}}\n", n + 1, n + 1));
        format!("{links}A{depth} {last}\n%%\n")
    };
    let message = "the definitions in this regex expand to more than 1048576 bytes";
    refused(&(chain(40, "a") + "{A0} 'A'\n"), message, "{A0}");
    let errors = refused(
        &(chain(40, "a") + &"{A0} 'A'\n".repeat(1_000)),
        "more than 16777216 bytes",
        "{A0}",
    );
    assert!(errors < 20, "{errors}");
    assert_eq!(refused("A {A}{A}\n%%\n{A} 'A'\n", "'A' is defined by itself", "{A}"), 1);
    let all = rules(60, |n| format!("{{A{n}}}"));
    let cycle = rules(60, |n| format!("A{n} {all}\n")) + "%%\n{A0} 'A'\n";
    assert_eq!(refused(&cycle, "is defined by itself", "{A"), 1);
}

#[test]
fn rules_and_start_states_have_a_greatest_number() {
    let source = "%%\n".to_owned() + &rules(200_001, |_| "a 'A'\n".to_owned());
    refused(&source, "a lexer has 200000 rules at most: let one rule match many words", "a");
    let names = rules(20_001, |n| format!(" S{n}"));
    refused(&format!("%x{names}\n%%\na 'A'\n"), "a lexer has 20000 start states at most", "S19999");
    let names = rules(9_999, |n| format!(" S{n}"));
    let source =
        |kind, count| format!("%{kind}{names}\n%%\n{}", rules(count, |n| format!("k{n} 'A'\n")));
    refused(&source("s", 2_001), "more than 20000000 start states, added up", "k2000");
    // Exclusive ones have no rules, and ten thousand rules are no many.
    assert!(Def::from_str(&source("x", 10_000)).is_ok());
    let source = format!("%x X\n%%\n{}a 'A'\n{}", "<X>{\n".repeat(101), "}\n".repeat(101));
    refused(&source, "blocks '<S>{' stand 100 deep at most", "{");
    let name = "N".repeat(1_001);
    refused(&format!("%%\na '{name}'\n"), "a token's name has 1000 bytes at most", "NNN");
    let source = "%reclassify A A after A\n".repeat(101) + "%%\na 'A'\n";
    refused(&source, "a lexer has 100 directives '%reclassify' at most", "%reclassify");
}

#[test]
fn directives_of_layout_name_so_many_tokens_and_not_more() {
    let names = rules(10_001, |n| format!(" T{n}"));
    refused(
        &format!("%context{names}\n%%\na 'A'\n"),
        "the directives of layout name more than 10000 tokens: name fewer",
        "%context",
    );
    let source = |count| {
        let pairs = rules(count, |n| format!(" a{n} b{n}"));
        let tokens = rules(count, |n| format!("a{n} 'a{n}'\nb{n} 'b{n}'\n"));
        format!("%indentation N I D\n%suspend{pairs}\n%%\n\\n 'N'\n{tokens}")
    };
    assert!(Def::from_str(&source(100)).is_ok());
    refused(&source(101), "'%suspend' has more than 100 tokens that close brackets", "a0");
    refused(
        "%indentation N I D\n%tabs 101\n%%\n\\n 'N'\n",
        "a tab is 1 to 100 columns wide, or 'refused'",
        "101",
    );
}

#[test]
fn a_file_has_a_greatest_length() {
    let source = "// comment\n".repeat((32 << 20) / 11 + 1) + "%%\na 'A'\n";
    assert_eq!(refused(&source, "a lex file of more than 33554432 bytes is not read", ""), 2);
}

#[test]
fn errors_and_notes_are_told_up_to_a_number() {
    for source in [
        "%%\n".to_owned() + &"( 'A'\n".repeat(100_000),
        format!("%%\n{} 'A'\n", "(".repeat(100_000)),
        "%option a\n%%\n".to_owned() + &"a {\n".repeat(100_000),
        format!("%grmtools{{{}}}\n%%\na 'A'\n", rules(30_000, |n| format!("f{n},"))),
    ] {
        let errors =
            refused(&source, "there are more than 200 errors: the file is not read on", "");
        assert_eq!(errors, 201);
    }
    let source = rules(1_000, |n| format!("%option f{n}\n")) + "%%\na 'A'\n";
    assert_eq!(said(&source).len(), 200);
    let long = "x".repeat(100_000);
    let errors = said(&format!("%%\n<{long}>a 'A'\n"));
    assert!(errors[0].message().len() < 500, "{}", errors[0].message().len());
}

#[test]
fn a_rule_of_which_the_automaton_is_too_large_is_tried_by_itself() {
    for regex in ["(a|b)*a(a|b){25}", "((a?){60}){60}", "a{60000}"] {
        let said = said(&format!("%%\n{regex} 'A'\n"));
        let noted = said
            .iter()
            .any(|one| one.message().contains("the automaton of this rule is too large"));
        assert!(noted, "{regex} {said:?}");
    }
    // All together are too large: some are left out, and lexemes are the same.
    let rules = rules(20, |n| format!("k.*{}.*x 'A{n}'\n", char::from(b'a' + n as u8)));
    let (lexerdef, said) = Def::read(&format!("%%\n{rules}"), &LexFlags::default());
    assert!(
        said.iter().any(|one| one.message().contains("the automaton of this rule is too large"))
    );
    let lexerdef = lexerdef.unwrap();
    for (text, expected) in [("kexfx!", 4), ("kexf!", 4), ("kxxtx", 19), ("kxxbxax", 0)] {
        let lexed = lexerdef.lexer(text).iter().next();
        assert_eq!(lexed.unwrap().unwrap().tok_id(), expected, "{text}");
    }
}

#[test]
fn regexes_that_are_run_have_a_greatest_size() {
    let message = "this regex compiles to more than the size limit of 10485760 bytes: repeat less, or set 'size_limit'";
    refused("%%\na{1000}{1000} 'A'\n", message, "a{1000}{1000}");
    let source = "%%\n".to_owned() + &rules(5, |n| format!("(a|b)*a(a|b){{300000}}{n} 'A{n}'\n"));
    let source = source.replace("%%", "%grmtools{size_limit: 67108864}\n%%");
    refused(
        &source,
        "the rules of which the automata are too large take more than 4000000 instructions",
        "(a|b)",
    );
}

#[test]
fn rules_that_never_match_are_told_whatever_their_number_and_length() {
    let long = "a".repeat(400);
    let source = format!("%%\n[a-z]+ 'ID'\n{long} 'LONG'\n");
    let said = said(&source);
    assert_eq!(said.len(), 1);
    let shown = format!("such as '{}…', is matched", "a".repeat(60));
    assert!(said[0].message().contains(&shown), "{}", said[0].message());
}

/// Lexemes, errors, and what the last of these says.
fn lexed(source: &str, text: &str) -> (usize, usize, Option<LRLexError>) {
    let lexerdef = Def::from_str(source).unwrap();
    let lexer = lexerdef.lexer(text);
    let errors: Vec<LRLexError> = lexer.iter().filter_map(Result::err).collect();
    (lexer.iter().count() - errors.len(), errors.len(), errors.last().copied())
}

#[test]
fn what_is_looked_for_to_the_end_again_and_again_is_found_to_be_missing() {
    let text = "a".repeat(100_000);
    let spaced = "a ".repeat(100_000);
    let ended = "a".repeat(100_000) + "!";
    for (source, text, lexemes) in [
        ("%%\na 'A'\na*b 'B'\n", &text, 100_000),
        ("%%\na 'A'\na*b$ 'B'\n", &text, 100_000),
        ("%%\na 'A'\na+$ 'B'\n[ !] ;\n", &ended, 100_000),
        ("%%\na 'A'\n\\ba*\\bb 'B'\n", &text, 100_000),
        ("%option a\n%%\na/a*b return A;\na return B;\n", &text, 100_000),
        ("%%\na 'A'\n\\b[a ]*b$ 'B'\n\\x20 ;\n", &spaced, 100_000),
        ("%x X\n%%\na <+X>'A'\n<X>(?P<delim>a)*b 'B'\n<X>a 'C'\n", &text, 100_000),
    ] {
        assert_eq!(lexed(source, text), (lexemes, 0, None), "{source}");
    }
}

#[test]
fn lexing_gives_up_where_rules_read_too_far_in_vain() {
    // Each lexeme is followed by all of the text, up to its end.
    let text = "a".repeat(60_000) + "!";
    let source = "%option a\n%%\na/a*! return A;\n[a!] return B;\n";
    let (lexemes, errors, last) = lexed(source, &text);
    let last = last.unwrap();
    assert_eq!(errors, 1);
    assert_eq!(last.span(), Span::new(lexemes, text.len()));
    let said = last.to_string();
    assert!(
        said.contains("gives up at byte") && said.contains("read too far ahead without a match"),
        "{said}"
    );
    // A shorter text is lexed.
    assert_eq!(lexed(source, &("a".repeat(4_000) + "!")), (4_001, 0, None));
    // Where nothing has a fixed length, a program tells where the context begins, which takes
    // longer.
    let source = "%option a\n%%\n(a|ba)/(a*!|aa*!) return A;\n[a!] return B;\n";
    let (_, errors, last) = lexed(source, &("a".repeat(20_000) + "!"));
    assert!(
        errors == 1 && last.unwrap().to_string().contains("read too far ahead without a match")
    );
    assert_eq!(lexed(source, &("a".repeat(1_000) + "!")), (1_001, 0, None));
}

#[test]
fn a_byte_order_mark_at_the_start_is_skipped_unless_a_rule_matches() {
    let spans = |source: &str, text: &str| -> Vec<(bool, Span)> {
        let lexerdef = Def::from_str(source).unwrap();
        let lexer = lexerdef.lexer(text);
        let place = |one: Result<lrlex::DefaultLexeme, LRLexError>| match one {
            Ok(lexeme) => (true, lexeme.span()),
            Err(error) => (false, error.span()),
        };
        lexer.iter().map(place).collect()
    };
    let at = |ok, start, end| (ok, Span::new(start, end));
    assert_eq!(spans("%%\na 'A'\n", "\u{feff}a"), [at(true, 3, 4)]);
    assert_eq!(spans("%%\na 'A'\n", "\u{feff}"), []);
    assert_eq!(
        spans("%%\na 'A'\n", "\u{feff}\u{feff}a\u{feff}"),
        [at(false, 3, 6), at(true, 6, 7), at(false, 7, 10)]
    );
    assert_eq!(spans("%%\na 'A'\n\\x{feff} 'M'\n", "\u{feff}a"), [at(true, 0, 3), at(true, 3, 4)]);
    assert_eq!(
        spans("%%\na 'A'\n(?s:.)$ 'M'\n", "\u{feff}\na"),
        [at(true, 0, 3), at(false, 3, 4), at(true, 4, 5)]
    );
}

#[test]
fn actions_take_no_more_than_linear_time_and_depth() {
    let deep = |open: &str, close: &str| {
        format!("{}return A;{}", open.repeat(50_000), close.repeat(50_000))
    };
    let many = "if (c) return B;\n".repeat(20_000);
    let chain = rules(30, |n| format!("#define M{n} M{0} M{0} M{0} M{0}\n", n + 1));
    let calls =
        rules(30, |n| format!("int f{n}() {{ return f{0}() + f{0}() + f{0}(); }}\n", n + 1));
    let expression = |open: &str, close: &str| {
        format!("return {}b{};", open.repeat(50_000), close.repeat(50_000))
    };
    for action in [
        &deep("{", "}"),
        &deep("if (c) {", "}"),
        &deep("(", ")"),
        &expression("(", ")"),
        &expression("f(", ")"),
        &expression("!", ""),
        &expression("a = ", ""),
        &expression("a || ", ""),
        &expression("", "(c)"),
        &expression("a ? b : ", ""),
        &expression("BEGIN ", ""),
        &many,
        "M0 return A;",
        "return f0();",
    ] {
        let source = format!(
            "%{{\n{chain}#define M30 return B;\n%}}\n%%\na {{ {action} return A; }}\n%%\n{calls}"
        );
        let said = said(&source);
        assert!(said.len() <= 260, "{}", said.len());
    }
    // A rule that gives all text back to the state that it comes from ends in an error.
    let source =
        "%x S\n%%\na { yyless(0); BEGIN(S); }\n<S>a { yyless(0); BEGIN(INITIAL); }\n<S>b ;\n";
    let lexerdef = Def::from_str(source).unwrap();
    assert_eq!(lexerdef.lexer(&"a".repeat(100)).iter().count(), 100);
}
