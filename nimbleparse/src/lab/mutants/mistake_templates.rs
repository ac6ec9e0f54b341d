//! Templates of places where people erred: what is missing there, what is surplus, what stays
//! between, and what stands around.
//!
//! A template is learnt from a case, and breaks a valid text where the tokens occur that the person
//! meant. So several edits at one place, half-written statements, pasted tokens and lost regions
//! come as often, and as large, as in the pairs.

use lrtable::{TokenId, random::Random};

use super::{token_operations::is_word, vocabulary::Vocabulary};
use crate::{
    lab::{
        quality::{necessary_edits::Edit, single_errors::SingleError},
        tsv::{escape, unescape},
    },
    language::{Language, Word},
};

/// Maximum number of steps of a template. Longer changes are rewritten texts.
const MOST_STEPS: usize = 60;
/// Number of adjacent missing tokens from which on they are a lost region, which begins with its
/// first token and ends anywhere.
const REGION: usize = 4;
/// Number of tokens on either side that are learnt, and looked for.
const AROUND: usize = 3;
/// Number of places in a text that are tried.
const TRIES: usize = 20;
/// Stands for a blank in a cell.
const BLANK: &str = "␣";

/// One step of a template.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A missing token.
    Missing(TokenId),
    /// A surplus token; `true` if it begins a line.
    Added(TokenId, bool),
    /// A surplus text that is no lexeme.
    Stray(String),
    /// A token that stays.
    Stays(TokenId),
}

/// A template of a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The tokens before the place, outwards; fewer at the beginning of a text.
    before: Vec<TokenId>,
    /// The tokens after the place; fewer at the end of a text.
    after: Vec<TokenId>,
    steps: Vec<Step>,
}

impl Place {
    /// Makes the template of a case; `None` if it is too large.
    pub fn of(case: &SingleError, language: &Language) -> Option<Place> {
        let words = language.words(&case.text);
        let mut at = case.start;
        let mut steps = Vec::new();
        for edit in &case.fix {
            steps.push(match *edit {
                Edit::Insert(token) => Step::Missing(token),
                Edit::Keep(token) => Step::Stays(token),
                Edit::Delete(token) => {
                    let word = words.get(at)?;
                    let before = at.checked_sub(1).map_or(0, |before| words[before].end);
                    match token == language.no_token() {
                        true => Step::Stray(case.text[word.start..word.end].to_string()),
                        false => Step::Added(token, case.text[before..word.start].contains('\n')),
                    }
                }
            });
            at += usize::from(!matches!(edit, Edit::Insert(_)));
        }
        let token = |word: &Word| word.token;
        let before = words[..case.start].iter().rev().take(AROUND).map(token).collect();
        let after = words[at..].iter().take(AROUND).map(token).collect();
        (steps.len() <= MOST_STEPS).then_some(Place { before, after, steps })
    }

    /// Returns whether a stray quote is part of the place. The text that it swallowed then differs
    /// from place to place.
    pub fn has_quote(&self) -> bool {
        let is_quote =
            |step: &Step| matches!(step, Step::Stray(text) if text.starts_with(['"', '\'', '`']));
        self.steps.iter().any(is_quote)
    }

    /// Returns the tokens that are meant at the place.
    fn meant(&self) -> Vec<TokenId> {
        let tokens = self.steps.iter().filter_map(|step| match step {
            Step::Missing(token) | Step::Stays(token) => Some(*token),
            Step::Added(..) | Step::Stray(_) => None,
        });
        tokens.collect()
    }

    /// Returns `text` with such a place, where it fits best of those for which `is_wanted` holds,
    /// and the change in words; `None` if it fits nowhere.
    pub fn apply(
        &self,
        text: &str,
        (language, vocabulary): (&Language, &Vocabulary),
        is_wanted: impl Fn(&str) -> bool,
        random: &mut Random,
    ) -> Option<(String, String)> {
        let words = language.words(text);
        let spots = self.spots(&words, random);
        spots.into_iter().take(TRIES).find_map(|spot| {
            let made = self.made(spot, text, &words, vocabulary, random)?;
            let done = || format!("place {}@{spot}", self.write(language));
            (made != text && is_wanted(&made)).then(|| (made, done()))
        })
    }

    /// Returns `text` with such a place at the lexeme `spot`.
    fn made(
        &self,
        spot: usize,
        text: &str,
        words: &[Word],
        vocabulary: &Vocabulary,
        random: &mut Random,
    ) -> Option<String> {
        let mut done = spot.checked_sub(1).map_or(0, |before| words[before].end);
        let mut out = text[..done].to_string();
        let mut at = spot;
        for step in &self.steps {
            match step {
                Step::Missing(_) => {
                    out.push_str(&text[done..words[at].start]);
                    done = words[at].end;
                    if out.ends_with(is_word) && text[done..].starts_with(is_word) {
                        out.push(' ');
                    }
                    at += 1;
                }
                Step::Stays(_) => {
                    out.push_str(&text[done..words[at].end]);
                    done = words[at].end;
                    at += 1;
                }
                Step::Stray(stray) => out.extend([" ", stray]),
                Step::Added(token, on_new_line) => {
                    let texts = vocabulary.texts(*token);
                    let added = (!texts.is_empty()).then(|| *random.choose(&texts))?;
                    let indent = indentation(&out).to_string();
                    let before = if *on_new_line { ["\n", &indent] } else { [" ", ""] };
                    out.extend(before.into_iter().chain([added]));
                }
            }
        }
        if out.ends_with(is_word) && text[done..].starts_with(is_word) {
            out.push(' ');
        }
        out.push_str(&text[done..]);
        Some(out)
    }

