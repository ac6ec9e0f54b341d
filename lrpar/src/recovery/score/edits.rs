//! Edit model: how likely people make an edit, by the tokens beside it.
//!
//! In: fixes that people made, as repairs. Counted is each insertion, deletion and replacement
//! after the token before it and the one after it. Out: the logarithm of the probability of a
//! repair's edits, p(edit | before, after), which backs off to p(edit | after) and to p(edit) as in
//! [`ngram`](super::ngram): for an edit is the last symbol of a run of three, `before after edit`,
//! of an n-gram model. A replacement has two symbols: that the old token is replaced, and the new
//! one. So models of edits are written, read and packed as those of texts are.
//!
//! Of insertions and deletions that can slide (a bracket beside an equal one), the last place is
//! taken, as in the order of repairs. Cost: for each edit some lookups, which are charged with the
//! candidate.

use lrtable::TokenId;

use super::ngram::{Model, Nats, Ngrams};
use crate::recovery::sequence::Repair;

/// The length of the longest runs: the tokens beside an edit, and the edit.
pub(super) const ORDER: usize = 3;

/// What a symbol of an edit model says of its token, and the sign before the token's name in a
/// file. The order is that of the symbols' numbers.
const SIGNS: [&str; 4] = ["=", "+", "-", "~"];
/// The token stands beside an edit, or comes by a replacement.
const PLAIN: usize = 0;
/// The token is inserted.
const INSERTED: usize = 1;
/// The token is deleted.
const DELETED: usize = 2;
/// The token is replaced by the one that follows.
const REPLACED: usize = 3;

/// The symbols of an edit model: each is a token with one of four meanings.
#[derive(Clone, Copy)]
pub(super) struct Symbols {
    /// The number of tokens, with one that stands before all texts.
    tokens: usize,
}

impl Symbols {
    /// Returns the symbols for a model of texts that has `tokens` different ones.
    pub(super) fn new(tokens: u64) -> Symbols {
        Symbols { tokens: usize::try_from(tokens).expect("it was a usize") + 1 }
    }

    /// Makes an empty model.
    pub(super) fn model(self) -> Ngrams {
        Ngrams::new(ORDER, SIGNS.len() * self.tokens)
    }

    /// Returns the name of a symbol in a file.
    pub(super) fn name(self, symbol: TokenId, name: &dyn Fn(TokenId) -> String) -> String {
        let (sign, token) = (symbol.index() / self.tokens, symbol.index() % self.tokens);
        let name = if token + 1 == self.tokens { String::new() } else { name(TokenId::new(token)) };
        let before_all = if token + 1 == self.tokens { "^" } else { "" };
        format!("{before_all}{}{name}", SIGNS[sign])
    }

    /// Returns the symbol with this name.
    pub(super) fn named(
        self,
        name: &str,
        find: &dyn Fn(&str) -> Option<TokenId>,
    ) -> Option<TokenId> {
        let before_all = name.strip_prefix('^');
        let name = before_all.unwrap_or(name);
        let sign = SIGNS.iter().position(|sign| name.starts_with(sign))?;
        let token = match before_all {
            Some(_) => self.tokens - 1,
            None => find(&name[1..])?.index(),
        };
        (token < self.tokens).then(|| self.symbol(sign, TokenId::new(token)))
    }

    fn symbol(self, sign: usize, token: TokenId) -> TokenId {
        TokenId::new(sign * self.tokens + token.index().min(self.tokens - 1))
    }

