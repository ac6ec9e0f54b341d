//! Inputs that are hard for error recovery, each of any size: their work shows how it grows.

pub(crate) mod large;

use std::time::Duration;

use lrpar::{
    LexParseError, RTParserBuilder,
    recovery::{Status, experiment::Experiment},
};

use crate::{clock, language::Language, limit::Limit, memory, recoverer::Recoverer};

/// A family of inputs of growing size.
pub(crate) struct Family {
    /// What the size counts.
    pub(crate) name: &'static str,
    /// The grammar that the inputs are meant for.
    pub(crate) grammar: &'static str,
    /// The sizes to run.
    pub(crate) sizes: &'static [usize],
    /// Returns the input of a size.
    pub(crate) text: fn(usize) -> String,
}

const BRACKETS: &[usize] = &[1, 2, 3, 4, 6, 8, 10, 15, 20, 25, 30, 35, 40];
const STRINGS: &[usize] = &[1, 2, 3, 4];
const ERRORS: &[usize] = &[1, 10, 100, 1_000, 10_000];
const DEPTHS: &[usize] = &[10, 1_000, 100_000, 1_000_000];
const LEXEMES: &[usize] = &[1, 10, 100, 1_000, 10_000, 100_000];

fn around(before: &str, repeated: &str, count: usize, after: &str) -> String {
    [before, &repeated.repeat(count), after].concat()
}

/// Returns `""a""b…`: strings with names between them, and no comma.
fn strings(count: usize) -> String {
    (0..count).map(|at| format!("\"\"{}", char::from(b'a' + at as u8 % 26))).collect()
}

/// All families.
pub(crate) const FAMILIES: &[Family] = &[
    Family {
        name: "open brackets x((((",
        grammar: "java7",
        sizes: BRACKETS,
        text: |n| around("class C { void m() { x", "(", n, "; } }\n"),
    },
    Family {
        name: "open brackets x((((",
        grammar: "lua53",
        sizes: BRACKETS,
        text: |n| around("local y = 1\nx", "(", n, "\nreturn y\n"),
    },
    Family {
        name: "open brackets x((((",
        grammar: "php73",
        sizes: BRACKETS,
        text: |n| around("<?php\n$y = 1;\nx", "(", n, ";\n$y = 2;\n"),
    },
    Family {
        name: "open brackets x((((",
        grammar: "c11",
        sizes: BRACKETS,
        text: |n| around("int main(void) { x", "(", n, "; return 0; }\n"),
    },
    Family {
        name: "open brackets x((((",
        grammar: large::NAME,
        sizes: BRACKETS,
        text: |n| around("k5 { x", "(", n, "; }\n"),
    },
    Family {
        name: "strings f(\"\"a\"\"b)",
        grammar: "java7",
        sizes: STRINGS,
        text: |n| format!("class C {{ void m() {{ x = f({}); }} }}\n", strings(n)),
    },
    Family {
        name: "strings f(\"\"a\"\"b)",
        grammar: "lua53",
        sizes: STRINGS,
        text: |n| format!("x = f({})\nreturn x\n", strings(n)),
    },
    Family {
        name: "strings f(\"\"a\"\"b)",
        grammar: "php73",
        sizes: STRINGS,
        text: |n| format!("<?php\n$x = f({});\n", strings(n)),
    },
    Family {
        name: "strings f(\"\"a\"\"b)",
        grammar: "c11",
        sizes: STRINGS,
        text: |n| format!("int main(void) {{ x = f({}); }}\n", strings(n)),
    },
    Family {
        name: "names f(1 a 1 b)",
        grammar: large::NAME,
        sizes: STRINGS,
        text: |n| format!("k5 {{ x ( {} ) ; }}\n", strings(n).replace("\"\"", " 1 ")),
    },
    Family {
        name: "errors",
        grammar: "java7",
        sizes: ERRORS,
        text: |n| around("class C { void f() {\n", "  int x y;\n  a = b;\n", n, "} }\n"),
    },
    Family {
        name: "errors",
        grammar: "c11",
        sizes: ERRORS,
        text: |n| around("void f(void) {\n", "  x = a b;\n  y = c;\n", n, "}\n"),
    },
    Family {
        name: "hard errors f(\"\"a\"\"b)",
        grammar: "java7",
        sizes: &[1, 10, 100],
        text: |n| around("class C { void f() {\n", "  x = f(\"\"a\"\"b);\n  a = b;\n", n, "} }\n"),
    },
    Family {
        name: "depth around an error",
        grammar: "java7",
        sizes: DEPTHS,
        text: |n| {
            let inner = around("", "(", n, " 1 1 ");
            around(&format!("class C {{ void f() {{ x = {inner}"), ")", n, "; } }\n")
        },
    },
    Family {
        name: "depth around an error",
        grammar: "json",
        sizes: DEPTHS,
        text: |n| around(&around("", "[", n, " 1 1 "), "]", n, "\n"),
    },
    Family {
        name: "numbers without commas",
        grammar: "java7",
        sizes: LEXEMES,
        text: |n| around("class C { int[] a = {\n", "0 255 128\n", n, "}; }\n"),
    },
    Family {
        name: "output after the end",
        grammar: "java7",
        sizes: LEXEMES,
        text: |n| around("class C { }\n", "Enter a number: 12 (of 3) - it's \"x\";\n", n, ""),
    },
    Family {
        name: "merge markers",
        grammar: "java7",
        sizes: ERRORS,
        text: |n| {
            let both = "<<<<<<< HEAD\n  x = f(1);\n=======\n  x = f(2);\n>>>>>>> b\n  a = b;\n";
            around("class C { void f() {\n", both, n, "} }\n")
        },
    },
    Family {
        name: "a quote before a page",
        grammar: "java7",
        sizes: LEXEMES,
        text: |n| around("class C { String s = \"a;\n", "  void f() { x = 1; }\n", n, "}\n"),
    },
    Family {
        name: "no lexemes to delete",
        grammar: "java7",
        sizes: LEXEMES,
        text: |n| around("class C { void f() { x = 1 ", "# ", n, "; } }\n"),
    },
    Family {
        name: "brackets to delete",
        grammar: "java7",
        sizes: LEXEMES,
        text: |n| around("class C { void f() { x = 1 ", ") ", n, "; } }\n"),
    },
    Family {
        name: "braces to delete",
        grammar: "java7",
        sizes: LEXEMES,
        text: |n| around("class C { } ", "} ", n, "\n"),
    },
    Family {
        name: "brackets never closed",
        grammar: "json",
        sizes: LEXEMES,
        text: |n| around("", "[", n, "\n"),
    },
];

