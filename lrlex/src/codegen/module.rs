//! The Rust file that is made from a lex file.

use std::fmt::Debug;

use lrpar::{
    LexerTypes,
    codegen::{
        REASON, RustWriter,
        names::{Constants, one_line, option, string, type_path},
        tables::list,
    },
};
use lrtable::Storage;

use crate::{
    LRNonStreamingLexerDef, StartState,
    matcher::{Cells, Program, Tables},
};

/// Lints that are allowed in the whole module.
const ALLOWED: &str = "clippy::all, clippy::pedantic, dead_code, non_upper_case_globals, unreachable_pub, unused_qualifications";

/// All that goes into a generated file.
pub(super) struct Module<'a, LexerTypesT: LexerTypes> {
    /// The lexer with the parser's token ids.
    pub(super) lexerdef: &'a LRNonStreamingLexerDef<LexerTypesT>,
    /// The tokens' ids, sorted by name; empty if no parser belongs to the lexer.
    pub(super) tokens: Vec<(&'a str, LexerTypesT::StorageT)>,
    /// The lex file as messages show it.
    pub(super) file: String,
    pub(super) name: String,
    /// The visibility, followed by a blank.
    pub(super) visibility: String,
}

impl<LexerTypesT: LexerTypes> Module<'_, LexerTypesT> {
    /// The file's text.
    pub(super) fn to_code(&self) -> String {
        let mut out = RustWriter::default();
        let file = one_line(&self.file);
        out.line(format_args!("// Made by lrlex from {file}. Do not edit: change that file."));
        out.blank();
        out.line(format_args!("/// The lexer of `{file}`."));
        out.line(format_args!("#[allow({ALLOWED}, {REASON})]"));
        out.open(format_args!("{}mod {} {{", self.visibility, self.name));
        out.line("use ::lrlex::generated as __lrlex;");
        out.blank();
        automaton(&mut out, &self.lexerdef.automaton);
        out.blank();
        self.lexer(&mut out);
        out.blank();
        self.lexerdef(&mut out);
        self.constants(&mut out);
        out.close("}");
        out.into_text()
    }

    fn lexer(&self, out: &mut RustWriter) {
        let storage = type_path::<LexerTypesT::StorageT>();
        let LRNonStreamingLexerDef { rules, start_states, reclassifications, layout, .. } =
            self.lexerdef;
        let count = rules.len();
        out.open(format_args!("static __RULES: [__lrlex::Rule<{storage}>; {count}] = ["));
        for rule in rules.iter() {
            let id = option(rule.tok_id().map(|id| id.to_index().to_string()));
            out.line(format_args!("__lrlex::Rule::of({id}, {}),", literal(&rule.properties)));
        }
        out.close("];");
        out.blank();
        out.open(format_args!("static __LEXER: __lrlex::Lexer<{storage}> = __lrlex::Lexer {{"));
        out.line("automaton: &__AUTOMATON,");
        out.line("rules: &__RULES,");
        let state = |state: &StartState| {
            let (name, span) = (string(state.name()), state.name_span());
            let (start, end) = (span.start(), span.end());
            format!("__lrlex::start_state({name}, ({start}, {end}), {})", state.exclusive())
        };
        elements(out, "start_states", start_states.iter().map(state));
        elements(out, "reclassifications", reclassifications.iter().map(literal));
        let layout = layout.as_deref().map(|layout| format!("&{}", literal(layout)));
        out.line(format_args!("layout: {},", option(layout)));
        out.close("};");
    }

    fn lexerdef(&self, out: &mut RustWriter) {
        let LRNonStreamingLexerDef { automaton, reclassifications, layout, .. } = self.lexerdef;
        let cell = match automaton.cells {
            Cells::U8(_) => "u8",
            Cells::U16(_) => "u16",
            Cells::U32(_) => "u32",
        };
        let (types, plain) = (type_path::<LexerTypesT>(), automaton.is_plain());
        let reclassifying = if reclassifications.is_empty() { "" } else { ".reclassifying()" };
        let lines = layout.as_deref().is_some_and(|layout| layout.lines.is_some());
        let laying_out = if lines { ".laying_out()" } else { "" };
        out.line("/// The lexer's definition.");
        out.open(format_args!("pub fn lexerdef() -> ::lrlex::LRNonStreamingLexerDef<{types}> {{"));
        out.line(format_args!(
            "__LEXER.lexerdef::<::std::primitive::{cell}, {plain}, _>(){reclassifying}{laying_out}"
        ));
        out.close("}");
    }

    /// A constant for each token of which the name can be one.
    fn constants(&self, out: &mut RustWriter) {
        let storage = type_path::<LexerTypesT::StorageT>();
        let mut constants = Constants::default();
        for (name, id) in &self.tokens {
            let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && !name.starts_with(|c: char| c.is_ascii_digit());
            if let Some(constant) = plain.then(|| constants.name("N_", name)).flatten() {
                out.blank();
                out.line(format_args!("/// The token `{name}`."));
                out.line(format_args!("pub const {constant}: {storage} = {};", id.to_index()));
            }
        }
    }
}