    /// Calls `each` with the symbols for every edit of `repairs`, which are made from the lexeme
    /// `start` of `tokens` on: the token before, the one after, the edit.
    fn each_edit(
        self,
        tokens: &[TokenId],
        start: usize,
        repairs: &[Repair],
        mut each: impl FnMut(&[TokenId]),
    ) {
        let token = |at: usize| {
            let token = tokens.get(at).copied();
            token.unwrap_or(TokenId::new(self.tokens - 1))
        };
        let mut before = start.checked_sub(1).map_or(TokenId::new(self.tokens - 1), token);
        let mut at = start;
        for run in repairs.chunk_by(|a, b| (*a == Repair::Shift) == (*b == Repair::Shift)) {
            let taken: usize = run.iter().map(|repair| repair.lexemes()).sum();
            if run[0] == Repair::Shift {
                at += taken;
                before = token(at - 1);
                continue;
            }
            let inserted = run.iter().filter_map(|repair| match repair {
                Repair::Insert(token) => Some(*token),
                Repair::Delete | Repair::Shift => None,
            });
            let mut inserted = inserted.fuse();
            let after = self.symbol(PLAIN, token(at + taken));
            for nth in 0..taken.max(run.len() - taken) {
                let beside = [self.symbol(PLAIN, before), after];
                let (old, new) = ((nth < taken).then(|| token(at + nth)), inserted.next());
                match (old, new) {
                    (Some(old), Some(new)) => {
                        let edit = [self.symbol(REPLACED, old), self.symbol(PLAIN, new)];
                        each(&[beside, edit].concat());
                    }
                    (Some(old), None) => each(&[beside[0], after, self.symbol(DELETED, old)]),
                    (None, Some(new)) => each(&[beside[0], after, self.symbol(INSERTED, new)]),
                    (None, None) => {}
                }
                before = new.unwrap_or(before);
            }
            at += taken;
        }
    }
}

impl Ngrams {
    /// Counts the edits of a fix that a person made: `repairs` at the lexeme `start` of `tokens`,
    /// which end in `$`.
    pub fn count_fix(&mut self, tokens: &[TokenId], start: usize, repairs: &[Repair]) {
        let (start, repairs) = slid(tokens, start, repairs);
        let symbols = Symbols::new(Model::tokens(self));
        let edits = self.edits.get_or_insert_with(|| Box::new(symbols.model()));
        symbols.each_edit(tokens, start, &repairs, |run| edits.count_after(run, ORDER - 1));
    }
}

/// Returns the logarithm of the probability of the edits of `repairs`, by the edit model `edits`
/// that belongs to a model of texts with `tokens` different tokens.
pub(super) fn log(
    edits: &dyn Model,
    tokens: u64,
    text: &[TokenId],
    (start, repairs): (usize, &[Repair]),
) -> Nats {
    let mut sum = 0;
    let symbols = Symbols::new(tokens);
    symbols.each_edit(text, start, repairs, |run| sum += edits.log_all(run, ORDER - 1));
    sum
}

