//! Syntax trees lose nothing and are sound, for the samples of all built-in grammars, for mutants
//! of them, and for corpora where they are present: `SYNTAX_MUTANTS=12000` makes more mutants of
//! each grammar than a usual run does, and `SYNTAX_CORPORA=FOLDER` has all files of corpora read.

mod around;
mod built_in_queries;
mod edits;
mod symbols;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use lrpar::{RecoveryKind, SyntaxKind, SyntaxNode, SyntaxTree};
use lrtable::{Span, random::Random};
use nimbleparse::{
    builtin,
    language::{self, Language, Parsed, Recovery},
};

/// The syntax tree of `text`, checked against the text and itself.
fn checked(language: &Language, kind: RecoveryKind, text: &str) -> SyntaxTree {
    let recovery = Recovery { kind, ..Recovery::default() };
    let tree = Parsed::with_syntax_tree(language, text, &recovery, None).tree;
    let root = tree.root();
    let leaves: String = root.leaves().map(SyntaxNode::text).collect();
    assert!(leaves == text, "the leaves are not the text: {text:?}");
    assert_eq!(root.span(), Span::new(0, text.len()));
    // Each node's children follow each other, cover it, and know it.
    let mut count = 0;
    for (_, node) in root.preorder() {
        count += 1;
        let mut at = node.span().start();
        let mut before = None;
        for child in node.children() {
            assert_eq!(child.span().start(), at, "{node:?} {child:?} in {text:?}");
            assert_eq!(child.parent(), Some(node));
            assert_eq!(child.previous_sibling(), before);
            at = child.span().end();
            before = Some(child);
        }
        assert!(node.is_leaf() || at == node.span().end(), "{node:?} in {text:?}");
        assert!(node.is_leaf() || node.first_child().is_some() || node == root, "{node:?}");
        assert!(!node.is_leaf() || node.first_child().is_none());
        assert!(!node.is_missing() || node.span().is_empty());
        // Trivia stand before a node, not in it at its beginning or end.
        let is_outer = |leaf: Option<SyntaxNode<'_>>| {
            leaf.is_none_or(|leaf| leaf.kind() != SyntaxKind::Trivia)
        };
        assert!(
            node.is_leaf()
                || node == root
                || is_outer(node.first_child()) && is_outer(node.children().last()),
            "{node:?} in {text:?}"
        );
        symbols::check_symbols(node, &language.table.grammar);
        checked_fields(node);
    }
    assert_eq!(count, tree.node_count());
    around::checked_around(&tree);
    tree
}

/// A field is found by its name, and each child knows its own.
fn checked_fields(node: SyntaxNode<'_>) {
    for (field, child) in node.children_with_fields() {
        assert_eq!(child.field(), field);
        let first = child.field_name().and_then(|name| node.child_by_field(name));
        assert!(first.is_none_or(|first| first.field() == field), "{node:?} {child:?}");
    }
}

/// All files below `folder`; bytes that are no UTF-8 become the replacement character.
fn texts(folder: &Path, texts: &mut Vec<String>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        match fs::read(&path) {
            Ok(bytes) => texts.push(String::from_utf8_lossy(&bytes).into_owned()),
            Err(_) => self::texts(&path, texts),
        }
    }
}

fn samples(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars").join(name);
    let mut found = Vec::new();
    texts(&folder.join("ok"), &mut found);
    texts(&folder.join("bad"), &mut found);
    assert!(!found.is_empty());
    found
}

/// A language of the repository that is not built in.
fn of_files(name: &str) -> Language {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars").join(name);
    let text = |ending| fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap();
    let (yacc, lex, messages) = (text("y"), text("l"), &mut String::new());
    let yacc = language::Text { name: "grammar", text: &yacc };
    let table = language::Table::new(yacc, None, None, None, messages).unwrap();
    Language::new(language::Text { name: "lexer", text: &lex }, table, None, messages).unwrap()
}

