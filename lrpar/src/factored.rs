//! Repair sequences factored: sequences that differ only in the token inserted at one place are
//! shown as one.
//!
//! Algorithm: every sequence is entered in a hash table once for each of its insertions, by what is
//! left without that insertion; sequences then take, in their order, the largest group that is
//! still free (greedy). Sequences longer than [`FACTORED_LENGTH`] are not joined, which bounds the
//! cost.

use std::hash::Hash;

use lrtable::{Storage, TIdx, hash::Map};

use crate::{
    lexer::{LexerTypes, NonStreamingLexer},
    recovery::limits::{FACTORED_LENGTH, SHOWN_ALTERNATIVES},
    repair::{ParseRepair, show_sequence, show_token},
};

/// A group of repair sequences that differ in one inserted token at most.
///
/// ```
/// use lrpar::{ParseRepair, TIdx, factor};
/// let insert = |token| vec![ParseRepair::<&str, u32>::Insert(TIdx(token))];
/// let groups = factor(&[insert(1), vec![ParseRepair::Delete("x")], insert(2)]);
/// assert_eq!(groups.len(), 2);
/// assert_eq!(groups[0].alternatives, Some((0, vec![TIdx(1), TIdx(2)])));
/// assert_eq!(groups[1].alternatives, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factored<LexemeT, StorageT> {
    /// The first sequence of the group.
    pub sequence: Vec<ParseRepair<LexemeT, StorageT>>,
    /// The index of the repair in which the sequences differ, and the tokens that they insert
    /// there, in order; `None` for a group of one.
    pub alternatives: Option<(usize, Vec<TIdx<StorageT>>)>,
}

impl<LexemeT, StorageT> Factored<LexemeT, StorageT> {
    /// Returns the number of sequences in the group.
    pub fn count(&self) -> usize {
        self.alternatives.as_ref().map_or(1, |(_, tokens)| tokens.len())
    }
}

/// A sequence without the token that it inserts at one place.
type Around<'s, LexemeT, StorageT> =
    (&'s [ParseRepair<LexemeT, StorageT>], &'s [ParseRepair<LexemeT, StorageT>]);

/// Groups `sequences` that differ in one inserted token; each joins the largest group possible, and
/// groups stand in the order of their first sequences.
///
/// Linear in the length of all sequences times [`FACTORED_LENGTH`]; a longer sequence is a group of
/// its own.
pub fn factor<LexemeT: Copy + Eq + Hash, StorageT: Copy + Eq + Hash>(
    sequences: &[Vec<ParseRepair<LexemeT, StorageT>>],
) -> Vec<Factored<LexemeT, StorageT>> {
    let mut groups: Map<Around<'_, LexemeT, StorageT>, Vec<usize>> = Map::default();
    for (number, sequence) in sequences.iter().enumerate() {
        for place in insertions(sequence) {
            let around = (&sequence[..place], &sequence[place + 1..]);
            groups.get_or_insert_with(around, Vec::new).push(number);
        }
    }
    let mut taken = vec![false; sequences.len()];
    let mut factored = Vec::new();
    for (number, sequence) in sequences.iter().enumerate() {
        if taken[number] {
            continue;
        }
        let mut best: (usize, Vec<usize>) = (0, vec![number]);
        for place in insertions(sequence) {
            let group = groups.get(&(&sequence[..place], &sequence[place + 1..]));
            let free: Vec<usize> =
                group.into_iter().flatten().copied().filter(|other| !taken[*other]).collect();
            if free.len() > best.1.len() {
                best = (place, free);
            }
        }
        let (place, group) = best;
        for other in &group {
            taken[*other] = true;
        }
        let tokens = group.iter().filter_map(|other| match sequences[*other].get(place) {
            Some(ParseRepair::Insert(token)) => Some(*token),
            _ => None,
        });
        factored.push(Factored {
            sequence: sequence.clone(),
            alternatives: (group.len() > 1).then(|| (place, tokens.collect())),
        });
    }
    factored
}

/// Returns the indices of a sequence's insertions; none if the sequence is too long.
fn insertions<LexemeT, StorageT>(
    sequence: &[ParseRepair<LexemeT, StorageT>],
) -> impl Iterator<Item = usize> {
    let length = if sequence.len() <= FACTORED_LENGTH { sequence.len() } else { 0 };
    (0..length).filter(|place| matches!(sequence[*place], ParseRepair::Insert(_)))
}

/// Formats a group of repair sequences: `Insert one of x y, Delete z`. Names at most
/// [`SHOWN_ALTERNATIVES`] tokens.
pub fn show_factored<'a, StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>(
    factored: &Factored<LexerTypesT::LexemeT, StorageT>,
    lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    epp: &dyn Fn(TIdx<StorageT>) -> Option<&'a str>,
) -> String {
    let show = |sequence: &[ParseRepair<_, _>]| show_sequence(sequence, lexer, epp);
    let Some((place, tokens)) = &factored.alternatives else { return show(&factored.sequence) };
    let mut names: Vec<String> =
        tokens.iter().take(SHOWN_ALTERNATIVES).map(|token| show_token(*token, epp)).collect();
    if tokens.len() > names.len() {
        names.push(format!("… and {} more", tokens.len() - names.len()));
    }
    let parts = [
        show(&factored.sequence[..*place]),
        format!("Insert one of {}", names.join(" ")),
        show(&factored.sequence[place + 1..]),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_each_sequence_once_and_are_as_large_as_can_be() {
        let insert = |t: u8| ParseRepair::<u8, u8>::Insert(TIdx(t));
        let delete = ParseRepair::Delete(9);
        let sequences: Vec<_> = [1u8, 2, 3]
            .into_iter()
            .flat_map(|a| [4u8, 5].map(|b| vec![insert(a), delete, insert(b)]))
            .chain([vec![delete, delete]])
            .collect();
        let factored = factor(&sequences);
        let shape: Vec<_> = factored.iter().map(|f| f.alternatives.clone()).collect();
        let all = vec![TIdx(1), TIdx(2), TIdx(3)];
        assert_eq!(shape, [Some((0, all.clone())), Some((0, all)), None]);
        assert_eq!(factored.iter().map(Factored::count).sum::<usize>(), sequences.len());
    }

    #[test]
    fn sequences_of_a_million_repairs_are_not_compared() {
        let insert = |t: u8| ParseRepair::<u8, u8>::Insert(TIdx(t));
        let long = |t: u8| [vec![insert(0); 1_000_000], vec![insert(t)]].concat();
        let factored = factor(&[long(1), long(2)]);
        assert!(factored.len() == 2 && factored.iter().all(|one| one.alternatives.is_none()));
        let short = |t: u8| [vec![insert(0); FACTORED_LENGTH - 1], vec![insert(t)]].concat();
        assert_eq!(factor(&[short(1), short(2)])[0].count(), 2);
    }
}
