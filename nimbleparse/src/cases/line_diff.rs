//! Differences between two texts, line by line, for people to read.

use crate::limits::{DIFF_LINES, DIFF_PAIRS, DIFF_WIDTH};

/// Number of lines shown before and after a difference.
const CONTEXT: usize = 3;

/// Kind of a line of a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Both,
    Expected,
    Found,
}

/// Returns the difference, and the index of the first line of `expected` at which it begins: `-`
/// stands before lines that are expected and not found, `+` before those that are found and not
/// expected. Its length is bounded by [`DIFF_LINES`] and [`DIFF_WIDTH`], and so is the memory that
/// it takes beside the texts, by these and [`DIFF_PAIRS`].
pub(super) fn diff(expected: &str, found: &str) -> (usize, String) {
    let same = expected.lines().zip(found.lines()).take_while(|(a, b)| a == b).count();
    let [old, new] = [expected, found].map(|text| {
        let mut lines = text.lines();
        lines.by_ref().take(same).for_each(drop);
        lines
    });
    let tail = old.clone().rev().zip(new.clone().rev()).take_while(|(a, b)| a == b).count();
    let [a, b] = [&old, &new].map(|lines| lines.clone().count() - tail);
    let is_short = a.max(1).saturating_mul(b.max(1)) <= DIFF_PAIRS;
    let before = expected.lines().skip(same.saturating_sub(CONTEXT)).take(same.min(CONTEXT));
    let mut lines: Vec<(Step, &str)> = before.map(|line| (Step::Both, line)).collect();
    let [first_old, first_new] = [(&old, a), (&new, b)].map(|(lines, count)| {
        let most = if is_short { count } else { count.min(DIFF_LINES / 2) };
        lines.clone().take(most).collect::<Vec<_>>()
    });
    lines.extend(match is_short {
        true => steps_between(&first_old, &first_new),
        false => {
            let old = first_old.iter().map(|line| (Step::Expected, *line));
            old.chain(first_new.iter().map(|line| (Step::Found, *line))).collect()
        }
    });
    let differing = |lines: &[(Step, &str)]| lines.iter().filter(|l| l.0 != Step::Both).count();
    let all = if is_short { differing(&lines) } else { a + b };
    lines.extend(old.clone().skip(a).take(CONTEXT).map(|line| (Step::Both, line)));
    let around = match (first_old.first(), first_new.first()) {
        (Some(old), Some(new)) => old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count(),
        _ => 0,
    };
    let (mut out, seen) = show(&lines, around);
    let more = all - differing(&lines[..seen]);
    if more > 0 {
        out.push_str(&format!("… and {more} more lines that differ\n"));
    }
    if !is_short {
        out.push_str("… too long to look for lines in common: use shorter inputs\n");
    }
    (same, out)
}

/// Formats the lines that differ, and those around them, up to [`DIFF_LINES`]; returns the number
/// of lines that were looked at, too. Of a long line what stands near the byte `around` is shown.
fn show(lines: &[(Step, &str)], around: usize) -> (String, usize) {
    let changed: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].0 != Step::Both).collect();
    let is_shown = |at: usize| {
        let next = changed.partition_point(|change| *change + CONTEXT < at);
        changed.get(next).is_some_and(|change| *change <= at + CONTEXT)
    };
    let mut out = String::new();
    let (mut shown, mut hidden) = (0, false);
    for (at, (step, line)) in lines.iter().enumerate() {
        if is_shown(at) {
            if shown == DIFF_LINES {
                return (out, at);
            }
            shown += 1;
            let sign = match step {
                Step::Both => ' ',
                Step::Expected => '-',
                Step::Found => '+',
            };
            out.push_str(if hidden && !out.is_empty() { "  …\n" } else { "" });
            out.push_str(format!("{sign} {}", part(line, around)).trim_end());
            out.push('\n');
        }
        hidden = !is_shown(at);
    }
    (out, lines.len())
}

/// Returns a line, or of a long one what stands near the byte `around`.
fn part(line: &str, around: usize) -> String {
    if line.len() <= DIFF_WIDTH {
        return line.to_owned();
    }
    let start = around.saturating_sub(DIFF_WIDTH / 2).min(line.len() - DIFF_WIDTH);
    let [start, end] = [start, start + DIFF_WIDTH].map(|at| line.floor_char_boundary(at));
    let [before, after] = [start > 0, end < line.len()].map(|is_cut| if is_cut { "…" } else { "" });
    format!("{before}{}{after} ({} bytes)", &line[start..end], line.len())
}

/// Returns a shortest edit script from `a` to `b`, by a longest common subsequence.
fn steps_between<'t>(a: &[&'t str], b: &[&'t str]) -> Vec<(Step, &'t str)> {
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
            steps.push((Step::Both, a[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == b.len()
            || i < a.len() && common[(i + 1) * width + j] >= common[i * width + j + 1]
        {
            steps.push((Step::Expected, a[i]));
            i += 1;
        } else {
            steps.push((Step::Found, b[j]));
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
        assert!(shown.ends_with("… and 5000 more lines that differ\n… too long to look for lines in common: use shorter inputs\n"));
    }

    #[test]
    fn a_difference_is_bounded_however_long_the_texts_are() {
        let lines = |word: &str, count: usize| format!("{word}\n").repeat(count);
        for (old, new, more) in [
            (lines("a", 2_000), String::new(), 1_000),
            (String::new(), lines("a", 2_000_000), 1_999_000),
            (lines("a", 1_000_000), lines("b", 500_000), 1_499_000),
            (lines("a\nb", 900), lines("a\nc", 900), 1_134),
        ] {
            let (_, shown) = diff(&old, &new);
            let lines = shown.lines().filter(|line| !line.starts_with('…')).count();
            assert_eq!(lines, DIFF_LINES);
            assert!(
                shown.contains(&format!("… and {more} more lines that differ\n")),
                "{}",
                &shown[shown.len() - 100..]
            );
        }
    }

    #[test]
    fn of_a_long_line_what_differs_is_shown() {
        let line = |middle: &str| [&"é".repeat(3_000_000), middle, &"x".repeat(1_000_000)].concat();
        let (_, shown) = diff(&line("old"), &line("new"));
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[0].starts_with("- …é") && lines[0].ends_with("x… (7000003 bytes)"));
        assert!(lines[0].contains("éoldx") && lines[1].contains("énewx"), "{shown}");
        assert!(shown.len() < 2 * DIFF_WIDTH + 100);
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
