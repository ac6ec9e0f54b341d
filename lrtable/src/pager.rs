//! When two LR(1) states with the same core may become one (Pager 1977, section 4: weak compatibility).

use crate::{
    first::{intersects, is_subset},
    item::Kernel,
};

/// Are the lookaheads of each item of `kernel` among those of `state`? Both have the same core.
pub(crate) fn subsumes(state: &Kernel, kernel: &Kernel) -> bool {
    state.lookaheads.iter().zip(&kernel.lookaheads).all(|(state, kernel)| is_subset(kernel, state))
}

/// Can fusing `a` and `b`, which have the same core, create no conflict that neither of them leads to?
///
/// Items i ≠ j may come into conflict by fusing if a's lookaheads of i meet b's of j. That is harmless if i and j meet
/// within a already, or within b: then the conflict, if there is one, is there without fusing.
pub(crate) fn weakly_compatible(a: &Kernel, b: &Kernel) -> bool {
    let (a, b) = (&a.lookaheads, &b.lookaheads);
    (0..a.len()).all(|i| {
        (i + 1..a.len()).all(|j| {
            !(intersects(&a[i], &b[j]) || intersects(&a[j], &b[i]))
                || intersects(&a[i], &a[j])
                || intersects(&b[i], &b[j])
        })
    })
}

/// The kernel with the lookaheads of both `a` and `b`, which have the same core.
pub(crate) fn fuse(a: &Kernel, b: &Kernel) -> Kernel {
    let lookaheads = a.lookaheads.iter().zip(&b.lookaheads).map(|(a, b)| a | b).collect();
    Kernel { core: a.core.clone(), lookaheads }
}
