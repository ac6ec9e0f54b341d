//! The arrays that run: a state table as plain integers, borrowed from a
//! [`StateTable`](crate::statetable::StateTable) or from the `static` items of generated code.
//!
//! Most of a state's actions are one and the same reduction, and most states go to the same state
//! on a rule. So a state has its *usual* reduction with the set of the tokens that demand it, and a
//! rule has its usual target with, at each state, a bit for whether there is one at all; what are
//! left are exceptions, in rows that lie over each other (`comb`). Sets and rows that are equal are
//! kept once. Unlike a default reduction, which is made under any token, a usual one is made under
//! its own tokens only: every lookup gives exactly what the state graph says, errors included.
//!
//! For Java 7 (938 states, 107 tokens, 222 rules) that is 1,946 cells and 106 sets for 100,366
//! actions, and 1,004 cells and 136 sets for 208,236 gotos. Distinct rows that only lie over each
//! other, with nothing usual, take 21,626 and 6,518 cells. The integers are 16 bits wide if that
//! suffices and else 32: with 8 the smallest grammars would save some hundred bytes.

use crate::{ProdId, RuleId, StateId, Symbol, TokenId};

/// The action of a parser in a state on a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action<StorageT = u32> {
    /// The parser pushes this state and takes the next token.
    Shift(crate::StIdx<StorageT>),
    /// The parser replaces the symbols of this production by its rule.
    Reduce(crate::PIdx<StorageT>),
    /// The parser ends: the input is a sentence.
    Accept,
    /// The parser reports an error: the token cannot come here.
    Error,
}

/// Actions and gotos of a state table as packed arrays of integers of type `W`.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'t, W> {
    /// The actions and gotos of each state, except for what is in `actions` and `gotos`.
    pub states: &'t [PackedState<W>],
    /// The usual target of each rule: the state to which most gotos by the rule lead.
    pub usual_gotos: &'t [W],
    /// The exceptions among actions, as a token's number plus one and a code.
    ///
    /// The code is 0 for accept, a state plus one for a shift, or a production plus the number of
    /// states plus one for a reduction.
    pub actions: &'t [[W; 2]],
    /// The exceptions among gotos, as a rule's number plus one and a state.
    pub gotos: &'t [[W; 2]],
    /// Sets of tokens, as bits, 8 in a byte.
    pub token_sets: &'t [u8],
    /// Sets of rules, as bits, 8 in a byte.
    pub rule_sets: &'t [u8],
}

/// The entry of a state in [`Packed::states`]: the fields of a `StateEntry`, in order.
pub type PackedState<W> = [W; 8];

/// What is known of a state. All that a usual reduction needs is in one place, so that the state
/// after the next is known without waiting for more tables, one after the other.
#[derive(Clone, Copy)]
pub(crate) struct StateEntry<W> {
    /// Where the set of the tokens that demand the usual reduction begins in
    /// [`Packed::token_sets`].
    pub(crate) tokens: W,
    /// The production of the usual reduction.
    pub(crate) prod: W,
    /// The production's rule.
    pub(crate) rule: W,
    /// The number of the production's symbols.
    pub(crate) len: W,
    /// The usual target of the rule.
    pub(crate) target: W,
    /// Where the state's row begins in [`Packed::actions`].
    pub(crate) actions: W,
    /// Where the set of the rules with a goto from the state begins in [`Packed::rule_sets`].
    pub(crate) rules: W,
    /// Where the state's row begins in [`Packed::gotos`].
    pub(crate) gotos: W,
}

impl<W: Copy> StateEntry<W> {
    #[inline(always)]
    fn of(packed: &PackedState<W>) -> StateEntry<W> {
        let [tokens, prod, rule, len, target, actions, rules, gotos] = *packed;
        StateEntry { tokens, prod, rule, len, target, actions, rules, gotos }
    }

    #[cfg(feature = "generator")]
    pub(crate) fn pack(self) -> PackedState<W> {
        let StateEntry { tokens, prod, rule, len, target, actions, rules, gotos } = self;
        [tokens, prod, rule, len, target, actions, rules, gotos]
    }
}

/// An integer type of packed arrays: `u16` or `u32`.
pub trait Width: Copy + Into<u32> {}

impl Width for u16 {}
impl Width for u32 {}

