//! What a grammar lends in the forms that programs made for grmtools expect: ids of its storage
//! type in slices, and texts of its file as strings of their own.
//!
//! Copies, made when one of them is first asked for.

use crate::{
    PIdx, Storage, Symbol,
    grammar::{Grammar, YaccGrammar},
    yacc::syntax::Code,
};

/// The copies that a grammar lends.
#[derive(Debug)]
pub(crate) struct Lent<StorageT> {
    /// The symbols of each production.
    pub(crate) symbols: Vec<Vec<Symbol<StorageT>>>,
    /// The productions of each rule.
    pub(crate) productions: Vec<Vec<PIdx<StorageT>>>,
    /// The action of each production.
    pub(crate) actions: Vec<Option<String>>,
    pub(crate) parse_param: Option<(String, String)>,
    pub(crate) parse_generics: Option<String>,
    pub(crate) programs: Option<String>,
}

impl<StorageT: Storage> YaccGrammar<StorageT> {
    pub(crate) fn lent(&self) -> &Lent<StorageT> {
        self.lent.get_or_init(|| Lent::of(&self.widen()))
    }
}

impl<StorageT: Storage> Lent<StorageT> {
    fn of(grammar: &Grammar) -> Self {
        let text = |code: &Option<Code>| code.as_ref().map(|code| code.text.clone());
        let declarations = grammar.declarations();
        let productions = || grammar.productions().iter();
        let symbols = productions().map(|prod| prod.symbols.iter().map(|one| one.stored()));
        let of_rules = grammar.rules().iter();
        let of_rules = of_rules.map(|rule| rule.productions.iter().map(|prod| prod.stored()));
        Lent {
            symbols: symbols.map(Iterator::collect).collect(),
            productions: of_rules.map(Iterator::collect).collect(),
            actions: productions().map(|prod| text(&prod.action)).collect(),
            parse_param: declarations.parse_param.as_ref().map(Code::parameter),
            parse_generics: text(&declarations.parse_generics),
            programs: text(&declarations.programs),
        }
    }
}
