//! Formats edits of a text as a unified diff, which `patch` reads. Takes time linear in the text
//! and in the edits.

use std::{
    io::{self, Write},
    ops::Range,
};

use lrpar::{TextEdit, apply_edits, visible};
use lrtable::Span;

use super::found::shown;

/// Number of lines shown before and after a change.
const CONTEXT: usize = 3;

/// Lines of the old text that other lines replace.
struct Change {
    old: Range<usize>,
    new: Vec<String>,
}

/// Writes the difference that edits, sorted and disjoint, make to the text of a file.
///
/// # Errors
///
/// If writing fails.
pub fn write(
    out: &mut impl Write,
    file: &str,
    text: &str,
    edits: &[TextEdit],
    colour: bool,
) -> io::Result<()> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let changes = changes(text, &lines, edits);
    if changes.is_empty() {
        return Ok(());
    }
    let file = visible(file);
    writeln!(out, "--- {file}\n+++ {file}")?;
    let mut grown: isize = 0;
    for hunk in changes.chunk_by(|a, b| b.old.start - a.old.end <= 2 * CONTEXT) {
        let (first, last) = (&hunk[0].old, &hunk[hunk.len() - 1].old);
        let old = first.start.saturating_sub(CONTEXT)..(last.end + CONTEXT).min(lines.len());
        let more: isize =
            hunk.iter().map(|change| change.new.len() as isize - change.old.len() as isize).sum();
        let (from, count) = (old.start as isize + grown, old.len() as isize + more);
        let [old_range, new_range] =
            [range(old.start as isize, old.len() as isize), range(from, count)];
        writeln!(out, "@@ -{old_range} +{new_range} @@")?;
        grown += more;
        let mut at = old.start;
        let mut put = |sign: char, line: &str| {
            let code = match sign {
                '-' if colour => "\x1b[31m",
                '+' if colour => "\x1b[32m",
                _ => "",
            };
            let end = if code.is_empty() { "" } else { "\x1b[0m" };
            let shown = shown(line.strip_suffix('\n').unwrap_or(line));
            let last = if line.ends_with('\n') { "" } else { "\n\\ No newline at end of file" };
            writeln!(out, "{code}{sign}{shown}{end}{last}")
        };
        for change in hunk {
            lines[at..change.old.start].iter().try_for_each(|line| put(' ', line))?;
            lines[change.old.clone()].iter().try_for_each(|line| put('-', line))?;
            change.new.iter().try_for_each(|line| put('+', line))?;
            at = change.old.end;
        }
        lines[at..old.end].iter().try_for_each(|line| put(' ', line))?;
    }
    Ok(())
}

/// Formats the first line, counted from 1, and the number of lines; the line before, if there is
/// none.
fn range(from: isize, count: isize) -> String {
    format!("{},{count}", from + isize::from(count > 0))
}

