//! The part of a text that a reader lexes at once: up to a number of lexemes, or to the next place
//! where a rule of `%context` matches.

use lrpar::Lexeme;
use lrtable::Storage;

use crate::{
    course::Pace,
    follow::Follow,
    lexed::Lexed,
    matcher::{Found, Matcher, Sink},
};

/// How far a part goes, and what rules match where it ends for a choice.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// The number of lexemes, errors included.
    pub(super) most: usize,
    /// The matches of rules of `%context`, those first that count most.
    pub(super) conditional: Vec<Found>,
    /// The match that counts without them.
    pub(super) always: Option<(usize, usize)>,
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> Pace<LexemeT, StorageT> for Part {
    const CHOOSES: bool = true;

    fn is_enough(&mut self, _: usize, _: &str, found: &mut Lexed<LexemeT>) -> bool {
        found.len() >= self.most
    }

    fn each<Cell: Copy + Into<u32>, const PLAIN: bool>(
        &self,
        at: usize,
        matcher: &Matcher<'_, '_, Cell, PLAIN>,
        follow: &mut Follow<'_, LexemeT, StorageT>,
    ) -> usize {
        matcher.each(at, &mut Few { follow, most: self.most })
    }

    fn choice(&mut self) -> (&mut Vec<Found>, &mut Option<(usize, usize)>) {
        (&mut self.conditional, &mut self.always)
    }
}

/// Takes only so many lexemes.
struct Few<'f, 'a, LexemeT, StorageT> {
    follow: &'f mut Follow<'a, LexemeT, StorageT>,
    most: usize,
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> Sink for Few<'_, '_, LexemeT, StorageT> {
    #[inline(always)]
    fn found(&mut self, rule: usize, begin: u32, end: u32) -> bool {
        self.follow.found(rule, begin, end) && self.follow.lexed.len() < self.most
    }
}
