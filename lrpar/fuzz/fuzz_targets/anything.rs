//! Any Yacc file, any lex file, any input, any options: nothing panics, each construction's table
//! is explained and reported, and each recoverer ends with what its documentation says.
//!
//! What is checked of a parse: it is the same twice; its tree holds the input, but for what repairs
//! delete; each listed repair sequence costs what its repairs cost, and is counted; and the input,
//! with the first of each error's applied, is a sentence, where that can be said; a syntax tree
//! holds the text, byte for byte; reports can be made and shown.

#![no_main]

#[path = "anything/case.rs"]
mod case;
#[path = "anything/errors.rs"]
mod errors;
#[path = "anything/trees.rs"]
mod trees;
#[path = "anything/views.rs"]
mod views;

use std::collections::BTreeSet;

use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target};
use lrlex::{
    LRNonStreamingLexerDef,
    language::{self, Text, Types},
    token_text,
};
use lrpar::{
    LexError, LexParseError, Lexeme, Lexer, NodeKind, RTParserBuilder, Tree, apply_edits,
    edit::all_text_edits,
    recovery::{Ngrams, RecoveryKind, experiment::Experiment},
    steps::{Step, step},
};
use lrtable::{
    StateGraph, StateId, StateTable, TokenId, YaccGrammar, accepted,
    construct::Construction,
    counterexample::{Limits, explain_within},
    dump, export,
    grammar::Symbol,
};

use self::{
    case::Case,
    errors::{Input, Repaired},
};

/// Bytes of an input's text, and of the model, that are looked at.
const MOST_TEXT: usize = 400;
const MOST_MODEL: usize = 2_000;

/// Symbols of all productions up to which a grammar is built, up to which it is reported, and up to
/// which the canonical construction is used.
const MOST_SYMBOLS: usize = 3_000;
const MOST_REPORTED: usize = 150;
const MOST_CANONICAL: usize = 60;

/// A grammar, its table and its lexer.
pub struct Language {
    pub grammar: YaccGrammar<u32>,
    pub table: StateTable<u32>,
    pub lexerdef: LRNonStreamingLexerDef<Types>,
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let case = Case::new(data);
    if case.text.len() > MOST_TEXT || case.model.len() > MOST_MODEL {
        return Corpus::Reject;
    }
    if let Some(language) = language(&case) {
        parse(&language, &case);
    }
    Corpus::Keep
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    case::mutate(data, size, max_size, seed)
});

/// The language of the files, if they are right.
fn language(case: &Case) -> Option<Language> {
    let (mut warnings, yacc) = (String::new(), Text { name: "g.y", text: &case.grammar });
    let lex = Text { name: "l.l", text: &case.lex };
    let grammar = match language::grammar(yacc, case.kind, &mut warnings) {
        Ok(grammar) => grammar,
        Err(messages) => {
            assert!(!messages.is_empty());
            return None;
        }
    };
    // What is wrong with a lex file is quickly said.
    let lexerdef = language::lexer(lex, &grammar, &mut warnings);
    let size: usize = grammar.prod_ids().map(|prod| 1 + grammar.symbols(prod).len()).sum();
    let construction = case.construction.unwrap_or_else(|| Construction::of(&grammar));
    if size > MOST_SYMBOLS || construction == Construction::Canonical && size > MOST_CANONICAL {
        return None;
    }
    let built = language::table(&grammar, Some(construction), yacc, &mut warnings);
    let (graph, table) = match built {
        Ok(built) => built,
        Err(message) => {
            assert!(message.contains("the limit '"), "{message}");
            return None;
        }
    };
    if size <= MOST_REPORTED {
        describe(&grammar, &graph, &table);
    }
    match lexerdef {
        Ok(lexerdef) => Some(Language { grammar, table, lexerdef }),
        Err(messages) => {
            assert!(!messages.is_empty());
            None
        }
    }
}

