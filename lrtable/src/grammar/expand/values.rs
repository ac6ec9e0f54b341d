//! The types of the values of instances, and the actions of groups that have none.
//!
//! A parameter in the type of a rule stands for the type of the argument. The value of a group's
//! production is a tuple of the values of its labelled symbols, or of all if none has a label; of
//! one symbol it is that value itself.

use fnv::{FnvHashMap, FnvHashSet};

use super::{Actual, FlatElement, FlatProduction, FlatRule, Target};
use crate::{
    Span,
    diagnostic::{Diagnostic, YaccGrammarErrorKind as Kind},
    yacc::{
        rust_atoms,
        syntax::{Ast, Code, ProductionDef, Quote, RuleDef, SymbolRef},
    },
};

/// The type of a token's value in generated code.
const TOKEN: &str = "::lrpar::generated::Token<__Types>";

/// Bytes of the longest type of an instance.
pub(super) const LONGEST: usize = 10_000;

/// Says that the type of an instance is longer than [`LONGEST`].
pub(super) fn too_long(shown: &str) -> String {
    format!(
        "the type of the value of '{shown}' has more than {LONGEST} bytes: expected fewer values in each other"
    )
}

/// The types of rules' values, where a grammar has any.
pub(super) struct Values<'a> {
    /// Whether actions are Rust, so that values have types.
    pub(super) has_rust: bool,
    global: Option<&'a str>,
    /// The types of rules that the file defines without parameters.
    declared: FnvHashMap<&'a str, Option<&'a str>>,
    /// The rules whose values have their places with them.
    spanned: FnvHashSet<&'a str>,
}

impl<'a> Values<'a> {
    pub(super) fn new(ast: &'a Ast) -> Self {
        let has_rust = ast.kind.has_rust();
        let global = ast.declarations.action_type.as_ref().map(|code| code.text.trim());
        let mut declared: FnvHashMap<&str, Option<&str>> = FnvHashMap::default();
        for def in ast.rules.iter().filter(|def| def.parameters.is_empty()) {
            let ty = declared.entry(&def.name.text).or_default();
            *ty = ty.or(def.ty.as_ref().map(|code| code.text.trim()));
        }
        let spanned = ast.spanned.iter().map(|symbol| symbol.text.as_str()).collect();
        Values { has_rust, global, declared, spanned }
    }

    /// Returns a rule that the file defines by its name, without productions.
    pub(super) fn declared(&self, def: &RuleDef) -> FlatRule {
        FlatRule {
            name: def.name.clone(),
            ty: match self.spanned.contains(&*def.name.text) {
                true => self.of_name(&def.name.text, Quote::None),
                false => def.ty.as_ref().map(|code| code.text.trim().to_owned()),
            },
            productions: Vec::new(),
            origin: None,
            called: None,
            inline: def.inline,
        }
    }

    /// Returns the type of the value of what a parameter stands for.
    fn of_actual(&self, rules: &[FlatRule], actual: &Actual) -> Option<String> {
        match actual {
            Actual::Rule(rule) => rules[*rule].ty.clone(),
            Actual::Named(name, quote) => self.of_name(name, *quote),
        }
    }

    fn of_name(&self, name: &str, quote: Quote) -> Option<String> {
        match self.declared.get(name).filter(|_| quote == Quote::None) {
            Some(declared) if self.spanned.contains(name) => {
                declared.or(self.global).map(|ty| format!("::lrpar::Spanned<{ty}>"))
            }
            Some(declared) => declared.or(self.global).map(str::to_owned),
            None => Some(TOKEN.to_owned()),
        }
    }

    fn of_target(&self, rules: &[FlatRule], target: &Target) -> Option<String> {
        match target {
            Target::Rule(rule) => rules[*rule].ty.clone(),
            Target::Named(SymbolRef { text, quote, .. }) => self.of_name(text, *quote),
        }
    }

    /// Returns the type of the value of a rule called with arguments.
    pub(super) fn of_call(
        &self,
        rules: &[FlatRule],
        def: &RuleDef,
        arguments: &[Actual],
    ) -> Option<String> {
        if !self.has_rust {
            return None;
        }
        let Some(ty) = &def.ty else { return self.global.map(str::to_owned) };
        let ty = ty.text.trim();
        let mut out = String::new();
        for atom in rust_atoms(ty) {
            match def.parameters.iter().position(|parameter| parameter.text == atom) {
                Some(number) => out.push_str(&self.of_actual(rules, &arguments[number])?),
                None => out.push_str(atom),
            }
            // Longer ones are not allowed.
            if out.len() > LONGEST {
                break;
            }
        }
        Some(out)
    }

