//! A mistake that people make in a language, as `%mistake` declares it: what they write, and which
//! tokens they mean.
//!
//! As text, which generated code holds and [`Mistake::parse`] reads: the written parts, a colon,
//! and the meant tokens, with blanks between them; a token is its number, a text follows a quote.

use std::fmt;

use crate::TokenId;

/// A declared mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// What is written: lexemes that stand together without a blank between them.
    pub written: Vec<Written>,
    /// The tokens that are meant.
    pub meant: Vec<TokenId>,
}

/// A lexeme of a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A lexeme of this token.
    Token(TokenId),
    /// A lexeme with this text, which has no blanks, or several that have it together.
    Text(String),
}

impl Mistake {
    /// Returns the mistake that a line is the text of; `None` for another line.
    pub fn parse(line: &str) -> Option<Mistake> {
        let (written, meant) = line.rsplit_once(" : ")?;
        let token = |number: &str| Some(TokenId::new(number.parse().ok()?));
        let part = |part: &str| match part.strip_prefix('"') {
            Some(text) => Some(Written::Text(text.to_owned())),
            None => token(part).map(Written::Token),
        };
        let written = written.split(' ').map(part).collect::<Option<_>>()?;
        Some(Mistake { written, meant: meant.split(' ').map(token).collect::<Option<_>>()? })
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.written {
            match part {
                Written::Token(token) => write!(f, "{} ", token.0)?,
                Written::Text(text) => write!(f, "\"{text} ")?,
            }
        }
        f.write_str(":")?;
        self.meant.iter().try_for_each(|token| write!(f, " {}", token.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_read_as_it_is_written() {
        let [a, b] = [3, 17].map(TokenId::new);
        let texts = [":", "\"", "12", "=<"].map(|text| Written::Text(text.to_owned()));
        let written = [&texts[..], &[Written::Token(a)]].concat();
        let mistake = Mistake { written, meant: vec![b, a] };
        assert_eq!(Mistake::parse(&mistake.to_string()), Some(mistake));
        for line in ["", "1", "1 :", " : 1", "x : 1", "1 : x", "1 : 99999999999999999999"] {
            assert_eq!(Mistake::parse(line), None, "{line}");
        }
    }
}
