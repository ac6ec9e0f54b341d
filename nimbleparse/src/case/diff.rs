//! Differences between two texts, line by line, for people to read.

use crate::limits::DIFF_PAIRS;

/// Number of lines shown before and after a difference.
const CONTEXT: usize = 3;

/// One line of a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Both,
    Expected,
    Found,
}

/// Returns the difference, and the index of the first line of `expected` at which it begins: `-` stands before lines that are
/// expected and not found, `+` before those that are found and not expected.
pub(super) fn diff(expected: &str, found: &str) -> (usize, String) {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = || old[same..].iter().rev().zip(new[same..].iter().rev());
    let tail = rest().take_while(|(a, b)| a == b).count();
    let (a, b) = (&old[same..old.len() - tail], &new[same..new.len() - tail]);
    let mut steps = vec![Step::Both; same];
    let is_short = a.len().saturating_mul(b.len()) <= DIFF_PAIRS;
    steps.extend(match is_short {
        true => steps_between(a, b),
        false => [vec![Step::Expected; a.len()], vec![Step::Found; b.len()]].concat(),
    });
    steps.extend(vec![Step::Both; tail]);
    let changed: Vec<usize> = (0..steps.len()).filter(|at| steps[*at] != Step::Both).collect();
    let is_shown = |at: usize| {
        let next = changed.partition_point(|change| *change + CONTEXT < at);
        changed.get(next).is_some_and(|change| *change <= at + CONTEXT)
    };
    let mut out = String::new();
    let (mut at_old, mut at_new, mut hidden) = (0, 0, false);
    for (at, step) in steps.iter().enumerate() {
        let (sign, line) = match step {
            Step::Both => (' ', old[at_old]),
            Step::Expected => ('-', old[at_old]),
            Step::Found => ('+', new[at_new]),
        };
        at_old += usize::from(*step != Step::Found);
        at_new += usize::from(*step != Step::Expected);
        if is_shown(at) {
            out.push_str(if hidden && !out.is_empty() { "  …\n" } else { "" });
            out.push_str(format!("{sign} {line}").trim_end());
            out.push('\n');
        }
        hidden = !is_shown(at);
    }
    if !is_short {
        out.push_str("… too long to look for lines in common: use shorter inputs\n");
    }
    (same, out)
}

/// Returns a shortest edit script from `a` to `b`, by a longest common subsequence.
fn steps_between(a: &[&str], b: &[&str]) -> Vec<Step> {
    let width = b.len() + 1;
    let mut common = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = if a[i] == b[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut steps = Vec::new();
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            steps.push(Step::Both);
            (i, j) = (i + 1, j + 1);
        } else if j == b.len()
            || i < a.len() && common[(i + 1) * width + j] >= common[i * width + j + 1]
        {
            steps.push(Step::Expected);
            i += 1;
        } else {
            steps.push(Step::Found);
            j += 1;
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_shown_with_what_is_around_it() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14";
        let new = "1\n2\n3\n4\nV\n6\n7\n8\n9\n10\n11\n12\n14\n15";
        let (at, shown) = diff(old, new);
        assert_eq!(at, 4);
        assert_eq!(
            shown,
            "  2\n  3\n  4\n- 5\n+ V\n  6\n  7\n  8\n  …\n  10\n  11\n  12\n- 13\n  14\n+ 15\n"
        );
        assert_eq!(diff("", "a").1, "+ a\n");
        assert_eq!(diff("a\nb", "").1, "- a\n- b\n");
        let [old, new] = ["a\n", "b\n"].map(|line| line.repeat(3_000));
        let shown = diff(&old, &new).1;
        assert_eq!(shown.lines().count(), 6_001);
        assert!(shown.ends_with("use shorter inputs\n"));
    }

    #[test]
    fn what_is_shown_makes_the_one_of_the_other() {
        let mut random = lrtable::random::Random::new(3);
        for _ in 0..500 {
            let mut text = || -> String {
                let lines = (0..random.below(7)).map(|_| ["a", "b", "c"][random.below(3)]);
                lines.collect::<Vec<_>>().join("\n")
            };
            let (old, new) = (text(), text());
            let shown = diff(&old, &new).1;
            let side = |other: char| -> Vec<String> {
                let lines = shown.lines().filter(|line| !line.starts_with([other, '…']));
                lines.map(|line| line[2..].to_string()).collect()
            };
            // All of so short texts is context, unless they are equal.
            if old != new {
                let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
                let around = |whole: Vec<String>, part: Vec<String>| {
                    whole.windows(part.len().max(1)).any(|window| window == part) || part.is_empty()
                };
                assert!(around(lines(&old), side('+')), "{old:?} {new:?}\n{shown}");
                assert!(around(lines(&new), side('-')), "{old:?} {new:?}\n{shown}");
            }
        }
    }
}
