//! How long the constructions take on generated grammars of growing size, and how many states they
//! make.
//!
//! `cargo run --release -p lrtable --example construction_speed [FOLDER [SIZE NAME]]`: prints a
//! table, or one line of it; with a folder, leaves the grammars there, as `N.y`, for other parser
//! generators to be timed on.

#[path = "../tests/constructions/generated.rs"]
mod generated;

use std::time::Instant;

use lrtable::{
    construct::Construction,
    grammar::Grammar,
    statetable,
    yacc::{YaccKind, YaccOriginalActionKind},
};

fn main() {
    let folder = std::env::args().nth(1);
    let only: Vec<String> = std::env::args().skip(2).collect();
    println!("productions  tokens  construction  states  build ms  with table ms");
    for size in [100, 300, 1000, 2000, 3000, 5000] {
        let text = generated::grammar(1, size);
        if only.first().is_some_and(|only| *only != size.to_string()) {
            continue;
        }
        if let Some(folder) = &folder {
            std::fs::write(format!("{folder}/{size}.y"), &text).expect("the folder can be written");
        }
        let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
        let grammar = Grammar::parse(&text, Some(kind)).expect("a generated grammar is right");
        for name in ["lalr", "pager", "ielr"] {
            if only.get(1).is_some_and(|only| only != name) {
                continue;
            }
            let construction = Construction::from_name(name).expect("a known name");
            let start = Instant::now();
            drop(construction.build(&grammar));
            let graph = start.elapsed();
            let start = Instant::now();
            let (resolved, _) = statetable::build(&grammar, construction);
            let all = start.elapsed();
            println!(
                "{:11}  {:6}  {name:12}  {:6}  {:8.1}  {:13.1}",
                grammar.productions().len(),
                grammar.tokens().len(),
                resolved.states().len(),
                graph.as_secs_f64() * 1000.0,
                all.as_secs_f64() * 1000.0
            );
        }
    }
}
