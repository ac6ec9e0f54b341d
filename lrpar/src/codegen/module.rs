//! Makes the text of the Rust file for a grammar.
//!
//! The text is one module. The programs section, the actions and the parser share its scope,
//! because types of rules are written as they hold there. Items that the generator adds to that
//! scope begin with two underscores, the public ones (`entries`) excepted.

use std::time::Duration;

use lrtable::{NewlineCache, ProdId, grammar::Grammar, pack::Tables};

use super::{
    REASON, RustWriter,
    action::Action,
    actions::Actions,
    names::{self, one_line, option},
    tables,
};
use crate::recovery::{RecoveryKind, RecoveryOptions, with_packed};

/// Everything that a generated file is made of.
pub(super) struct Module<'g> {
    pub(super) grammar: &'g Grammar,
    pub(super) tables: Tables<'g>,
    pub(super) actions: Actions<'g>,
    /// The lines of the grammar's file.
    pub(super) lines: NewlineCache,
    /// The grammar's file as messages show it.
    pub(super) file: String,
    pub(super) name: String,
    /// The visibility, followed by a blank unless it is empty.
    pub(super) visibility: String,
    /// The type that implements `LexerTypes`, and that of token ids.
    pub(super) lexer_types: String,
    pub(super) storage: String,
    pub(super) recoverer: RecoveryKind,
    /// The default recovery options, with the n-gram model that is compiled in.
    pub(super) options: &'g RecoveryOptions,
    /// Whether the module makes syntax trees.
    pub(super) syntax_tree: bool,
    #[cfg(feature = "query")]
    pub(super) queries: super::queries::Queries,
}

/// Lints on style that are allowed in the whole module: users' actions stand in generated code too.
const ALLOWED: &str = "clippy::extra_unused_lifetimes, clippy::let_unit_value, clippy::mixed_attributes_style, clippy::needless_lifetimes, \
                       clippy::too_many_arguments, clippy::type_complexity, clippy::unnecessary_wraps, \
                       clippy::used_underscore_binding, single_use_lifetimes, unused_lifetimes";

/// Lints that are allowed in the parser's own items, whatever the user has switched on.
const ALLOWED_IN_PARSER: &str = "clippy::all, clippy::pedantic, dead_code, elided_lifetimes_in_paths, explicit_outlives_requirements, missing_debug_implementations, \
                                 non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_code, unreachable_pub, unused_imports, unused_labels, \
                                 unused_parens, unused_qualifications, unused_results";

impl Module<'_> {
    /// Returns the text of the file.
    pub(super) fn to_code(&self) -> String {
        let mut out = RustWriter::default();
        let file = one_line(&self.file);
        out.line(format_args!("// Made by lrpar from {file}. Do not edit: change that file."));
        out.blank();
        out.line(format_args!("/// The parser of `{file}`."));
        out.line(format_args!("#[allow({ALLOWED}, {REASON})]"));
        out.open(format_args!("{}mod {} {{", self.visibility, self.name));
        // Inner attributes of the programs section come first.
        if self.actions.are_run {
            self.programs(&mut out);
        }
        out.line(format_args!("#[allow(unused_imports, {REASON})]"));
        out.line("use ::lrpar::generated::prelude::*;");
        out.line(format_args!("#[allow(dead_code, {REASON})]"));
        out.line(format_args!("type __Types = {};", self.lexer_types));
        out.blank();
        for (prod, does) in self.grammar.prod_ids().zip(&self.actions.does) {
            does.actions(&mut |action| self.action(&mut out, prod, action));
        }
        self.parser(&mut out);
        self.constants(&mut out);
        out.close("}");
        out.into_text()
    }

    /// Writes the items that make the parser.
    fn parser(&self, out: &mut RustWriter) {
        item(out, |out| tables::tables(out, "__TABLES", &self.tables));
        let ngrams = self.options.ngrams.as_ref();
        if let Some(ngrams) = ngrams {
            let names = ["__NGRAMS", "__EDITS"];
            with_packed(ngrams, |model| item(out, |out| tables::models(out, names, model)));
        }
        item(out, |out| {
            let (kind, value) = recoverer(self.recoverer);
            let model = option(ngrams.map(|_| "&__NGRAMS".to_owned()));
            out.line(format_args!("static __PARSER: ::lrpar::generated::Parser<{kind}> ="));
            let new = "::lrpar::generated::Parser::new";
            out.line(format_args!("    {new}(&__TABLES, {value}, {model});"));
        });
        item(out, |out| recovery_options(out, self.options));
        self.entries(out);
        self.names(out);
        if self.syntax_tree {
            self.typed(out);
        }
        #[cfg(feature = "query")]
        if !self.queries.is_empty() {
            item(out, |out| self.queries.write(out));
        }
        if self.actions.are_run {
            item(out, |out| self.reduce(out));
            item(out, |out| self.discard(out));
        }
    }

    fn programs(&self, out: &mut RustWriter) {
        let Some(code) = &self.grammar.declarations().programs else {
            return;
        };
        if code.text.trim().is_empty() {
            return;
        }
        let blank = code.text.len() - code.text.trim_start().len();
        let (line, file) = (self.line(code.span.start() + blank), one_line(&self.file));
        out.line(format_args!("// The programs section: line {line} and following of {file}."));
        out.verbatim(code.text.trim());
        out.line("// The end of the programs section.");
        out.blank();
    }

    fn line(&self, at: usize) -> usize {
        self.lines.byte_to_line_num(at).unwrap_or(1)
    }

    /// Writes the function for the action of a production.
    fn action(&self, out: &mut RustWriter, prod: ProdId, action: &Action<'_>) {
        let file = one_line(&self.file).replace("*/", "* /");
        let margin = |at: usize| format!("        /* {file}:{} */ ", self.line(at));
        out.line(format_args!("// {}", one_line(&self.grammar.show_production(prod, None))));
        let (name, generics) = (self.function(prod, action), &self.actions.generics.declared);
        out.open(format_args!("fn {name}{generics}("));
        for (declared, _) in self.arguments(prod, action) {
            out.line(format_args!("{declared},"));
        }
        let (rule, types) = (self.grammar.production(prod).rule, &self.actions.types);
        let spanned = self.grammar.rule(rule).spanned.as_deref();
        let made = action.inlined.map(|(ty, _)| ty).or(spanned);
        match made.or(types.of(rule).map(|_| types.name(rule))) {
            Some(ty) => out.reopen(format_args!(") -> {ty} {{")),
            None => out.reopen(") {"),
        }
        if let Some((name, _)) = self
            .actions
            .parameter
            .filter(|(name, _)| names::is_identifier(name) && action.may_use(name))
        {
            // The name may occur in a string or a comment only, and would then be unused.
            out.line(format_args!("let _ = {name};"));
        }
        out.verbatim(&action.to_code(&margin));
        out.close("}");
        out.blank();
    }

    /// Returns the name of the function for the action of a production, made of the action's file
    /// and line.
    pub(super) fn function(&self, prod: ProdId, action: &Action<'_>) -> String {
        let file = self.file.rsplit('/').next().unwrap_or_default();
        let (file, line) = (names::identifier(file), self.line(action.start()));
        let inner = action.inlined.map_or(String::new(), |(_, number)| format!("_{number}"));
        format!("__action_{}{inner}_at_{file}_line_{line}", prod.0)
    }
}

