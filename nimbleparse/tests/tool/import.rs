//! `nimbleparse import`: what it writes is read without code, and is the same language.

use std::{env, fs, path::Path};

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef, Rule};
use lrpar::{LexError as _, Lexeme as _, Lexer as _};
use lrtable::{YaccGrammar, diagnostic::Severity, grammar::Grammar, random::Random};
use nimbleparse::{
    cases::{CaseFile, CustomSection},
    import::{CActions, import, import_lexer},
    language::Text,
};

use crate::program::{Folder, run};

type Def = LRNonStreamingLexerDef<DefaultLexerTypes>;

/// What a rule does, as far as lexemes depend on it.
fn shown(rule: &Rule<u32>, def: &Def) -> String {
    // States that were made for actions have names in brackets.
    let state = |number: usize| {
        let name = def.iter_start_states().nth(number).unwrap().name();
        name.replace(['(', ')'], "").replace(' ', "_")
    };
    let mut states: Vec<String> = rule.start_states().iter().map(|one| state(*one)).collect();
    states.sort();
    let target = rule.target_state().map(|(number, operation)| (state(number), operation));
    format!("{:?}", (rule.name(), states, target, rule.extent(), rule.is_error()))
}

/// The name of a token, `None` for an error, and its place.
type Token = (Option<String>, usize, usize);

fn tokens(def: &Def, text: &str) -> Vec<Token> {
    let name = |id: u32| def.get_rule_by_id(id).name().map(str::to_owned);
    def.lexer(text)
        .iter()
        .map(|lexeme| match lexeme {
            Ok(lexeme) => (name(lexeme.tok_id()), lexeme.span().start(), lexeme.span().end()),
            Err(error) => (None, error.span().start(), error.span().end()),
        })
        .collect()
}

/// All texts of a kind, and the inputs beside them, of cases in a folder.
fn cases(folder: &str, kind: &str) -> Vec<(String, String, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let inner = files.clone();
    for folder in inner.iter().filter(|file| file.is_dir()) {
        files.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.sort();
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "case"))
    {
        let text = fs::read_to_string(file).unwrap();
        let own = ["syntax", "reading", "bison", "bison-reads", "differs", "built"];
        let own = own.map(|name| CustomSection { name, settings: &[], found: |_| None });
        let cases = CaseFile::read(&text, &own).unwrap();
        for case in cases.cases {
            let of = |kind: &str| {
                let sections = case.sections.iter().filter(|section| section.name == kind);
                sections.map(|section| section.content()).collect::<Vec<String>>()
            };
            for text in of(kind) {
                found.push((format!("{}: {}", file.display(), case.name), text, of("input")));
            }
        }
    }
    found
}

#[test]
fn what_is_written_has_the_rules_that_were_read() {
    let (mut files, mut rules, mut lexemes) = (0, 0, 0);
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let folders = ["tests/cases/c_actions", "../lrlex/tests/cases"];
    for (name, lex, inputs) in folders.into_iter().flat_map(|folder| cases(folder, "lexer")) {
        let (read, _) = Def::read_with(&lex, &LexFlags::default(), &mut CActions::new());
        let Some(read) = read else { continue };
        let text = Text { name: "l", text: &lex };
        let written = import_lexer(text, None, &mut String::new()).unwrap();
        let (again, said) = Def::read(&written, &LexFlags::default());
        let wrong: Vec<_> = said.iter().filter(|one| one.severity() == Severity::Error).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:?}\n{lex}\n{written}");
        let again = again.unwrap();
        let of =
            |def: &Def| -> Vec<String> { def.iter_rules().map(|rule| shown(rule, def)).collect() };
        let (before, after) = (of(&read), of(&again));
        // A rule of all characters may stand for some that others match before it.
        let lacks = before.iter().find(|rule| !after.contains(rule));
        assert_eq!(lacks, None, "{name}\n{lex}\n{written}");
        let chars: Vec<char> = lex.chars().chain(" \n\té".chars()).collect();
        let mut text = || (0..random.below(20)).map(|_| *random.choose(&chars)).collect();
        let texts: Vec<String> = (0..40).map(|_| text()).collect();
        for input in inputs.iter().chain(&texts) {
            let found = tokens(&again, input);
            assert_eq!(found, tokens(&read, input), "{name}: {input}\n{written}");
            lexemes += found.len();
        }
        files += 1;
        rules += before.len();
    }
    assert!(files > 120 && rules > 2_000 && lexemes > 15_000, "{files} {rules} {lexemes}");
}

