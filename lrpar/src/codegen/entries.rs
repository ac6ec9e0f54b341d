//! The public items of a generated parser: its entry functions, `token_epp`, the reporter of its errors, and the ids of rules.

use std::fmt::Write;

use lrtable::{
    grammar::{Grammar, Rule},
    yacc::{YaccKind, YaccOriginalActionKind},
};

use super::{
    actions::{Actions, Does},
    module::{Module, REASON},
    names::{self, Constants, one_line, option, string},
    tables::list,
};
use crate::report::{GrammarLabels, Labels, RuleLabel};

/// Lints that are allowed in generated constants.
const ALLOWED_FOR_CONSTANTS: &str = "dead_code, non_upper_case_globals, unreachable_pub";

impl Module<'_> {
    /// Returns the code of the entry functions, one for each start rule. The first is called `parse`; if there are several, each
    /// also has a name that ends in its rule's.
    pub(super) fn entries(&self) -> Vec<String> {
        let starts = self.grammar.starts();
        let mut items = self.entry("parse", 0);
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
            items.extend(self.entry(&name, at));
            taken.push(name);
        }
        items
    }

    /// Returns the code of an entry function, of its variant that takes recovery options, and, if wanted, of the one that makes
    /// syntax trees.
    fn entry(&self, name: &str, at: usize) -> Vec<String> {
        let rule = one_line(&self.grammar.rule(self.grammar.starts()[at]).name);
        let declared = &self.actions.generics.declared;
        let errors = format!("::lrpar::Errors<{}, __Types>", self.storage);
        let (ty, call) = match self.grammar.kind() {
            _ if self.actions.are_run => self.call_with_actions(at),
            YaccKind::Original(YaccOriginalActionKind::NoAction) => {
                (errors.clone(), "errors(lexer)".to_owned())
            }
            _ => {
                let lexeme = "<__Types as ::lrpar::LexerTypes>::LexemeT";
                let ty = format!("::lrpar::Parsed<Node<{lexeme}, {}>, __Types>", self.storage);
                (ty, "generictree(lexer)".to_owned())
            }
        };
        let (param, passed) = match self.actions.parameter {
            Some((_, ty)) => (format!("        param: {ty},\n"), ", param"),
            None => (String::new(), ""),
        };
        let lexer = "        lexer: ::lrpar::generated::LexerRef<'lexer, 'input, __Types>,\n";
        let options = "        options: &::lrpar::generated::RecoveryOptions,\n";
        let mut items = vec![
            format!(
                "    /// Parses by the rule `{rule}`.\n    pub fn {name}{declared}(\n{lexer}{param}    ) -> {ty} {{\n        \
                 {name}_with(&recovery_options(), lexer{passed})\n    }}\n"
            ),
            format!(
                "    /// Parses by the rule `{rule}`; `options` set error recovery.\n    pub fn {name}_with{declared}(\n{options}{lexer}{param}    \
                 ) -> {ty} {{\n        __PARSER.parse({at}, options).{call}\n    }}\n"
            ),
        ];
        if self.syntax_tree {
            items.push(format!(
                "    /// Parses `text`, which `lexer` reads, by the rule `{rule}` to a syntax tree that holds all of it; `options` set error recovery.\n    \
                 pub fn {name}_syntax<'lexer, 'input>(\n{options}{lexer}        text: &str,\n    ) -> (::lrpar::SyntaxTree, {errors}) {{\n        \
                 __PARSER.parse({at}, options).syntax_tree(lexer, text)\n    }}\n"
            ));
        }
        items
    }

    /// Returns the result type of an entry function that runs actions, and the call that makes the result.
    fn call_with_actions(&self, at: usize) -> (String, String) {
        let Actions { does, types, generics, parameter, .. } = &self.actions;
        let start = self.grammar.starts()[at];
        let spans = does.iter().any(|does| matches!(does, Does::Action(action) if action.span));
        let stacks = ", ::std::vec::Vec::new()".repeat(types.all.len());
        let param = if parameter.is_some() { ", &param" } else { "" };
        let value = match types.of(start) {
            Some(number) => format!("|state| state.{number}.pop()"),
            None => "|_| ::std::option::Option::Some(())".to_owned(),
        };
        let passed = &generics.turbofish;
        let call = format!(
            "actions::<{spans}, _, _, _>(\n            (lexer{stacks},),\n            lexer,\n            \
             |state, prod, span, tokens| __reduce{passed}(state, prod, span, tokens{param}),\n            \
             __discard{passed},\n            {value},\n        )"
        );
        (format!("::lrpar::Parsed<{}, __Types>", types.name(start)), call)
    }

    /// Returns the code of `token_epp`, and the type of trees.
    pub(super) fn names(&self) -> Vec<String> {
        let grammar = self.grammar;
        let epp = grammar.token_ids().map(|token| {
            let name = (token != grammar.eof()).then(|| string(grammar.shown_token(token)));
            format!("        {},\n", option(name))
        });
        let epp: String = epp.collect();
        let epp = format!("    static __EPP: &[::std::option::Option<&str>] = &[\n{epp}    ];\n");
        let function = format!(
            "    /// Returns the name of a token in messages; `None` for the end of the input. Panics if there is no such token.\n    \
             pub fn token_epp<'a>(tidx: ::lrpar::generated::TIdx<{}>) -> ::std::option::Option<&'a str> {{\n        \
             __EPP[::std::primitive::usize::from(tidx)]\n    }}\n",
            self.storage
        );
        let reporter = "    /// Makes a reporter for the errors of a parse: pass the lexer and the text that were parsed.\n    \
             pub fn error_reporter<'lexer, 'input>(\n        \
             lexer: ::lrpar::generated::LexerRef<'lexer, 'input, __Types>,\n        text: &'lexer str,\n    \
             ) -> ::lrpar::report::Reporter<'lexer, __Types> {\n        \
             ::lrpar::report::Reporter::new(&__TABLES, __LABELS, text, lexer)\n    }\n";
        let mut items = vec![epp, function, labels(grammar), reporter.to_owned()];
        let no_action = YaccKind::Original(YaccOriginalActionKind::NoAction);
        if !self.actions.are_run && grammar.kind() != no_action {
            items.push(format!(
                "    #[allow(unused_imports, {REASON})]\n    pub use ::lrpar::Node;\n"
            ));
        }
        items
    }

    /// Returns the code of a constant with the id for each rule that the file defines.
    pub(super) fn constants(&self) -> String {
        let mut out = String::new();
        let mut constants = Constants::default();
        let rules = self.grammar.rules().iter().enumerate();
        for (id, rule) in rules.filter(|(_, rule)| is_written(rule)) {
            if let Some(name) = constants.name("R_", &rule.name) {
                let _ = writeln!(
                    out,
                    "    /// Id of the rule `{}`.\n    #[allow({ALLOWED_FOR_CONSTANTS}, {REASON})]\n    pub const {name}: {} = {id};",
                    one_line(&rule.name),
                    self.storage,
                );
            }
        }
        out
    }
}

/// Returns whether the file defines the rule, which is no mid-rule action.
pub(super) fn is_written(rule: &Rule) -> bool {
    rule.span.is_some() && !rule.name.starts_with('@')
}

/// Returns the code of the labels of rules and tokens; those of tokens are read from `__EPP`.
fn labels(grammar: &Grammar) -> String {
    let labels = GrammarLabels::new(grammar);
    let Labels { named, rules, first, .. } = labels.labels();
    let rule = |RuleLabel { rule, label, first_end }: &RuleLabel<'_>| {
        let label = string(label);
        format!(
            "::lrpar::report::RuleLabel {{ rule: {rule}, label: {label}, first_end: {first_end} }}"
        )
    };
    format!(
        "    static __LABELS: ::lrpar::report::Labels<'static> = ::lrpar::report::Labels {{\n        tokens: __EPP,\n        named: {},\n        \
         rules: {},\n        first: {},\n    }};\n",
        list(named),
        list(rules.iter().map(rule)),
        list(first)
    )
}
