//! Types for the nodes of syntax trees: an enum of their kinds, and a struct for each rule, with a
//! function for each field of its nodes.
//!
//! A function finds its child by the field and by the kind, so that it never returns a node of
//! another kind, whatever was repaired.

use std::collections::HashSet;

use lrtable::{
    PIdx, ProdId, RuleId,
    grammar::{Grammar, Origin, Symbol},
};

use super::{
    RustWriter,
    entries::is_written,
    module::{Module, item},
    names::{self, camel_case, one_line, token_function},
    tables,
};
use crate::node_types::{Field, NodeForm, NodeTypes, fields_of_rule, items};

/// Names in scope that no function of a node type may have.
const TAKEN: [&str; 2] = ["cast", "syntax"];

/// Names that no type of a node has: those of the enum of kinds, its cases that are no rule's, and
/// what Rust has in scope everywhere.
const TAKEN_TYPES: &str = "Kind Trivia Error Unknown Option Some None Result Ok Err Box String Vec Copy Send Sized Sync Unpin \
    Drop Fn FnMut FnOnce AsMut AsRef From Into Default Iterator Extend IntoIterator DoubleEndedIterator ExactSizeIterator \
    Eq Ord PartialEq PartialOrd Clone ToOwned ToString TryFrom TryInto FromIterator Debug Hash";

impl Module<'_> {
    /// Writes the module with the types, and what they need.
    pub(super) fn typed(&self, out: &mut RustWriter) {
        let types = Types::new(self.grammar);
        item(out, |out| tables::node_types(out, "__NODE_TYPES", &types.nodes));
        item(out, |out| {
            out.line("/// Types for the nodes of syntax trees.");
            out.open("pub mod syntax {");
            out.line(
                "use ::lrpar::{SyntaxNode as __Node, TypedNode as __Typed, generated as __g};",
            );
            out.line("use ::std::option::Option as __Option;");
            types.kinds(out);
            for rule in self.grammar.rule_ids() {
                if let Some(name) = types.of_rule(rule) {
                    types.struct_of(out, rule, name);
                }
            }
            out.close("}");
        });
    }
}

/// The names of the types of a grammar's nodes.
struct Types<'g> {
    grammar: &'g Grammar,
    nodes: NodeTypes,
    /// The case of the enum of kinds for each rule that has nodes, which is the name of its type,
    /// if it has one.
    rules: Vec<Option<String>>,
    /// The case of the enum of kinds for each token.
    tokens: Vec<String>,
}

