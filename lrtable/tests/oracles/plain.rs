//! Grammars without notation, made from those with it by substitution.
//!
//! Parameters are replaced by what they stand for until an item is a *term*, in which none is left.
//! A term that is no symbol becomes a rule with a made-up name; equal terms are one rule. What the
//! prelude defines is written here once more. An inlined term has no rule: wherever a production is
//! written, it stands for all its alternatives.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use lrtable::yacc::ast::{
    Ast, Element, Item, ProductionDef, Quote, Repetition, RuleDef, SymbolRef,
};

/// What an item is when its parameters are replaced.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term {
    /// A token or a rule of the file, or a rule with parameters as an argument; as it is written.
    Symbol(String),
    /// A rule with parameters and its arguments.
    Call {
        /// Whether the file defines the rule, and not the prelude.
        is_own: bool,
        name: String,
        arguments: Vec<Term>,
    },
    /// A group.
    Group { is_inlined: bool, alternatives: Vec<Alternative> },
}

/// An alternative of a group or a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Alternative {
    pub(crate) parts: Vec<Part>,
    prec: Option<String>,
    action: Option<String>,
}

/// A part of an alternative.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Term(Term, Option<String>),
    Action(String),
}

/// A production without notation, or a part of one.
#[derive(Clone)]
struct Flat {
    symbols: Vec<String>,
    prec: Option<String>,
}

/// A grammar's definitions, and the terms that were met in them.
pub(crate) struct Plain<'a> {
    ast: &'a Ast,
    inlined: BTreeSet<&'a str>,
    /// The terms that are no symbols, in the order in which the file leads to them.
    terms: Vec<Term>,
    numbers: BTreeMap<Term, usize>,
}

/// What the parameters of a rule stand for.
type Arguments = BTreeMap<String, Term>;

fn symbol(name: &str) -> Term {
    Term::Symbol(name.to_owned())
}

fn of_prelude(name: &str, arguments: &[Term]) -> Term {
    Term::Call { is_own: false, name: name.to_owned(), arguments: arguments.to_vec() }
}

fn written(symbol: &SymbolRef) -> String {
    match symbol.quote {
        Quote::None => symbol.text.clone(),
        Quote::Single => format!("'{}'", symbol.text),
        Quote::Double => format!("\"{}\"", symbol.text),
    }
}

/// Whether the text is that of a literal.
fn is_literal(term: &Term) -> bool {
    matches!(term, Term::Symbol(text) if text.starts_with(['\'', '"']))
}

impl<'a> Plain<'a> {
    pub(crate) fn new(ast: &'a Ast) -> Self {
        let plain = ast.rules.iter().filter(|def| def.parameters.is_empty());
        let inlined = plain.filter(|def| def.inline.is_some());
        let inlined = inlined.map(|def| def.name.text.as_str()).collect();
        let mut this = Plain { ast, inlined, terms: Vec::new(), numbers: BTreeMap::new() };
        let mut waiting = VecDeque::new();
        for def in ast.rules.iter().filter(|def| def.parameters.is_empty()) {
            let alternatives = this.close_all(&def.productions, &Arguments::new());
            alternatives.iter().for_each(|one| this.meet_all(one, &mut waiting));
        }
        while let Some(term) = waiting.pop_front() {
            let alternatives = this.alternatives(&term);
            alternatives.iter().for_each(|one| this.meet_all(one, &mut waiting));
        }
        this
    }

    /// Numbers the terms of an alternative that are new.
    fn meet_all(&mut self, alternative: &Alternative, waiting: &mut VecDeque<Term>) {
        for part in &alternative.parts {
            if let Part::Term(term, _) = part {
                self.meet(term, waiting);
            }
        }
    }

    fn meet(&mut self, term: &Term, waiting: &mut VecDeque<Term>) {
        match term {
            Term::Symbol(_) => return,
            Term::Call { arguments, .. } => {
                arguments.iter().for_each(|argument| self.meet(argument, waiting));
            }
            Term::Group { alternatives, .. } => {
                alternatives.iter().for_each(|one| self.meet_all(one, waiting));
            }
        }
        if !self.numbers.contains_key(term) {
            self.numbers.insert(term.clone(), self.terms.len());
            self.terms.push(term.clone());
            // What a group leads to was met with it.
            if matches!(term, Term::Call { .. }) {
                waiting.push_back(term.clone());
            }
        }
    }