/// Explains a table and writes it in all formats.
fn describe(grammar: &YaccGrammar<u32>, graph: &StateGraph<u32>, table: &StateTable<u32>) {
    let limits = Limits { unifying: 200, path: 2_000, examples: 5, total: 20_000 };
    let explanations = explain_within(grammar, graph, limits);
    assert_eq!(explanations.is_empty(), graph.conflicts.is_empty());
    for explanation in &explanations {
        assert!(!explanation.to_string().is_empty());
    }
    assert!(export::html("g.y", grammar, graph, &explanations).contains("</html>"));
    assert!(export::json(grammar, graph, &explanations).starts_with('{'));
    assert!(export::graphviz(grammar, graph).starts_with("digraph"));
    assert!(!dump::grammar(grammar).is_empty() && !dump::states(grammar, graph).is_empty());
    assert!(dump::table(grammar, table).contains("state 0"));
    assert!(!graph.pp(grammar, true).is_empty() && !graph.pp(grammar, false).is_empty());
    let identities = graph.conflicts.identities(grammar);
    assert_eq!(accepted::first_that_is_none(&identities.join("\n")), None);
    assert!(accepted::compare(&identities.join("\n"), &identities).is_empty());
    if let Some(conflicts) = table.conflicts() {
        assert!(!(conflicts.pp_sr(grammar) + &conflicts.pp_rr(grammar)).is_empty());
    }
}

/// Parses by all recoverers.
fn parse(language: &Language, case: &Case) {
    let lexer = language.lexerdef.lexer(&case.text);
    let eof = language.grammar.eof();
    let token = |lexeme: Result<_, _>| match lexeme {
        Ok(lexeme) => {
            let lexeme: lrlex::DefaultLexeme<u32> = lexeme;
            TokenId::new((lexeme.tok_id() as usize).min(eof.index() + 1))
        }
        Err(_) => TokenId::new(eof.index() + 1),
    };
    let mut tokens: Vec<TokenId> = lexer.iter().map(token).collect();
    tokens.push(eof);
    let input = Input { language, case, lexer: &lexer, tokens: &tokens };
    for (kind, experiment) in case.recoverers() {
        parse_by(&input, kind, experiment);
    }
}

type Errors = lrpar::Errors<u32, Types>;

fn parse_by(input: &Input<'_>, kind: RecoveryKind, experiment: Experiment) {
    let Input { language, case, lexer, .. } = *input;
    let start = case.start % language.grammar.starts().len();
    let model = Ngrams::of_grammar(&case.model, &language.grammar).ok().map(Into::into);
    let parser = || {
        let mut options = case.options();
        options.ngrams = model.clone();
        RTParserBuilder::<u32, Types>::new(&language.grammar, &language.table)
            .recoverer(kind)
            .recovery_options(options)
            .experiment(experiment)
            .start_rule(start)
    };
    let once = parser();
    let (tree, errors) = once.parse_tree(lexer);
    for error in &errors {
        input.check(error);
    }
    let ends = kind == RecoveryKind::None || !case.fall_back;
    assert!(tree.is_some() || ends && !errors.is_empty());
    let has_tree = tree.is_some();
    let repaired = input.repaired(&errors);
    if let Some(tree) = tree {
        check_tree(input, &tree, &repaired);
        // Others go on from the stack after the reductions that the wrong lexeme brought about;
        // where precedence or a conflict decided, it is not always the one that the repaired input
        // would lead to.
        let goes_back = kind == RecoveryKind::Restart && experiment.variant.is_none();
        let is_certain = language.table.conflicts().is_none()
            && language.grammar.tokens().iter().all(|token| token.precedence.is_none());
        if repaired.is_whole && (goes_back || is_certain) {
            check_repaired(input, &repaired, &errors, start);
        }
    }
    let (again, same) = parser().parse_generictree(lexer);
    assert_same(&errors, &same, true);
    assert_eq!(again.is_some(), has_tree);
    let (syntax, same) = parser().parse_syntax_tree(lexer);
    assert_same(&errors, &same, case.is_counted());
    trees::check_syntax(&syntax, &case.text, &language.grammar);
    // Skipped texts that have names are leaves with these.
    let named = syntax.root().leaves().filter_map(|leaf| Some((leaf.span(), leaf.trivia_name()?)));
    assert!(named.eq(lexer.named_trivia()));
    views::check_reports(input, start, &errors);
    assert_same(&errors, &parser().parse_noaction(lexer), case.is_counted());
    if case.is_counted() {
        // What is known of the table by now changes what is spent, and nothing else.
        assert_same(&errors, &once.parse_noaction(lexer), false);
    }
}

