//! Types for the nodes of syntax trees: a struct for each rule, with a function for each symbol of
//! its productions.
//!
//! A function knows, for each production, the position of its symbol, and asks the node for its
//! production. So it never returns a node of another kind, whatever was repaired: the children of a
//! rule's node are the symbols of its production, some of them missing, with trivia between them.

use std::{collections::HashSet, fmt::Write};

use lrtable::{
    PIdx, ProdId, RuleId,
    grammar::{Grammar, Origin, Rule, Symbol},
    hash::Map,
};

use super::{
    RustWriter,
    entries::is_written,
    module::Module,
    names::{self, one_line},
};

/// Names in scope that no function of a node type may have.
const TAKEN: [&str; 2] = ["cast", "syntax"];

impl Module<'_> {
    /// Writes the module with the types.
    pub(super) fn typed(&self, out: &mut RustWriter) {
        out.line("/// Types for the nodes of syntax trees.");
        out.open("pub mod syntax {");
        out.line("use ::lrpar::{SyntaxNode as __Node, TypedNode as __Typed, generated as __g};");
        out.line("use ::std::option::Option as __Option;");
        self.node_names(out);
        let types = type_names(self.grammar);
        for rule in self.grammar.rule_ids() {
            if let Some(name) = &types[rule.index()] {
                self.typed_rule(out, rule, name, &types);
            }
        }
        out.close("}");
    }

    /// Writes a function that names nodes as the file does.
    fn node_names(&self, out: &mut RustWriter) {
        let rules: Vec<&str> = self.grammar.rules().iter().map(|rule| &*rule.name).collect();
        let tokens: Vec<&str> = self.grammar.tokens().iter().map(|token| &*token.name).collect();
        out.blank();
        out.line(
            "/// Returns the name of a node's rule or token; empty for other nodes. `tree.display(syntax::name)` shows a tree.",
        );
        out.open("pub fn name(kind: ::lrpar::SyntaxKind) -> &'static str {");
        out.line(format_args!("__g::name(kind, &{rules:?}, &{tokens:?})"));
        out.close("}");
    }

    fn typed_rule(&self, out: &mut RustWriter, id: RuleId, name: &str, types: &[Option<String>]) {
        out.blank();
        out.line("/// ```text");
        for prod in &self.grammar.rule(id).productions {
            out.line(format_args!("/// {}", one_line(&self.grammar.show_production(*prod, None))));
        }
        out.line("/// ```");
        out.line("#[derive(Clone, Copy, Debug, PartialEq, Eq)]");
        out.line(format_args!("pub struct {name}<'t>(__Node<'t>);"));
        out.open(format_args!("impl<'t> __Typed<'t> for {name}<'t> {{"));
        out.line(format_args!("const RULE: u32 = {};", id.0));
        out.line(format_args!("fn from_node(node: __Node<'t>) -> Self {{ {name}(node) }}"));
        out.line("fn syntax(self) -> __Node<'t> { self.0 }");
        out.close("}");
        out.open(format_args!("impl<'t> {name}<'t> {{"));
        let mut taken: HashSet<String> = TAKEN.map(str::to_owned).into();
        for Accessor { name, symbol, places, inside } in accessors(self.grammar, id, types) {
            let name = free(&mut taken, &name);
            let shown = one_line(&self.grammar.show_symbol(symbol));
            let found = Found { grammar: self.grammar, types };
            let (doc, ty, call) = match inside {
                Some(inside) => found.inside(&places, inside, symbol),
                None => found.child(&places, symbol),
            };
            let doc = doc.replace('@', &shown);
            out.line(format_args!("/// {doc}"));
            out.line(format_args!("pub fn {name}(self) -> {ty} {{ {call} }}"));
        }
        if let Some(items) = items(self.grammar, id) {
            let function = free(&mut taken, "items");
            let (what, ty, call) = match items.and_then(|rule| types[rule.index()].as_deref()) {
                Some(ty) => ("elements", ty, format!("__g::items(self.0).filter_map({ty}::cast)")),
                None => ("elements and separators", "__Node", "__g::items(self.0)".to_owned()),
            };
            out.line(format_args!("/// Returns the {what} of the list, in the order of the text."));
            out.line(format_args!(
                "pub fn {function}(self) -> impl ::std::iter::Iterator<Item = {ty}<'t>> {{ {call} }}"
            ));
        }
        out.close("}");
        let choice = choices(self.grammar, id, types);
        if !choice.is_empty() {
            choice_of(out, name, &free(&mut taken, "choice"), &choice);
        }
    }
}