    /// Returns the type of the value of a group; its productions without an action get one.
    pub(super) fn of_group(
        &self,
        rules: &[FlatRule],
        defs: &[ProductionDef],
        productions: &mut [FlatProduction],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<String> {
        if !self.has_rust {
            return None;
        }
        let mut first: Option<(String, Span)> = None;
        for (def, production) in defs.iter().zip(productions) {
            let given = def.action_type.as_ref().map(|code| code.text.trim().to_owned());
            let ty = match &production.action {
                Some(_) => given.or(self.global.map(str::to_owned)),
                None => self.tuple(rules, def, production),
            };
            let message = match (&ty, &first) {
                (Some(ty), Some((before, _))) if !is_same(ty, before) => Some(format!(
                    "this alternative has a value of type {}, the one before of type {}",
                    shown(ty),
                    shown(before)
                )),
                _ => None,
            };
            if let (Some(message), Some((_, before))) = (message, &first) {
                let error = Diagnostic::error(Kind::MismatchedType, message, def.span);
                diagnostics.push(error.also(*before, "an alternative of the same group"));
            }
            first = first.or(ty.map(|ty| (ty, def.span)));
        }
        if first.is_none()
            && let Some(def) = defs.first()
        {
            let message = "the group's value has no type: expected '<Type>' before an action of it";
            diagnostics.push(Diagnostic::error(Kind::MissingType, message, def.span));
        }
        first.map(|(ty, _)| ty)
    }

    /// Gives a production without an action one that makes a tuple, and returns the type of that.
    fn tuple(
        &self,
        rules: &[FlatRule],
        def: &ProductionDef,
        production: &mut FlatProduction,
    ) -> Option<String> {
        let mut all = Vec::new();
        // A parameter is a name in actions, but no label.
        for (at, (given, element)) in def.elements.iter().zip(&production.elements).enumerate() {
            if let FlatElement::Symbol { symbol, .. } = element {
                all.push((at + 1, self.of_target(rules, symbol)?, given.label().is_some()));
            }
        }
        if all.iter().any(|(_, _, is_labelled)| *is_labelled) {
            all.retain(|(_, _, is_labelled)| *is_labelled);
        }
        let numbers: Vec<String> = all.iter().map(|(number, ..)| format!("${number}")).collect();
        let types: Vec<&str> = all.iter().map(|(_, ty, _)| ty.as_str()).collect();
        let (value, ty) = match &numbers[..] {
            [only] => (only.clone(), types[0].to_owned()),
            _ => (format!("({})", numbers.join(", ")), format!("({})", types.join(", "))),
        };
        // The value of an only symbol stays where it is.
        if production.elements.len() != 1 && ty != "()" {
            production.action = Some(made(value, production.span));
        }
        Some(ty)
    }

    /// Gives a production of one token without an action the token's value, if its rule's type may
    /// hold that.
    pub(super) fn pass_token(
        &self,
        rules: &[FlatRule],
        rule: usize,
        production: &mut FlatProduction,
    ) {
        let [FlatElement::Symbol { symbol: Target::Named(symbol), .. }] = &production.elements[..]
        else {
            return;
        };
        let is_token =
            symbol.quote != Quote::None || !self.declared.contains_key(symbol.text.as_str());
        let own = rules[rule].ty.as_deref().or(self.global).unwrap_or_default();
        let may_hold = own == TOKEN || own.contains("Lexeme");
        if self.has_rust && is_token && production.action.is_none() && may_hold {
            production.action = Some(made("$1".to_owned(), production.span));
        }
    }
}

/// Code that is in no file, at a place.
fn made(text: String, place: Span) -> Code {
    Code { text, span: Span::new(place.start(), place.start()) }
}

/// Whether two types are spelt alike, blanks apart.
fn is_same(a: &str, b: &str) -> bool {
    let signs = |ty: &str| ty.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    signs(a) == signs(b)
}

/// A type in a message.
fn shown(ty: &str) -> String {
    format!("'{}'", ty.replace(TOKEN, "Result<Lexeme, Lexeme>"))
}
