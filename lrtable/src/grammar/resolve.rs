//! From the syntax tree of a grammar file to a [`Grammar`]: names become ids, mid-rule actions
//! become rules of their own, Eco's implicit tokens are woven in, and what makes no sense is
//! reported, all of it at once.

mod check;
mod eco;
mod tokens;

use std::{rc::Rc, sync::Arc};

use fnv::{FnvHashMap, FnvHashSet};
use indexmap::IndexMap;

use super::{
    Data, Grammar, Inlined, Operand, Origin, Precedence, Production, Rule, Symbol,
    expand::{self as flat, FlatElement, FlatProduction, FlatRule, Target, expand},
    wrong_references,
};
use crate::{
    ProdId, RuleId, Span, TokenId,
    diagnostic::{Diagnostic, Severity, YaccGrammarErrorKind as Kind},
    intern::Interner,
    limits::{MESSAGES, SETS, sets_message},
    near::did_you_mean,
    yacc::{
        YaccKind,
        messages::Messages,
        syntax::{Ast, Code, Name, Quote, ReadGrammar, SymbolRef},
    },
};
use tokens::Tokens;

/// Name of the augmented rule.
const AUGMENTED: &str = "^";

/// Resolves what the reader made of a file.
///
/// # Errors
///
/// All messages, if one of them, from the reader or from here, is an error.
pub(super) fn resolve(read: &ReadGrammar) -> Result<Grammar, Vec<Diagnostic>> {
    // A syntax error may have swallowed a declaration: what is then said about names could be
    // wrong.
    if has_errors(&read.diagnostics) {
        let mut diagnostics = read.diagnostics.clone();
        diagnostics.sort_by_key(Diagnostic::place);
        return Err(diagnostics);
    }
    let mut resolver = Resolver::new(&read.ast, read.diagnostics.clone());
    resolver.declare_rules();
    resolver.add_productions();
    resolver.set_starts();
    resolver.set_properties();
    resolver.finish()
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
}

/// Diagnostics in the order of their places, but errors before the others, and not too many of
/// them.
fn errors_first(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut shown = not_too_many(diagnostics);
    shown.sort_by_key(|diagnostic| diagnostic.severity() != Severity::Error);
    shown
}

/// The diagnostics in the order of their places: as many errors as are shown, as many warnings,
/// and, after the last of each, how many more there are.
fn not_too_many(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut messages = Messages::default();
    diagnostics.sort_by_key(Diagnostic::place);
    diagnostics.into_iter().for_each(|diagnostic| messages.push(diagnostic));
    messages.finish()
}

/// The symbols of a production, as far as they are known.
#[derive(Default)]
struct Elements {
    symbols: Vec<Symbol>,
    labels: Vec<Option<String>>,
    /// The productions of mid-rule actions, with the number of symbols before each.
    mid_rules: Vec<(ProdId, usize)>,
}

struct Resolver<'a> {
    ast: &'a Ast,
    /// The rules, without notation.
    flat: Rc<[FlatRule]>,
    /// The rule that each of them is; `None` for inlined ones.
    ids: Vec<Option<RuleId>>,
    /// The names of inlined rules.
    inlined: FnvHashSet<String>,
    diagnostics: Vec<Diagnostic>,
    tokens: Tokens<'a>,
    rule_names: IndexMap<String, RuleId>,
    implicit_tokens: Vec<TokenId>,
    /// The grammar as far as it is known.
    data: Data,
    /// Names that are neither a rule nor a token: the first place of each, and how many more there
    /// are.
    unknown: IndexMap<String, (Span, usize)>,
    /// Warnings of productions that are there twice; they hold only if no symbol is unknown.
    repeated: Vec<Diagnostic>,
    /// The rules with the symbols of their productions, each once; `places` says where each stands
    /// first.
    distinct: Interner<Symbol>,
    places: Vec<Span>,
}

