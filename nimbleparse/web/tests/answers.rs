//! Each question, asked natively.

use nimbleparse_web::Session;
use serde_json::{Value, json};

const YACC: &str = "%%\nSum: Sum '+' 'INT' | 'INT';\n";
const LEX: &str = "%%\n[0-9]+ 'INT'\n\\+ '+'\n[ ]+ ;\n";

fn ask(session: &mut Session, question: &Value) -> Value {
    serde_json::from_str(&session.answer(&question.to_string())).unwrap()
}

fn with_sums() -> Session {
    let mut session = Session::default();
    let taken =
        ask(&mut session, &json!({"ask": "language", "yacc": YACC, "lex": LEX, "model": null}));
    assert_eq!(taken["ready"], true);
    assert_eq!(taken["findings"], json!([]));
    session
}

#[test]
fn a_text_is_parsed_and_its_repairs_have_edits() {
    let mut session = with_sums();
    let parsed = ask(
        &mut session,
        &json!({"ask": "parse", "file": "a.sum", "text": "1 + + 2", "recoverer": "restart"}),
    );
    assert_eq!(parsed["json"]["errors"].as_array().unwrap().len(), 1);
    assert_eq!(parsed["repaired"], "1 + 2");
    assert!(parsed["shown"].as_str().unwrap().contains("--> a.sum:1:5"));
    assert_eq!(parsed["lexemes"].as_array().unwrap().len(), 4);
    let leaves = parsed["tree"].as_array().unwrap().iter();
    let leaves = leaves.filter(|node| !["rule", "error"].contains(&node[1].as_str().unwrap()));
    let covered: u64 = leaves.map(|node| node[4].as_u64().unwrap()).sum();
    assert_eq!(covered, 7);
}

#[test]
fn a_search_has_a_graph_whose_kept_successes_are_reached() {
    let mut session = with_sums();
    let found = ask(
        &mut session,
        &json!({"ask": "search", "text": "1 + + 2", "recoverer": "cpctplus", "error": 0}),
    );
    let (nodes, edges) = (&found["graph"]["nodes"], &found["graph"]["edges"]);
    let kept: Vec<usize> =
        (0..nodes.as_array().unwrap().len()).filter(|at| nodes[*at]["role"] == "kept").collect();
    assert!(!kept.is_empty());
    for node in kept {
        // What is reached costs what the edges on the way cost: only shifts are free.
        let mut at = node;
        let mut cost = 0;
        while at != 0 {
            let edges = edges.as_array().unwrap();
            let edge = edges.iter().find(|edge| edge[1] == at).unwrap();
            cost += u64::from(edge[2] != "shift");
            at = usize::try_from(edge[0].as_u64().unwrap()).unwrap();
        }
        assert_eq!(Some(cost), nodes[node]["cost"].as_u64());
    }
    assert_eq!(found["sequences"].as_array().unwrap().len().to_string(), found["total"]);
}

#[test]
fn states_conflicts_and_recoverers_are_told() {
    let mut session = with_sums();
    let automaton = ask(&mut session, &json!({"ask": "automaton"}));
    assert_eq!(automaton["conflicts"], json!([]));
    let states = automaton["states"].as_u64().unwrap();
    let last = ask(&mut session, &json!({"ask": "state", "state": states - 1}));
    assert!(!last["items"].as_array().unwrap().is_empty());
    let none = ask(&mut session, &json!({"ask": "state", "state": states}));
    assert_eq!(none["wrong"], "there is no such state");
    let recoverers = ["restart", "cpctplus", "panic"];
    let compared =
        ask(&mut session, &json!({"ask": "compare", "text": "1 + + 2", "recoverers": recoverers}));
    let compared: Vec<&Value> =
        compared.as_array().unwrap().iter().map(|one| &one["errors"]).collect();
    assert_eq!(compared, [1, 1, 1]);
}

#[test]
fn a_case_is_written_and_read_again() {
    let mut session = with_sums();
    let text = "=== no mark\n1 + 2\n";
    let case = ask(&mut session, &json!({"ask": "save", "name": "a sum", "text": text}));
    let again = ask(&mut session, &json!({"ask": "load", "case": case}));
    assert_eq!(again, json!({"name": "a sum", "yacc": YACC, "lex": LEX, "input": text}),);
}

#[test]
fn what_is_wrong_is_said() {
    let mut session = Session::default();
    let answer = ask(&mut session, &json!({"ask": "automaton"}));
    assert_eq!(answer["wrong"], "there is no grammar yet");
    let answer = ask(&mut session, &json!({"ask": "dance"}));
    assert!(answer["wrong"].as_str().unwrap().starts_with("the question cannot be read"));
    let taken = ask(
        &mut session,
        &json!({"ask": "language", "yacc": "%%\nA: B;\n", "lex": LEX, "model": null}),
    );
    assert_eq!(taken["ready"], false);
    assert_eq!(taken["findings"][0]["part"], "yacc");
    let mut session = with_sums();
    let answer = ask(
        &mut session,
        &json!({"ask": "search", "text": "1", "recoverer": "cpctplus", "error": 0}),
    );
    assert_eq!(answer["wrong"], "there is no such error");
}
