//! Kinds of diagnostics: each is met by a grammar.

use std::collections::BTreeSet;

use lrtable::{
    StateTableErrorKind, Stop, YaccGrammar, YaccGrammarErrorKind,
    construct::Construction,
    counterexample,
    diagnostic::Diagnostic,
    from_yacc_until, from_yacc_within,
    grammar::Grammar,
    limits::{Limits, NAME},
    precedence, statetable,
    yacc::YaccKind,
};

/// All that is said about a grammar and its conflicts.
fn said(text: &str, kind: Option<&str>) -> Vec<Diagnostic> {
    let kind = kind.map(|name| YaccKind::from_name(name).expect("a kind's name"));
    let grammar = match Grammar::parse(text, kind) {
        Err(diagnostics) => return diagnostics,
        Ok(grammar) => grammar,
    };
    let (graph, _) = statetable::build(&grammar, Construction::Lalr);
    let explanations = counterexample::explain(&grammar, &graph);
    let conflicts = explanations.iter().map(|explanation| explanation.diagnostic());
    let unused = precedence::unused(&grammar, &graph);
    let narrow = YaccGrammar::<u8>::from_grammar(grammar.clone()).err().unwrap_or_default();
    grammar.warnings().iter().cloned().chain(conflicts).chain(unused).chain(narrow).collect()
}

/// A grammar about which a diagnostic of this kind is said.
fn example(kind: YaccGrammarErrorKind) -> (String, Option<&'static str>) {
    use YaccGrammarErrorKind as Kind;
    let text = match kind {
        Kind::Unexpected => "%token 'a' ) %% S: 'a';",
        Kind::PrematureEnd => "%% S",
        Kind::EmptyFile => "  ",
        Kind::NotAGrammar => "Once upon a time.",
        Kind::NoRules => "%token a %%",
        Kind::LimitReached => return (format!("%% S: {};", "x".repeat(NAME + 1)), None),
        Kind::StorageTooNarrow => {
            let all: String = (0..300).map(|n| format!(" | 't{n}'")).collect();
            return (format!("%% S: 'x'{all};"), None);
        }
        Kind::InvalidString => "%% S: 'a;\n",
        Kind::UnknownEscape => "%% S: '\\q';",
        Kind::IncompleteComment => "%% S: 'a'; /* ",
        Kind::MismatchedBrace => "%% S: 'a' { ;",
        Kind::UnknownDeclaration => "%tokn a\n%% S: 'a';",
        Kind::MisplacedDeclaration => "%prec a\n%% S: 'a';",
        Kind::IncompleteDeclaration => "%start\n%% S: 'a';",
        Kind::DuplicateDeclaration => "%expect 1\n%expect 1\n%% S: 'a';",
        Kind::DuplicatePrecedence => "%left 'a'\n%right 'a'\n%% S: 'a';",
        Kind::DuplicateAlias => "%token A \"a\"\n%token B \"a\"\n%% S: A B;",
        Kind::DuplicateNumber => "%token A 258 B 258\n%% S: A B;",
        Kind::IllegalInteger => "%token A 99999999999999999999\n%% S: A;",
        Kind::InvalidYaccKind => "%grmtools { yacckind: Other }\n%% S: 'a';",
        Kind::UnknownHeaderKey => "%grmtools { color: red }\n%% S: 'a';",
        Kind::UnknownConstruction => "%define lr.type slr\n%% S: 'a';",
        Kind::WrongYaccKind => return ("%% S -> u32: 'a';".to_owned(), Some("original")),
        Kind::NoEffect => "%union { int a; }\n%% S: 'a';",
        Kind::ProductionNotTerminated => {
            return ("%% S -> u32: 'a' { 1 } T -> u32: 'b' { 2 };".to_owned(), Some("grmtools"));
        }
        Kind::NonEmptyProduction => "%% S: %empty 'a';",
        Kind::MisplacedType => {
            return ("%% S -> u32: 'a' <u32>{ 1 };".to_owned(), Some("grmtools"));
        }
        Kind::MissingType => return ("%% S: 'a' { 1 };".to_owned(), Some("grmtools")),
        Kind::MismatchedType => "%% S -> u32: 'a' { 1 }; S -> u64: 'b' { 2 };",
        Kind::MisplacedLabel => "%% S: [a] 'b';",
        Kind::InvalidReference => "%% S -> u32: 'a' { $2 };",
        Kind::UnknownSymbol => "%% S: T;",
        Kind::InvalidCall => "%% S: pair('a');",
        Kind::EndlessExpansion => "%% S: f('a'); f(X): X f(pair(X, X)) | 'b';",
        Kind::InvalidInline => "%% S: T; %inline T: 'a' T | 'b';",
        Kind::InvalidStartRule => "%start T\n%% S: 'a';",
        Kind::UnknownToken => "%insert-cost 2 b\n%% S: 'a';",
        Kind::NoPrecForToken => "%% S: 'a' %prec b;",
        Kind::InvalidBracket => "%brackets 'a' 'a'\n%% S: 'a';",
        Kind::RuleIsToken => "%token S\n%% S: 'a';",
        Kind::EndInProduction => "%token END 0\n%% S: 'a' END;",
        Kind::NeverMatches => "%% S: 'a' S;",
        Kind::RepeatedProduction => "%% S: 'a' | 'a';",
        Kind::UnusedRule => "%% S: 'a'; T: 'b';",
        Kind::UnusedToken => "%token b\n%% S: 'a';",
        Kind::UnusedPrecedence => "%left 'a'\n%% S: 'a';",
        Kind::Conflict => "%% S: S S | 'a';",
        Kind::FurtherMessages => {
            let all: String = (0..60).map(|n| format!(" A{n}")).collect();
            return (format!("%% S:{all};"), None);
        }
        _ => panic!("no grammar is known that meets {kind:?}"),
    };
    (text.to_owned(), None)
}

