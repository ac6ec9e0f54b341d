//! Random grammars with repetitions, groups, rules with parameters and inlined rules.
//!
//! Every rule is productive: its first alternative, and all of an inlined rule, name only later
//! rules, and those of rules with parameters only their parameters and later rules with parameters.
//! So `%inline` has no cycle, and no instance needs a larger one of itself. Grammars may be
//! ambiguous in every way.

use lrtable::{
    grammar::Grammar,
    random::Random,
    yacc::{YaccKind, YaccOriginalActionKind},
};

/// The declarations and the rules of a grammar.
pub(crate) struct Notation {
    /// What stands before the first `%%`: all tokens, in one order, and precedences.
    pub(crate) header: String,
    /// What stands after it.
    pub(crate) rules: String,
}

impl Notation {
    /// The whole file.
    pub(crate) fn text(&self) -> String {
        format!("{}%%\n{}", self.header, self.rules)
    }
}

/// Productions of the largest grammar that is compared with another; inlining may make very many.
const LARGEST: usize = 150;

/// The grammar of a text; `None` if it is large.
pub(crate) fn read_small(text: &str) -> Option<Grammar> {
    let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
    match Grammar::parse(text, Some(kind)) {
        Ok(grammar) => Some(grammar).filter(|grammar| grammar.productions().len() <= LARGEST),
        Err(errors) if errors[0].message().contains("the limit 'inlined'") => None,
        Err(errors) => panic!("{errors:#?}\n{text}"),
    }
}

/// The prelude's rules with the numbers of their parameters.
const PRELUDE: [(&str, usize); 12] = [
    ("option", 1),
    ("ioption", 1),
    ("list", 1),
    ("nonempty_list", 1),
    ("endrule", 1),
    ("separated_list", 2),
    ("separated_nonempty_list", 2),
    ("preceded", 2),
    ("terminated", 2),
    ("pair", 2),
    ("delimited", 3),
    ("separated_pair", 3),
];

const TOKENS: [&str; 7] = ["'a'", "'b'", "'c'", "'d'", "T", "U", "V"];

/// A rule with parameters.
struct Macro {
    parameters: usize,
    is_inline: bool,
}

/// What may stand in a production.
#[derive(Clone, Copy)]
struct Place {
    /// The number of parameters of the rule, which are called `X`, `Y`, ….
    parameters: usize,
    /// The first rule that may be named; those before may not.
    rule: usize,
    /// The first rule with parameters that may be called.
    called: usize,
    /// How many items may be in each other.
    depth: usize,
    /// Whether an action may stand before the symbols.
    has_actions: bool,
}

struct Generator<'r> {
    random: &'r mut Random,
    rules: usize,
    macros: Vec<Macro>,
    /// The token that begins the next alternative, if each has its own: then few grammars have
    /// conflicts.
    key: Option<usize>,
}

/// The tokens that begin alternatives.
const KEYS: &str = "efghijklmnopqrstuvwxyz";

/// A random grammar with up to `rules` rules, those with parameters not counted.
pub(crate) fn notation(random: &mut Random, rules: usize) -> Notation {
    let rules = 1 + random.below(rules);
    let macros = (0..random.below(4))
        .map(|_| Macro { parameters: 1 + random.below(2), is_inline: random.one_in(3) })
        .collect();
    let header = header(random);
    let key = random.one_in(2).then_some(0);
    Notation { header, rules: Generator { random, rules, macros, key }.rules() }
}

fn header(random: &mut Random) -> String {
    let keys: String = KEYS.chars().map(|key| format!(" '{key}'")).collect();
    let mut header = format!("%token {}{keys}\n%start R0\n", TOKENS.join(" "));
    for token in ["'a'", "'b'", "T", "LOW", "HIGH"] {
        if random.one_in(2) || token.len() > 3 {
            let kind = random.choose(&["%left", "%right", "%nonassoc", "%precedence"]);
            header.push_str(&format!("{kind} {token}\n"));
        }
    }
    header
}

