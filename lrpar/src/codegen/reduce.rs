//! What a generated parser does with values: the enum of their types, and one `match` on the production that calls actions.

use std::fmt::Write;

use lrtable::grammar::Symbol;

use super::{
    action::{Action, argument},
    check::{Does, holder},
    module::Module,
    values::{Generics, referenced},
};

impl Module<'_> {
    /// The enum of values, and the way from it to each type.
    pub(super) fn values(&self, generics: &Generics) -> Vec<String> {
        let Generics { declared, passed, phantom, .. } = generics;
        let mut out = String::new();
        let _ = writeln!(
            out,
            "    enum __Value{declared} {{\n        Token(::lrpar::generated::Token<__Types>),"
        );
        for (at, ty) in self.types.all().iter().enumerate() {
            let _ = writeln!(out, "        V{at}({ty}),");
        }
        let _ = writeln!(out, "        Unused(::std::marker::PhantomData<{phantom}>),\n    }}");
        let mut methods = format!("    impl{declared} __Value{passed} {{\n");
        let token = "::lrpar::generated::Token<__Types>".to_owned();
        let all = self.types.all().iter().enumerate();
        let mid_rules = self.grammar.productions().iter().any(|p| p.mid_rule.is_some());
        let variants = all
            .map(|(at, ty)| (format!("V{at}"), at.to_string(), (*ty).to_owned()))
            .chain([("Token".to_owned(), "token".to_owned(), token)]);
        for (variant, name, ty) in variants {
            let _ = writeln!(
                methods,
                "        fn into_{name}(self) -> {ty} {{\n            match self {{ __Value::{variant}(value) => value, \
                 _ => ::lrpar::generated::wrong_value() }}\n        }}\n        fn pop_{name}(values: &mut \
                 ::std::vec::Vec<Self>) -> {ty} {{\n            match values.pop() {{ ::std::option::Option::Some(\
                 __Value::{variant}(value)) => value, _ => ::lrpar::generated::wrong_value() }}\n        }}"
            );
            if mid_rules {
                let _ = writeln!(
                    methods,
                    "        fn as_{name}(&mut self) -> &mut {} {{\n            match *self {{ \
                     __Value::{variant}(ref mut value) => value, _ => ::lrpar::generated::wrong_value() }}\n        }}",
                    referenced(&ty)
                );
            }
        }
        methods.push_str("    }\n");
        vec![out, methods]
    }

    /// The parse's actions: one `match` on the production.
    pub(super) fn reduce(&self, generics: &Generics) -> Vec<String> {
        let Generics { declared, passed, phantom, .. } = generics;
        let mut out = String::new();
        let _ = writeln!(
            out,
            "    struct __Actions{declared} {{\n        lexer: ::lrpar::generated::LexerRef<'lexer, 'input, __Types>,"
        );
        if let Some((_, ty)) = self.parameter() {
            let _ = writeln!(out, "        param: {ty},");
        }
        let _ = writeln!(out, "        unused: ::std::marker::PhantomData<{phantom}>,\n    }}");
        let mut methods = format!(
            "    impl{declared} \
             ::lrpar::generated::Actions<__Types> for __Actions{passed} {{\n        type Value = __Value{passed};\n\n        \
             fn token(&mut self, token: ::lrpar::generated::Token<__Types>) -> Self::Value {{\n            \
             __Value::Token(token)\n        }}\n\n        fn reduce(\n            &mut self,\n            \
             __prod: ::std::primitive::usize,\n            __span: ::lrpar::Span,\n            __values: &mut \
             ::std::vec::Vec<Self::Value>,\n        ) -> Self::Value {{\n            match __prod {{\n"
        );
        for prod in 0..self.does.len() {
            self.arm(&mut methods, generics, prod);
        }
        methods.push_str(
            "                _ => ::lrpar::generated::wrong_value(),\n            }\n        }\n    }\n",
        );
        vec![out, methods]
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
        action: &Action<'_>,
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
        let call =
            format!("{}{}({})", self.function(prod), generics.turbofish, arguments.join(", "));
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