/// Writes the enum of the alternatives of the rule with the type `name`, and the function that
/// returns the one that a node is.
fn choice_of(out: &mut RustWriter, name: &str, function: &str, choice: &[(ProdId, &String)]) {
    let case = |(PIdx(prod), ty): &(ProdId, &String)| {
        format!("{prod} => {name}Choice::{ty}(__g::rule(self.0, &[({prod}, 0)])?)")
    };
    let cases: Vec<String> = choice.iter().map(case).collect();
    let variants: Vec<String> = choice.iter().map(|(_, ty)| format!("{ty}({ty}<'t>)")).collect();
    out.open(format_args!("impl<'t> {name}<'t> {{"));
    out.line("/// Returns the alternative of the rule that the node is.");
    out.open(format_args!("pub fn {function}(self) -> __Option<{name}Choice<'t>> {{"));
    out.line(format_args!(
        "__Option::Some(match self.0.production()?.0 {{ {}, _ => return __Option::None }})",
        cases.join(", ")
    ));
    out.close("}");
    out.close("}");
    out.line(format_args!("/// The alternatives of [`{name}`]."));
    out.line("#[derive(Clone, Copy, Debug, PartialEq, Eq)]");
    out.line(format_args!("pub enum {name}Choice<'t> {{ {} }}", variants.join(", ")));
}

/// Returns the name of the type of each rule that the file defines, and of each group. Names that
/// differ in case only keep their spelling.
fn type_names(grammar: &Grammar) -> Vec<Option<String>> {
    let mut taken = HashSet::new();
    let names = grammar.rules().iter().map(|rule| {
        let is_item = matches!(rule.origin, Some(Origin::Optional(_) | Origin::List(_)));
        (is_written(rule) && !is_item).then(|| {
            let name = free(&mut taken, &names::camel_case(&rule.name));
            // Each type may have a companion enum of this name.
            taken.insert(format!("{name}Choice"));
            name
        })
    });
    names.collect()
}

/// Adds to `taken` and returns `name`, with underscores appended until it is an identifier that is
/// not taken.
fn free(taken: &mut HashSet<String>, name: &str) -> String {
    let mut name = name.to_owned();
    while !names::is_identifier(&name) || taken.contains(&name) {
        name.push('_');
    }
    taken.insert(name.clone());
    name
}

/// A function of a rule's type.
struct Accessor {
    name: String,
    /// The symbol that is returned.
    symbol: Symbol,
    /// The places in productions of the symbol, or of what it is inside of, as code.
    places: String,
    /// The optional group or the list of groups of which the symbol is a part.
    inside: Option<RuleId>,
}

