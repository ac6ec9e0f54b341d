//! Makes the text of the Rust file for a grammar.
//!
//! The text is one module. The programs section, the actions and the parser share its scope, because types of rules are written
//! as they hold there. Items that the generator adds to that scope begin with two underscores, the public ones (`entries`)
//! excepted.

use std::{fmt::Write, sync::Arc, time::Duration};

use lrtable::{
    NewlineCache,
    grammar::{Grammar, Symbol},
    pack::Tables,
};

use super::{
    action::{LEXER, SPAN, argument},
    check::{Does, has_actions},
    names::{self, one_line},
    tables,
    values::{Generics, ValueTypes, parameter, referenced},
};
use crate::recovery::{Ngrams, RecoveryKind, RecoveryOptions, with_packed};

/// Everything that a generated file is made of.
pub(super) struct Module<'g> {
    pub(super) grammar: &'g Grammar,
    pub(super) tables: Tables<'g>,
    /// What each production does; empty if actions are not run.
    pub(super) does: Vec<Does<'g>>,
    pub(super) types: ValueTypes<'g>,
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
    /// The n-gram model that is compiled in.
    pub(super) ngrams: Option<Arc<Ngrams>>,
    /// The default recovery options.
    pub(super) options: &'g RecoveryOptions,
    /// Whether the module makes syntax trees.
    pub(super) syntax_tree: bool,
}

/// Reason attached to each `allow`, for users whose lints demand one.
pub(super) const REASON: &str = "reason = \"generated code\"";

/// Lints on style that are allowed in the whole module: users' actions stand in generated code too.
const ALLOWED: &str = "clippy::extra_unused_lifetimes, clippy::let_unit_value, clippy::mixed_attributes_style, clippy::needless_lifetimes, \
                       clippy::too_many_arguments, clippy::type_complexity, clippy::unnecessary_wraps, \
                       clippy::used_underscore_binding, single_use_lifetimes, unused_lifetimes";

/// Lints that are allowed in the parser's own items, whatever the user has switched on.
const ALLOWED_IN_PARSER: &str = "clippy::all, clippy::pedantic, dead_code, elided_lifetimes_in_paths, explicit_outlives_requirements, missing_debug_implementations, \
                                 non_camel_case_types, non_upper_case_globals, unreachable_code, unreachable_pub, unused_labels, \
                                 unused_parens, unused_qualifications, unused_results";

impl Module<'_> {
    /// Returns the text of the file.
    pub(super) fn to_code(&self) -> String {
        let file = one_line(&self.file);
        let mut out = format!(
            "// Made by lrpar from {file}. Do not edit: change that file.\n\n/// The parser of `{file}`.\n#[allow({ALLOWED}, {REASON})]\n\
             {}mod {} {{\n",
            self.visibility, self.name
        );
        // Inner attributes of the programs section come first.
        if has_actions(self.grammar.kind()) {
            self.programs(&mut out);
        }
        let _ = writeln!(
            out,
            "    #[allow(unused_imports, {REASON})]\n    use ::lrpar::generated::prelude::*;\n    #[allow(dead_code, {REASON})]\n    type \
             __Types = {};\n",
            self.lexer_types
        );
        let generics = self.generics();
        if has_actions(self.grammar.kind()) {
            self.actions(&mut out, &generics);
        }
        let allow = format!("    #[allow({ALLOWED_IN_PARSER}, {REASON})]\n");
        for item in self.parser(&generics) {
            let _ = writeln!(out, "{allow}{item}");
        }
        out.push_str(&self.constants());
        out.push_str("}\n");
        out
    }

    /// Returns the code of the items that make the parser.
    fn parser(&self, generics: &Generics) -> Vec<String> {
        let (kind, value) = recoverer(self.recoverer);
        let mut items = vec![tables::item("__TABLES", &self.tables)];
        let parser = match &self.ngrams {
            None => format!("new(&__TABLES, {value})"),
            Some(ngrams) => {
                items.push(with_packed(ngrams, |packed| tables::model("__NGRAMS", packed)));
                format!("with_ngrams(&__TABLES, {value}, &__NGRAMS)")
            }
        };
        items.push(format!(
            "    static __PARSER: ::lrpar::generated::Parser<{kind}> =\n        \
             ::lrpar::generated::Parser::{parser};\n",
        ));
        items.push(recovery_options(self.options));
        items.extend(self.entries(generics));
        items.extend(self.names());
        if self.syntax_tree {
            items.push(self.typed());
        }
        if has_actions(self.grammar.kind()) {
            items.extend(self.reduce(generics));
        }
        items
    }

    fn generics(&self) -> Generics {
        let declared = &self.grammar.declarations().parse_generics;
        Generics::new(
            declared
                .as_ref()
                .filter(|_| has_actions(self.grammar.kind()))
                .map(|code| code.text.as_str()),
        )
    }

    /// Returns the name and the type of the parse's parameter.
    pub(super) fn parameter(&self) -> Option<(&str, &str)> {
        let declared = &self.grammar.declarations().parse_param;
        declared
            .as_ref()
            .filter(|_| has_actions(self.grammar.kind()))
            .map(|code| parameter(&code.text))
    }

    fn programs(&self, out: &mut String) {
        let Some(code) = &self.grammar.declarations().programs else {
            return;
        };
        if code.text.trim().is_empty() {
            return;
        }
        let blank = code.text.len() - code.text.trim_start().len();
        let line = self.line(code.span.start() + blank);
        let _ = writeln!(
            out,
            "    // The programs section: line {line} and following of {}.\n{}\n    // The end of the programs section.\n",
            one_line(&self.file),
            code.text.trim()
        );
    }

    fn line(&self, at: usize) -> usize {
        self.lines.byte_to_line_num(at).unwrap_or(1)
    }

    fn actions(&self, out: &mut String, generics: &Generics) {
        let file = one_line(&self.file).replace("*/", "* /");
        let margin = |at: usize| format!("        /* {file}:{} */ ", self.line(at));
        for (prod, does) in self.grammar.prod_ids().zip(&self.does) {
            let Does::Action(action) = does else { continue };
            let production = self.grammar.production(prod);
            let (holder, _) = self.grammar.holder(production);
            let _ = writeln!(
                out,
                "    // {}\n    fn {}{}(",
                one_line(&self.grammar.show_production(prod, None)),
                self.function(prod.index()),
                generics.declared
            );
            if action.lexer {
                let _ = writeln!(
                    out,
                    "        {LEXER}: ::lrpar::generated::LexerRef<'lexer, 'input, __Types>,"
                );
            }
            if action.span {
                let _ = writeln!(out, "        {SPAN}: ::lrpar::Span,");
            }
            if let Some((name, ty)) = self.parameter().filter(|(name, _)| action.may_use(name)) {
                let _ = writeln!(out, "        {name}: {ty},");
            }
            for number in &action.symbols {
                let ty = match holder.symbols[number - 1] {
                    Symbol::Token(_) => "::lrpar::generated::Token<__Types>",
                    Symbol::Rule(rule) => self.type_of(rule),
                };
                let name = argument(*number);
                let _ = match production.mid_rule {
                    Some(_) => writeln!(out, "        {name}: &mut {},", referenced(ty)),
                    None => writeln!(out, "        mut {name}: {ty},"),
                };
            }
            out.push_str("    )");
            if !self.is_unit(production.rule) {
                let _ = write!(out, " -> {}", self.type_of(production.rule));
            }
            out.push_str(" {\n");
            if let Some((name, _)) = self
                .parameter()
                .filter(|(name, _)| names::is_identifier(name) && action.may_use(name))
            {
                // The name may occur in a string or a comment only, and would then be unused.
                let _ = writeln!(out, "        let _ = {name};");
            }
            let _ = writeln!(out, "{}\n    }}\n", action.to_code(&margin));
        }
    }

    fn type_of(&self, rule: lrtable::RuleId) -> &str {
        self.types.of(rule).map_or("()", |ty| self.types.all()[ty])
    }

    pub(super) fn is_unit(&self, rule: lrtable::RuleId) -> bool {
        self.types.of(rule).is_none_or(|ty| self.types.is_unit(ty))
    }

    /// Returns the name of the function for the action of a production, made of the action's file and line.
    pub(super) fn function(&self, prod: usize) -> String {
        let production = &self.grammar.productions()[prod];
        let place = production.action.as_ref().map_or(0, |code| {
            let blank = code.text.len() - code.text.trim_start().len();
            code.span.start() + blank
        });
        let file = self.file.rsplit('/').next().unwrap_or_default();
        format!("__action_{prod}_at_{}_line_{}", names::identifier(file), self.line(place))
    }
}

