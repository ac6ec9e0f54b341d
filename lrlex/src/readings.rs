//! What parsers have read in a text, where its lexemes depend on the parser: the last reading
//! counts.
//!
//! Lexemes are lent for as long as the lexer lives, so a reading stays. Equal readings are one;
//! comparing costs the lexemes of the readings so far, and each parser and its options have one at
//! most.

use std::sync::{
    OnceLock,
    atomic::{AtomicUsize, Ordering},
};

use crate::lexed::Lexed;

/// The readings of a text by parsers, each once.
pub(crate) struct Readings<LexemeT> {
    first: Place<LexemeT>,
    /// The number of the last reading that was added, from 1; 0 if there is none.
    last: AtomicUsize,
}

type Place<LexemeT> = OnceLock<Box<Link<LexemeT>>>;

struct Link<LexemeT> {
    lexed: Lexed<LexemeT>,
    next: Place<LexemeT>,
}

impl<LexemeT: PartialEq> Readings<LexemeT> {
    /// No reading.
    pub(crate) fn new() -> Self {
        Readings { first: OnceLock::new(), last: AtomicUsize::new(0) }
    }

    /// Returns the reading that was added last, if there is one.
    pub(crate) fn last(&self) -> Option<&Lexed<LexemeT>> {
        let number = self.last.load(Ordering::Acquire).checked_sub(1)?;
        self.links().nth(number).map(|link| &link.lexed)
    }

    /// Adds a reading.
    pub(crate) fn add(&self, lexed: Lexed<LexemeT>) {
        let known = self.links().position(|link| link.lexed == lexed);
        let number = known.unwrap_or_else(|| {
            let mut new = Box::new(Link { lexed, next: OnceLock::new() });
            let (mut place, mut number) = (&self.first, 0);
            // Another thread may add one, too.
            while let Err(back) = place.set(new) {
                new = back;
                place = &place.get().expect("what was set stays").next;
                number += 1;
            }
            number
        });
        self.last.store(number + 1, Ordering::Release);
    }

    fn links(&self) -> impl Iterator<Item = &Link<LexemeT>> {
        std::iter::successors(self.first.get(), |link| link.next.get()).map(|link| &**link)
    }
}

impl<LexemeT> Drop for Readings<LexemeT> {
    /// Drops one reading after the other, without recursion.
    fn drop(&mut self) {
        let mut next = self.first.take();
        while let Some(mut link) = next {
            next = link.next.take();
        }
    }
}
