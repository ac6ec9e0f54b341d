//! The public items of a generated parser: its entry functions, `token_epp`, the reporter of its
//! errors, and the ids of rules.

use lrtable::{
    grammar::{Grammar, Rule},
    yacc::{YaccKind, YaccOriginalActionKind},
};

use super::{
    REASON, RustWriter,
    actions::Actions,
    module::{Module, item},
    names::{self, Constants, one_line, option, string},
    tables::list,
};
use crate::{
    recovery::Families,
    report::{GrammarLabels, Labels, RuleLabel},
};

/// Lints that are allowed in generated constants.
const ALLOWED_FOR_CONSTANTS: &str = "dead_code, non_upper_case_globals, unreachable_pub";

impl Module<'_> {
    /// Writes the entry functions, one for each start rule. The first is called `parse`; if there
    /// are several, each also has a name that ends in its rule's.
    pub(super) fn entries(&self, out: &mut RustWriter) {
        let starts = self.grammar.starts();
        self.entry(out, "parse", 0);
        let mut taken = vec!["parse".to_owned()];
        for (at, start) in starts.iter().enumerate().filter(|_| starts.len() > 1) {
            let rule = &self.grammar.rule(*start).name;
            let spellings = [names::snake_case(rule), names::identifier(rule)];
            let name = spellings
                .iter()
                .map(|rule| format!("parse_{rule}"))
                .find(|name| {
                    let names = [name.clone(), format!("{name}_with"), format!("{name}_syntax")];
                    names.iter().all(|name| !taken.contains(name))
                })
                .unwrap_or_else(|| format!("parse_start_{at}"));
            self.entry(out, &name, at);
            taken.push(name);
        }
    }

    /// Writes an entry function, its variant that takes recovery options, and, if wanted, the one
    /// that makes syntax trees.
    fn entry(&self, out: &mut RustWriter, name: &str, at: usize) {
        let start = self.grammar.starts()[at];
        let rule = one_line(&self.grammar.rule(start).name);
        let declared = &self.actions.generics.declared;
        let errors = format!("::lrpar::Errors<{}, __Types>", self.storage);
        let no_action = YaccKind::Original(YaccOriginalActionKind::NoAction);
        let ty = if self.actions.are_run {
            format!("::lrpar::Parsed<{}, __Types>", self.actions.types.name(start))
        } else if self.grammar.kind() == no_action {
            errors.clone()
        } else {
            let lexeme = "<__Types as ::lrpar::LexerTypes>::LexemeT";
            format!("::lrpar::Parsed<Node<{lexeme}, {}>, __Types>", self.storage)
        };
        let param = self.actions.parameter.map(|(_, ty)| format!("param: {ty},"));
        let lexer = "lexer: ::lrpar::generated::LexerRef<'lexer, 'input, __Types>,";
        let options = "options: &::lrpar::generated::RecoveryOptions,";
        let parser = format!("__PARSER.parse({at}, options)");
        item(out, |out| {
            out.line(format_args!("/// Parses by the rule `{rule}`."));
            let parameters = [lexer].into_iter().chain(param.as_deref());
            open_function(out, &format!("{name}{declared}"), parameters, &ty);
            let passed = if param.is_some() { ", param" } else { "" };
            out.line(format_args!("{name}_with(&recovery_options(), lexer{passed})"));
            out.close("}");
        });
        item(out, |out| {
            out.line(format_args!(
                "/// Parses by the rule `{rule}`; `options` set error recovery."
            ));
            let parameters = [options, lexer].into_iter().chain(param.as_deref());
            open_function(out, &format!("{name}_with{declared}"), parameters, &ty);
            if self.actions.are_run {
                self.call_with_actions(out, &parser, at);
            } else if self.grammar.kind() == no_action {
                out.line(format_args!("{parser}.errors(lexer)"));
            } else {
                out.line(format_args!("{parser}.generictree(lexer)"));
            }
            out.close("}");
        });
        if self.syntax_tree {
            item(out, |out| {
                out.line(format_args!(
                    "/// Parses by the rule `{rule}` to a syntax tree that holds all of the text; `options` set error recovery."
                ));
                let ty = format!("(::lrpar::SyntaxTree, {errors})");
                let head = format!("{name}_syntax<'lexer, 'input>");
                open_function(out, &head, [options, lexer], &ty);
                let types = "::lrpar::generated::TypesOfTree::Generated(&__NODE_TYPES)";
                out.line(format_args!("{parser}.syntax_tree({types}, lexer)"));
                out.close("}");
            });
        }
    }

    /// Writes the call by which `parser` runs actions.
    fn call_with_actions(&self, out: &mut RustWriter, parser: &str, at: usize) {
        let Actions { does, types, generics, parameter, .. } = &self.actions;
        let mut spans = self.grammar.rules().iter().any(|rule| rule.spanned.is_some());
        does.iter().for_each(|does| does.actions(&mut |action| spans |= action.span));
        let stacks = ", ::std::vec::Vec::new()".repeat(types.all.len());
        let param = if parameter.is_some() { ", &param" } else { "" };
        let passed = &generics.turbofish;
        out.open(format_args!("{parser}.actions::<{spans}, _, _, _>("));
        out.line(format_args!("(lexer{stacks},),"));
        out.line("lexer,");
        out.line(format_args!(
            "|state, prod, span, tokens| __reduce{passed}(state, prod, span, tokens{param}),"
        ));
        out.line(format_args!("__discard{passed},"));
        match types.of(self.grammar.starts()[at]) {
            Some(number) => out.line(format_args!("|state| state.{number}.pop(),")),
            None => out.line("|_| ::std::option::Option::Some(()),"),
        }
        out.close(")");
    }

    /// Writes `token_epp`, the labels, the reporter, and the type of trees.
    pub(super) fn names(&self, out: &mut RustWriter) {
        let grammar = self.grammar;
        item(out, |out| {
            out.open("static __EPP: &[::std::option::Option<&str>] = &[");
            for token in grammar.token_ids() {
                let name = (token != grammar.eof()).then(|| string(grammar.shown_token(token)));
                out.line(format_args!("{},", option(name)));
            }
            out.close("];");
        });
        item(out, |out| {
            out.line(
                "/// Returns the name of a token in messages; `None` for the end of the input. Panics if there is no such token.",
            );
            out.open(format_args!(
                "pub fn token_epp<'a>(tidx: ::lrpar::generated::TIdx<{}>) -> ::std::option::Option<&'a str> {{",
                self.storage
            ));
            out.line("__EPP[::std::primitive::usize::from(tidx)]");
            out.close("}");
        });
        item(out, |out| labels(out, grammar));
        item(out, |out| {
            out.line("/// Makes a reporter for the errors of a parse of `lexer`.");
            let lexer = "lexer: ::lrpar::generated::LexerRef<'lexer, 'input, __Types>,";
            let ty = "::lrpar::report::Reporter<'lexer, __Types>";
            let head = "error_reporter<'lexer, 'input: 'lexer>";
            open_function(out, head, [lexer], ty);
            out.line("::lrpar::report::Reporter::new(&__TABLES, __LABELS, lexer)");
            out.close("}");
        });
        let no_action = YaccKind::Original(YaccOriginalActionKind::NoAction);
        if !self.actions.are_run && grammar.kind() != no_action {
            item(out, |out| {
                out.line(format_args!("#[allow(unused_imports, {REASON})]"));
                out.line("pub use ::lrpar::Node;");
            });
        }
    }

    /// Writes a constant with the id for each rule that the file defines.
    pub(super) fn constants(&self, out: &mut RustWriter) {
        let mut constants = Constants::default();
        let rules = self.grammar.rules().iter().enumerate();
        for (id, rule) in rules.filter(|(_, rule)| is_written(rule) && rule.origin.is_none()) {
            if let Some(name) = constants.name("R_", &rule.name) {
                out.line(format_args!("/// Id of the rule `{}`.", one_line(&rule.name)));
                out.line(format_args!("#[allow({ALLOWED_FOR_CONSTANTS}, {REASON})]"));
                out.line(format_args!("pub const {name}: {} = {id};", self.storage));
            }
        }
    }
}