    /// Returns the lexemes at which such a place may be: where the meant tokens stand, those with
    /// most of the surroundings first, equal ones in random order.
    fn spots(&self, words: &[Word], random: &mut Random) -> Vec<usize> {
        let meant = self.meant();
        let Some(last) = words.len().checked_sub(meant.len()) else { return Vec::new() };
        let is_meant =
            |at: &usize| meant.iter().zip(&words[*at..]).all(|(meant, word)| *meant == word.token);
        let mut spots: Vec<usize> = (0..=last).filter(is_meant).collect();
        let is_missing = |step: &Step| matches!(step, Step::Missing(_));
        if spots.is_empty() && meant.len() >= REGION && self.steps.iter().all(is_missing) {
            spots = (0..=last).filter(|at| words[*at].token == meant[0]).collect();
        }
        let same = |around: &[TokenId], words: &mut dyn Iterator<Item = &Word>| {
            around.iter().zip(words).take_while(|(token, word)| **token == word.token).count()
        };
        let around = |at: usize| {
            same(&self.before, &mut words[..at].iter().rev())
                + same(&self.after, &mut words[at + meant.len()..].iter())
        };
        let most = spots.len().max(1);
        spots.sort_by_cached_key(|at| (std::cmp::Reverse(around(*at)), random.below(most), *at));
        spots
    }

    /// Formats the template as a cell of a mix: `<x` for the tokens before, outwards, `>x` for
    /// those after, `+x` for tokens that the fix inserts, `-x` for those that it deletes, `/x` if
    /// one begins a line, `?x` if it is no lexeme, `=x` for those that it keeps.
    pub fn write(&self, language: &Language) -> String {
        let word = |text: &str| escape(text).replace(' ', BLANK);
        let name = |sign: char, token: TokenId| format!("{sign}{}", word(language.name_of(token)));
        let step = |step: &Step| match step {
            Step::Missing(token) => name('+', *token),
            Step::Added(token, false) => name('-', *token),
            Step::Added(token, true) => name('/', *token),
            Step::Stray(text) => format!("?{}", word(text)),
            Step::Stays(token) => name('=', *token),
        };
        let before = self.before.iter().map(|token| name('<', *token));
        let after = self.after.iter().map(|token| name('>', *token));
        before.chain(after).chain(self.steps.iter().map(step)).collect::<Vec<_>>().join(" ")
    }

    /// Reads a template from a cell.
    pub fn read(cell: &str, language: &Language) -> Option<Place> {
        let text = |word: &str| unescape(&word.replace(BLANK, " "));
        let known = |word: &str| {
            let named = language.table.grammar.token_named(&text(word)?);
            named.or((word == "?").then(|| language.no_token()))
        };
        let mut place = Place { before: Vec::new(), after: Vec::new(), steps: Vec::new() };
        for word in cell.split(' ') {
            let (sign, name) = word.split_at_checked(1)?;
            match sign {
                "<" => place.before.push(known(name)?),
                ">" => place.after.push(known(name)?),
                "+" => place.steps.push(Step::Missing(known(name)?)),
                "-" => place.steps.push(Step::Added(known(name)?, false)),
                "/" => place.steps.push(Step::Added(known(name)?, true)),
                "?" => place.steps.push(Step::Stray(text(name)?)),
                "=" => place.steps.push(Step::Stays(known(name)?)),
                _ => return None,
            }
        }
        (!place.steps.is_empty()).then_some(place)
    }
}

/// Returns the blanks at the beginning of the last line.
fn indentation(text: &str) -> &str {
    let line = &text[text.rfind('\n').map_or(0, |end| end + 1)..];
    let blank = line.len() - line.trim_start().len();
    &line[..blank]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lab::quality::single_errors::cases, language};

    fn places(broken: &str, fixed: &str) -> Vec<Place> {
        let language = language::builtin("json").unwrap();
        let cases = cases(&language, broken, fixed).unwrap();
        cases.iter().map(|case| Place::of(case, &language).unwrap()).collect()
    }

    #[test]
    fn places_survive_their_cells() {
        let language = language::builtin("json").unwrap();
        for (broken, fixed) in
            [("[1 2 3]", "[1, 2, 3]"), ("{\"a\": 1\n}}", "{\"a\": 1}"), ("[1 # ]", "[1]")]
        {
            for place in places(broken, fixed) {
                assert_eq!(Place::read(&place.write(&language), &language), Some(place));
            }
        }
        assert_eq!(
            places("[1 2 3]", "[1, 2, 3]")[0].write(&language),
            "<NUMBER <[ >NUMBER >] +, =NUMBER +,"
        );
        assert_eq!(Place::read("<[ +nothing", &language), None);
    }

    /// The fix of what a template makes of a text is that of which it was learnt.
    #[test]
    fn what_is_learnt_is_done_again_elsewhere() {
        let language = language::builtin("json").unwrap();
        let valid = "{\"x\": [5, 6,\n7, 8], \"y\": true}";
        let vocabulary = Vocabulary::of(&language, [valid]);
        for (broken, fixed) in
            [("[1 2 3]", "[1, 2, 3]"), ("[1, 2\n]]", "[1, 2]"), ("[1, 3", "[1, 2, 3]")]
        {
            let [place] = &places(broken, fixed)[..] else { panic!("{broken}") };
            let mut random = Random::new(3);
            let (made, _) =
                place.apply(valid, (&language, &vocabulary), |_| true, &mut random).unwrap();
            let [again] = &places(&made, valid)[..] else { panic!("{made}") };
            assert_eq!(again.steps.len(), place.steps.len(), "{made}");
        }
    }
}