/// Returns the functions of a rule's type, in the order of the file.
fn accessors(grammar: &Grammar, rule: RuleId, types: &[Option<String>]) -> Vec<Accessor> {
    // Symbols of one name in a production are numbered from 1.
    type Key = (String, Symbol, Option<RuleId>, usize);
    let mut found: Map<Key, Vec<String>> = Map::default();
    for &prod in &grammar.rule(rule).productions {
        let production = grammar.production(prod);
        let mut seen: Map<(String, Symbol, Option<RuleId>), usize> = Map::default();
        for (at, (&symbol, label)) in production.symbols.iter().zip(&production.labels).enumerate()
        {
            let mut add = |name: String, symbol: Symbol, inside: Option<RuleId>| {
                let number = seen.get_or_insert_with((name.clone(), symbol, inside), || 0);
                *number += 1;
                let places = found.get_or_insert_with((name, symbol, inside, *number), Vec::new);
                places.push(format!("({}, {at})", prod.0));
            };
            match group(grammar, symbol) {
                Some(inside) => {
                    if let Some(label) = label {
                        add(names::identifier(label), symbol, None);
                    }
                    for (name, symbol) in parts(grammar, inside, types) {
                        add(name, symbol, Some(inside));
                    }
                }
                None => {
                    let name = label.as_deref().map(names::identifier);
                    if let Some(name) = name.or_else(|| function_name(grammar, symbol, types)) {
                        add(name, symbol, None);
                    }
                }
            }
        }
    }
    let functions = found.iter().map(|((name, symbol, inside, number), places)| {
        let name = match found.get(&(name.clone(), *symbol, *inside, 2)) {
            Some(_) => format!("{name}_{number}"),
            None => name.clone(),
        };
        Accessor { name, symbol: *symbol, places: places.join(", "), inside: *inside }
    });
    functions.collect()
}

/// Returns the rule of a symbol that stands for an optional group, or a list of groups, that has no
/// rule of its own.
fn group(grammar: &Grammar, symbol: Symbol) -> Option<RuleId> {
    let rule = symbol.rule()?;
    let origin = grammar.rule(rule).origin?;
    matches!(origin, Origin::Optional(None) | Origin::List(None)).then_some(rule)
}

/// Returns the symbols of an optional group or a list of groups, each with its name.
fn parts(grammar: &Grammar, rule: RuleId, types: &[Option<String>]) -> Vec<(String, Symbol)> {
    let mut parts = Vec::new();
    for &prod in &grammar.rule(rule).productions {
        let production = grammar.production(prod);
        for (symbol, label) in production.symbols.iter().zip(&production.labels) {
            let name = label.as_deref().map(names::identifier);
            let name = name.or_else(|| function_name(grammar, *symbol, types));
            let part = name.filter(|_| *symbol != Symbol::Rule(rule)).map(|name| (name, *symbol));
            parts.extend(part.filter(|part| !parts.contains(part)));
        }
    }
    parts
}

/// Returns the name of the function for a symbol without a label: that of the item of a list or of
/// what is optional.
fn function_name(grammar: &Grammar, symbol: Symbol, types: &[Option<String>]) -> Option<String> {
    let mut symbol = symbol;
    // What is in each other is limited.
    while let Symbol::Rule(rule) = symbol
        && let Some(Origin::Optional(item) | Origin::List(item)) = grammar.rule(rule).origin
    {
        symbol = item?;
    }
    match symbol {
        Symbol::Token(token) => Some(token_function(&grammar.token(token).name)),
        Symbol::Rule(rule) => {
            let ty = types[rule.index()].as_ref()?;
            let Rule { name, origin, .. } = grammar.rule(rule);
            Some(names::snake_case(if origin.is_some() { ty } else { name }))
        }
    }
}

/// Writes types and code of functions: a comment, in which `@` stands for the symbol, the type that
/// is returned, and the code that finds it.
struct Found<'a> {
    grammar: &'a Grammar,
    types: &'a [Option<String>],
}

