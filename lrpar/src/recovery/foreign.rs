//! Passages of a text that belong to no program, by shapes of lines that are the same in all
//! languages: marks of an unresolved conflict of versions, diffs, stack traces, messages of
//! compilers, fences around code.
//!
//! In: a text, and the lines near a syntax error. Out: passages that begin there, each with the
//! ways in which it may be dropped, the likeliest first. Which is dropped is decided by what parses
//! after it (`recover/passage.rs`). Cost: linear in these lines, and where one of them looks like
//! the beginning of a passage, in the [`PASSAGE_BYTES`](limits::PASSAGE_BYTES) after it.

use std::ops::Range;

use super::limits;

/// What a passage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Foreign {
    Conflict,
    Diff,
    Trace,
    Messages,
    Fence,
}

impl Foreign {
    /// Returns what a passage is called in reports.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Foreign::Conflict => "unresolved conflict of versions",
            Foreign::Diff => "a diff is not part of the program",
            Foreign::Trace => "a stack trace is not part of the program",
            Foreign::Messages => "messages of a compiler are not part of the program",
            Foreign::Fence => "a code fence is not part of the program",
        }
    }
}

/// A passage that may be dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    pub(crate) what: Foreign,
    /// The bytes in which an error may be about it.
    pub(crate) span: Range<usize>,
    /// What may be dropped, as ranges of bytes in order.
    pub(crate) ways: Vec<Vec<Range<usize>>>,
}

/// A line: where it begins, and its text without the line end.
#[derive(Clone, Copy)]
struct Line<'t> {
    start: usize,
    /// The byte after the line end.
    end: usize,
    text: &'t str,
}

/// Returns the passages of a text that begin in the lines from byte `from`, where a line begins, to
/// byte `to`; if these are the first lines of the text, also fences after some words.
pub(crate) fn passages(text: &str, from: usize, to: usize) -> Vec<Passage> {
    let to = if from == 0 { to.max(limits::PREFACE_BYTES) } else { to };
    let most = text.floor_char_boundary(to.saturating_add(limits::PASSAGE_BYTES));
    let lines = || lines_of(&text[from..most], from);
    if !lines().take_while(|line| line.start <= to).any(|line| may_begin(line.text)) {
        return Vec::new();
    }
    let lines: Vec<Line<'_>> = lines().collect();
    let mut found = Vec::new();
    let mut fences = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let text = lines[at].text;
        if is_fence(text) {
            fences.push(at);
        }
        let passage = conflict(&lines, at)
            .or_else(|| diff(&lines, at))
            .or_else(|| trace(&lines, at))
            .or_else(|| messages(&lines, at))
            .filter(|_| lines[at].start <= to);
        at = match passage {
            Some((passage, end)) => {
                found.push(passage);
                end
            }
            None => at + 1,
        };
    }
    found.extend(fenced(&lines, &fences, text.len()));
    found.retain(|passage| passage.span.start <= to);
    found
}

/// Returns the lines of a part of a text that begins at byte `start`.
fn lines_of(text: &str, mut start: usize) -> impl Iterator<Item = Line<'_>> {
    text.split_inclusive('\n').map(move |line| {
        let begin = start;
        start += line.len();
        Line { start: begin, end: start, text: line.trim_end() }
    })
}

/// Returns whether a passage may begin with a line.
fn may_begin(line: &str) -> bool {
    let marks = ["<<<<<<<", "=======", "diff ", "--- ", "+++ ", "@@ -", "index ", "Index: "];
    marks.iter().any(|mark| line.starts_with(mark))
        || is_fence(line)
        || is_frame(line)
        || is_thrown(line)
        || is_traceback(line)
        || is_message(line)
}

