//! The Rust file that is made from a lex file.

use std::fmt::{Debug, Write};

use lrpar::codegen::{
    names::{Constants, one_line, option, string},
    tables::list,
};
use lrtable::Storage;

use crate::{
    matcher::{Cells, Tables},
    rules::{Outcome, Rule},
    spec::LexSpec,
};

/// All that goes into a generated file.
pub(super) struct Module<'a, StorageT> {
    /// What was read.
    pub(super) spec: &'a LexSpec,
    pub(super) automaton: &'a Tables,
    /// The rules with the parser's token ids, and what follows from their matches.
    pub(super) rules: &'a [Rule<StorageT>],
    pub(super) outcomes: &'a [Outcome<StorageT>],
    /// The tokens' ids, sorted by name; empty if no parser belongs to the lexer.
    pub(super) tokens: Vec<(&'a str, StorageT)>,
    /// The lex file as messages show it.
    pub(super) file: String,
    pub(super) name: String,
    /// The visibility, followed by a blank.
    pub(super) visibility: String,
    pub(super) lexer_types: String,
    pub(super) storage: String,
}

impl<StorageT: Storage + Debug> Module<'_, StorageT> {
    /// The file's text.
    pub(super) fn to_code(&self) -> String {
        let Module { lexer_types, storage, .. } = self;
        let file = one_line(&self.file);
        let mut out = format!(
            "// Made by lrlex from {file}. Do not edit: change that file.\n\n/// The lexer of `{file}`.\n#[allow(clippy::all, clippy::pedantic, dead_code, non_upper_case_globals, unreachable_pub, \
             unused_qualifications, reason = \"generated code\")]\n{}mod {} {{\n    use ::lrlex::generated as __lrlex;\n\n",
            self.visibility, self.name
        );
        let cell = automaton(self.automaton, &mut out).to_ascii_lowercase();
        let _ = writeln!(
            out,
            "    static __LEXER: __lrlex::Lexer<{storage}> = __lrlex::Lexer {{\n        automaton: &__AUTOMATON,"
        );
        self.rules(&mut out);
        self.start_states(&mut out);
        out.push_str("    };\n\n");
        let plain = self.automaton.is_plain();
        let reclassifying =
            if self.spec.reclassifications.is_empty() { "" } else { ".reclassifying()" };
        let _ = writeln!(
            out,
            "    /// The lexer's definition.\n    pub fn lexerdef() -> ::lrlex::LRNonStreamingLexerDef<{lexer_types}> {{\n        \
             __LEXER.lexerdef::<::std::primitive::{cell}, {plain}, _>(){reclassifying}\n    }}"
        );
        self.constants(&mut out);
        out.push_str("}\n");
        out
    }

    fn rules(&self, out: &mut String) {
        out.push_str("        outcomes: &[\n");
        for outcome in self.outcomes {
            let _ = writeln!(out, "            {},", spelled(outcome));
        }
        out.push_str("        ],\n        rules: &[\n");
        let text = |text: Option<&str>| option(text.map(string));
        for rule in self.rules {
            let (states, span) = (rule.start_states(), rule.name_span());
            let ends = rule.texts.ends.as_ref();
            let ends = ends.map(|(open, close)| format!("({}, {})", string(open), string(close)));
            let _ = writeln!(
                out,
                "            __lrlex::rule({}, &{states:?}, {}, ({}, {}), {}, ({}, {}), ({}, {})),",
                string(rule.re_str()),
                text(rule.name()),
                span.start(),
                span.end(),
                text(rule.unfinished()),
                text(rule.skips()),
                text(rule.guess.as_deref()),
                text(rule.texts.only.as_deref()),
                option(ends)
            );
        }
        out.push_str("        ],\n");
    }

    fn start_states(&self, out: &mut String) {
        out.push_str("        start_states: &[\n");
        for state in &self.spec.start_states {
            let span = state.name_span();
            let _ = writeln!(
                out,
                "            __lrlex::start_state({}, ({}, {}), {}),",
                string(state.name()),
                span.start(),
                span.end(),
                state.exclusive()
            );
        }
        out.push_str("        ],\n        reclassifications: &[\n");
        for directive in &self.spec.reclassifications {
            let _ = writeln!(out, "            {},", spelled(directive));
        }
        out.push_str("        ],\n");
    }

    /// A constant for each token of which the name can be one.
    fn constants(&self, out: &mut String) {
        let mut constants = Constants::default();
        for (name, id) in &self.tokens {
            let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && !name.starts_with(|c: char| c.is_ascii_digit());
            if let Some(constant) = plain.then(|| constants.name("N_", name)).flatten() {
                let _ = writeln!(
                    out,
                    "\n    /// The token `{name}`.\n    pub const {constant}: {} = {};",
                    self.storage,
                    id.to_index()
                );
            }
        }
    }
}