impl<'a> Resolver<'a> {
    fn new(ast: &'a Ast, mut diagnostics: Vec<Diagnostic>) -> Self {
        let flat: Rc<[FlatRule]> = expand(ast, &mut diagnostics).into();
        let inlined = flat.iter().filter(|rule| rule.is_inlined());
        let inlined = inlined.map(|rule| rule.name.text.clone()).collect();
        let mut tokens = Tokens::declared(ast, &mut diagnostics);
        let implicit_tokens = ast.implicit_tokens.iter().map(|symbol| tokens.named(symbol));
        let declarations = ast.declarations.clone();
        Resolver {
            implicit_tokens: implicit_tokens.collect(),
            ast,
            flat,
            ids: Vec::new(),
            inlined,
            diagnostics,
            tokens,
            rule_names: IndexMap::new(),
            data: Data { kind: ast.kind, declarations, ..Data::default() },
            unknown: IndexMap::new(),
            repeated: Vec::new(),
            distinct: Interner::default(),
            places: Vec::new(),
        }
    }

    fn error(&mut self, kind: Kind, message: String, span: Span) {
        self.diagnostics.push(Diagnostic::error(kind, message, span));
    }

    fn new_rule(&mut self, name: &str, span: Option<Span>) -> RuleId {
        let id = RuleId::new(self.data.rules.len());
        self.data.rules.push(Rule { name: name.to_string(), span, ..Rule::default() });
        id
    }

    fn new_production(&mut self, production: Production) -> ProdId {
        let id = ProdId::new(self.data.productions.len());
        self.data.rules[production.rule.index()].productions.push(id);
        self.data.productions.push(production);
        id
    }

    fn declare_rules(&mut self) {
        self.new_rule(AUGMENTED, None);
        let global_type =
            self.ast.declarations.action_type.as_ref().map(|code| code.text.trim().to_string());
        for def in self.flat.clone().iter() {
            let id = (!def.is_inlined()).then(|| self.declare_rule(def, global_type.as_deref()));
            self.ids.push(id);
        }
        if self.ast.rules.is_empty() {
            self.error(
                Kind::NoRules,
                "a grammar needs at least one rule".to_string(),
                Span::new(0, 0),
            );
        }
    }

    fn declare_rule(&mut self, def: &FlatRule, global_type: Option<&str>) -> RuleId {
        let Name { text, span } = &def.name;
        match self.rule_names.get(text).copied() {
            None => {
                if let Some(token) = self.tokens.declaration_of(text) {
                    let message = format!(
                        "'{text}' is a rule here and a token elsewhere: expected two names"
                    );
                    self.diagnostics.push(
                        Diagnostic::error(Kind::RuleIsToken, message, *span)
                            .also(token, "declared as a token here"),
                    );
                }
                let id = self.new_rule(text, Some(*span));
                self.data.rules[id.index()].action_type =
                    def.ty.clone().or(global_type.map(str::to_owned));
                self.rule_names.insert(text.clone(), id);
                id
            }
            Some(id) => {
                let rule = &mut self.data.rules[id.index()];
                if def.ty.is_some() && rule.action_type.is_none() {
                    rule.action_type = def.ty.clone();
                } else if def.ty.is_some() && def.ty != rule.action_type {
                    let first = rule.span.expect("a rule of the file has a place");
                    let message = format!("rule '{}' has another type here than before", rule.name);
                    self.diagnostics.push(
                        Diagnostic::error(Kind::MismatchedType, message, *span)
                            .also(first, "first defined here"),
                    );
                }
                id
            }
        }
    }

    /// The start rules come first, so that production k is `^: S` for the k-th of them.
    fn set_starts(&mut self) {
        let ast = self.ast;
        let mut known = FnvHashSet::default();
        for name in ast.start_names() {
            match self.rule_names.get(&name.text) {
                // That is said to be wrong.
                None if self.inlined.contains(&name.text) => {}
                None if ast.rules.iter().any(|def| def.name.text == name.text) => {
                    let message = format!(
                        "start rule '{}' has parameters: expected a rule without",
                        name.text
                    );
                    self.error(Kind::InvalidStartRule, message, name.span);
                }
                None => {
                    let meant =
                        did_you_mean(&name.text, self.rule_names.keys().map(String::as_str));
                    let message = format!("unknown start rule '{}'{meant}", name.text);
                    self.error(Kind::InvalidStartRule, message, name.span);
                }
                Some(&rule) if !known.insert(rule) => {}
                Some(&rule) => self.data.starts.push(rule),
            }
        }
    }

