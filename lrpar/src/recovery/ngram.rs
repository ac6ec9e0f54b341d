//! How usual a run of tokens is: an n-gram model over token types, in integers.
//!
//! p(w | h) = (c(hw) + T(h) · p(w | h')) / (c(h) + T(h)), where c(h) is how often the tokens h were followed by any, T(h) by
//! how many different ones, and h' is h without its first token (Witten & Bell 1991); below the empty history all tokens are
//! equally likely. Probabilities and logarithms are integers, so that every machine orders repairs alike.

use std::fmt::Write as _;

use lrtable::{TokenId, hash::Map};

use super::limits;

/// A logarithm, in units of 2⁻¹⁶ of natural logarithms.
pub(crate) type Nats = i64;

/// One, as [`Nats`].
pub(crate) const NAT: Nats = 1 << 16;

/// Probabilities are multiples of 2⁻⁴⁰.
const PROBABILITY_BITS: u32 = 40;
/// The longest runs that a model may have.
const MOST_ORDER: usize = 8;
/// Counts end here, so that a count times a probability has 64 bits.
const MOST_COUNT: u64 = 1 << 22;

/// A run of tokens that was seen.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// How often.
    seen: u64,
    /// How often a token followed it.
    followed: u64,
    /// By how many different tokens.
    followers: u64,
}

/// A model: how usual runs of tokens are in the texts that it has seen.
///
/// A recoverer makes one of the input itself; one of other texts of the language can be given to it
/// ([`Knowledge::with_ngrams`](super::Knowledge::with_ngrams)).
#[derive(Clone, Debug)]
pub struct Ngrams {
    /// The length of its longest runs.
    order: usize,
    /// The runs; the first is the empty one.
    runs: Vec<Run>,
    /// For a run and a token the run that is one longer.
    longer: Map<(u32, u32), u32>,
    /// The number of different tokens.
    tokens: u64,
}

impl Ngrams {
    /// The model of nothing yet, for runs of at most `order` tokens, of which there are `tokens` different ones.
    pub fn new(order: usize, tokens: usize) -> Self {
        let tokens = tokens.max(1) as u64;
        Ngrams {
            order: order.clamp(1, MOST_ORDER),
            runs: vec![Run::default()],
            longer: Map::default(),
            tokens,
        }
    }

    /// What stands before the first token of an input.
    fn before_all(&self) -> TokenId {
        TokenId::new(usize::try_from(self.tokens).expect("it was a usize"))
    }

    /// As much of what came before as is looked at: the last of `tokens`, which begin an input.
    pub(crate) fn history(&self, tokens: &[TokenId]) -> Vec<TokenId> {
        let longest = self.order - 1;
        let missing = longest.saturating_sub(tokens.len());
        let mut history = vec![self.before_all(); missing];
        history.extend(&tokens[tokens.len() - (longest - missing)..]);
        history
    }

    /// Sees one text, which ends in `$`.
    pub fn see(&mut self, tokens: &[TokenId]) {
        // The runs that end at the token just seen, by their length.
        let mut ends = vec![0u32];
        for _ in 1..self.order {
            let last = *ends.last().expect("the empty run is there");
            ends.push(self.grown(last, self.before_all()));
        }
        for &token in tokens {
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
    }

    fn grown(&mut self, run: u32, token: TokenId) -> u32 {
        let next = u32::try_from(self.runs.len()).expect("fewer runs than tokens were seen");
        *self.longer.get_or_insert_with((run, token.0), || {
            self.runs.push(Run::default());
            next
        })
    }

    /// The logarithm of how likely `token` is after `history`, of which the end is looked at.
    pub(crate) fn log(&self, history: &[TokenId], token: TokenId) -> Nats {
        let mut likely = (1 << PROBABILITY_BITS) / self.tokens;
        for len in 0..self.order.min(history.len() + 1) {
            let words = &history[history.len() - len..];
            let step = |run: u32, word: &TokenId| self.longer.get(&(run, word.0)).copied();
            let Some(run) = words.iter().try_fold(0, step) else { break };
            let Run { followed, followers, .. } = self.runs[run as usize];
            if followed == 0 {
                break;
            }
            let seen = step(run, &token).map_or(0, |longer| self.runs[longer as usize].seen);
            likely = ((seen << PROBABILITY_BITS) + followers * likely) / (followed + followers);
        }
        log(likely.max(1)) - log(1 << PROBABILITY_BITS)
    }

    /// The sum of the logarithms of `tokens` after `history`.
    pub(crate) fn log_all(&self, history: &[TokenId], tokens: &[TokenId]) -> Nats {
        let text = [history, tokens].concat();
        (history.len()..text.len()).map(|at| self.log(&text[..at], text[at])).sum()
    }
}

/// The first line of a written model, before its order.
const HEADER: &str = "ngrams 1 order";

impl Ngrams {
    /// The model as text: a line with its order, a line for each token, and one for each run: the number of the run that is
    /// one shorter, the number of its last token, and how often it was seen. Tokens and runs are numbered from 0; run 0 is
    /// the empty one, token 0 stands before each text.
    pub fn write(&self, name: &dyn Fn(TokenId) -> String) -> String {
        let mut runs: Vec<(u32, u32, u32)> =
            self.longer.iter().map(|((run, token), longer)| (*longer, *run, *token)).collect();
        runs.sort_unstable();
        let mut tokens: Vec<u32> = runs.iter().map(|(_, _, token)| *token).collect();
        tokens.sort_unstable();
        tokens.dedup();
        tokens.retain(|token| *token != self.before_all().0);
        let mut out = format!("{HEADER} {}\n", self.order);
        for token in &tokens {
            let name = name(TokenId::new(*token as usize));
            let _ = writeln!(out, "t {}", name.escape_default());
        }
        for (longer, run, token) in runs {
            let token = tokens.binary_search(&token).map_or(0, |at| at + 1);
            let _ = writeln!(out, "{run} {token} {}", self.runs[longer as usize].seen);
        }
        out
    }

