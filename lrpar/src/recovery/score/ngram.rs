//! An n-gram model over tokens, in integers: how usual a run of tokens is.
//!
//! p(w | h) = (c(hw) + T(h) · p(w | h')) / (c(h) + T(h)), where c(h) is how often the run h was
//! followed by any token, T(h) by how many different ones, and h' is h without its first token
//! (Witten & Bell 1991); below the empty run all tokens are equally likely. Probabilities and
//! logarithms are integers, so that every machine orders repairs alike.
//!
//! [`Ngrams`] is a model that learns; one that is compiled into a program is
//! [`PackedNgrams`](super::ngram_pack::PackedNgrams).
//!
//! Cost: for each token one lookup for each length of runs.

use std::{
    fmt::Debug,
    panic::{RefUnwindSafe, UnwindSafe},
};

use lrtable::{TokenId, hash::Map};

use crate::recovery::budget::{Meter, Spent};

/// A logarithm, in units of 2⁻¹⁶ of natural logarithms.
pub(crate) type Nats = i64;

/// The number 1 in [`Nats`].
pub(crate) const NAT: Nats = 1 << 16;

/// Bits after the point of probabilities, which are multiples of 2⁻⁴⁰.
const PROBABILITY_BITS: u32 = 40;
/// Steps charged for counting the runs that end with a token.
const RUN_STEPS: u64 = 16;
/// Maximum of counts, so that a count times a probability has 64 bits.
pub(super) const MOST_COUNT: u64 = 1 << 22;

/// A model: its runs, numbered; 0 is the empty one. Callers do not know its type, so that a program
/// contains only the models that it names. A trait object is unwind safe only if its trait says so:
/// without these bounds a parser with a model could not be used in a `catch_unwind`.
pub(crate) trait Model: Debug + Send + Sync + UnwindSafe + RefUnwindSafe {
    /// Returns the length of the longest runs.
    fn order(&self) -> usize;

    /// Returns the number of different tokens.
    fn tokens(&self) -> u64;

    /// Returns the run that is longer than `run` by `token`.
    fn longer(&self, run: u32, token: TokenId) -> Option<u32>;

    /// Returns how often a run was seen.
    fn seen(&self, run: u32) -> u64;

    /// Returns how often a token followed a run, and how many different ones did.
    fn followed(&self, run: u32) -> (u64, u64);

    /// Returns the model of people's edits that belongs to this model of texts, if there is one.
    fn edits(&self) -> Option<&dyn Model> {
        None
    }

    /// Returns the token that stands before the first token of an input.
    fn before_all(&self) -> TokenId {
        TokenId::new(usize::try_from(self.tokens()).expect("it was a usize"))
    }

    /// Returns the sum of the log probabilities of the tokens of `text` from `from` on, each after
    /// those before it.
    fn log_all(&self, text: &[TokenId], from: usize) -> Nats {
        // The runs that end before a token, by their length, up to the first that was never seen.
        let mut ends = vec![0];
        let mut longer = Vec::with_capacity(self.order() + 1);
        let mut sum = 0;
        for (at, &token) in text.iter().enumerate().skip(from.saturating_sub(self.order() - 1)) {
            let mut likely = (1 << PROBABILITY_BITS) / self.tokens();
            let mut is_known = true;
            longer.clear();
            longer.push(0);
            for &run in &ends {
                let next = if is_known { self.longer(run, token) } else { None };
                is_known = next.is_some();
                longer.extend(next);
                let (followed, followers) = self.followed(run);
                if followed > 0 {
                    let seen = next.map_or(0, |run| self.seen(run));
                    likely =
                        ((seen << PROBABILITY_BITS) + followers * likely) / (followed + followers);
                }
            }
            longer.truncate(self.order());
            std::mem::swap(&mut ends, &mut longer);
            if at >= from {
                sum += log(likely.max(1)) - log(1 << PROBABILITY_BITS);
            }
        }
        sum
    }

    /// Returns the log probability of `token` after `history`.
    #[cfg(test)]
    fn log(&self, history: &[TokenId], token: TokenId) -> Nats {
        self.log_all(&[history, &[token]].concat(), history.len())
    }
}

