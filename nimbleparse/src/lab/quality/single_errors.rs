//! The single errors of a pair, each a case of its own.

use lrpar::recovery::limits::SUCCESS_SHIFTS;
use lrtable::TokenId;

use super::{
    necessary_edits::{Edit, NoEdits, Stretch, fewest},
    token_diff::{Hunk, hunks, prefer_same, slide_together},
};
use crate::{
    lab::limits::CASES_BYTES,
    language::{Language, Word, parses},
};

/// Number of edits beyond which two texts are not versions of one another.
const MOST_EDITS: usize = 2000;

/// A text with one error, and its fix: a case.
#[derive(Clone, Debug)]
pub struct SingleError {
    /// The text with the error.
    pub text: String,
    /// The tokens of the text.
    pub tokens: Vec<TokenId>,
    /// The index of the lexeme at which the fix begins.
    pub start: usize,
    /// The whole change at the error.
    pub fix: Vec<Edit>,
    /// The fewest edits of the change that suffice.
    pub needed: Vec<Edit>,
}

impl SingleError {
    /// Returns the tokens after `edits`, which are `fix` or `needed`.
    pub fn mended(&self, edits: &[Edit]) -> Vec<TokenId> {
        let there = edits.iter().filter(|edit| !matches!(edit, Edit::Insert(_))).count();
        let made: Vec<TokenId> = edits.iter().filter_map(|edit| edit.token()).collect();
        [&self.tokens[..self.start], &made, &self.tokens[self.start + there..]].concat()
    }

    /// Converts the case to another grammar of the language, in which `token` returns the token for
    /// one; `None` if it lacks a token.
    pub fn in_tokens(&self, token: impl Fn(TokenId) -> Option<TokenId>) -> Option<SingleError> {
        let edit = |edit: &Edit| {
            Some(match *edit {
                Edit::Insert(id) => Edit::Insert(token(id)?),
                Edit::Delete(id) => Edit::Delete(token(id)?),
                Edit::Keep(id) => Edit::Keep(token(id)?),
            })
        };
        let edits = |edits: &[Edit]| edits.iter().map(edit).collect::<Option<Vec<Edit>>>();
        Some(SingleError {
            text: self.text.clone(),
            tokens: self.tokens.iter().map(|id| token(*id)).collect::<Option<_>>()?,
            start: self.start,
            fix: edits(&self.fix)?,
            needed: edits(&self.needed)?,
        })
    }
}

/// Returns the number of insertions and deletions. A replacement is one of each.
pub fn changes(edits: &[Edit]) -> usize {
    edits.iter().filter(|edit| edit.changes()).count()
}

/// Returns the cases of a pair, in order.
///
/// # Errors
///
/// Why there is no case.
pub fn cases(
    language: &Language,
    broken: &str,
    fixed: &str,
) -> Result<Vec<SingleError>, &'static str> {
    cases_within(language, broken, fixed, CASES_BYTES)
}

fn cases_within(
    language: &Language,
    broken: &str,
    fixed: &str,
    most_bytes: usize,
) -> Result<Vec<SingleError>, &'static str> {
    let (old, new) = (language.words(broken), language.words(fixed));
    if !parses(language, fixed) {
        return Err("the fixed text does not parse");
    }
    if parses(language, broken) {
        return Err("the broken text parses");
    }
    let pair = Pair { old: &tokens(&old), new: &tokens(&new) };
    let hunks = hunks(pair.old, pair.new, MOST_EDITS).ok_or("the two texts differ too much")?;
    let same =
        |x: usize, y: usize| broken[old[x].start..old[x].end] == fixed[new[y].start..new[y].end];
    let hunks = prefer_same((pair.old, pair.new), &hunks, same);
    let necessary = pair.necessary(language, &hunks)?;
    if locations(&necessary).count().saturating_mul(broken.len()) > most_bytes {
        return Err("it has too many errors for its length: cut it into smaller files");
    }
    let mut cases = Vec::new();
    for location in locations(&necessary) {
        let others = |hunk: &&Hunk| !location.contains(hunk);
        let others: Vec<&Hunk> = necessary.iter().filter(others).collect();
        let text = splice((broken, &old), (fixed, &new), &others);
        let tokens = pair.apply(&others);
        // Text that swallows what follows (a quote, the begin of a comment) lexes to other tokens
        // here than there.
        if self::tokens(&language.words(&text)) == tokens {
            cases.push(pair.case(language, text, tokens, location, &others));
        }
    }
    if cases.is_empty() {
        return Err("it differs in what is quoted or commented out");
    }
    Ok(cases)
}