impl<'g> Types<'g> {
    fn new(grammar: &'g Grammar) -> Types<'g> {
        let nodes = NodeTypes::new(grammar);
        let mut taken: HashSet<String> =
            TAKEN_TYPES.split_whitespace().map(str::to_owned).collect();
        let mut rule_name = |id: RuleId| {
            let rule = grammar.rule(id);
            let has_nodes = is_written(rule) && nodes.form(id) != NodeForm::Spliced;
            let name = match rule.origin {
                Some(Origin::List(item)) => {
                    let item = item.map(|item| grammar.symbol_name(item).to_owned());
                    format!("{}List", camel_case(item.as_deref().unwrap_or("")))
                }
                _ => camel_case(&rule.name),
            };
            has_nodes.then(|| {
                let name = free_type(&mut taken, name);
                // Each type may have a companion enum of this name.
                taken.insert(format!("{name}Choice"));
                name
            })
        };
        let rules = grammar.rule_ids().map(&mut rule_name).collect();
        let token_name = |token: &lrtable::grammar::Token| {
            free_type(&mut taken, camel_case(&token_function(&token.name)))
        };
        let tokens = grammar.tokens().iter().map(token_name).collect();
        Types { grammar, nodes, rules, tokens }
    }

    /// Returns the type of a rule's nodes; `None` if there are none, or they have no type.
    fn of_rule(&self, rule: RuleId) -> Option<&str> {
        let is_library_list = matches!(self.grammar.rule(rule).origin, Some(Origin::List(_)));
        self.rules[rule.index()].as_deref().filter(|_| !is_library_list)
    }

    /// Returns the type that all nodes in place of a symbol have.
    fn of(&self, symbol: Symbol) -> Option<&str> {
        let rule = symbol.rule()?;
        self.of_rule(rule).filter(|_| self.nodes.form(rule) != NodeForm::Transparent)
    }

    /// Writes the enum of kinds.
    fn kinds(&self, out: &mut RustWriter) {
        out.blank();
        out.line("/// The kinds of nodes. A missing token has the kind of the token.");
        out.line("#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]");
        out.open("pub enum Kind {");
        let tokens = self.grammar.tokens().iter().zip(&self.tokens);
        let named = self.grammar.rules().iter().zip(&self.rules);
        let rules = named.filter_map(|(rule, case)| Some((&rule.name, case.as_ref()?)));
        let tokens = tokens.map(|(token, case)| (&token.name, case));
        for (name, case) in rules.chain(tokens) {
            let name = one_line(name);
            let fence = if name.contains('`') { "`` " } else { "`" };
            let close: String = fence.chars().rev().collect();
            out.line(format_args!("/// {fence}{name}{close}"));
            out.line(format_args!("{case},"));
        }
        out.line("/// Text that the lexer skips.");
        out.line("Trivia,");
        out.line("/// What recovery deleted or dropped.");
        out.line("Error,");
        out.line("/// Text that is no lexeme.");
        out.line("Unknown,");
        out.close("}");
        out.open("impl Kind {");
        out.line("/// Returns the kind of a node of this grammar.");
        out.open("pub fn of(node: __Node<'_>) -> Kind {");
        let case = |case: Option<&str>| format!("Kind::{}", case.unwrap_or("Unknown"));
        let rules = self.rules.iter().map(|name| case(name.as_deref()));
        let tokens = self.tokens.iter().map(|name| case(Some(name)));
        let (rules, tokens) = (tables::list(rules), tables::list(tokens));
        out.line(format_args!("const RULES: &[Kind] = {rules};"));
        out.line(format_args!("const TOKENS: &[Kind] = {tokens};"));
        out.line("__g::kind(node, RULES, TOKENS, [Kind::Trivia, Kind::Error, Kind::Unknown])");
        out.close("}");
        out.close("}");
        out.line("/// Returns what nodes the trees of this grammar have.");
        out.line("pub fn types() -> &'static ::lrpar::NodeTypes { &super::__NODE_TYPES }");
    }

    /// Writes the struct for the nodes of a rule.
    fn struct_of(&self, out: &mut RustWriter, id: RuleId, name: &str) {
        let grammar = self.grammar;
        out.blank();
        out.line("/// ```text");
        for prod in &grammar.rule(id).productions {
            out.line(format_args!("/// {}", one_line(&grammar.show_production(*prod, None))));
        }
        out.line("/// ```");
        out.line("#[derive(Clone, Copy, Debug, PartialEq, Eq)]");
        out.line(format_args!("pub struct {name}<'t>(__Node<'t>);"));
        out.open(format_args!("impl<'t> __Typed<'t> for {name}<'t> {{"));
        out.line(format_args!("const RULE: u32 = {};", id.0));
        out.line(format_args!("fn from_node(node: __Node<'t>) -> Self {{ {name}(node) }}"));
        out.line("fn syntax(self) -> __Node<'t> { self.0 }");
        out.close("}");
        let mut taken: HashSet<String> = TAKEN.map(str::to_owned).into();
        out.open(format_args!("impl<'t> {name}<'t> {{"));
        if let Some(item) = items(grammar, id) {
            taken.insert("items".to_owned());
            self.items_of_list(out, item.map(Symbol::Rule), "items", "__g::items(self.0)");
            for (symbol, field) in self.fields_of_list(id) {
                let function = free(&mut taken, &names::identifier(self.nodes.field_name(field)));
                let found = format!("self.0.children_by_field(__g::FieldId({}))", field.0);
                self.items_of_list(out, Some(symbol), &function, &found);
            }
            out.close("}");
            return;
        }
        let choice = self.choices(id);
        if !choice.is_empty() {
            self.choice(out, name, &choice);
            taken.insert("choice".to_owned());
        }
        for field in fields_of_rule(grammar, id) {
            let function = free(&mut taken, &names::identifier(&field.name));
            self.function(out, &function, &field);
        }
        self.lists_of_groups(out, id, &mut taken);
        out.close("}");
        if !choice.is_empty() {
            let variants = choice.iter().map(|(_, ty)| format!("{ty}({ty}<'t>)"));
            let variants: Vec<String> = variants.collect();
            out.line(format_args!("/// The alternatives of [`{name}`]."));
            out.line("#[derive(Clone, Copy, Debug, PartialEq, Eq)]");
            out.line(format_args!("pub enum {name}Choice<'t> {{ {} }}", variants.join(", ")));
        }
    }

    /// Writes the function for a field.
    fn function(&self, out: &mut RustWriter, name: &str, field: &Field) {
        let Some(id) = self.nodes.field_named(&field.name) else { return };
        let symbol = self.inside_options(field.symbol);
        let shown = one_line(&self.grammar.show_symbol(field.symbol));
        let children = format!("self.0.children_by_field(__g::FieldId({}))", id.0);
        if let Symbol::Rule(rule) = symbol
            && let Some(Origin::List(item)) = self.grammar.rule(rule).origin
        {
            let list = format!("{children}.flat_map(__g::items)");
            self.items_of_list(out, item.map(|item| self.inside_options(item)), name, &list);
            return;
        }
        let (ty, call) = match (self.of(symbol), symbol) {
            (Some(ty), _) => {
                (format!("{ty}<'t>"), format!("{children}.find_map(<{ty} as __Typed>::cast)"))
            }
            (None, Symbol::Token(token)) => (
                "__Node<'t>".to_owned(),
                format!("{children}.find(|node| __g::is_token(*node, {}))", token.0),
            ),
            (None, Symbol::Rule(_)) => {
                ("__Node<'t>".to_owned(), format!("{{ {children} }}.next()"))
            }
        };
        out.line(format_args!("/// Returns the child `{shown}`; `None` if the node has none."));
        out.line(format_args!("pub fn {name}(self) -> __Option<{ty}> {{ {call} }}"));
    }

    /// Writes a function that returns those of the nodes `found` that are sentences of `item`.
    fn items_of_list(&self, out: &mut RustWriter, item: Option<Symbol>, name: &str, found: &str) {
        let (what, ty, call) = match item.and_then(|item| self.of(item)) {
            Some(ty) => {
                let call = format!("{found}.filter_map(<{ty} as __Typed>::cast)");
                (item.map(|item| one_line(&self.grammar.show_symbol(item))), ty, call)
            }
            None => (None, "__Node", found.to_owned()),
        };
        let what = what.map_or("item".to_owned(), |what| format!("`{what}`"));
        out.line(format_args!("/// Returns each {what} of the list, in the order of the text."));
        out.line(format_args!(
            "pub fn {name}(self) -> impl ::std::iter::Iterator<Item = {ty}<'t>> {{ {call} }}"
        ));
    }

    /// Writes the functions for what is in lists of groups that have no name.
    fn lists_of_groups(&self, out: &mut RustWriter, rule: RuleId, taken: &mut HashSet<String>) {
        let mut seen: Vec<Symbol> = Vec::new();
        let prods = self.grammar.rule(rule).productions.iter();
        let symbols = prods.flat_map(|prod| {
            let production = self.grammar.production(*prod);
            production.symbols.iter().zip(&production.labels)
        });
        for (&symbol, label) in symbols {
            let Some(list) = symbol.rule().filter(|_| label.is_none() && !seen.contains(&symbol))
            else {
                continue;
            };
            if self.grammar.rule(list).origin != Some(Origin::List(None)) {
                continue;
            }
            seen.push(symbol);
            for field in fields_of_rule(self.grammar, list) {
                let item = self.inside_options(field.symbol);
                if item == symbol {
                    continue;
                }
                let function = free(taken, &names::identifier(&field.name));
                let test = match item {
                    Symbol::Token(token) => format!("__g::is_token(*node, {})", token.0),
                    Symbol::Rule(rule) => format!("__g::is_rule(*node, {})", rule.0),
                };
                let lists = format!("__g::lists(self.0, {})", list.0);
                let found = format!("{lists}.flat_map(__g::items).filter(|node| {test})");
                self.items_of_list(out, Some(item), &function, &found);
            }
        }
    }

    /// Returns the symbol inside optional ones.
    fn inside_options(&self, symbol: Symbol) -> Symbol {
        let mut symbol = symbol;
        while let Symbol::Rule(rule) = symbol
            && let Some(Origin::Optional(Some(item))) = self.grammar.rule(rule).origin
        {
            symbol = item;
        }
        symbol
    }

    /// Returns the named symbols of a list's items.
    fn fields_of_list(&self, list: RuleId) -> Vec<(Symbol, crate::FieldId)> {
        let prods = self.grammar.rule(list).productions.iter();
        let symbols = prods.flat_map(|prod| self.grammar.symbols(*prod));
        let mut found = Vec::new();
        for &symbol in symbols {
            let field = self.nodes.field_in_list(list, symbol).map(|field| (symbol, field));
            found.extend(field.filter(|field| !found.contains(field)));
        }
        found
    }

    /// Writes the function that returns which alternative of the rule with the type `name` a node
    /// is.
    fn choice(&self, out: &mut RustWriter, name: &str, choice: &[(ProdId, &str)]) {
        let case = |(PIdx(prod), ty): &(ProdId, &str)| {
            format!("{prod} => {name}Choice::{ty}(__g::only(self.0)?)")
        };
        let cases: Vec<String> = choice.iter().map(case).collect();
        out.line("/// Returns the alternative of the rule that the node is.");
        out.open(format_args!("pub fn choice(self) -> __Option<{name}Choice<'t>> {{"));
        out.line(format_args!(
            "__Option::Some(match self.0.production()?.0 {{ {}, _ => return __Option::None }})",
            cases.join(", ")
        ));
        out.close("}");
    }

    /// Returns the productions of a rule and the types of their symbols, if there are several and
    /// each is a single rule with a type of its own.
    fn choices(&self, rule: RuleId) -> Vec<(ProdId, &str)> {
        let prods = &self.grammar.rule(rule).productions;
        let choice = prods.iter().map(|prod| match self.grammar.symbols(*prod) {
            [symbol] => Some((*prod, self.of(*symbol)?)),
            _ => None,
        });
        choice.collect::<Option<Vec<_>>>().filter(|all| all.len() > 1).unwrap_or_default()
    }
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

/// As [`free`] for types, with `Node` appended to a name that is taken.
fn free_type(taken: &mut HashSet<String>, name: String) -> String {
    let name = if taken.contains(&name) { format!("{name}Node") } else { name };
    free(taken, &name)
}