    fn add_productions(&mut self) {
        // The augmented productions take the first ids; their symbols are set when all else is
        // known.
        let start_count =
            self.ast.starts.iter().map(|name| &name.text).collect::<FnvHashSet<_>>().len().max(1);
        for _ in 0..start_count {
            self.new_production(Production::new(RuleId::new(0), Vec::new(), Span::new(0, 0)));
        }
        // Tokens are numbered by first use: quoted ones first make unquoted references to them
        // known.
        let ast = self.ast;
        let mut quoted: FnvHashSet<&str> = FnvHashSet::default();
        let productions = ast.rules.iter().flat_map(|rule| &rule.productions);
        productions.for_each(|production| {
            production.symbols(&mut |symbol| {
                if symbol.quote != Quote::None {
                    quoted.insert(&symbol.text);
                }
            });
        });
        for (at, def) in self.flat.clone().iter().enumerate() {
            let Some(rule) = self.ids[at] else { continue };
            for production in &def.productions {
                self.add_production(rule, production, &quoted);
            }
            if let Some(origin) = &def.origin {
                let origin = self.origin(origin, &quoted);
                self.data.rules[rule.index()].origin = Some(origin);
            }
        }
    }

    fn origin(&mut self, origin: &flat::Origin, quoted: &FnvHashSet<&str>) -> Origin {
        match origin {
            flat::Origin::Optional(item) => Origin::Optional(self.repeated(item, quoted)),
            flat::Origin::List(item) => Origin::List(self.repeated(item, quoted)),
            flat::Origin::Other => Origin::Other,
        }
    }

    /// Returns the symbol that is optional or repeated; `None` if it is inlined.
    fn repeated(&mut self, item: &Target, quoted: &FnvHashSet<&str>) -> Option<Symbol> {
        match item {
            Target::Named(SymbolRef { text, quote: Quote::None, .. })
                if self.inlined.contains(text) =>
            {
                None
            }
            Target::Named(symbol) => self.known(symbol, quoted),
            Target::Rule(rule) => self.ids[*rule].map(Symbol::Rule),
        }
    }

    fn target(&mut self, target: &Target, quoted: &FnvHashSet<&str>) -> Option<Symbol> {
        match target {
            Target::Named(symbol) => self.symbol(symbol, quoted),
            Target::Rule(rule) => self.ids[*rule].map(Symbol::Rule),
        }
    }

    fn add_production(&mut self, rule: RuleId, def: &FlatProduction, quoted: &FnvHashSet<&str>) {
        let mut flat = Elements::default();
        let operands = self.add_elements(&def.elements, quoted, &mut flat);
        let Elements { symbols, labels, mid_rules } = flat;
        let precedence = match &def.prec {
            Some(name) => self.prec_of(name),
            None if self.ast.no_default_prec => None,
            None => {
                let last = symbols.iter().rev().find_map(|symbol| symbol.token());
                last.and_then(|token| self.tokens.precedence(token))
            }
        };
        let action = def.action.clone();
        let is_inlined = operands.iter().any(|operand| matches!(operand, Operand::Inlined(_)));
        let operands = if is_inlined { operands } else { Vec::new() };
        let production = Production {
            labels,
            precedence,
            action,
            operands,
            ..Production::new(rule, symbols, def.span)
        };
        self.warn_if_repeated(&production);
        let id = self.new_production(production);
        for (prod, before) in mid_rules {
            self.data.productions[prod.index()].mid_rule = Some((id, before));
        }
    }

    /// Adds the symbols of elements to `flat`, and returns what the numbers of an action mean.
    fn add_elements(
        &mut self,
        elements: &[FlatElement],
        quoted: &FnvHashSet<&str>,
        flat: &mut Elements,
    ) -> Vec<Operand> {
        let mut operands = Vec::new();
        for element in elements {
            let (symbol, label) = match element {
                FlatElement::Symbol { symbol, label } => (self.target(symbol, quoted), label),
                FlatElement::MidRule { code, ty, label } => {
                    let prod = self.add_mid_rule(code, ty.as_ref());
                    flat.mid_rules.push((prod, flat.symbols.len()));
                    (Some(Symbol::Rule(self.data.productions[prod.index()].rule)), label)
                }
                FlatElement::Inlined { rule, ty, label, production } => {
                    let first = flat.symbols.len();
                    let inner = self.add_elements(&production.elements, quoted, flat);
                    // The label of a rule is that of its only symbol.
                    if let ([own @ None], Some(_)) = (&mut flat.labels[first..], label) {
                        own.clone_from(label);
                    }
                    operands.push(Operand::Inlined(Inlined {
                        rule: rule.clone(),
                        ty: ty.clone(),
                        label: label.clone(),
                        action: production.action.clone(),
                        span: production.span,
                        operands: inner,
                    }));
                    continue;
                }
            };
            let Some(symbol) = symbol else { continue };
            operands.push(Operand::Symbol(flat.symbols.len()));
            flat.symbols.push(symbol);
            flat.labels.push(label.clone());
            if let (YaccKind::Eco, Symbol::Token(_)) = (self.ast.kind, symbol) {
                flat.symbols.push(Symbol::Rule(self.eco_implicit()));
                flat.labels.push(None);
            }
        }
        operands
    }