impl Found<'_> {
    fn child(&self, places: &str, symbol: Symbol) -> (String, String, String) {
        let doc = "Returns the child `@`; `None` if the node's production lacks it.".to_owned();
        let of_rule = symbol.rule().and_then(|rule| self.types[rule.index()].as_deref());
        match (symbol, of_rule) {
            (_, Some(ty)) => {
                (doc, format!("__Option<{ty}<'t>>"), format!("__g::rule(self.0, &[{places}])"))
            }
            (Symbol::Token(_), None) => {
                (doc, "__Option<__Node<'t>>".to_owned(), format!("__g::token(self.0, &[{places}])"))
            }
            (Symbol::Rule(_), None) => {
                let (ty, call, is_list) =
                    self.path(symbol, format!("__g::token(self.0, &[{places}])"));
                match is_list {
                    true => {
                        ("Returns the items of `@`, in the order of the text.".to_owned(), ty, call)
                    }
                    false => {
                        ("Returns what is in `@`; `None` if it is empty.".to_owned(), ty, call)
                    }
                }
            }
        }
    }

    /// A symbol inside an optional group, or a list of groups.
    fn inside(&self, places: &str, rule: RuleId, symbol: Symbol) -> (String, String, String) {
        let node = format!("__g::token(self.0, &[{places}])");
        if matches!(self.grammar.rule(rule).origin, Some(Origin::List(_))) {
            let (ty, call) = self.items(node, &[rule], symbol);
            let doc = "Returns each `@` of the list, in the order of the text.".to_owned();
            return (doc, ty, call);
        }
        let mut inner = Vec::new();
        for prod in &self.grammar.rule(rule).productions {
            let symbols = self.grammar.symbols(*prod).iter().enumerate();
            inner.extend(symbols.filter(|(_, one)| **one == symbol).map(|(at, _)| (prod.0, at)));
        }
        let node = format!("{node}.and_then(|node| __g::token(node, &{inner:?}))");
        let (ty, call, is_list) = self.path(symbol, node);
        match is_list {
            true => ("Returns the items of `@`, in the order of the text.".to_owned(), ty, call),
            false => ("Returns the part `@`; `None` if it is not there.".to_owned(), ty, call),
        }
    }

    /// The type and the code for what the symbol of `node`, code for a node that may be missing,
    /// stands for; whether that is a list.
    fn path(&self, symbol: Symbol, node: String) -> (String, String, bool) {
        let Symbol::Rule(rule) = symbol else {
            return ("__Option<__Node<'t>>".to_owned(), node, false);
        };
        if let Some(ty) = &self.types[rule.index()] {
            let call = format!("{node}.and_then(<{ty} as __Typed>::cast)");
            return (format!("__Option<{ty}<'t>>"), call, false);
        }
        match self.grammar.rule(rule).origin {
            Some(Origin::Optional(Some(item))) => {
                self.path(item, format!("{node}.and_then(|node| node.symbols().next())"))
            }
            Some(Origin::List(Some(item))) => {
                let (ty, call) = self.items(node, &self.lists(rule), item);
                (ty, call, true)
            }
            Some(Origin::List(None)) => {
                let call = format!("__g::items_of({node}, &[{}])", rule.0);
                ("impl ::std::iter::Iterator<Item = __Node<'t>>".to_owned(), call, true)
            }
            _ => ("__Option<__Node<'t>>".to_owned(), node, false),
        }
    }

    /// The type and the code for the items of the list `node`, whose nodes are those of `rules`.
    fn items(&self, node: String, rules: &[RuleId], item: Symbol) -> (String, String) {
        let rules: Vec<u32> = rules.iter().map(|rule| rule.0).collect();
        let all = format!("__g::items_of({node}, &{rules:?})");
        let of_rule = item.rule().and_then(|rule| self.types[rule.index()].as_deref());
        let (ty, call) = match (of_rule, item) {
            (Some(ty), _) => (ty, format!("{all}.filter_map(<{ty} as __Typed>::cast)")),
            (None, Symbol::Rule(rule)) => {
                ("__Node", format!("{all}.filter(|node| __g::is_rule(*node, {}))", rule.0))
            }
            (None, Symbol::Token(token)) => {
                ("__Node", format!("{all}.filter(|node| __g::is_token(*node, {}))", token.0))
            }
        };
        (format!("impl ::std::iter::Iterator<Item = {ty}<'t>>"), call)
    }

    /// The rules of a list's nodes: its own, and that of a list that is its only symbol.
    fn lists(&self, rule: RuleId) -> Vec<RuleId> {
        let mut lists = vec![rule];
        for prod in &self.grammar.rule(rule).productions {
            if let [Symbol::Rule(inner)] = self.grammar.symbols(*prod)
                && self.grammar.rule(*inner).origin == self.grammar.rule(rule).origin
            {
                lists.push(*inner);
            }
        }
        lists
    }
}