/// A run of tokens that was seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    /// How often the run was seen.
    pub(super) seen: u64,
    /// How often a token followed the run.
    pub(super) followed: u64,
    /// How many different tokens followed the run.
    pub(super) followers: u64,
}

/// An n-gram model: how usual runs of tokens are in the texts that it has seen.
///
/// ```
/// use lrpar::recovery::Ngrams;
/// use lrtable::TokenId;
/// // Runs of up to 3 tokens, of 4 different ones; the last is `$`.
/// let mut model = Ngrams::new(3, 4);
/// model.count(&[0, 1, 0, 3].map(TokenId::new));
/// let names = ["one", "plus", "two", "$"];
/// let text = model.write(&|token| names[token.index()].to_string());
/// let find = |name: &str| names.iter().position(|known| *known == name).map(TokenId::new);
/// assert!(Ngrams::read(&text, 4, &find).is_ok());
/// ```
///
/// [`RecoveryKind::Restart`](crate::RecoveryKind::Restart) makes a model of the input itself;
/// another of texts of the language can be given in
/// [`RecoveryOptions::ngrams`](crate::recovery::RecoveryOptions::ngrams).
#[derive(Clone, Debug)]
pub struct Ngrams {
    /// The length of the longest runs.
    pub(super) order: usize,
    /// The runs; the first is the empty one.
    pub(super) runs: Vec<Run>,
    /// The run that is longer than a run by a token.
    pub(super) longer: Map<(u32, u32), u32>,
    /// The number of different tokens.
    tokens: u64,
    /// The model of people's edits, if any were counted.
    pub(super) edits: Option<Box<Ngrams>>,
}

impl Ngrams {
    /// Maximum length of runs in a model.
    pub const MOST_ORDER: usize = 8;

    /// Makes an empty model for runs of at most `order` tokens, out of `tokens` different ones.
    pub fn new(order: usize, tokens: usize) -> Self {
        let tokens = tokens.max(1) as u64;
        Ngrams {
            order: order.clamp(1, Ngrams::MOST_ORDER),
            runs: vec![Run::default()],
            longer: Map::default(),
            tokens,
            edits: None,
        }
    }

    /// Counts the runs of one text, which ends in `$`.
    pub fn count(&mut self, tokens: &[TokenId]) {
        self.learn(tokens, &Meter::of_steps(u64::MAX)).expect("nothing stops it");
    }

