//! Finds the part of a change without which a text does not parse.
//!
//! People fix an error and change other things in one go. A text whose parts may each be had in
//! several ways, as they were or as they became, is parsed in all of these ways at once: every
//! stack goes on in every way, equal stacks are merged, with the fewest edits that lead to them,
//! and stacks for which a token is an error are dropped. What is left at the end is the sentence
//! with the fewest edits. Cost: parsing the text once for every live stack; these are limited.

use std::collections::BTreeMap;

use lrpar::steps::{Step, step};
use lrtable::{StateId, TokenId, pack::Tables};

/// Maximum number of live stacks.
const MOST_STACKS: usize = 4000;
/// Maximum number of pairs of a place in the old tokens and one in the new ones in a mixture.
const MOST_PLACES: usize = 4000;

/// An edit: a step from one token sequence to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Inserts this token.
    Insert(TokenId),
    /// Deletes this token.
    Delete(TokenId),
    /// Keeps this token.
    Keep(TokenId),
}

impl Edit {
    /// Returns whether the edit changes anything.
    pub fn changes(self) -> bool {
        !matches!(self, Edit::Keep(_))
    }

    /// Returns the token in the new text, if the edit leaves one.
    pub fn token(self) -> Option<TokenId> {
        match self {
            Edit::Insert(token) | Edit::Keep(token) => Some(token),
            Edit::Delete(_) => None,
        }
    }
}

/// A stretch of a text, with the ways in which it may be had.
#[derive(Clone, Copy, Debug)]
pub enum Stretch<'t> {
    /// Unchanged: equal in both texts.
    Common(&'t [TokenId]),
    /// All as it was, or all as it became.
    Either(&'t [TokenId], &'t [TokenId]),
    /// Any of the deletions and any of the insertions, in any order of the two.
    Mixture(&'t [TokenId], &'t [TokenId]),
}

/// Reason why no text was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEdits {
    /// No way parses.
    NoSentence,
    /// There are too many ways to follow.
    TooMany,
}

/// How a stack was reached.
#[derive(Clone, Copy, Debug)]
struct Path {
    edits: u64,
    /// The last step that changed something, or might have.
    last: Option<usize>,
}

/// The live stacks, each with the best way to it.
type Alive = BTreeMap<Vec<StateId>, Path>;

/// Returns, for each part, its edits in the text that parses with the fewest edits; among several
/// such texts the choice is deterministic.
///
/// # Errors
///
/// Why there is no such text.
pub fn fewest(tables: &Tables<'_>, parts: &[Stretch<'_>]) -> Result<Vec<Vec<Edit>>, NoEdits> {
    let mut search = Search { tables, steps: Vec::new() };
    let mut alive = Alive::from([(vec![StateId::new(0)], Path { edits: 0, last: None })]);
    for (at, part) in parts.iter().enumerate() {
        alive = match *part {
            Stretch::Common(tokens) => {
                let mut next = Alive::new();
                for (stack, path) in &alive {
                    search.go(&mut next, stack, path, None, tokens);
                }
                next
            }
            Stretch::Either(old, new) => {
                let mut next = Alive::new();
                for (stack, path) in &alive {
                    search.go(&mut next, stack, path, Some(Taken::Old(at)), old);
                    let cost = (old.len() + new.len()) as u64;
                    let path = Path { edits: path.edits + cost, ..*path };
                    search.go(&mut next, stack, &path, Some(Taken::New(at)), new);
                }
                next
            }
            Stretch::Mixture(old, new) => search.mixture(alive, at, old, new)?,
        };
        if alive.len() > MOST_STACKS {
            return Err(NoEdits::TooMany);
        }
    }
    let is_end = |stack: &[StateId]| {
        step(tables, &mut stack.to_vec(), tables.eof(), |_, _| {}) == Step::Accepted
    };
    let ends = alive.into_iter().filter(|(stack, _)| is_end(stack));
    let best = ends.min_by_key(|(_, path)| path.edits).ok_or(NoEdits::NoSentence)?;
    Ok(search.edits(parts, best.1.last))
}

/// A choice on the way to a stack, in the part with this index.
#[derive(Clone, Copy, Debug)]
enum Taken {
    Old(usize),
    New(usize),
    One(usize, Edit),
}

struct Search<'s> {
    tables: &'s Tables<'s>,
    /// The steps, each with the one before.
    steps: Vec<(Option<usize>, Taken)>,
}