impl Generator<'_> {
    fn rules(mut self) -> String {
        let mut text = String::new();
        for rule in 0..self.rules {
            let is_inline = rule > 0 && self.random.one_in(4);
            let later =
                Place { parameters: 0, rule: rule + 1, called: 0, depth: 3, has_actions: false };
            let any = if is_inline { later } else { Place { rule: 0, has_actions: true, ..later } };
            let head = format!("{}R{rule}", if is_inline { "%inline " } else { "" });
            self.rule(&mut text, &head, later, any);
        }
        for rule in 1..self.rules {
            // Every rule is used.
            text.push_str(&format!("R0: {} R{rule} 'd';\n", self.random.choose(&TOKENS)));
        }
        for at in 0..self.macros.len() {
            let Macro { parameters, is_inline } = self.macros[at];
            let names = ["X", "Y"][..parameters].join(", ");
            let none = self.rules;
            let later =
                Place { parameters, rule: none, called: at + 1, depth: 2, has_actions: false };
            let any = if is_inline { later } else { Place { rule: 0, has_actions: true, ..later } };
            let head = format!("{}m{at}({names})", if is_inline { "%inline " } else { "" });
            self.rule(&mut text, &head, later, any);
            if !is_inline && self.random.one_in(3) {
                // Defined in two places, which call the parameters what they like.
                let names = ["Y", "X"][..parameters].join(", ");
                text.push_str(&format!("m{at}({names}): 'd' Y m{at}({names});\n"));
            }
        }
        if self.random.one_in(2) {
            text.push_str("R0: 'd' 'd' by(");
            let (name, arguments) = *self.random.choose(&PRELUDE);
            let place = Place { parameters: 0, rule: 0, called: 0, depth: 1, has_actions: false };
            let items: Vec<String> = (0..arguments).map(|_| self.item(place)).collect();
            let names = ["X", "Y", "Z"][..arguments].join(", ");
            text.push_str(&format!(
                "{name}, {});\nby(F, {names}): F({names});\n",
                items.join(", ")
            ));
        }
        if self.random.one_in(6) {
            // What the file names by the prelude's names is its own.
            let (name, fits, own) = *self.random.choose(&[
                ("list", true, "list(X): X | list(X) 'd' X;\n"),
                ("option", true, "option(X): X | 'd';\n"),
                ("option", false, "option(X, Y): X | Y;\nR0: 'd' option(T, U);\n"),
                ("list", false, "list: 'd';\nR0: 'd' list;\n"),
            ]);
            if fits || !text.contains(name) {
                text.push_str(own);
            }
        }
        text
    }

    fn rule(&mut self, text: &mut String, head: &str, first: Place, others: Place) {
        let mut alternatives = vec![self.alternative(first, 4)];
        for _ in 0..self.random.below(3) {
            alternatives.push(self.alternative(others, 4));
        }
        text.push_str(&format!("{head}: {};\n", alternatives.join(" | ")));
    }

    fn alternative(&mut self, place: Place, longest: usize) -> String {
        let mut parts: Vec<String> =
            (0..self.random.below(longest + 1)).map(|_| self.labelled(place)).collect();
        if let Some(key) = &mut self.key {
            parts.insert(0, format!("'{}'", &KEYS[*key..*key + 1]));
            *key = (*key + 1) % KEYS.len();
        }
        if place.has_actions && self.random.one_in(10) {
            parts.insert(0, "{ before }".to_owned());
        }
        if self.random.one_in(8) {
            parts.push(format!("%prec {}", self.random.choose(&["LOW", "HIGH", "'a'"])));
        }
        if self.random.one_in(8) {
            parts.push(format!("{{ {} }}", self.random.choose(&["one", "two"])));
        }
        parts.join(" ")
    }

    fn labelled(&mut self, place: Place) -> String {
        let item = self.item(place);
        match self.random.below(20) {
            0 => format!("n={item}"),
            1 => format!("{item}[n]"),
            _ => item,
        }
    }

    fn item(&mut self, place: Place) -> String {
        let inner = Place { depth: place.depth.saturating_sub(1), ..place };
        let deep = place.depth > 0;
        match self.random.below(24) {
            0..4 if place.parameters > 0 => {
                self.random.choose(&["X", "Y"][..place.parameters]).to_string()
            }
            4..9 if place.rule < self.rules => {
                format!("R{}", place.rule + self.random.below(self.rules - place.rule))
            }
            9..13 if deep => {
                let group = self.random.one_in(3);
                let item = if group { self.group(inner) } else { self.item(inner) };
                // Signs in a row come from items that have one already.
                format!("{item}{}", self.random.choose(&["?", "*", "+"]))
            }
            13..15 if deep => self.group(inner),
            15..18 if deep => {
                let (name, arguments) = *self.random.choose(&PRELUDE);
                self.call(name, arguments, inner)
            }
            18..21 if deep && place.called < self.macros.len() => {
                let at = place.called + self.random.below(self.macros.len() - place.called);
                self.call(&format!("m{at}"), self.macros[at].parameters, inner)
            }
            _ => self.random.choose(&TOKENS).to_string(),
        }
    }

    fn group(&mut self, place: Place) -> String {
        let place = Place { has_actions: self.random.one_in(2), ..place };
        let alternatives: Vec<String> =
            (0..1 + self.random.below(3)).map(|_| self.alternative(place, 2)).collect();
        format!("({})", alternatives.join(" | "))
    }

    fn call(&mut self, name: &str, arguments: usize, place: Place) -> String {
        let items: Vec<String> = (0..arguments).map(|_| self.item(place)).collect();
        format!("{name}({})", items.join(", "))
    }
}
