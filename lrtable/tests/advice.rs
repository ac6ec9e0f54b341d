//! Conflicts in rules that stand for repetitions and calls: what is said names the file's own
//! words, and doing what is advised takes the conflict away.

use lrtable::{construct::Construction, counterexample, grammar::Grammar, statetable};

/// Rules in which `@` stands for something that may be empty and begins with an `a`. The parser
/// cannot see at an `a` whether it is empty, only one or more tokens later.
const CONTEXTS: [&str; 8] = [
    "S: @ 'a' 'm' 'n';",
    "S: 'x' @ 'a' 'm' | 'y';",
    "S: '(' @ 'a' 'm' ')' | '(' 'q' ')';",
    "S: '[' T* ']'; T: 't' @ 'a' 'm' 'n';",
    "S: T | 'k' T 'z'; T: @ 'a' 'm' | 'n';",
    "S: wrapped(T); wrapped(X): '<' X '>'; T: @ 'a' 'm';",
    "S: ('u' T | 'v')+; T: 'w' @ 'a' 'm' 'y';",
    "S: outer('o') | outer('p'); outer(O): O @ 'a' 'm' 'n';",
];

/// What `@` stands for.
const CALLS: [&str; 6] =
    ["A?", "option(A)", "P?", "('a' 'b' 'b')?", "separated_list('b', A)", "option(pair(A, A))"];

/// Rules in which an alternative without the list `@` of `A` begins as one of it does: a list is
/// begun empty.
const LIST_CONTEXTS: [&str; 4] = [
    "S: @ 'm' | 'a' 'n';",
    "S: '(' @ ')' | '(' 'a' 'n' ')';",
    "S: T+; T: 't' @ 'm' | 't' 'a' 'n';",
    "S: wrapped(@) | '<' 'a' 'n'; wrapped(X): '<' X '>';",
];

fn seeds() -> Vec<(String, &'static str)> {
    let pairs = |contexts: &[&'static str], calls: &[&'static str]| -> Vec<_> {
        let of = |context: &&'static str| {
            calls.iter().map(|call| (context.replace('@', call), *call)).collect::<Vec<_>>()
        };
        contexts.iter().flat_map(of).collect()
    };
    let lists = pairs(&LIST_CONTEXTS, &["A*", "list(A)"]);
    pairs(&CONTEXTS, &CALLS).into_iter().chain(lists).collect()
}

/// The explanations of a grammar's conflicts.
fn conflicts(source: &str) -> Vec<String> {
    let grammar = Grammar::parse(source, None).unwrap_or_else(|all| panic!("{source}: {all:?}"));
    let (graph, _) = statetable::build(&grammar, Construction::Pager);
    let all = counterexample::explain(&grammar, &graph);
    all.iter().map(|one| one.to_string().replace('"', "'")).collect()
}

/// What stands between two marks of a text.
fn between<'t>(text: &'t str, open: &str, close: &str) -> &'t str {
    let (_, rest) = text.split_once(open).unwrap_or_else(|| panic!("no {open} in {text}"));
    rest.split_once(close).unwrap_or_else(|| panic!("no {close} in {text}")).0
}

#[test]
fn doing_what_is_advised_takes_a_conflict_in_an_instance_away() {
    for (rules, call) in seeds() {
        let p = if call == "P?" { " P: 'a' 'b' 'b' 'a';" } else { "" };
        let a = if call.contains('A') { " A: 'a';" } else { "" };
        let source = format!("%% {rules}{a}{p}");
        let said = conflicts(&source);
        assert!(!said.is_empty(), "{source} has no conflict");
        let advice = &said[0];
        let (before, after) =
            (between(advice, "in place of '", "' write"), between(advice, "' write '", "', whose"));
        assert_eq!(before, call, "{advice}");
        let advised = source.replacen(before, after, 1);
        assert_eq!(conflicts(&advised), Vec::<String>::new(), "{advised}");
    }
}

#[test]
fn a_conflict_in_an_instance_is_told_in_the_words_of_the_file() {
    for (rules, _) in seeds() {
        let source = format!("%% {rules} A: 'a'; P: 'a' 'b' 'b' 'a';");
        for said in conflicts(&source) {
            let (explained, _) = said.split_once("in place of").unwrap_or((&said, ""));
            let words = explained.split(|c: char| !c.is_alphanumeric() && c != '_');
            for word in words.filter(|word| word.contains('_') || ["list", "option"].contains(word))
            {
                assert!(source.contains(word), "{word} is not in {source}: {explained}");
            }
        }
    }
}
