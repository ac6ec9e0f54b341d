//! Sets of characters as sorted ranges of code points.
//!
//! Surrogates are no characters, and no text holds one: a set holds them if it has the character
//! before them, since fewer ranges make smaller automata.

use std::ops::Range;

/// The last code point.
pub(crate) const MAX: u32 = 0x10_ffff;
/// Code points that are no characters.
const SURROGATES: Range<u32> = 0xd800..0xe000;

/// A set of characters: ranges, both ends included, sorted, with gaps between them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct CharSet(Vec<(u32, u32)>);

impl CharSet {
    /// The set of these ranges, in any order.
    pub(crate) fn of(mut ranges: Vec<(u32, u32)>) -> Self {
        for (_, to) in &mut ranges {
            if SURROGATES.contains(&(*to + 1)) {
                *to = SURROGATES.end - 1;
            }
        }
        join(&mut ranges);
        CharSet(ranges)
    }

    /// One character, in both cases if `caseless`; `None` if its cases are not known here.
    pub(crate) fn char(c: char, caseless: bool, unicode: bool) -> Option<Self> {
        let set = CharSet(vec![(c as u32, c as u32)]);
        // Without Unicode only letters of ASCII have cases.
        if caseless && (unicode || c.is_ascii()) { set.in_both_cases(unicode) } else { Some(set) }
    }

    /// All characters that are not in the set.
    pub(crate) fn complement(&self) -> Self {
        let mut ranges = Vec::with_capacity(self.0.len() + 1);
        let mut from = 0;
        for &(start, end) in &self.0 {
            if start > from {
                ranges.push((from, start - 1));
            }
            from = end + 1;
        }
        if from <= MAX {
            ranges.push((from, MAX));
        }
        CharSet::of(ranges)
    }

    /// The characters of both sets.
    pub(crate) fn union(&self, other: &CharSet) -> Self {
        CharSet::of(self.0.iter().chain(&other.0).copied().collect())
    }

    /// The set with the other cases of its letters; `None` if it holds more than ASCII.
    ///
    /// The Kelvin sign and the long s are cases of ASCII letters, if Unicode counts.
    pub(crate) fn in_both_cases(&self, unicode: bool) -> Option<Self> {
        if !self.is_ascii() {
            return None;
        }
        let mut ranges = self.0.clone();
        for letter in b'a'..=b'z' {
            let (lower, upper) = (u32::from(letter), u32::from(letter.to_ascii_uppercase()));
            if self.contains(lower) || self.contains(upper) {
                ranges.extend([(lower, lower), (upper, upper)]);
                match letter {
                    b'k' if unicode => ranges.push((0x212a, 0x212a)),
                    b's' if unicode => ranges.push((0x17f, 0x17f)),
                    _ => {}
                }
            }
        }
        Some(CharSet::of(ranges))
    }

    /// Whether the code point is in the set.
    pub(crate) fn contains(&self, code: u32) -> bool {
        let at = self.0.partition_point(|&(_, to)| to < code);
        self.0.get(at).is_some_and(|&(from, _)| from <= code)
    }

    /// The only character of the set, if it has just one.
    pub(crate) fn only(&self) -> Option<char> {
        match self.0[..] {
            [(from, to)] if from == to => char::from_u32(from),
            _ => None,
        }
    }

    /// Whether all its characters are ASCII.
    pub(crate) fn is_ascii(&self) -> bool {
        self.0.last().is_none_or(|&(_, to)| to < 128)
    }

    /// The ranges of the set, in order.
    pub(crate) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }
}

/// Sorts ranges, and joins those that touch each other.
pub(crate) fn join(ranges: &mut Vec<(u32, u32)>) {
    ranges.sort_unstable();
    ranges.dedup_by(|next, last| {
        let joins = next.0 <= last.1.saturating_add(1);
        if joins {
            last.1 = last.1.max(next.1);
        }
        joins
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined_over_the_surrogates() {
        let set = CharSet::of(vec![(0xe000, 0xf000), (5, 6), (3, 4), (0xd000, 0xd7ff)]);
        assert_eq!(set.ranges(), [(3, 6), (0xd000, 0xf000)]);
        assert_eq!(set.complement().complement(), set);
        assert!(set.contains(6) && !set.contains(7));
    }

    #[test]
    fn two_ascii_letters_have_a_third_case() {
        let set = CharSet::char('K', true, true).unwrap();
        assert_eq!(set.ranges(), [(0x4b, 0x4b), (0x6b, 0x6b), (0x212a, 0x212a)]);
        assert_eq!(CharSet::char('s', true, false).unwrap().ranges().len(), 2);
        assert_eq!(CharSet::char('é', true, true), None);
    }
}
