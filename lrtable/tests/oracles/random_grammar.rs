//! Random small grammars, as Yacc text and read by [`Grammar::parse`].
//!
//! Every rule is productive and reachable. Alternatives may be empty, rules may be recursive in
//! every way, and nothing keeps a grammar from being ambiguous: who needs that asks for
//! [`conflict_free`].

use lrtable::{
    conflict::resolve,
    construct::Construction,
    grammar::Grammar,
    random::Random,
    yacc::{YaccKind, YaccOriginalActionKind},
};

/// How large a grammar may get.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    /// The number of rules, at most.
    pub(crate) rules: usize,
    /// The number of tokens, at most 26.
    pub(crate) tokens: usize,
    /// The number of alternatives of a rule, at most (one for reachability may come on top).
    pub(crate) alternatives: usize,
    /// The number of symbols of an alternative, at most.
    pub(crate) symbols: usize,
}

/// The rules section of a random grammar, the `%%` included. Rules are called `R0` (the start
/// rule), `R1`, …, tokens `'a'`, `'b'`, ….
pub(crate) fn text(random: &mut Random, sizes: Sizes) -> String {
    let rules = 1 + random.below(sizes.rules);
    let token =
        |random: &mut Random| format!("'{}'", char::from(b'a' + random.below(sizes.tokens) as u8));
    let mut alternatives: Vec<Vec<Vec<String>>> = Vec::new();
    for rule in 0..rules {
        let count = 1 + random.below(sizes.alternatives);
        alternatives.push(
            (0..count)
                .map(|nth| {
                    // The first alternative refers to later rules only: every rule has a sentence.
                    let lowest = if nth == 0 { rule + 1 } else { 0 };
                    let len = random.below(sizes.symbols + 1);
                    (0..len)
                        .map(|_| match rules - lowest {
                            choice if choice > 0 && !random.one_in(2) => {
                                format!("R{}", lowest + random.below(choice))
                            }
                            _ => token(random),
                        })
                        .collect()
                })
                .collect(),
        );
    }
    for rule in 1..rules {
        let name = format!("R{rule}");
        if !alternatives[..rule].iter().flatten().flatten().any(|symbol| *symbol == name) {
            let by = random.below(rule);
            let first = token(random);
            alternatives[by].push(vec![first, name]);
        }
    }
    let mut text = String::from("%%\n");
    for (rule, alternatives) in alternatives.iter().enumerate() {
        let alternatives: Vec<String> =
            alternatives.iter().map(|symbols| symbols.join(" ")).collect();
        text.push_str(&format!("R{rule}: {};\n", alternatives.join(" | ")));
    }
    text
}

/// The grammar of a text.
pub(crate) fn read(text: &str) -> Grammar {
    let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
    Grammar::parse(text, Some(kind)).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"))
}

/// A random grammar without conflicts in its canonical table, with its text.
pub(crate) fn conflict_free(random: &mut Random, sizes: Sizes) -> (String, Grammar) {
    loop {
        let text = text(random, sizes);
        let grammar = read(&text);
        if resolve(&grammar, Construction::Canonical.build(&grammar)).conflicts.is_empty() {
            return (text, grammar);
        }
    }
}
