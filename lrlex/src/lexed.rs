//! What was found in a text: lexemes and errors, in the order of the text.
//!
//! Lexemes lie in one slice, which parsers borrow. In the place of an error stands a lexeme that
//! does not count; errors are rare.

use std::{iter, ops::Range};

use lrpar::{LexError, Lexeme};
use lrtable::{Span, Storage};

use crate::{lexeme::LRLexError, problem::Problem};

/// How much was found up to some place.
///
/// Lexemes of a part of a text may be counted from the start of the text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Amount {
    pub(crate) lexemes: usize,
    error_rules: usize,
    skipped: usize,
    problems: usize,
}

impl Amount {
    /// With `lexemes` more, or fewer.
    pub(crate) fn shifted(self, lexemes: isize) -> Self {
        Amount { lexemes: self.lexemes.saturating_add_signed(lexemes), ..self }
    }
}

/// Lexemes and errors.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lexed<LexemeT> {
    lexemes: Vec<LexemeT>,
    /// Errors, each with its index among the lexemes, sorted by that.
    errors: Vec<(usize, LRLexError)>,
    /// Rules that made a text an error, each with the byte where the text begins.
    error_rules: Vec<(usize, usize)>,
    /// Skipped texts that have a name, in the order of the text.
    skipped: Vec<(usize, Span)>,
    /// Line ends that count for layout, each with the index of the lexeme before which it stands.
    line_ends: Vec<(usize, Span)>,
    /// What is wrong with the layout at errors, each with the byte where the error begins.
    problems: Vec<(usize, Problem)>,
}

/// What was found in a text before layout has made lexemes of it.
pub(crate) enum Raw<LexemeT> {
    /// A lexeme or an error, and the byte where it starts.
    Found(Result<LexemeT, LRLexError>, usize),
    LineEnd(Span),
}