    fn macros(&self, name: &str) -> Vec<&'a RuleDef> {
        let is_it = |def: &&RuleDef| !def.parameters.is_empty() && def.name.text == name;
        self.ast.rules.iter().filter(is_it).collect()
    }

    fn close_all(&self, productions: &[ProductionDef], with: &Arguments) -> Vec<Alternative> {
        productions.iter().map(|production| self.close_production(production, with)).collect()
    }

    fn close_production(&self, production: &ProductionDef, with: &Arguments) -> Alternative {
        let parts = production.elements.iter().map(|element| match element {
            Element::MidRule { code, .. } => Part::Action(code.text.clone()),
            Element::Item { item, label } => {
                let label = label.as_ref().map(|label| label.text.clone());
                // A parameter's name is a label.
                let label = label.or(match item {
                    Item::Symbol(name) if with.contains_key(&name.text) => Some(name.text.clone()),
                    _ => None,
                });
                Part::Term(self.close(item, with), label)
            }
        });
        Alternative {
            parts: parts.collect(),
            prec: production.prec.as_ref().map(written),
            action: production.action.as_ref().map(|code| code.text.clone()),
        }
    }

    /// Replaces the parameters in an item.
    fn close(&self, item: &Item, with: &Arguments) -> Term {
        match item {
            Item::Symbol(name) => match with.get(&name.text) {
                Some(term) if name.quote == Quote::None => term.clone(),
                _ => Term::Symbol(written(name)),
            },
            Item::Group { productions, .. } => {
                Term::Group { is_inlined: false, alternatives: self.close_all(productions, with) }
            }
            Item::Call { rule, arguments, .. } => {
                let name = match with.get(&rule.text) {
                    Some(Term::Symbol(name)) => name.clone(),
                    Some(other) => panic!("{other:?} is called"),
                    None => rule.text.clone(),
                };
                let is_own = !self.macros(&name).is_empty();
                let sign = match name.as_str() {
                    "option" | "ioption" if !is_own => Some(Repetition::Optional),
                    "list" if !is_own => Some(Repetition::Any),
                    _ => None,
                };
                let arguments = arguments.iter().map(|item| self.close_before(item, sign, with));
                let arguments = arguments.collect();
                Term::Call { is_own, name, arguments }
            }
            Item::Repeated { item, repetition, .. } => {
                let argument = self.close_before(item, Some(*repetition), with);
                let name = match repetition {
                    Repetition::Optional => "option",
                    Repetition::Any => "list",
                    Repetition::Some => "nonempty_list",
                };
                let is_own = self.macros(name).iter().any(|def| def.parameters.len() == 1);
                Term::Call { is_own, name: name.to_owned(), arguments: vec![argument] }
            }
        }
    }

    /// Closes an item before a sign, or in a call that means one: a group may be inlined there.
    fn close_before(&self, item: &Item, sign: Option<Repetition>, with: &Arguments) -> Term {
        let mut term = self.close(item, with);
        if let (Item::Group { .. }, Term::Group { is_inlined, alternatives }) = (item, &mut term) {
            *is_inlined = match sign {
                Some(Repetition::Optional) => alternatives.iter().all(Alternative::has_no_action),
                Some(Repetition::Any) => alternatives.iter().all(Alternative::is_one_symbol),
                Some(Repetition::Some) | None => false,
            };
        }
        term
    }

    /// Returns what a term that is no token may be, if it is no rule of the prelude, or what the
    /// prelude says.
    pub(crate) fn alternatives(&self, term: &Term) -> Vec<Alternative> {
        let (name, arguments) = match term {
            Term::Symbol(name) => {
                let is_it = |def: &&RuleDef| def.parameters.is_empty() && def.name.text == *name;
                let definitions = self.ast.rules.iter().filter(is_it);
                let none = Arguments::new();
                return definitions
                    .flat_map(|def| self.close_all(&def.productions, &none))
                    .collect();
            }
            Term::Group { alternatives, .. } => return alternatives.clone(),
            Term::Call { is_own: true, name, arguments } => {
                let definitions = self.macros(name).into_iter();
                let alternatives = definitions.flat_map(|def| {
                    let names = def.parameters.iter().map(|name| name.text.clone());
                    self.close_all(&def.productions, &names.zip(arguments.clone()).collect())
                });
                return alternatives.collect();
            }
            Term::Call { is_own: false, name, arguments } => (name, arguments),
        };
        let whole = |parts: &[&Term]| Alternative {
            parts: parts.iter().map(|part| Part::Term((*part).clone(), None)).collect(),
            prec: None,
            action: None,
        };
        match (&**name, &arguments[..]) {
            ("option" | "ioption", [x]) => vec![whole(&[]), whole(&[x])],
            ("list", [x]) => vec![whole(&[]), whole(&[term, x])],
            ("nonempty_list", [x]) => vec![whole(&[x]), whole(&[term, x])],
            ("separated_list", [_, _]) => {
                vec![whole(&[]), whole(&[&of_prelude("separated_nonempty_list", arguments)])]
            }
            ("separated_nonempty_list", [s, x]) => vec![whole(&[x]), whole(&[term, s, x])],
            ("delimited", [l, x, r]) => vec![whole(&[l, x, r])],
            ("preceded" | "terminated" | "pair", [x, y]) => vec![whole(&[x, y])],
            ("separated_pair", [x, s, y]) => vec![whole(&[x, s, y])],
            ("endrule", [x]) => vec![whole(&[x])],
            _ => panic!("{term:?}"),
        }
    }

    fn is_inlined(&self, term: &Term) -> bool {
        match term {
            Term::Symbol(name) => self.inlined.contains(&**name),
            Term::Group { is_inlined, .. } => *is_inlined,
            Term::Call { is_own: true, name, .. } => {
                self.macros(name).iter().any(|def| def.inline.is_some())
            }
            Term::Call { is_own: false, name, .. } => matches!(&**name, "ioption" | "endrule"),
        }
    }

    /// Returns the productions that an alternative stands for.
    fn flat(&self, alternative: &Alternative) -> Vec<Flat> {
        let mut all = vec![Flat { symbols: Vec::new(), prec: alternative.prec.clone() }];
        for part in &alternative.parts {
            let symbol = match part {
                Part::Action(code) => format!("{{{code}}}"),
                Part::Term(term, _) if self.is_inlined(term) => {
                    let inner: Vec<Flat> =
                        self.alternatives(term).iter().flat_map(|one| self.flat(one)).collect();
                    let joined = |before: &Flat| {
                        let before = before.clone();
                        inner.iter().map(move |after| Flat {
                            symbols: [&before.symbols[..], &after.symbols].concat(),
                            prec: before.prec.clone().or(after.prec.clone()),
                        })
                    };
                    all = all.iter().flat_map(joined).collect();
                    continue;
                }
                Part::Term(Term::Symbol(name), _) => name.clone(),
                Part::Term(term, _) => format!("made_up_{}", self.numbers[term]),
            };
            all.iter_mut().for_each(|one| one.symbols.push(symbol.clone()));
        }
        all
    }

    /// Returns the rules as text.
    pub(crate) fn rules(&self) -> String {
        let mut text = String::new();
        let mut write = |name: &str, alternatives: &[Alternative]| {
            for alternative in alternatives {
                // An action in the middle stays there, whatever is inlined as nothing after it.
                let action = if alternative.has_no_action() { "" } else { " { end }" };
                for Flat { symbols, prec } in self.flat(alternative) {
                    let prec = prec.map_or(String::new(), |prec| format!(" %prec {prec}"));
                    text.push_str(&format!("{name}: {}{prec}{action};\n", symbols.join(" ")));
                }
            }
        };
        for def in self.ast.rules.iter().filter(|def| def.parameters.is_empty()) {
            if !self.is_inlined(&symbol(&def.name.text)) {
                let alternatives = self.close_all(&def.productions, &Arguments::new());
                write(&def.name.text, &alternatives);
            }
        }
        for (number, term) in self.terms.iter().enumerate() {
            if !self.is_inlined(term) {
                write(&format!("made_up_{number}"), &self.alternatives(term));
            }
        }
        text
    }
}

impl Alternative {
    fn has_no_action(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Term(..)))
    }

    /// Whether literals apart, there is one symbol at most.
    fn is_one_symbol(&self) -> bool {
        let is_other = |part: &&Part| matches!(part, Part::Term(term, _) if !is_literal(term));
        self.has_no_action() && self.parts.iter().filter(is_other).count() <= 1
    }
}
