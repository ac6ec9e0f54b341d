//! Sentences of a grammar: the cheapest of each rule, and random ones with their derivations.

use indexmap::IndexSet;

use crate::{
    ProdId, RuleId, TokenId,
    derive::{self, Costs},
    grammar::{Grammar, Symbol},
    limits::SENTENCE,
    random::Random,
};

/// The cheapest sentences of the rules of a grammar: their costs, and the productions that derive
/// them.
///
/// ```
/// use lrtable::{grammar::Grammar, sentence::Cheapest};
///
/// let text = "%% List: '[' Items ']'; Items: Item | Items ',' Item; Item: 'n' | List;";
/// let grammar = Grammar::parse(text, None).unwrap();
/// let cheapest = Cheapest::new(&grammar, |_| 1);
/// let list = grammar.rule_named("List").unwrap();
/// let names = |id| grammar.token(id).name.as_str();
/// assert_eq!(cheapest.cost(list), 3);
/// assert_eq!(cheapest.sentence(list).unwrap().into_iter().map(names).collect::<String>(), "[n]");
/// ```
#[derive(Clone, Debug)]
pub struct Cheapest {
    grammar: Grammar,
    costs: Costs,
}

/// The cost that stands for a rule without any sentence.
pub const NO_SENTENCE: u32 = derive::NOTHING;

impl Cheapest {
    /// Computes the cheapest sentences, a sentence costing the sum of `token_cost` over its tokens.
    ///
    /// Sums saturate below [`NO_SENTENCE`].
    pub fn new(grammar: &Grammar, token_cost: impl Fn(TokenId) -> u32) -> Self {
        let rules = grammar.rules().len();
        let costs =
            derive::costs(rules, &grammar.rules_and_symbols(), |token| Some(token_cost(token)));
        Cheapest { grammar: grammar.widen(), costs }
    }

    /// Returns the cost of the cheapest sentence of `rule`; [`NO_SENTENCE`] if it has none.
    pub fn cost(&self, rule: RuleId) -> u32 {
        self.costs.rules[rule.index()]
    }

    /// The name of a rule.
    pub(crate) fn name(&self, rule: RuleId) -> &str {
        &self.grammar.rule(rule).name
    }

    /// Returns a cheapest sentence of `rule`; `None` if it has none, or if deriving it takes more
    /// than [`SENTENCE`] symbols.
    pub fn sentence(&self, rule: RuleId) -> Option<Vec<TokenId>> {
        self.costs.first[rule.index()]?;
        let mut sentence = Vec::new();
        let mut todo = vec![Symbol::Rule(rule)];
        for _ in 0..SENTENCE {
            let Some(symbol) = todo.pop() else { return Some(sentence) };
            match symbol {
                Symbol::Token(token) => sentence.push(token),
                Symbol::Rule(rule) => {
                    let prod = self.costs.first[rule.index()].expect("part of a cheapest sentence");
                    todo.extend(self.grammar.symbols(prod).iter().rev());
                }
            }
        }
        None
    }

    /// Returns the cheapest sentences of `rule`, each once.
    ///
    /// These are all of them if the steps by which they are derived have no more than [`SENTENCE`]
    /// symbols together, else some, and at least the one that [`sentence`](Self::sentence) returns.
    pub fn sentences(&self, rule: RuleId) -> Vec<Vec<TokenId>> {
        let mut forms = IndexSet::from([vec![Symbol::Rule(rule)]]);
        let (mut at, mut left) = (0, SENTENCE);
        while let Some(form) = forms.get_index(at).filter(|_| left > 0) {
            at += 1;
            let mut rules = form.iter().enumerate().filter_map(|(n, one)| Some((n, one.rule()?)));
            let Some((first, rule)) = rules.next() else { continue };
            let cost = self.costs.rules[rule.index()];
            let is_cheapest = |prod: &&ProdId| {
                cost != NO_SENTENCE && self.costs.productions[prod.index()] == cost
            };
            let (before, after) = (&form[..first], &form[first + 1..]);
            let productions = self.grammar.rule(rule).productions.iter().filter(is_cheapest);
            let next =
                productions.map(|prod| [before, self.grammar.symbols(*prod), after].concat());
            for form in next.collect::<Vec<_>>() {
                left = left.saturating_sub(form.len() + 1);
                forms.insert(form);
            }
        }
        let tokens = |form: Vec<Symbol>| form.into_iter().map(Symbol::token).collect();
        let found: Vec<Vec<TokenId>> = forms.into_iter().filter_map(tokens).collect();
        if found.is_empty() { self.sentence(rule).into_iter().collect() } else { found }
    }
}

/// A sentence and the productions of its derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// The tokens of the sentence, in order.
    pub tokens: Vec<TokenId>,
    /// The productions of a leftmost derivation, in order: the parse tree's inner nodes, parents
    /// first.
    pub productions: Vec<ProdId>,
}

/// Derives a random sentence from the k-th start rule; returns `None` if it has none, or if that
/// takes more than [`SENTENCE`] symbols.
///
/// Productions are equally likely until about `size` of them were used; then each rule takes the
/// production that leads to its cheapest sentence. The predefined `error` token counts as very
/// dear.
///
/// ```
/// use lrtable::{grammar::Grammar, random::Random, sentence::{Cheapest, random_derivation}};
///
/// let grammar = Grammar::parse("%% List: | List 'x';", None).unwrap();
/// let cheapest = Cheapest::new(&grammar, |_| 1);
/// let derivation = random_derivation(&cheapest, 0, 10, &mut Random::new(1)).unwrap();
/// assert_eq!(derivation.productions.len(), derivation.tokens.len() + 1);
/// ```
pub fn random_derivation(
    cheapest: &Cheapest,
    k: usize,
    size: usize,
    random: &mut Random,
) -> Option<Derivation> {
    let grammar = &cheapest.grammar;
    let start = grammar.starts()[k];
    cheapest.costs.first[start.index()]?;
    let mut derivation = Derivation { tokens: Vec::new(), productions: Vec::new() };
    let is_rule = |symbol: &&Symbol| matches!(symbol, Symbol::Rule(_));
    let mut todo = vec![Symbol::Rule(start)];
    let mut open = 1;
    for _ in 0..SENTENCE {
        let Some(symbol) = todo.pop() else { return Some(derivation) };
        let rule = match symbol {
            Symbol::Token(token) => {
                derivation.tokens.push(token);
                continue;
            }
            Symbol::Rule(rule) => rule,
        };
        let productions = grammar.rule(rule).productions.iter().copied();
        let is_usable = |prod: &ProdId| {
            let mut tokens = grammar.symbols(*prod).iter().filter_map(|symbol| symbol.token());
            grammar.is_productive(*prod) && !tokens.any(|token| grammar.token(token).is_error)
        };
        let usable: Vec<ProdId> = productions.filter(is_usable).collect();
        let prod = if usable.is_empty() || derivation.productions.len() + open >= size {
            cheapest.costs.first[rule.index()].expect("a productive rule has a cheapest sentence")
        } else {
            *random.choose(&usable)
        };
        derivation.productions.push(prod);
        open += grammar.symbols(prod).iter().filter(is_rule).count();
        open -= 1;
        todo.extend(grammar.symbols(prod).iter().rev());
    }
    None
}