impl<LexemeT: Copy> Lexed<LexemeT> {
    /// An empty text: no lexemes, no errors.
    pub(crate) fn new() -> Self {
        Lexed {
            lexemes: Vec::new(),
            errors: Vec::new(),
            error_rules: Vec::new(),
            skipped: Vec::new(),
            line_ends: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// What an iterator gives.
    pub(crate) fn of<StorageT: Storage>(
        found: impl IntoIterator<Item = Result<LexemeT, LRLexError>>,
    ) -> Self
    where
        LexemeT: Lexeme<StorageT>,
    {
        let found = found.into_iter();
        let mut lexed = Lexed::new();
        lexed.reserve(found.size_hint().0);
        for found in found {
            match found {
                Ok(lexeme) => lexed.push(lexeme),
                Err(error) => lexed.push_error(error),
            }
        }
        lexed
    }

    /// How many there are, errors included.
    pub(crate) fn len(&self) -> usize {
        self.lexemes.len()
    }

    /// Makes room for as many more, and no more.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.lexemes.reserve_exact(more);
    }

    /// Adds a lexeme.
    #[inline]
    pub(crate) fn push(&mut self, lexeme: LexemeT) {
        self.lexemes.push(lexeme);
    }

    /// Adds an error.
    #[cold]
    pub(crate) fn push_error<StorageT: Storage>(&mut self, error: LRLexError)
    where
        LexemeT: Lexeme<StorageT>,
    {
        self.errors.push((self.lexemes.len(), error));
        self.lexemes.push(in_place_of(error));
    }

    /// Adds the error of a rule.
    #[cold]
    pub(crate) fn push_error_of<StorageT: Storage>(&mut self, rule: usize, error: LRLexError)
    where
        LexemeT: Lexeme<StorageT>,
    {
        self.error_rules.push((rule, error.span().start()));
        self.push_error(error);
    }

    /// Takes the last lexeme away, or what stands in the place of an error, with that error.
    pub(crate) fn pop<StorageT: Storage>(&mut self) -> Option<LexemeT>
    where
        LexemeT: Lexeme<StorageT>,
    {
        let last = self.lexemes.pop()?;
        self.errors.pop_if(|(place, _)| *place == self.lexemes.len());
        self.error_rules.pop_if(|(_, start)| *start >= last.span().start());
        Some(last)
    }

    /// The last lexeme, or what stands in the place of an error.
    pub(crate) fn last(&self) -> Option<&LexemeT> {
        self.lexemes.last()
    }

    /// Whether what is last is an error.
    pub(crate) fn ends_in_error(&self) -> bool {
        self.errors.last().is_some_and(|(place, _)| *place + 1 == self.lexemes.len())
    }

    /// The rule of the error that begins at this byte.
    pub(crate) fn error_rule(&self, start: usize) -> Option<usize> {
        let at = self.error_rules.partition_point(|(_, other)| *other < start);
        self.error_rules.get(at).filter(|(_, other)| *other == start).map(|(rule, _)| *rule)
    }

    /// The rules of errors, and where these begin.
    pub(crate) fn error_rules(&self) -> impl Iterator<Item = (usize, usize)> {
        self.error_rules.iter().copied()
    }

    /// Adds what was skipped and has a name in this rule. It ends before the first lexeme, of those
    /// from number `first` on.
    pub(crate) fn push_skipped<StorageT: Storage>(&mut self, rule: usize, span: Span, first: usize)
    where
        LexemeT: Lexeme<StorageT>,
    {
        let before = self.lexemes.get(first).map_or(usize::MAX, |lexeme| lexeme.span().start());
        let (start, end) = (span.start(), span.end().min(before));
        if start < end {
            self.skipped.push((rule, Span::new(start, end)));
        }
    }

    /// What was skipped and has a name, each with the rule that has it.
    pub(crate) fn skipped(&self) -> impl Iterator<Item = (usize, Span)> {
        self.skipped.iter().copied()
    }

    /// How much there is.
    pub(crate) fn amount(&self) -> Amount {
        Amount {
            lexemes: self.lexemes.len(),
            error_rules: self.error_rules.len(),
            skipped: self.skipped.len(),
            problems: self.problems.len(),
        }
    }

    /// Drops what was added since there was so much.
    pub(crate) fn truncate(&mut self, amount: Amount) {
        self.lexemes.truncate(amount.lexemes);
        let errors = self.errors.partition_point(|(place, _)| *place < amount.lexemes);
        self.errors.truncate(errors);
        self.error_rules.truncate(amount.error_rules);
        self.skipped.truncate(amount.skipped);
        self.problems.truncate(amount.problems);
    }

    /// Adds all lexemes and errors of `other`, which come after all these, and what is known of
    /// them.
    pub(crate) fn append(&mut self, mut other: Lexed<LexemeT>) {
        let before = self.lexemes.len();
        self.lexemes.append(&mut other.lexemes);
        self.errors.extend(other.errors.drain(..).map(|(place, error)| (before + place, error)));
        self.append_notes(other);
    }

    /// Adds what is known of the lexemes of `other`, which come after all these, but not the
    /// lexemes.
    pub(crate) fn append_notes(&mut self, mut other: Lexed<LexemeT>) {
        self.error_rules.append(&mut other.error_rules);
        self.skipped.append(&mut other.skipped);
    }

    /// A part of the lexemes, with the errors among them.
    pub(crate) fn part(&self, lexemes: Range<usize>) -> Self {
        let errors = self.errors.iter().filter(|(place, _)| lexemes.contains(place));
        Lexed {
            errors: errors.map(|(place, error)| (place - lexemes.start, *error)).collect(),
            lexemes: self.lexemes[lexemes].to_vec(),
            ..Lexed::new()
        }
    }

    /// Whether there are line ends.
    pub(crate) fn has_line_ends(&self) -> bool {
        !self.line_ends.is_empty()
    }

    /// The lexemes, and for each error what stands in its place.
    pub(crate) fn all(&self) -> &[LexemeT] {
        &self.lexemes
    }

    /// Adds a line end.
    pub(crate) fn push_line_end(&mut self, span: Span) {
        self.line_ends.push((self.lexemes.len(), span));
    }

    /// Takes away the line ends from this byte on, which are the last of all that was found.
    pub(crate) fn drop_line_ends(&mut self, from: usize) {
        let first = self.line_ends.partition_point(|(_, span)| span.start() < from);
        self.line_ends.truncate(first);
        for (at, _) in self.line_ends.iter_mut().rev() {
            if *at <= self.lexemes.len() {
                break;
            }
            *at = self.lexemes.len();
        }
    }

    /// Adds the error of a line whose white space is wrong.
    #[cold]
    pub(crate) fn push_problem<StorageT: Storage>(&mut self, span: Span, problem: Problem)
    where
        LexemeT: Lexeme<StorageT>,
    {
        self.problems.push((span.start(), problem));
        self.push_error(LRLexError::new(span));
    }

    /// What is wrong with the layout at the error that begins at this byte.
    pub(crate) fn problem(&self, start: usize) -> Option<Problem> {
        let at = self.problems.binary_search_by_key(&start, |(other, _)| *other).ok()?;
        Some(self.problems[at].1)
    }

    /// Takes the lexemes, errors and line ends out, in the order of the text; what else is known
    /// stays.
    pub(crate) fn take_raw<StorageT: Storage>(
        &mut self,
    ) -> impl Iterator<Item = Raw<LexemeT>> + use<LexemeT, StorageT>
    where
        LexemeT: Lexeme<StorageT>,
    {
        let lexemes = std::mem::take(&mut self.lexemes);
        let mut errors = std::mem::take(&mut self.errors).into_iter().peekable();
        let mut line_ends = std::mem::take(&mut self.line_ends).into_iter().peekable();
        self.lexemes.reserve_exact(lexemes.len() + line_ends.len() + lexemes.len() / 16 + 1);
        let mut next = 0;
        iter::from_fn(move || {
            if let Some((_, span)) = line_ends.next_if(|(at, _)| *at <= next) {
                return Some(Raw::LineEnd(span));
            }
            let lexeme = *lexemes.get(next)?;
            let error = errors.next_if(|(at, _)| *at == next);
            next += 1;
            let start = lexeme.span().start();
            Some(Raw::Found(error.map_or(Ok(lexeme), |(_, error)| Err(error)), start))
        })
    }

    /// Takes the text of lexemes that were made later away from what was skipped, which ends at the
    /// first of them that begins inside.
    pub(crate) fn trim_skipped<StorageT: Storage>(&mut self)
    where
        LexemeT: Lexeme<StorageT>,
    {
        let mut lexemes = self.lexemes.iter().map(Lexeme::span).peekable();
        self.skipped.retain_mut(|(_, span)| {
            while lexemes.next_if(|lexeme| lexeme.end() <= span.start()).is_some() {}
            let mut end = span.end();
            let mut start = span.start();
            while let Some(lexeme) = lexemes.peek().filter(|lexeme| lexeme.start() < end) {
                if lexeme.start() > start {
                    end = lexeme.start();
                } else {
                    start = lexeme.end().clamp(start, end);
                    lexemes.next();
                }
            }
            *span = Span::new(start, end);
            !span.is_empty()
        });
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Result<LexemeT, LRLexError>> {
        let mut errors = self.errors.iter().peekable();
        self.lexemes.iter().enumerate().map(move |(at, lexeme)| {
            errors.next_if(|(place, _)| *place == at).map_or(Ok(*lexeme), |(_, error)| Err(*error))
        })
    }

    /// The first lexeme, or what stands in the place of an error, for which this is true.
    pub(crate) fn position(&self, is: impl FnMut(&LexemeT) -> bool) -> Option<usize> {
        self.lexemes.iter().position(is)
    }

    /// The lexemes, if there are no errors.
    pub(crate) fn without_errors(&self) -> Option<&[LexemeT]> {
        self.errors.is_empty().then_some(&self.lexemes)
    }

    /// Puts what `change` makes of each lexeme from this one on in its place. `change` is also
    /// shown what follows.
    pub(crate) fn change<StorageT: Storage>(
        &mut self,
        first: usize,
        mut change: impl FnMut(LexemeT, Rest<'_, LexemeT>) -> Result<LexemeT, LRLexError>,
    ) where
        LexemeT: Lexeme<StorageT>,
    {
        let old = self.errors.split_off(self.errors.partition_point(|(place, _)| *place < first));
        let mut errors = &old[..];
        for at in first..self.lexemes.len() {
            match errors {
                [first, others @ ..] if first.0 == at => {
                    self.errors.push(*first);
                    errors = others;
                    continue;
                }
                _ => {}
            }
            let rest = Rest { lexemes: &self.lexemes, from: at + 1, errors };
            self.lexemes[at] = change(self.lexemes[at], rest).unwrap_or_else(|error| {
                self.errors.push((at, error));
                in_place_of(error)
            });
        }
    }
}

/// What follows a lexeme.
pub(crate) struct Rest<'a, LexemeT> {
    lexemes: &'a [LexemeT],
    from: usize,
    /// The errors from index `from` on, each with its index among the lexemes.
    errors: &'a [(usize, LRLexError)],
}

impl<LexemeT: Copy> Rest<'_, LexemeT> {
    /// The lexemes, without the errors.
    pub(crate) fn lexemes(&self) -> impl Iterator<Item = LexemeT> {
        let mut errors = self.errors.iter().peekable();
        let lexeme = move |at: usize| {
            errors.next_if(|(place, _)| *place == at).is_none().then(|| self.lexemes[at])
        };
        (self.from..self.lexemes.len()).filter_map(lexeme)
    }
}

/// The lexeme that stands in the place of an error.
fn in_place_of<LexemeT: Lexeme<StorageT>, StorageT: Storage>(error: LRLexError) -> LexemeT {
    let span = error.span();
    LexemeT::new(StorageT::max_value(), span.start(), span.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DefaultLexeme;

    type Found = Result<DefaultLexeme<u8>, LRLexError>;

    fn lexeme(id: u8, at: usize) -> Found {
        Ok(DefaultLexeme::new(id, at, 1))
    }

    fn error(at: usize) -> Found {
        Err(LRLexError::new(Span::new(at, at + 1)))
    }

    #[test]
    fn lexemes_and_errors_are_given_back_in_order() {
        // The lexeme in the place of an error has an id that others may have too.
        let found = [error(0), lexeme(u8::MAX, 1), error(2), error(3), lexeme(4, 4)];
        let lexed = Lexed::of(found);
        assert_eq!(lexed.iter().collect::<Vec<_>>(), found);
        assert_eq!(lexed.without_errors(), None);
        let lexed = Lexed::of([lexeme(1, 0), lexeme(2, 1)]);
        let slice: Vec<Found> = lexed.without_errors().unwrap().iter().copied().map(Ok).collect();
        assert_eq!(slice, [lexeme(1, 0), lexeme(2, 1)]);
    }

    #[test]
    fn what_is_changed_sees_what_follows_and_no_errors() {
        let mut lexed = Lexed::of([error(0), lexeme(1, 1), lexeme(2, 2), error(3), lexeme(3, 4)]);
        let mut seen = Vec::new();
        lexed.change(1, |lexeme, rest| {
            let ids: Vec<u8> = rest.lexemes().map(|lexeme| lexeme.tok_id()).collect();
            seen.push((lexeme.tok_id(), ids));
            match lexeme.tok_id() {
                1 => Err(LRLexError::new(lexeme.span())),
                id => Ok(DefaultLexeme::new(id + 10, lexeme.span().start(), 1)),
            }
        });
        assert_eq!(seen, [(1, vec![2, 3]), (2, vec![3]), (3, vec![])]);
        let expected = [error(0), error(1), lexeme(12, 2), error(3), lexeme(13, 4)];
        assert_eq!(lexed.iter().collect::<Vec<_>>(), expected);
    }
}
