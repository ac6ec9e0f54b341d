//! A language whose lexemes depend on the parser, from files to trees.

use lrlex::{
    LRNonStreamingLexer,
    language::{Text, Types, grammar, lexer, table},
};
use lrpar::{Lexeme, Lexer, NonStreamingLexer, RTParserBuilder, RecoveryKind};
use lrtable::{StateTable, YaccGrammar};

const LEX: &str = r"%assume AUTO at NEWLINE before '}'
%restrict after return
%restrict before '++'
%context REGEX '>>' get MIDDLE TAIL
%%
\r?\n 'NEWLINE'
return 'return'
get 'get'
[a-z]+ 'ID'
[A-Z][a-z]* 'TYPE'
[0-9]+ 'INT'
/[^/\n]+/[a-z]* 'REGEX'
/ '/'
>> '>>'
> '>'
\< '<'
\+\+ '++'
= '='
; ';'
\. '.'
\( '('
\) ')'
`[^`$]*` 'STRING'
`[^`$]*\$\{ 'HEAD'
\}[^`$]*\$\{ 'MIDDLE'
\}[^`$]*` 'TAIL'
\{ '{'
\} '}'
//[^\n]* ;
[ ]+ ;
";

const YACC: &str = r"%start Program
%%
Program: | Program Statement;
Statement: Type 'ID' '=' Expr End
    | Expr End
    | 'return' End
    | 'return' Expr End
    | ';'
    | 'get' 'ID' '(' ')' Block
    | Block;
Block: '{' Program '}';
End: ';' | 'AUTO';
Type: 'TYPE' | 'TYPE' '<' Type '>';
Expr: Shift | 'ID' '=' Expr;
Shift: Quotient | Shift '>>' Quotient;
Quotient: Prefix | Quotient '/' Prefix;
Prefix: Postfix | '++' Prefix;
Postfix: Operand | Postfix '++' | Postfix '.' 'ID' | Postfix '(' ')';
Operand: 'ID' | 'INT' | 'REGEX' | 'STRING' | 'HEAD' Expr Middles 'TAIL' | '(' Expr ')';
Middles: | Middles 'MIDDLE' Expr;
";

const BLOCKS_LEX: &str = r"%indentation NEWLINE INDENT DEDENT
%suspend '(' ')'
%%
\n 'NEWLINE'
[ ]+ ;
if 'if'
[a-z]+ 'ID'
\( '('
\) ')'
: ':'
= '='
, ','
";

const BLOCKS_YACC: &str = r"%start File
%%
File: Statement*;
Statement: Simple 'NEWLINE' | 'if' Value ':' 'NEWLINE' 'INDENT' Statement+ 'DEDENT';
Simple: 'ID' '=' Value | 'ID' '(' separated_list(',', Value) ')';
Value: 'ID' | '(' Value ')';
";

/// The names of the lexemes that a parser reads, and its errors.
fn parse(text: &str, kind: RecoveryKind) -> (String, usize) {
    parse_in((LEX, YACC), text, kind)
}

/// As [`parse`], in a language by its lex file and grammar.
fn parse_in((lex, yacc): (&str, &str), text: &str, kind: RecoveryKind) -> (String, usize) {
    let yacc = Text { name: "g.y", text: yacc };
    let lex = Text { name: "l.l", text: lex };
    let mut messages = String::new();
    let grammar = grammar(yacc, None, &mut messages).unwrap();
    let (_, table) = table(&grammar, None, yacc, &mut messages).unwrap();
    let lexerdef = lexer(lex, &grammar, &mut messages).unwrap();
    let lexer = lexerdef.lexer(text);
    let parser = RTParserBuilder::<u32, Types>::new(&grammar, &table).recoverer(kind);
    let errors = parser.parse_noaction(&lexer);
    let texts: Vec<String> = lexer
        .iter()
        .map(|one| match one {
            Ok(lexeme) if lexeme.span().is_empty() => "<auto>".to_owned(),
            Ok(lexeme) => lexer.span_str(lexeme.span()).to_owned(),
            Err(_) => "<error>".to_owned(),
        })
        .collect();
    (texts.join(" "), errors.len())
}

#[test]
fn lexemes_are_those_that_the_parser_can_use() {
    for (text, lexemes) in [
        // A regex or a division.
        ("a = b / c / d;", "a = b / c / d ;"),
        ("a = /b;/ / /c/g;", "a = /b;/ / /c/g ;"),
        ("(a) / b / (/c d/);", "( a ) / b / ( /c d/ ) ;"),
        // Two brackets or a shift.
        ("List<List<Int>> x = a >> b;", "List < List < Int > > x = a >> b ;"),
        // A keyword that is a name elsewhere.
        ("get x() { return get }", "get x ( ) { return get <auto> }"),
        ("x = get.get", "x = get . get <auto>"),
        // A bracket that ends a block, or goes on with a text.
        ("{ `x${a}y${`z`}` } {b}", "{ `x${ a }y${ `z` }` <auto> } { b <auto> }"),
        // Line ends.
        ("a\nb\n\n c;", "a <auto> b <auto> c ;"),
        ("a\n++\nb\n++c", "a <auto> ++ b <auto> ++ c <auto>"),
        ("return\na / b\n/ c /d", "return <auto> a / b / c / d <auto>"),
        ("a = b\n()", "a = b ( ) <auto>"),
        ("{ a\n} // x\n", "{ a <auto> }"),
    ] {
        for kind in [RecoveryKind::None, RecoveryKind::CPCTPlus] {
            assert_eq!(parse(text, kind), (lexemes.to_owned(), 0), "{text:?}");
        }
    }
}

#[test]
fn an_error_is_one_error_and_lexemes_after_it_depend_on_the_parser() {
    for (text, lexemes) in [
        ("a = ; b = c / d / e;", "a = ; b = c / d / e ;"),
        ("List<List<Int>> = 1; x = a >> b", "List < List < Int > > = 1 ; x = a >> b <auto>"),
        ("x = (a / b; y = /c/\nz", "x = ( a / b ; y = /c/ <auto> z <auto>"),
    ] {
        assert_eq!(parse(text, RecoveryKind::CPCTPlus), (lexemes.to_owned(), 1), "{text:?}");
    }
}

#[test]
fn a_missing_bracket_is_one_error_however_much_follows() {
    let line = "    f(a, (b), c)\n";
    for missing in [5, 9, 11, 15] {
        let mut broken = line.to_owned();
        broken.replace_range(missing..=missing, " ");
        for lines in [1, 10, 100, 1_000] {
            let text = format!("if a:\n{broken}{}g(a)\n", line.repeat(lines));
            let errors = parse_in((BLOCKS_LEX, BLOCKS_YACC), &text, RecoveryKind::Restart).1;
            assert_eq!(errors, 1, "{broken:?}, {lines} lines");
        }
    }
}

/// What a parse with a recoverer says, and the lexemes of the lexer after it.
fn said(
    (grammar, table): (&YaccGrammar<u32>, &StateTable<u32>),
    kind: RecoveryKind,
    lexer: &LRNonStreamingLexer<'_, '_, Types>,
) -> (Vec<String>, String) {
    let parser = RTParserBuilder::<u32, Types>::new(grammar, table).recoverer(kind);
    let errors = parser.parse_noaction(lexer);
    let errors = errors.iter().map(|error| error.pp(lexer, &|token| grammar.token_epp(token)));
    (errors.collect(), format!("{:?}", lexer.iter().collect::<Vec<_>>()))
}

#[test]
fn every_parse_with_one_lexer_is_as_with_a_new_one() {
    let yacc = Text { name: "g.y", text: YACC };
    let lex = Text { name: "l.l", text: LEX };
    let mut messages = String::new();
    let grammar = grammar(yacc, None, &mut messages).unwrap();
    let (_, table) = table(&grammar, None, yacc, &mut messages).unwrap();
    let lexerdef = lexer(lex, &grammar, &mut messages).unwrap();
    let parser = (&grammar, &table);
    let kinds =
        [RecoveryKind::None, RecoveryKind::Panic, RecoveryKind::CPCTPlus, RecoveryKind::Restart];
    let mut different = 0;
    for text in [
        "a = b\n++c",
        "a = ; b = c / d / e;",
        "x = (a / b; y = /c/\nz",
        "List<List<Int>> = 1; x = a >> b",
        "a b / c /d; {{ return\nget / x / y ? }",
    ] {
        let alone = kinds.map(|kind| said(parser, kind, &lexerdef.lexer(text)));
        different += usize::from(alone.iter().any(|one| one.1 != alone[0].1));
        for (first, second) in (0..16).map(|pair| (pair / 4, pair % 4)) {
            let lexer = lexerdef.lexer(text);
            for which in [first, second, first] {
                assert_eq!(said(parser, kinds[which], &lexer), alone[which], "{text:?}");
            }
        }
    }
    assert!(different >= 2, "what is read depends on the recoverer in {different} of the texts");
}
