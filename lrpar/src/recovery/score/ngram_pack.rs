//! N-gram models as plain arrays, which generated code holds as `static` items.
//!
//! The runs are sorted by length, those of one length by the runs that are one shorter, and then by
//! their last tokens: so all continuations of a run are adjacent and found by binary search, and
//! the longest runs, which are most, take two or three bytes each. The sums of what followed a run
//! are computed on demand.

use lrtable::TokenId;

#[cfg(feature = "generator")]
use super::ngram::Ngrams;
use super::ngram::{MOST_COUNT, Model};

/// An n-gram model in plain arrays, equivalent to the [`Ngrams`](super::Ngrams) that it was made
/// from; part of generated code.
#[derive(Clone, Copy, Debug)]
pub struct PackedNgrams<'m> {
    /// The length of the longest runs.
    pub order: usize,
    /// The number of different tokens.
    pub tokens: usize,
    /// For each run shorter than the longest, the index of the first run that continues it; the
    /// last entry is the end of the runs.
    pub longer: &'m [u32],
    /// The last token of each run, the empty run included, in [`width`](Self::width) bytes each,
    /// the low byte first.
    pub last: &'m [u8],
    /// The number of bytes of each token in [`last`](Self::last).
    pub width: usize,
    /// How often each run was seen; 255 stands for 255 and more.
    pub seen: &'m [u8],
    /// The runs that were seen 255 times and more, in order, each with its count.
    pub often: &'m [(u32, u32)],
    /// The model of people's edits, if there is one.
    pub edits: Option<&'m PackedNgrams<'m>>,
}

/// The first count that does not fit in a byte.
const OFTEN: u8 = u8::MAX;

impl PackedNgrams<'_> {
    /// Returns the runs that continue `run` by one token.
    fn range(&self, run: u32) -> std::ops::Range<usize> {
        match self.longer.get(run as usize..run as usize + 2) {
            Some([from, to]) => *from as usize..*to as usize,
            _ => 0..0,
        }
    }

    fn last_of(&self, run: usize) -> u32 {
        let bytes = &self.last[run * self.width..][..self.width];
        bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
    }

    /// Returns the index in `often` of the first run from `run` on.
    fn often_at(&self, run: usize) -> usize {
        self.often.partition_point(|(other, _)| (*other as usize) < run)
    }
}

impl Model for PackedNgrams<'_> {
    fn order(&self) -> usize {
        self.order
    }

    fn tokens(&self) -> u64 {
        self.tokens as u64
    }

    fn edits(&self) -> Option<&dyn Model> {
        self.edits.map(|edits| edits as &dyn Model)
    }

    fn longer(&self, run: u32, token: TokenId) -> Option<u32> {
        let mut range = self.range(run);
        while !range.is_empty() {
            let middle = range.start + range.len() / 2;
            match self.last_of(middle).cmp(&token.0) {
                std::cmp::Ordering::Less => range.start = middle + 1,
                std::cmp::Ordering::Equal => return u32::try_from(middle).ok(),
                std::cmp::Ordering::Greater => range.end = middle,
            }
        }
        None
    }

    fn seen(&self, run: u32) -> u64 {
        match self.seen[run as usize] {
            OFTEN => self.often[self.often_at(run as usize)].1.into(),
            seen => seen.into(),
        }
    }

    fn followed(&self, run: u32) -> (u64, u64) {
        let range = self.range(run);
        let often = self.often_at(range.start)..self.often_at(range.end);
        let beyond = |(_, seen): &(u32, u32)| u64::from(*seen) - u64::from(OFTEN);
        let beyond: u64 = self.often[often].iter().map(beyond).sum();
        let seen = &self.seen[range];
        let sum: u64 = seen.iter().map(|seen| u64::from(*seen)).sum();
        let followers = seen.iter().filter(|seen| **seen > 0).count();
        ((sum + beyond).min(MOST_COUNT), followers as u64)
    }
}

