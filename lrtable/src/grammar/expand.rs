//! Rules of nothing but symbols and actions, made of a file's rules.
//!
//! Groups, repetitions and calls of rules with parameters become rules of their own, called as the
//! file writes them; `%inline` rules are put into the productions that name them (`inline`). Calls
//! with the same arguments are one rule wherever they stand, and so are groups of the same text.
//! `X?`, `X*` and `X+` are calls of `option`, `list` and `nonempty_list`. The prelude
//! (`expand/prelude.y`) defines these as a user would, and a file may define each of them itself.
//!
//! A group right before `?` has no rule, as if it were an `%inline` one, unless an action stands
//! before the end of an alternative: so `(A B)?` is nothing or `A B`. A group right before `*` has
//! none if, besides, each alternative has one symbol at most that is no literal: so each item of
//! `(',' X)*` is one `X`. Other groups are rules. Groups of other labels, actions or `%prec` are
//! not of the same text; a parameter is labelled by its name.
//!
//! The rules of the file come first, then instances in the order of their first use: arguments
//! before their call, and what definitions with parameters call after what other rules do.
//!
//! The names are those of Menhir's library (Pottier and Régis-Gianas, *Menhir Reference Manual*,
//! section 5.4). Unlike Menhir's, lists are left-recursive, so that the parser's stack stays small,
//! and decide whether they are empty before their first item, so that `(',' X)* ','?` has no
//! conflict.
//!
//! Cost: linear in the file and in the rules made, of which there are at most [`INSTANCES`].

mod flat;
mod inline;
mod names;
mod values;

use std::{collections::VecDeque, rc::Rc, sync::OnceLock};

use fnv::{FnvHashMap, FnvHashSet};

use crate::{
    Span,
    diagnostic::{Diagnostic, YaccGrammarErrorKind as Kind},
    limits::{CHAIN, EXPANDED, INSTANCES, chain_message, expanded_message, instances_message},
    near::did_you_mean,
    yacc::YaccKind,
    yacc::syntax::{
        Ast, Element, Item, Name, ProductionDef, Quote, Repetition, RuleDef, SymbolRef,
    },
};
pub(super) use flat::{FlatElement, FlatProduction, FlatRule, Origin, Target};
use names::cut;
use values::Values;

/// Expands the notation in the rules of `ast`; adds what is wrong with it to `diagnostics`.
///
/// The rules that the file defines come first, in its order, then instances in that of their first
/// use. Inlined rules are not among them, unless a mistake was found.
pub(super) fn expand(ast: &Ast, diagnostics: &mut Vec<Diagnostic>) -> Vec<FlatRule> {
    let mut expander = Expander::new(ast, diagnostics);
    let plain = || ast.rules.iter().filter(|def| def.parameters.is_empty());
    expander.rules = plain().map(|def| expander.values.declared(def)).collect();
    let scope = Scope::default();
    for (at, def) in plain().enumerate() {
        let productions = expander.productions(&def.productions, &scope);
        expander.set_productions(at, productions);
    }
    while let Some(Pending { rule, definitions, scope }) = expander.pending.pop_front() {
        for def in definitions {
            // Each definition may call the parameters what it likes.
            let scope = Scope { parameters: &def.parameters, ..scope.clone() };
            let productions = expander.productions(&def.productions, &scope);
            expander.set_productions(rule, productions);
        }
    }
    if !expander.is_stopped {
        expander.warn_of_unused();
    }
    let Expander { rules, diagnostics, .. } = expander;
    inline::inline(ast, rules, diagnostics)
}

/// A symbol for which a parameter stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Actual {
    /// The token or the rule of this name.
    Named(String, Quote),
    /// The flat rule with this index.
    Rule(usize),
}

/// Where an item stands: in a definition, called with arguments.
#[derive(Clone, Debug, Default)]
struct Scope<'a> {
    parameters: &'a [Name],
    arguments: Rc<[Actual]>,
    /// The places of the arguments.
    places: Rc<[Span]>,
    /// The rule that the call makes; `None` in rules that the file defines without parameters.
    caller: Option<usize>,
    /// The place of the call, if the definition is the prelude's.
    prelude: Option<Span>,
}

