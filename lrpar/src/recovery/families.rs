//! Which rules mean the same to a person, and what that is called: what stands after `+` may be a
//! `Product` by the grammar, but is an expression to whoever writes it.
//!
//! In: the productions of a grammar. Out: its FIRST sets, and for a rule the one by whose name it
//! is called. A production of one symbol makes a rule a form of another. Of the rules that a rule
//! is a form of, these give it the name, in this order:
//!
//! 1. the nearest with a `%epp` of which sentences begin alike (with equal FIRST sets);
//! 2. the one that may stand between brackets as a form of itself and is no list, as an expression
//!    does in `Operand: "(" Expression ")"`;
//! 3. of those of which sentences begin alike, the one that the grammar names most often; lists,
//!    which name their items and themselves, only if there is nothing else. What looks like a list
//!    of lists is an operator of low precedence.
//!
//! Cost: FIRST sets once for a table, and for each production with brackets a search through
//! productions of one symbol, within [`limits::FAMILY_WORK`].

use lrtable::{
    RuleId, Symbol, TokenId,
    first::{First, TokenSet},
    pack::Tables,
};

use super::limits;

/// Returns whether a rule has a name by which something may be called, and whether `%epp` gives it.
pub(crate) type Named<'n> = dyn Fn(RuleId) -> Option<bool> + 'n;

/// The rules of a grammar, as far as they are forms of each other.
#[derive(Debug)]
pub(crate) struct Families {
    first: First,
    /// The rules that each rule is a form of.
    parents: Vec<Vec<RuleId>>,
    /// The rule that stands between brackets as a form of itself, for its forms.
    nested: Vec<Option<RuleId>>,
    /// How often each rule is named, but for its own productions and those of one symbol.
    uses: Vec<u32>,
    /// Whether the rule is a form of it and itself, perhaps with a separator.
    is_list: Vec<bool>,
    /// Whether a production is the rule itself and other rules, without a token.
    is_sequence: Vec<bool>,
}

impl Families {
    /// Computes the families of the grammar that `tables` were made of; `None` if it is too large.
    pub(crate) fn of_tables(tables: &Tables<'_>) -> Option<Families> {
        let productions: Vec<(RuleId, Vec<Symbol>)> =
            tables.rules_and_symbols().map(|(rule, symbols)| (rule, symbols.collect())).collect();
        let productions: Vec<_> =
            productions.iter().map(|(rule, symbols)| (*rule, &symbols[..])).collect();
        Families::new(tables.rule_count, tables.token_count, &productions)
    }

    /// Computes the families of a grammar with so many rules and tokens, and these productions;
    /// `None` if it is too large.
    pub(crate) fn new(
        rules: usize,
        tokens: usize,
        productions: &[(RuleId, &[Symbol])],
    ) -> Option<Families> {
        if rules.saturating_mul(tokens) > limits::FAMILY_WORK {
            return None;
        }
        let mut families = Families {
            first: First::new(rules, tokens, productions, &vec![true; productions.len()]),
            parents: vec![Vec::new(); rules],
            nested: vec![None; rules],
            uses: vec![0; rules],
            is_list: vec![false; rules],
            is_sequence: vec![false; rules],
        };
        let mut forms: Vec<Vec<RuleId>> = vec![Vec::new(); rules];
        for (rule, symbols) in productions {
            if let [Symbol::Rule(form)] = symbols {
                forms[rule.index()].push(*form);
                families.parents[form.index()].push(*rule);
                continue;
            }
            let own = Symbol::Rule(*rule);
            let is_rule = |symbol: &Symbol| matches!(symbol, Symbol::Rule(_));
            families.is_sequence[rule.index()] |=
                symbols.contains(&own) && symbols.iter().all(is_rule);
            for symbol in symbols.iter().filter(|symbol| **symbol != own) {
                if let Symbol::Rule(used) = symbol {
                    families.uses[used.index()] += 1;
                }
            }
        }
        for (rule, symbols) in productions {
            let (own, forms) = (Symbol::Rule(*rule), &forms[rule.index()]);
            let is_form = |symbol| matches!(symbol, Symbol::Rule(form) if forms.contains(&form));
            if let [a, b] | [a, Symbol::Token(_), b] = **symbols {
                families.is_list[rule.index()] |= a == own && is_form(b) || is_form(a) && b == own;
            }
        }
        // A list of what looks like a list is an operator of low precedence.
        let of_items =
            |forms: &Vec<RuleId>| forms.iter().any(|form| families.is_list[form.index()]);
        let of_lists: Vec<bool> = forms.iter().map(of_items).collect();
        families.is_list.iter_mut().zip(of_lists).for_each(|(is_list, of_lists)| {
            *is_list &= !of_lists;
        });
        families.nest(productions, &forms);
        Some(families)
    }