impl Search<'_> {
    /// Goes on from a stack by these tokens, if they are no error.
    fn go(
        &mut self,
        next: &mut Alive,
        stack: &[StateId],
        path: &Path,
        taken: Option<Taken>,
        tokens: &[TokenId],
    ) {
        let mut stack = stack.to_vec();
        let is_shifted =
            |&token: &TokenId| step(self.tables, &mut stack, token, |_, _| {}) == Step::Shifted;
        if !tokens.iter().all(is_shifted)
            || next.get(&stack).is_some_and(|known| known.edits <= path.edits)
        {
            return;
        }
        let mut path = *path;
        if let Some(taken) = taken {
            self.steps.push((path.last, taken));
            path.last = Some(self.steps.len() - 1);
        }
        next.insert(stack, path);
    }

    /// Follows all ways through a grid: right keeps or deletes an old token, down inserts a new one
    /// or does not.
    fn mixture(
        &mut self,
        alive: Alive,
        part: usize,
        old: &[TokenId],
        new: &[TokenId],
    ) -> Result<Alive, NoEdits> {
        let width = old.len() + 1;
        if width * (new.len() + 1) > MOST_PLACES {
            return Err(NoEdits::TooMany);
        }
        let mut row: Vec<Alive> = vec![Alive::new(); width];
        row[0] = alive;
        for down in 0..=new.len() {
            let mut below: Vec<Alive> = vec![Alive::new(); width];
            for right in 0..width {
                let here = std::mem::take(&mut row[right]);
                if here.len() > MOST_STACKS {
                    return Err(NoEdits::TooMany);
                }
                for (stack, path) in &here {
                    let dearer = Path { edits: path.edits + 1, ..*path };
                    if let Some(&token) = old.get(right) {
                        let [keep, delete] = [Edit::Keep(token), Edit::Delete(token)]
                            .map(|edit| Some(Taken::One(part, edit)));
                        self.go(&mut row[right + 1], stack, path, keep, &[token]);
                        self.go(&mut row[right + 1], stack, &dearer, delete, &[]);
                    }
                    if let Some(&token) = new.get(down) {
                        let insert = Some(Taken::One(part, Edit::Insert(token)));
                        self.go(&mut below[right], stack, path, None, &[]);
                        self.go(&mut below[right], stack, &dearer, insert, &[token]);
                    }
                }
                row[right] = here;
            }
            if down < new.len() {
                row = below;
            }
        }
        Ok(row.pop().expect("a row has a place before its first token"))
    }

    /// Returns the edits of each part, by the steps back from `last`.
    fn edits(&self, parts: &[Stretch<'_>], mut last: Option<usize>) -> Vec<Vec<Edit>> {
        let mut edits: Vec<Vec<Edit>> = parts
            .iter()
            .map(|part| match part {
                Stretch::Common(tokens) => tokens.iter().copied().map(Edit::Keep).collect(),
                Stretch::Either(..) | Stretch::Mixture(..) => Vec::new(),
            })
            .collect();
        while let Some(at) = last {
            match self.steps[at].1 {
                Taken::One(part, edit) => edits[part].push(edit),
                Taken::Old(part) | Taken::New(part) => {
                    let Stretch::Either(old, new) = parts[part] else {
                        unreachable!("only such a part is taken as a whole")
                    };
                    if matches!(self.steps[at].1, Taken::Old(_)) {
                        edits[part].extend(old.iter().copied().map(Edit::Keep));
                    } else {
                        edits[part].extend(old.iter().copied().map(Edit::Delete));
                        edits[part].extend(new.iter().copied().map(Edit::Insert));
                    }
                }
            }
            last = self.steps[at].0;
        }
        for (part, edits) in parts.iter().zip(&mut edits) {
            if matches!(part, Stretch::Mixture(..)) {
                edits.reverse();
            }
        }
        edits
    }
}

#[cfg(test)]
mod tests {
    use lrtable::random::Random;

    use super::*;
    use crate::language::{self, Language, parser_steps};

    fn parses(tables: &Tables<'_>, tokens: &[TokenId]) -> bool {
        parser_steps::run(tables, tokens, |_, _, _| {}).1
    }

    fn new_text(parts: &[Vec<Edit>]) -> Vec<TokenId> {
        parts.iter().flatten().filter_map(|edit| edit.token()).collect()
    }

    fn old_text(parts: &[Vec<Edit>]) -> Vec<TokenId> {
        let old = |edit: &Edit| match *edit {
            Edit::Insert(_) => None,
            Edit::Delete(token) | Edit::Keep(token) => Some(token),
        };
        parts.iter().flatten().filter_map(old).collect()
    }

    fn edits(parts: &[Vec<Edit>]) -> usize {
        parts.iter().flatten().filter(|edit| edit.changes()).count()
    }

    /// Any sequence of up to `most` tokens.
    fn some(random: &mut Random, tables: &Tables<'_>, most: usize) -> Vec<TokenId> {
        let count = random.below(most + 1);
        (0..count).map(|_| TokenId::new(random.below(tables.eof().index()))).collect()
    }