    fn add_mid_rule(&mut self, code: &Code, ty: Option<&Code>) -> ProdId {
        let count = self.data.rules.len() - self.rule_names.len();
        let rule = self.new_rule(&format!("@{count}"), Some(code.span));
        self.data.rules[rule.index()].action_type =
            Some(ty.map_or_else(|| "()".to_string(), |ty| ty.text.trim().to_string()));
        let mut production = Production::new(rule, Vec::new(), code.span);
        production.action = Some(code.clone());
        self.new_production(production)
    }

    /// Returns the rule or the token of a name; `None` if there is none, which is to be reported.
    fn symbol(&mut self, symbol: &SymbolRef, quoted: &FnvHashSet<&str>) -> Option<Symbol> {
        let found = self.known(symbol, quoted);
        // Inlined rules are only left in productions after a mistake.
        if found.is_none() && !self.inlined.contains(&symbol.text) {
            let unknown = self.unknown.entry(symbol.text.clone());
            unknown.and_modify(|(_, more)| *more += 1).or_insert((symbol.span, 0));
        }
        found
    }

    fn known(&mut self, symbol: &SymbolRef, quoted: &FnvHashSet<&str>) -> Option<Symbol> {
        if symbol.quote == Quote::None {
            if let Some(&rule) = self.rule_names.get(&symbol.text) {
                return Some(Symbol::Rule(rule));
            }
            if !self.tokens.is_known(symbol) && !quoted.contains(symbol.text.as_str()) {
                return None;
            }
        }
        let token = self.tokens.named(symbol);
        self.tokens.set_used(token);
        Some(Symbol::Token(token))
    }

    fn prec_of(&mut self, name: &SymbolRef) -> Option<Precedence> {
        let found = self.tokens.precedence_of(name);
        if found.is_some() {
            return found;
        }
        let message = format!("'{}' has no precedence: no '%left' or its like names it", name.text);
        let original = matches!(self.ast.kind, YaccKind::Original(_));
        let severity = match original || self.tokens.known(name).is_some() {
            true => Severity::Warning,
            false => Severity::Error,
        };
        let kind = Kind::NoPrecForToken;
        self.diagnostics.push(Diagnostic::new(severity, kind, message, name.span));
        None
    }

    fn warn_if_repeated(&mut self, production: &Production) {
        let run = [&[Symbol::Rule(production.rule)], &production.symbols[..]].concat();
        let number = self.distinct.intern(&run) as usize;
        match self.places.get(number) {
            None => self.places.push(production.span),
            Some(first) => {
                let name = &self.data.rules[production.rule.index()].name;
                let message = format!("rule '{name}' has this production already");
                let warning =
                    Diagnostic::warning(Kind::RepeatedProduction, message, production.span);
                self.repeated.push(warning.also(*first, "the same production"));
            }
        }
    }

