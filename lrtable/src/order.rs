//! One sort for everything that is sorted in programs with a parser.
//!
//! The generic sorts of the standard library are compiled anew for each type and each key, at some ten kilobytes each. What is
//! sorted here is short, or sorted once.

use std::cmp::Ordering;

/// The numbers below `count` in the order of `compare`; of equal ones the least first. Merges runs of 1, 2, 4, … numbers.
#[inline(never)]
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut merged = order.clone();
    let mut run = 1;
    while run < count {
        for (runs, merged) in order.chunks(2 * run).zip(merged.chunks_mut(2 * run)) {
            let (mut left, mut right) = runs.split_at(run.min(runs.len()));
            for place in merged {
                let from = match (left, right) {
                    ([], _) => &mut right,
                    ([a, ..], [b, ..]) if compare(*b, *a).is_lt() => &mut right,
                    _ => &mut left,
                };
                if let [next, others @ ..] = from {
                    (*place, *from) = (*next, others);
                }
            }
        }
        std::mem::swap(&mut order, &mut merged);
        run *= 2;
    }
    order
}

/// Sorts `items` by their keys; equal ones stay in their order. In n log n steps, each of which asks for two keys.
pub fn sort_by_key<T: Copy, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    if items.len() > 1 {
        let order = order(items.len(), &|a, b| key(&items[a]).cmp(&key(&items[b])));
        *items = order.into_iter().map(|at| items[at]).collect();
    }
}

/// Sorts `items`; equal ones stay in their order.
pub fn sort<T: Copy + Ord>(items: &mut Vec<T>) {
    sort_by_key(items, |item| *item);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut random = Random::new(1);
        for len in 0..200 {
            let items: Vec<(usize, usize)> = (0..len).map(|at| (random.below(20), at)).collect();
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
            sort(&mut ours);
            theirs.sort();
            assert_eq!(ours, theirs);
        }
    }
}
