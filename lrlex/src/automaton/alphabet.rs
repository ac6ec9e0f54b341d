//! The symbols that an automaton reads: each character of ASCII, and classes of those beyond.
//!
//! Characters beyond ASCII that no set of a lexer tells apart are one class, so that `\p{L}` with
//! its 600 ranges is one symbol. Classes are found by splitting: each set splits those of which it
//! holds a part. A text's characters are looked up in a trie.

use fnv::{FnvBuildHasher, FnvHashMap};
use indexmap::IndexSet;

use crate::{
    look::{self, CharKind},
    regex::{CharSet, MAX, join},
};

/// Symbols as sorted ranges, both ends included.
pub(super) type Ranges = Vec<(Symbol, Symbol)>;

/// A character of ASCII by its code, or a class from [`WIDE`] on.
pub(super) type Symbol = u32;
/// The first class of characters beyond ASCII.
pub(super) const WIDE: Symbol = 0x80;
/// The last class: tries hold 16 bits.
const MOST: usize = 0xfffe;

/// The symbols of some sets of characters.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// Starts of ranges of characters beyond ASCII, sorted, each with the class of the range,
    /// counted from 0.
    starts: Vec<(u32, u32)>,
    /// The number of classes.
    classes: usize,
    /// The set of characters of each kind, by the number of the kind; empty if no rule looks at
    /// kinds.
    kinds: Vec<CharSet>,
}

/// More classes than can be told apart.
#[derive(Debug)]
pub(super) struct TooMany;

impl Alphabet {
    /// The symbols that tell all of `sets` apart; and the kinds of characters around places if
    /// those are asked for.
    pub(super) fn new<'s>(
        sets: impl IntoIterator<Item = &'s CharSet>,
        with_kinds: bool,
    ) -> Result<Self, TooMany> {
        let kinds = if with_kinds { kinds() } else { Vec::new() };
        let wide: Vec<Vec<(u32, u32)>> =
            (sets.into_iter().map(beyond_ascii)).chain(kinds.iter().map(beyond_ascii)).collect();
        let mut cuts: Vec<u32> = vec![WIDE];
        cuts.extend(wide.iter().flatten().flat_map(|&(from, to)| [from, to + 1]));
        cuts.sort_unstable();
        cuts.dedup();
        cuts.retain(|cut| *cut <= MAX);
        let mut classes = vec![0_u32; cuts.len()];
        let mut sizes = vec![cuts.len()];
        for ranges in &wide {
            let places = ranges.iter().flat_map(|&(from, to)| {
                let at = |code: u32| cuts.partition_point(|cut| *cut < code);
                at(from)..at(to + 1)
            });
            split(&mut classes, &mut sizes, &places.collect::<Vec<_>>());
        }
        // In the order of the characters, whatever the order of the sets.
        let mut numbers: IndexSet<u32, FnvBuildHasher> = IndexSet::default();
        classes.iter_mut().for_each(|class| *class = numbers.insert_full(*class).0 as u32);
        if numbers.len() > MOST {
            return Err(TooMany);
        }
        let mut starts: Vec<(u32, u32)> = cuts.into_iter().zip(classes).collect();
        starts.dedup_by_key(|(_, class)| *class);
        Ok(Alphabet { starts, classes: numbers.len(), kinds })
    }

    /// How many symbols there are.
    pub(super) fn len(&self) -> usize {
        WIDE as usize + self.classes
    }

    /// The symbols of a set, which must be one of those of which the alphabet was made.
    pub(super) fn symbols(&self, set: &CharSet) -> Ranges {
        let mut symbols: Vec<(Symbol, Symbol)> = Vec::new();
        for &(from, to) in set.ranges().iter().filter(|(from, _)| *from < WIDE) {
            symbols.push((from, to.min(WIDE - 1)));
        }
        for (from, to) in beyond_ascii(set) {
            let first = self.starts.partition_point(|(start, _)| *start <= from) - 1;
            let inside = self.starts[first..].iter().take_while(|(start, _)| *start <= to);
            symbols.extend(inside.map(|(_, class)| (WIDE + class, WIDE + class)));
        }
        join(&mut symbols);
        symbols
    }

    /// The first character of a symbol.
    pub(super) fn char_of(&self, symbol: Symbol) -> char {
        let class = symbol.wrapping_sub(WIDE);
        let start = self.starts.iter().find(|(_, other)| symbol >= WIDE && *other == class);
        char::from_u32(start.map_or(symbol, |(start, _)| *start)).unwrap_or(char::MAX)
    }

    /// The symbols of a kind of characters. There must be kinds.
    pub(super) fn of_kind(&self, kind: CharKind) -> Ranges {
        self.symbols(&self.kinds[usize::from(kind)])
    }

    /// The kind of each class.
    pub(super) fn kinds(&self) -> Vec<CharKind> {
        let mut kinds = vec![look::OTHER; self.classes];
        if !self.kinds.is_empty() {
            for (from, to) in self.of_kind(look::OTHER_WORD) {
                kinds[(from - WIDE) as usize..=(to - WIDE) as usize].fill(look::OTHER_WORD);
            }
        }
        kinds
    }

    /// The class of each character beyond ASCII as a trie with nodes of 64: the first 272 cells
    /// lead from the upper bits of a code to a node, its cells to another, and the cells of that to
    /// classes. Empty if there is one class only.
    pub(super) fn trie(&self) -> Vec<u16> {
        const ROOT: usize = 272;
        if self.classes < 2 {
            return Vec::new();
        }
        let mut classes = vec![0_u16; MAX as usize + 1];
        for (at, &(start, class)) in self.starts.iter().enumerate() {
            let end = self.starts.get(at + 1).map_or(MAX + 1, |next| next.0);
            classes[start as usize..end as usize].fill(class as u16);
        }
        let mut nodes: Vec<u16> = vec![0; ROOT];
        for _ in 0..2 {
            let before = (nodes.len() - ROOT) / 64;
            let mut known: IndexSet<&[u16], FnvBuildHasher> = IndexSet::default();
            let numbers =
                classes.chunks(64).map(|node| (before + known.insert_full(node).0) as u16);
            let numbers = numbers.collect();
            known.iter().for_each(|node| nodes.extend(*node));
            classes = numbers;
        }
        nodes[..ROOT].copy_from_slice(&classes);
        nodes
    }
}

