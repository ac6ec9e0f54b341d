//! Lexemes of line ends and indentation.
//!
//! What is expected of Python's texts is what CPython's `tokenize` finds in them.

use std::collections::HashMap;

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
use lrpar::{LayoutTokens, LexError, Lexeme, Lexer, NonStreamingLexer};

type Def = LRNonStreamingLexerDef<DefaultLexerTypes<u16>>;

const PYTHON: &str = include_str!("layout/python.l");
const GO: &str = include_str!("layout/go.l");

fn def(lex: &str) -> Def {
    Def::from_str(lex).unwrap()
}

/// The lexemes: names of tokens, and texts if there are any.
fn shown(def: &Def, text: &str) -> String {
    let lexer = def.lexer(text);
    let one = |found: Result<lrlex::DefaultLexeme<u16>, lrlex::LRLexError>| {
        let (name, span) = match found {
            Ok(lexeme) => (def.get_rule_by_id(lexeme.tok_id()).name().unwrap(), lexeme.span()),
            Err(error) => ("ERROR", error.span()),
        };
        match lexer.span_str(span) {
            "" => format!("{name}@{}", span.start()),
            text if text == name => format!("{text:?}"),
            text => format!("{name} {text:?}"),
        }
    };
    lexer.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The errors: their texts, and the reasons.
fn reasons(def: &Def, text: &str) -> Vec<(String, String)> {
    let lexer = def.lexer(text);
    let errors = lexer.iter().filter_map(Result::err);
    let reason = |error: lrlex::LRLexError| {
        let span = error.span();
        (lexer.span_str(span).to_owned(), lexer.reason(span).unwrap_or_default())
    };
    errors.map(reason).collect()
}

#[test]
fn lines_and_blocks_are_those_of_python() {
    let python = def(PYTHON);
    let if_x = "NAME \"if\", NAME \"x\", OP \":\", NEWLINE";
    for (text, expected) in [
        ("", ""),
        ("\n", ""),
        ("# c\n", ""),
        ("# c", ""),
        ("  # c\n\t\n\n", ""),
        ("x", r#"NAME "x", NEWLINE@1"#),
        ("x\n", r#"NAME "x", NEWLINE "\n""#),
        ("x # c", r#"NAME "x", NEWLINE@5"#),
        ("if x:\n  y\n", r#"$ "\n", INDENT "  ", NAME "y", NEWLINE "\n", DEDENT@10"#),
        (
            "if x:\r\n\ty\r\n\r\nz\r\n",
            r#"$ "\r\n", INDENT "\t", NAME "y", NEWLINE "\r\n", DEDENT@13, NAME "z", NEWLINE "\r\n""#,
        ),
        ("if x:\n  y", r#"$ "\n", INDENT "  ", NAME "y", NEWLINE@9, DEDENT@9"#),
        (
            "if x:\n  if x:\n    z\nx\n",
            r#"$ "\n", INDENT "  ", $ "\n", INDENT "    ", NAME "z", NEWLINE "\n", DEDENT@20, DEDENT@20, NAME "x", NEWLINE "\n""#,
        ),
        (
            "if x:\n    y\n  # c\n    z\n# d\n",
            r#"$ "\n", INDENT "    ", NAME "y", NEWLINE "\n", NAME "z", NEWLINE "\n", DEDENT@28"#,
        ),
        ("\u{feff}if x:\n y\n", r#"$ "\n", INDENT " ", NAME "y", NEWLINE "\n", DEDENT@12"#),
        ("\u{feff} x", r#"INDENT " ", NAME "x", NEWLINE@5, DEDENT@5"#),
        ("if x:\n  \x0c y\n", r#"$ "\n", INDENT "  \u{c} ", NAME "y", NEWLINE "\n", DEDENT@12"#),
        ("if x:\n \x0cy\n", r#"$ "\n", NAME "y", NEWLINE "\n""#),
        (
            "x = (1,\n  2)\n  \ny\n",
            r#"NAME "x", OP "=", "(", NUMBER "1", OP ",", NUMBER "2", ")", NEWLINE "\n", NAME "y", NEWLINE "\n""#,
        ),
        (
            "if x:\n  [\n\n y]\nz",
            r#"$ "\n", INDENT "  ", "[", NAME "y", "]", NEWLINE "\n", DEDENT@15, NAME "z", NEWLINE@16"#,
        ),
        ("x \\\n  y\nz\n", r#"NAME "x", NAME "y", NEWLINE "\n", NAME "z", NEWLINE "\n""#),
        ("if x:\n  \\\n y\n", r#"$ "\n", INDENT "  ", NAME "y", NEWLINE "\n", DEDENT@13"#),
        (
            "if x:\n  é\n  y\n",
            r#"$ "\n", INDENT "  ", NAME "é", NEWLINE "\n", NAME "y", NEWLINE "\n", DEDENT@15"#,
        ),
        (
            "if x:\n  '''a\nb'''\n  y\n",
            r#"$ "\n", INDENT "  ", STRING "'''a\nb'''", NEWLINE "\n", NAME "y", NEWLINE "\n", DEDENT@22"#,
        ),
    ] {
        assert_eq!(shown(&python, text), expected.replace('$', if_x), "{text:?}");
    }
}

#[test]
fn brackets_close_down_to_their_own_kind_and_a_lone_one_closes_nothing() {
    let python = def(PYTHON);
    for (text, expected) in [
        ("( [ )\nx", r#""(", "[", ")", NEWLINE "\n", NAME "x", NEWLINE@7"#),
        (") ( ]\nx )\nx", r#"")", "(", "]", NAME "x", ")", NEWLINE "\n", NAME "x", NEWLINE@11"#),
        (
            "if x:\n (\ny",
            r#"NAME "if", NAME "x", OP ":", NEWLINE "\n", INDENT " ", "(", NAME "y", NEWLINE@10, DEDENT@10"#,
        ),
    ] {
        assert_eq!(shown(&python, text), expected, "{text:?}");
    }
}

#[test]
fn a_column_of_no_open_block_is_an_error_and_the_line_belongs_to_the_nearest_block() {
    let python = def(PYTHON);
    // Column 4 is nearer to 5 than 0 is; and it stays so as long as the block is open.
    let text = "a\n     b\n    c\n    d\n     e\nf";
    assert_eq!(
        shown(&python, text),
        r#"NAME "a", NEWLINE "\n", INDENT "     ", NAME "b", NEWLINE "\n", ERROR "    ", NAME "c", NEWLINE "\n", NAME "d", NEWLINE "\n", NAME "e", NEWLINE "\n", DEDENT@28, NAME "f", NEWLINE@29"#
    );
    let reason = "unindent does not match: this line begins in column 5, as no open block does; it is taken for one of the block that begins in line 2, in column 6";
    assert_eq!(reasons(&python, text), [("    ".to_owned(), reason.to_owned())]);
    let text = "a\n    b\n  c\n   d\ne\n     f\n  g";
    assert_eq!(
        shown(&python, text),
        r#"NAME "a", NEWLINE "\n", INDENT "    ", NAME "b", NEWLINE "\n", ERROR "  ", DEDENT@10, NAME "c", NEWLINE "\n", INDENT "   ", NAME "d", NEWLINE "\n", DEDENT@17, NAME "e", NEWLINE "\n", INDENT "     ", NAME "f", NEWLINE "\n", DEDENT@28, NAME "g", NEWLINE@29"#
    );
    let reason = "unindent does not match: this line begins in column 3, as no open block does; it is taken for one of the outermost lines, in column 1";
    assert_eq!(reasons(&python, text), [("  ".to_owned(), reason.to_owned())]);
}

#[test]
fn tabs_are_compared_have_a_width_or_are_refused() {
    let mixed = "inconsistent tabs: how far this line is indented beside line 2 depends on the width of a tab";
    let [consistent, four, refused] =
        ["", "%tabs 4\n", "%tabs refused\n"].map(|tabs| def(&format!("{tabs}{PYTHON}")));
    let text = "a\n\tb\n        c\n\td\n    e\n";
    let errors = [("        ", mixed), ("\t", mixed)];
    let errors = errors.map(|(text, reason)| (text.to_owned(), reason.to_owned()));
    assert_eq!(reasons(&consistent, text)[..2], errors);
    assert_eq!(
        shown(&four, text),
        r#"NAME "a", NEWLINE "\n", INDENT "\t", NAME "b", NEWLINE "\n", INDENT "        ", NAME "c", NEWLINE "\n", DEDENT@16, NAME "d", NEWLINE "\n", NAME "e", NEWLINE "\n", DEDENT@24"#
    );
    let reason = |text: &str| (text.to_owned(), "a line may not be indented with tabs".to_owned());
    assert_eq!(
        reasons(&refused, "a\n \tb\n \tc\n        d \t\n\te"),
        [reason(" \t"), reason("\t")]
    );
}

#[test]
fn text_that_is_no_lexeme_has_an_indentation_too() {
    let python = def(PYTHON);
    assert_eq!(
        shown(&python, "a\n  ?\n  b\n?c\n  "),
        r#"NAME "a", NEWLINE "\n", INDENT "  ", ERROR "?", NEWLINE "\n", NAME "b", NEWLINE "\n", DEDENT@10, ERROR "?", NAME "c", NEWLINE "\n""#
    );
    // White space that no rule skips is an error, and no indentation.
    let lex = "%indentation N I D\n%%\n[a-z] 'X'\n\\n 'N'\n";
    assert_eq!(shown(&def(lex), "a\n  b"), r#"X "a", N "\n", ERROR "  ", X "b", N@5"#);
}

#[test]
fn a_million_brackets_and_thousands_of_blocks_are_as_good_as_few() {
    let python = def(PYTHON);
    let count = 1_000_000;
    let kinds = ["([", "(", ")"].map(|one| one.repeat(count));
    for text in &kinds {
        assert_eq!(python.lexer(text).iter().count(), text.len() + 1);
    }
    // What closes nothing does not search the open ones.
    let lone = format!("{}{}\nx", kinds[1], "]".repeat(count));
    assert_eq!(python.lexer(&lone).iter().count(), 2 * count + 2);
    let closed = format!("{}{}\nx", kinds[1], kinds[2]);
    assert_eq!(python.lexer(&closed).iter().count(), 2 * count + 3);
    // The text of blocks inside each other grows with the square of their number.
    let deep: String = (0..4_000).map(|depth| format!("{}x\n", " ".repeat(depth))).collect();
    let text = deep + "y";
    let lexemes: Vec<_> = python.lexer(&text).iter().map(Result::unwrap).collect();
    assert_eq!(lexemes.len(), 4_000 * 2 + 3_999 * 2 + 2);
}

#[test]
fn line_ends_are_dropped_or_terminate_after_some_tokens() {
    let go = def(GO);
    for (text, expected) in [
        ("", ""),
        ("\n\n// c", ""),
        ("x", r#"IDENT "x", ;@1"#),
        ("x // c\n\ny", r#"IDENT "x", ; "\n", IDENT "y", ;@9"#),
        ("x /* c\n */ y", r#"IDENT "x", ; "/* c\n */", IDENT "y", ;@12"#),
        ("x /* c */ +\r\ny;\n", r#"IDENT "x", "+", IDENT "y", ";""#),
        ("x ?\ny ++", r#"IDENT "x", ERROR "?", ; "\n", IDENT "y", "++", ;@8"#),
        ("{\nx\n}", r#""{", IDENT "x", ; "\n", "}", ;@5"#),
    ] {
        assert_eq!(shown(&go, text), expected, "{text:?}");
    }
}

#[test]
fn line_ends_in_brackets_may_be_suspended_for_terminators_too() {
    let lex =
        "%terminate END at N after X\n%suspend ( )\n%%\n[a-z] 'X'\n\\( '('\n\\) ')'\n\\n 'N'\n";
    assert_eq!(
        shown(&def(lex), "a\n(b\n)\nc"),
        r#"X "a", END "\n", "(", X "b", ")", X "c", END@8"#
    );
}

#[test]
fn tokens_of_layout_have_the_ids_of_the_parser() {
    let mut go = def("%terminate END at N after X\n%%\n[a-z] 'X'\n\\n 'N'\n");
    // The grammar does not know line ends as such.
    assert_eq!(go.set_rule_ids(&HashMap::from([("X", 3), ("END", 5)])), (None, None));
    let ids: Vec<_> = go.lexer("a\nb").iter().map(|lexeme| lexeme.unwrap().tok_id()).collect();
    assert_eq!(ids, [3, 5, 3, 5]);
    let none = LayoutTokens { newline: None, indent: None, dedent: None, assumed: None };
    assert_eq!(go.lexer("").layout(), Some(LayoutTokens { assumed: Some(5), ..none }));

    let mut python = def("%indentation N I D\n%%\n[a-z] 'X'\n\\n 'N'\n[ ]+ ;\n");
    let ids = HashMap::from([("X", 9), ("I", 8), ("D", 7), ("N", 60_000)]);
    assert_eq!(python.set_rule_ids(&ids), (None, None));
    let lexer = python.lexer("a\n b");
    let ids: Vec<_> = lexer.iter().map(|lexeme| lexeme.unwrap().tok_id()).collect();
    assert_eq!(ids, [9, 60_000, 8, 9, 60_000, 7]);
    let tokens =
        LayoutTokens { newline: Some(60_000), indent: Some(8), dedent: Some(7), assumed: None };
    assert_eq!(lexer.layout(), Some(tokens));
    // Without the tokens of blocks lines are as if there were none.
    let (missing, unknown) = python.set_rule_ids(&HashMap::from([("X", 9), ("N", 2)]));
    assert_eq!(missing, None);
    assert_eq!(unknown.map(|names| names.len()), Some(2));
    let ids: Vec<_> = python.lexer("a\n b").iter().map(|lexeme| lexeme.unwrap().tok_id()).collect();
    assert_eq!(ids, [9, 2, 9, 2]);
    assert_eq!(def("%%\na 'A'\n").lexer("a").layout(), None);
}

#[test]
fn an_indentation_is_no_part_of_what_is_skipped_under_a_name() {
    let python = def(
        "%indentation N I D\n%%\n[a-z] 'X'\n\\n 'N'\n(?P<blank>[ ]+) ;\n(?P<comment>[ ]*#[^\\n]*) ;\n",
    );
    let lexer = python.lexer("a\n b  b #c\n   #d\n   \n  e");
    let named: Vec<_> =
        lexer.named_trivia().map(|(span, name)| (name, lexer.span_str(span))).collect();
    let expected = [("blank", "  "), ("comment", " #c"), ("comment", "   #d"), ("blank", "   ")];
    assert_eq!(named, expected);
}

#[test]
fn a_comment_with_a_name_goes_on_to_the_first_line_end_in_it_that_counts() {
    let lex = "%indentation N I D\n%suspend ( )\n%x C\n%%\n[a-z] 'X'\n[(] '('\n[)] ')'\n[ ]+ ;\n\\n 'N'\n\
        (?P<comment>/[*]) <+C>;\n<C>[*]/ <-C>;\n<C>\\n 'N'\n<C>[a-z ]+ ;\n";
    let def = def(lex);
    let lexer = def.lexer("a /* b\n c */ d\n(/* e\n f */)");
    let named: Vec<_> = lexer.named_trivia().map(|(span, _)| lexer.span_str(span)).collect();
    assert_eq!(named, ["/* b", "/* e\n f */"]);
}

#[test]
fn layout_follows_reclassification() {
    let lex = "%terminate ';' at N after TYPE\n%reclassify ID TYPE after type\n%%\ntype 'type'\n[a-z]+ 'ID'\nno 'TYPE'\n; ';'\n\\n 'N'\n[ ]+ ;\n";
    assert_eq!(
        shown(&def(lex), "t\ntype t;t\nu\nt"),
        r#"ID "t", "type", ID "t", ";", TYPE "t", ; "\n", ID "u", TYPE "t", ;@14"#
    );
}

#[test]
fn files_of_flex_have_layout_too() {
    let lex = "%indentation NEWLINE INDENT DEDENT\n%suspend '(' ')'\n%option noyywrap\n%x C\n%%\n[a-z]+ { return ID; }\n\"(\" { return '('; }\n\")\" { return ')'; }\n\
        \\n { return NEWLINE; }\n[ \\t]+ ;\n\"/*\" { BEGIN(C); }\n<C>\"*/\" { BEGIN(INITIAL); }\n<C>.|\\n ;\n";
    assert_eq!(
        shown(&def(lex), "a(\n)\n /*\n*/ b\nc"),
        r#"ID "a", "(", ")", NEWLINE "\n", INDENT " ", ID "b", NEWLINE "\n", DEDENT@14, ID "c", NEWLINE@15"#
    );
}
