//! Places between characters: `^`, `$`, `\b` and their like, as relations of the characters before
//! and after.
//!
//! Every such place asks of the two characters around it only what [`kind`](CharKind) they are of.
//! So it is a table: for each kind of the character before, which kinds may follow.

/// What a place asks of a character: a line feed, a carriage return, a letter of a word in ASCII,
/// another one, any other character, or that there is none.
pub(crate) type CharKind = u8;

/// A set of kinds, as bits.
pub(crate) type CharKinds = u8;

/// No character: before the lexeme, or after the text.
pub(crate) const EDGE: CharKind = 0;
pub(crate) const LINE_FEED: CharKind = 1;
pub(crate) const RETURN: CharKind = 2;
pub(crate) const ASCII_WORD: CharKind = 3;
pub(crate) const OTHER_WORD: CharKind = 4;
pub(crate) const OTHER: CharKind = 5;

/// How many kinds there are.
const COUNT: usize = 6;
/// All of them.
pub(crate) const ALL: CharKinds = (1 << COUNT) - 1;

/// A condition on the characters around a place, such as `^`: for each kind of the character
/// before, the set of kinds that may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Look(pub [u8; COUNT]);

impl Look {
    /// The place of which this is true for the kinds before and after it.
    #[cfg(feature = "generator")]
    pub(crate) fn of(holds: impl Fn(CharKind, CharKind) -> bool) -> Look {
        let mut look = Look([0; COUNT]);
        for (before, kinds) in (0..).zip(&mut look.0) {
            *kinds = (0..COUNT as CharKind).filter(|after| holds(before, *after)).map(bit).sum();
        }
        look
    }

    /// The kinds that may follow a character of this kind.
    pub(crate) fn after(&self, before: CharKind) -> CharKinds {
        self.0[usize::from(before)]
    }

    /// Whether the place is in the empty text.
    #[cfg(feature = "generator")]
    pub(crate) fn is_true_of_nothing(&self) -> bool {
        self.after(EDGE) & bit(EDGE) > 0
    }
}

/// The set of this kind.
pub(crate) fn bit(kind: CharKind) -> CharKinds {
    1 << kind
}

/// The kind of an ASCII character.
pub(crate) fn ascii(byte: u8) -> CharKind {
    match byte {
        b'\n' => LINE_FEED,
        b'\r' => RETURN,
        b'_' => ASCII_WORD,
        _ if byte.is_ascii_alphanumeric() => ASCII_WORD,
        _ => OTHER,
    }
}