/// Returns the type of a list's elements (`None` inside if they differ) if each production of the
/// rule has the rule itself at its beginning, or each at its end, or not at all.
fn items(grammar: &Grammar, rule: RuleId) -> Option<Option<RuleId>> {
    let own = Symbol::Rule(rule);
    let (mut is_left, mut is_right, mut rules) = (false, false, Vec::new());
    for &prod in &grammar.rule(rule).productions {
        let symbols = &grammar.production(prod).symbols;
        match symbols.iter().filter(|symbol| **symbol == own).count() {
            0 => {}
            1 if symbols.len() > 1 && symbols.first() == Some(&own) => is_left = true,
            1 if symbols.len() > 1 && symbols.last() == Some(&own) => is_right = true,
            _ => return None,
        }
        rules.extend(symbols.iter().filter_map(|symbol| match symbol {
            Symbol::Rule(other) if *other != rule => Some(*other),
            _ => None,
        }));
    }
    rules.dedup();
    (is_left != is_right).then_some(match rules[..] {
        [only] => Some(only),
        _ => None,
    })
}

/// Returns the productions of a rule and the types of their symbols, if there are several and each
/// is a single rule.
fn choices<'a>(
    grammar: &Grammar,
    rule: RuleId,
    types: &'a [Option<String>],
) -> Vec<(ProdId, &'a String)> {
    let prods = &grammar.rule(rule).productions;
    let choice = prods.iter().map(|prod| match grammar.production(*prod).symbols[..] {
        [Symbol::Rule(rule)] => Some((*prod, types[rule.index()].as_ref()?)),
        _ => None,
    });
    choice.collect::<Option<Vec<_>>>().filter(|all| all.len() > 1).unwrap_or_default()
}

/// Returns the name of the function for a token: `while_token`, `plus_eq_token`.
fn token_function(token: &str) -> String {
    let (mut name, mut after_part) = (String::new(), false);
    for c in token.chars() {
        let is_part = c.is_alphanumeric() || c == '_';
        // Each punctuation sign is a word of its own.
        let goes_on = is_part && after_part;
        if !(name.is_empty() || name.ends_with('_') || goes_on) {
            name.push('_');
        }
        after_part = is_part;
        if is_part {
            name.push(c);
            continue;
        }
        let mut signs = PUNCTUATION.split_whitespace();
        match signs.find(|sign| sign.starts_with(c)).and_then(|_| signs.next()) {
            Some(word) => name.push_str(word),
            None => {
                let _ = write!(name, "u{:x}", u32::from(c));
            }
        }
    }
    format!("{}_token", names::snake_case(&name))
}

/// Punctuation signs, each before its name in the names of functions.
const PUNCTUATION: &str = r##"
    ! not  " quote  # hash  $ dollar  % percent  & and  ' apostrophe  ( open_paren
    ) close_paren  * star  + plus  , comma  - minus  . dot  / slash  : colon  ; semicolon
    < less  = eq  > greater  ? question  @ at  [ open_bracket  \ backslash  ] close_bracket
    ^ caret  ` backtick  { open_brace  | or  } close_brace
"##;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_names_that_rust_knows() {
        for (token, name) in [
            ("while", "while_token"),
            ("+=", "plus_eq_token"),
            ("INT", "int_token"),
            ("<?php", "less_question_php_token"),
            ("~", "u7e_token"),
            ("1a", "_1a_token"),
        ] {
            assert_eq!(token_function(token), name);
            assert!(names::is_identifier(name));
        }
    }
}
