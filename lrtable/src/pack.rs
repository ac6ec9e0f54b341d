//! The arrays that run: a state table as plain integers, borrowed from a [`StateTable`](crate::statetable::StateTable) or
//! from the `static` items of generated code.

use crate::{ProdId, RuleId, StateId, TokenId, grammar::Symbol};

/// An encoded action: its kind in the low two bits, its state or production above.
pub(crate) const ERROR: u32 = 0;
const SHIFT: u32 = 1;
const REDUCE: u32 = 2;
const ACCEPT: u32 = 3;
/// An encoded goto is the state's number plus one.
pub(crate) const NO_GOTO: u32 = 0;

/// An encoded symbol: twice the number of a token, or twice the number of a rule plus one.
pub(crate) fn encode_symbol(symbol: Symbol) -> u32 {
    match symbol {
        Symbol::Token(token) => token.0 * 2,
        Symbol::Rule(rule) => rule.0 * 2 + 1,
    }
}

/// What a parser does with a token in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action<StorageT = u32> {
    /// It pushes this state and takes the next token.
    Shift(crate::StIdx<StorageT>),
    /// It replaces this production's symbols by its rule.
    Reduce(crate::PIdx<StorageT>),
    /// The input is a sentence.
    Accept,
    /// The token is not accepted here.
    Error,
}

/// Integers in an array of the narrowest type that holds them all.
#[derive(Clone, Copy, Debug)]
pub enum Cells<'t> {
    /// Each is below 2^8.
    U8(&'t [u8]),
    /// Each is below 2^16.
    U16(&'t [u16]),
    /// Each is below 2^32.
    U32(&'t [u32]),
}

impl Cells<'_> {
    /// The integer at this index.
    #[inline]
    pub fn get(self, at: usize) -> u32 {
        match self {
            Cells::U8(cells) => u32::from(cells[at]),
            Cells::U16(cells) => u32::from(cells[at]),
            Cells::U32(cells) => cells[at],
        }
    }

    /// How many there are.
    pub fn len(self) -> usize {
        match self {
            Cells::U8(cells) => cells.len(),
            Cells::U16(cells) => cells.len(),
            Cells::U32(cells) => cells.len(),
        }
    }

    /// Are there none?
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// All of them.
    pub fn iter(self) -> impl ExactSizeIterator<Item = u32> {
        (0..self.len()).map(move |at| self.get(at))
    }
}

/// A state table, and what recovery needs to know of tokens.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'t> {
    /// The number of tokens, `$`, the last, included.
    pub token_count: usize,
    /// The number of rules.
    pub rule_count: usize,
    /// For each state a row of encoded actions: one for each token, and one, always an error, for what is no token.
    pub actions: Cells<'t>,
    /// For each state a row of encoded gotos, one for each rule.
    pub gotos: Cells<'t>,
    /// For each production its rule and its length.
    pub productions: &'t [(u32, u32)],
    /// The symbols of all productions, one production after the other: see [`Tables::symbol`].
    pub symbols: &'t [u32],
    /// For each token the cost of inserting it; 0: never.
    pub insert_costs: &'t [u8],
    /// For each token the cost of deleting a lexeme of it.
    pub delete_costs: &'t [u8],
    /// For each token whether its insertion is to be avoided.
    pub avoid_insert: &'t [bool],
    /// The number of start rules; state k starts the k-th.
    pub start_count: usize,
    /// Must a parser watch out for reductions that never end?
    pub can_reduce_forever: bool,
}

/// The code of an action in [`Tables::actions`].
///
/// # Panics
///
/// If its state or production is 2^30 or more.
pub fn encode(action: Action) -> u32 {
    let (kind, value) = match action {
        Action::Error => (ERROR, 0),
        Action::Shift(state) => (SHIFT, state.0),
        Action::Reduce(prod) => (REDUCE, prod.0),
        Action::Accept => (ACCEPT, 0),
    };
    assert!(value < 1 << 30, "more states or productions than 2^30");
    value << 2 | kind
}

/// The code of a goto in [`Tables::gotos`].
pub fn encode_goto(state: StateId) -> u32 {
    state.0 + 1
}

impl Tables<'_> {
    /// What the parser does with `token` in `state`. `token` may be the number of tokens: no token, always an error.
    #[inline]
    pub fn action(&self, state: StateId, token: TokenId) -> Action {
        let code = self.actions.get(state.index() * (self.token_count + 1) + token.index());
        match code & 3 {
            SHIFT => Action::Shift(StateId::new((code >> 2) as usize)),
            REDUCE => Action::Reduce(ProdId::new((code >> 2) as usize)),
            ACCEPT => Action::Accept,
            _ => Action::Error,
        }
    }

    /// The state that follows `state` once a sentence of `rule` has been read.
    #[inline]
    pub fn goto(&self, state: StateId, rule: RuleId) -> Option<StateId> {
        match self.gotos.get(state.index() * self.rule_count + rule.index()) {
            NO_GOTO => None,
            code => Some(StateId::new(code as usize - 1)),
        }
    }

    /// The rule of a production, and its number of symbols.
    #[inline]
    pub fn production(&self, prod: ProdId) -> (RuleId, usize) {
        let (rule, len) = self.productions[prod.index()];
        (RuleId::new(rule as usize), len as usize)
    }

    /// The symbol that `code`, from [`Tables::symbols`], stands for.
    #[inline]
    pub fn symbol(code: u32) -> Symbol {
        let id = (code / 2) as usize;
        if code.is_multiple_of(2) {
            Symbol::Token(TokenId::new(id))
        } else {
            Symbol::Rule(RuleId::new(id))
        }
    }

    /// The number of states.
    pub fn state_count(&self) -> usize {
        self.actions.len() / (self.token_count + 1)
    }

    /// The end of input, `$`.
    pub fn eof(&self) -> TokenId {
        TokenId::new(self.token_count - 1)
    }

    /// The id that stands for what is no token of the grammar.
    pub fn no_token(&self) -> TokenId {
        TokenId::new(self.token_count)
    }

    /// Ids of all tokens.
    pub fn token_ids(&self) -> impl ExactSizeIterator<Item = TokenId> + use<> {
        (0..self.token_count).map(TokenId::new)
    }
}