/// An instance whose productions are not made yet.
struct Pending<'a> {
    rule: usize,
    definitions: Vec<&'a RuleDef>,
    scope: Scope<'a>,
}

/// What else is known of an instance.
struct Made {
    /// The rule in whose definition it was first called.
    caller: Option<usize>,
    /// How many instances called each other up to it.
    chain: usize,
}

struct Expander<'a, 'd> {
    ast: &'a Ast,
    diagnostics: &'d mut Vec<Diagnostic>,
    /// The names of rules without parameters, and of tokens that are declared.
    plain: FnvHashMap<&'a str, Span>,
    /// The definitions of each rule with parameters.
    macros: FnvHashMap<&'a str, Vec<&'a RuleDef>>,
    called: FnvHashSet<&'a str>,
    values: Values<'a>,
    rules: Vec<FlatRule>,
    /// The instances by what they were made of; of calls the definition and the arguments.
    instances: FnvHashMap<(String, Vec<Actual>), usize>,
    made: FnvHashMap<usize, Made>,
    names: FnvHashSet<String>,
    pending: VecDeque<Pending<'a>>,
    /// Symbols and actions of instances made so far.
    expanded: usize,
    /// Whether a limit was reached: no more instances are made.
    is_stopped: bool,
}

/// Returns the rules with parameters that every grammar can use, such as `separated_list`.
///
/// ```
/// let named = |name| lrtable::grammar::library().iter().any(|rule| rule.name.text == name);
/// assert!(named("separated_list") && named("option") && !named("list_of"));
/// ```
pub fn library() -> &'static [RuleDef] {
    static PRELUDE: OnceLock<Ast> = OnceLock::new();
    let read = || crate::yacc::read(include_str!("expand/prelude.y"), None).ast;
    &PRELUDE.get_or_init(read).rules
}

/// Returns the prelude's definition of `name`.
fn prelude(name: &str) -> Option<&'static RuleDef> {
    library().iter().find(|def| def.name.text == name)
}

/// Returns whether the prelude has a rule of this name.
pub(super) fn is_in_prelude(name: &str) -> bool {
    prelude(name).is_some()
}

impl<'a, 'd> Expander<'a, 'd> {
    fn new(ast: &'a Ast, diagnostics: &'d mut Vec<Diagnostic>) -> Self {
        let mut plain = FnvHashMap::default();
        let mut macros: FnvHashMap<&str, Vec<&RuleDef>> = FnvHashMap::default();
        for decl in ast.tokens.iter().filter(|decl| decl.name.quote == Quote::None) {
            plain.entry(decl.name.text.as_str()).or_insert(decl.name.span);
        }
        for def in ast.rules.iter().filter(|def| def.parameters.is_empty()) {
            plain.entry(def.name.text.as_str()).or_insert(def.name.span);
        }
        for def in ast.rules.iter().filter(|def| !def.parameters.is_empty()) {
            let name = def.name.text.as_str();
            let first = macros.get(name).map(|all| all[0]);
            let other = first.filter(|first| first.parameters.len() != def.parameters.len());
            let other = other.map(|first| first.name.span);
            if let Some(first) = other.or(plain.get(name).copied()) {
                let message =
                    format!("'{name}' has parameters here and others, or none, elsewhere");
                let error = Diagnostic::error(Kind::InvalidCall, message, def.name.span);
                diagnostics.push(error.also(first, "first defined here"));
                continue;
            }
            macros.entry(name).or_default().push(def);
        }
        Expander {
            ast,
            diagnostics,
            plain,
            macros,
            called: FnvHashSet::default(),
            values: Values::new(ast),
            rules: Vec::new(),
            instances: FnvHashMap::default(),
            made: FnvHashMap::default(),
            names: FnvHashSet::default(),
            pending: VecDeque::new(),
            expanded: 0,
            is_stopped: false,
        }
    }

