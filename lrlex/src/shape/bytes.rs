//! Sets of bytes, as those that texts can start with.

/// A set of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bytes([u128; 2]);

impl Bytes {
    pub(crate) const NONE: Bytes = Bytes([0, 0]);
    pub(super) const ALL: Bytes = Bytes([!0, !0]);
    pub(super) const NON_ASCII: Bytes = Bytes([0, !0]);

    /// Is `byte` in the set?
    pub(crate) fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 7)] >> (byte & 127) & 1 == 1
    }

    fn add(&mut self, byte: u8) {
        self.0[usize::from(byte >> 7)] |= 1 << (byte & 127);
    }

    pub(super) fn union(self, other: Bytes) -> Bytes {
        Bytes([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The ASCII bytes that are not in the set.
    pub(super) fn complement_in_ascii(self) -> Bytes {
        Bytes([!self.0[0], 0])
    }

    pub(super) fn ascii(matches: impl Fn(&u8) -> bool) -> Bytes {
        let mut bytes = Bytes::NONE;
        (0..128).filter(|byte| matches(byte)).for_each(|byte| bytes.add(byte));
        bytes
    }

    /// The first bytes of `c`, and of its other case.
    pub(super) fn of(c: char, caseless: bool) -> Bytes {
        let mut bytes = Bytes::NONE;
        bytes.add(c.encode_utf8(&mut [0; 4]).as_bytes()[0]);
        if !caseless {
            return bytes;
        }
        if c.is_ascii() {
            bytes.add(c.to_ascii_lowercase() as u8);
            bytes.add(c.to_ascii_uppercase() as u8);
        }
        // The Kelvin sign and the long s are cases of ASCII letters.
        match c {
            'k' | 'K' | 's' | 'S' => bytes.union(Bytes::NON_ASCII),
            _ if c.is_ascii() => bytes,
            _ => Bytes::NON_ASCII.union(Bytes::ascii(|byte| b"kKsS".contains(byte))),
        }
    }
}

/// The class `[:name:]`, which knows ASCII only.
pub(super) fn posix_class(name: &str) -> Option<Bytes> {
    Some(Bytes::ascii(match name {
        "alnum" => u8::is_ascii_alphanumeric,
        "alpha" => u8::is_ascii_alphabetic,
        "ascii" => u8::is_ascii,
        "blank" => |byte: &u8| b" \t".contains(byte),
        "cntrl" => u8::is_ascii_control,
        "digit" => u8::is_ascii_digit,
        "graph" => u8::is_ascii_graphic,
        "lower" => u8::is_ascii_lowercase,
        "print" => |byte: &u8| (b' '..=b'~').contains(byte),
        "punct" => u8::is_ascii_punctuation,
        "space" => |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b,
        "upper" => u8::is_ascii_uppercase,
        "word" => |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_',
        "xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    }))
}
