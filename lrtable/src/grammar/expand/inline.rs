//! `%inline` rules, put into the productions that name them.
//!
//! A production that names an inlined rule becomes one for each of the rule's alternatives; if it
//! names several, one for each combination. So an LR parser need not decide where the rule begins
//! or ends, and a production's last token, which gives it its precedence, may come from the rule.

use fnv::{FnvHashMap, FnvHashSet};

use super::{FlatElement, FlatProduction, FlatRule, Origin, Target};
use crate::{
    diagnostic::{Diagnostic, YaccGrammarErrorKind as Kind},
    limits::{INLINED, inlined_message},
    yacc::syntax::{Ast, Quote},
};

/// Puts inlined rules into productions, and leaves them without productions of their own. Adds
/// mistakes to `diagnostics`; after one, what is returned makes no sense.
pub(super) fn inline(
    ast: &Ast,
    mut rules: Vec<FlatRule>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<FlatRule> {
    let mut inlined = Inlined::new(&mut rules);
    if inlined.productions.is_empty() {
        return rules;
    }
    for start in &ast.starts {
        if inlined.by_name.contains_key(&start.text) {
            let message = format!("'{}' is a start rule: it cannot be inlined", start.text);
            diagnostics.push(Diagnostic::error(Kind::InvalidInline, message, start.span));
        }
    }
    inlined.name_in_origins(&mut rules);
    match inlined.flatten_all(&mut rules) {
        Ok(()) => inlined.warn_of_unused(ast, &rules, diagnostics),
        Err(error) => diagnostics.push(error),
    }
    rules
}

/// The inlined rules, by the index of their first definition.
struct Inlined {
    by_name: FnvHashMap<String, usize>,
    productions: FnvHashMap<usize, Vec<FlatProduction>>,
    used: FnvHashSet<usize>,
    /// Symbols of the productions made so far.
    symbols: usize,
}

impl Inlined {
    /// Takes the productions of inlined rules out of `rules`.
    fn new(rules: &mut [FlatRule]) -> Self {
        let mut by_name = FnvHashMap::default();
        for (at, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.inline.is_some()) {
            by_name.entry(rule.name.text.clone()).or_insert(at);
        }
        let mut productions: FnvHashMap<usize, Vec<FlatProduction>> = FnvHashMap::default();
        for rule in rules.iter_mut() {
            if let Some(first) = by_name.get(&rule.name.text) {
                rule.inline = rule.inline.or(Some(rule.name.span));
                productions.entry(*first).or_default().append(&mut rule.productions);
            }
        }
        Inlined { by_name, productions, used: FnvHashSet::default(), symbols: 0 }
    }

    /// Lets instances that were made of inlined rules refer to them by index: they have no name.
    fn name_in_origins(&self, rules: &mut [FlatRule]) {
        for rule in rules {
            if let Some(Origin::Optional(item) | Origin::List(item)) = &mut rule.origin
                && let Target::Named(symbol) = item
                && symbol.quote == Quote::None
                && let Some(first) = self.by_name.get(&symbol.text)
            {
                *item = Target::Rule(*first);
            }
        }
    }

    /// The inlined rule that an element names.
    fn rule_of(&self, element: &FlatElement) -> Option<usize> {
        match element {
            FlatElement::Symbol { symbol: Target::Rule(rule), .. } => {
                Some(*rule).filter(|rule| self.productions.contains_key(rule))
            }
            FlatElement::Symbol { symbol: Target::Named(symbol), .. } => {
                self.by_name.get(&symbol.text).copied().filter(|_| symbol.quote == Quote::None)
            }
            FlatElement::MidRule { .. } | FlatElement::Inlined { .. } => None,
        }
    }

    /// Flattens the productions of inlined rules, then those of the others.
    fn flatten_all(&mut self, rules: &mut [FlatRule]) -> Result<(), Diagnostic> {
        for rule in self.order(rules)? {
            let productions = self.productions[&rule].clone();
            let is_action = |element: &FlatElement| matches!(element, FlatElement::MidRule { .. });
            let with_action = productions.iter().find(|one| one.elements.iter().any(is_action));
            if let Some(production) = with_action {
                let name = &rules[rule].name.text;
                let message = format!(
                    "inlined rule '{name}' has an action before the end of a production: expected it in a rule that is not inlined"
                );
                return Err(Diagnostic::error(Kind::InvalidInline, message, production.span));
            }
            let flat = self.flatten(rules, productions)?;
            self.productions.insert(rule, flat);
        }
        for at in 0..rules.len() {
            let productions = std::mem::take(&mut rules[at].productions);
            rules[at].productions = self.flatten(rules, productions)?;
        }
        Ok(())
    }

    /// The inlined rules in an order in which each comes after those that its productions name.
    fn order(&self, rules: &[FlatRule]) -> Result<Vec<usize>, Diagnostic> {
        let mut order = Vec::new();
        let mut state: FnvHashMap<usize, bool> = FnvHashMap::default();
        let mut roots: Vec<usize> = self.productions.keys().copied().collect();
        roots.sort_unstable();
        for root in roots {
            let mut todo = vec![(root, false)];
            while let Some((rule, is_left)) = todo.pop() {
                if is_left {
                    state.insert(rule, true);
                    order.push(rule);
                    continue;
                }
                match state.get(&rule) {
                    Some(true) => continue,
                    Some(false) => {
                        let name = &rules[rule].name;
                        let message = format!(
                            "inlined rule '{}' names itself, at once or by other inlined rules",
                            name.text
                        );
                        return Err(Diagnostic::error(Kind::InvalidInline, message, name.span));
                    }
                    None => {}
                }
                state.insert(rule, false);
                todo.push((rule, true));
                let elements = self.productions[&rule].iter().flat_map(|one| &one.elements);
                let mut inner: Vec<usize> = elements.filter_map(|one| self.rule_of(one)).collect();
                inner.retain(|inner| state.get(inner) != Some(&true));
                inner.sort_unstable();
                inner.dedup();
                todo.extend(inner.into_iter().map(|inner| (inner, false)));
            }
        }
        Ok(order)
    }

    /// Replaces the inlined rules that productions name by their productions.
    fn flatten(
        &mut self,
        rules: &[FlatRule],
        productions: Vec<FlatProduction>,
    ) -> Result<Vec<FlatProduction>, Diagnostic> {
        let mut flat = Vec::new();
        for production in productions {
            if production.elements.iter().all(|element| self.rule_of(element).is_none()) {
                flat.push(production);
            } else {
                self.combinations(rules, &production, &mut flat)?;
            }
        }
        Ok(flat)
    }

    fn combinations(
        &mut self,
        rules: &[FlatRule],
        production: &FlatProduction,
        flat: &mut Vec<FlatProduction>,
    ) -> Result<(), Diagnostic> {
        let empty = FlatProduction { elements: Vec::new(), ..production.clone() };
        let mut partial = vec![empty];
        for element in &production.elements {
            let rule = self.rule_of(element);
            let after_inlined =
                partial[0].elements.iter().any(|one| matches!(one, FlatElement::Inlined { .. }));
            if let (FlatElement::MidRule { code, .. }, true) = (element, after_inlined) {
                let message =
                    "an action in the middle of a production cannot stand after an inlined rule";
                return Err(Diagnostic::error(Kind::InvalidInline, message, code.span));
            }
            let (Some(rule), FlatElement::Symbol { label, .. }) = (rule, element) else {
                partial.iter_mut().for_each(|one| one.elements.push(element.clone()));
                continue;
            };
            self.used.insert(rule);
            let FlatRule { name, ty, .. } = &rules[rule];
            let mut longer = Vec::new();
            for before in &partial {
                for inner in &self.productions[&rule] {
                    self.symbols += before.elements.len() + inner.elements.len() + 1;
                    if self.symbols > INLINED {
                        let message = inlined_message(&name.text);
                        return Err(Diagnostic::error(
                            Kind::LimitReached,
                            message,
                            production.span,
                        ));
                    }
                    let mut combined = before.clone();
                    combined.prec = combined.prec.or(inner.prec.clone());
                    combined.elements.push(FlatElement::Inlined {
                        rule: name.text.clone(),
                        ty: ty.clone(),
                        label: label.clone(),
                        production: inner.clone(),
                    });
                    longer.push(combined);
                }
            }
            partial = longer;
            if partial.is_empty() {
                return Ok(());
            }
        }
        flat.append(&mut partial);
        Ok(())
    }

    fn warn_of_unused(&self, ast: &Ast, rules: &[FlatRule], diagnostics: &mut Vec<Diagnostic>) {
        let mut unused: Vec<usize> = self.by_name.values().copied().collect();
        unused.retain(|rule| !self.used.contains(rule));
        unused.sort_unstable();
        for rule in unused {
            let name = &rules[rule].name;
            if !ast.expect_unused.iter().any(|symbol| symbol.text == name.text) {
                let message = format!(
                    "inlined rule '{}' is never used: remove it, or name it in '%expect-unused'",
                    name.text
                );
                diagnostics.push(Diagnostic::warning(Kind::UnusedRule, message, name.span));
            }
        }
    }
}
