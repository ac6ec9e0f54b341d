//! Generated code that runs actions: a stack of values for each type, and one `match` on the
//! production.
//!
//! The stacks are elements of a tuple after the lexer, in the order of
//! [`ValueTypes`](super::values::ValueTypes), so that the number of a type is the index of its
//! stack. The type of the parse's parameter is written in signatures only, as the user wrote it:
//! its lifetimes may be elided or hidden there. So it is no element of the tuple.
//!
//! Each type has one place, around the `match`, where values are pushed, so that an arm is little
//! more than a call: compiling this function takes most of the time of compiling a large parser.

use std::collections::BTreeSet;

use lrtable::{ProdId, grammar::Symbol};

use super::{
    REASON, RustWriter,
    action::{Action, LEXER, Operand, SPAN, Value, argument},
    actions::{Actions, Does},
    module::Module,
    names,
    values::referenced,
};

impl Module<'_> {
    /// Writes the function that runs the action of a production.
    pub(super) fn reduce(&self, out: &mut RustWriter) {
        let Actions { does, types, generics, parameter, .. } = &self.actions;
        out.open(format_args!("fn __reduce{}(", generics.declared));
        out.line(format_args!("__state: &mut {},", self.state()));
        out.line("__prod: ::std::primitive::usize,");
        out.line("__span: ::lrpar::Span,");
        out.line("__tokens: &mut ::lrpar::generated::Tokens<'_, __Types>,");
        if let Some((_, ty)) = parameter {
            out.line(format_args!("__param: &{},", referenced(ty)));
        }
        out.reopen(") {");
        let pop = if does.len() < LARGE { "pop" } else { "pop_by_call" };
        out.line(format_args!("use ::lrpar::generated::{pop} as __pop;"));
        let numbers = 1..=types.all.len();
        for number in numbers.clone() {
            out.line(format_args!("let __value = '__v{number}: {{"));
        }
        out.open("match __prod {");
        for (prod, does) in self.grammar.prod_ids().zip(does) {
            let lines = self.arm(prod, does);
            if !lines.is_empty() {
                out.line(format_args!("{} => {{ {} }}", prod.0, lines.join(" ")));
            }
        }
        out.line("_ => return,");
        out.close("}");
        for number in numbers.rev() {
            out.line("};");
            out.line(format_args!("__state.{number}.push(__value);"));
            if number > 1 {
                out.line("return;");
            }
        }
        out.close("}");
    }

    /// Writes the function that pops the value of a rule.
    pub(super) fn discard(&self, out: &mut RustWriter) {
        let Actions { types, generics, .. } = &self.actions;
        out.open(format_args!(
            "fn __discard{}(__state: &mut {}, __rule: ::std::primitive::usize) {{",
            generics.declared,
            self.state()
        ));
        out.open("match __rule {");
        for number in 1..=types.all.len() {
            let rules = self.grammar.rule_ids().filter(|rule| types.of(*rule) == Some(number));
            let rules: Vec<String> = rules.map(|rule| rule.0.to_string()).collect();
            let pop = format!("let __unused = __state.{number}.pop();");
            out.line(format_args!("{} => {{ {pop} }}", rules.join(" | ")));
        }
        out.line("_ => {}");
        out.close("}");
        out.close("}");
    }

    /// Returns the type of the lexer and the stacks.
    fn state(&self) -> String {
        let stacks = self.actions.types.all.iter();
        let stacks: String = stacks.map(|ty| format!(", ::std::vec::Vec<{ty}>")).collect();
        format!("(::lrpar::generated::LexerRef<'lexer, 'input, __Types>{stacks},)")
    }

    /// Returns the parameters of the function for an action, each with what is passed for it.
    pub(super) fn arguments(&self, prod: ProdId, action: &Action<'_>) -> Vec<(String, String)> {
        let production = self.grammar.production(prod);
        let (holder, _) = self.grammar.holder(production);
        let mut arguments = Vec::new();
        if action.lexer {
            let ty = "::lrpar::generated::LexerRef<'lexer, 'input, __Types>";
            arguments.push((format!("{LEXER}: {ty}"), "__state.0".to_owned()));
        }
        if action.span {
            arguments.push((format!("{SPAN}: ::lrpar::Span"), SPAN.to_owned()));
        }
        if let Some((name, ty)) = self.actions.parameter.filter(|(name, _)| action.may_use(name)) {
            let passed = "::std::clone::Clone::clone(__param)".to_owned();
            // An action need not use all names of a pattern.
            let allow = match names::is_identifier(name) {
                true => String::new(),
                false => format!("#[allow(unused_variables, {REASON})] "),
            };
            arguments.push((format!("{allow}{name}: {ty}"), passed));
        }
        let of_symbol = |at: usize| match holder.symbols[at] {
            Symbol::Token(_) => "::lrpar::generated::Token<__Types>",
            Symbol::Rule(rule) => self.actions.types.name(rule),
        };
        arguments.extend(action.symbols.iter().map(|number| {
            let name = argument(*number);
            let (ty, passed) = match action.operands.get(number - 1) {
                None => (of_symbol(number - 1), name.clone()),
                Some(Operand::Symbol(at)) => (of_symbol(*at), argument(at + 1)),
                Some(Operand::Inlined(ty, value)) => (*ty, self.value(prod, value)),
            };
            match production.mid_rule {
                Some(_) => (format!("{name}: &mut {}", referenced(ty)), format!("&mut {name}")),
                None => (format!("mut {name}: {ty}"), passed),
            }
        }));
        arguments
    }

    /// Returns an expression for the value of an inlined rule.
    fn value(&self, prod: ProdId, value: &Value<'_>) -> String {
        match value {
            Value::Symbol(at) => argument(at + 1),
            Value::Unit => "()".to_owned(),
            Value::Action(action) => self.call(prod, action),
        }
    }

    /// Returns a call of the function for an action.
    fn call(&self, prod: ProdId, action: &Action<'_>) -> String {
        let arguments = self.arguments(prod, action).into_iter().map(|(_, passed)| passed);
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        format!("{}{}({arguments})", self.function(prod, action), self.actions.generics.turbofish)
    }

    /// Returns the code for one production: pops its values, the last one first, calls its action,
    /// and passes on the result.
    fn arm(&self, prod: ProdId, does: &Does<'_>) -> Vec<String> {
        let production = self.grammar.production(prod);
        let mut used_symbols = BTreeSet::new();
        match does {
            // The value of the only symbol stays where it is.
            Does::PassOn => return Vec::new(),
            Does::Unit => {}
            Does::Value(Value::Symbol(at)) => used_symbols.extend([at + 1]),
            Does::Action(action) => used_symbols = action.symbols_used(),
            Does::Value(Value::Action(action)) => used_symbols = action.symbols_used(),
            Does::Value(Value::Unit) => {}
        }
        let mut lines = Vec::new();
        let mut unused_tokens = 0;
        for (at, symbol) in production.symbols.iter().enumerate().rev() {
            let name = argument(at + 1);
            let used = used_symbols.contains(&(at + 1));
            match (self.stack(*symbol), used) {
                (Stack::Tokens, false) => unused_tokens += 1,
                (Stack::Tokens, true) => {
                    lines.extend(skip(std::mem::take(&mut unused_tokens)));
                    lines.push(format!("let {name} = __tokens.pop();"));
                }
                (Stack::None, false) => {}
                (Stack::None, true) => lines.push(format!("let {name} = ();")),
                (Stack::Rules(number), _) => {
                    let name = if used { &name } else { "__unused" };
                    lines.push(format!("let {name} = __pop(&mut __state.{number});"));
                }
            }
        }
        lines.extend(skip(unused_tokens));
        let (value, action) = match does {
            Does::Action(action) => (self.call(prod, action), Some(action)),
            Does::Value(value) => (self.value(prod, value), None),
            Does::PassOn | Does::Unit => {
                if !lines.is_empty() {
                    lines.push("return".to_owned());
                }
                return lines;
            }
        };
        let value = match self.grammar.rule(production.rule).spanned {
            Some(_) => format!("::lrpar::Spanned {{ value: {value}, span: {SPAN} }}"),
            None => value,
        };
        let (before, after) = match action.filter(|_| production.mid_rule.is_some()) {
            Some(action) => self.lent(prod, action),
            None => Default::default(),
        };
        let (binding, end) = match self.actions.types.of(production.rule) {
            Some(number) => ("let __value = ", format!("break '__v{number} __value")),
            None => ("", "return".to_owned()),
        };
        lines.extend(before);
        lines.push(format!("{binding}{value};"));
        lines.extend(after);
        lines.push(end);
        lines
    }

    /// Returns code that pops the values that a mid-rule action uses, and code that pushes them
    /// again for later actions.
    fn lent(&self, prod: ProdId, action: &Action<'_>) -> (Vec<String>, Vec<String>) {
        let (holder, count) = self.grammar.holder(self.grammar.production(prod));
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
                Stack::Rules(number) => {
                    before.push(format!("let {mutable}{name} = __pop(&mut __state.{number});"));
                    after.push(format!("__state.{number}.push({name});"));
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
            Symbol::Rule(rule) => self.actions.types.of(rule).map_or(Stack::None, Stack::Rules),
        }
    }
}

/// Number of productions from which on values are popped by a call: with thousands of inlined
/// copies rustc takes half as long again, and the parser is no faster.
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
    (tokens > 0).then(|| format!("__tokens.skip({tokens});"))
}