/// The kinds of characters that places ask for, each as a set.
fn kinds() -> Vec<CharSet> {
    let of = |c: u8| CharSet::of(vec![(u32::from(c), u32::from(c))]);
    let [ascii, word] = [false, true].map(|unicode| crate::regex::perl_class('w', unicode));
    let mut kinds = vec![CharSet::default(); 6];
    kinds[usize::from(look::LINE_FEED)] = of(b'\n');
    kinds[usize::from(look::RETURN)] = of(b'\r');
    kinds[usize::from(look::OTHER_WORD)] = ascii.union(&word.complement()).complement();
    kinds[usize::from(look::OTHER)] = word.union(&of(b'\n')).union(&of(b'\r')).complement();
    kinds[usize::from(look::ASCII_WORD)] = ascii;
    kinds
}

/// The ranges of a set beyond ASCII.
fn beyond_ascii(set: &CharSet) -> Vec<(u32, u32)> {
    let wide = set.ranges().iter().filter(|(_, to)| *to >= WIDE);
    wide.map(|&(from, to)| (from.max(WIDE), to.min(MAX))).collect()
}

/// Splits classes: in each, those of `places` become another, unless they are all of it. `sizes`
/// are those of the classes.
fn split(classes: &mut [u32], sizes: &mut Vec<usize>, places: &[usize]) {
    let mut parts: FnvHashMap<u32, (usize, Option<u32>)> = FnvHashMap::default();
    for &place in places {
        parts.entry(classes[place]).or_default().0 += 1;
    }
    for &place in places {
        let class = classes[place];
        let Some((count, fresh)) = parts.get_mut(&class) else { continue };
        if *count == sizes[class as usize] && fresh.is_none() {
            continue;
        }
        let fresh = *fresh.get_or_insert_with(|| {
            sizes.push(0);
            (sizes.len() - 1) as u32
        });
        classes[place] = fresh;
        sizes[class as usize] -= 1;
        sizes[fresh as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::class_of;

    #[test]
    fn every_character_has_the_class_of_its_sets() {
        let sets = [
            vec![(0, 0x10_ffff)],
            vec![(0x80, 0x10_ffff)],
            vec![(0x7f, 0x80), (0x7ff, 0x800), (0xfff, 0x1000), (0xffff, 0x1_0000)],
            vec![(0xd7ff, 0xd7ff), (0xe001, 0xe001), (0x3_ffff, 0x4_0000), (0x10_ffff, 0x10_ffff)],
            vec![(0x61, 0x7a), (0xe9, 0xe9), (0x20ac, 0x20ac), (0x1_f600, 0x1_f64f)],
        ]
        .map(CharSet::of);
        let alphabet = Alphabet::new(&sets, true).unwrap();
        let trie = alphabet.trie();
        let symbols = sets.each_ref().map(|set| alphabet.symbols(set));
        for c in '\u{80}'..=char::MAX {
            let symbol = WIDE + class_of(&trie, c as u32);
            for (set, symbols) in sets.iter().zip(&symbols) {
                let inside = symbols.iter().any(|&(from, to)| from <= symbol && symbol <= to);
                assert_eq!(inside, set.contains(c as u32), "{c:?} in {set:?}");
            }
        }
    }

    #[test]
    fn characters_that_nothing_tells_apart_are_one_class() {
        let sets = [vec![(0x61, 0x10_ffff)], vec![(0x22, 0x22)]].map(CharSet::of);
        let alphabet = Alphabet::new(&sets, false).unwrap();
        assert_eq!((alphabet.len(), alphabet.trie().len()), (129, 0));
        let sets = [crate::regex::perl_class('w', true)];
        let alphabet = Alphabet::new(&sets, true).unwrap();
        assert_eq!((alphabet.len(), alphabet.trie().len() < 25_000), (130, true));
    }
}
