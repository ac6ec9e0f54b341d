//! Differences of two token sequences: a shortest edit script of insertions and deletions, and the
//! places that it changes.
//!
//! Source: Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1 (1986), the
//! greedy algorithm of its Section 4. Costs O((N + M) D) time and O(D²) memory, D being the
//! distance, which is therefore limited.

use std::ops::Range;

/// A hunk: a place where two sequences differ, as a range of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The range in the first sequence.
    pub old: Range<usize>,
    /// The range in the second sequence.
    pub new: Range<usize>,
}

/// Returns the places where `old` and `new` differ, in order, by a shortest edit script; `None` if
/// that has more than `most` edits.
pub fn hunks<T: PartialEq>(old: &[T], new: &[T], most: usize) -> Option<Vec<Hunk>> {
    let trace = search(old, new, most)?;
    // Back along the furthest paths: each step is one edit and the matches before it.
    let mut steps = Vec::new();
    let (mut x, mut y) = (old.len(), new.len());
    for d in (1..trace.len()).rev() {
        let k = x as isize - y as isize;
        let before = &trace[d - 1];
        let down = goes_down(before, d, k);
        let previous_k = if down { k + 1 } else { k - 1 };
        let previous_x = at(before, d - 1, previous_k).expect("the path came from there");
        let previous_y = (previous_x as isize - previous_k) as usize;
        steps.push((previous_x, previous_y, down));
        (x, y) = (previous_x, previous_y);
    }
    let mut hunks: Vec<Hunk> = Vec::new();
    for (x, y, down) in steps.into_iter().rev() {
        let (old_end, new_end) = if down { (x, y + 1) } else { (x + 1, y) };
        match hunks.last_mut() {
            Some(last) if last.old.end == x && last.new.end == y => {
                (last.old.end, last.new.end) = (old_end, new_end);
            }
            _ => hunks.push(Hunk { old: x..old_end, new: y..new_end }),
        }
    }
    Some(hunks)
}

/// Number of elements on either side of hunks that may be rearranged, and of matches between such
/// hunks.
const AROUND: usize = 8;
/// Number of elements of hunks up to which they are rearranged.
const MOST_AROUND: usize = 300;

/// Rearranges hunks, with as many edits and the same result, so that as many matches as possible
/// are `same`, too: that `else` stands for `esle` and not for what comes before it. Only short
/// hunks near to each other are rearranged.
pub fn prefer_same<T: PartialEq>(
    (old, new): (&[T], &[T]),
    hunks: &[Hunk],
    same: impl Fn(usize, usize) -> bool,
) -> Vec<Hunk> {
    let mut told: Vec<Hunk> = Vec::new();
    let mut end = (0, 0);
    let near = |a: &Hunk, b: &Hunk| b.old.start - a.old.end <= AROUND;
    let mut groups = hunks.chunk_by(near).peekable();
    while let Some(group) = groups.next() {
        let (first, last) = (&group[0], &group[group.len() - 1]);
        let next = groups.peek().map_or(old.len(), |next| next[0].old.start);
        // Only matches, up to the surroundings.
        let before = AROUND.min(first.old.start - end.0);
        let after = AROUND.min(next - last.old.end) / if next < old.len() { 2 } else { 1 };
        let (x, y) = (first.old.start - before, first.new.start - before);
        end = (last.old.end + after, last.new.end + after);
        if end.0 - x > MOST_AROUND || end.1 - y > MOST_AROUND {
            told.extend_from_slice(group);
            continue;
        }
        told.extend(by_table((old, new), (x..end.0, y..end.1), &same));
    }
    told
}