    fn error(&mut self, kind: Kind, message: String, place: Span) {
        self.diagnostics.push(Diagnostic::error(kind, message, place));
    }

    fn set_productions(&mut self, rule: usize, mut productions: Vec<FlatProduction>) {
        for production in &mut productions {
            self.values.pass_token(&self.rules, rule, production);
        }
        self.rules[rule].productions.extend(productions);
    }

    fn productions(&mut self, defs: &'a [ProductionDef], scope: &Scope<'a>) -> Vec<FlatProduction> {
        if let Some(caller) = scope.caller.filter(|_| !self.is_stopped) {
            self.expanded += defs.iter().map(|def| def.elements.len() + 1).sum::<usize>();
            if self.expanded > EXPANDED {
                let Name { text, span } = &self.rules[caller].name;
                let (message, place) = (expanded_message(text), *span);
                self.error(Kind::LimitReached, message, place);
                self.is_stopped = true;
            }
        }
        if self.is_stopped {
            return Vec::new();
        }
        defs.iter().map(|def| self.production(def, scope)).collect()
    }

    fn production(&mut self, def: &'a ProductionDef, scope: &Scope<'a>) -> FlatProduction {
        let mut elements = Vec::new();
        for element in &def.elements {
            let label = element.label().map(|name| name.text.clone());
            match element {
                Element::MidRule { code, ty, .. } => {
                    elements.push(FlatElement::MidRule {
                        code: code.clone(),
                        ty: ty.clone(),
                        label,
                    });
                }
                Element::Item { item, .. } => {
                    // In an action, a parameter is a name of what it stands for.
                    let label = label.or_else(|| match item {
                        Item::Symbol(symbol) if scope.prelude.is_none() => {
                            scope.argument(symbol).map(|_| symbol.text.clone())
                        }
                        _ => None,
                    });
                    if let Some(symbol) = self.target(item, scope) {
                        elements.push(FlatElement::Symbol { symbol, label });
                    }
                }
            }
        }
        let action = def.action.clone().filter(|_| scope.prelude.is_none() || self.values.has_rust);
        let prec = def.prec.as_ref().map(|symbol| match scope.argument(symbol) {
            Some(Actual::Named(text, quote)) => {
                SymbolRef { text: text.clone(), quote: *quote, ..symbol.clone() }
            }
            _ => symbol.clone(),
        });
        let mut production = FlatProduction { elements, prec, action, span: def.span };
        if let Some(call) = scope.prelude {
            production.span = call;
            if let Some(code) = &mut production.action {
                code.span = Span::new(call.start(), call.start());
            }
        }
        production
    }

    /// Returns what an item in a production refers to; `None` if that is said to be wrong.
    fn target(&mut self, item: &'a Item, scope: &Scope<'a>) -> Option<Target> {
        let actual = self.item(item, scope)?;
        match actual {
            Actual::Rule(rule) => Some(Target::Rule(rule)),
            Actual::Named(text, quote) => {
                let place = scope.place(item);
                let is_plain = quote != Quote::None || self.plain.contains_key(&*text);
                let definition = self.macros.get(&*text).map(|all| all[0]);
                match definition.filter(|_| !is_plain) {
                    Some(def) => {
                        let count = arguments(def.parameters.len());
                        let message = format!(
                            "rule '{text}' needs {count}: expected them in parentheses right after it"
                        );
                        self.error(Kind::InvalidCall, message, place);
                        None
                    }
                    None => Some(Target::Named(SymbolRef { text, quote, span: place })),
                }
            }
        }
    }

