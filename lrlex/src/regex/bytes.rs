//! Characters that a regex of flex spells by their bytes in UTF-8, such as
//! `[\xC2-\xDF][\x80-\xBF]`.
//!
//! In: a tree in which `\x80` to `\xff` are read as characters. Out: the tree in which each part
//! that spells whole characters is their class, and whether bytes are left that are none. Cost:
//! linear, and for a spelling the number of its first bytes but the last.

use super::{
    charset::{CharSet, MAX},
    tree::{Regex, Sets},
};

/// Bytes that go on with a character.
const NEXT: (u32, u32) = (0x80, 0xbf);

/// Joins bytes to characters; whether all of them were.
pub(crate) fn join(regex: &mut Regex, sets: &mut Sets) -> bool {
    match regex {
        Regex::Class(id) => {
            let set = sets.get(*id);
            let held = (0x80..=0xff).filter(|code| set.contains(*code)).count();
            held == 0 || held == 0x80
        }
        Regex::Look(_) => true,
        Regex::Repeat(repeat) => join(&mut repeat.body, sets),
        Regex::Delim(body) => join(body, sets),
        Regex::Choice(parts) => {
            // Each part is joined, also after one that is not.
            let joined = parts.iter_mut().map(|part| join(part, sets));
            joined.filter(|joined| !joined).count() == 0
        }
        Regex::Sequence(parts) => {
            let mut all = true;
            let mut rest = std::mem::take(parts).into_iter();
            while !rest.as_slice().is_empty() {
                if let Some((chars, used)) = spelled(rest.as_slice(), sets) {
                    rest.by_ref().take(used).for_each(drop);
                    parts.push(Regex::Class(sets.number(chars)));
                } else if let Some(mut part) = rest.next() {
                    all &= join(&mut part, sets);
                    parts.push(part);
                }
            }
            all
        }
    }
}

/// The characters that the first parts spell, and how many parts these are.
fn spelled(parts: &[Regex], sets: &Sets) -> Option<(CharSet, usize)> {
    let within = |set: &CharSet, (from, to): (u32, u32)| {
        let ends = set.ranges().first().zip(set.ranges().last());
        ends.is_some_and(|(first, last)| from <= first.0 && last.1 <= to)
    };
    let first = parts[0].single_chars(sets).filter(|set| within(set, (0xc0, 0xff)))?;
    // Any first byte and all that follow: a character, whichever.
    if let Some(Regex::Repeat(repeat)) = parts.get(1)
        && repeat.most.is_none()
        && let Some(next) = repeat.body.single_chars(sets)
        && next.ranges() == [NEXT]
        && (0xc2..=0xf4).all(|code| first.contains(code))
    {
        return Some((CharSet::of(vec![(0x80, MAX)]), 2));
    }
    let more = [(0xc0, 0xdf), (0xe0, 0xef), (0xf0, 0xf7)]
        .iter()
        .position(|range| within(&first, *range))?
        + 1;
    let mut next = Vec::new();
    let mut used = 1;
    while next.len() < more {
        let (set, times) = match parts.get(used)? {
            Regex::Repeat(repeat) if repeat.most == Some(repeat.least) => {
                (repeat.body.single_chars(sets)?, repeat.least as usize)
            }
            part => (part.single_chars(sets)?, 1),
        };
        if !within(&set, NEXT) || times == 0 || next.len() + times > more {
            return None;
        }
        next.extend(std::iter::repeat_n(set, times));
        used += 1;
    }
    // The ranges of what the bytes so far stand for.
    let bits = 0x3f_u32 >> more;
    let mut codes = masked(&first, bits);
    for set in &next {
        let low = masked(set, 0x3f);
        let one = |code: u32| low.iter().map(move |(from, to)| (code << 6 | from, code << 6 | to));
        let all = low == [(0, 0x3f)];
        codes = (codes.iter())
            .flat_map(|&(from, to)| -> Vec<(u32, u32)> {
                match all {
                    true => vec![(from << 6, to << 6 | 0x3f)],
                    false => (from..=to).flat_map(one).collect(),
                }
            })
            .collect();
    }
    // Longer spellings than needed are none.
    let least = [0x80, 0x800, 0x1_0000][more - 1];
    let codes = codes.iter().map(|&(from, to)| (from.max(least), to.min(MAX)));
    Some((CharSet::of(codes.filter(|(from, to)| from <= to).collect()), used))
}

/// The ranges of a set of bytes that differ in these bits only.
fn masked(set: &CharSet, bits: u32) -> Vec<(u32, u32)> {
    set.ranges().iter().map(|&(from, to)| (from & bits, to & bits)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        flags::LexFlags,
        regex::{Budget, parse},
    };

    #[track_caller]
    fn check(regex: &str, ranges: &[(u32, u32)]) {
        let mut budget = Budget::new();
        let mut tree = parse(regex, &LexFlags::default().resolve(true), &mut budget).unwrap();
        assert!(join(&mut tree, &mut budget.sets), "{regex}");
        assert_eq!(tree.single_chars(&budget.sets).unwrap().ranges(), ranges, "{regex}");
    }

    #[test]
    fn bytes_that_spell_characters_are_joined() {
        check(r"[\xC2-\xDF][\x80-\xBF]", &[(0x80, 0x7ff)]);
        check(r"\xE0[\xA0-\xBF][\x80-\xBF]", &[(0x800, 0xfff)]);
        check(r"[\xE1-\xEC][\x80-\xBF]{2}", &[(0x1000, 0xcfff)]);
        check(r"\xF4[\x80-\x8F](?:[\x80-\xBF]){2}", &[(0x10_0000, MAX)]);
        check(r"\xC3[\xA9\xA4]", &[(0xe4, 0xe4), (0xe9, 0xe9)]);
        check(r"\xEF\xBB\xBF", &[(0xfeff, 0xfeff)]);
        check(r"[\xC0-\xFF][\x80-\xBF]*", &[(0x80, MAX)]);
    }

    #[test]
    fn bytes_that_are_left_are_told() {
        for regex in [r"[a-z\xe0-\xf6]+", r"\xE9", r"[\xC2-\xDF]x", r"[\xC2-\xF4][\x80-\xBF]"] {
            let mut budget = Budget::new();
            let mut tree = parse(regex, &LexFlags::default().resolve(true), &mut budget).unwrap();
            assert!(!join(&mut tree, &mut budget.sets), "{regex}");
        }
    }
}