/// Returns the shortest edit script between two short stretches with the most matches that are
/// `same`, by dynamic programming.
fn by_table<T: PartialEq>(
    (old, new): (&[T], &[T]),
    (rows, columns): (Range<usize>, Range<usize>),
    same: &impl Fn(usize, usize) -> bool,
) -> Vec<Hunk> {
    let width = columns.len() + 1;
    // For each pair of ends, the number of edits after it, and of matches that are not the same.
    let mut table = vec![(0usize, 0usize); (rows.len() + 1) * width];
    let matched = |table: &[(usize, usize)], x: usize, y: usize| {
        let (row, column) = (rows.start + x, columns.start + y);
        let ends = row < rows.end && column < columns.end;
        (ends && old[row] == new[column]).then(|| {
            let (edits, others) = table[(x + 1) * width + y + 1];
            (edits, others + usize::from(!same(row, column)))
        })
    };
    for x in (0..=rows.len()).rev() {
        for y in (0..=columns.len()).rev() {
            let edited = |(edits, others): (usize, usize)| (edits + 1, others);
            let gone = (x < rows.len()).then(|| edited(table[(x + 1) * width + y]));
            let come = (y < columns.len()).then(|| edited(table[x * width + y + 1]));
            let best = [matched(&table, x, y), gone, come].into_iter().flatten().min();
            table[x * width + y] = best.unwrap_or((0, 0));
        }
    }
    let (mut x, mut y) = (0, 0);
    let mut hunks: Vec<Hunk> = Vec::new();
    while (x, y) != (rows.len(), columns.len()) {
        if matched(&table, x, y) == Some(table[x * width + y]) {
            (x, y) = (x + 1, y + 1);
            continue;
        }
        let (row, column) = (rows.start + x, columns.start + y);
        let (edits, others) = table[x * width + y];
        let gone = x < rows.len() && table[(x + 1) * width + y] == (edits - 1, others);
        (x, y) = if gone { (x + 1, y) } else { (x, y + 1) };
        let ends = (rows.start + x, columns.start + y);
        match hunks.last_mut() {
            Some(last) if (last.old.end, last.new.end) == (row, column) => {
                (last.old.end, last.new.end) = ends;
            }
            _ => hunks.push(Hunk { old: row..ends.0, new: column..ends.1 }),
        }
    }
    hunks
}

/// Joins `hunk` and the one before it, if one of them can slide to the other: that `b a` is deleted
/// from `x a b a b` after an `x` inserted may as well be told as that `a b` is deleted right there.
/// The edits are as many, with one result.
pub fn slide_together<T: PartialEq>(
    (old, new): (&[T], &[T]),
    before: &Hunk,
    hunk: &Hunk,
) -> Option<Hunk> {
    let gap = hunk.old.start - before.old.end;
    // Only a pure insertion or deletion slides: over tokens that are those at its other end.
    let slides = |hunk: &Hunk, back: usize| {
        let over = |text: &[T], range: &Range<usize>| {
            let (passed, end) = (range.start - back, range.end - back);
            text[passed..passed + gap] == text[end..end + gap]
        };
        match (hunk.old.is_empty(), hunk.new.is_empty()) {
            (false, true) => over(old, &hunk.old),
            (true, false) => over(new, &hunk.new),
            _ => false,
        }
    };
    let between =
        |from: (usize, usize), to: (usize, usize)| Hunk { old: from.0..to.0, new: from.1..to.1 };
    let (start, end) = ((before.old.start, before.new.start), (hunk.old.end, hunk.new.end));
    if slides(hunk, gap) {
        Some(between(start, (end.0 - gap, end.1 - gap)))
    } else if slides(before, 0) {
        Some(between((start.0 + gap, start.1 + gap), end))
    } else {
        None
    }
}

/// Returns the fewest insertions and deletions that make `new` from `old`; `None` if more than
/// `most`.
pub fn distance<T: PartialEq>(old: &[T], new: &[T], most: usize) -> Option<usize> {
    search(old, new, most).map(|trace| trace.len() - 1)
}

/// Returns, for each number of edits from 0, the furthest x on each diagonal -d, -d + 2, …, d
/// (shifted to 0, 1, …).
fn search<T: PartialEq>(old: &[T], new: &[T], most: usize) -> Option<Vec<Vec<usize>>> {
    let mut trace: Vec<Vec<usize>> = Vec::new();
    for d in 0..=most {
        let mut row = Vec::with_capacity(d + 1);
        for k in (-(d as isize)..=d as isize).step_by(2) {
            let mut x = match trace.last() {
                None => 0,
                Some(before) if goes_down(before, d, k) => at(before, d - 1, k + 1).unwrap_or(0),
                Some(before) => at(before, d - 1, k - 1).map_or(0, |x| x + 1),
            };
            let mut y = x as isize - k;
            while y >= 0 && x < old.len() && (y as usize) < new.len() && old[x] == new[y as usize] {
                (x, y) = (x + 1, y + 1);
            }
            row.push(x);
            if x >= old.len() && y >= new.len() as isize {
                trace.push(row);
                return Some(trace);
            }
        }
        trace.push(row);
    }
    None
}

/// Returns whether the furthest path of `d` edits to diagonal `k` ends in an insertion.
fn goes_down(before: &[usize], d: usize, k: isize) -> bool {
    k == -(d as isize) || (k != d as isize && at(before, d - 1, k - 1) < at(before, d - 1, k + 1))
}

fn at(row: &[usize], d: usize, k: isize) -> Option<usize> {
    let place = k + d as isize;
    if place < 0 || place > 2 * d as isize {
        return None;
    }
    row.get(place as usize / 2).copied()
}

#[cfg(test)]
mod tests {
    use lrtable::random::Random;

    use super::*;