    /// Counts the runs of one text, charged for each token.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn learn(&mut self, tokens: &[TokenId], meter: &Meter) -> Result<(), Spent> {
        // The runs that end at the last token, by their length.
        let mut ends = vec![0u32];
        for _ in 1..self.order {
            let last = *ends.last().expect("the empty run is there");
            ends.push(self.grown(last, self.before_all()));
        }
        for &token in tokens {
            meter.charge(RUN_STEPS)?;
            let mut next = vec![0u32];
            for (len, &run) in ends.iter().enumerate() {
                let longer = self.grown(run, token);
                let seen = self.runs[longer as usize].seen;
                if self.runs[run as usize].followed < MOST_COUNT {
                    self.runs[longer as usize].seen += 1;
                    self.runs[run as usize].followed += 1;
                    self.runs[run as usize].followers += u64::from(seen == 0);
                }
                if len + 1 < self.order {
                    next.push(longer);
                }
            }
            ends = next;
        }
        Ok(())
    }

    /// Counts the runs of a text that end at its tokens from `from` on, and do not begin before it.
    pub(super) fn count_after(&mut self, tokens: &[TokenId], from: usize) {
        for last in from..tokens.len() {
            for first in (last + 1).saturating_sub(self.order)..=last {
                let before = &tokens[first..last];
                let run = before.iter().fold(0, |run, token| self.grown(run, *token));
                let seen = self.grown(run, tokens[last]) as usize;
                if self.runs[run as usize].followed < MOST_COUNT {
                    self.runs[run as usize].followers += u64::from(self.runs[seen].seen == 0);
                    self.runs[run as usize].followed += 1;
                    self.runs[seen].seen += 1;
                }
            }
        }
    }

    /// Returns the number of different runs that were seen.
    pub fn runs(&self) -> usize {
        self.runs.iter().filter(|run| run.seen > 0).count()
    }

    /// Returns the model without runs of two and more tokens that were seen less often than `least`
    /// and that no other run continues. The probability of what followed them is then that after
    /// shorter runs.
    #[must_use]
    pub fn without_rare(&self, least: u64) -> Ngrams {
        let tokens = usize::try_from(self.tokens).expect("it was a usize");
        let mut kept = Ngrams { edits: self.edits.clone(), ..Ngrams::new(self.order, tokens) };
        let mut longer: Vec<(u32, u32, u32)> =
            self.longer.iter().map(|((run, token), next)| (*next, *run, *token)).collect();
        // A run has a smaller number than the runs that continue it.
        longer.sort_unstable();
        let mut wanted = vec![false; self.runs.len()];
        for (next, run, _) in longer.iter().rev() {
            let is_short = *run == 0;
            wanted[*next as usize] |= is_short || self.runs[*next as usize].seen >= least;
            wanted[*run as usize] |= wanted[*next as usize];
        }
        let mut numbers = vec![0; self.runs.len()];
        for (next, run, token) in longer.into_iter().filter(|one| wanted[one.0 as usize]) {
            let (run, seen) = (numbers[run as usize], self.runs[next as usize].seen);
            numbers[next as usize] = kept.grown_by(run, TokenId::new(token as usize), seen);
        }
        kept
    }

    /// Adds the run that continues `run` by a token, which was seen `seen` times; returns its
    /// number.
    pub(super) fn grown_by(&mut self, run: u32, token: TokenId, seen: u64) -> u32 {
        let longer = self.grown(run, token);
        self.runs[longer as usize].seen = seen.min(MOST_COUNT);
        let shorter = &mut self.runs[run as usize];
        shorter.followed = (shorter.followed + seen).min(MOST_COUNT);
        shorter.followers += u64::from(seen > 0);
        longer
    }

    /// Returns, for each run, its length, and the tokens that continue it with how often each did.
    /// Runs are sorted by length, those of one length by the runs that are one shorter, and then by
    /// their last tokens.
    pub(super) fn in_order(&self) -> Vec<(usize, Vec<(u32, u64)>)> {
        let mut longer = vec![Vec::new(); self.runs.len()];
        for ((run, token), next) in self.longer.iter() {
            longer[*run as usize].push((*token, *next));
        }
        let mut runs = vec![(0, 0)];
        let mut listed = Vec::with_capacity(longer.len());
        while let Some(&(run, length)) = runs.get(listed.len()) {
            let longer = &mut longer[run as usize];
            longer.sort_unstable();
            runs.extend(longer.iter().map(|(_, next)| (*next, length + 1)));
            let seen = |(token, next): &(u32, u32)| (*token, self.runs[*next as usize].seen);
            listed.push((length, longer.iter().map(seen).collect()));
        }
        listed
    }

    /// Returns the run that continues `run` by a token; a new one, never seen, if there is none.
    fn grown(&mut self, run: u32, token: TokenId) -> u32 {
        let next = u32::try_from(self.runs.len()).expect("fewer runs than tokens were seen");
        *self.longer.get_or_insert_with((run, token.0), || {
            self.runs.push(Run::default());
            next
        })
    }
}

impl Model for Ngrams {
    fn order(&self) -> usize {
        self.order
    }

    fn tokens(&self) -> u64 {
        self.tokens
    }

    fn edits(&self) -> Option<&dyn Model> {
        self.edits.as_deref().map(|edits| edits as &dyn Model)
    }

    fn longer(&self, run: u32, token: TokenId) -> Option<u32> {
        self.longer.get(&(run, token.0)).copied()
    }

    fn seen(&self, run: u32) -> u64 {
        self.runs[run as usize].seen
    }

    fn followed(&self, run: u32) -> (u64, u64) {
        let run = self.runs[run as usize];
        (run.followed, run.followers)
    }
}