/// The tokens of a pair.
struct Pair<'t> {
    old: &'t [TokenId],
    new: &'t [TokenId],
}

impl Pair<'_> {
    /// Returns those hunks that together make the old tokens parse with the fewest edits.
    fn necessary(&self, language: &Language, hunks: &[Hunk]) -> Result<Vec<Hunk>, &'static str> {
        let parts = self.parts(0, hunks, self.old.len(), Stretch::Either);
        let edits = fewest(&language.table.table.tables(), &parts).map_err(|why| match why {
            NoEdits::TooMany => "the two texts differ in too many places",
            NoEdits::NoSentence => "the fixed text does not parse",
        })?;
        let mut chosen: Vec<Hunk> = Vec::new();
        let mut last = None;
        for (at, hunk) in hunks.iter().enumerate() {
            if changes(&edits[2 * at + 1]) == 0 {
                continue;
            }
            // A hunk that is left out is not slid over.
            let before = if last == at.checked_sub(1) { chosen.last() } else { None };
            match before.and_then(|before| slide_together((self.old, self.new), before, hunk)) {
                Some(one) => *chosen.last_mut().expect("it was slid to") = one,
                None => chosen.push(hunk.clone()),
            }
            last = Some(at);
        }
        Ok(chosen)
    }

    /// Returns the old tokens from `start` to `end`, split into what is before a hunk, the hunk, …,
    /// what is after the last.
    fn parts<'p>(
        &'p self,
        start: usize,
        hunks: &[Hunk],
        end: usize,
        part: fn(&'p [TokenId], &'p [TokenId]) -> Stretch<'p>,
    ) -> Vec<Stretch<'p>> {
        let mut parts = Vec::with_capacity(2 * hunks.len() + 1);
        let mut done = start;
        for hunk in hunks {
            parts.push(Stretch::Common(&self.old[done..hunk.old.start]));
            parts.push(part(&self.old[hunk.old.clone()], &self.new[hunk.new.clone()]));
            done = hunk.old.end;
        }
        parts.push(Stretch::Common(&self.old[done..end]));
        parts
    }

    /// Returns the old tokens with these hunks applied.
    fn apply(&self, hunks: &[&Hunk]) -> Vec<TokenId> {
        let mut out = Vec::with_capacity(self.old.len());
        let mut done = 0;
        for hunk in hunks {
            out.extend(&self.old[done..hunk.old.start]);
            out.extend(&self.new[hunk.new.clone()]);
            done = hunk.old.end;
        }
        out.extend(&self.old[done..]);
        out
    }

    /// Returns the case of one location, with the others fixed.
    fn case(
        &self,
        language: &Language,
        text: String,
        tokens: Vec<TokenId>,
        location: &[Hunk],
        others: &[&Hunk],
    ) -> SingleError {
        let (first, last) = (location[0].old.start, location[location.len() - 1].old.end);
        let before = others.iter().filter(|hunk| hunk.old.start < first);
        let start = before.fold(first, |at, hunk| at + hunk.new.len() - hunk.old.len());
        let whole = |part: &Stretch<'_>| match *part {
            Stretch::Common(same) => same.iter().copied().map(Edit::Keep).collect(),
            Stretch::Either(old, new) | Stretch::Mixture(old, new) => {
                let gone = old.iter().copied().map(Edit::Delete);
                gone.chain(new.iter().copied().map(Edit::Insert)).collect::<Vec<Edit>>()
            }
        };
        let here = self.parts(first, location, last, Stretch::Mixture);
        let fix: Vec<Edit> = here.iter().flat_map(whole).collect();
        let mut parts = vec![Stretch::Common(&tokens[..start])];
        parts.extend(&here);
        parts.push(Stretch::Common(&tokens[start + (last - first)..]));
        // A change that is too large to be reduced stays as it is.
        let needed = match fewest(&language.table.table.tables(), &parts) {
            Ok(edits) => edits[1..=here.len()].concat(),
            Err(_) => fix.clone(),
        };
        SingleError { text, tokens, start, fix, needed }
    }
}