    /// Returns what an item stands for; `None` if that is said to be wrong.
    fn item(&mut self, item: &'a Item, scope: &Scope<'a>) -> Option<Actual> {
        match item {
            Item::Symbol(symbol) => Some(match scope.argument(symbol) {
                Some(actual) => actual.clone(),
                // Quotes tell tokens apart in Yacc proper only.
                None => Actual::Named(
                    symbol.text.clone(),
                    match symbol.quote {
                        Quote::Double if !matches!(self.ast.kind, YaccKind::Original(_)) => {
                            Quote::Single
                        }
                        quote => quote,
                    },
                ),
            }),
            Item::Repeated { item, repetition, span } => {
                let name = match repetition {
                    Repetition::Optional => "option",
                    Repetition::Any => "list",
                    Repetition::Some => "nonempty_list",
                };
                let argument = self.item_before(item, Some(*repetition), scope)?;
                let shown = format!("{}{}", self.shown(&argument), repetition.sign());
                let own = self.macros.get(name).filter(|all| all[0].parameters.len() == 1);
                let definitions = match own {
                    Some(own) => own.clone(),
                    None => vec![prelude(name).expect("the prelude defines what signs stand for")],
                };
                self.call(
                    definitions,
                    vec![argument],
                    [scope.place(item)].into(),
                    shown,
                    *span,
                    scope,
                )
            }
            Item::Call { rule, arguments, span } => self.named_call(rule, arguments, *span, scope),
            Item::Group { productions, span } => self.group(productions, *span, scope, None),
        }
    }

    fn named_call(
        &mut self,
        rule: &'a SymbolRef,
        given: &'a [Item],
        place: Span,
        scope: &Scope<'a>,
    ) -> Option<Actual> {
        let name = match scope.argument(rule) {
            Some(Actual::Named(name, _)) => name.clone(),
            Some(Actual::Rule(_)) => {
                let message = format!("'{}' stands for a rule that has no parameters", rule.text);
                self.error(Kind::InvalidCall, message, rule.span);
                return None;
            }
            None => rule.text.clone(),
        };
        let definitions = match self.macros.get(&*name).cloned() {
            // What the prelude names is its own.
            _ if scope.prelude.is_some() => prelude(&name).into_iter().collect(),
            Some(own) => {
                self.called.insert(&own[0].name.text);
                own
            }
            None if self.plain.contains_key(&*name) => {
                let message = format!(
                    "'{name}' has no parameters: expected a blank before the parenthesis, if a group is meant"
                );
                let first = self.plain[&*name];
                let error = Diagnostic::error(Kind::InvalidCall, message, place);
                self.diagnostics.push(error.also(first, "defined here"));
                return None;
            }
            None => match prelude(&name) {
                Some(def) => vec![def],
                None => {
                    let of_library = library().iter().map(|def| def.name.text.as_str());
                    let meant = did_you_mean(&name, self.macros.keys().copied().chain(of_library));
                    let message = format!("unknown rule '{name}' with parameters{meant}");
                    self.error(Kind::UnknownSymbol, message, rule.span);
                    return None;
                }
            },
        };
        let is_own = self.macros.contains_key(&*name) && scope.prelude.is_none();
        let sign = match name.as_str() {
            "option" | "ioption" if !is_own => Some(Repetition::Optional),
            "list" if !is_own => Some(Repetition::Any),
            _ => None,
        };
        let places: Rc<[Span]> = given.iter().map(|item| scope.place(item)).collect();
        let given = given.iter().map(|item| self.item_before(item, sign, scope));
        let given: Vec<Actual> = given.collect::<Option<_>>()?;
        let wanted = definitions[0].parameters.len();
        if wanted != given.len() {
            let message = format!("rule '{name}' takes {}, not {}", arguments(wanted), given.len());
            let error =
                Diagnostic::error(Kind::InvalidCall, message, scope.prelude.unwrap_or(place));
            self.diagnostics.push(match is_own {
                true => error.also(definitions[0].name.span, "defined here"),
                false => error,
            });
            return None;
        }
        let shown: Vec<String> = given.iter().map(|actual| self.shown(actual)).collect();
        let shown = format!("{name}({})", shown.join(", "));
        self.call(definitions, given, places, shown, place, scope)
    }

