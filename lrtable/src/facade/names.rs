//! Names of grmtools that few programs use: they are answered from what the grammar and its table
//! already hold.

use std::{collections::HashSet, str::FromStr};

use crate::{
    PIdx, ProdId, RIdx, RuleId, SIdx, StIdx, Storage, Symbol, TIdx, TokenId, derive,
    diagnostic::{Diagnostic, Severity},
    grammar::{Grammar, YaccGrammar},
    span::Span,
    stategraph::{Conflicts, Lent, ReduceReduce, ShiftReduce},
    statetable::{Action, StateTable},
    yacc::YaccKind,
};

impl<StorageT: Storage> YaccGrammar<StorageT> {
    /// Returns the code of a production's action; `None` if it has none.
    pub fn action(&self, pidx: PIdx<StorageT>) -> &Option<String> {
        &self.lent().actions[usize::from(pidx)]
    }

    /// Returns the place of a production's action, without its braces; `None` if it has none.
    pub fn action_span(&self, pidx: PIdx<StorageT>) -> Option<Span> {
        let action = &self.production(pidx.widen()).action;
        action.as_ref().map(|code| code.span)
    }

    /// Returns the type of a rule's value; `None` if the file names none.
    pub fn actiontype(&self, ridx: RIdx<StorageT>) -> &Option<String> {
        &self.rule(ridx.widen()).action_type
    }

    /// Returns the name and the type of the parameter of `%parse-param`; `None` without that
    /// declaration.
    pub fn parse_param(&self) -> &Option<(String, String)> {
        &self.lent().parse_param
    }

    /// Returns the text of `%parse-generics`; `None` without that declaration.
    pub fn parse_generics(&self) -> &Option<String> {
        &self.lent().parse_generics
    }

    /// Returns the text of the programs section, after the second `%%`; `None` if there is none.
    pub fn programs(&self) -> &Option<String> {
        &self.lent().programs
    }

    /// Returns the number of symbols of a production.
    ///
    /// # Panics
    ///
    /// If it does not fit in `StorageT`: then the production has more symbols than the grammar may
    /// have productions.
    pub fn prod_len(&self, pidx: PIdx<StorageT>) -> SIdx<StorageT> {
        SIdx::<u32>::new(self.prod(pidx).len()).stored()
    }

    /// Returns the name of a rule.
    #[deprecated(note = "use `rule_name_str`")]
    pub fn rule_name(&self, ridx: RIdx<StorageT>) -> &str {
        self.rule_name_str(ridx)
    }

    /// Returns Eco's rule `~` for implicit tokens; `None` in a grammar of another kind.
    pub fn implicit_rule(&self) -> Option<RIdx<StorageT>> {
        (self.kind() == YaccKind::Eco).then(|| self.rule_idx("~")).flatten()
    }
}

/// Reads the text of a Yacc file as the kind that the file itself shows.
impl<StorageT: Storage> FromStr for YaccGrammar<StorageT> {
    type Err = Vec<Diagnostic>;

    fn from_str(source: &str) -> Result<Self, Self::Err> {
        let only_errors = |all: Vec<Diagnostic>| -> Vec<Diagnostic> {
            all.into_iter().filter(|one| one.severity() == Severity::Error).collect()
        };
        Self::from_grammar(Grammar::parse(source, None).map_err(only_errors)?)
    }
}

impl<StorageT: Storage> StateTable<StorageT> {
    /// Returns productions by which a state can reduce: the first of those that have the same rule
    /// and the same length.
    pub fn core_reduces(
        &self,
        stidx: StIdx<StorageT>,
    ) -> impl Iterator<Item = PIdx<StorageT>> + use<StorageT> {
        let tables = self.tables();
        let reduced = |token| match tables.action(stidx.widen(), token) {
            Action::Reduce(prod) => Some(prod),
            _ => None,
        };
        let mut reductions: Vec<ProdId> = tables.token_ids().filter_map(reduced).collect();
        reductions.sort_unstable();
        let mut effects = HashSet::new();
        reductions.retain(|prod| effects.insert(tables.production(*prod)));
        reductions.into_iter().map(ProdId::stored)
    }

