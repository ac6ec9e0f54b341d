//! The tree of a regex, and what can be told of its texts.
//!
//! Sets of characters are numbered, so that a tree is small and equal sets are stored once. All
//! functions recurse; the reader bounds how deep a tree is.

use fnv::FnvBuildHasher;
use indexmap::IndexSet;

use super::charset::CharSet;
use crate::look::Look;

/// The number of a set in [`Sets`].
pub(crate) type SetId = u32;

/// A regex as a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Regex {
    /// One character of this set.
    Class(SetId),
    /// All of these parts, one after the other.
    Sequence(Vec<Regex>),
    /// One of these alternatives: the first that leads to a match is preferred.
    Choice(Vec<Regex>),
    Repeat(Box<Repeat>),
    /// A condition on the characters around a place, such as `^`.
    Look(Look),
    /// The group `delim`, around this body.
    Delim(Box<Regex>),
}

/// A part that is repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repeat {
    pub(crate) body: Regex,
    pub(crate) least: u32,
    /// `None`: without bound.
    pub(crate) most: Option<u32>,
    /// Whether more repetitions are preferred to fewer.
    pub(crate) greedy: bool,
}

/// All sets of characters of some regexes, each once.
#[derive(Debug, Default)]
pub(crate) struct Sets(IndexSet<CharSet, FnvBuildHasher>);

impl Sets {
    /// The number of this set.
    pub(crate) fn number(&mut self, set: CharSet) -> SetId {
        SetId::try_from(self.0.insert_full(set).0).expect("regexes have a bounded length")
    }

    /// The set with this number.
    pub(crate) fn get(&self, id: SetId) -> &CharSet {
        &self.0[id as usize]
    }

    /// All sets, in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &CharSet> + Clone {
        self.0.iter()
    }
}

impl Regex {
    /// Whether the empty text, with nothing around it, is matched.
    pub(crate) fn matches_empty(&self) -> bool {
        self.is_empty(Look::is_true_of_nothing)
    }

    /// Whether the empty text may be matched, with whatever around it.
    pub(crate) fn may_be_empty(&self) -> bool {
        self.is_empty(|_| true)
    }

    /// Whether the empty text is matched where these places are.
    fn is_empty(&self, is_there: fn(&Look) -> bool) -> bool {
        match self {
            Regex::Class(_) => false,
            Regex::Sequence(parts) => parts.iter().all(|part| part.is_empty(is_there)),
            Regex::Choice(parts) => parts.iter().any(|part| part.is_empty(is_there)),
            Regex::Repeat(repeat) => repeat.least == 0 || repeat.body.is_empty(is_there),
            Regex::Look(look) => is_there(look),
            Regex::Delim(body) => body.is_empty(is_there),
        }
    }

    /// Whether this is true of it or of a part.
    fn any(&self, is: fn(&Regex) -> bool) -> bool {
        is(self)
            || match self {
                Regex::Class(_) | Regex::Look(_) => false,
                Regex::Sequence(parts) | Regex::Choice(parts) => {
                    parts.iter().any(|part| part.any(is))
                }
                Regex::Repeat(repeat) => repeat.body.any(is),
                Regex::Delim(body) => body.any(is),
            }
    }

    /// Whether there is a place in it, of which the meaning depends on the characters around.
    pub(crate) fn has_look(&self) -> bool {
        self.any(|part| matches!(part, Regex::Look(_)))
    }

    /// Whether there is a group `delim` in it.
    pub(crate) fn has_delim(&self) -> bool {
        self.any(|part| matches!(part, Regex::Delim(_)))
    }

    /// How many characters each text has, if all have as many.
    pub(crate) fn len(&self) -> Option<u32> {
        match self {
            Regex::Class(_) => Some(1),
            Regex::Sequence(parts) => {
                parts.iter().try_fold(0_u32, |sum, part| sum.checked_add(part.len()?))
            }
            Regex::Choice(parts) => {
                let len = parts.first()?.len();
                parts.iter().all(|part| part.len() == len).then_some(len)?
            }
            Regex::Repeat(repeat) => {
                let len = repeat.body.len()?;
                if repeat.most == Some(repeat.least) { len.checked_mul(repeat.least) } else { None }
            }
            Regex::Look(_) => Some(0),
            Regex::Delim(body) => body.len(),
        }
    }

    /// The characters that are matched, if each text is one of them.
    pub(crate) fn single_chars(&self, sets: &Sets) -> Option<CharSet> {
        self.chars(sets, false)
    }