    /// Returns what an item stands for before a sign, or as the argument of a call that means one:
    /// there a group may be inlined.
    fn item_before(
        &mut self,
        item: &'a Item,
        sign: Option<Repetition>,
        scope: &Scope<'a>,
    ) -> Option<Actual> {
        match item {
            Item::Group { productions, span } => self.group(productions, *span, scope, sign),
            item => self.item(item, scope),
        }
    }

    /// Returns the instance of a rule with parameters, made if it is new.
    fn call(
        &mut self,
        definitions: Vec<&'a RuleDef>,
        given: Vec<Actual>,
        places: Rc<[Span]>,
        mut shown: String,
        place: Span,
        scope: &Scope<'a>,
    ) -> Option<Actual> {
        let def = definitions[0];
        let is_own = self.macros.get(&*def.name.text).is_some_and(|all| std::ptr::eq(all[0], def));
        if let Some((name, _)) = self.macros.get_key_value(&*def.name.text).filter(|_| is_own) {
            self.called.insert(name);
        }
        let key = (format!("{} {is_own}", def.name.text), given);
        let known = self.instances.get(&key).copied();
        let place = scope.prelude.unwrap_or(place);
        if let Some(rule) = known {
            // What only the prelude named so far gets its own name where the file names it.
            if scope.prelude.is_none() && self.rules[rule].name.text.ends_with(NONEMPTY) {
                self.rules[rule].name = self.new_name(shown, place);
            }
            return Some(Actual::Rule(rule));
        }
        if let (Some(caller), true) = (scope.caller, scope.prelude.is_some()) {
            shown = format!("{}{NONEMPTY}", self.rules[caller].name.text);
        }
        let typed = definitions.iter().find(|def| def.ty.is_some()).unwrap_or(&def);
        let ty = self.values.of_call(&self.rules, typed, &key.1);
        let item = |at: usize| key.1[at].target(places[at]);
        let origin = match &*def.name.text {
            _ if is_own => Origin::Other,
            "option" => Origin::Optional(item(0)),
            "list" | "nonempty_list" => Origin::List(item(0)),
            "separated_list" | "separated_nonempty_list" => Origin::List(item(1)),
            _ => Origin::Other,
        };
        let arguments: Rc<[Actual]> = key.1.clone().into();
        let rule = self.instance(key, shown, place, ty, origin, scope)?;
        let inline = definitions.iter().find_map(|def| def.inline);
        self.rules[rule].inline = inline.map(|inline| if is_own { inline } else { place });
        self.rules[rule].called = is_own.then(|| def.name.text.clone());
        let prelude = (!is_own).then_some(place);
        let caller = Some(rule);
        let scope = Scope { parameters: &def.parameters, arguments, places, caller, prelude };
        self.pending.push_back(Pending { rule, definitions, scope });
        Some(Actual::Rule(rule))
    }

    /// Returns the instance of a group, made if there is none of the same text yet. Before a sign,
    /// the group is inlined if no item of a list is more than one node then.
    fn group(
        &mut self,
        defs: &'a [ProductionDef],
        place: Span,
        scope: &Scope<'a>,
        sign: Option<Repetition>,
    ) -> Option<Actual> {
        let mut productions = self.productions(defs, scope);
        let is_inlined = match sign {
            Some(Repetition::Optional) => {
                productions.iter().all(FlatProduction::has_no_action_inside)
            }
            Some(Repetition::Any) => productions.iter().all(FlatProduction::is_item_with_signs),
            Some(Repetition::Some) | None => false,
        };
        let whole: Vec<String> = productions.iter().map(|one| self.text(one)).collect();
        let key = (format!("({}) {is_inlined}", whole.join("|")), Vec::new());
        if let Some(rule) = self.instances.get(&key) {
            return Some(Actual::Rule(*rule));
        }
        let shown: Vec<String> =
            productions.iter().map(|production| self.shown_production(production)).collect();
        let shown = format!("({})", shown.join(" | "));
        let name = cut(&shown);
        let ty = self.values.of_group(&self.rules, defs, &mut productions, self.diagnostics);
        let rule = self.instance(key, shown, place, ty, Origin::Other, scope)?;
        if is_inlined {
            // It is no rule of the grammar, so that others may have its name.
            self.names.remove(&self.rules[rule].name.text);
            self.rules[rule].name.text = name;
            self.rules[rule].inline = Some(place);
        }
        self.set_productions(rule, productions);
        Some(Actual::Rule(rule))
    }