/// The automaton as a `static` item; the variant of its cells.
fn automaton(tables: &Tables, out: &mut String) -> &'static str {
    let Tables { columns, trie, kinds, cells, starts, line_starts, long, last, dead, .. } = tables;
    let Tables { skips, ends, rules, specials, separate, spans, active, longest, .. } = tables;
    let (cell, cells) = match cells {
        Cells::U8(cells) => ("U8", list(cells.iter())),
        Cells::U16(cells) => ("U16", list(cells.iter())),
        Cells::U32(cells) => ("U32", list(cells.iter())),
    };
    let borrowed = |items: String| format!("::std::borrow::Cow::Borrowed({items})");
    let skips = skips.iter().map(|skip| {
        let (inside, ranges) = skip.parts();
        format!("__lrlex::Skip::new({inside}, &{ranges:?}), ")
    });
    out.push_str("    static __AUTOMATON: __lrlex::Tables = __lrlex::Tables {\n");
    let (programs, simulate) = programs(tables);
    for (field, value) in [
        ("columns", borrowed(list(columns.iter()))),
        ("trie", borrowed(list(trie.iter()))),
        ("kinds", borrowed(list(kinds.iter()))),
        ("cells", format!("__lrlex::Cells::{cell}({})", borrowed(cells))),
        ("starts", borrowed(list(starts.iter()))),
        ("line_starts", borrowed(list(line_starts.iter()))),
        ("long", long.to_string()),
        ("last", last.to_string()),
        ("dead", dead.to_string()),
        ("skips", borrowed(format!("&[{}]", skips.collect::<String>()))),
        ("ends", borrowed(format!("&{ends:?}"))),
        ("rules", rules.to_string()),
        ("specials", borrowed(format!("&{}", spelled(specials)))),
        ("separate", borrowed(format!("&{}", spelled(separate)))),
        ("spans", borrowed(format!("&{spans:?}"))),
        ("active", borrowed(list(active.iter()))),
        ("programs", borrowed(programs)),
        ("longest", longest.to_string()),
        ("simulate", simulate),
    ] {
        let _ = writeln!(out, "        {field}: {value},");
    }
    out.push_str("    };\n\n");
    cell
}

/// A value as Rust spells it, of types that generated code may name: what `Debug` writes, with paths.
fn spelled(value: impl Debug) -> String {
    let debug = format!("{value:?}");
    let mut out = String::with_capacity(2 * debug.len());
    for piece in debug.split_inclusive(|c: char| !c.is_ascii_alphabetic()) {
        out.push_str(match piece.trim_end_matches(|c: char| !c.is_ascii_alphabetic()) {
            "None" | "Some" => "::std::option::Option::",
            "Lexeme" | "Nothing" | "Other" => "__lrlex::Outcome::",
            "All" | "ButLast" | "First" | "More" => "__lrlex::Extent::",
            "Pop" | "Push" | "ReplaceStack" | "ReplaceTop" => "__lrlex::StartStateOperation::",
            "After" | "Before" | "Marked" => "__lrlex::End::",
            "Class" | "Fork" | "Mark" | "Match" | "Place" => "__lrlex::Inst::",
            "SeparateRule" | "Look" | "Parts" | "Reclassify" | "Special" => "__lrlex::",
            _ => "",
        });
        out.push_str(piece);
    }
    out
}

/// The programs of rules, and what runs them if there are any.
fn programs(tables: &Tables) -> (String, String) {
    if tables.programs.is_empty() {
        return ("&[]".to_owned(), "::std::option::Option::None".to_owned());
    }
    let mut out = String::from("&[\n");
    for (rule, program) in &*tables.programs {
        let _ = writeln!(out, "                ({rule}, __lrlex::program({}, &[", program.start);
        for inst in &*program.insts {
            let _ = writeln!(out, "                    {},", spelled(inst));
        }
        let _ = writeln!(out, "                ], &{:?}, &{:?})),", program.sets, program.ranges);
    }
    out.push_str("            ]");
    (out, "::std::option::Option::Some(__lrlex::SIMULATE)".to_owned())
}