    /// Returns whether a state has no other actions than reductions by one production.
    pub fn reduce_only_state(&self, stidx: StIdx<StorageT>) -> bool {
        let tables = self.tables();
        let actions = tables.token_ids().map(|token| tables.action(stidx.widen(), token));
        let mut actions = actions.filter(|action| *action != Action::Error);
        match actions.next() {
            Some(first @ Action::Reduce(_)) => actions.all(|action| action == first),
            _ => false,
        }
    }
}

impl<StorageT: Storage> Conflicts<StorageT> {
    /// Returns the reduce/reduce conflicts: the token, the production that is reduced, the one that
    /// is not, and the state.
    pub fn rr_conflicts(
        &self,
    ) -> impl Iterator<Item = &(TIdx<StorageT>, PIdx<StorageT>, PIdx<StorageT>, StIdx<StorageT>)>
    {
        self.lent().1.iter()
    }

    /// Returns the shift/reduce conflicts: the token, which is shifted, the production that is not
    /// reduced, and the state.
    pub fn sr_conflicts(
        &self,
    ) -> impl Iterator<Item = &(TIdx<StorageT>, PIdx<StorageT>, StIdx<StorageT>)> {
        self.lent().0.iter()
    }

    fn lent(&self) -> &Lent<StorageT> {
        let shift_reduce =
            |one: &ShiftReduce| (one.token.stored(), one.prod.stored(), one.state.stored());
        let reduce_reduce = |one: &ReduceReduce| {
            (one.token.stored(), one.kept.stored(), one.dropped.stored(), one.state.stored())
        };
        self.lent.get_or_init(|| {
            let both = (self.shift_reduce.iter(), self.reduce_reduce.iter());
            (both.0.map(shift_reduce).collect(), both.1.map(reduce_reduce).collect())
        })
    }
}

