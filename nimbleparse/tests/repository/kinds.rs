//! Kinds of diagnostics: `docs/errors.md` lists them, and every diagnostic of the cases has one.
//! The document is written from the kinds themselves: with `UPDATE_GOLDEN=1` in the environment
//! anew.

use std::{
    collections::{BTreeSet, HashSet},
    fmt::Write,
    fs,
};

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexErrorKind, LexFlags};
use lrpar::BuildErrorKind;
use lrtable::{
    StateTableErrorKind, YaccGrammarErrorKind,
    diagnostic::{Diagnostic, DiagnosticKind},
    grammar::Grammar,
    yacc::YaccKind,
};
use nimbleparse::{
    cases::{CaseFile, CustomSection},
    service::grammar::findings::HintKind,
};

use crate::{files, root};

/// The kinds of each family.
fn families() -> [(&'static str, Vec<&'static DiagnosticKind>); 5] {
    [
        (
            "Grammar files (lrtable)",
            YaccGrammarErrorKind::ALL.iter().map(|kind| kind.described()).collect(),
        ),
        (
            "Tables (lrtable)",
            StateTableErrorKind::ALL.iter().map(|kind| kind.described()).collect(),
        ),
        ("Lex files (lrlex)", LexErrorKind::ALL.iter().map(|kind| kind.described()).collect()),
        (
            "Builders (lrpar, lrlex)",
            BuildErrorKind::ALL.iter().map(|kind| kind.described()).collect(),
        ),
        ("Hints (nimbleparse)", HintKind::ALL.iter().map(|kind| kind.described()).collect()),
    ]
}

/// The document.
fn document() -> String {
    let mut out = String::from(
        "# Kinds of errors\n\nEach error, warning and note has a kind, by which a program can react to it: `YaccGrammarErrorKind::of(&diagnostic)` and its\n\
         like give it. The messages name the culprit and the place; here is what each kind means, and what can be done.\n\
         A test writes this file from the kinds' own documentation.\n",
    );
    for (title, kinds) in families() {
        let family = kinds[0].family;
        let _ = write!(out, "\n## {title}: `{family}`\n\n| kind | cause | cure |\n|---|---|---|\n");
        for kind in kinds {
            let [cause, cure] = [kind.cause, kind.cure].map(|text| text.replace('|', "\\|"));
            let _ = writeln!(out, "| `{}` | {cause} | {cure} |", kind.name);
        }
    }
    out
}

#[test]
fn the_document_lists_all_kinds() {
    let file = root().join("docs/errors.md");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&file, document()).unwrap();
    }
    assert_eq!(fs::read_to_string(file).unwrap_or_default(), document());
}

#[test]
fn names_of_kinds_differ_within_their_family() {
    for (_, kinds) in families() {
        let names: BTreeSet<&str> = kinds.iter().map(|kind| kind.name).collect();
        assert_eq!(names.len(), kinds.len());
    }
}

/// The texts of these sections in all cases of a crate.
fn sections(krate: &str, name: &str) -> Vec<String> {
    let own = ["syntax", "reading", "bison", "bison-reads", "differs", "built"];
    let custom = own.map(|name| CustomSection { name, settings: &[], found: |_| None });
    let mut found = Vec::new();
    for file in files(&root().join(krate).join("tests/cases"), "case") {
        let read = CaseFile::read(&fs::read_to_string(file).unwrap(), &custom).unwrap();
        let sections = read.cases.iter().flat_map(|case| &case.sections);
        let chosen = sections.filter(|section| section.name == name && section.from.is_none());
        found.extend(chosen.map(|section| section.content()));
    }
    found
}

#[test]
fn each_diagnostic_of_the_grammars_of_cases_has_a_kind() {
    let mut count = 0;
    for grammar in sections("lrtable", "grammar") {
        for kind in [None, YaccKind::from_name("grmtools"), YaccKind::from_name("eco")] {
            let read = Grammar::parse(&grammar, kind);
            let diagnostics = read.map_or_else(|all| all, |grammar| grammar.warnings().to_vec());
            for diagnostic in diagnostics {
                assert!(YaccGrammarErrorKind::of(&diagnostic).is_some(), "{diagnostic}");
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count}");
}

/// What is said about a lex file.
fn said(source: &str) -> Vec<Diagnostic> {
    LRNonStreamingLexerDef::<DefaultLexerTypes<u32>>::read(source, &LexFlags::default()).1
}

/// What is said about lex files that meet what no case meets.
fn examples() -> Vec<Diagnostic> {
    let many: String = (0..300).map(|n| format!("a{n} 'A{n}'\n")).collect();
    let many = format!("%%\n{many}");
    let narrow = LRNonStreamingLexerDef::<DefaultLexerTypes<u8>>::read(&many, &LexFlags::default());
    let long = format!("%%\n{} 'A'\n", "a".repeat(1 << 20));
    let large = "%%\n[a-z]*q[a-z]{200} 'A'\n";
    let named = "%%\n[a-z]+ { return yytext[0]; }\n";
    [narrow.1, said(&long), said(large), said(named), said("%%\n(a 'A'\n")].concat()
}

#[test]
fn each_kind_of_lex_files_is_met_and_each_of_their_diagnostics_has_one() {
    let of_cases = sections("lrlex", "lexer").into_iter().flat_map(|lexer| said(&lexer));
    let kind = |one: Diagnostic| LexErrorKind::of(&one).unwrap_or_else(|| panic!("{one}"));
    let mut met: HashSet<LexErrorKind> = of_cases.chain(examples()).map(kind).collect();
    // What needs the feature is met where that is switched off.
    met.insert(LexErrorKind::NeedsRegex);
    let missed: Vec<_> = LexErrorKind::ALL.iter().filter(|kind| !met.contains(kind)).collect();
    assert!(missed.is_empty(), "{missed:?}");
}