/// Groups hunks into locations: hunks separated by fewer matching tokens than a success of recovery
/// needs are merged, since no repair ends between them.
fn locations(hunks: &[Hunk]) -> impl Iterator<Item = &[Hunk]> {
    hunks.chunk_by(|one, next| next.old.start - one.old.end < usize::from(SUCCESS_SHIFTS))
}

/// Returns the tokens of lexemes.
pub fn tokens(words: &[Word]) -> Vec<TokenId> {
    words.iter().map(|word| word.token).collect()
}

/// Returns the broken text with the fixed one's lexemes, and the space around them, in these hunks.
fn splice(
    (broken, old): (&str, &[Word]),
    (fixed, new): (&str, &[Word]),
    hunks: &[&Hunk],
) -> String {
    let around = |text: &str, words: &[Word], range: &std::ops::Range<usize>| {
        let start = range.start.checked_sub(1).map_or(0, |before| words[before].end);
        let end = words.get(range.end).map_or(text.len(), |after| after.start);
        start..end
    };
    let mut out = String::with_capacity(broken.len());
    let mut done = 0;
    for hunk in hunks {
        let (gone, come) = (around(broken, old, &hunk.old), around(fixed, new, &hunk.new));
        out.push_str(&broken[done..gone.start]);
        out.push_str(&fixed[come]);
        done = gone.end;
    }
    out.push_str(&broken[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    fn json() -> Language {
        language::builtin("json").unwrap()
    }

    /// Each case as its text, its fix, and the part of that that is needed.
    fn shown(broken: &str, fixed: &str) -> Vec<(String, String, String)> {
        let language = json();
        let show = |edits: &[Edit]| {
            let edits = edits.iter().map(|edit| match *edit {
                Edit::Insert(token) => format!("+{}", language.name_of(token)),
                Edit::Delete(token) => format!("-{}", language.name_of(token)),
                Edit::Keep(token) => format!("={}", language.name_of(token)),
            });
            edits.collect::<Vec<_>>().join(" ")
        };
        let cases = cases(&language, broken, fixed).unwrap();
        cases.iter().map(|c| (c.text.clone(), show(&c.fix), show(&c.needed))).collect()
    }

    fn case(text: &str, fix: &str, needed: &str) -> (String, String, String) {
        (text.to_string(), fix.to_string(), needed.to_string())
    }

    #[test]
    fn each_necessary_change_is_a_case_with_the_others_mended() {
        // The 9 that is gone is no error, and stays; the other two are, each by itself.
        let broken = "{\"a\": [1 2], \"b\": [3, 9, 4, 5], \"c\" 6}";
        let fixed = "{\"a\": [1, 2], \"b\": [3, 4, 5], \"c\": 6}";
        assert_eq!(
            shown(broken, fixed),
            [
                case("{\"a\": [1 2], \"b\": [3, 9, 4, 5], \"c\": 6}", "+,", "+,"),
                case("{\"a\": [1, 2], \"b\": [3, 9, 4, 5], \"c\" 6}", "+:", "+:")
            ]
        );
    }

    #[test]
    fn changes_that_only_need_each_other_are_no_case() {
        // Without either bracket the fixed text does not parse; without both it does.
        assert_eq!(
            shown("[1, 2, 3, 4, 5 6]", "[[1, 2, 3, 4], 5, 6]"),
            [case("[1, 2, 3, 4, 5 6]", "+,", "+,")]
        );
    }

    #[test]
    fn the_way_with_the_fewest_edits_is_taken() {
        assert_eq!(
            shown("[1, [2, 3, 4, 5", "[1, [2, 3, 4, 5]]"),
            [case("[1, [2, 3, 4, 5", "+] +]", "+] +]")]
        );
        // Any of the two brackets that are added is enough, but one comes with more.
        assert_eq!(
            shown("[[1, 2, 3, 4, [5], 6]", "[[1, 2, 3, 4], [[5], 6, 7]]"),
            [case("[[1, 2, 3, 4, [5], 6]", "+]", "+]")]
        );
    }

    #[test]
    fn changes_without_room_for_a_repair_between_them_are_one_place() {
        assert_eq!(
            shown("[1 2 3]", "[1, 2, 3]"),
            [case("[1 2 3]", "+, =NUMBER +,", "+, =NUMBER +,")]
        );
        assert_eq!(shown("[1 [2] 3]", "[1, [2], 3]").len(), 2);
        // What matches between them counts for no edit.
        let cases = cases(&json(), "[1 2 3]", "[1, 2, 3]").unwrap();
        assert_eq!(changes(&cases[0].fix), 2);
    }

    #[test]
    fn changes_that_may_be_told_as_one_are_one_place() {
        // `[` put in front and `1, 2]` gone from the end, or all of it where the text begins.
        assert_eq!(
            shown("1, 2] 1, 2]", "[1, 2]"),
            [case("1, 2] 1, 2]", "-NUMBER -, -NUMBER -] +[", "+[ =NUMBER =, -NUMBER -]")]
        );
    }

    #[test]
    fn what_a_change_has_beyond_its_needs_is_told_apart() {
        assert_eq!(
            shown("[1 true]", "[1, 2, 3, true]"),
            [case("[1 true]", "+, +NUMBER +, +NUMBER +,", "+,")]
        );
        assert_eq!(shown("[1, : 2]", "[1, {}, 2]"), [case("[1, : 2]", "-: +{ +} +,", "-:")]);
        let case = &cases(&json(), "[1, : 2]", "[1, {}, 2]").unwrap()[0];
        let language = json();
        let tokens = |text: &str| tokens(&language.words(text));
        assert_eq!(case.mended(&case.fix), tokens("[1, {}, 2]"));
        assert_eq!(case.mended(&case.needed), tokens("[1, 2]"));
    }

    #[test]
    fn texts_are_spliced_with_the_space_around() {
        let cases = cases(&json(), "[1 /* */ 2,\n\n 3 4, 5, 6 7]", "[1, 2,\n 3,  4, 5, 6,\t7]");
        let texts: Vec<String> = cases.unwrap().into_iter().map(|case| case.text).collect();
        assert_eq!(texts[0], "[1 /* */ 2,\n\n 3,  4, 5, 6,\t7]");
    }

    #[test]
    fn cases_take_no_more_memory_than_is_allowed() {
        let (broken, fixed) = ("[1 2, 3, 4 5]", "[1, 2, 3, 4, 5]");
        let within = |bytes| cases_within(&json(), broken, fixed, bytes).map(|cases| cases.len());
        assert_eq!(within(2 * broken.len()), Ok(2));
        let message = within(2 * broken.len() - 1).unwrap_err();
        assert!(message.starts_with("it has too many errors for its length"));
    }

    #[test]
    fn pairs_that_say_nothing_are_refused_with_the_reason() {
        let reason = |broken, fixed| cases(&json(), broken, fixed).unwrap_err();
        assert_eq!(reason("[", "["), "the fixed text does not parse");
        assert_eq!(reason("[]", "[1]"), "the broken text parses");
    }
}
