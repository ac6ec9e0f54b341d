//! The built-in grammars with their samples.

use nimbleparse::builtin;
use serde_json::{Value, json};

/// Name of a grammar, and its samples by name.
type Samples = (&'static str, &'static [(&'static str, &'static str)]);

const SAMPLES: &[Samples] = include!(concat!(env!("OUT_DIR"), "/samples.rs"));

/// All of them.
pub(crate) fn gallery() -> Value {
    let entry = |grammar: &builtin::Builtin| {
        let samples = SAMPLES.iter().find(|(name, _)| *name == grammar.name);
        let samples = samples.map_or(&[][..], |(_, samples)| samples);
        let samples: Vec<Value> =
            samples.iter().map(|(name, text)| json!({"name": name, "text": text})).collect();
        json!({
            "name": grammar.name,
            "title": grammar.title,
            "yacc": grammar.yacc,
            "lex": grammar.lex,
            "model": grammar.ngrams.map(|_| grammar.name),
            "samples": samples,
        })
    };
    builtin::ALL.iter().map(entry).collect()
}
