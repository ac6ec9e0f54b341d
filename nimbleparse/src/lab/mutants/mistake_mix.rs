//! Mixes: how often each operation is done, to which token, and how many to a text.
//!
//! As a file: tab-separated lines `OPERATION TOKEN COUNT`, with `*` for any token,
//! `place TEMPLATE COUNT`, and `edits N COUNT`, after a header.

use std::collections::BTreeMap;

use lrtable::{TokenId, random::Random};

use super::{mistake_templates::Place, token_operations::Operation};
use crate::{
    Error, ErrorKind,
    lab::tsv::{escape, unescape},
    language::Language,
};

/// The header of a file.
const HEADER: &str = "operation\ttoken\tcount";
/// The first cell of a line with a place.
const PLACE: &str = "place";

/// Counts of operations, by which mistakes are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mix {
    operations: BTreeMap<(Operation, Option<TokenId>), usize>,
    places: BTreeMap<Place, usize>,
    edits: BTreeMap<usize, usize>,
}

/// A mistake to make in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake<'m> {
    /// An operation, on this token if one is given.
    Operation(Operation, Option<TokenId>),
    /// A place as people left one.
    Place(&'m Place),
}

impl Default for Mix {
    /// Returns a mix that roughly follows people: mostly omissions, then surplus text, then
    /// replacements; one to four operations, fewer more often.
    fn default() -> Self {
        let mut mix = Mix::empty();
        for (operation, count) in [
            (Operation::Delete, 30),
            (Operation::Insert, 20),
            (Operation::Replace, 12),
            (Operation::Swap, 5),
            (Operation::DropBracket, 15),
            (Operation::DoubleBracket, 7),
            (Operation::Typo, 6),
            (Operation::Quote, 3),
            (Operation::Cut, 2),
        ] {
            mix.operations.insert((operation, None), count);
        }
        mix.edits = BTreeMap::from([(1, 8), (2, 4), (3, 2), (4, 1)]);
        mix
    }
}

impl Mix {
    /// Makes an empty mix.
    pub fn empty() -> Mix {
        Mix { operations: BTreeMap::new(), places: BTreeMap::new(), edits: BTreeMap::new() }
    }

    /// Counts an operation.
    pub fn count(&mut self, operation: Operation, token: Option<TokenId>) {
        *self.operations.entry((operation, token)).or_default() += 1;
    }

    /// Counts a place.
    pub fn count_place(&mut self, place: Place) {
        *self.places.entry(place).or_default() += 1;
    }

    /// Counts a text with `edits` operations.
    pub fn count_edits(&mut self, edits: usize) {
        *self.edits.entry(edits).or_default() += 1;
    }

    /// Returns the number of mistakes counted.
    pub fn mistakes(&self) -> usize {
        self.operations.values().chain(self.places.values()).sum()
    }