    /// Finds the rules that stand between brackets as forms of themselves; the innermost of several
    /// counts.
    fn nest(&mut self, productions: &[(RuleId, &[Symbol])], forms: &[Vec<RuleId>]) {
        let edges = forms.iter().map(Vec::len).sum::<usize>() + forms.len();
        let brackets = productions.iter().filter_map(|(operand, symbols)| match symbols {
            [Symbol::Token(_), Symbol::Rule(inner), Symbol::Token(_)] => Some((*operand, *inner)),
            _ => None,
        });
        for (operand, inner) in brackets.take(limits::FAMILY_WORK / edges.max(1)) {
            let mut is_form = vec![false; forms.len()];
            reached(inner, forms, |_| true).iter().for_each(|form| is_form[form.index()] = true);
            let is_list = self.is_sequence[inner.index()] || self.first.is_nullable(inner);
            if is_list || !is_form[operand.index()] {
                continue;
            }
            for rule in reached(operand, &self.parents, |rule| is_form[rule.index()]) {
                let nested = &mut self.nested[rule.index()];
                if nested.is_none_or(|known| !is_form[known.index()]) {
                    *nested = Some(inner);
                }
            }
        }
    }

    /// Returns the tokens with which sentences of a rule begin.
    pub(crate) fn first(&self, rule: RuleId) -> &TokenSet {
        self.first.first(rule)
    }

    /// Returns whether a rule can derive the empty sentence.
    pub(crate) fn is_nullable(&self, rule: RuleId) -> bool {
        self.first.is_nullable(rule)
    }

    /// Returns how often a rule is named, but for its own productions and those of one symbol.
    pub(crate) fn uses(&self, rule: RuleId) -> u32 {
        self.uses[rule.index()]
    }

    /// Returns whether a rule is a list of items, perhaps with a separator.
    pub(crate) fn is_list(&self, rule: RuleId) -> bool {
        self.is_list[rule.index()]
    }

    /// Returns the rule by whose name a rule is called where the lexeme `found`, with which its
    /// sentences cannot begin, stands instead; `None` if it has no name.
    pub(crate) fn called(&self, rule: RuleId, named: &Named<'_>, found: TokenId) -> Option<RuleId> {
        let family = self.family(rule);
        let is_given = |rule: &RuleId| named(*rule) == Some(true);
        if let Some(given) = family.iter().copied().find(is_given) {
            return Some(given);
        }
        let nested = self.nested(rule, named);
        let fits = |nested: &RuleId| !self.first(*nested).contains(found);
        nested.filter(fits).or_else(|| self.most_used(family, named))
    }

    fn nested(&self, rule: RuleId, named: &Named<'_>) -> Option<RuleId> {
        self.nested[rule.index()].filter(|nested| named(*nested).is_some())
    }

    /// Returns the rule with a name that is named most often, and is never empty; of several, the
    /// innermost, which was reached first.
    fn most_used(&self, family: Vec<RuleId>, named: &Named<'_>) -> Option<RuleId> {
        let is_named = |rule: &RuleId| named(*rule).is_some() && !self.first.is_nullable(*rule);
        let family = family.into_iter().rev().filter(is_named);
        family.max_by_key(|rule| (!self.is_list[rule.index()], self.uses(*rule)))
    }

    /// Returns the rules that reach one by productions of one symbol, itself first, as far as their
    /// sentences begin alike.
    fn family(&self, rule: RuleId) -> Vec<RuleId> {
        reached(rule, &self.parents, |other| self.first(other) == self.first(rule))
    }

