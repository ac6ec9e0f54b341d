//! Exports of a state graph: their numbers agree, and they are what they claim to be.

use lrtable::{
    accepted,
    construct::Construction,
    counterexample::explain,
    dump, export,
    first::TokenSet,
    grammar::{Grammar, Symbol},
    item::{Item, closure},
    precedence,
    stategraph::StateGraph,
    statetable,
    yacc::YaccKind,
};

const EXPRESSION: &str = "%token UNUSED\n%left '+'\n%left '*'\n%nonassoc UNUSED\n%%\n\
    E: E '+' E | E '*' E | E '^' E | 'n' | 'm' UNUSED;\n";

fn built(text: &str) -> (Grammar, StateGraph) {
    let grammar = Grammar::parse(text, YaccKind::from_name("original")).unwrap();
    let (resolved, _) = statetable::build(&grammar, Construction::Lalr);
    (grammar, resolved)
}

#[test]
fn all_exports_agree_in_their_numbers() {
    let (grammar, resolved) = built(EXPRESSION);
    let explanations = explain(&grammar, &resolved);
    let states = resolved.states().len();
    let edges: usize = resolved.states().iter().map(|state| state.edges.len()).sum();
    let dot = export::graphviz(&grammar, &resolved);
    assert_eq!(
        dot.lines().filter(|line| line.contains(" [label=") && !line.contains("->")).count(),
        states
    );
    assert_eq!(dot.lines().filter(|line| line.contains(" -> ")).count(), edges);
    let json = export::json(&grammar, &resolved, &explanations);
    assert!(json.starts_with(&format!(
        "{{\"states\":{states},\"shift_reduce\":{},\"reduce_reduce\":0",
        resolved.conflicts.shift_reduce.len()
    )));
    assert_eq!(json.matches("\"items\":").count(), states);
    assert_eq!(json.matches("\"title\":").count(), explanations.len());
    let page = export::html("a < b", &grammar, &resolved, &explanations);
    assert!(page.contains("<title>a &lt; b</title>") && page.contains(&json));
    // Nothing is loaded from anywhere.
    assert!(!page.contains("http") && !page.contains("src="));
}

/// All counts that an export writes for people, for programs, and for Bison's users are those of
/// the graph.
#[test]
fn every_export_counts_alike() {
    for text in [EXPRESSION, "%% S: A | B; A: 'x'; B: 'x' | 'y';", "%% S: | S 'x';"] {
        for construction in Construction::ALL {
            let grammar = Grammar::parse(text, YaccKind::from_name("original")).unwrap();
            let (resolved, table) = statetable::build(&grammar, construction);
            let states = resolved.states().len();
            let (shift_reduce, reduce_reduce) =
                (resolved.conflicts.shift_reduce.len(), resolved.conflicts.reduce_reduce.len());
            let explanations = explain(&grammar, &resolved);
            assert_eq!(table.state_count(), states);
            for dump in [dump::states(&grammar, &resolved), dump::table(&grammar, &table)] {
                let heads = dump.lines().filter(|line| {
                    line.strip_prefix("state ").is_some_and(|number| number.parse::<u32>().is_ok())
                });
                assert_eq!(heads.count(), states);
            }
            let lines = dump::conflicts(&grammar, &resolved);
            assert_eq!(lines.matches(": shift/reduce conflict").count(), shift_reduce);
            assert_eq!(lines.matches(": reduce/reduce conflict").count(), reduce_reduce);
            let json = export::json(&grammar, &resolved, &explanations);
            assert!(json.starts_with(&format!(
                "{{\"states\":{states},\"shift_reduce\":{shift_reduce},\"reduce_reduce\":{reduce_reduce},"
            )));
            let places: usize =
                explanations.iter().map(|explanation| explanation.places.len()).sum();
            assert_eq!(places, shift_reduce + reduce_reduce);
            let decided = precedence::show_resolutions(&grammar, &resolved).lines().count();
            assert_eq!(decided, resolved.resolutions.len());
            assert_eq!(json.matches("by precedence, ").count(), decided);
        }
    }
}

