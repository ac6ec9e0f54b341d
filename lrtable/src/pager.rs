//! When two LR(1) states with the same core may become one (Pager 1977, section 4: weak compatibility).
//!
//! A state is given by the lookaheads of its kernel's items: a row of `words` words for each, one behind the other.

use crate::bits::intersects;

/// Can fusing `a` and `b`, which have the same core, create no conflict that neither of them leads to?
///
/// Items i ≠ j may come into conflict by fusing if a's lookaheads of i meet b's of j. That is harmless if i and j meet
/// within a already, or within b: then the conflict, if there is one, is there without fusing.
pub(crate) fn weakly_compatible(a: &[u64], b: &[u64], words: usize) -> bool {
    let count = a.len().checked_div(words).unwrap_or(0);
    let a = |item: usize| &a[item * words..][..words];
    let b = |item: usize| &b[item * words..][..words];
    (0..count).all(|i| {
        (i + 1..count).all(|j| {
            !(intersects(a(i), b(j)) || intersects(a(j), b(i)))
                || intersects(a(i), a(j))
                || intersects(b(i), b(j))
        })
    })
}