    /// Returns whether something may be called by the name of each rule.
    #[cfg(feature = "generator")]
    pub(crate) fn needed(&self, named: &Named<'_>) -> Vec<bool> {
        let rules = || (0..self.parents.len()).map(RuleId::new);
        let mut is_needed: Vec<bool> = rules().map(|rule| named(rule) == Some(true)).collect();
        for rule in rules().filter(|rule| self.first(*rule).len() > 1) {
            let nested = self.nested(rule, named);
            let called = nested.into_iter().chain(self.most_used(self.family(rule), named));
            called.for_each(|rule| is_needed[rule.index()] = true);
        }
        is_needed
    }
}

/// Returns the rules that are reached from one, itself first, by steps to rules that `may` be
/// reached.
fn reached(from: RuleId, steps: &[Vec<RuleId>], may: impl Fn(RuleId) -> bool) -> Vec<RuleId> {
    let mut seen = vec![false; steps.len()];
    seen[from.index()] = true;
    let mut reached = vec![from];
    let mut at = 0;
    while let Some(rule) = reached.get(at) {
        at += 1;
        for next in &steps[rule.index()] {
            if may(*next) && !std::mem::replace(&mut seen[next.index()], true) {
                reached.push(*next);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use lrtable::{
        Minimiser, YaccGrammar, from_yacc,
        yacc::{YaccKind, YaccOriginalActionKind::NoAction},
    };

    /// Checks what each of `rules` is called where `;` stands, also by the labels that are needed.
    fn check(text: &str, rules: &[(&str, &str)]) {
        let grammar = YaccGrammar::<u32>::new(YaccKind::Original(NoAction), text).unwrap();
        let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
        let families = Families::of_tables(&table.tables()).unwrap();
        let named = |rule: RuleId| {
            let rule = grammar.rule(rule);
            rule.span.map(|_| rule.epp.is_some())
        };
        let needed = families.needed(&named);
        let kept = |rule: RuleId| named(rule).filter(|_| needed[rule.index()]);
        let found = grammar.token_named(";").unwrap();
        for (rule, wanted) in rules {
            let rule = grammar.rule_named(rule).unwrap();
            for named in [&named as &Named<'_>, &kept] {
                let called = grammar.rule(families.called(rule, named, found).unwrap());
                assert_eq!(called.epp.as_ref().unwrap_or(&called.name), wanted);
            }
        }
    }

    #[test]
    fn operands_are_called_what_stands_in_brackets() {
        let text = "%start Program\n%%
            Program: Stmts; Stmts: Stmts Stmt | Stmt;
            Stmt: Expr ';' | 'if' Expr Stmt | 'let' 'id' ':' Type '=' Expr ';' | Block;
            Block: '{' Stmts '}';
            Type: 'id' | '[' Type ']';
            Expr: Sum | 'not' Expr; Sum: Sum '+' Product | Product;
            Product: Product '*' Operand | Operand;
            Operand: 'id' | 'number' | '(' Expr ')' | '[' Args ']'; Args: Args ',' Expr | Expr;";
        let rules = ["Sum", "Product", "Operand", "Expr"].map(|rule| (rule, "Expr"));
        check(text, &rules);
        check(text, &[("Stmt", "Stmt"), ("Stmts", "Program"), ("Type", "Type")]);
        // Sentences of `Expr` can begin with what stands there: it is not what is missing.
        let text = text.replace("'not'", "';'");
        check(&text, &[("Product", "Sum"), ("Operand", "Operand")]);
        // A label counts for what begins alike.
        let text = format!("%epp Product 'a product'\n{text}");
        check(&text, &[("Product", "a product"), ("Operand", "a product"), ("Sum", "Sum")]);
    }

    #[test]
    fn operators_are_no_lists() {
        let text = "%start S\n%%
            S: 'if' Or ';' | 'not' Or ';' | 'call' List ';'; List: List ',' Item | Item; Item: 'id' | 'number' 'as' 'id';
            Or: Or 'or' And | And; And: And 'and' Not | Not; Not: '-' Not | 'true' | 'false';";
        check(text, &["Or", "And", "Not"].map(|rule| (rule, "Or")));
        check(text, &[("Item", "Item"), ("List", "List")]);
    }

    #[test]
    fn grammars_of_cycles_have_names_too() {
        let text = "%%\nA: B ';' | '[' A ']'; B: C | 'x'; C: B | 'y' | '(' C ')';";
        check(text, &[("B", "C"), ("C", "C"), ("A", "A")]);
    }
}
