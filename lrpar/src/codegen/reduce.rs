//! Generated code that runs actions: a stack of values for each type, and one `match` on the production.
//!
//! The type of the parse's parameter is written in signatures only, as the user wrote it: its lifetimes may be elided or hidden
//! there, and nowhere in a struct. So the parameter is passed to the `match` and is no field.
//!
//! Each type has one place, around the `match`, where values are pushed, so that an arm is little more than a call: compiling
//! this function takes most of the time of compiling a large parser.

use std::fmt::Write;

use lrtable::grammar::Symbol;

use super::{
    action::{Action, argument},
    check::Does,
    module::Module,
    values::{Generics, referenced},
};

impl Module<'_> {
    /// Returns the code of the parse's actions, with the stacks of values.
    pub(super) fn reduce(&self, generics: &Generics) -> Vec<String> {
        let Generics { declared, passed, phantom, .. } = generics;
        let mut out = String::new();
        let _ = writeln!(
            out,
            "    struct __Actions{declared} {{\n        lexer: ::lrpar::generated::LexerRef<'lexer, 'input, __Types>,"
        );
        for (at, ty) in self.types.stacks() {
            let _ = writeln!(out, "        v{at}: ::std::vec::Vec<{ty}>,");
        }
        let _ = writeln!(out, "        unused: ::std::marker::PhantomData<{phantom}>,\n    }}");
        let spans =
            self.does.iter().any(|does| matches!(does, Does::Action(action) if action.span));
        let mut discard = format!(
            "    impl{declared} \
             ::lrpar::generated::Actions<__Types> for __Actions{passed} {{\n        const SPANS: ::std::primitive::bool = \
             {spans};\n\n        fn discard(&mut self, __rule: ::std::primitive::usize) {{\n            match __rule {{\n"
        );
        for (at, _) in self.types.stacks() {
            let rules = self.grammar.rule_ids().filter(|rule| self.types.of(*rule) == Some(at));
            let rules: Vec<String> = rules.map(|rule| rule.0.to_string()).collect();
            let _ = writeln!(
                discard,
                "                {} => {{ let __unused = self.v{at}.pop(); }}",
                rules.join(" | ")
            );
        }
        discard.push_str("                _ => {}\n            }\n        }\n    }\n");
        vec![out, self.methods(generics), discard]
    }

    /// Returns the code that pops values, and of what each reduction does.
    fn methods(&self, generics: &Generics) -> String {
        let Generics { declared, passed, .. } = generics;
        let mut methods = format!("    impl{declared} __Actions{passed} {{\n");
        self.pops(&mut methods);
        let param = match self.parameter() {
            Some((_, ty)) => format!("            __param: &{},\n", referenced(ty)),
            None => String::new(),
        };
        let _ = write!(
            methods,
            "        fn __reduce(\n            &mut self,\n            __prod: ::std::primitive::usize,\n            \
             __span: ::lrpar::Span,\n            __tokens: &mut ::lrpar::generated::Tokens<'_, __Types>,\n{param}        ) {{\n"
        );
        for (at, _) in self.types.stacks() {
            let _ = writeln!(methods, "            let __value = '__v{at}: {{");
        }
        methods.push_str("            match __prod {\n");
        for prod in 0..self.does.len() {
            self.arm(&mut methods, generics, prod);
        }
        methods.push_str("                _ => return,\n            }\n");
        let stacks: Vec<usize> = self.types.stacks().map(|(at, _)| at).collect();
        for at in stacks.iter().rev() {
            let _ = writeln!(methods, "            }};\n            self.v{at}.push(__value);");
            if *at != stacks[0] {
                methods.push_str("            return;\n");
            }
        }
        methods.push_str("        }\n    }\n");
        methods
    }

    /// Writes the functions that pop values.
    fn pops(&self, out: &mut String) {
        let inline = if self.does.len() < LARGE { "#[inline]" } else { "#[inline(never)]" };
        for (at, ty) in self.types.stacks() {
            let _ = writeln!(
                out,
                "        {inline}\n        fn __pop_{at}(&mut self) -> {ty} {{\n            \
                 ::lrpar::generated::pop(&mut self.v{at})\n        }}\n"
            );
        }
        let _ = writeln!(
            out,
            "        {inline}\n        fn __skip(tokens: &mut ::lrpar::generated::Tokens<'_, __Types>, count: \
             ::std::primitive::usize) {{\n            tokens.skip(count);\n        }}\n"
        );
    }

    /// Writes the arm of one production: pops its values, the last one first, calls its action, and pushes the result.
    fn arm(&self, out: &mut String, generics: &Generics, prod: usize) {
        let production = &self.grammar.productions()[prod];
        let action = match &self.does[prod] {
            // The value of the only symbol stays where it is.
            Does::Start | Does::PassOn => return,
            Does::Unit => None,
            Does::Action(action) => Some(action),
        };
        let mut lines: Vec<String> = Vec::new();
        let mut unused_tokens = 0;
        for (at, symbol) in production.symbols.iter().enumerate().rev() {
            let number = at + 1;
            let used = action.is_some_and(|action| action.symbols.contains(&number));
            match (self.stack(*symbol), used) {
                (Stack::Tokens, false) => unused_tokens += 1,
                (Stack::Tokens, true) => {
                    lines.extend(skip(std::mem::take(&mut unused_tokens)));
                    lines.push(format!("let {} = __tokens.pop();", argument(number)));
                }
                (Stack::None, false) => {}
                (Stack::None, true) => lines.push(format!("let {} = ();", argument(number))),
                (Stack::Rules(at), _) => {
                    let name = if used { argument(number) } else { "__unused".to_owned() };
                    lines.push(format!("let {name} = self.__pop_{at}();"));
                }
            }
        }
        lines.extend(skip(unused_tokens));
        if let Some(action) = action {
            self.call(&mut lines, generics, prod, action);
        } else if !lines.is_empty() {
            lines.push("return".to_owned());
        }
        if !lines.is_empty() {
            let _ = writeln!(out, "                {prod} => {{ {} }}", lines.join(" "));
        }
    }

    fn call(&self, lines: &mut Vec<String>, generics: &Generics, prod: usize, action: &Action<'_>) {
        let production = &self.grammar.productions()[prod];
        let mut arguments = Vec::new();
        if action.lexer {
            arguments.push("self.lexer".to_owned());
        }
        if action.span {
            arguments.push("__span".to_owned());
        }
        if self.parameter().is_some_and(|(name, _)| action.may_use(name)) {
            arguments.push("::std::clone::Clone::clone(__param)".to_owned());
        }
        let is_mid_rule = production.mid_rule.is_some();
        for number in &action.symbols {
            let borrow = if is_mid_rule { "&mut " } else { "" };
            arguments.push(format!("{borrow}{}", argument(*number)));
        }
        let (before, after) =
            if is_mid_rule { self.lent(prod, action) } else { Default::default() };
        lines.extend(before);
        let call =
            format!("{}{}({})", self.function(prod), generics.turbofish, arguments.join(", "));
        match self.stack(Symbol::Rule(production.rule)) {
            Stack::Rules(at) if after.is_empty() => lines.push(format!("break '__v{at} {call}")),
            Stack::Rules(at) => {
                lines.push(format!("let __value = {call};"));
                lines.extend(after);
                lines.push(format!("break '__v{at} __value"));
            }
            Stack::Tokens | Stack::None => {
                lines.push(format!("{call};"));
                lines.extend(after);
                lines.push("return".to_owned());
            }
        }
    }

    /// Returns code that pops the values that a mid-rule action uses, and code that pushes them again for later actions.
    fn lent(&self, prod: usize, action: &Action<'_>) -> (Vec<String>, Vec<String>) {
        let (holder, count) = self.grammar.holder(&self.grammar.productions()[prod]);
        let lowest = action.symbols.first().copied().unwrap_or(count + 1);
        let (mut before, mut after, mut tokens) = (Vec::new(), Vec::new(), 0);
        for number in (lowest..=count).rev() {
            let name = argument(number);
            let used = action.symbols.contains(&number);
            let mutable = if used { "mut " } else { "" };
            match self.stack(holder.symbols[number - 1]) {
                Stack::Tokens => {
                    if used {
                        before.push(format!("let mut {name} = __tokens.last({tokens});"));
                        after.push(format!("__tokens.change({tokens}, {name});"));
                    }
                    tokens += 1;
                }
                Stack::None if used => before.push(format!("let mut {name} = ();")),
                Stack::None => {}
                Stack::Rules(at) => {
                    before.push(format!("let {mutable}{name} = self.__pop_{at}();"));
                    after.push(format!("self.v{at}.push({name});"));
                }
            }
        }
        after.reverse();
        (before, after)
    }

    /// Returns the stack that holds the values of a symbol.
    fn stack(&self, symbol: Symbol) -> Stack {
        match symbol {
            Symbol::Token(_) => Stack::Tokens,
            Symbol::Rule(rule) if self.is_unit(rule) => Stack::None,
            Symbol::Rule(rule) => self.types.of(rule).map_or(Stack::None, Stack::Rules),
        }
    }
}

/// Number of productions from which on values are popped by a call: with thousands of inlined copies rustc takes half as long
/// again, and the parser is no faster.
const LARGE: usize = 1000;

/// Stack that holds the value of a symbol.
enum Stack {
    /// The stack of lexemes.
    Tokens,
    /// The stack of the type with this number.
    Rules(usize),
    /// No stack: the value is `()`.
    None,
}

/// Returns code that pops `tokens` lexemes which no action uses.
fn skip(tokens: usize) -> Option<String> {
    (tokens > 0).then(|| format!("Self::__skip(__tokens, {tokens});"))
}