/// Returns the lines that edits change, without equal ones at both ends.
fn changes(text: &str, lines: &[&str], edits: &[TextEdit]) -> Vec<Change> {
    let mut starts = vec![0];
    for line in lines {
        starts.push(starts[starts.len() - 1] + line.len());
    }
    // After a last line that ends, text is inserted as a line of its own.
    let last = lines.iter().filter(|line| line.ends_with('\n')).count();
    let line_of = |at: usize| (starts.partition_point(|start| *start <= at) - 1).min(last);
    let touched = |edit: &TextEdit| line_of(edit.span.start())..line_of(edit.span.end()) + 1;
    let mut changes: Vec<Change> = Vec::new();
    for together in edits.chunk_by(|a, b| touched(b).start < touched(a).end) {
        let first = touched(&together[0]).start;
        let end = touched(&together[together.len() - 1]).end.min(lines.len()).max(first);
        let from = starts[first];
        let moved = together.iter().map(|edit| TextEdit {
            span: Span::new(edit.span.start() - from, edit.span.end() - from),
            text: edit.text.clone(),
        });
        let new = apply_edits(&text[from..starts[end]], &moved.collect::<Vec<_>>());
        let new: Vec<&str> = new.split_inclusive('\n').collect();
        let old = &lines[first..end];
        let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let ends = old[same..].iter().rev().zip(new[same..].iter().rev());
        let tail = ends.take_while(|(a, b)| a == b).count();
        let old = first + same..end - tail;
        let new: Vec<String> =
            new[same..new.len() - tail].iter().map(|line| (*line).to_owned()).collect();
        match changes.last_mut() {
            _ if old.is_empty() && new.is_empty() => {}
            Some(Change { old: before, new: lines }) if before.end == old.start => {
                before.end = old.end;
                lines.extend(new);
            }
            _ => changes.push(Change { old, new }),
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use lrtable::random::Random;

    use super::*;

    fn diff(text: &str, edits: &[TextEdit]) -> String {
        let mut out = Vec::new();
        write(&mut out, "a", text, edits, false).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn edit(start: usize, end: usize, text: &str) -> TextEdit {
        TextEdit { span: Span::new(start, end), text: text.to_owned() }
    }

    #[test]
    fn changes_are_shown_with_lines_around() {
        let text = "1\n2\n3\n4\n5\n6\n";
        assert_eq!(
            diff(text, &[edit(8, 9, "x\ny")]),
            "--- a\n+++ a\n@@ -2,5 +2,6 @@\n 2\n 3\n 4\n-5\n+x\n+y\n 6\n"
        );
        assert_eq!(diff(text, &[edit(0, 1, "1")]), "");
        assert_eq!(
            diff("a", &[edit(1, 1, "b")]),
            "--- a\n+++ a\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+ab\n\\ No newline at end of file\n"
        );
        assert_eq!(diff("", &[edit(0, 0, "b\n")]), "--- a\n+++ a\n@@ -0,0 +1,1 @@\n+b\n");
    }

    /// Applies a diff as `patch` does.
    fn patched(text: &str, diff: &str) -> String {
        let old: Vec<&str> = text.split_inclusive('\n').collect();
        let (mut out, mut at) = (String::new(), 0);
        let lines: Vec<&str> = diff.lines().skip(2).collect();
        for (index, line) in lines.iter().enumerate() {
            let is_last = lines.get(index + 1).is_some_and(|next| next.starts_with('\\'));
            let end = if is_last { "" } else { "\n" };
            match line.split_at(1) {
                ("@", _) => {
                    let (from, count) =
                        line[4..].split_once(' ').unwrap().0.split_once(',').unwrap();
                    let from: usize = from.parse().unwrap();
                    let from = if count == "0" { from } else { from - 1 };
                    out.extend(old[at..from].iter().copied());
                    at = from;
                }
                ("+", rest) => out += &format!("{rest}{end}"),
                (sign @ (" " | "-"), rest) => {
                    assert_eq!(old[at], format!("{rest}{end}"));
                    out += if sign == " " { old[at] } else { "" };
                    at += 1;
                }
                _ => {}
            }
        }
        out.extend(old[at..].iter().copied());
        out
    }

    #[test]
    fn a_patched_text_is_the_edited_one() {
        let mut random = Random::new(3);
        for _ in 0..3000 {
            let count = random.below(40);
            let text: String =
                (0..count).map(|_| *random.choose(&["a", "b", "\n", "\n\n", "c\n"])).collect();
            let mut edits = Vec::new();
            let mut at = 0;
            while random.below(4) > 0 && at <= text.len() {
                let start = at + random.below(text.len() - at + 1);
                let end = start + random.below((text.len() - start).min(6) + 1);
                let new: String =
                    (0..random.below(4)).map(|_| *random.choose(&["a", "x", "\n"])).collect();
                edits.push(edit(start, end, &new));
                at = end + 1;
            }
            let new = apply_edits(&text, &edits);
            assert_eq!(patched(&text, &diff(&text, &edits)), new, "{text:?} {edits:?}");
        }
    }
}
