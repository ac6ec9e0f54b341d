//! What instances are called: by the text that they were made of.

use super::{Actual, Expander, FlatElement, FlatProduction, Target};
use crate::{
    Span,
    yacc::syntax::{Code, Name, Quote},
};

/// Bytes of the text of an instance that its name shows.
const SHOWN: usize = 200;
/// Characters of a name that a chain of calls shows.
const SHOWN_IN_CHAIN: usize = 60;

impl Expander<'_, '_> {
    /// The first calls of those that led to `last`, which `caller` names.
    pub(super) fn chain(&self, caller: Option<usize>, last: &str) -> String {
        let callers = std::iter::successors(caller, |rule| self.made.get(rule)?.caller);
        let names: Vec<&str> = callers.map(|rule| self.rules[rule].name.text.as_str()).collect();
        let mut names: Vec<&str> = names.into_iter().rev().chain([last]).collect();
        if names.len() > 4 {
            names.splice(4.., ["…"]);
        }
        let cut = |name: &str| match name.char_indices().nth(SHOWN_IN_CHAIN) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.to_owned(),
        };
        names.into_iter().map(cut).collect::<Vec<_>>().join(" → ")
    }

    /// A name that no other instance has.
    pub(super) fn new_name(&mut self, shown: String, place: Span) -> Name {
        let shown = cut(&shown);
        let mut name = shown.clone();
        for number in 2.. {
            if self.names.insert(name.clone()) {
                break;
            }
            name = format!("{shown} ({number})");
        }
        Name { text: name, span: place }
    }

    /// What the file calls a symbol.
    pub(super) fn shown(&self, actual: &Actual) -> String {
        match actual {
            Actual::Named(name, quote) => shown_name(name, *quote),
            Actual::Rule(rule) => self.rules[*rule].name.text.clone(),
        }
    }

    pub(super) fn shown_target(&self, target: &Target) -> String {
        match target {
            Target::Named(symbol) => shown_name(&symbol.text, symbol.quote),
            Target::Rule(rule) => self.rules[*rule].name.text.clone(),
        }
    }

    /// The symbols of a production as the file has them.
    pub(super) fn shown_production(&self, production: &FlatProduction) -> String {
        let shown = production.elements.iter().map(|element| match element {
            FlatElement::Symbol { symbol, .. } => self.shown_target(symbol),
            FlatElement::MidRule { .. } | FlatElement::Inlined { .. } => "{…}".to_owned(),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    /// All of a production that counts, as text: two of equal text mean the same.
    pub(super) fn text(&self, production: &FlatProduction) -> String {
        let FlatProduction { elements, prec, action, .. } = production;
        let code = |code: &Option<Code>| code.as_ref().map(|code| code.text.clone());
        let elements = elements.iter().map(|element| match element {
            FlatElement::Symbol { symbol: Target::Rule(rule), label } => {
                format!("{rule} {label:?}")
            }
            FlatElement::Symbol { symbol: Target::Named(symbol), label } => {
                format!("{:?} {:?} {label:?}", symbol.text, symbol.quote)
            }
            FlatElement::MidRule { code: text, ty, label } => {
                format!("{:?} {:?} {label:?}", text.text, code(ty))
            }
            FlatElement::Inlined { .. } => String::new(),
        });
        let elements: Vec<String> = elements.collect();
        let prec = prec.as_ref().map(|symbol| (&symbol.text, symbol.quote));
        format!("{elements:?} {prec:?} {:?}", code(action))
    }
}

/// As much of the text of an instance as its name shows.
pub(super) fn cut(shown: &str) -> String {
    match shown.len() {
        0..=SHOWN => shown.to_owned(),
        _ => format!("{}…", &shown[..shown.floor_char_boundary(SHOWN)]),
    }
}

pub(super) fn shown_name(name: &str, quote: Quote) -> String {
    match quote {
        Quote::None => name.to_owned(),
        Quote::Single => format!("'{}'", name.escape_debug()),
        Quote::Double => format!("\"{}\"", name.escape_debug()),
    }
}