/// The packed arrays of a state table, in the narrowest integers that suffice.
#[derive(Clone, Copy, Debug)]
pub enum Arrays<'t> {
    /// Arrays of 16-bit integers: every number is below 2^16.
    U16(Packed<'t, u16>),
    /// Arrays of 32-bit integers: every number is below 2^32.
    U32(Packed<'t, u32>),
}

/// Lookups in packed arrays, as one step of an LR parser needs them.
pub trait Lookup {
    /// Returns the usual reduction of `state` if `token` demands it.
    ///
    /// `token` may be the number of tokens, which stands for no token: always an error.
    fn usual(&self, state: StateId, token: TokenId) -> Option<Reduction>;

    /// Returns the action of `state` on a `token` that does not demand the usual reduction.
    fn exception(&self, state: StateId, token: TokenId) -> Action;

    /// Returns the reduction by a production.
    fn reduction(&self, prod: ProdId) -> Reduction;

    /// Returns the state that follows `state`, the top of the stack once a reduction has popped its
    /// handle.
    ///
    /// Unspecified if no goto exists; cannot happen after a valid reduction.
    fn goto_below(&self, state: StateId, reduction: &Reduction) -> StateId;
}

/// A reduction: its production, with what looking up the goto after it needs.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// The production that is reduced.
    pub prod: ProdId,
    /// The production's rule.
    pub rule: RuleId,
    /// The number of the production's symbols.
    pub len: u32,
    /// The usual target of the rule: the state to which most gotos by it lead.
    pub usual: StateId,
}

/// Packed arrays, and the rule and the length of each production.
#[derive(Clone, Copy, Debug)]
struct View<'t, W> {
    packed: Packed<'t, W>,
    productions: &'t [(u32, u32)],
}

fn index<W: Width>(number: W) -> usize {
    let number: u32 = number.into();
    number as usize
}

/// Whether `member` is in the set that begins at byte `set`.
#[inline]
fn contains(sets: &[u8], set: usize, member: u32) -> bool {
    sets[set + (member >> 3) as usize] >> (member & 7) & 1 != 0
}

impl<W: Width> Lookup for View<'_, W> {
    #[inline]
    fn usual(&self, state: StateId, token: TokenId) -> Option<Reduction> {
        let entry = self.packed.entry(state);
        contains(self.packed.token_sets, index(entry.tokens), token.0).then(|| Reduction {
            prod: crate::PIdx(entry.prod.into()),
            rule: crate::RIdx(entry.rule.into()),
            len: entry.len.into(),
            usual: crate::StIdx(entry.target.into()),
        })
    }

    #[inline]
    fn exception(&self, state: StateId, token: TokenId) -> Action {
        let row = index(self.packed.entry(state).actions);
        let [owner, code] = self.packed.actions[row + token.index()];
        if owner.into() != token.0 + 1 {
            return Action::Error;
        }
        // Accept becomes the greatest number, which no state has.
        let (number, states) = (code.into().wrapping_sub(1), self.packed.states.len());
        if (number as usize) < states {
            Action::Shift(crate::StIdx(number))
        } else if code.into() == 0 {
            Action::Accept
        } else {
            Action::Reduce(crate::PIdx(number - states as u32))
        }
    }

    fn reduction(&self, prod: ProdId) -> Reduction {
        let (rule, len) = self.productions[prod.index()];
        let usual = self.packed.usual_gotos[rule as usize].into();
        Reduction { prod, rule: crate::RIdx(rule), len, usual: crate::StIdx(usual) }
    }

    #[inline]
    fn goto_below(&self, state: StateId, reduction: &Reduction) -> StateId {
        let at = index(self.packed.entry(state).gotos) + reduction.rule.index();
        if self.packed.gotos[at][0].into() == reduction.rule.0 + 1 {
            self.unusual_goto(at)
        } else {
            reduction.usual
        }
    }
}

impl<W: Width> View<'_, W> {
    /// A function of its own, so that a processor goes on with the usual state before it knows
    /// whether that is right.
    #[cold]
    #[inline(never)]
    fn unusual_goto(&self, at: usize) -> StateId {
        crate::StIdx(self.packed.gotos[at][1].into())
    }
}

impl<W: Width> Packed<'_, W> {
    #[inline(always)]
    fn entry(&self, state: StateId) -> StateEntry<W> {
        StateEntry::of(&self.states[state.index()])
    }

    fn goto(&self, state: StateId, rule: RuleId) -> Option<StateId> {
        let StateEntry { rules, gotos: row, .. } = self.entry(state);
        if !contains(self.rule_sets, index(rules), rule.0) {
            return None;
        }
        let [owner, target] = self.gotos[index(row) + rule.index()];
        let is_exception = owner.into() == rule.0 + 1;
        let target = if is_exception { target } else { self.usual_gotos[rule.index()] };
        Some(crate::StIdx(target.into()))
    }
}

/// A state table as parsers use it, borrowed, with what error recovery needs to know of tokens.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'t> {
    /// The number of tokens, `$`, the last one, included.
    pub token_count: usize,
    /// The number of rules, `^` included.
    pub rule_count: usize,
    /// The packed actions and gotos.
    pub arrays: Arrays<'t>,
    /// The rule and the number of symbols of each production.
    pub productions: &'t [(u32, u32)],
    /// The encoded symbols of all productions, one production after the other;
    /// [`Tables::rules_and_symbols`] decodes them.
    pub symbols: &'t [u32],
    /// The cost of inserting each token; 0 for tokens that are never inserted.
    pub insert_costs: &'t [u8],
    /// The cost of deleting a lexeme of each token.
    pub delete_costs: &'t [u8],
    /// Whether inserting each token is to be avoided.
    pub avoid_insert: &'t [bool],
    /// The declared brackets: tokens that open, each with the one that closes it.
    pub brackets: &'t [(u32, u32)],
    /// The declared mistakes, a line each as [`Mistake`](crate::mistake::Mistake) is formatted.
    pub mistakes: &'t str,
    /// The number of start rules; state k is the start state of the k-th.
    pub start_count: usize,
    /// Whether a parser must watch out for reductions that never end.
    pub can_reduce_forever: bool,
}