/// Writes an item of the parser's own by `write`.
pub(super) fn item(out: &mut RustWriter, write: impl FnOnce(&mut RustWriter)) {
    out.line(format_args!("#[allow({ALLOWED_IN_PARSER}, {REASON})]"));
    write(out);
    out.blank();
}

/// Returns the code of a recoverer's type and value. Common recoverers have types of their own, so
/// that a program does not contain the others.
fn recoverer(kind: RecoveryKind) -> (&'static str, &'static str) {
    let own = match kind {
        RecoveryKind::CPCTPlus => "::lrpar::generated::CpctPlus",
        RecoveryKind::Restart => "::lrpar::generated::Restart",
        RecoveryKind::None => "::lrpar::generated::NoRecovery",
        RecoveryKind::Panic => return ("::lrpar::RecoveryKind", "::lrpar::RecoveryKind::Panic"),
    };
    (own, own)
}

/// Writes the function that returns the options with which a parser was built.
fn recovery_options(out: &mut RustWriter, options: &RecoveryOptions) {
    let duration = |time: Duration| {
        format!("::std::time::Duration::new({}, {})", time.as_secs(), time.subsec_nanos())
    };
    let fields = |options: &RecoveryOptions| {
        let RecoveryOptions { budget, alternatives, .. } = options;
        [
            ("budget.work", option(budget.work.map(|work| work.to_string()))),
            ("budget.time", option(budget.time.map(duration))),
            ("budget.memory", budget.memory.to_string()),
            ("max_repairs", options.max_repairs.to_string()),
            ("reach", options.reach.to_string()),
            ("max_cost", options.max_cost.to_string()),
            ("alternatives.brackets", alternatives.brackets.to_string()),
            ("alternatives.replacements", alternatives.replacements.to_string()),
            ("alternatives.spelling", alternatives.spelling.to_string()),
            ("alternatives.nearby", alternatives.nearby.to_string()),
            ("end_at_lexing_error", options.end_at_lexing_error.to_string()),
        ]
    };
    let both = fields(options).into_iter().zip(fields(&RecoveryOptions::default()));
    let changes: Vec<_> = both.filter(|(new, old)| new != old).map(|(new, _)| new).collect();
    let ty = "::lrpar::generated::RecoveryOptions";
    let made = format!("<{ty} as ::std::default::Default>::default()");
    out.line("/// Returns the default options of error recovery; `parse_with` takes others.");
    out.open(format_args!("pub fn recovery_options() -> {ty} {{"));
    if changes.is_empty() {
        out.line(made);
    } else {
        out.line(format_args!("let mut options = {made};"));
        for (name, value) in changes {
            out.line(format_args!("options.{name} = {value};"));
        }
        out.line("options");
    }
    out.close("}");
}