/// Pieces of lex files and of code.
const PIECES: [&str; 24] = [
    "\n",
    "{",
    "}",
    "(",
    ")",
    ";",
    "\"",
    "'",
    "/*",
    "*/",
    "%{",
    "%}",
    "\n%%\n",
    "<<EOF>>",
    "|",
    "return A;",
    "BEGIN(S);",
    "if (x)",
    "input()",
    "yyless(1);",
    "unput('a');",
    "switch (yytext[0])",
    "perhaps(x, BEGIN(S));",
    "#define A B\n",
];

/// `IMPORT_TEXTS=30000` looks at more files than a usual run does.
#[test]
fn changed_files_are_written_so_that_they_are_read_again_or_are_wrong() {
    let all: Vec<String> =
        cases("tests/cases/c_actions", "lexer").into_iter().map(|(_, lex, _)| lex).collect();
    let mut random = Random::new(0x243f_6a88_85a3_08d3);
    let mut written = 0;
    let count = env::var("IMPORT_TEXTS").map_or(1_500, |count| count.parse().unwrap());
    for _ in 0..count {
        let mut lex = random.choose(&all).clone();
        for _ in 0..1 + random.below(3) {
            let at = lex.floor_char_boundary(random.below(lex.len() + 1));
            let end = lex.floor_char_boundary((at + random.below(4)).min(lex.len()));
            lex.replace_range(at..end.max(at), PIECES[random.below(PIECES.len())]);
        }
        let text = Text { name: "l", text: &lex };
        let Ok(found) = import_lexer(text, None, &mut String::new()) else { continue };
        let (again, said) = Def::read(&found, &LexFlags::default());
        assert!(again.is_some(), "{said:?}\n{lex}\n{found}");
        written += 1;
    }
    assert!(written > 200, "{written}");
}

#[test]
fn changed_grammars_keep_their_productions() {
    let all: Vec<String> =
        cases("../lrtable/tests/cases", "grammar").into_iter().map(|(_, yacc, _)| yacc).collect();
    let lex = Text { name: "l", text: "%%\n. 'x'\n" };
    let mut random = Random::new(0x1319_8a2e_0370_7344);
    let mut written = 0;
    let count = env::var("IMPORT_TEXTS").map_or(1_500, |count| count.parse().unwrap());
    for _ in 0..count {
        let mut yacc = random.choose(&all).clone();
        for _ in 0..1 + random.below(2) {
            let at = yacc.floor_char_boundary(random.below(yacc.len() + 1));
            yacc.insert_str(at, PIECES[random.below(PIECES.len())]);
        }
        let text = Text { name: "y", text: &yacc };
        let Ok(found) = import(lex, text, &mut String::new()) else { continue };
        let (before, after) = (productions(&yacc), productions(&found.grammar));
        assert_eq!(before, after, "{yacc}\n{}", found.grammar);
        written += usize::from(before.is_some());
    }
    assert!(written > 200, "{written}");
}

/// Productions with their symbols and precedences.
fn productions(text: &str) -> Option<Vec<String>> {
    let grammar = Grammar::parse(text, None).and_then(YaccGrammar::<u32>::from_grammar).ok()?;
    let shown = |prod| format!("{} {:?}", grammar.pp_prod(prod), grammar.prod_precedence(prod));
    Some(grammar.iter_pidxs().map(shown).collect())
}