    /// Makes an instance without productions; `None` if there are too many.
    fn instance(
        &mut self,
        key: (String, Vec<Actual>),
        shown: String,
        place: Span,
        ty: Option<String>,
        origin: Origin,
        scope: &Scope<'a>,
    ) -> Option<usize> {
        if self.is_stopped {
            return None;
        }
        let caller = scope.caller;
        let chain =
            caller.and_then(|caller| self.made.get(&caller)).map_or(0, |made| made.chain) + 1;
        let message = match () {
            () if chain > CHAIN => {
                Some((Kind::EndlessExpansion, chain_message(&self.chain(caller, &shown))))
            }
            () if self.instances.len() == INSTANCES => {
                Some((Kind::LimitReached, instances_message(&self.chain(caller, &shown))))
            }
            () if ty.as_ref().is_some_and(|ty| ty.len() > values::LONGEST) => {
                Some((Kind::LimitReached, values::too_long(&shown)))
            }
            () => None,
        };
        if let Some((kind, message)) = message {
            self.is_stopped = true;
            self.error(kind, message, place);
            return None;
        }
        let name = self.new_name(shown, place);
        let rule = self.rules.len();
        self.rules.push(FlatRule {
            name,
            ty,
            productions: Vec::new(),
            origin: Some(origin),
            called: None,
            inline: None,
        });
        self.made.insert(rule, Made { caller, chain });
        self.instances.insert(key, rule);
        Some(rule)
    }

    fn warn_of_unused(&mut self) {
        let expected: FnvHashSet<&str> =
            self.ast.expect_unused.iter().map(|symbol| symbol.text.as_str()).collect();
        for def in self.ast.rules.iter().filter(|def| !def.parameters.is_empty()) {
            let name = def.name.text.as_str();
            let is_known = self.macros.contains_key(name);
            if is_known && !self.called.contains(name) && !expected.contains(name) {
                let message = format!(
                    "rule '{name}' is never used: remove it, or name it in '%expect-unused'"
                );
                self.diagnostics.push(Diagnostic::warning(
                    Kind::UnusedRule,
                    message,
                    def.name.span,
                ));
            }
        }
    }
}

/// What the name of an instance ends with that only the prelude names: the one called before the
/// sign, if it is not empty.
const NONEMPTY: char = '+';

impl Scope<'_> {
    /// What a symbol stands for, if it is a parameter.
    fn argument(&self, symbol: &SymbolRef) -> Option<&Actual> {
        self.parameter(symbol).map(|at| &self.arguments[at])
    }

    fn parameter(&self, symbol: &SymbolRef) -> Option<usize> {
        let is_it = |name: &Name| symbol.quote == Quote::None && name.text == symbol.text;
        self.parameters.iter().position(is_it)
    }

    /// The place of an item in the file: of a parameter that of the argument.
    fn place(&self, item: &Item) -> Span {
        match item {
            Item::Symbol(symbol) => self.parameter(symbol).map(|at| self.places[at]),
            _ => None,
        }
        .unwrap_or(self.prelude.unwrap_or(item.span()))
    }
}

impl Actual {
    fn target(&self, place: Span) -> Target {
        match self {
            Actual::Named(text, quote) => {
                Target::Named(SymbolRef { text: text.clone(), quote: *quote, span: place })
            }
            Actual::Rule(rule) => Target::Rule(*rule),
        }
    }
}

fn arguments(count: usize) -> String {
    if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
}
