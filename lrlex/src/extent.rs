//! Which part of a match is a lexeme: what `yyless` and `yymore` of flex say. A match in, the end of its lexeme out.

/// The part of a match that becomes the lexeme; lexing continues after that part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    #[default]
    All,
    /// The first bytes.
    First(u32),
    /// All but the last bytes.
    ButLast(u32),
    /// All of it, and the next match too.
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