/// Returns the natural logarithm of an integer of at least 1. The integer part of the binary
/// logarithm is the place of the first bit; each squaring of the rest gives one more bit.
pub(crate) fn log(number: u64) -> Nats {
    const FRACTION_BITS: u32 = 16;
    const LN_2: i64 = 45_426; // in units of 2⁻¹⁶
    let first = 63 - number.leading_zeros();
    let mut mantissa = (number << (63 - first)) >> 32; // 2³¹ stands for 1
    let mut binary = i64::from(first);
    for _ in 0..FRACTION_BITS {
        mantissa = (mantissa * mantissa) >> 31;
        let bit = mantissa >> 32;
        mantissa >>= bit;
        binary = binary << 1 | i64::from(bit == 1);
    }
    (binary * LN_2) >> FRACTION_BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(ids: &[usize]) -> Vec<TokenId> {
        ids.iter().map(|id| TokenId::new(*id)).collect()
    }

    fn close(found: Nats, wanted: f64) -> bool {
        (found as f64 / NAT as f64 - wanted).abs() < 1e-3
    }

    #[test]
    fn logarithms_are_right_to_a_thousandth() {
        for number in (1..2_000).chain([1 << 40, u64::MAX, (1 << 40) / 3, 123_456_789_012]) {
            assert!(close(log(number), (number as f64).ln()), "{number}");
        }
    }

    #[test]
    fn probabilities_are_those_of_the_formula() {
        let mut model = Ngrams::new(3, 4);
        model.count(&tokens(&[1, 2, 1, 2, 1, 3, 0]));
        // By hand. p(2): c = 2 of 7, T = 4; p(2 | 1): c = 2 of 3, T = 2; p(2 | 2 1): 1 of 2, T = 2.
        let p2 = (2.0 + 4.0 * 0.25) / (7.0 + 4.0);
        let p12 = (2.0 + 2.0 * p2) / (3.0 + 2.0);
        let p212 = (1.0 + 2.0 * p12) / (2.0 + 2.0);
        assert!(close(model.log(&tokens(&[]), TokenId::new(2)), f64::ln(p2)));
        assert!(close(model.log(&tokens(&[1]), TokenId::new(2)), f64::ln(p12)));
        assert!(close(model.log(&tokens(&[0, 2, 1]), TokenId::new(2)), f64::ln(p212)));
        // For runs that were never seen only the empty history is known.
        let p_other = (0.0 + 4.0 * 0.25) / (7.0 + 4.0);
        assert!(close(model.log(&tokens(&[0, 0]), TokenId::new(9)), f64::ln(p_other)));
    }

    #[test]
    fn runs_that_are_seldom_are_left_out() {
        let mut model = Ngrams::new(3, 4);
        model.count(&tokens(&[1, 2, 1, 2, 1, 3, 0]));
        let often = model.without_rare(2);
        let seen = |model: &Ngrams, ids: &[usize]| {
            let longer = |run: u32, id: &usize| model.longer(run, TokenId::new(*id));
            ids.iter().try_fold(0, longer).map(|run| model.seen(run))
        };
        for run in [&[0][..], &[1], &[2], &[3], &[1, 2], &[2, 1], &[1, 2, 1]] {
            assert_eq!(seen(&often, run), seen(&model, run), "{run:?}");
        }
        for run in [&[1, 3][..], &[3, 0], &[2, 1, 2], &[2, 1, 3], &[1, 3, 0]] {
            assert_eq!((seen(&often, run), seen(&model, run)), (None, Some(1)), "{run:?}");
        }
        assert_eq!((often.followed(0), model.followed(0)), ((7, 4), (7, 4)));
    }

    #[test]
    fn probabilities_after_any_history_sum_to_one() {
        let mut model = Ngrams::new(3, 5);
        model.count(&tokens(&[1, 2, 1, 4, 2, 1, 1, 3, 0]));
        for history in [&[][..], &[1], &[2, 1], &[4, 4], &[1, 1]] {
            let sum: f64 = (0..5)
                .map(|id| model.log(&tokens(history), TokenId::new(id)))
                .map(|log| (log as f64 / NAT as f64).exp())
                .sum();
            assert!((sum - 1.0).abs() < 1e-3, "{history:?}: {sum}");
        }
    }
}
