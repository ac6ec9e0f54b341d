//! Any text as a Yacc file: the reader says what it makes of it, in any kind, with places that lie
//! in the text; and what it accepts can be built by every construction, explained and reported, if
//! it is small.

#![no_main]

use libfuzzer_sys::fuzz_target;
use lrtable::{
    Spanned,
    construct::Construction,
    counterexample::{Limits, explain_within},
    diagnostic::{Severity, render_all},
    dump, export,
    grammar::Grammar,
    statetable,
    yacc::{YaccKind, YaccOriginalActionKind},
};

const KINDS: [Option<YaccKind>; 4] = [
    None,
    Some(YaccKind::Grmtools),
    Some(YaccKind::Eco),
    Some(YaccKind::Original(YaccOriginalActionKind::GenericParseTree)),
];

/// Number of symbols in all productions up to which a grammar is built, and up to which also by the
/// canonical construction.
const MOST: usize = 400;
const MOST_CANONICAL: usize = 40;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let kind = KINDS[usize::from(choice) % KINDS.len()];
    let grammar = match Grammar::parse(text, kind) {
        Ok(grammar) => grammar,
        Err(messages) => {
            assert!(messages.iter().any(|message| message.severity() == Severity::Error));
            for message in &messages {
                for span in message.spans() {
                    assert!(text.get(span.start()..span.end()).is_some(), "{span:?}");
                }
            }
            return assert!(!render_all(&messages, "g.y", text).is_empty());
        }
    };
    let size: usize = grammar.prod_ids().map(|prod| 1 + grammar.symbols(prod).len()).sum();
    if size > MOST {
        return;
    }
    for construction in Construction::ALL {
        if construction == Construction::Canonical && size > MOST_CANONICAL {
            continue;
        }
        let (resolved, table) = statetable::build(&grammar, construction);
        assert_eq!(resolved.states().len(), table.state_count());
        if construction != Construction::of(&grammar) {
            continue;
        }
        let limits = Limits { unifying: 200, path: 2_000, examples: 5, total: 20_000 };
        let explanations = explain_within(&grammar, &resolved, limits);
        assert_eq!(explanations.is_empty(), resolved.conflicts.is_empty());
        assert!(export::html("g.y", &grammar, &resolved, &explanations).contains("</html>"));
        assert!(dump::table(&grammar, &table).contains("state 0"));
    }
});
