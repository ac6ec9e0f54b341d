#![deny(warnings)]

#[cfg(test)]
use std::collections::HashMap;

#[cfg(test)]
use lrlex::LexerDef;
use lrlex::{lrlex_mod, DefaultLexerTypes, LRNonStreamingLexerDef};
use lrpar::{LexError, Lexeme, Lexer};

lrlex_mod!("words.l");
lrlex_mod!("every/feature.l");
lrlex_mod!("flex.l");
lrlex_mod!("lines.l");
lrlex_mod!("ends.l");

type Found = Vec<Result<(u32, usize, usize), (usize, usize)>>;

fn found<T>(lexerdef: &LRNonStreamingLexerDef<DefaultLexerTypes<T>>, text: &str) -> Found
where
    T: Copy + Into<u32>,
    DefaultLexerTypes<T>:
        lrpar::LexerTypes<LexErrorT = lrlex::LRLexError, LexemeT = lrlex::DefaultLexeme<T>, StorageT = T>,
    lrlex::DefaultLexeme<T>: Lexeme<T>,
{
    let lexer = lexerdef.lexer(text);
    lexer
        .iter()
        .map(|lexeme| match lexeme {
            Ok(lexeme) => Ok((lexeme.tok_id().into(), lexeme.span().start(), lexeme.span().end())),
            Err(error) => Err((error.span().start(), error.span().end())),
        })
        .collect()
}

fn main() {
    println!("{:?}", found(&words_l::lexerdef(), "one 2 ?"));
}

#[test]
fn a_definition_without_a_parser_numbers_its_rules() {
    let lexerdef = words_l::lexerdef();
    assert_eq!(found(&lexerdef, "one 2 ?"), [Ok((0, 0, 3)), Ok((1, 4, 5)), Err((6, 7))]);
    assert_eq!(lexerdef.get_rule_by_id(1).name(), Some("NUMBER"));
    assert_eq!(lexerdef.get_rule_by_name("HEX PREFIX").unwrap().re_str(), "\"0x\"");
    assert_eq!(lexerdef.get_rule_by_name("WORD").unwrap().name.as_ref().unwrap(), "WORD");
    assert!(lexerdef.get_rule_by_name("WORDS").is_none());
    assert_eq!(lexerdef.iter_rules().count(), 4);
    assert_eq!(lexerdef.iter_start_states().next().unwrap().name(), "INITIAL");
}

#[test]
fn ids_of_a_generated_definition_can_be_replaced() {
    let mut lexerdef = words_l::lexerdef();
    let clone = lexerdef.clone();
    let ids: HashMap<&str, u8> = [("WORD", 7), ("NONE", 8)].iter().copied().collect();
    let (missing_from_lexer, missing_from_parser) = lexerdef.set_rule_ids(&ids);
    assert_eq!(missing_from_lexer.unwrap().len(), 1);
    assert_eq!(missing_from_parser.unwrap().len(), 2);
    assert_eq!(found(&lexerdef, "one 2"), [Ok((7, 0, 3)), Err((4, 5))]);
    assert_eq!(found(&clone, "one 2"), [Ok((0, 0, 3)), Ok((1, 4, 5))]);
    assert_eq!(found(&words_l::lexerdef(), "one"), [Ok((0, 0, 3))]);
    assert_eq!(lexerdef.get_rule_by_id(7).name(), Some("WORD"));
}