    fn set_properties(&mut self) {
        let (rule_names, rules) = (&self.rule_names, &mut self.data.rules);
        let definitions = self.ast.rules.iter().map(|def| def.name.text.as_str());
        let definitions: FnvHashSet<&str> = definitions.collect();
        let mut instances: FnvHashMap<&str, Vec<RuleId>> = FnvHashMap::default();
        for (flat, id) in self.flat.iter().zip(&self.ids) {
            if let (Some(called), Some(id)) = (&flat.called, id) {
                instances.entry(called).or_default().push(*id);
            }
        }
        self.tokens.set_properties(&mut self.diagnostics, |symbol, text| {
            let name = Some(symbol.text.as_str()).filter(|_| symbol.quote == Quote::None);
            let rule = name.and_then(|name| rule_names.get(name));
            let instances = name.and_then(|name| instances.get(name));
            for rule in rule.into_iter().chain(instances.into_iter().flatten()) {
                rules[rule.index()].epp = Some(text.to_string());
            }
            // Inlined rules and those with parameters are no rules of the grammar.
            rule.is_some() || name.is_some_and(|name| definitions.contains(name))
        });
        for symbol in &self.ast.spanned {
            let defs = self.ast.rules.iter().filter(|def| def.name.text == symbol.text);
            let ty = defs.filter_map(|def| def.ty.as_ref()).next();
            let ty = ty.or(self.ast.declarations.action_type.as_ref());
            let rule = self.rule_names.get(&symbol.text).filter(|_| symbol.quote == Quote::None);
            match rule {
                Some(rule) => {
                    self.data.rules[rule.index()].spanned = ty.map(|ty| ty.text.trim().to_owned());
                }
                None => {
                    let message = format!(
                        "'%spanned' names '{}', which is no rule with a value",
                        symbol.text
                    );
                    self.error(Kind::UnknownSymbol, message, symbol.span);
                }
            }
        }
        for symbol in &self.ast.transparent {
            match self.rule_names.get(&symbol.text).filter(|_| symbol.quote == Quote::None) {
                Some(rule) => self.data.rules[rule.index()].transparent = true,
                None => {
                    let message =
                        format!("'%transparent' names '{}', which is no rule", symbol.text);
                    self.error(Kind::UnknownSymbol, message, symbol.span);
                }
            }
        }
        self.data.brackets = self.tokens.brackets(&mut self.diagnostics);
        self.data.mistakes = self.tokens.mistakes(&mut self.diagnostics);
        self.tokens.check_numbers(&mut self.diagnostics);
    }

    fn finish(mut self) -> Result<Grammar, Vec<Diagnostic>> {
        self.report_unknown();
        let (rules, productions) = (self.data.rules.len(), self.data.productions.len());
        if let Some(message) = sets_message(self.tokens.len(), rules, productions, SETS) {
            self.error(Kind::LimitReached, message, Span::new(0, 0));
        }
        if !has_errors(&self.diagnostics) {
            self.diagnostics.append(&mut self.repeated);
            self.augment();
            self.data.productive = self.check_productive();
            self.check_used();
        }
        if has_errors(&self.diagnostics) {
            return Err(errors_first(self.diagnostics));
        }
        let (tokens, warnings) = (self.tokens.into_vec(), not_too_many(self.diagnostics));
        let data = Arc::new(Data { tokens, warnings, ..self.data });
        let grammar = Grammar { data, lent: Arc::default() };
        let errors = wrong_references(&grammar);
        if errors.is_empty() {
            return Ok(grammar);
        }
        Err(errors_first([&errors, grammar.warnings()].concat()))
    }

    fn report_unknown(&mut self) {
        for (at, (name, (span, more))) in std::mem::take(&mut self.unknown).into_iter().enumerate()
        {
            let places = match more {
                0 => String::new(),
                1 => " (1 more place)".to_string(),
                _ => format!(" ({more} more places)"),
            };
            // More messages than these are not shown.
            let meant = match at {
                0..MESSAGES => {
                    let names = self.rule_names.keys().chain(self.tokens.names());
                    did_you_mean(&name, names.map(String::as_str))
                }
                _ => String::new(),
            };
            let message = format!(
                "unknown symbol '{name}': neither a rule nor a declared token{places}{meant}"
            );
            let message = match flat::is_in_prelude(&name) {
                true => format!(
                    "{message}; the library's rule of this name has arguments, in parentheses right after it"
                ),
                false => message,
            };
            self.error(Kind::UnknownSymbol, message, span);
        }
    }

    fn augment(&mut self) {
        for (at, start) in self.data.starts.clone().into_iter().enumerate() {
            let rule = match self.ast.kind {
                YaccKind::Eco => self.eco_start(start),
                _ => start,
            };
            let production = &mut self.data.productions[at];
            production.symbols = vec![Symbol::Rule(rule)];
            production.labels = vec![None];
        }
    }
}
