//! The part of a text that a reader lexes at once: up to a number of lexemes, to a place where the
//! parser may have to be asked, or to the next place where a rule of `%context` matches.

use lrpar::Lexeme;
use lrtable::Storage;

use crate::{
    course::Pace,
    follow::Follow,
    lexed::Lexed,
    matcher::{Found, Matcher, Sink},
};

/// How far a part goes, and what rules match where it ends for a choice.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// The number of lexemes, errors included.
    pub(super) most: usize,
    /// Whether it ends after a line end.
    pub(super) by_line: bool,
    /// The tokens after which it ends, by their ids.
    pub(super) last: Vec<bool>,
    /// The matches of rules of `%context`, those first that count most.
    pub(super) conditional: Vec<Found>,
    /// The match that counts without them.
    pub(super) always: Option<(usize, usize)>,
}

impl Part {
    #[inline]
    fn has_enough<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
        &self,
        found: &Lexed<LexemeT>,
    ) -> bool {
        let is_last = |lexeme: &LexemeT| self.last.get(lexeme.tok_id().to_index()) == Some(&true);
        found.len() >= self.most
            || self.by_line && found.has_line_ends()
            || !self.last.is_empty() && found.last().is_some_and(is_last)
    }
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> Pace<LexemeT, StorageT> for Part {
    const CHOOSES: bool = true;

    fn is_enough(&mut self, _: usize, _: &str, found: &mut Lexed<LexemeT>) -> bool {
        self.has_enough(found)
    }

    fn each<Cell: Copy + Into<u32>, const PLAIN: bool>(
        &self,
        at: usize,
        matcher: &Matcher<'_, '_, Cell, PLAIN>,
        follow: &mut Follow<'_, LexemeT, StorageT>,
    ) -> usize {
        matcher.each(at, &mut Few { follow, part: self })
    }

    fn choice(&mut self) -> (&mut Vec<Found>, &mut Option<(usize, usize)>) {
        (&mut self.conditional, &mut self.always)
    }
}

/// Takes the lexemes of a part.
struct Few<'f, 'a, LexemeT, StorageT> {
    follow: &'f mut Follow<'a, LexemeT, StorageT>,
    part: &'f Part,
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> Sink for Few<'_, '_, LexemeT, StorageT> {
    #[inline(always)]
    fn found(&mut self, rule: usize, begin: u32, end: u32) -> bool {
        self.follow.found(rule, begin, end) && !self.part.has_enough(&self.follow.lexed)
    }
}