#[test]
fn trees_of_languages_with_layout_lose_no_text() {
    let mutants = env::var("SYNTAX_MUTANTS").map_or(40, |count| count.parse().unwrap());
    for name in ["go122", "javascript2023", "python313"] {
        let (language, samples) = (of_files(name), samples(name));
        let mut random = Random::new(1);
        let small: Vec<&String> = samples.iter().filter(|text| text.len() < 3000).collect();
        let mutant = |number: usize| {
            let mut text: Vec<char> = random.choose(&small).chars().collect();
            for _ in 0..random.below(4) {
                let at = random.below(text.len() + 1);
                let end = (at + random.below(12)).min(text.len());
                let new = *random.choose(&['(', ']', ';', '"', '\n', 'é', '\t', '#', ' ', '\r']);
                text.splice(at..end, random.one_in(2).then_some(new));
            }
            (KINDS[number % KINDS.len()], text.into_iter().collect())
        };
        let mutants: Vec<(RecoveryKind, String)> = (0..mutants).map(mutant).collect();
        let whole = samples.iter().flat_map(|text| KINDS.map(|kind| (kind, text.clone())));
        for (kind, text) in whole.chain(mutants) {
            checked(&language, kind, &text);
        }
    }
}

const KINDS: [RecoveryKind; 4] =
    [RecoveryKind::Restart, RecoveryKind::CPCTPlus, RecoveryKind::Panic, RecoveryKind::None];

#[test]
fn trees_of_samples_and_of_their_mutants_lose_nothing() {
    let mutants = env::var("SYNTAX_MUTANTS").map_or(40, |count| count.parse().unwrap());
    for builtin in builtin::ALL {
        let language = language::builtin(builtin.name).unwrap();
        let samples = samples(builtin.name);
        for text in &samples {
            for kind in KINDS {
                checked(&language, kind, text);
            }
        }
        let mut random = Random::new(1);
        let small: Vec<&String> = samples.iter().filter(|text| text.len() < 3000).collect();
        for number in 0..mutants {
            let mut text: Vec<char> = random.choose(&small).chars().collect();
            for _ in 0..random.below(4) {
                let at = random.below(text.len() + 1);
                let end = (at + random.below(12)).min(text.len());
                let piece: Vec<char> = match random.below(3) {
                    0 => Vec::new(),
                    1 => vec![*random.choose(&['(', '}', ';', '"', '\'', 'é', '\0', '#', ' '])],
                    _ => text[end..].iter().take(random.below(20)).copied().collect(),
                };
                text.splice(at..end, piece);
            }
            let text: String = text.into_iter().collect();
            checked(&language, KINDS[number % KINDS.len()], &text);
        }
    }
}

/// The corpora beside the checkout, or those that `SYNTAX_CORPORA` names.
#[test]
#[ignore = "needs corpora"]
fn trees_of_corpora_lose_nothing() {
    let named = env::var_os("SYNTAX_CORPORA").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora");
    // A usual run looks at some of them.
    let step = if named.is_some() { 1 } else { 20 };
    let corpora = named.unwrap_or_else(beside);
    let mut files = 0;
    for (folder, name) in [
        ("java-eclipse", "java7"),
        ("java-intellij", "java7"),
        ("java-langtools", "java7"),
        ("java-mined", "java7"),
        ("java-real", "java7"),
        ("java-valid", "java7"),
        ("lua-errors", "lua53"),
        ("lua-valid", "lua53"),
        ("php-tests", "php73"),
        ("php-valid", "php73"),
        ("json", "json"),
        ("c-deepfix", "c11"),
        ("c-sources", "c11"),
        ("c-tracer", "c11"),
        ("go-mined", "go122"),
        ("javascript-mined", "javascript2023"),
        ("python-mined", "python313"),
    ] {
        let mut found = Vec::new();
        texts(&corpora.join(folder), &mut found);
        // Which lexemes there are depends on the recoverer where lines count.
        let (language, kinds) = match language::builtin(name) {
            Some(language) => (language, &KINDS[..1]),
            None => (of_files(name), &KINDS[..]),
        };
        for text in found.iter().step_by(step) {
            kinds.iter().for_each(|kind| _ = checked(&language, *kind, text));
            files += 1;
        }
    }
    println!("{files} files");
    assert!(files > 0, "no file of a corpus is there");
}

#[test]
fn without_recovery_the_rest_is_one_error() {
    let language = language::builtin("json").unwrap();
    let text = "{\"a\": [1, 2 3], \"b\": ] }";
    let tree = checked(&language, RecoveryKind::None, text);
    let is_error = |node: &SyntaxNode<'_>| node.kind() == SyntaxKind::Error;
    let errors = tree.root().preorder().map(|(_, node)| node).filter(is_error);
    let errors: Vec<&str> = errors.map(SyntaxNode::text).collect();
    assert!(errors.len() == 1 && errors[0].ends_with("3], \"b\": ] }"), "{errors:?}");
}