/// Returns the code of a recoverer's type and value. Common recoverers have types of their own, so that a program does not
/// contain the others.
fn recoverer(kind: RecoveryKind) -> (String, String) {
    let own = match kind {
        RecoveryKind::CPCTPlus => "CpctPlus",
        RecoveryKind::Restart => "Restart",
        RecoveryKind::None => "NoRecovery",
        RecoveryKind::Panic => {
            let kinds = "::lrpar::RecoveryKind";
            return (kinds.to_string(), format!("{kinds}::{kind:?}"));
        }
    };
    let path = format!("::lrpar::generated::{own}");
    (path.clone(), path)
}

/// Returns the code of the function that returns the options with which a parser was built.
fn recovery_options(options: &RecoveryOptions) -> String {
    let optional = |value: Option<String>| match value {
        Some(value) => format!("::std::option::Option::Some({value})"),
        None => "::std::option::Option::None".to_owned(),
    };
    let duration = |time: Duration| {
        format!("::std::time::Duration::new({}, {})", time.as_secs(), time.subsec_nanos())
    };
    let fields = |options: &RecoveryOptions| {
        let RecoveryOptions { budget, alternatives, .. } = options;
        [
            ("budget.work", optional(budget.work.map(|work| work.to_string()))),
            ("budget.time", optional(budget.time.map(duration))),
            ("budget.memory", budget.memory.to_string()),
            ("max_repairs", options.max_repairs.to_string()),
            ("reach", options.reach.to_string()),
            ("max_cost", options.max_cost.to_string()),
            ("alternatives.brackets", alternatives.brackets.to_string()),
            ("alternatives.lines", alternatives.lines.to_string()),
            ("alternatives.replacements", alternatives.replacements.to_string()),
            ("alternatives.spelling", alternatives.spelling.to_string()),
            ("alternatives.nearby", alternatives.nearby.to_string()),
            ("end_at_lexing_error", options.end_at_lexing_error.to_string()),
        ]
    };
    let both = fields(options).into_iter().zip(fields(&RecoveryOptions::default()));
    let changes: String = both
        .filter(|(new, old)| new != old)
        .map(|((name, new), _)| format!("        options.{name} = {new};\n"))
        .collect();
    let ty = "::lrpar::generated::RecoveryOptions";
    let made = format!("<{ty} as ::std::default::Default>::default()");
    let body = match changes.is_empty() {
        true => format!("        {made}\n"),
        false => {
            format!("        let mut options = {made};\n{changes}        options\n")
        }
    };
    format!(
        "    /// Returns the default options of error recovery; `parse_with` takes others.\n    pub fn recovery_options() -> {ty} {{\n{body}    }}\n"
    )
}
