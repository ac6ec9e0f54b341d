//! A value with its place.

use lrtable::Span;

/// A value of a rule that `%spanned` names, with the place of what it was made of.
///
/// The place is that of the rule's symbols, without blanks before and after them; of a rule that
/// matched nothing, an empty one before the next lexeme.
///
/// ```
/// use lrpar::{Span, Spanned};
/// let length = Spanned { value: "twelve", span: Span::new(3, 5) }.map(str::len);
/// assert_eq!((length.value, length.span.len()), (6, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value that the rule's action made.
    pub value: T,
    /// The place, in bytes of the input.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Returns what `f` makes of the value, at the same place.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: f(self.value), span: self.span }
    }
}
