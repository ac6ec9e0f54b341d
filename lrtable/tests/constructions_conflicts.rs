//! Conflicts as they are explained: the guide shows what is said, and examples are derivations.
//! `UPDATE_GOLDEN=1` rewrites what `docs/conflicts.md` says of each
//! `tests/cases/conflicts/NAME.case`.

use std::{fs, path::PathBuf};

use lrtable::{
    construct::Construction,
    counterexample::{Example, Limits, Rival, explain, explain_within},
    grammar::Grammar,
    random::Random,
    stategraph::StateGraph,
    statetable,
};

#[allow(dead_code, reason = "shared with other tests")]
#[path = "oracles/random_grammar.rs"]
mod random_grammar;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn updating() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

fn built(text: &str) -> (Grammar, StateGraph) {
    let grammar = random_grammar::read(text);
    let (resolved, _) = statetable::build(&grammar, Construction::of(&grammar));
    (grammar, resolved)
}

fn said(text: &str) -> String {
    let (grammar, resolved) = built(text);
    let mut out = String::new();
    for explanation in explain(&grammar, &resolved) {
        out.push_str(&format!("{explanation}\n"));
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// The grammar of a case.
fn grammar_of(name: &str) -> String {
    let path = folder("tests/cases/conflicts").join(format!("{name}.case"));
    let text = fs::read_to_string(path).unwrap_or_else(|_| panic!("there is no case {name}"));
    let (_, text) = text.split_once("--- grammar\n").expect("it has a grammar");
    let (grammar, _) = text.split_once("--- conflicts\n").expect("its conflicts are expected");
    grammar.to_owned()
}

/// The guide shows each case between `<!-- case NAME -->` and `<!-- end -->`.
#[test]
fn the_guide_shows_what_is_really_said() {
    let path = folder("../docs/conflicts.md");
    let guide = fs::read_to_string(&path).unwrap();
    let mut rebuilt = String::new();
    let mut rest = guide.as_str();
    let mut shown = 0;
    while let Some((before, following)) = rest.split_once("<!-- case ") {
        let (name, following) = following.split_once(" -->\n").unwrap();
        let (_, following) = following.split_once("<!-- end -->").unwrap();
        let grammar = grammar_of(name);
        rebuilt.push_str(&format!(
            "{before}<!-- case {name} -->\n```yacc\n{grammar}```\n\n```text\n{}```\n<!-- end -->",
            said(&grammar)
        ));
        rest = following;
        shown += 1;
    }
    rebuilt.push_str(rest);
    if updating() {
        fs::write(&path, &rebuilt).unwrap();
    }
    assert!(updating() || rebuilt == guide, "the guide differs: UPDATE_GOLDEN=1 rewrites it");
    assert!(shown >= 10);
}

/// The words of a sentence without the dot.
fn words(sentence: &str) -> Vec<&str> {
    sentence.split_whitespace().filter(|word| *word != "•").collect()
}

/// Is `tree`, as it is shown, a derivation by productions of the grammar? Its leaves are returned.
fn leaves(grammar: &Grammar, tree: &str) -> Vec<String> {
    let mut open: Vec<(String, Vec<String>)> = vec![(String::new(), Vec::new())];
    let mut leaves = Vec::new();
    for word in words(tree) {
        if let Some(rule) = word.strip_suffix("[]") {
            open.last_mut().unwrap().1.push(rule.to_owned());
        } else if let Some(rule) = word.strip_suffix('[') {
            open.push((rule.to_owned(), Vec::new()));
        } else if word == "]" {
            let (rule, symbols) = open.pop().unwrap();
            let is_production = grammar.prod_ids().any(|prod| {
                let production = grammar.production(prod);
                let shown = production.symbols.iter().map(|symbol| grammar.show_symbol(*symbol));
                grammar.rule(production.rule).name == rule && shown.eq(symbols.iter().cloned())
            });
            assert!(is_production, "{rule}: {symbols:?} in {tree}");
            open.last_mut().unwrap().1.push(rule);
        } else {
            open.last_mut().unwrap().1.push(word.to_owned());
            leaves.push(word.to_owned());
        }
    }
    assert_eq!(open.len(), 1, "{tree}");
    leaves
}

#[test]
fn examples_of_random_grammars_are_derivations() {
    let mut random = Random::new(41);
    let (mut unifying, mut diverging, mut broken_off, mut none) = (0, 0, 0, 0);
    for _ in 0..150 {
        let sizes = random_grammar::Sizes { rules: 4, tokens: 3, alternatives: 3, symbols: 3 };
        let text = random_grammar::text(&mut random, sizes);
        let (grammar, resolved) = built(&text);
        for explanation in explain(&grammar, &resolved) {
            match &explanation.example {
                Some(Example::Unifying { sentence, reduced, rival, .. }) => {
                    let twice = match explanation.rival {
                        Rival::Reduce(kept) => {
                            grammar.symbols(kept) == grammar.symbols(explanation.prod)
                        }
                        Rival::Shift(_) => false,
                    };
                    assert!(reduced != rival || twice, "{reduced} in\n{text}");
                    for tree in [reduced, rival] {
                        assert_eq!(leaves(&grammar, tree), words(sentence), "{text}");
                    }
                    unifying += 1;
                }
                Some(Example::Diverging { reduced, rival, gave_up }) => {
                    broken_off += usize::from(*gave_up);
                    for (sentence, tree) in [reduced, rival] {
                        assert_eq!(leaves(&grammar, tree), words(sentence), "{text}");
                    }
                    diverging += 1;
                }
                None => none += 1,
            }
        }
    }
    println!(
        "{unifying} unifying, {diverging} diverging ({broken_off} broken off), {none} without an example"
    );
    assert!(unifying > diverging && none == 0);
}

#[test]
fn of_very_many_causes_only_some_are_explained() {
    let operators: Vec<String> = (0..15).map(|nth| format!("O{nth}")).collect();
    let alternatives: Vec<String> = operators.iter().map(|o| format!("e {o} e")).collect();
    let text =
        format!("%token {}\n%%\ne: 'x' | {};\n", operators.join(" "), alternatives.join(" | "));
    let (grammar, resolved) = built(&text);
    let limits = Limits { examples: 7, ..Limits::default() };
    let explanations = explain_within(&grammar, &resolved, limits);
    assert_eq!(explanations.len(), 15 * 15);
    let explained = explanations.iter().take_while(|explanation| explanation.example.is_some());
    assert_eq!(explained.count(), 7);
    for explanation in &explanations[7..] {
        assert!(explanation.example.is_none() && explanation.advice.is_empty());
        assert!(explanation.body().contains("too many causes"));
    }
}
