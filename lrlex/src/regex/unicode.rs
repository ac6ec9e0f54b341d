//! The characters of a class that only the `regex` crate knows: `\p{L}`, letters in both cases, set
//! operations.
//!
//! The crate does not tell its ranges, so they are read off its matches: the class and its
//! complement are matched in turn along a text of all characters. Ten planes hold no character and
//! two are for private use: they are all alike but for the two code points at the end of each, so
//! of these planes only one character is looked at, with those two. A class costs about two
//! milliseconds, once in a process.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use regex::RegexBuilder;

use super::charset::CharSet;
use crate::limits;

/// Ranges of code points that are alike for every class, but for their sizes: the first stands for
/// all. They are those of the planes 4 to 16, without what is assigned at the start of plane 14.
fn uniform() -> impl Iterator<Item = (u32, u32)> {
    (4..=0x10).map(|plane: u32| {
        let first = if plane == 0xe { 0x1000 } else { 0 };
        (plane << 16 | first, plane << 16 | 0xfffd)
    })
}

/// A text of characters: all but those of [`uniform`] ranges, and the first of each of these.
fn sample() -> &'static str {
    static SAMPLE: OnceLock<String> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let mut text = String::with_capacity(1 << 21);
        let mut from = 0;
        for (start, end) in uniform() {
            text.extend((from..=start).filter_map(char::from_u32));
            from = end + 1;
        }
        text.extend((from..=super::charset::MAX).filter_map(char::from_u32));
        text
    })
}

/// The characters that the regex `class` matches, which must match one character, whichever; `None`
/// if the crate refuses it. `octal` lets it have characters by their octal code.
pub(super) fn chars(class: &str, octal: bool) -> Option<Arc<CharSet>> {
    type Known = Mutex<HashMap<String, Arc<CharSet>>>;
    static KNOWN: OnceLock<[Known; 2]> = OnceLock::new();
    let known = &KNOWN.get_or_init(Default::default)[usize::from(octal)];
    if let Some(set) = known.lock().unwrap_or_else(PoisonError::into_inner).get(class) {
        return Some(Arc::clone(set));
    }
    let set = Arc::new(probe(class, octal)?);
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() < limits::CLASSES {
        known.insert(class.to_owned(), Arc::clone(&set));
    }
    Some(set)
}

fn probe(class: &str, octal: bool) -> Option<CharSet> {
    let build = |regex: &str| RegexBuilder::new(regex).octal(octal).build().ok();
    let inside = build(&format!(r"\A(?:{class})+"))?;
    let text = sample();
    let mut ranges = Vec::new();
    // A search for the next match skips what is not in the class.
    let single = build(&format!("(?:{class})"))?;
    let mut at = 0;
    while let Some(next) = single.find_at(text, at) {
        let run = inside.find(&text[next.start()..])?;
        at = next.start() + run.end();
        let (first, last) =
            (text[next.start()..].chars().next()?, run.as_str().chars().next_back()?);
        ranges.push((first as u32, last as u32));
        debug_assert!(run.end() > 0);
    }
    for (_, last) in &mut ranges {
        *last = uniform().find(|(start, _)| start == last).map_or(*last, |(_, end)| end);
    }
    Some(CharSet::of(ranges))
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::*;

    #[test]
    fn ranges_are_those_that_the_regex_crate_has() {
        let classes = [
            r"\w",
            r"\W",
            r"\d",
            r"\s",
            r"\p{L}",
            r"\P{L}",
            r"\p{Co}",
            r"\p{Cn}",
            r"\p{Greek}",
            r"\p{age:3.2}",
            r"\p{Noncharacter_Code_Point}",
            r"(?i:[à-þ])",
            r"(?i:k)",
            r"[\p{L}--\p{Ll}]",
            r"[\w&&[^\d_]]",
            r"[^\n]",
            r"\p{Extended_Pictographic}",
            r"\p{Default_Ignorable_Code_Point}",
            r"\p{XID_Continue}",
            r"\p{any}",
        ];
        for class in classes {
            let set = chars(class, false).expect(class);
            let regex = Regex::new(&format!(r"\A(?:{class})\z")).unwrap();
            let mut buffer = [0; 4];
            for c in '\0'..=char::MAX {
                let found = regex.is_match(c.encode_utf8(&mut buffer));
                assert_eq!(set.contains(c as u32), found, "{c:?} in {class}");
            }
        }
        assert_eq!(chars("(", false), None);
        assert_eq!(chars(r"[\101]", false), None);
        assert_eq!(chars(r"[\101]", true), chars("A", true));
    }
}