/// Opens a public function: its name with generics, its parameters, a line each, and what it
/// returns.
fn open_function<'p>(
    out: &mut RustWriter,
    head: &str,
    parameters: impl IntoIterator<Item = &'p str>,
    ty: &str,
) {
    out.open(format_args!("pub fn {head}("));
    parameters.into_iter().for_each(|parameter| out.line(parameter));
    out.reopen(format_args!(") -> {ty} {{"));
}

/// Returns whether the file defines the rule, perhaps by a group or a call; not a mid-rule action.
pub(super) fn is_written(rule: &Rule) -> bool {
    rule.span.is_some() && !rule.name.starts_with('@')
}

/// Writes the labels of rules and tokens; those of tokens are read from `__EPP`.
fn labels(out: &mut RustWriter, grammar: &Grammar) {
    let labels = GrammarLabels::new(grammar);
    let Labels { named, .. } = labels.labels();
    let productions = grammar.productions().iter();
    let productions: Vec<_> =
        productions.map(|production| (production.rule, &production.symbols[..])).collect();
    let families = Families::new(grammar.rules().len(), grammar.tokens().len(), &productions);
    let all = labels.labels();
    let needed = families.map(|families| families.needed(&|rule| all.named(rule)));
    let needed = needed.unwrap_or_default();
    let is_needed = |label: &&RuleLabel<'_>| needed.get(label.rule as usize) == Some(&true);
    let rules = all.rules.iter().filter(is_needed);
    let rule = |RuleLabel { rule, label, is_given }: &RuleLabel<'_>| {
        let label = string(label);
        format!(
            "::lrpar::report::RuleLabel {{ rule: {rule}, label: {label}, is_given: {is_given} }}"
        )
    };
    let ty = "::lrpar::report::Labels";
    out.open(format_args!("static __LABELS: {ty}<'static> = {ty} {{"));
    out.line("tokens: __EPP,");
    out.line(format_args!("named: {},", list(named)));
    out.line(format_args!("rules: {},", list(rules.map(rule))));
    out.close("};");
}
