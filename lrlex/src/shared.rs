//! What need not be built: that which generated code holds as `static` items.

use std::{borrow::Cow, fmt, ops::Deref, sync::Arc};

/// An array of a generated program, or one that was made.
pub(crate) type Array<T> = Cow<'static, [T]>;

/// A text of a generated program, or one that was made.
pub(crate) type Text = Cow<'static, str>;

/// A value that is a part of the program, or that was built and is shared by all clones.
pub(crate) enum Shared<T: ?Sized + 'static> {
    Static(&'static T),
    Built(Arc<T>),
}

impl<T: Clone> Shared<[T]> {
    /// The items, to change them: of this clone alone.
    pub(crate) fn to_mut(&mut self) -> &mut [T] {
        if let Shared::Static(items) = self {
            *self = Shared::Built(Arc::from(*items));
        }
        match self {
            Shared::Static(_) => unreachable!("copied above"),
            Shared::Built(items) => Arc::make_mut(items),
        }
    }
}

impl<T: ?Sized> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Shared::Static(value) => value,
            Shared::Built(value) => value,
        }
    }
}

impl<T: ?Sized> Clone for Shared<T> {
    fn clone(&self) -> Self {
        match self {
            Shared::Static(value) => Shared::Static(value),
            Shared::Built(value) => Shared::Built(Arc::clone(value)),
        }
    }
}

impl<T> FromIterator<T> for Shared<[T]> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Shared::Built(items.into_iter().collect())
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deref().fmt(f)
    }
}