/// Asserts that two lists of errors are the same; `all` of it, or what does not depend on the time.
fn assert_same(errors: &Errors, others: &Errors, all: bool) {
    assert_eq!(errors.len(), others.len());
    for (one, other) in errors.iter().zip(others) {
        match (one, other) {
            (LexParseError::ParseError(one), LexParseError::ParseError(other)) => {
                assert!(!all || one == other, "{one:?}\n{other:?}");
                assert_eq!(one.repairs(), other.repairs());
                assert_eq!(one.status(), other.status());
            }
            (LexParseError::LexError(one), LexParseError::LexError(other)) => {
                assert_eq!(one.span(), other.span());
            }
            _ => panic!("errors of two kinds"),
        }
    }
}

/// Asserts that the tree's nodes are productions, and that it holds the input in its order, but for
/// what is deleted.
fn check_tree(input: &Input<'_>, tree: &Tree<lrlex::DefaultLexeme<u32>>, repaired: &Repaired) {
    let grammar = &input.language.grammar;
    let mut leaves = Vec::new();
    let mut count = 0;
    for (_, node) in tree.preorder() {
        count += 1;
        match node.kind() {
            NodeKind::Lexeme(lexeme) if !lexeme.faulty() => leaves.push(lexeme.span().start()),
            NodeKind::Lexeme(_) | NodeKind::Error => {}
            NodeKind::Rule(rule, prod) => {
                assert_eq!(grammar.production(prod).rule, rule);
                let children = node.children().filter_map(|child| match child.kind() {
                    NodeKind::Lexeme(lexeme) => {
                        Some(Symbol::Token(TokenId::new(lexeme.tok_id() as usize)))
                    }
                    NodeKind::Rule(rule, _) => Some(Symbol::Rule(rule)),
                    NodeKind::Error => None,
                });
                assert!(children.eq(grammar.symbols(prod).iter().copied()));
            }
        }
    }
    assert_eq!(count, tree.node_count());
    assert!(leaves.is_sorted_by(|a, b| a < b), "{leaves:?}");
    let starts: Vec<usize> = input
        .lexer
        .iter()
        .map(|lexeme| lexeme.map_or_else(|error| error.span(), |lexeme| lexeme.span()).start())
        .collect();
    let mut found: BTreeSet<usize> = leaves.into_iter().collect();
    for at in &repaired.deleted {
        assert!(found.insert(starts[*at]), "deleted, but in the tree");
    }
    assert!(found.into_iter().eq(starts), "not all of the input is in the tree");
    assert!(!tree.display(grammar, &input.case.text).to_string().is_empty());
}

/// Asserts that the input with repairs applied is a sentence; and so is the text with edits, if its
/// lexemes are those.
fn check_repaired(input: &Input<'_>, repaired: &Repaired, errors: &Errors, start: usize) {
    let Language { grammar, table, lexerdef } = input.language;
    let tables = table.tables();
    // How many reductions that never end are made before that is seen is the parser's own affair.
    if tables.can_reduce_forever {
        return;
    }
    let mut stack = vec![StateId::new(start)];
    let (end, tokens) = repaired.tokens.split_last().expect("the end is never deleted");
    for (at, token) in tokens.iter().enumerate() {
        let taken = step(&tables, &mut stack, *token, |_, _| ());
        assert_eq!(taken, Step::Shifted, "{at} of {tokens:?}\n{errors:?}");
    }
    assert_eq!(step(&tables, &mut stack, *end, |_, _| ()), Step::Accepted);
    let text = &input.case.text;
    let text_of = |token: lrtable::TIdx<u32>| token_text(lexerdef, token.0);
    let Some(edits) = all_text_edits(input.lexer, errors, &text_of) else { return };
    let text = apply_edits(text, &edits);
    let lexer = lexerdef.lexer(&text);
    let lexed = lexer.iter().map(|lexeme| lexeme.ok().map(|lexeme| lexeme.tok_id()));
    if lexed.eq(tokens.iter().map(|token| Some(token.0))) {
        let parser = RTParserBuilder::<u32, Types>::new(grammar, table).start_rule(start);
        assert!(parser.parse_noaction(&lexer).is_empty(), "{text}");
    }
}
