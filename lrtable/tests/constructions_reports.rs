//! Reports of a state graph: their numbers agree, and they are what they claim to be.

use lrtable::{
    accepted, conflict::Resolved, construct::Construction, counterexample::explain,
    grammar::Grammar, precedence, report, statetable, yacc::YaccKind,
};

const EXPRESSION: &str = "%token UNUSED\n%left '+'\n%left '*'\n%nonassoc UNUSED\n%%\n\
    E: E '+' E | E '*' E | E '^' E | 'n' | 'm' UNUSED;\n";

fn built(text: &str) -> (Grammar, Resolved) {
    let grammar = Grammar::parse(text, YaccKind::from_name("original")).unwrap();
    let (resolved, _) = statetable::build(&grammar, Construction::Lalr);
    (grammar, resolved)
}

#[test]
fn all_reports_agree_in_their_numbers() {
    let (grammar, resolved) = built(EXPRESSION);
    let explanations = explain(&grammar, &resolved);
    let states = resolved.graph.states().len();
    let edges: usize = resolved.graph.states().iter().map(|state| state.edges.len()).sum();
    let dot = report::graphviz(&grammar, &resolved);
    assert_eq!(
        dot.lines().filter(|line| line.contains(" [label=") && !line.contains("->")).count(),
        states
    );
    assert_eq!(dot.lines().filter(|line| line.contains(" -> ")).count(), edges);
    let json = report::json(&grammar, &resolved, &explanations);
    assert!(json.starts_with(&format!(
        "{{\"states\":{states},\"shift_reduce\":{},\"reduce_reduce\":0",
        resolved.conflicts.shift_reduce.len()
    )));
    assert_eq!(json.matches("\"items\":").count(), states);
    assert_eq!(json.matches("\"title\":").count(), explanations.len());
    let page = report::html("a < b", &grammar, &resolved, &explanations);
    assert!(page.contains("<title>a &lt; b</title>") && page.contains(&json));
    // Nothing is loaded from anywhere.
    assert!(!page.contains("http") && !page.contains("src="));
}

#[test]
fn what_precedence_decided_and_what_it_did_not_is_listed() {
    let (grammar, resolved) = built(EXPRESSION);
    let decided = precedence::decided(&grammar, &resolved);
    assert_eq!(
        decided,
        "by precedence, 'E: E \"+\" E' is reduced, and \"+\" is not shifted\n\
         by precedence, \"*\" is shifted, and 'E: E \"+\" E' is not reduced\n\
         by precedence, 'E: E \"*\" E' is reduced, and \"+\" is not shifted\n\
         by precedence, 'E: E \"*\" E' is reduced, and \"*\" is not shifted\n"
    );
    let unused = precedence::unused(&grammar, &resolved);
    assert_eq!(unused, [grammar.token_named("UNUSED").unwrap()]);
}

#[test]
fn a_new_conflict_is_noticed_though_the_count_stays() {
    let (grammar, resolved) = built("%% S: 'i' S | 'i' S 'e' S | 'x';");
    let accepted = resolved.conflicts.identities(&grammar).join("\n");
    let again = resolved.conflicts.identities(&grammar);
    assert!(accepted::compare(&format!("# accepted\n\n{accepted}\n"), &again).is_empty());
    // The same rules in another order, behind others: other numbers, the same identity.
    let (grammar, resolved) = built("%% T: 'y' S; S: 'x' | 'i' S 'e' S | 'i' S;");
    assert!(accepted::compare(&accepted, &resolved.conflicts.identities(&grammar)).is_empty());
    let (grammar, resolved) = built("%% S: 'i' S | 'i' S 'f' S | 'x';");
    let comparison = accepted::compare(&accepted, &resolved.conflicts.identities(&grammar));
    assert_eq!((comparison.new.len(), comparison.gone.len()), (1, 1));
}