    /// Reads what [`Ngrams::write`] wrote, for a grammar that has `tokens` tokens. What `find` does not know is read as a token
    /// that never occurs.
    ///
    /// # Errors
    ///
    /// The number of the line that is wrong, from 1.
    pub fn read(
        text: &str,
        tokens: usize,
        find: &dyn Fn(&str) -> Option<TokenId>,
    ) -> Result<Ngrams, usize> {
        let mut lines = text.lines().zip(1..);
        let order =
            lines.next().and_then(|(line, _)| line.strip_prefix(HEADER)?.trim().parse().ok());
        let mut model = Ngrams::new(order.ok_or(1usize)?, tokens);
        let mut known = vec![model.before_all()];
        for (line, number) in lines {
            if let Some(name) = line.strip_prefix("t ") {
                let nothing = TokenId::new(tokens + known.len());
                known.push(find(&unescaped(name)).unwrap_or(nothing));
                continue;
            }
            let numbers: Option<Vec<usize>> =
                line.split(' ').map(|number| number.parse().ok()).collect();
            let Some(&[run, token, seen]) = numbers.as_deref() else { return Err(number) };
            let token = *known.get(token).ok_or(number)?;
            let (seen, run_id) = (seen as u64, u32::try_from(run).map_err(|_| number)?);
            if run >= model.runs.len() || model.longer.get(&(run_id, token.0)).is_some() {
                return Err(number);
            }
            let longer = model.grown(run_id, token);
            model.runs[longer as usize].seen = seen.min(MOST_COUNT);
            let shorter = &mut model.runs[run];
            shorter.followed = (shorter.followed + seen).min(MOST_COUNT);
            shorter.followers += u64::from(seen > 0);
        }
        Ok(model)
    }
}

/// What `str::escape_default` made of a name, as it was.
fn unescaped(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some('t') => out.push('\t'),
                Some('u') => {
                    let code: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                    out.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                }
                Some(other) => out.push(other),
                None => {}
            },
            c => out.push(c),
        }
    }
    out
}

/// The model of one input, which ends in `$`.
pub(crate) fn of_input(tokens: &[TokenId], token_count: usize) -> Ngrams {
    // One more for what is no token.
    let mut model = Ngrams::new(limits::NGRAM, token_count + 1);
    model.see(&tokens[..tokens.len().min(limits::NGRAM_LEXEMES)]);
    model
}

/// The natural logarithm of an integer of at least 1: of its binary logarithm the integer part is where its first bit is,
/// and each squaring of what is left gives one more bit.
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
        model.see(&tokens(&[1, 2, 1, 2, 1, 3, 0]));
        // By hand. p(2): c = 2 of 7, T = 4; p(2 | 1): c = 2 of 3, T = 2; p(2 | 2 1): 1 of 2, T = 2.
        let p2 = (2.0 + 4.0 * 0.25) / (7.0 + 4.0);
        let p12 = (2.0 + 2.0 * p2) / (3.0 + 2.0);
        let p212 = (1.0 + 2.0 * p12) / (2.0 + 2.0);
        assert!(close(model.log(&tokens(&[]), TokenId::new(2)), f64::ln(p2)));
        assert!(close(model.log(&tokens(&[1]), TokenId::new(2)), f64::ln(p12)));
        assert!(close(model.log(&tokens(&[0, 2, 1]), TokenId::new(2)), f64::ln(p212)));
        // What was never seen: only the empty history is known.
        let p_other = (0.0 + 4.0 * 0.25) / (7.0 + 4.0);
        assert!(close(model.log(&tokens(&[0, 0]), TokenId::new(9)), f64::ln(p_other)));
    }

    #[test]
    fn what_was_written_is_read_again() {
        let mut model = Ngrams::new(4, 5);
        model.see(&tokens(&[1, 2, 1, 4, 2, 1, 1, 3, 0]));
        model.see(&tokens(&[2, 2, 3, 0]));
        let names = ["$", "a", "\"b\\", "c\n", "é"];
        let text = model.write(&|token| names[token.index()].to_string());
        let find = |name: &str| names.iter().position(|n| *n == name).map(TokenId::new);
        let read = Ngrams::read(&text, 5, &find).unwrap();
        for history in [&[][..], &[1], &[2, 1], &[4, 4], &[1, 4, 2]] {
            for id in 0..5 {
                let log = |model: &Ngrams| model.log(&tokens(history), TokenId::new(id));
                assert_eq!(log(&read), log(&model));
            }
        }
        assert_eq!(Ngrams::read("ngrams 2", 5, &find).unwrap_err(), 1);
        assert_eq!(Ngrams::read("ngrams 1 order 3\nt a\n7 1 1", 5, &find).unwrap_err(), 3);
    }

    #[test]
    fn probabilities_after_any_history_sum_to_one() {
        let mut model = Ngrams::new(3, 5);
        model.see(&tokens(&[1, 2, 1, 4, 2, 1, 1, 3, 0]));
        for history in [&[][..], &[1], &[2, 1], &[4, 4], &[1, 1]] {
            let sum: f64 = (0..5)
                .map(|id| model.log(&tokens(history), TokenId::new(id)))
                .map(|log| (log as f64 / NAT as f64).exp())
                .sum();
            assert!((sum - 1.0).abs() < 1e-3, "{history:?}: {sum}");
        }
    }
}
