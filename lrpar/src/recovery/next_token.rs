//! The cheap bound (H1): the least insertions before one of the next lexemes can be shifted, lookaheads ignored.
//!
//! The vector of a stack has for each token t the least price of insertions before t can be shifted, and for `$` before the
//! input can be accepted. A position's bound is then the least, over the lexemes ahead, of deleting up to one and inserting
//! before it. (Kim & Yi 2010 compute such distances on state graphs without conflicts.)

use lrtable::{StateId, Symbol, TokenId, pack::Tables};

use super::{
    ahead::Ahead,
    knowledge::{Known, Rest},
    vectors::Bound,
};

/// The bound.
pub(crate) struct NextToken<'k> {
    known: &'k Known,
    token_count: usize,
    /// For each rule the price of its cheapest sentence.
    whole: Vec<u8>,
    /// For each rule a row: for each token the least price of insertions before it can be shifted within the rule.
    until: Vec<u8>,
    insert_costs: Vec<u8>,
    accepted: Box<[u8]>,
}

impl<'k> NextToken<'k> {
    /// The bound for `tables`.
    pub(crate) fn new(tables: &Tables<'_>, known: &'k Known) -> Self {
        let token_count = tables.token_count;
        let mut accepted = vec![u8::MAX; token_count].into_boxed_slice();
        accepted[tables.eof().index()] = 0;
        let mut bound = NextToken {
            known,
            token_count,
            whole: vec![u8::MAX; tables.rule_count],
            until: vec![u8::MAX; tables.rule_count * token_count],
            insert_costs: tables.insert_costs.to_vec(),
            accepted,
        };
        let never = vec![u8::MAX; token_count].into_boxed_slice();
        let mut again = true;
        while again {
            again = false;
            for &rule in &known.rule_order {
                for &prod in &known.rule_prods[rule.index()] {
                    let symbols = known.symbols(tables, prod);
                    let whole = symbols
                        .iter()
                        .fold(0u8, |sum, code| sum.saturating_add(bound.whole(*code)));
                    let row = rule.index() * token_count..(rule.index() + 1) * token_count;
                    let mut until: Box<[u8]> = bound.until[row.clone()].into();
                    bound.through(tables, known.whole(prod), &never, &mut until);
                    again |=
                        whole < bound.whole[rule.index()] || *until != bound.until[row.clone()];
                    bound.whole[rule.index()] = bound.whole[rule.index()].min(whole);
                    bound.until[row].copy_from_slice(&until);
                }
            }
        }
        bound
    }

    /// The price of the cheapest sentence of a symbol.
    fn whole(&self, code: u32) -> u8 {
        match Tables::symbol(code) {
            Symbol::Rule(rule) => self.whole[rule.index()],
            Symbol::Token(token) => match self.insert_costs[token.index()] {
                0 => u8::MAX,
                cost => cost,
            },
        }
    }
}

impl Bound for NextToken<'_> {
    type Vector = Box<[u8]>;

    fn here(&self, top: StateId) -> Box<[u8]> {
        if self.known.accepts[top.index()] {
            self.accepted.clone()
        } else {
            vec![u8::MAX; self.token_count].into()
        }
    }

    fn through(&self, tables: &Tables<'_>, rest: Rest, then: &Box<[u8]>, out: &mut Box<[u8]>) {
        let mut before = 0u8;
        for code in rest.symbols(tables) {
            match Tables::symbol(*code) {
                Symbol::Token(token) => out[token.index()] = out[token.index()].min(before),
                Symbol::Rule(rule) => {
                    let row = &self.until[rule.index() * self.token_count..][..self.token_count];
                    for (out, until) in out.iter_mut().zip(row) {
                        *out = (*out).min(before.saturating_add(*until));
                    }
                }
            }
            before = before.saturating_add(self.whole(*code));
        }
        for (out, left) in out.iter_mut().zip(then) {
            *out = (*out).min(before.saturating_add(*left));
        }
    }

    fn accepted(&self) -> &Box<[u8]> {
        &self.accepted
    }

    fn nothing(&self) -> Box<[u8]> {
        vec![0; self.token_count].into()
    }

    fn look_up(
        &self,
        ahead: &Ahead,
        tokens: &[TokenId],
        vector: &Box<[u8]>,
        position: usize,
        _: u8,
    ) -> u32 {
        let mut best = u32::MAX;
        for at in position..tokens.len() {
            if at >= ahead.end() && at + 1 < tokens.len() {
                return best.min(ahead.price(position, ahead.end()));
            }
            let deleted = ahead.price(position, at);
            if deleted >= best {
                break;
            }
            let until = vector.get(tokens[at].index()).copied().unwrap_or(u8::MAX);
            best = best.min(deleted.saturating_add(u32::from(until)));
        }
        best
    }
}