#[test]
fn grammars_lose_their_code_and_keep_their_productions() {
    let lex = Text { name: "l", text: "%%\n. 'x'\n" };
    let (mut files, mut actions) = (0, 0);
    for (name, yacc, _) in cases("../lrtable/tests/cases", "grammar") {
        let Some(before) = productions(&yacc) else { continue };
        let text = Text { name: "y", text: &yacc };
        let written = import(lex, text, &mut String::new()).unwrap().grammar;
        assert_eq!(Some(before), productions(&written), "{name}\n{yacc}\n{written}");
        let again = Text { name: "y", text: &written };
        let twice = import(lex, again, &mut String::new()).unwrap().grammar;
        let code = |text: &str| text.matches(['{', '$']).count();
        assert_eq!(code(&written), code(&twice), "{name}");
        actions += code(&yacc).saturating_sub(code(&written));
        files += 1;
    }
    assert!(files > 100 && actions > 100, "{files} {actions}");
}

const LEX: &str = "%{\n#include \"calc.tab.h\"\nextern int depth;\n%}\n%option yylineno\n%%\n\
    [0-9]+ { yylval = atoi(yytext); return T_NUM; }\n[-+] { return *yytext; }\n\
    \"(\" { if (depth++ > 9) return T_DEEP; return '('; }\n[ \\n] ;\n%%\nint main() {}\n";
const YACC: &str = "%{\n#include <stdio.h>\n%}\n%define api.token.prefix {T_}\n%token NUM DEEP\n\
    %left '+' '-'\n%%\nexpr: expr '+' expr { $$ = $1 + $3; }\n  | expr '-' expr\n      { $$ = $1 - $3; }\n\
    | '(' NUM // a number\n  | NUM\n;\n%%\nint yyerror() {}\n";

#[test]
fn the_command_writes_both_files_and_keeps_those_that_are_there() {
    let folder = Folder::new("import", &[("calc.flex", LEX), ("calc.yy", YACC)]);
    let of = |name: &str| format!("{}/{name}", folder.path());
    let out = of("imported");
    let (lexer, grammar) = (of("calc.flex"), of("calc.yy"));
    let import =
        |options: &[&str]| run(&[&["import", "--out", &out, &lexer, &grammar], options].concat());
    let first = import(&[]);
    assert_eq!(first.status, Some(0), "{}", first.stderr);
    assert_eq!(first.stdout, format!("{out}/calc.l\n{out}/calc.y\n"));
    assert!(first.stderr.contains("'depth++ > 9'"), "{}", first.stderr);
    let lex = folder.read("imported/calc.l");
    assert_eq!(
        lex.lines().skip(1).collect::<Vec<_>>(),
        [
            "%option yylineno",
            "%%",
            "[0-9]+ { return NUM; }",
            "\"+\" { return '+'; }",
            "\"-\" { return '-'; }",
            "  /* under the condition 'depth++ > 9' this action gives 'T_DEEP': conditions are taken to be false, so it gives '(' */",
            "\"(\" { return '('; }",
            "[ \\n] ;",
        ]
    );
    assert_eq!(
        folder.read("imported/calc.y"),
        "/* Written by 'nimbleparse import'. */\n%token NUM DEEP\n%left '+' '-'\n%%\n\
         expr: expr '+' expr\n  | expr '-' expr\n| '(' NUM // a number\n  | NUM\n;\n"
    );
    let again = import(&[]);
    assert_eq!(again.status, Some(2));
    assert!(again.stderr.contains("calc.l' is there"), "{}", again.stderr);
    assert_eq!(import(&["--force"]).status, Some(0));
    assert_eq!(lex, folder.read("imported/calc.l"));
    let parsed = run(&[of("imported/calc.l"), of("imported/calc.y"), grammar]);
    assert_eq!(parsed.status, Some(1), "{}", parsed.stderr);
}
