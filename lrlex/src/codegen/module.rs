//! The Rust file that is made from a lex file.

use std::fmt::Write;

use lrpar::codegen::{
    names::{Constants, one_line, string},
    tables::list,
};
use lrtable::Storage;

use crate::{
    compile::{ByRegex, regex_rule},
    dfa::{Cells, Tables},
    rules::{Extent, Other, Outcome, Rule},
    spec::{LexSpec, StartStateOperation},
};

/// All that goes into a generated file.
pub(super) struct Module<'a, StorageT> {
    /// What was read.
    pub(super) spec: &'a LexSpec,
    pub(super) automaton: Tables<'a>,
    /// The rules with the parser's token ids, and what follows from their matches.
    pub(super) rules: &'a [Rule<StorageT>],
    pub(super) outcomes: &'a [Outcome<StorageT>],
    /// The rules of which the regexes are needed.
    pub(super) by_regex: &'a [ByRegex],
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

impl<StorageT: Storage> Module<'_, StorageT> {
    /// The file's text.
    pub(super) fn to_code(&self) -> String {
        let Module { lexer_types, storage, .. } = self;
        let file = one_line(&self.file);
        let mut out = format!(
            "// Made by lrlex from {file}. Do not edit: change that file.\n\n/// The lexer of `{file}`.\n#[allow(clippy::all, clippy::pedantic, dead_code, non_upper_case_globals, unreachable_pub, \
             unused_qualifications, reason = \"generated code\")]\n{}mod {} {{\n    use ::lrlex::generated as __lrlex;\n\n",
            self.visibility, self.name
        );
        automaton("__AUTOMATON", self.automaton, &mut out);
        let _ = writeln!(
            out,
            "    static __LEXER: __lrlex::Lexer<{storage}> = __lrlex::Lexer {{\n        automaton: &__AUTOMATON,"
        );
        self.rules(&mut out);
        self.start_states(&mut out);
        let fallback = match self.by_regex {
            [] => "None",
            _ => "Some(__REGEXES.fallback())",
        };
        let _ = writeln!(out, "        fallback: ::std::option::Option::{fallback},\n    }};\n");
        if !self.by_regex.is_empty() {
            self.regexes(&mut out);
        }
        let cell = match self.automaton.cells {
            Cells::U8(_) => "u8",
            Cells::U16(_) => "u16",
            Cells::U32(_) => "u32",
        };
        let reclassifying = match self.spec.reclassifications[..] {
            [] => "",
            _ => ".reclassifying()",
        };
        let _ = writeln!(
            out,
            "    /// The lexer's definition.\n    pub fn lexerdef() -> ::lrlex::LRNonStreamingLexerDef<{lexer_types}> {{\n        \
             __LEXER.lexerdef::<::std::primitive::{cell}, _>(){reclassifying}\n    }}"
        );
        self.constants(&mut out);
        out.push_str("}\n");
        out
    }

    fn rules(&self, out: &mut String) {
        out.push_str("        outcomes: &[\n");
        for outcome in self.outcomes {
            let _ = writeln!(out, "            {},", outcome_code(outcome));
        }
        out.push_str("        ],\n        rules: &[\n");
        for rule in self.rules {
            let (regex, states) = (string(rule.re_str()), rule.start_states());
            let span = rule.name_span();
            let _ = match (rule.name(), rule.unfinished()) {
                (None, Some(what)) => writeln!(
                    out,
                    "            __lrlex::unfinished({regex}, &{states:?}, {}, {}),",
                    string(what),
                    span.start()
                ),
                (Some(name), _) => writeln!(
                    out,
                    "            __lrlex::rule({regex}, &{states:?}, {}, ({}, {})),",
                    string(name),
                    span.start(),
                    span.end()
                ),
                (None, None) => writeln!(
                    out,
                    "            __lrlex::nameless({regex}, &{states:?}, {}),",
                    span.start()
                ),
            };
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
            // What `Debug` writes of plain structs is how Rust spells them.
            let _ = writeln!(out, "            __lrlex::{directive:?},");
        }
        out.push_str("        ],\n");
    }

    /// The rules that the automaton cannot express.
    fn regexes(&self, out: &mut String) {
        for ByRegex { rule, reach, .. } in self.by_regex {
            if let Some(reach) = reach {
                automaton(&format!("__REACH_{rule}"), reach.tables(), out);
            }
        }
        out.push_str("    // What follows needs the regex crate.\n    static __REGEXES: __lrlex::StaticRegexes = __lrlex::StaticRegexes::new(\n        &[\n");
        for ByRegex { rule: number, states, reach } in self.by_regex {
            let rule = regex_rule(*number, &self.spec.rules[*number], states);
            let reach = match reach {
                Some(_) => format!("Some(&__REACH_{number})"),
                None => "None".to_owned(),
            };
            let context = match rule.context {
                Some(context) => format!("Some({})", string(context)),
                None => "None".to_owned(),
            };
            let _ = writeln!(
                out,
                "            __lrlex::RegexRule {{\n                number: {number},\n                regex: {},\n                \
                 context: ::std::option::Option::{context},\n                line_start: {},\n                pushes: {},\n                \
                 states: &{states:?},\n                reach: ::std::option::Option::{reach},\n            }},",
                string(rule.regex),
                rule.line_start,
                rule.pushes
            );
        }
        let _ = writeln!(
            out,
            "        ],\n        __lrlex::{:?},\n        {},\n    );\n",
            self.spec.flags,
            self.spec.start_states.len()
        );
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

/// An automaton as a `static` item of this name.
fn automaton(name: &str, tables: Tables<'_>, out: &mut String) {
    let Tables { columns, wide, cells, starts, long, last, dead, skips, ends } = tables;
    let cells = match cells {
        Cells::U8(cells) => format!("U8({})", list(cells)),
        Cells::U16(cells) => format!("U16({})", list(cells)),
        Cells::U32(cells) => format!("U32({})", list(cells)),
    };
    let _ = writeln!(
        out,
        "    static {name}: __lrlex::Tables<'static> = __lrlex::Tables {{\n        columns: {},\n        \
         wide: {},\n        cells: __lrlex::Cells::{cells},\n        starts: {},\n        long: {long},\n        last: {last},\n        \
         dead: {dead},\n        skips: &[",
        list(columns),
        list(wide),
        list(starts)
    );
    for skip in skips {
        let (inside, ranges) = skip.parts();
        let _ = writeln!(out, "            __lrlex::Skip::new({inside}, &{ranges:?}),");
    }
    let _ = writeln!(out, "        ],\n        ends: &{ends:?},\n    }};\n");
}

fn outcome_code<StorageT: Storage>(outcome: &Outcome<StorageT>) -> String {
    let Other { tok_id, named, target, extent } = outcome.parts();
    let change = match target {
        None => String::new(),
        Some((state, StartStateOperation::ReplaceStack)) => format!(".goto({state})"),
        Some((state, StartStateOperation::ReplaceTop)) => format!(".begin({state})"),
        Some((state, StartStateOperation::Push)) => format!(".push({state})"),
        Some((state, StartStateOperation::Pop)) => format!(".pop({state})"),
    };
    let extent = match extent {
        Extent::All => String::new(),
        Extent::First(len) => format!(".first({len})"),
        Extent::ButLast(len) => format!(".but_last({len})"),
        Extent::More => ".more()".to_owned(),
    };
    let change = change + &extent;
    match tok_id {
        Some(id) if named => format!("__lrlex::token({}){change}", id.to_index()),
        _ if named => format!("__lrlex::unknown(){change}"),
        _ => format!("__lrlex::skip(){change}"),
    }
}
