//! Runs of bytes by which a state leads to itself, as in comments, blanks and names: passed sixteen
//! at a time.
//!
//! Sixteen bytes are compared with all ranges of the set at once; how many of them are in it is
//! found without a branch, and no look-up waits for the one before. (The compiler makes vector
//! instructions of the loops.)

/// How many ranges a set has at most.
const RANGES: usize = 6;

/// How many bytes are compared at once.
const WIDTH: usize = 16;

/// How many bytes of ASCII are most of them.
const MANY: usize = 80;

/// A set of ASCII bytes by which a state leads to itself, so that runs of them are passed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Skip {
    /// The ranges of bytes, which do not touch, each as its first byte and the number of those that
    /// follow, repeated in all lanes.
    ranges: [([u8; WIDTH], [u8; WIDTH]); RANGES],
    count: usize,
    /// The mark of a byte in none of the ranges: 0 if the ranges are those of the set, 0xff if they
    /// are those of its complement.
    outside: u8,
}

impl Skip {
    /// Makes the set of the ASCII bytes in `ranges`, both ends included, or without `inside` of
    /// those in none of them.
    ///
    /// # Panics
    ///
    /// With more ranges than a set has.
    pub const fn new(inside: bool, ranges: &[(u8, u8)]) -> Skip {
        let mut skip = Skip {
            ranges: [([0; WIDTH], [0; WIDTH]); RANGES],
            count: ranges.len(),
            outside: if inside { 0 } else { 0xff },
        };
        let mut at = 0;
        while at < ranges.len() {
            let (first, last) = ranges[at];
            skip.ranges[at] = ([first; WIDTH], [last - first; WIDTH]);
            at += 1;
        }
        skip
    }

    /// The set of the bytes below 0x80 for which `contains` is true; `None` if it has too many
    /// ranges.
    pub(crate) fn of(contains: impl Fn(u8) -> bool) -> Option<Skip> {
        let ranges = |inside: bool| {
            let mut ranges: Vec<(u8, u8)> = Vec::new();
            for byte in (0..=0xff).filter(|byte| (*byte < 0x80 && contains(*byte)) == inside) {
                match ranges.last_mut() {
                    Some((_, last)) if *last + 1 == byte => *last = byte,
                    _ => ranges.push((byte, byte)),
                }
            }
            (inside, ranges)
        };
        let (inside, ranges) =
            [ranges(true), ranges(false)].into_iter().min_by_key(|(_, ranges)| ranges.len())?;
        (!ranges.is_empty() && ranges.len() <= RANGES).then(|| Skip::new(inside, &ranges))
    }

    /// The arguments of [`Skip::new`].
    pub(crate) fn parts(&self) -> (bool, Vec<(u8, u8)>) {
        let ranges = self.ranges[..self.count].iter();
        (self.outside == 0, ranges.map(|(first, more)| (first[0], first[0] + more[0])).collect())
    }

    /// Whether texts usually have long runs of these bytes. Those of comments and strings are most
    /// of ASCII. Names and numbers, of which the sets are smaller, are so short that a look-up a
    /// byte is as fast; and so are most blanks.
    pub(crate) fn is_long(&self) -> bool {
        let (inside, ranges) = self.parts();
        let bytes: usize = ranges.iter().map(|(first, last)| usize::from(last - first) + 1).sum();
        MANY <= if inside { bytes } else { 256 - bytes }
    }

    /// How many bytes at the start of `text` are in the set; and whether the next one is not. Else
    /// it is not known, since the end is near.
    #[inline(always)]
    pub(super) fn prefix(&self, text: &[u8]) -> (usize, bool) {
        for (group, bytes) in text.chunks_exact(WIDTH).enumerate() {
            let mut marks = [self.outside; WIDTH];
            for (first, more) in &self.ranges[..self.count] {
                for at in 0..WIDTH {
                    marks[at] ^=
                        if bytes[at].wrapping_sub(first[at]) <= more[at] { 0xff } else { 0 };
                }
            }
            let inside = u128::from_le_bytes(marks).trailing_ones() as usize / 8;
            if inside < WIDTH {
                return (group * WIDTH + inside, true);
            }
        }
        (text.len() / WIDTH * WIDTH, false)
    }
}
