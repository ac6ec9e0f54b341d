//! The Rust file that is made from a grammar.
//!
//! It holds one module. The programs section and the actions stand in it as they would in a file of the user's, so that
//! they share one scope; the parser itself stands in a module inside, which sees that scope but adds nothing to it except
//! its public items. All other names begin with two underscores.

use std::fmt::Write;

use lrtable::{
    NewlineCache,
    grammar::{Grammar, Symbol},
    pack::Tables,
    yacc::{YaccKind, YaccOriginalActionKind},
};

use super::{
    action::{LEXER, SPAN, argument},
    check::{Does, has_actions, holder},
    names::{self, Constants, one_line},
    tables,
    values::{Generics, ValueTypes, parameter},
};
use crate::recovery::RecoveryKind;

/// All that goes into a generated file.
pub(super) struct Module<'g> {
    pub(super) grammar: &'g Grammar,
    pub(super) tables: Tables<'g>,
    /// What each production does; empty if actions do not run.
    pub(super) does: Vec<Does<'g>>,
    pub(super) types: ValueTypes<'g>,
    /// The lines of the grammar's file.
    pub(super) lines: NewlineCache,
    /// The grammar's file as messages show it.
    pub(super) file: String,
    pub(super) name: String,
    /// The visibility, followed by a blank.
    pub(super) visibility: String,
    /// The type of the lexer's types, and that of its token ids.
    pub(super) lexer_types: String,
    pub(super) storage: String,
    pub(super) recoverer: RecoveryKind,
}

/// Lints about the form of code that is not written by hand. They are the same for users' actions, which stand in such code.
const ALLOWED: &str = "clippy::extra_unused_lifetimes, clippy::let_unit_value, clippy::needless_lifetimes, \
    clippy::too_many_arguments, clippy::type_complexity, clippy::unnecessary_wraps, clippy::used_underscore_binding";

/// Lints that users may have switched on and that the inner module does not heed.
const ALLOWED_INSIDE: &str = "clippy::all, clippy::pedantic, dead_code, elided_lifetimes_in_paths, \
    missing_debug_implementations, non_camel_case_types, single_use_lifetimes, unreachable_pub, unused_imports, \
    unused_lifetimes, unused_parens, unused_qualifications, unused_results";

/// Each line moved to the right.
fn indented(code: &str) -> String {
    let mut out = String::with_capacity(code.len() + code.len() / 16);
    for line in code.split_inclusive('\n') {
        if line.len() > 1 {
            out.push_str("    ");
        }
        out.push_str(line);
    }
    out
}