#[test]
fn generated_and_read_definitions_find_the_same() {
    let generated = feature_l::lexerdef();
    let source =
        "%grmtools{case_insensitive}\n".to_string() + include_str!("every/feature.l");
    let mut read = LRNonStreamingLexerDef::<DefaultLexerTypes<u16>>::from_str(&source).unwrap();
    let names = ["NAME", "TYPE", "TYPEDEF", "SIGN"];
    let ids: HashMap<&str, u16> = names.iter().copied().zip(300..).collect();
    read.set_rule_ids(&ids);
    for text in [
        "typedef t; t x; αβ TYPEDEF",
        "typedef T, *u; t u T U none",
        "r##'a'#b'##'c'## r''x",
        "{x} y } {{",
        "typedeff ? ñ €",
        "",
    ] {
        assert_eq!(found(&generated, text), found(&read, text), "{}", text);
    }
    assert_eq!(found(&generated, "αβ a"), [Ok((300, 0, 4)), Ok((300, 5, 6))]);
    let ids = |text| -> Vec<u32> {
        found(&generated, text).iter().filter_map(|lexeme| Some(lexeme.ok()?.0)).collect()
    };
    assert_eq!(ids("typedef t; t x"), [302, 300, 303, 301, 300]);
    assert_eq!(feature_l::N_TYPE, 301);
    let rules = |def: &LRNonStreamingLexerDef<DefaultLexerTypes<u16>>| -> Vec<String> {
        let shown = |rule| {
            let rule: &lrlex::Rule<u16> = rule;
            let states = (rule.start_states(), rule.target_state());
            format!("{:?} {:?} {:?} {:?}", rule.name(), rule.tok_id(), rule.re_str(), states)
        };
        def.iter_rules().map(shown).collect()
    };
    assert_eq!(rules(&generated), rules(&read));
    let states = |def: &LRNonStreamingLexerDef<DefaultLexerTypes<u16>>| -> Vec<(String, bool)> {
        def.iter_start_states().map(|state| (state.name().to_string(), state.exclusive())).collect()
    };
    assert_eq!(states(&generated), states(&read));
}

#[test]
fn what_actions_in_c_say_is_generated_too() {
    let generated = flex_l::lexerdef();
    let source = include_str!("flex.l");
    let read = LRNonStreamingLexerDef::<DefaultLexerTypes<u16>>::from_str(source).unwrap();
    for text in [
        "12..abccc",
        "\"a\"\"b",
        "(bb)b",
        "/* a * b */!c ",
        "/* a",
        "!!",
        "..qabc",
    ] {
        assert_eq!(found(&generated, text), found(&read, text), "{}", text);
    }
    assert_eq!(found(&generated, "12..").len(), 2);
    let unfinished = |text| -> Vec<(String, usize)> {
        let found = generated.unfinished(text).into_iter();
        found.map(|one| (one.name().to_string(), one.start())).collect()
    };
    assert_eq!(unfinished("..\"a"), [("string".to_string(), 2)]);
}

#[test]
fn layout_of_lines_is_generated_too() {
    let [lines, ends] = [lines_l::lexerdef(), ends_l::lexerdef()];
    let read = |source| LRNonStreamingLexerDef::<DefaultLexerTypes<u16>>::from_str(source).unwrap();
    let [read_lines, read_ends] = [include_str!("lines.l"), include_str!("ends.l")].map(read);
    for text in ["a\n b\n  (c\nd)\n \te\nf", "type a;\n  a", "", "(\n)"] {
        assert_eq!(found(&lines, text), found(&read_lines, text), "{}", text);
        assert_eq!(found(&ends, text), found(&read_ends, text), "{}", text);
    }
    assert_eq!(found(&lines, "a\n b").len(), 6);
    assert_eq!(found(&ends, "a\nb").len(), 4);
    let text = "a\n\tb";
    let lexer = lines.lexer(text);
    let error = lexer.iter().find_map(Result::err).unwrap();
    assert_eq!(lexer.reason(error.span()).as_deref(), Some("a line may not be indented with tabs"));
    assert_eq!(lines.lexer(text).layout(), read_lines.lexer(text).layout());
}

#[test]
fn definitions_are_shared_between_threads() {
    static SHARED: std::sync::OnceLock<LRNonStreamingLexerDef<DefaultLexerTypes<u16>>> =
        std::sync::OnceLock::new();
    let lexerdef = SHARED.get_or_init(feature_l::lexerdef);
    let counts: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..4).map(|_| scope.spawn(|| found(lexerdef, "r#'a'# x").len())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(counts, [4, 4, 4, 4]);
}