impl<'t> Tables<'t> {
    /// Returns lookups in `packed`, which must be the arrays of these tables, so that their width
    /// is matched once for many lookups.
    #[inline]
    pub fn lookup<W: Width>(&self, packed: Packed<'t, W>) -> impl Lookup + use<'t, W> {
        View { packed, productions: self.productions }
    }

    /// Returns the action of `state` on `token`.
    ///
    /// `token` may be the number of tokens, which stands for no token: always an error.
    #[inline(never)]
    pub fn action(&self, state: StateId, token: TokenId) -> Action {
        #[inline]
        fn action(table: &impl Lookup, state: StateId, token: TokenId) -> Action {
            match table.usual(state, token) {
                Some(reduction) => Action::Reduce(reduction.prod),
                None => table.exception(state, token),
            }
        }
        match self.arrays {
            Arrays::U16(packed) => action(&self.lookup(packed), state, token),
            Arrays::U32(packed) => action(&self.lookup(packed), state, token),
        }
    }

    /// Returns the state that follows `state` once a sentence of `rule` has been read; `None` if
    /// the rule cannot stand there.
    #[inline(never)]
    pub fn goto(&self, state: StateId, rule: RuleId) -> Option<StateId> {
        match self.arrays {
            Arrays::U16(packed) => packed.goto(state, rule),
            Arrays::U32(packed) => packed.goto(state, rule),
        }
    }

    /// The rules that lead somewhere from `state`, in order.
    #[cfg(feature = "generator")]
    pub(crate) fn rules_of(&self, state: StateId) -> impl Iterator<Item = RuleId> + '_ {
        let (sets, from) = match &self.arrays {
            Arrays::U16(packed) => (packed.rule_sets, index(packed.entry(state).rules)),
            Arrays::U32(packed) => (packed.rule_sets, index(packed.entry(state).rules)),
        };
        let set = &sets[from..][..self.rule_count.div_ceil(8)];
        let of_byte = |(at, byte): (usize, &u8)| {
            let byte = *byte;
            (0..8).filter(move |bit| byte >> bit & 1 == 1).map(move |bit| at * 8 + bit)
        };
        let bytes = set.iter().enumerate().filter(|(_, byte)| **byte != 0);
        bytes.flat_map(of_byte).map(RuleId::new)
    }

    /// Returns the rule of a production and its number of symbols.
    #[inline]
    pub fn production(&self, prod: ProdId) -> (RuleId, usize) {
        let (rule, len) = self.productions[prod.index()];
        (crate::RIdx(rule), len as usize)
    }

    /// Returns the rule and the symbols of each production, in the order of their ids.
    pub fn rules_and_symbols(
        &self,
    ) -> impl ExactSizeIterator<Item = (RuleId, impl Iterator<Item = Symbol> + use<'t>)> + use<'t>
    {
        let mut rest = self.symbols;
        let symbol = |code: &u32| match (code / 2, code % 2) {
            (id, 0) => Symbol::Token(TokenId::new(id as usize)),
            (id, _) => Symbol::Rule(RuleId::new(id as usize)),
        };
        self.productions.iter().map(move |(rule, len)| {
            let (symbols, after) = rest.split_at(*len as usize);
            rest = after;
            (RuleId::new(*rule as usize), symbols.iter().map(symbol))
        })
    }

    /// Returns the number of a symbol among all of the grammar: tokens come first, by their ids,
    /// then rules.
    #[inline]
    pub fn number(&self, symbol: Symbol) -> usize {
        match symbol {
            Symbol::Token(token) => token.index(),
            Symbol::Rule(rule) => self.token_count + rule.index(),
        }
    }

    /// Returns the number of states.
    pub fn state_count(&self) -> usize {
        match self.arrays {
            Arrays::U16(packed) => packed.states.len(),
            Arrays::U32(packed) => packed.states.len(),
        }
    }

    /// Returns the end of input, `$`, which is the last token.
    pub fn eof(&self) -> TokenId {
        TokenId::new(self.token_count - 1)
    }

    /// Returns the id that stands for anything that is no token of the grammar.
    pub fn no_token(&self) -> TokenId {
        TokenId::new(self.token_count)
    }

    /// Returns the ids of all tokens, in ascending order.
    pub fn token_ids(&self) -> impl ExactSizeIterator<Item = TokenId> + use<> {
        (0..self.token_count).map(TokenId::new)
    }
}