impl Module<'_> {
    /// The file's text.
    pub(super) fn to_code(&self) -> String {
        let mut out = format!(
            "// Made by lrpar from {}. Do not edit: change that file.\n\n#[allow({ALLOWED})]\n{}mod {} {{\n",
            one_line(&self.file),
            self.visibility,
            self.name
        );
        // Inner attributes of the programs section come first.
        if has_actions(self.grammar.kind()) {
            self.programs(&mut out);
        }
        let _ = writeln!(
            out,
            "    #[allow(unreachable_pub, unused_imports)]\n    pub use self::_parser_::*;\n    #[allow(unused_imports)]\n    \
             use ::lrpar::generated::prelude::*;\n    #[allow(dead_code)]\n    type __Types = {};\n",
            self.lexer_types
        );
        let generics = self.generics();
        if has_actions(self.grammar.kind()) {
            self.actions(&mut out, &generics);
        }
        let _ = write!(
            out,
            "    #[allow({ALLOWED_INSIDE})]\n    mod _parser_ {{\n{}    }}\n}}\n",
            indented(&self.parser(&generics))
        );
        out
    }

    /// What stands in the inner module.
    fn parser(&self, generics: &Generics) -> String {
        let mut out = String::from("    use super::*;\n\n");
        out.push_str(&tables::item("__TABLES", &self.tables));
        let _ = writeln!(
            out,
            "    static __PARSER: ::lrpar::generated::Parser =\n        ::lrpar::generated::Parser::new(&__TABLES, \
             ::lrpar::RecoveryKind::{:?});\n",
            self.recoverer
        );
        self.entries(&mut out, generics);
        self.names(&mut out);
        if has_actions(self.grammar.kind()) {
            self.values(&mut out, generics);
            self.reduce(&mut out, generics);
        }
        out
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

    /// The name and the type of the parse's parameter.
    fn parameter(&self) -> Option<(&str, &str)> {
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
            let (holder, _) = holder(self.grammar, production);
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
                    Some(_) => writeln!(out, "        {name}: &mut ({ty}),"),
                    None => writeln!(out, "        mut {name}: {ty},"),
                };
            }
            out.push_str("    )");
            if !self.is_unit(production.rule) {
                let _ = write!(out, " -> {}", self.type_of(production.rule));
            }
            out.push_str(" {\n");
            if let Some((name, _)) = self.parameter().filter(|(name, _)| {
                names::is_identifier(name) && action.may_use(name)
            }) {
                // Its name may occur in a string or a comment only.
                let _ = writeln!(out, "        let _ = {name};");
            }
            let _ = writeln!(out, "{}\n    }}\n", action.to_code(&margin));
        }
    }

    fn type_of(&self, rule: lrtable::RuleId) -> &str {
        self.types.of(rule).map_or("()", |ty| self.types.all()[ty])
    }

    fn is_unit(&self, rule: lrtable::RuleId) -> bool {
        self.types.of(rule).is_none_or(|ty| self.types.is_unit(ty))
    }

    /// The name of the function for the action of a production: with the action's file and line.
    fn function(&self, prod: usize) -> String {
        let production = &self.grammar.productions()[prod];
        let place = production.action.as_ref().map_or(0, |code| {
            let blank = code.text.len() - code.text.trim_start().len();
            code.span.start() + blank
        });
        let file = self.file.rsplit('/').next().unwrap_or_default();
        format!(
            "__action_{prod}_at_{}_line_{}",
            names::identifier(file),
            self.line(place)
        )
    }

    /// The entry functions, one for each start rule.
    fn entries(&self, out: &mut String, generics: &Generics) {
        let starts = self.grammar.starts();
        let mut taken = vec!["parse".to_owned()];
        self.entry(out, generics, "parse", 0);
        if starts.len() == 1 {
            return;
        }
        for (at, start) in starts.iter().enumerate() {
            let rule = &self.grammar.rule(*start).name;
            let spellings = [names::snake_case(rule), names::identifier(rule)];
            let name = spellings
                .iter()
                .map(|rule| format!("parse_{rule}"))
                .find(|name| !taken.contains(name))
                .unwrap_or_else(|| format!("parse_start_{at}"));
            self.entry(out, generics, &name, at);
            taken.push(name);
        }
    }

    fn entry(&self, out: &mut String, generics: &Generics, name: &str, at: usize) {
        let start = self.grammar.starts()[at];
        let rule = &self.grammar.rule(start).name;
        let storage = &self.storage;
        let errors = format!("::std::vec::Vec<::lrpar::LexParseError<{storage}, __Types>>");
        let _ = write!(
            out,
            "    /// Parses by the rule `{}`.\n    pub fn {name}{}(\n        lexer: \
             ::lrpar::generated::LexerRef<'lexer, 'input, __Types>,\n",
            one_line(rule),
            generics.declared
        );
        let kind = self.grammar.kind();
        if !has_actions(kind) {
            let no_action = kind == YaccKind::Original(YaccOriginalActionKind::NoAction);
            let tree =
                format!("::std::option::Option<Node<<__Types as ::lrpar::LexerTypes>::LexemeT, {storage}>>");
            let _ = match no_action {
                true => writeln!(
                    out,
                    "    ) -> {errors} {{\n        __PARSER.parse_noaction({at}, lexer)\n    }}\n"
                ),
                false => writeln!(
                    out,
                    "    ) -> ({tree}, {errors}) {{\n        __PARSER.parse_generictree({at}, lexer)\n    }}\n"
                ),
            };
            return;
        }
        let mut fields = String::from("lexer");
        if let Some((_, ty)) = self.parameter() {
            let _ = writeln!(out, "        param: {ty},");
            fields.push_str(", param");
        }
        let ty = self.types.of(start).unwrap_or(0);
        let _ = writeln!(
            out,
            "    ) -> (::std::option::Option<{}>, {errors}) {{\n        let actions = __Actions {{ {fields}, unused: \
             ::std::marker::PhantomData }};\n        let (value, errors) = __PARSER.parse_actions({at}, lexer, \
             actions);\n        (value.map(__Value::into_{ty}), errors)\n    }}\n",
            self.types.all().get(ty).copied().unwrap_or("()")
        );
    }

    /// `token_epp`, the constants of rules, and the type of trees.
    fn names(&self, out: &mut String) {
        let grammar = self.grammar;
        let storage = &self.storage;
        out.push_str("    static __EPP: &[::std::option::Option<&str>] = &[\n");
        for token in grammar.token_ids() {
            let _ = match token == grammar.eof() {
                true => writeln!(out, "        ::std::option::Option::None,"),
                false => writeln!(
                    out,
                    "        ::std::option::Option::Some({}),",
                    names::string(grammar.token_epp(token))
                ),
            };
        }
        let _ = writeln!(
            out,
            "    ];\n\n    /// How messages call a token; `None` for the end of the input. Panics if there is no such \
             token.\n    pub fn token_epp<'a>(tidx: ::lrpar::generated::TIdx<{storage}>) -> \
             ::std::option::Option<&'a str> {{\n        __EPP[::std::primitive::usize::from(tidx)]\n    }}\n"
        );
        let mut constants = Constants::default();
        for id in grammar.rule_ids() {
            let rule = grammar.rule(id);
            let written = rule.span.is_some() && !rule.name.starts_with('@');
            if let Some(name) = written.then(|| constants.name("R_", &rule.name)).flatten() {
                let _ = writeln!(
                    out,
                    "    /// The rule `{}`.\n    #[allow(non_upper_case_globals)]\n    pub const {name}: {storage} = {};",
                    one_line(&rule.name),
                    id.0
                );
            }
        }
        out.push('\n');
        if !has_actions(grammar.kind()) {
            out.push_str("    pub use ::lrpar::Node;\n\n");
        }
    }

    /// The enum of values, and the way from it to each type.
    fn values(&self, out: &mut String, generics: &Generics) {
        let Generics {
            declared,
            passed,
            phantom,
            ..
        } = generics;
        let _ = writeln!(
            out,
            "    enum __Value{declared} {{\n        Token(::lrpar::generated::Token<__Types>),"
        );
        for (at, ty) in self.types.all().iter().enumerate() {
            let _ = writeln!(out, "        V{at}({ty}),");
        }
        let _ = writeln!(
            out,
            "        Unused(::std::marker::PhantomData<{phantom}>),\n    }}\n\n    impl{declared} __Value{passed} {{"
        );
        let token = "::lrpar::generated::Token<__Types>".to_owned();
        let all = self.types.all().iter().enumerate();
        let mid_rules = self.grammar.productions().iter().any(|p| p.mid_rule.is_some());
        let variants = all
            .map(|(at, ty)| (format!("V{at}"), at.to_string(), (*ty).to_owned()))
            .chain([("Token".to_owned(), "token".to_owned(), token)]);
        for (variant, name, ty) in variants {
            let _ = writeln!(
                out,
                "        fn into_{name}(self) -> {ty} {{\n            match self {{ __Value::{variant}(value) => value, \
                 _ => ::lrpar::generated::wrong_value() }}\n        }}\n        fn pop_{name}(values: &mut \
                 ::std::vec::Vec<Self>) -> {ty} {{\n            match values.pop() {{ ::std::option::Option::Some(\
                 __Value::{variant}(value)) => value, _ => ::lrpar::generated::wrong_value() }}\n        }}"
            );
            if mid_rules {
                let _ = writeln!(
                    out,
                    "        fn as_{name}(&mut self) -> &mut ({ty}) {{\n            match *self {{ \
                     __Value::{variant}(ref mut value) => value, _ => ::lrpar::generated::wrong_value() }}\n        }}"
                );
            }
        }
        out.push_str("    }\n\n");
    }

    /// The parse's actions: one `match` on the production.
    fn reduce(&self, out: &mut String, generics: &Generics) {
        let Generics {
            declared,
            passed,
            phantom,
            ..
        } = generics;
        let _ = writeln!(
            out,
            "    struct __Actions{declared} {{\n        lexer: ::lrpar::generated::LexerRef<'lexer, 'input, __Types>,"
        );
        if let Some((_, ty)) = self.parameter() {
            let _ = writeln!(out, "        param: {ty},");
        }
        let _ = writeln!(
            out,
            "        unused: ::std::marker::PhantomData<{phantom}>,\n    }}\n\n    impl{declared} \
             ::lrpar::generated::Actions<__Types> for __Actions{passed} {{\n        type Value = __Value{passed};\n\n        \
             fn token(&mut self, token: ::lrpar::generated::Token<__Types>) -> Self::Value {{\n            \
             __Value::Token(token)\n        }}\n\n        fn reduce(\n            &mut self,\n            \
             __prod: ::std::primitive::usize,\n            __span: ::lrpar::Span,\n            __values: &mut \
             ::std::vec::Vec<Self::Value>,\n        ) -> Self::Value {{\n            match __prod {{"
        );
        for prod in 0..self.does.len() {
            self.arm(out, generics, prod);
        }
        out.push_str(
            "                _ => ::lrpar::generated::wrong_value(),\n            }\n        }\n    }\n",
        );
    }

    /// The arm of one production: its values are taken off, the last one first, and its action is called.
    fn arm(&self, out: &mut String, generics: &Generics, prod: usize) {
        let production = &self.grammar.productions()[prod];
        let variant = self.types.of(production.rule).unwrap_or(0);
        let action = match &self.does[prod] {
            Does::Start => return,
            Does::HandOn => {
                let _ = writeln!(
                    out,
                    "                {prod} => __Value::V{variant}(__Value::pop_{variant}(__values)),"
                );
                return;
            }
            Does::Unit => None,
            Does::Action(action) => Some(action),
        };
        let kind = |symbol: Symbol| match symbol {
            Symbol::Token(_) => "token".to_owned(),
            Symbol::Rule(rule) => self.types.of(rule).unwrap_or(0).to_string(),
        };
        let used = |number: usize| action.is_some_and(|action| action.symbols.contains(&number));
        let _ = writeln!(out, "                {prod} => {{");
        for (at, symbol) in production.symbols.iter().enumerate().rev() {
            let _ = match used(at + 1) {
                true => writeln!(
                    out,
                    "                    let {} = __Value::pop_{}(__values);",
                    argument(at + 1),
                    kind(*symbol)
                ),
                false => writeln!(out, "                    __values.pop();"),
            };
        }
        if let Some(action) = action {
            self.call(out, generics, prod, action, &kind);
        } else {
            let _ = writeln!(out, "                    __Value::V{variant}(())");
        }
        out.push_str("                }\n");
    }

    fn call(
        &self,
        out: &mut String,
        generics: &Generics,
        prod: usize,
        action: &super::action::Action<'_>,
        kind: &dyn Fn(Symbol) -> String,
    ) {
        let production = &self.grammar.productions()[prod];
        let variant = self.types.of(production.rule).unwrap_or(0);
        let mut arguments = Vec::new();
        if action.lexer {
            arguments.push("self.lexer".to_owned());
        }
        if action.span {
            arguments.push("__span".to_owned());
        }
        if self.parameter().is_some_and(|(name, _)| action.may_use(name)) {
            arguments.push("::std::clone::Clone::clone(&self.param)".to_owned());
        }
        let (holder, before) = holder(self.grammar, production);
        let is_mid_rule = production.mid_rule.is_some();
        for number in &action.symbols {
            arguments.push(match is_mid_rule {
                true => format!("__before{number}.as_{}()", kind(holder.symbols[number - 1])),
                false => argument(*number),
            });
        }
        let call = format!(
            "{}{}({})",
            self.function(prod),
            generics.turbofish,
            arguments.join(", ")
        );
        let call = match self.is_unit(production.rule) {
            true => format!("{call};\n                    __Value::V{variant}(())"),
            false => format!("__Value::V{variant}({call})"),
        };
        let indent = "                    ";
        if is_mid_rule && !action.symbols.is_empty() {
            // The values stay where they are, for the actions to come.
            let pattern = (1..=before).map(|number| match action.symbols.contains(&number) {
                true => format!(", ref mut __before{number}"),
                false => ", _".to_owned(),
            });
            let pattern: String = pattern.collect();
            let _ = writeln!(
                out,
                "{indent}match *__values.as_mut_slice() {{\n{indent}[..{pattern}] => {{\n{indent}{call}\n{indent}}}\n\
                 {indent}_ => ::lrpar::generated::wrong_value(),\n{indent}}}"
            );
        } else {
            let _ = writeln!(out, "{indent}{call}");
        }
    }
}
