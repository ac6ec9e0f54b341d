//! Which part of a match is a lexeme: what `yyless` and `yymore` of flex say. A match in, the end
//! of its lexeme out.

/// The part of a match that becomes the lexeme; lexing continues after that part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// The lexeme is the whole match.
    #[default]
    All,
    /// The lexeme is this many bytes at the start of the match, as by `yyless(n)`.
    First(u32),
    /// The lexeme is the match without this many bytes at its end, as by `yyless(yyleng - n)`.
    ButLast(u32),
    /// The lexeme is the match and the next one together, as by `yymore()`.
    More,
}

impl Extent {
    /// Where the lexeme from `start` ends whose match ends at `end`: between characters.
    pub(crate) fn end(self, text: &str, start: usize, end: usize) -> usize {
        match self {
            Extent::All | Extent::More => end,
            Extent::First(len) => text.floor_char_boundary(end.min(start + len as usize)),
            Extent::ButLast(len) => {
                text.floor_char_boundary(end.saturating_sub(len as usize).max(start))
            }
        }
    }
}