/// For each rule the cost of its dearest sentence, saturating; `None` if it, or a rule that it
/// uses, is recursive.
pub(super) fn dearest(grammar: &Grammar, cost: impl Fn(TokenId) -> u32) -> Vec<Option<u32>> {
    let productions = grammar.rules_and_symbols();
    let users = derive::uses(grammar.rules().len(), &productions);
    // For each rule how often it uses those that are not done.
    let mut open = vec![0usize; users.len()];
    for (rule, symbols) in &productions {
        open[rule.index()] += symbols.iter().filter(|symbol| symbol.rule().is_some()).count();
    }
    let mut dearest = vec![None; users.len()];
    let mut todo: Vec<RuleId> = grammar.rule_ids().filter(|id| open[id.index()] == 0).collect();
    while let Some(rule) = todo.pop() {
        let of_symbol = |symbol: &Symbol| match symbol {
            Symbol::Token(token) => cost(*token),
            Symbol::Rule(used) => dearest[used.index()].expect("all that it uses is done"),
        };
        let costs = grammar.rule(rule).productions.iter().map(|prod| {
            let symbols = grammar.symbols(*prod).iter().map(of_symbol);
            symbols.fold(0, u32::saturating_add)
        });
        dearest[rule.index()] = Some(costs.max().unwrap_or(0));
        for user in users.get(rule.index()).iter().map(|prod| productions[*prod as usize].0) {
            open[user.index()] -= 1;
            if open[user.index()] == 0 {
                todo.push(user);
            }
        }
    }
    dearest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Minimiser, from_yacc, yacc::YaccOriginalActionKind};

    fn grammar(source: &str) -> YaccGrammar<u8> {
        let kind = YaccKind::Original(YaccOriginalActionKind::UserAction);
        YaccGrammar::new_with_storaget(kind, source).unwrap()
    }

    #[test]
    fn texts_of_the_file_are_lent() {
        let source = "%parse-param p: &'a T\n%parse-generics 'a, T: Fn(u8)\n%actiontype U\n%%\nS: 'a' { f($1) } | ;\n%%\nfn f() {}";
        let grammar = grammar(source);
        assert_eq!(*grammar.parse_param(), Some(("p".to_owned(), "&'a T".to_owned())));
        assert_eq!(grammar.parse_generics().as_deref(), Some("'a, T: Fn(u8)"));
        assert_eq!(grammar.programs().as_deref().map(str::trim), Some("fn f() {}"));
        let rule = grammar.rule_idx("S").unwrap();
        assert_eq!(grammar.actiontype(rule).as_deref(), Some("U"));
        let [with, without] = grammar.rule_to_prods(rule) else { panic!("two productions") };
        assert_eq!(grammar.action(*with).as_deref().map(str::trim), Some("f($1)"));
        let span = grammar.action_span(*with).unwrap();
        assert_eq!(source[span.start()..span.end()].trim(), "f($1)");
        assert_eq!((grammar.action(*without), grammar.action_span(*without)), (&None, None));
        assert_eq!((grammar.prod_len(*with), grammar.prod_len(*without)), (SIdx(1), SIdx(0)));
    }

    #[test]
    fn reductions_with_one_effect_are_one() {
        let grammar = grammar(
            "%%\nS: E 'x' | F 'y' | G 'z';\nE: 'a' | A;\nF: 'a' | A;\nG: 'a' 'a';\nA: 'a';",
        );
        let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
        let a = table.action(table.start_state(), grammar.token_idx("a").unwrap());
        let Action::Shift(state) = a else { panic!("'a' is shifted") };
        // After 'a' the rules E, F and A are each one symbol long.
        let rules: Vec<&str> = table
            .core_reduces(state)
            .map(|prod| grammar.rule_name_str(grammar.prod_to_rule(prod)))
            .collect();
        assert_eq!(rules, ["E", "F"]);
        assert!(!table.reduce_only_state(state));
        let Action::Shift(last) = table.action(state, grammar.token_idx("a").unwrap()) else {
            panic!("'a' is shifted")
        };
        assert!(table.reduce_only_state(last));
        assert!(!table.reduce_only_state(table.start_state()));
    }

    #[test]
    fn conflicts_are_lent_by_ids() {
        let grammar = grammar("%%\nS: 'i' S | 'i' S 'e' S | A | B;\nA: 'a';\nB: 'a';");
        let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
        let conflicts = table.conflicts().unwrap();
        let rule = |prod| grammar.rule_name_str(grammar.prod_to_rule(prod));
        let shifted: Vec<_> = conflicts
            .sr_conflicts()
            .map(|(token, prod, state)| (grammar.token_name(*token), rule(*prod), *state))
            .collect();
        let [(Some("e"), "S", state)] = shifted[..] else { panic!("{shifted:?}") };
        let shift = table.action(state, grammar.token_idx("e").unwrap());
        assert!(matches!(shift, Action::Shift(_)));
        assert_eq!(conflicts.rr_len(), conflicts.rr_conflicts().count());
        for (token, kept, dropped, state) in conflicts.rr_conflicts() {
            assert_eq!((rule(*kept), rule(*dropped)), ("A", "B"));
            assert_eq!(table.action(*state, *token), Action::Reduce(*kept));
        }
    }

    #[test]
    fn rules_without_recursion_have_a_dearest_sentence() {
        let grammar = grammar("%%\nS: A R | B; A: 'a' B | B B B; B: 'b' | ; R: 'r' R | ;");
        let generator = grammar.sentence_generator(|token| match grammar.token_name(token) {
            Some("a") => 4,
            _ => 1,
        });
        let cost = |rule| generator.max_sentence_cost(grammar.rule_idx(rule).unwrap());
        assert_eq!([cost("A"), cost("B"), cost("R"), cost("S")], [Some(5), Some(1), None, None]);
    }

    #[test]
    fn a_text_is_read_as_what_it_shows_itself_to_be() {
        let grammar = YaccGrammar::<u16>::from_str("%implicit_tokens ws\n%%\nS: 'a';").unwrap();
        assert!(grammar.implicit_rule().is_some());
        assert!(YaccGrammar::<u16>::from_str("%%\nS: T;").is_err());
    }
}