/// Packs a model, and returns what `look` makes of it.
#[cfg(feature = "generator")]
pub(crate) fn with_packed<T>(model: &Ngrams, look: impl FnOnce(&PackedNgrams<'_>) -> T) -> T {
    match model.edits.as_deref() {
        Some(edits) => packed(edits, None, |edits| packed(model, Some(edits), look)),
        None => packed(model, None, look),
    }
}

#[cfg(feature = "generator")]
fn packed<T>(
    model: &Ngrams,
    edits: Option<&PackedNgrams<'_>>,
    look: impl FnOnce(&PackedNgrams<'_>) -> T,
) -> T {
    // The token before all texts has the greatest number.
    let tokens = model.before_all().index();
    let width = match tokens {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    };
    let number = |runs: usize| u32::try_from(runs).expect("as many as in the model");
    let (mut longer, mut last, mut seen, mut often) =
        (Vec::new(), vec![0; width], vec![0], Vec::new());
    for (length, next) in model.in_order() {
        if length < model.order {
            longer.push(number(seen.len()));
        }
        for (token, count) in next {
            last.extend(&token.to_le_bytes()[..width]);
            let count = u32::try_from(count).expect("counts have an end");
            if count >= u32::from(OFTEN) {
                often.push((number(seen.len()), count));
            }
            seen.push(u8::try_from(count).unwrap_or(OFTEN));
        }
    }
    longer.push(number(seen.len()));
    look(&PackedNgrams {
        order: model.order,
        tokens,
        longer: &longer,
        last: &last,
        width,
        seen: &seen,
        often: &often,
        edits,
    })
}

#[cfg(feature = "generator")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::recovery::{score::edits, sequence::Repair};
    use lrtable::random::Random;

    /// Makes a model of random texts, in which some tokens are much more usual than others.
    fn model(order: usize, tokens: usize, seed: u64) -> Ngrams {
        let mut random = Random::new(seed);
        let mut model = Ngrams::new(order, tokens);
        for _ in 0..20 {
            let one = |random: &mut Random| {
                let below = random.below(tokens) + 1;
                TokenId::new(random.below(below))
            };
            let text: Vec<TokenId> = (0..random.below(400)).map(|_| one(&mut random)).collect();
            model.count(&text);
        }
        model
    }

    #[test]
    fn edits_are_packed_with_the_model() {
        let mut random = Random::new(9);
        let mut model = model(3, 300, 7);
        for _ in 0..500 {
            let mut token = || TokenId::new(random.below(300));
            let text = [token(), token(), token()];
            model.count_fix(&text, 1, &[Repair::Insert(token()), Repair::Delete]);
            model.count_fix(&text, 2, &[Repair::Insert(token())]);
        }
        with_packed(&model, |packed| {
            let mut random = Random::new(10);
            for _ in 0..2_000 {
                let mut token = || TokenId::new(random.below(300));
                let text = [token(), token(), token()];
                let repairs = [Repair::Insert(token()), Repair::Shift, Repair::Delete];
                let log = |model: &dyn Model| {
                    edits::log(model.edits().unwrap(), model.tokens(), &text, (1, &repairs))
                };
                assert_eq!(log(packed), log(&model));
            }
        });
    }

    #[test]
    fn packed_models_give_the_numbers_of_those_they_were_made_of() {
        for (order, tokens) in
            [(1, 4), (3, 5), (5, 3), (3, 255), (3, 256), (2, 700), (1, 70_000), (8, 2)]
        {
            let model = model(order, tokens, 7);
            with_packed(&model, |packed| {
                assert!(
                    order > 3 || tokens > 5 || !packed.often.is_empty(),
                    "some counts are large"
                );
                let mut random = Random::new(8);
                for _ in 0..5_000 {
                    // Some tokens are outside the grammar.
                    let history: Vec<TokenId> = (0..random.below(order + 2))
                        .map(|_| TokenId::new(random.below(tokens + 2)))
                        .collect();
                    let token = TokenId::new(random.below(tokens + 1));
                    assert_eq!(packed.log(&history, token), model.log(&history, token));
                }
            });
        }
    }
}
