//! The tutorials, followed word for word.
