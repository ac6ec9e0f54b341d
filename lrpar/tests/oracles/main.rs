//! Tests parsing and recovery against oracles that are written in another way, and on inputs that
//! are meant to break them.

mod budgets;
mod common;
mod complete_set;
#[path = "../../../lrtable/tests/oracles/earley.rs"]
mod earley;
mod edits;
mod expected_tokens;
mod far;
mod feedback;
mod flat;
mod growth;
mod guided;
mod layout;
#[path = "../../../lrtable/tests/oracles/notation.rs"]
mod notation;
mod paper;
#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../../lrtable/tests/oracles/plain.rs"]
mod plain;
#[path = "../../../lrtable/tests/oracles/random_grammar.rs"]
mod random_grammar;
mod reference;
mod region;
mod replay;
mod restart;
mod robustness;
mod scale;
mod tape;
mod written_out;