    /// The characters in which texts end, as far as the last part shows, which must not be empty.
    pub(crate) fn last_chars(&self, sets: &Sets) -> Option<CharSet> {
        self.chars(sets, true)
    }

    /// The characters that are matched: `last` of them, or else all.
    fn chars(&self, sets: &Sets, last: bool) -> Option<CharSet> {
        match self {
            Regex::Class(set) => Some(sets.get(*set).clone()),
            Regex::Sequence(parts) => match parts.as_slice() {
                [part] => part.chars(sets, last),
                [.., part] if last => part.chars(sets, last),
                _ => None,
            },
            Regex::Choice(parts) => parts.iter().try_fold(CharSet::default(), |all, part| {
                Some(all.union(&part.chars(sets, last)?))
            }),
            Regex::Repeat(repeat) if last && repeat.least > 0 => repeat.body.chars(sets, last),
            Regex::Repeat(_) | Regex::Look(_) => None,
            Regex::Delim(body) => body.chars(sets, last),
        }
    }

    /// The only text that is matched, if it is not empty.
    pub(crate) fn only_text(&self, sets: &Sets) -> Option<String> {
        let text: Option<String> = self.row().iter().map(|part| part.only_char(sets)).collect();
        text.filter(|text| !text.is_empty())
    }

    /// The texts with which each match begins and ends, if something that is repeated stands
    /// between them.
    pub(crate) fn ends(&self, sets: &Sets) -> Option<(String, String)> {
        let row = self.row();
        let open: Vec<char> = row.iter().map_while(|part| part.only_char(sets)).collect();
        let last = |part: &&Regex| match part {
            Regex::Repeat(repeat) if repeat.least == 1 && repeat.most.is_none() => {
                repeat.body.only_char(sets)
            }
            part => part.only_char(sets),
        };
        let close: Vec<char> = row.iter().rev().map_while(last).collect();
        let body = row.get(open.len()..row.len() - close.len())?;
        let varies = body.iter().any(|part| matches!(part, Regex::Repeat(_)));
        (varies && !open.is_empty() && !close.is_empty())
            .then(|| (open.into_iter().collect(), close.into_iter().rev().collect()))
    }

    /// The parts that follow each other.
    fn row(&self) -> Vec<&Regex> {
        let mut row = Vec::new();
        let mut todo = vec![self];
        while let Some(part) = todo.pop() {
            match part {
                Regex::Sequence(parts) => todo.extend(parts.iter().rev()),
                Regex::Delim(body) => todo.push(body),
                part => row.push(part),
            }
        }
        row
    }

    fn only_char(&self, sets: &Sets) -> Option<char> {
        if let Regex::Class(set) = self { sets.get(*set).only() } else { None }
    }

    /// All texts that are matched, if they are ASCII and at most `most`.
    pub(crate) fn texts(&self, sets: &Sets, most: usize) -> Option<Vec<String>> {
        let mut all: Vec<String> = Vec::new();
        match self {
            Regex::Class(set) => {
                let set = sets.get(*set);
                let ascii = (0..0x80_u8).filter(|at| set.contains(u32::from(*at)));
                all.extend(
                    ascii.take_while(|_| set.is_ascii()).map(|at| char::from(at).to_string()),
                );
            }
            Regex::Sequence(parts) => {
                all.push(String::new());
                for part in parts {
                    all = joined(&all, &part.texts(sets, most)?, most)?;
                }
            }
            Regex::Choice(parts) => {
                for part in parts {
                    all.extend(part.texts(sets, most)?);
                }
            }
            Regex::Repeat(repeat) => {
                let most_times = repeat.most.filter(|times| (*times as usize) < most)?;
                let body = repeat.body.texts(sets, most)?;
                let mut power = vec![String::new()];
                for times in 0..=most_times {
                    if times >= repeat.least {
                        all.extend(power.iter().cloned());
                    }
                    if times < most_times {
                        power = joined(&power, &body, most)?;
                    }
                }
            }
            Regex::Look(_) => return None,
            Regex::Delim(body) => all = body.texts(sets, most)?,
        }
        all.sort_unstable();
        all.dedup();
        let fits = all.iter().all(|text| text.len() <= most);
        (fits && !all.is_empty() && all.len() <= most).then_some(all)
    }
}

/// Each text of `first` with each of `second` after it, if they are at most `most`.
fn joined(first: &[String], second: &[String], most: usize) -> Option<Vec<String>> {
    let fits = first.len() * second.len() <= most;
    let each = |a: &String| second.iter().map(move |b| format!("{a}{b}")).collect::<Vec<_>>();
    fits.then(|| first.iter().flat_map(each).collect())
}