/// A field that refers to an array, an element on each line.
fn elements(out: &mut RustWriter, field: &str, elements: impl Iterator<Item = String>) {
    out.open(format_args!("{field}: &["));
    elements.for_each(|element| out.line(format_args!("{element},")));
    out.close("],");
}

/// The automaton as a `static` item.
fn automaton(out: &mut RustWriter, tables: &Tables) {
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
    out.open("static __AUTOMATON: __lrlex::Tables = __lrlex::Tables {");
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
        ("specials", literal(specials)),
        ("separate", literal(separate)),
        ("spans", borrowed(format!("&{spans:?}"))),
        ("active", borrowed(list(active.iter()))),
    ] {
        out.line(format_args!("{field}: {value},"));
    }
    programs(out, &tables.programs);
    out.line(format_args!("longest: {longest},"));
    let is_run = !tables.programs.is_empty();
    let simulate = is_run.then(|| "__lrlex::SIMULATE".to_owned());
    out.line(format_args!("simulate: {},", option(simulate)));
    out.close("};");
}

/// A value as Rust code for a `static` item, of types that generated code may name: what `Debug`
/// writes, with paths. Strings and arrays are those of a `Cow`, but for the array of a `Look`.
fn literal(value: impl Debug) -> String {
    let debug = format!("{value:?}");
    let mut out = String::with_capacity(2 * debug.len());
    let mut rest = debug.as_str();
    while let Some(first) = rest.chars().next() {
        let is_end = |c: char| !c.is_ascii_alphabetic();
        let len = match first {
            '"' => string_len(rest),
            _ => rest.find(is_end).unwrap_or(rest.len()).max(first.len_utf8()),
        };
        let (word, after) = rest.split_at(len);
        out.push_str(match word {
            "None" | "Some" => "::std::option::Option::",
            "All" | "ButLast" | "First" | "More" => "__lrlex::Extent::",
            "Pop" | "Push" | "ReplaceStack" | "ReplaceTop" => "__lrlex::StartStateOperation::",
            "After" | "Before" | "Marked" => "__lrlex::End::",
            "Class" | "Fork" | "Mark" | "Match" | "Place" => "__lrlex::Inst::",
            "Assumed" | "Indented" | "Terminated" => "__lrlex::Lines::",
            "Consistent" | "Refused" | "Width" => "__lrlex::Tabs::",
            "Layout" | "Look" | "Properties" | "Reclassify" | "SeparateRule" | "Special" => {
                "__lrlex::"
            }
            _ if first == '"' => "::std::borrow::Cow::Borrowed(",
            "[" if !out.ends_with('(') => "::std::borrow::Cow::Borrowed(&",
            _ => "",
        });
        out.push_str(word);
        if first == '"' || first == ']' && !after.starts_with(')') {
            out.push(')');
        }
        rest = after;
    }
    out
}

/// The length of the string literal at the start of `code`.
fn string_len(code: &str) -> usize {
    let mut is_escaped = true;
    let ends = |c: char| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    };
    code.find(ends).map_or(code.len(), |end| end + 1)
}

/// The field with the programs of rules.
fn programs(out: &mut RustWriter, programs: &[(u32, Program)]) {
    if programs.is_empty() {
        return out.line("programs: ::std::borrow::Cow::Borrowed(&[]),");
    }
    out.open("programs: ::std::borrow::Cow::Borrowed(&[");
    for (rule, Program { start, insts, sets, ranges }) in programs {
        out.open(format_args!("({rule}, __lrlex::program({start}, &["));
        insts.iter().for_each(|inst| out.line(format_args!("{},", literal(inst))));
        out.close(format_args!("], &{sets:?}, &{ranges:?})),"));
    }
    out.close("]),");
}
