//! Tests of the matched text, each as an automaton over its characters.

/// A set of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) struct Bytes {
    /// The bit of each byte of ASCII.
    pub(in crate::import) ascii: u128,
    /// Whether those beyond ASCII are in the set.
    pub(in crate::import) others: bool,
}

impl Bytes {
    /// The bytes of which `is_in` is true, where those beyond ASCII are less than 0 as in C.
    pub(in crate::import) fn of(is_in: impl Fn(i64) -> bool) -> Bytes {
        let ascii = (0..128).filter(|byte| is_in(*byte)).fold(0, |all, byte| all | 1 << byte);
        Bytes { ascii, others: is_in(-1) }
    }

    fn contains(self, byte: Option<u8>) -> bool {
        byte.map_or(self.others, |byte| self.ascii >> byte & 1 == 1)
    }
}

/// A test of the matched text. All places are bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) enum Test {
    /// From a byte on the text is this one, or begins with it.
    Is { from: u32, text: String, caseless: bool, begins: bool },
    /// The byte at a place, counted from the start, or from the end if negative, is in a set;
    /// `beyond`: whether that is true of a text that is too short.
    Byte { at: i32, set: Bytes, beyond: bool },
    /// The text has more bytes.
    Longer(u32),
    /// The text has a byte of a set in it.
    Holds(Bytes),
    /// The text has this text in it.
    Contains(String),
}

/// States in which nothing changes any more.
const YES: u32 = u32::MAX;
const NO: u32 = u32::MAX - 1;

impl Test {
    /// The state before the text.
    pub(super) fn start(&self) -> u32 {
        // The bytes at the end are bits after a first one.
        if let Test::Byte { at: ..0, .. } = self { 1 } else { 0 }
    }

    /// The state after a character that has `len` bytes; `byte`: of ASCII.
    pub(super) fn step(&self, state: u32, byte: Option<u8>, len: u32) -> u32 {
        if state >= NO {
            return state;
        }
        let is_past = |place: u32| state + len > place;
        match self {
            Test::Is { from, .. } if state < *from => {
                if is_past(*from) {
                    NO
                } else {
                    state + len
                }
            }
            Test::Is { from, text, caseless, begins } => {
                let wanted = text.as_bytes().get((state - from) as usize);
                let is_next = |wanted: &u8, byte: u8| match caseless {
                    true => wanted.eq_ignore_ascii_case(&byte),
                    false => *wanted == byte,
                };
                match wanted.zip(byte) {
                    Some((wanted, byte)) if is_next(wanted, byte) => state + 1,
                    None if wanted.is_none() && *begins => YES,
                    _ => NO,
                }
            }
            Test::Byte { at: at @ 0.., set, .. } => match is_past(at.unsigned_abs()) {
                true if set.contains(byte) => YES,
                true => NO,
                false => state + len,
            },
            Test::Byte { at, set, .. } => {
                let first = 1 << at.unsigned_abs();
                (0..len).fold(state, |state, _| {
                    let next = state << 1 | u32::from(set.contains(byte));
                    if next < 2 * first { next } else { next & (first - 1) | first }
                })
            }
            Test::Longer(most) => {
                if is_past(*most) {
                    YES
                } else {
                    state + len
                }
            }
            Test::Holds(set) => {
                if set.contains(byte) {
                    YES
                } else {
                    0
                }
            }
            Test::Contains(text) => {
                let Some(byte) = byte else { return 0 };
                let mut read = text.as_bytes()[..state as usize].to_vec();
                read.push(byte);
                let is_end = |len: &usize| read.ends_with(&text.as_bytes()[..*len]);
                let longest = (0..=text.len().min(read.len())).rev().find(is_end).unwrap_or(0);
                if longest == text.len() { YES } else { longest as u32 }
            }
        }
    }

    /// Whether the test holds of a text that ends in this state.
    pub(super) fn accepts(&self, state: u32) -> bool {
        match self {
            Test::Is { from, text, .. } => state == YES || state == from + text.len() as u32,
            Test::Byte { at: 0.., beyond, .. } => state == YES || state != NO && *beyond,
            Test::Byte { at, .. } => {
                let bits = state >> (at.unsigned_abs() - 1);
                bits == 0b11
            }
            Test::Longer(_) | Test::Holds(_) => state == YES,
            Test::Contains(text) => state == YES || text.is_empty(),
        }
    }

    /// Whether the test holds of a text.
    pub(super) fn holds(&self, text: &str) -> bool {
        let ascii = |c: char| u8::try_from(c).ok().filter(u8::is_ascii);
        let step = |state, c: char| self.step(state, ascii(c), c.len_utf8() as u32);
        self.accepts(text.chars().fold(self.start(), step))
    }

    /// Sets of characters of ASCII that the test tells apart.
    pub(super) fn sets(&self) -> Vec<Vec<(u32, u32)>> {
        match self {
            Test::Is { text, .. } | Test::Contains(text) => {
                let cases = |byte: u8| [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()];
                let bytes = text.bytes().flat_map(cases).map(u32::from);
                bytes.map(|byte| vec![(byte, byte)]).collect()
            }
            Test::Byte { set, .. } | Test::Holds(set) => {
                let is_in = |byte: &u32| set.ascii >> byte & 1 == 1;
                vec![(0..128).filter(is_in).map(|byte| (byte, byte)).collect()]
            }
            Test::Longer(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byte(at: i32, is_in: fn(u8) -> bool) -> Test {
        let set = Bytes::of(|byte| u8::try_from(byte).is_ok_and(is_in));
        Test::Byte { at, set, beyond: false }
    }

    /// All texts of few letters, against functions of the standard library.
    #[test]
    fn tests_hold_of_the_texts_of_which_the_library_says_so() {
        let mut texts = vec![String::new()];
        for at in 0.. {
            if texts[at].chars().count() == 5 {
                break;
            }
            for c in ['a', 'A', 'b', 'é'] {
                texts.push(format!("{}{c}", texts[at]));
            }
        }
        let is = |text: &str, from, caseless, begins| Test::Is {
            from,
            text: text.to_owned(),
            caseless,
            begins,
        };
        let lower = |text: &str| text.to_ascii_lowercase();
        for text in &texts {
            let bytes = text.as_bytes();
            assert_eq!(is("ab", 0, false, false).holds(text), text == "ab");
            assert_eq!(is("ab", 0, true, false).holds(text), lower(text) == "ab");
            assert_eq!(is("ab", 0, false, true).holds(text), text.starts_with("ab"));
            assert_eq!(is("ab", 0, true, true).holds(text), lower(text).starts_with("ab"));
            assert_eq!(is("ab", 1, false, false).holds(text), text.get(1..) == Some("ab"));
            for at in 0..4 {
                let from_start = bytes.get(at).is_some_and(u8::is_ascii_uppercase);
                let place = i32::try_from(at).unwrap();
                assert_eq!(byte(place, |byte| byte.is_ascii_uppercase()).holds(text), from_start);
                let from_end = bytes.iter().rev().nth(at).is_some_and(u8::is_ascii_uppercase);
                let place = -1 - place;
                assert_eq!(byte(place, |byte| byte.is_ascii_uppercase()).holds(text), from_end);
                assert_eq!(Test::Longer(at as u32).holds(text), text.len() > at);
            }
            assert_eq!(Test::Contains("aab".to_owned()).holds(text), text.contains("aab"));
            let held = Bytes::of(|byte| byte == i64::from(b'b'));
            assert_eq!(Test::Holds(held).holds(text), text.contains('b'));
        }
        assert!(texts.len() > 1000);
    }
}
