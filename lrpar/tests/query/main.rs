//! Queries over syntax trees: what patterns match, mistakes, and a brute-force matcher beside the
//! one of the library.

mod brute;
mod builder;
mod language;
mod mistakes;
mod random;
mod semantics;
mod work;