#[test]
fn each_kind_is_met_by_a_grammar() {
    let mut missed = Vec::new();
    for &kind in YaccGrammarErrorKind::ALL {
        let (text, yacc) = example(kind);
        let diagnostics = said(&text, yacc);
        if !diagnostics.iter().any(|diagnostic| YaccGrammarErrorKind::of(diagnostic) == Some(kind))
        {
            let found: Vec<_> =
                diagnostics.iter().map(|one| (one.kind().name, one.message())).collect();
            missed.push(format!("{kind:?} is not met, but {found:?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn each_kind_of_a_missing_table_is_met() {
    let tokens: String = (0..300).map(|n| format!(" | 't{n}' 't{n}'")).collect();
    let text = format!("%% S: E{tokens}; E: E '+' E | 'n';");
    let kind = YaccKind::from_name("original").unwrap();
    let grammar = YaccGrammar::<u16>::new_with_storaget(kind, &text).unwrap();
    let with = |limits| from_yacc_within(&grammar, Construction::Lalr, limits).unwrap_err().kind;
    let limits = Limits::default();
    let mut met: BTreeSet<String> = [
        with(Limits { states: 10, ..limits }),
        with(Limits { memory: 1 << 10, ..limits }),
        with(Limits { work: 10, ..limits }),
        with(Limits { conflicts: 0, ..limits }),
        with(Limits { table: 10, ..limits }),
    ]
    .map(|kind| format!("{kind:?}"))
    .into();
    let stop = Stop::new(|| true);
    let stopped = from_yacc_until(&grammar, Construction::Lalr, limits, Some(stop)).unwrap_err();
    met.insert(format!("{:?}", stopped.kind));
    // 200 tokens and productions fit in 8 bits, their 400 states do not.
    let text: String = (0..200).map(|n| format!(" | 't{n}' 'x' 'x'")).collect();
    let grammar = YaccGrammar::<u8>::new_with_storaget(kind, &format!("%% S: 'x'{text};")).unwrap();
    let error = from_yacc_within(&grammar, Construction::Lalr, limits).unwrap_err();
    met.insert(format!("{:?}", error.kind));
    let all: BTreeSet<String> =
        StateTableErrorKind::ALL.iter().map(|kind| format!("{kind:?}")).collect();
    assert_eq!(met, all);
}