fn span(lines: &[Line<'_>], from: usize, to: usize) -> Range<usize> {
    lines[from].start..lines[to - 1].end
}

/// Returns whether a line is a mark of seven times `sign`, alone or with a name after a blank.
fn is_mark(line: &str, sign: u8) -> bool {
    let bytes = line.as_bytes();
    bytes.len() >= 7
        && bytes[..7].iter().all(|byte| *byte == sign)
        && bytes.get(7).is_none_or(|byte| *byte == b' ')
}

/// Returns a conflict whose first mark is the line `at`, or the rest of one whose second mark it
/// is, and the line after it.
fn conflict(lines: &[Line<'_>], at: usize) -> Option<(Passage, usize)> {
    let mark = |from: usize, sign: u8| {
        let is_any = |line: &Line<'_>| is_mark(line.text, sign) || is_mark(line.text, b'<');
        let next = from + lines[from..].iter().position(is_any)?;
        is_mark(lines[next].text, sign).then_some(next)
    };
    let is_rest = is_mark(lines[at].text, b'=');
    if !is_rest && !is_mark(lines[at].text, b'<') {
        return None;
    }
    let middle = if is_rest { at } else { mark(at + 1, b'=')? };
    let last = mark(middle + 1, b'>')?;
    let base = (at..middle).find(|at| is_mark(lines[*at].text, b'|')).unwrap_or(middle);
    let line = |at: usize| span(lines, at, at + 1);
    let mut ways = vec![vec![span(lines, at, last + 1)]];
    if !is_rest {
        ways.insert(0, vec![line(at), span(lines, base, last + 1)]);
        ways.insert(1, vec![span(lines, at, middle + 1), line(last)]);
    }
    Some((Passage { what: Foreign::Conflict, span: span(lines, at, last + 1), ways }, last + 1))
}

/// Returns the numbers of old and new lines that the head of a part of a diff gives.
fn hunk(line: &str) -> Option<(usize, usize)> {
    let (old, rest) = line.strip_prefix("@@ -")?.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let count = |range: &str| match range.split_once(',') {
        Some((start, count)) => start.parse::<usize>().and(count.parse()).ok(),
        None => range.parse::<usize>().map(|_| 1).ok(),
    };
    Some((count(old)?, count(new)?))
}

/// Returns a diff that begins with the line `at`, and the line after it.
fn diff(lines: &[Line<'_>], at: usize) -> Option<(Passage, usize)> {
    let is_head = |at: usize| {
        let text = lines[at].text;
        let is_names = |old: &str, new: &str| {
            text.starts_with(old)
                && lines.get(at + 1).is_some_and(|next| next.text.starts_with(new))
        };
        let is_after_names =
            at > 0 && text.starts_with("+++ ") && lines[at - 1].text.starts_with("--- ");
        text.starts_with("diff --git ")
            || text.starts_with("Index: ")
            || text.starts_with("index ") && text.contains("..")
            || is_names("--- ", "+++ ")
            || is_after_names
    };
    let (mut now, mut any) = (at, false);
    let mut dropped: Vec<Range<usize>> = Vec::new();
    let mut drop = |range: Range<usize>| match dropped.last_mut() {
        Some(last) if last.end == range.start => last.end = range.end,
        _ => dropped.push(range),
    };
    while now < lines.len() {
        let Line { start, end, text } = lines[now];
        if let Some((mut old, mut new)) = hunk(text) {
            any = true;
            drop(start..end);
            now += 1;
            while (old > 0 || new > 0) && now < lines.len() {
                let Line { start, end, text } = lines[now];
                match text.as_bytes().first() {
                    Some(b'-') => {
                        old = old.saturating_sub(1);
                        drop(start..end);
                    }
                    Some(b'+') => {
                        new = new.saturating_sub(1);
                        drop(start..start + 1);
                    }
                    Some(b'\\') => drop(start..end),
                    _ => (old, new) = (old.saturating_sub(1), new.saturating_sub(1)),
                }
                now += 1;
            }
        } else if is_head(now) {
            drop(start..end);
            now += 1;
        } else {
            break;
        }
    }
    let whole = any.then(|| span(lines, at, now))?;
    let ways = vec![dropped, vec![whole.clone()]];
    Some((Passage { what: Foreign::Diff, span: whole, ways }, now))
}

/// Returns whether a line is an entry of a stack trace: `at f(A.java:1)`, `at a.js:1:2`.
fn is_frame(line: &str) -> bool {
    let text = line.trim_start();
    let is_place = |text: &str| {
        text.contains('(') && text.ends_with(')') && !text.contains(';')
            || text.rsplit(':').take(2).all(|part| part.parse::<u32>().is_ok())
    };
    text.strip_prefix("at ").is_some_and(is_place)
        || text.starts_with("Caused by: ")
        || text.strip_prefix("... ").is_some_and(|rest| rest.ends_with(" more"))
}

/// Returns whether a line may stand before the entries of a stack trace: `x.y.ZException: text`.
fn is_thrown(line: &str) -> bool {
    let text = line.trim_start();
    let name = text.split([':', ' ']).next().unwrap_or_default();
    text.starts_with("Exception in thread \"")
        || text.starts_with("Uncaught ")
        || ["Exception", "Error"].iter().any(|end| name.ends_with(end))
}

fn is_traceback(line: &str) -> bool {
    line.trim_start() == "Traceback (most recent call last):"
}

/// Returns a stack trace that begins with the line `at`, and the line after it.
fn trace(lines: &[Line<'_>], at: usize) -> Option<(Passage, usize)> {
    let first = lines[at].text;
    let depth = |line: &str| line.len() - line.trim_start().len();
    let end = if is_traceback(first) {
        let inner = |line: &&Line<'_>| depth(line.text) > depth(first);
        let after = at + 1 + lines[at + 1..].iter().take_while(inner).count();
        // The line after the entries says what was raised.
        after + usize::from(lines.get(after).is_some_and(|line| is_raised(line.text)))
    } else {
        let begin = at + usize::from(is_thrown(first) && !is_frame(first));
        let frames = lines[begin..].iter().take_while(|line| is_frame(line.text)).count();
        begin + (frames > 0).then_some(frames)?
    };
    let span = span(lines, at, end);
    Some((Passage { what: Foreign::Trace, span: span.clone(), ways: vec![vec![span]] }, end))
}

/// Returns whether a line begins with a name, alone or before a colon.
fn is_raised(line: &str) -> bool {
    let name = line.trim_start().split(':').next().unwrap_or_default();
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '_')
}

/// Returns whether a line is a message of a compiler: `a.c:1:2: error: …`.
fn is_message(line: &str) -> bool {
    let mut parts = line.split(':');
    let is_name = parts.next().is_some_and(|name| name.contains('.') && !name.contains(' '));
    is_name
        && parts.next().is_some_and(|line| line.parse::<u32>().is_ok())
        && parts.any(|part| matches!(part.trim(), "error" | "warning" | "note" | "fatal error"))
}

/// Returns messages of a compiler from the line `at` on, and the line after
/// them.
fn messages(lines: &[Line<'_>], at: usize) -> Option<(Passage, usize)> {
    let count = lines[at..].iter().take_while(|line| is_message(line.text)).count();
    let span = (count > 0).then(|| span(lines, at, at + count))?;
    let ways = vec![vec![span.clone()]];
    Some((Passage { what: Foreign::Messages, span, ways }, at + count))
}

/// Returns whether a line is a fence around code.
fn is_fence(line: &str) -> bool {
    let text = line.trim_start();
    let rest = text.strip_prefix("```").or_else(|| text.strip_prefix("~~~"));
    rest.is_some_and(|rest| rest.chars().all(|c| c.is_alphanumeric() || "+-#.".contains(c)))
}

/// Returns the passages of pairs of fences. The text around the first pair may be words about the
/// code; the text in a pair may be of another language.
fn fenced(lines: &[Line<'_>], fences: &[usize], len: usize) -> Vec<Passage> {
    let line = |at: usize| span(lines, at, at + 1);
    let mut found = Vec::new();
    for (number, pair) in fences.chunks(2).enumerate() {
        let (first, last) = (pair[0], pair.get(1).copied());
        let close = last.map(line);
        let marks = [Some(line(first)), close.clone()].into_iter().flatten().collect();
        let mut ways = vec![marks];
        if number == 0 {
            let after = last.map(|last| lines[last].start..len);
            ways.push(
                [Some(lines[0].start..lines[first].end), after].into_iter().flatten().collect(),
            );
        }
        ways.extend(last.map(|last| vec![span(lines, first, last + 1)]));
        let end = close.map_or(lines[first].end, |close| close.end);
        let start = if number == 0 { lines[0].start } else { lines[first].start };
        found.push(Passage { what: Foreign::Fence, span: start..end, ways });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is left of a text after the first way of each passage.
    fn left(text: &str) -> (Vec<Foreign>, String) {
        let found = passages(text, 0, text.len());
        let mut left = text.to_owned();
        for range in found.iter().rev().flat_map(|passage| passage.ways[0].iter().rev()) {
            left.replace_range(range.clone(), "");
        }
        (found.iter().map(|passage| passage.what).collect(), left)
    }

    #[test]
    fn what_is_left_of_a_text_with_passages_is_the_program() {
        for (text, what, program) in [
            ("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\nd\n", Foreign::Conflict, "a\nb\nd\n"),
            ("a\n=======\nb\n>>>>>>> x\nc\n", Foreign::Conflict, "a\nc\n"),
            ("<<<<<<<\nb\n||||||| base\nq\n=======\n>>>>>>>\n", Foreign::Conflict, "b\n"),
            (
                "diff --git a/x b/x\nindex 12..34 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@ f\n a\n-b\n+c\n+d\ne\n",
                Foreign::Diff,
                " a\nc\nd\ne\n",
            ),
            (
                "a\njava.io.IOException: no\n\tat b.c(D.java:1)\nCaused by: x\n\t... 3 more\nat(1)\n",
                Foreign::Trace,
                "a\nat(1)\n",
            ),
            (
                "a\nTraceback (most recent call last):\n  File \"b\", line 1\n    c\nKeyError: 'd'\ne\n",
                Foreign::Trace,
                "a\ne\n",
            ),
            ("TypeError: x\n    at f (a.js:1:2)\n    at a.js:3:4\nb", Foreign::Trace, "b"),
            ("a.c:1:2: error: b\na.c:3: note: d\ne", Foreign::Messages, "e"),
            ("```rust\na\n```\n", Foreign::Fence, "a\n"),
        ] {
            assert_eq!(left(text), (vec![what], program.to_owned()), "{text}");
        }
    }

    #[test]
    fn lines_of_programs_are_no_passages() {
        for text in [
            "a <<<<<<< b\n=======\n",
            "<<<<<<< a\nb\n=======\n",
            "<<<<<<<< a\n========\n>>>>>>> b\n",
            "=======\n<<<<<<< a\n>>>>>>> b\n",
            "--- a\nb\n",
            "@@ x @@\n",
            "at = 1\nat f(x);\nError = 1\n",
            "a: 1: 2\nx.y:z: error\n",
            "`a`\n``` a b\n",
        ] {
            assert_eq!(passages(text, 0, text.len()), [], "{text}");
        }
    }
}