    /// A few brackets and what may stand in them: texts that parse more often than any tokens do.
    fn brackets(random: &mut Random, language: &Language, most: usize) -> Vec<TokenId> {
        let count = random.below(most + 1);
        let name = |random: &mut Random| ["[", "]", ",", "NUMBER"][random.below(4)];
        (0..count).map(|_| language.table.grammar.token_named(name(random)).unwrap()).collect()
    }

    /// Every choice of parts, one after the other.
    #[test]
    fn the_fewest_edits_are_those_of_the_best_choice_of_parts() {
        let language = language::builtin("json").unwrap();
        let tables = language.table.table.tables();
        let mut random = Random::new(7);
        let (mut found, mut none) = (0, 0);
        for _ in 0..4000 {
            let count = 1 + random.below(5);
            let texts: Vec<[Vec<TokenId>; 3]> = (0..count)
                .map(|_| [3, 2, 2].map(|most| brackets(&mut random, &language, most)))
                .collect();
            let parts: Vec<Stretch<'_>> = texts
                .iter()
                .flat_map(|[common, old, new]| [Stretch::Common(common), Stretch::Either(old, new)])
                .collect();
            let choice = |choice: usize| {
                let mut tokens = Vec::new();
                let mut edits = 0;
                for (at, [common, old, new]) in texts.iter().enumerate() {
                    let is_new = choice >> at & 1 == 1;
                    tokens.extend(common);
                    tokens.extend(if is_new { new } else { old });
                    edits += if is_new { old.len() + new.len() } else { 0 };
                }
                parses(&tables, &tokens).then_some(edits)
            };
            let expected = (0..1 << count).filter_map(choice).min();
            let best = fewest(&tables, &parts);
            assert_eq!(best.as_ref().ok().map(|parts| edits(parts)), expected);
            match best {
                Ok(parts) => {
                    assert!(parses(&tables, &new_text(&parts)));
                    found += 1;
                }
                Err(why) => {
                    assert_eq!(why, NoEdits::NoSentence);
                    none += 1;
                }
            }
        }
        assert!(found > 100 && none > 500, "{found} {none}");
    }

    /// Every way of shuffling some of the old tokens with some of the new ones.
    fn shuffled(
        old: &[TokenId],
        new: &[TokenId],
        made: &[TokenId],
        edits: usize,
        each: &mut dyn FnMut(&[TokenId], usize),
    ) {
        if old.is_empty() && new.is_empty() {
            return each(made, edits);
        }
        if let [first, rest @ ..] = old {
            shuffled(rest, new, &[made, &[*first]].concat(), edits, each);
            shuffled(rest, new, made, edits + 1, each);
        }
        if let [first, rest @ ..] = new {
            shuffled(old, rest, &[made, &[*first]].concat(), edits + 1, each);
            shuffled(old, rest, made, edits, each);
        }
    }

    #[test]
    fn the_fewest_edits_of_a_mixture_are_those_of_the_best_shuffle() {
        let language = language::builtin("json").unwrap();
        let tables = language.table.table.tables();
        let mut random = Random::new(8);
        let mut found = 0;
        for round in 0..3000 {
            let mut text = |most| {
                if round % 4 == 0 {
                    some(&mut random, &tables, most)
                } else {
                    brackets(&mut random, &language, most)
                }
            };
            let [before, old, new, following] = [3, 3, 3, 3].map(&mut text);
            let parts = [
                Stretch::Common(&before),
                Stretch::Mixture(&old, &new),
                Stretch::Common(&following),
            ];
            let mut expected: Option<usize> = None;
            shuffled(&old, &new, &[], 0, &mut |made, edits| {
                if parses(&tables, &[&before, made, &following].concat()) {
                    expected = Some(expected.map_or(edits, |known| known.min(edits)));
                }
            });
            let best = fewest(&tables, &parts);
            assert_eq!(best.as_ref().ok().map(|parts| edits(parts)), expected);
            if let Ok(best) = best {
                assert!(parses(&tables, &new_text(&best)));
                assert_eq!(old_text(&best), [&before[..], &old, &following].concat());
                found += 1;
            }
        }
        assert!(found > 300, "{found}");
    }

    #[test]
    fn what_is_too_large_to_mix_is_said() {
        let language = language::builtin("json").unwrap();
        let tokens = vec![language.table.grammar.token_named("[").unwrap(); 100];
        let parts = [Stretch::Mixture(&tokens, &tokens)];
        assert_eq!(fewest(&language.table.table.tables(), &parts), Err(NoEdits::TooMany));
    }
}