/// Result of recovery on one input.
pub(crate) struct Outcome {
    pub(crate) lexemes: usize,
    pub(crate) errors: usize,
    /// The number of errors whose set of repairs was not proven complete.
    pub(crate) unproven: usize,
    /// The number of errors that were left to the fall-back.
    pub(crate) fallen_back: usize,
    /// The cost and the number of sequences of the first error.
    pub(crate) first: (Option<u32>, u128),
    pub(crate) configurations: u64,
    pub(crate) work: u64,
    pub(crate) recovery: Duration,
    /// Time of parsing and recovery.
    pub(crate) parsing: Duration,
    /// The most bytes in an error's arenas.
    pub(crate) bytes: usize,
    /// The most memory that the process held, in KiB.
    pub(crate) peak_kib: u64,
}

/// Parses `text` to its end, whatever is wrong with it; returns what recovery did.
pub(crate) fn run(
    language: &Language,
    text: &str,
    recoverer: Recoverer,
    limit: Option<Limit>,
) -> Outcome {
    memory::reset_peak();
    let lexer = language.lexer.lexer(text);
    let mut options = recoverer.options();
    options.budget = limit.map_or(options.budget, |limit| limit.budget(options.budget.memory));
    options.clock = Some(clock::now);
    let parser = RTParserBuilder::new(&language.table.grammar, &language.table.table)
        .knowledge(&language.knowledge)
        .recoverer(recoverer.kind())
        .recovery_options(options)
        .experiment(Experiment { fall_back: true, ..recoverer.experiment() });
    let start = clock::now();
    let found = parser.parse_noaction(&lexer);
    let parsing = clock::now() - start;
    let errors: Vec<_> = found
        .iter()
        .filter_map(|error| match error {
            LexParseError::ParseError(error) => Some(error),
            LexParseError::LexError(_) => None,
        })
        .collect();
    let count = |status: Status| errors.iter().filter(|error| error.status() == status).count();
    let effort = || errors.iter().map(|error| error.effort());
    Outcome {
        lexemes: language.words_of(&lexer).len(),
        errors: errors.len(),
        unproven: count(Status::Unproven),
        fallen_back: count(Status::Panic),
        first: errors.first().map_or((None, 0), |error| (error.cost(), error.repairs_total())),
        configurations: effort().map(|effort| effort.configurations).sum(),
        work: effort().map(|effort| effort.work).sum(),
        recovery: effort().map(|effort| effort.time).sum(),
        parsing,
        bytes: effort().map(|effort| effort.bytes).max().unwrap_or(0),
        peak_kib: memory::peak_kib(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every family's smallest inputs are broken, so that they measure recovery; and are repaired.
    #[test]
    fn inputs_are_broken_and_repaired() {
        let cpctplus = Recoverer::named("cpctplus").unwrap();
        for family in FAMILIES {
            let language = large::language(family.grammar).unwrap();
            let text = (family.text)(family.sizes[0]);
            let found = run(&language, &text, cpctplus, None);
            assert!(found.errors > 0, "{} {}: {text}", family.grammar, family.name);
            assert_eq!(found.unproven + found.fallen_back, 0, "{text}");
        }
    }
}