#[test]
fn nodes_are_found_by_place() {
    let language = language::builtin("json").unwrap();
    let text = " {\"a\": [1, 2 3]} ";
    let tree = checked(&language, RecoveryKind::CPCTPlus, text);
    for (at, _) in text.char_indices() {
        let leaf = tree.leaf_at(at).unwrap();
        assert!(leaf.span().start() <= at && at < leaf.span().end(), "{at} {leaf:?}");
        assert_eq!(tree.covering(Span::new(at, at + 1)), leaf);
    }
    assert_eq!(tree.leaf_at(text.len()), None);
    let two_values = tree.covering(Span::new(8, 14));
    assert!(two_values.span().start() <= 8 && two_values.span().end() >= 14);
    assert!(two_values.children().all(|child| child.span().end() < 14 || child.span().start() > 8));
    // In a second tree of the text every pointer leads to a node of that kind and place.
    let again = checked(&language, RecoveryKind::CPCTPlus, text);
    assert_eq!(tree, again);
    for (_, node) in tree.root().preorder() {
        let found = node.pointer().resolve(&again).unwrap();
        assert_eq!(found.pointer(), node.pointer());
        assert_eq!(node.next_leaf().and_then(SyntaxNode::previous_leaf).is_some(), {
            node.span().end() < text.len() || node.next_leaf().is_some()
        });
    }
}

#[test]
fn a_million_levels_are_walked() {
    let language = language::builtin("json").unwrap();
    let text = format!("{}1{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    let recovery = Recovery { kind: RecoveryKind::CPCTPlus, ..Recovery::default() };
    let parsed = Parsed::with_syntax_tree(&language, &text, &recovery, None);
    assert!(parsed.errors.is_empty());
    let tree = parsed.tree;
    let leaf = tree.leaf_at(1_000_000).unwrap();
    assert_eq!(leaf.text(), "1");
    assert!(leaf.ancestors().count() > 1_000_000);
    assert_eq!(tree.root().leaves().count(), 2_000_001);
}

#[test]
fn a_million_items_are_one_list() {
    let language = language::builtin("json").unwrap();
    let text = format!("[{}1]", "{\"a\": 1}, ".repeat(1_000_000));
    let recovery = Recovery { kind: RecoveryKind::CPCTPlus, ..Recovery::default() };
    let tree = Parsed::with_syntax_tree(&language, &text, &recovery, None).tree;
    let deepest = tree.root().preorder().map(|(depth, _)| depth).max();
    assert_eq!(deepest, Some(9));
    let last = tree.leaf_at(text.len() - 2).unwrap();
    let list = last.ancestors().find(|node| node.name() == "Values").unwrap();
    assert_eq!(list.items().count(), 1_000_001);
}

#[test]
fn trees_go_to_other_threads() {
    fn is_shared<T: Send + Sync + Clone>(_: &T) {}
    let language = language::builtin("calc").unwrap();
    let tree = checked(&language, RecoveryKind::Restart, "1 + * 2");
    is_shared(&tree);
    let of_thread = std::thread::spawn({
        let tree = tree.clone();
        move || tree.root().text().to_owned()
    });
    assert_eq!(of_thread.join().unwrap(), tree.text());
}

#[test]
fn the_program_writes_the_bytes_of_a_file_again() {
    let file = env::temp_dir().join(format!("syntax-{}.json", std::process::id()));
    let bytes = b"\xef\xbb\xbf[1, \xff\xfe 2 3] \xc3".to_vec();
    fs::write(&file, &bytes).unwrap();
    let dump = |what: &str| {
        let program = env!("CARGO_BIN_EXE_nimbleparse");
        std::process::Command::new(program).args(["--dump", what]).arg(&file).output().unwrap()
    };
    let (text, tree) = (dump("syntax-text"), dump("syntax"));
    fs::remove_file(&file).unwrap();
    assert_eq!(text.stdout, bytes);
    assert_eq!((text.status.code(), tree.status.code()), (Some(1), Some(1)));
    let tree = String::from_utf8(tree.stdout).unwrap();
    assert!(tree.contains("<unknown> \"\\u{1a}\\u{1a}\"\n"), "{tree}");
}
