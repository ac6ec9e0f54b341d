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
fn a_model_is_taken_as_a_text_and_a_wrong_one_is_left_out() {
    let mut session = with_sums();
    let mut take = |model: &str| {
        ask(&mut session, &json!({"ask": "language", "yacc": YACC, "lex": LEX, "model": model}))
    };
    let right = take("ngrams 1 order 2\nt INT\nt +\n0 1 2 2 1\n1 2 1\nend\n");
    assert_eq!((&right["model"], &right["wrong_model"]), (&json!(true), &Value::Null));
    let wrong = take("ngrams 1 order 2\nt MINUS\nend\n");
    assert_eq!((&wrong["ready"], &wrong["model"]), (&json!(true), &json!(false)));
    let message = wrong["wrong_model"].as_str().unwrap();
    assert!(message.starts_with("line 2: the grammar has no token 'MINUS'"), "{message}");
    let case = "=== a\n--- grammar\nG\n--- ngrams\nM\n--- input\n1\n";
    assert_eq!(ask(&mut session, &json!({"ask": "load", "case": case}))["model"], "M");
}

#[test]
fn a_search_has_a_graph_and_its_sequences_are_ways_through_it() {
    let mut session = with_sums();
    let found = ask(
        &mut session,
        &json!({"ask": "search", "text": "1 + + 2", "recoverer": "cpctplus", "error": 0}),
    );
    let answer = usize::try_from(found["answer"].as_u64().unwrap()).unwrap();
    let graph = &found["phases"][answer]["graph"];
    let edges = graph["edges"].as_array().unwrap();
    let sequences = found["sequences"].as_array().unwrap();
    assert_eq!(sequences.len().to_string(), found["total"]);
    assert!(!sequences.is_empty());
    for sequence in sequences {
        // What is reached costs what the edges on the way cost: only shifts are free.
        let way: Vec<&Value> = sequence["path"].as_array().unwrap().iter().collect();
        let steps = way.windows(2).map(|step| {
            let edge = edges.iter().find(|edge| edge[0] == *step[0] && edge[1] == *step[1]);
            u64::from(edge.unwrap()[2] != "shift")
        });
        let cost: u64 = steps.sum();
        assert_eq!(sequence["cost"], cost);
        let last = usize::try_from(way.last().unwrap().as_u64().unwrap()).unwrap();
        let node = &graph["nodes"][last];
        assert_eq!((&node[1], &node[3]), (&json!(cost), &json!("kept")));
    }
}

#[test]
fn a_query_finds_nodes_or_is_told_its_mistakes() {
    let mut session = with_sums();
    let mut find = |query: &str| {
        let question =
            json!({"ask": "query", "text": "1 + + 22", "recoverer": "restart", "query": query});
        ask(&mut session, &question)
    };
    let found = find("(INT) @number (ERROR) @wrong");
    let captures =
        json!([["number", "INT", 0, 1], ["wrong", "error", 4, 1], ["number", "INT", 6, 2]]);
    assert_eq!(found, json!({"count": 3, "found": captures, "cut": false}));
    let mistakes = find("(INTT) @number")["mistakes"].as_str().unwrap().to_owned();
    assert!(mistakes.contains("INT") && mistakes.contains("query:1:2"), "{mistakes}");
}

#[test]
fn only_the_search_that_is_asked_for_is_told() {
    let mut session = with_sums();
    let mut at = |error: usize| {
        let text = "1 + + 2 + 3 3 + 4 + + + 5";
        let question =
            json!({"ask": "search", "text": text, "recoverer": "cpctplus", "error": error});
        ask(&mut session, &question)
    };
    let [first, second, third] = [at(0), at(1), at(2)];
    assert!(first["position"].as_u64() < second["position"].as_u64());
    assert!(second["position"].as_u64() < third["position"].as_u64());
    for found in [first, second, third] {
        assert_eq!(found["phases"][0]["graph"]["nodes"][0][0], found["position"]);
    }
    assert_eq!(at(3)["wrong"], "there is no such error");
}

#[test]
fn states_conflicts_and_recoverers_are_told() {
    let mut session = with_sums();
    let automaton = ask(&mut session, &json!({"ask": "automaton"}));
    assert_eq!(automaton["conflicts"], json!([]));
    let states = automaton["states"].as_u64().unwrap();
    let last = ask(&mut session, &json!({"ask": "state", "state": states - 1}));
    assert!(!last["items"].as_array().unwrap().is_empty());
    // Its neighbours know it, and the way to it ends in a symbol that leads to it.
    let into = last["into"].as_array().unwrap();
    assert!(into.iter().any(|edge| edge[0] == *last["way"].as_array().unwrap().last().unwrap()));
    for edge in into {
        let before = ask(&mut session, &json!({"ask": "state", "state": edge[1]}));
        let edges = before["edges"].as_array().unwrap();
        assert!(edges.iter().any(|one| one[0] == edge[0] && one[1] == states - 1));
    }
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
fn what_precedence_decided_stands_at_its_states() {
    let mut session = Session::default();
    let yacc =
        "%left '+'\n%nonassoc '<'\n%right '^'\n%%\nE: E '+' E | E '<' E | E '^' E | 'INT';\n";
    let lex = "%%\n[0-9]+ 'INT'\n\\+ '+'\n\\< '<'\n\\^ '^'\n";
    ask(&mut session, &json!({"ask": "language", "yacc": yacc, "lex": lex, "model": null}));
    let automaton = ask(&mut session, &json!({"ask": "automaton"}));
    assert_eq!(automaton["decided"].as_array().unwrap().len(), 9);
    let mut decided = std::collections::BTreeMap::new();
    for state in 0..automaton["states"].as_u64().unwrap() {
        let told = ask(&mut session, &json!({"ask": "state", "state": state}));
        for one in told["decided"].as_array().unwrap() {
            let production = one["production"].to_string();
            let complete = format!("{} •", one["production"].as_str().unwrap());
            assert!(told["items"].as_array().unwrap().iter().any(|item| item["item"] == complete));
            let between = (
                production.replace(['"', '\\'], ""),
                one["token"].to_string().replace(['"', '\\'], ""),
            );
            decided.insert(between, one["decision"].clone());
        }
    }
    let of = |own: &str, next: &str| decided[&(format!("E: E {own} E"), next.to_owned())].clone();
    assert_eq!(decided.len(), 9);
    assert_eq!([of("+", "+"), of("+", "<"), of("<", "+")], ["reduce", "shift", "reduce"]);
    assert_eq!([of("<", "<"), of("^", "^"), of("^", "+")], ["error", "shift", "reduce"]);
}

#[test]
fn a_case_is_written_and_read_again() {
    let mut session = with_sums();
    let text = "=== no mark\n1 + 2\n";
    let case = ask(&mut session, &json!({"ask": "save", "name": "a sum", "text": text}));
    let again = ask(&mut session, &json!({"ask": "load", "case": case}));
    let wanted = json!({"name": "a sum", "yacc": YACC, "lex": LEX, "model": null, "input": text});
    assert_eq!(again, wanted);
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