    /// The classical table of all prefixes.
    fn distance_by_table(old: &[u8], new: &[u8]) -> usize {
        let mut table = vec![vec![0; new.len() + 1]; old.len() + 1];
        for x in 0..=old.len() {
            for y in 0..=new.len() {
                table[x][y] = match (x, y) {
                    (0, n) | (n, 0) => n,
                    _ if old[x - 1] == new[y - 1] => table[x - 1][y - 1],
                    _ => 1 + table[x - 1][y].min(table[x][y - 1]),
                };
            }
        }
        table[old.len()][new.len()]
    }

    fn random_text(random: &mut Random) -> Vec<u8> {
        (0..random.below(12)).map(|_| b"abc"[random.below(3)]).collect()
    }

    #[test]
    fn scripts_are_shortest_and_lead_from_the_one_to_the_other() {
        let mut random = Random::new(5);
        for _ in 0..3000 {
            let (old, new) = (random_text(&mut random), random_text(&mut random));
            let expected = distance_by_table(&old, &new);
            assert_eq!(distance(&old, &new, 100), Some(expected));
            let hunks = hunks(&old, &new, 100).unwrap();
            assert_eq!(
                hunks.iter().map(|hunk| hunk.old.len() + hunk.new.len()).sum::<usize>(),
                expected
            );
            assert_eq!(patched(&old, &new, &hunks), new, "{hunks:?}");
        }
    }

    #[test]
    fn of_shortest_scripts_that_with_the_most_that_is_the_same_is_told() {
        let mut random = Random::new(7);
        let mut better = 0;
        for _ in 0..3000 {
            let (old, new) = (random_text(&mut random), random_text(&mut random));
            // What is the same is known by its place alone.
            let same = |x: usize, y: usize| (x * 7 + y * 3).is_multiple_of(4);
            let plain = hunks(&old, &new, 100).unwrap();
            let told = prefer_same((&old, &new), &plain, same);
            let edits = |hunks: &[Hunk]| -> usize {
                hunks.iter().map(|hunk| hunk.old.len() + hunk.new.len()).sum()
            };
            assert_eq!((edits(&told), patched(&old, &new, &told)), (edits(&plain), new.clone()));
            let others = |hunks: &[Hunk]| {
                let (mut x, mut y, mut others) = (0, 0, 0);
                for end in hunks.iter().map(Some).chain([None]) {
                    let until = end.map_or(old.len(), |hunk| hunk.old.start);
                    while x < until {
                        others += usize::from(!same(x, y));
                        (x, y) = (x + 1, y + 1);
                    }
                    end.inspect(|hunk| (x, y) = (hunk.old.end, hunk.new.end));
                }
                others
            };
            assert!(others(&told) <= others(&plain));
            better += usize::from(others(&told) < others(&plain));
        }
        assert!(better > 100, "{better}");
    }

    fn patched(old: &[u8], new: &[u8], hunks: &[Hunk]) -> Vec<u8> {
        let (mut made, mut done): (Vec<u8>, usize) = (Vec::new(), 0);
        for hunk in hunks {
            made.extend(&old[done..hunk.old.start]);
            made.extend(&new[hunk.new.clone()]);
            done = hunk.old.end;
        }
        made.extend(&old[done..]);
        made
    }

    #[test]
    fn what_slides_together_leads_to_the_same() {
        let (old, new) = (b"a.a.aa.a.a;", b"pa.a.a;");
        let [first, second] = [Hunk { old: 0..0, new: 0..1 }, Hunk { old: 5..10, new: 6..6 }];
        assert_eq!(patched(old, new, &[first.clone(), second.clone()]), new);
        let one = slide_together((old, new), &first, &second).unwrap();
        assert_eq!(one, Hunk { old: 0..5, new: 0..1 });
        let mut random = Random::new(6);
        let mut slid = 0;
        for _ in 0..5000 {
            let (old, new) = (random_text(&mut random), random_text(&mut random));
            let hunks = hunks(&old, &new, 100).unwrap();
            let edits = |hunks: &[Hunk]| -> usize {
                hunks.iter().map(|hunk| hunk.old.len() + hunk.new.len()).sum()
            };
            for at in 1..hunks.len() {
                let Some(one) = slide_together((&old, &new), &hunks[at - 1], &hunks[at]) else {
                    continue;
                };
                let fewer = [&hunks[..at - 1], &[one], &hunks[at + 1..]].concat();
                assert_eq!(patched(&old, &new, &fewer), new);
                assert_eq!(edits(&fewer), edits(&hunks));
                slid += 1;
            }
        }
        assert!(slid > 200, "{slid}");
    }

    #[test]
    fn what_differs_too_much_is_given_up() {
        assert_eq!(distance(b"aaaa", b"bbbb", 7), None);
        assert_eq!(distance(b"aaaa", b"bbbb", 8), Some(8));
    }
}