/// A lookahead of an item comes from an item of the same state, or from the item with the dot one
/// earlier in a state before: the two steps along which the page goes back.
#[test]
fn every_lookahead_comes_from_where_the_page_looks() {
    for text in [
        "%% S: A B 'x' | 'y'; A: | 'a' A; B: C | ; C: 'c' S;",
        "%% L: L 'i' '=' R | R ; R: 'i' | '*' R;",
        "%% S: 'a' A 'd' | 'b' B 'd' | 'a' B 'e' | 'b' A 'e'; A: 'c'; B: 'c';",
    ] {
        let (grammar, resolved) = built(text);
        let states = resolved.states().iter().map(|state| closure(&grammar, &state.kernel));
        let states: Vec<Vec<(Item, TokenSet)>> = states.collect();
        let first = grammar.first();
        for (state, items) in states.iter().enumerate() {
            for (item, lookahead) in items {
                let mut sources = TokenSet::empty(grammar.tokens().len());
                if item.dot > 0 {
                    for (from, others) in resolved.states().iter().zip(&states) {
                        if from.edges.iter().any(|(_, target)| target.index() == state) {
                            let before = Item { dot: item.dot - 1, ..*item };
                            for (_, set) in others.iter().filter(|(other, _)| *other == before) {
                                sources.unite(set);
                            }
                        }
                    }
                } else if item.prod.index() < grammar.starts().len() {
                    sources.insert(grammar.eof());
                } else {
                    let rule = Symbol::Rule(grammar.production(item.prod).rule);
                    for (other, set) in items {
                        if other.rest(&grammar).first() == Some(&rule)
                            && first.first_of(&other.rest(&grammar)[1..], &mut sources)
                        {
                            sources.unite(set);
                        }
                    }
                }
                assert_eq!(&sources, lookahead, "state {state} of {text}");
            }
        }
    }
}

#[test]
fn the_page_knows_what_can_begin_after_each_rule() {
    let (grammar, resolved) = built("%% S: A A 'x'; A: | 'a';");
    let json = export::json(&grammar, &resolved, &[]);
    let dotted = r#"{"rule":"S","dots":[{"rule":"A","begins":["\"x\"","\"a\""],"empty":false},{"rule":"A","begins":["\"x\""],"empty":false},null]}"#;
    assert!(json.contains(dotted), "{json}");
    assert!(
        json.contains(
            r#"{"item":"^: • S","production":0,"dot":0,"lookaheads":["$"],"kernel":true}"#
        )
    );
}

#[test]
fn what_precedence_decided_and_what_it_did_not_is_listed() {
    let (grammar, resolved) = built(EXPRESSION);
    let decided = precedence::show_resolutions(&grammar, &resolved);
    assert_eq!(
        decided,
        "by precedence, 'E: E \"+\" E' is reduced, and \"+\" is not shifted\n\
         by precedence, \"*\" is shifted, and 'E: E \"+\" E' is not reduced\n\
         by precedence, 'E: E \"*\" E' is reduced, and \"+\" is not shifted\n\
         by precedence, 'E: E \"*\" E' is reduced, and \"*\" is not shifted\n"
    );
    let unused = precedence::unused(&grammar, &resolved);
    assert_eq!(unused.len(), 1);
    assert_eq!(unused[0].message(), "the precedence of \"UNUSED\" decides no conflict");
}

#[test]
fn a_new_conflict_is_noticed_though_the_count_stays() {
    let (grammar, resolved) = built("%% S: 'i' S | 'i' S 'e' S | 'x';");
    let accepted = resolved.conflicts.identities(&grammar).join("\n");
    let again = resolved.conflicts.identities(&grammar);
    assert!(accepted::compare(&format!("# accepted\n\n{accepted}\n"), &again).is_empty());
    // Equal rules in another order, after others: other numbers, but the identity stays.
    let (grammar, resolved) = built("%% T: 'y' S; S: 'x' | 'i' S 'e' S | 'i' S;");
    assert!(accepted::compare(&accepted, &resolved.conflicts.identities(&grammar)).is_empty());
    let (grammar, resolved) = built("%% S: 'i' S | 'i' S 'f' S | 'x';");
    let comparison = accepted::compare(&accepted, &resolved.conflicts.identities(&grammar));
    assert_eq!((comparison.new.len(), comparison.gone.len()), (1, 1));
}