/// Returns the last place at which insertions alone, or deletions alone, make the same text, and
/// the repairs there.
fn slid(tokens: &[TokenId], mut start: usize, repairs: &[Repair]) -> (usize, Vec<Repair>) {
    let mut repairs = repairs.to_vec();
    let is_one_run = |is: fn(&Repair) -> bool| repairs.iter().all(is);
    if is_one_run(|repair| matches!(repair, Repair::Insert(_))) {
        while let (Some(first), Some(next)) = (repairs.first(), tokens.get(start))
            && *first == Repair::Insert(*next)
        {
            repairs.rotate_left(1);
            start += 1;
        }
    } else if is_one_run(|repair| *repair == Repair::Delete) {
        while let (Some(first), Some(next)) = (tokens.get(start), tokens.get(start + repairs.len()))
            && first == next
        {
            start += 1;
        }
    }
    (start, repairs)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use lrtable::random::Random;

    use super::*;
    use crate::recovery::score::ngram::NAT;

    fn ids(ids: &[usize]) -> Vec<TokenId> {
        ids.iter().map(|id| TokenId::new(*id)).collect()
    }

    /// The tokens are 0 (`$`) to 4, and 5 before all.
    const TOKENS: u64 = 5;

    fn random_repairs(random: &mut Random, text: &[TokenId], start: usize) -> Vec<Repair> {
        let mut at = start;
        let mut repairs = Vec::new();
        for _ in 0..1 + random.below(5) {
            repairs.push(match random.below(3) {
                0 => Repair::Insert(TokenId::new(1 + random.below(4))),
                _ if at + 1 >= text.len() => continue,
                kind => {
                    at += 1;
                    if kind == 1 { Repair::Delete } else { Repair::Shift }
                }
            });
        }
        repairs
    }

    fn random_fix(random: &mut Random) -> (Vec<TokenId>, usize, Vec<Repair>) {
        let mut text = ids(&(0..random.below(8)).map(|_| 1 + random.below(3)).collect::<Vec<_>>());
        text.push(TokenId::new(0));
        let start = random.below(text.len());
        let repairs = random_repairs(random, &text, start);
        (text, start, repairs)
    }

    /// What is edited where, told in another way: by the text with gaps that edits leave.
    fn told(text: &[TokenId], start: usize, repairs: &[Repair]) -> Vec<String> {
        let name = |at: Option<&TokenId>| at.map_or("^".to_string(), |one| one.0.to_string());
        let mut done: Vec<TokenId> = text[..start].to_vec();
        let mut rest = &text[start..];
        let mut told = Vec::new();
        let mut left = repairs;
        while !left.is_empty() {
            let run: Vec<Repair> =
                left.iter().copied().take_while(|one| *one != Repair::Shift).collect();
            left = &left[run.len()..];
            let mut news: Vec<TokenId> = Vec::new();
            let mut olds: Vec<TokenId> = Vec::new();
            for repair in run {
                match repair {
                    Repair::Insert(new) => news.push(new),
                    _ => {
                        olds.push(rest[0]);
                        rest = &rest[1..];
                    }
                }
            }
            let after = name(rest.first());
            for nth in 0..news.len().max(olds.len()) {
                let before = name(done.last());
                let edit = match (olds.get(nth), news.get(nth)) {
                    (Some(old), Some(new)) => format!("{}>{}", old.0, new.0),
                    (Some(old), None) => format!("-{}", old.0),
                    (None, Some(new)) => format!("+{}", new.0),
                    (None, None) => unreachable!(),
                };
                told.push(format!("{before} {after} {edit}"));
                done.extend(news.get(nth));
            }
            if !left.is_empty() {
                done.push(rest[0]);
                (rest, left) = (&rest[1..], &left[1..]);
            }
        }
        told
    }

    #[test]
    fn counts_are_those_of_a_list_of_all_edits() {
        let mut random = Random::new(41);
        let mut model = Ngrams::new(2, TOKENS as usize);
        let mut counted: BTreeMap<String, u64> = BTreeMap::new();
        for _ in 0..2_000 {
            let (text, start, repairs) = random_fix(&mut random);
            // What slides is compared below.
            if slid(&text, start, &repairs) != (start, repairs.clone()) {
                continue;
            }
            model.count_fix(&text, start, &repairs);
            for edit in told(&text, start, &repairs) {
                *counted.entry(edit).or_default() += 1;
            }
        }
        let symbols = Symbols::new(TOKENS);
        let edits = model.edits.as_ref().unwrap();
        let (mut found, mut all) = (BTreeMap::new(), 0);
        let seen = |run: &[TokenId]| {
            let longer = |at: u32, token: &TokenId| edits.longer(at, *token);
            run.iter().try_fold(0, longer).map_or(0, |run| edits.seen(run))
        };
        let every = (0..6).flat_map(|a| (0..6).map(move |b| (a, b)));
        for (before, after) in every {
            let shown = |id: usize| if id == 5 { "^".to_string() } else { id.to_string() };
            let beside = format!("{} {}", shown(before), shown(after));
            let [l, r] = [before, after].map(|id| symbols.symbol(PLAIN, TokenId::new(id)));
            for id in (0..5).map(TokenId::new) {
                for (sign, meaning) in [("+", INSERTED), ("-", DELETED)] {
                    let count = seen(&[l, r, symbols.symbol(meaning, id)]);
                    found.insert(format!("{beside} {sign}{}", id.0), count);
                }
                let replaced = symbols.symbol(REPLACED, id);
                for new in (0..5).map(TokenId::new) {
                    // The longest run that ends in the new token lacks what stands before.
                    let count = seen(&[r, replaced, symbols.symbol(PLAIN, new)]);
                    if before == 0 {
                        all += count;
                    }
                }
            }
        }
        found.retain(|_, count| *count > 0);
        let replaced = |edit: &str| edit.contains('>');
        let of_both: u64 =
            counted.iter().filter(|(edit, _)| replaced(edit)).map(|(_, count)| count).sum();
        assert_eq!(all, of_both);
        counted.retain(|edit, _| !replaced(edit));
        assert!(counted.len() > 100);
        assert_eq!(found, counted);
    }

    #[test]
    fn probabilities_of_all_edits_at_a_place_sum_to_at_most_one() {
        let mut random = Random::new(42);
        let mut model = Ngrams::new(2, TOKENS as usize);
        for _ in 0..200 {
            let (text, start, repairs) = random_fix(&mut random);
            model.count_fix(&text, start, &repairs);
        }
        let edits = model.edits.as_deref().unwrap();
        for _ in 0..20 {
            let (text, start, _) = random_fix(&mut random);
            let p = |start: usize, repairs: &[Repair]| {
                (log(edits, TOKENS, &text, (start, repairs)) as f64 / NAT as f64).exp()
            };
            let inserted = || (0..5).map(|new| Repair::Insert(TokenId::new(new)));
            let mut sum: f64 = inserted().map(|new| p(start, &[new])).sum();
            // Deletions and replacements between the same two tokens.
            let before = text[..start].to_vec();
            for old in (0..5).map(TokenId::new) {
                let other = [&before[..], &[old], &text[start..]].concat();
                let p = |repairs: &[Repair]| {
                    (log(edits, TOKENS, &other, (start, repairs)) as f64 / NAT as f64).exp()
                };
                sum += p(&[Repair::Delete]);
                sum += inserted().map(|new| p(&[new, Repair::Delete])).sum::<f64>();
            }
            assert!(sum > 0.3 && sum < 1.001, "{sum}");
        }
    }

    #[test]
    fn sliding_makes_the_same_text_as_late_as_can_be() {
        let mut random = Random::new(43);
        let mut slides = 0;
        let made = |text: &[TokenId], start: usize, repairs: &[Repair]| {
            let (mut out, mut at) = (text[..start].to_vec(), start);
            for repair in repairs {
                match repair {
                    Repair::Insert(token) => out.push(*token),
                    Repair::Delete => at += 1,
                    Repair::Shift => {
                        out.push(text[at]);
                        at += 1;
                    }
                }
            }
            [&out, &text[at..]].concat()
        };
        for _ in 0..8_000 {
            let (text, start, repairs) = random_fix(&mut random);
            let (later, moved) = slid(&text, start, &repairs);
            let wanted = made(&text, start, &repairs);
            assert_eq!(made(&text, later, &moved), wanted);
            slides += usize::from(later > start);
            let is_run = |repair: &Repair| matches!(repair, Repair::Insert(_));
            let count = repairs.len();
            if count > 0 && repairs.iter().all(|repair| *repair == Repair::Delete) {
                let last = (start..=text.len() - count)
                    .rfind(|at| made(&text, *at, &repairs) == wanted)
                    .unwrap();
                assert_eq!(later, last);
            } else if count > 0 && repairs.iter().all(is_run) {
                // Later, no insertion of as many tokens makes the text.
                let fits = |at: &usize| {
                    text[..*at] == wanted[..*at] && text[*at..] == wanted[at + count..]
                };
                assert_eq!(Some(later), (start..=text.len()).rfind(fits));
            }
        }
        assert!(slides > 100, "{slides}");
    }
}
