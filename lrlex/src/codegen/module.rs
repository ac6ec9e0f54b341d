//! The Rust file that is made from a lex file.

use std::fmt::Write;

use lrpar::codegen::{
    names::{Constants, one_line, string},
    tables::list,
};
use lrtable::Storage;

use crate::{
    extent::Extent,
    rules::{Other, Outcome, Rule},
    run::{Cells, Tables},
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
        automaton(self.automaton, &mut out);
        let _ = writeln!(
            out,
            "    static __LEXER: __lrlex::Lexer<{storage}> = __lrlex::Lexer {{\n        automaton: &__AUTOMATON,"
        );
        self.rules(&mut out);
        self.start_states(&mut out);
        out.push_str("    };\n\n");
        let cell = match self.automaton.cells {
            Cells::U8(_) => "u8",
            Cells::U16(_) => "u16",
            Cells::U32(_) => "u32",
        };
        let plain = self.automaton.is_plain();
        let reclassifying = match self.spec.reclassifications[..] {
            [] => "",
            _ => ".reclassifying()",
        };
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

/// The automaton as a `static` item.
fn automaton(tables: Tables<'_>, out: &mut String) {
    let Tables { columns, trie, kinds, cells, starts, line_starts, long, last, dead, .. } = tables;
    let Tables { skips, ends, rules, specials, aparts, spans, active, longest, .. } = tables;
    let cells = match cells {
        Cells::U8(cells) => format!("U8({})", list(cells)),
        Cells::U16(cells) => format!("U16({})", list(cells)),
        Cells::U32(cells) => format!("U32({})", list(cells)),
    };
    let _ = writeln!(
        out,
        "    static __AUTOMATON: __lrlex::Tables<'static> = __lrlex::Tables {{\n        columns: {},\n        trie: {},\n        \
         kinds: {},\n        cells: __lrlex::Cells::{cells},\n        starts: {},\n        line_starts: {},\n        long: {long},\n        \
         last: {last},\n        dead: {dead},\n        ends: &{ends:?},\n        rules: {rules},\n        spans: &{spans:?},\n        \
         active: {},\n        longest: {longest},\n        skips: &[",
        list(columns),
        list(trie),
        list(kinds),
        list(starts),
        list(line_starts),
        list(active)
    );
    for skip in skips {
        let (inside, ranges) = skip.parts();
        let _ = writeln!(out, "            __lrlex::Skip::new({inside}, &{ranges:?}),");
    }
    // What `Debug` writes of plain structs is how Rust spells them.
    out.push_str("        ],\n        specials: &[\n");
    for special in specials {
        let end = special.end;
        let _ = writeln!(
            out,
            "            __lrlex::Special {{ rule: {}, early: {}, end: __lrlex::End::{end:?} }},",
            special.rule, special.early
        );
    }
    out.push_str("        ],\n        aparts: &[\n");
    for apart in aparts {
        let _ = writeln!(out, "            __lrlex::{apart:?},");
    }
    out.push_str("        ],\n");
    programs(tables, out);
    out.push_str("    };\n\n");
}

/// The programs of rules, and what runs them if there are any.
fn programs(tables: Tables<'_>, out: &mut String) {
    if tables.programs.is_empty() {
        out.push_str("        programs: &[],\n        simulate: ::std::option::Option::None,\n");
        return;
    }
    out.push_str(
        "        simulate: ::std::option::Option::Some(__lrlex::SIMULATE),\n        programs: &[\n",
    );
    for (rule, program) in tables.programs {
        let _ = writeln!(out, "                ({rule}, __lrlex::program({}, &[", program.start);
        for inst in &*program.insts {
            let inst = format!("{inst:?}").replace("Look(", "__lrlex::Look(");
            let _ = writeln!(out, "                    __lrlex::Inst::{inst},");
        }
        let _ = writeln!(out, "                ], &{:?}, &{:?})),", program.sets, program.ranges);
    }
    out.push_str("            ],\n");
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
