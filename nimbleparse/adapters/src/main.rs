//! Reports shown by other renderers: each adapter takes the report of an error and gives what its
//! crate prints.
//!
//! `cargo run -- ariadne|miette|codespan` in this folder shows the reports of a JSON text with
//! mistakes. Offsets of reports are bytes of the text, and never lie inside of a character.

mod ariadne_adapter;
mod codespan_adapter;
mod miette_adapter;

use lrpar::{Report, report::Label};
use nimbleparse::{
    language::{self, Parsed, Recovery},
    output::reports,
};

/// The places of a report, the first of which matters most, and what is said there: where to fix
/// it, and what else matters.
fn places(said: &Report) -> Vec<&Label> {
    let steps = said.helps.iter().take(1).flat_map(|help| &help.steps);
    let mut places: Vec<&Label> = steps.chain(&said.secondary).collect();
    if places.iter().all(|place| place.span != said.primary.span) {
        places.insert(0, &said.primary);
    }
    places
}

const FILE: &str = "pets.json";
const TEXT: &str = "{\n  \"dögs\": [1, 2 3],\n  \"cats\": nul\n";

fn main() {
    let show: fn(&str, &str, &Report) -> String = match std::env::args().nth(1).as_deref() {
        Some("miette") => miette_adapter::show,
        Some("codespan") => codespan_adapter::show,
        _ => ariadne_adapter::show,
    };
    let language = language::builtin("json").expect("a built-in grammar");
    let parsed = Parsed::new(&language, TEXT, &Recovery::default(), None);
    let show = |report: &Report| show(FILE, TEXT, report);
    reports::write(&mut std::io::stdout(), &parsed, 100, show).expect("standard output takes all");
}