    /// Returns whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty() && self.places.is_empty() || self.edits.is_empty()
    }

    /// Draws a random mistake.
    pub fn mistake(&self, random: &mut Random) -> Mistake<'_> {
        let operations: usize = self.operations.values().sum();
        let places: usize = self.places.values().sum();
        if random.below(operations + places) < places {
            return Mistake::Place(draw(&self.places, random));
        }
        let (operation, token) = *draw(&self.operations, random);
        Mistake::Operation(operation, token)
    }

    /// Draws a random number of operations.
    pub fn edits(&self, random: &mut Random) -> usize {
        *draw(&self.edits, random)
    }

    /// Formats the mix as the text of a file.
    pub fn write(&self, language: &Language) -> String {
        let mut out = format!("{HEADER}\n");
        for (edits, count) in &self.edits {
            out.push_str(&format!("edits\t{edits}\t{count}\n"));
        }
        for ((operation, token), count) in &self.operations {
            let token = token.map_or("*".to_string(), |token| escape(language.name_of(token)));
            out.push_str(&format!("{}\t{token}\t{count}\n", operation.name()));
        }
        for (place, count) in &self.places {
            out.push_str(&format!("{PLACE}\t{}\t{count}\n", place.write(language)));
        }
        out
    }

    /// Reads a mix from the text of a file.
    ///
    /// # Errors
    ///
    /// If a line is wrong; the message names it.
    pub fn read(text: &str, language: &Language) -> Result<Mix, Error> {
        let format = |message: String| Error::new(ErrorKind::Format, message);
        let mut mix = Mix::empty();
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, line)| line) != Some(HEADER) {
            return Err(format("line 1: expected the columns operation, token, count".to_string()));
        }
        for (at, line) in lines {
            let wrong = |what: &str| format(format!("line {}: {what}", at + 1));
            let [name, token, count] = line.split('\t').collect::<Vec<_>>()[..] else {
                return Err(wrong("expected 3 columns"));
            };
            let count: usize =
                count.parse().map_err(|_| wrong(&format!("'{count}' is no count")))?;
            if name == "edits" {
                let edits = token.parse().ok().filter(|edits| (1..=100).contains(edits));
                mix.edits.insert(
                    edits.ok_or_else(|| wrong(&format!("'{token}' is no number of edits")))?,
                    count,
                );
                continue;
            }
            if name == PLACE {
                let place = Place::read(token, language);
                let place = place.ok_or_else(|| wrong(&format!("'{token}' is no place")))?;
                mix.places.insert(place, count);
                continue;
            }
            let operation = Operation::named(name)
                .ok_or_else(|| wrong(&format!("unknown operation '{name}'")))?;
            let token = match token {
                "*" => None,
                _ => {
                    let name = unescape(token).unwrap_or_default();
                    let found = language.table.grammar.token_named(&name);
                    Some(
                        found
                            .ok_or_else(|| wrong(&format!("the grammar has no token '{name}'")))?,
                    )
                }
            };
            mix.operations.insert((operation, token), count);
        }
        mix.operations.retain(|_, count| *count > 0);
        mix.places.retain(|_, count| *count > 0);
        mix.edits.retain(|_, count| *count > 0);
        if mix.is_empty() {
            let message = "there must be an operation and a number of edits that count";
            return Err(format(message.to_string()));
        }
        Ok(mix)
    }
}

/// Draws a key with a probability proportional to its count.
fn draw<'a, K>(counts: &'a BTreeMap<K, usize>, random: &mut Random) -> &'a K {
    let mut left = random.below(counts.values().sum());
    for (key, count) in counts {
        match left.checked_sub(*count) {
            None => return key,
            Some(rest) => left = rest,
        }
    }
    unreachable!("the counts add up to their sum")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    #[test]
    fn a_mix_survives_its_file() {
        let language = language::builtin("json").unwrap();
        let mut mix = Mix::default();
        mix.count(Operation::Delete, language.table.grammar.token_named(","));
        assert_eq!(Mix::read(&mix.write(&language), &language), Ok(mix));
    }

    #[test]
    fn draws_are_as_frequent_as_their_counts() {
        let counts = BTreeMap::from([('a', 1), ('b', 0), ('c', 3)]);
        let mut random = Random::new(9);
        let drawn: Vec<char> = (0..4000).map(|_| *draw(&counts, &mut random)).collect();
        let a = drawn.iter().filter(|c| **c == 'a').count();
        assert!((900..1100).contains(&a) && !drawn.contains(&'b'), "{a}");
    }

    #[test]
    fn wrong_lines_are_named() {
        let language = language::builtin("json").unwrap();
        let wrong = |text: &str| Mix::read(text, &language).unwrap_err().to_string();
        let message = |text: &str| wrong(&format!("{HEADER}\n{text}"));
        assert_eq!(message("explode\t*\t1\n"), "line 2: unknown operation 'explode'");
        assert_eq!(message("delete\tif\t1\n"), "line 2: the grammar has no token 'if'");
        assert_eq!(message("edits\t0\t1\n"), "line 2: '0' is no number of edits");
        assert_eq!(message("delete\t*\n"), "line 2: expected 3 columns");
        assert!(message("delete\t*\t1\n").contains("number of edits"));
        assert!(wrong("x").starts_with("line 1"));
    }
}
