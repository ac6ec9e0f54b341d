//! Slices that need not be built: those that generated code holds as `static` items.

use std::{fmt, ops::Deref, sync::Arc};

/// A slice that is a part of the program, or that was built and is shared by all clones.
pub(crate) enum Shared<T: 'static> {
    Static(&'static [T]),
    Built(Arc<[T]>),
}

impl<T> Deref for Shared<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Shared::Static(slice) => slice,
            Shared::Built(slice) => slice,
        }
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        match self {
            Shared::Static(slice) => Shared::Static(slice),
            Shared::Built(slice) => Shared::Built(Arc::clone(slice)),
        }
    }
}

impl<T> FromIterator<T> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Shared::Built(items.into_iter().collect())
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deref().fmt(f)
    }
}
