//! Layout of lines: what the directives of a lex file say of line ends, indentation and tokens that
//! depend on the parser.
//!
//! [`Layout`] is the data, with tokens told by numbers of rules; the directives are described in
//! `spec/layout.rs`, which makes it. A token that layout makes has a rule too, after all others,
//! with the property `made`: no text matches it. `filter` makes lexemes of raw lexemes and line
//! ends, `indentation` compares columns, `class` knows tokens of lists by their ids.

mod class;
pub(crate) mod filter;
mod indentation;

use lrpar::{LayoutTokens, Lexeme};
use lrtable::Storage;

use crate::{
    lexed::{Lexed, Raw},
    shared::Array,
};
use filter::{Filter, Made, State};

/// The words that directives of layout begin with.
pub const LAYOUT_DIRECTIVES: [&str; 7] =
    ["%indentation", "%suspend", "%tabs", "%terminate", "%assume", "%restrict", "%context"];

/// What the directives of layout say; tokens are the numbers of the first rules that give them.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The token of line ends, if lines count.
    pub newline: Option<usize>,
    /// How line ends count.
    pub lines: Option<Lines>,
    /// Tokens that open and close a bracket in which line ends and columns do not count.
    pub suspend: Array<(usize, usize)>,
    /// Tokens that there are only where the parser can use them.
    pub context: Array<usize>,
}

/// How line ends count.
#[derive(Clone, Debug)]
pub enum Lines {
    /// `%indentation`: line ends are tokens, and there are tokens where indentation changes.
    Indented {
        /// The token before a line that is indented deeper.
        indent: usize,
        /// The token that ends the lines of one indentation.
        dedent: usize,
        /// How wide tabs are.
        tabs: Tabs,
    },
    /// `%terminate`: a line end after some tokens is a token.
    Terminated {
        /// The token that the line end is.
        terminator: usize,
        /// The tokens after which it is one, sorted.
        after: Array<usize>,
    },
    /// `%assume`: a line end may stand for a token.
    Assumed {
        /// The token that may be assumed.
        assumed: usize,
        /// The tokens before which it may be assumed without a line end, sorted.
        before: Array<usize>,
        /// The tokens after which it is there at a line end, sorted.
        restrict_after: Array<usize>,
        /// The tokens before which it is there at a line end, sorted.
        restrict_before: Array<usize>,
    },
}

/// How wide tabs are at the start of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tabs {
    /// They go to multiples of 8; a line that would compare otherwise with another width is an
    /// error.
    #[default]
    Consistent,
    /// They go to multiples of this number.
    Width(u32),
    /// A tab is an error.
    Refused,
}

impl Layout {
    /// Whether the parser is not told of line ends as such.
    pub(crate) fn consumes_line_ends(&self) -> bool {
        matches!(self.lines, Some(Lines::Terminated { .. } | Lines::Assumed { .. }))
    }

    /// Whether which lexemes there are depends on the parser, or may be read otherwise where the
    /// text is wrong.
    pub(crate) fn needs_parser(&self) -> bool {
        let lines = matches!(self.lines, Some(Lines::Indented { .. } | Lines::Assumed { .. }));
        lines || !self.context.is_empty()
    }

    /// The tokens of layout; `id` tells the id of a rule's token.
    pub(crate) fn tokens<StorageT>(
        &self,
        id: impl Fn(usize) -> Option<StorageT>,
    ) -> LayoutTokens<StorageT> {
        let none = LayoutTokens { newline: None, indent: None, dedent: None, assumed: None };
        match &self.lines {
            Some(Lines::Indented { indent, dedent, .. }) => LayoutTokens {
                newline: self.newline.and_then(&id),
                indent: id(*indent),
                dedent: id(*dedent),
                ..none
            },
            Some(
                Lines::Terminated { terminator: assumed, .. } | Lines::Assumed { assumed, .. },
            ) => LayoutTokens { assumed: id(*assumed), ..none },
            None => none,
        }
    }
}

/// Adds what a filter makes.
pub(crate) fn push<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
    lexed: &mut Lexed<LexemeT>,
    made: Made<LexemeT>,
) {
    match made {
        Made::Lexeme(lexeme) => lexed.push(lexeme),
        Made::Error(error) => lexed.push_error(error),
        Made::Problem(span, problem) => lexed.push_problem(span, problem),
    }
}

/// Makes the lexemes of a whole text of the raw ones, without a parser. `start`: where the text
/// begins after a byte order mark.
pub(crate) fn lay_out<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
    filter: &Filter<'_, StorageT>,
    start: usize,
    lexed: &mut Lexed<LexemeT>,
) {
    let raw = lexed.take_raw();
    let mut state = State::new(start);
    let mut out = |made| push(lexed, made);
    for raw in raw {
        match raw {
            Raw::LineEnd(span) => filter.read_line_end(&mut state, span, &mut out),
            Raw::Found(found, start) => filter.read(&mut state, found, start, &mut out),
        }
    }
    filter.end(state, &mut out);
    lexed.trim_skipped();
}
