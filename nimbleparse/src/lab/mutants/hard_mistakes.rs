//! Hard mistakes, as people make them: more than a few edits, or one that is noticed only a page
//! later.
//!
//! In: a valid text. Out: the text with one hard mistake at a random place. Pasted lines are
//! programs of no grammar.

use lrtable::random::Random;

use super::{
    Mutant, Mutator,
    token_operations::Operation,
    vocabulary::{is_bracket, is_quoted},
};
use crate::language::Word;

/// A kind of hard mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hard {
    /// Pasted rows of numbers, with nothing between them.
    Table,
    /// Pasted lines of prose between two lines.
    Prose,
    /// Pasted output of a program, after the end.
    Output,
    /// The markers of a merge around lines that are there twice.
    Merge,
    /// A missing rest of a line.
    HalfStatement,
    /// Several missing lines.
    HalfMethod,
    /// Ten mistakes in a few lines.
    Row,
    /// A mistake in every tenth lexeme, at most a hundred.
    Hundred,
    /// A surplus bracket at the end.
    LastBracket,
    /// A missing quote, so that the string extends to the next quote.
    Quote,
}

impl Hard {
    /// All kinds of hard mistakes.
    pub const ALL: [Hard; 10] = [
        Hard::Table,
        Hard::Prose,
        Hard::Output,
        Hard::Merge,
        Hard::HalfStatement,
        Hard::HalfMethod,
        Hard::Row,
        Hard::Hundred,
        Hard::LastBracket,
        Hard::Quote,
    ];

    /// Returns the name of the kind in an index.
    pub fn name(self) -> &'static str {
        match self {
            Hard::Table => "table",
            Hard::Prose => "prose",
            Hard::Output => "output",
            Hard::Merge => "merge",
            Hard::HalfStatement => "half-statement",
            Hard::HalfMethod => "half-method",
            Hard::Row => "ten-in-a-row",
            Hard::Hundred => "hundred",
            Hard::LastBracket => "last-bracket",
            Hard::Quote => "long-quote",
        }
    }
}

/// Lines of prose that people paste.
const PROSE: &[&str] = &[
    "Open: ask whether the second argument may be empty, and what is to be done then.",
    "The following does not work on Windows (see the discussion in the forum)!",
    "I changed this because it didn't compile; please review: is \"old\" still used?",
    "1. open the file 2. read each line 3. if it isn't empty, print it",
    "Dear all, here's the version from Monday - it should be o.k. now.",
];

/// Lines that programs print.
const OUTPUT: &[&str] = &[
    "Caused by: java.lang.NullPointerException: \"name\" is null",
    "\tat org.example.Main.run(Main.java:42)",
    "main.c: In function 'main': main.c:7:5: error: expected ';' before '}' token",
    "Enter a number: 12 The sum is 78 and the mean is 6.50",
    "$ make test && echo done",
    "[INFO] BUILD FAILURE (3.2 s) 10:45:01",
];

/// Returns `text` with a hard mistake, and its place in words; `None` if there is no place for it.
pub fn apply(
    hard: Hard,
    text: &str,
    mutator: &Mutator<'_>,
    random: &mut Random,
) -> Option<(String, String)> {
    let (mistaken, line) = match hard {
        Hard::Table => between_lines(text, &table(random), random),
        Hard::Prose => between_lines(text, &some_of(PROSE, random), random),
        Hard::Output => {
            let output = some_of(OUTPUT, random);
            Some((format!("{text}\n{output}"), lines(text).len()))
        }
        Hard::Merge => merge(text, random),
        Hard::HalfStatement => half_statement(text, mutator, random),
        Hard::HalfMethod => {
            let (start, end, line) = some_lines(text, 3, 12, random)?;
            Some((format!("{}{}", &text[..start], &text[end..]), line))
        }
        Hard::Row => row(text, mutator, random),
        Hard::Hundred => {
            let count = (mutator.language.words(text).len() / 10).clamp(1, 100);
            Some((mistakes(text, count, mutator, random), 0))
        }
        Hard::LastBracket => {
            let words = mutator.language.words(text);
            let last = words.iter().rfind(|word| is_bracket(&text[word.start..word.end]))?;
            let bracket = &text[last.start..last.end];
            Some((format!("{}\n{bracket}{}", &text[..last.end], &text[last.end..]), 0))
        }
        Hard::Quote => {
            let words = mutator.language.words(text);
            let is_quoted = |word: &&Word| is_quoted(&text[word.start..word.end]);
            let quoted: Vec<&Word> = words.iter().filter(is_quoted).collect();
            let word = (!quoted.is_empty()).then(|| *random.choose(&quoted))?;
            Some((format!("{}{}", &text[..word.end - 1], &text[word.end..]), 0))
        }
    }?;
    let place = if line > 0 { format!(" at line {line}") } else { String::new() };
    Some((mistaken, format!("{}{place}", hard.name())))
}

/// Returns the bytes at which the lines of a text begin.
fn lines(text: &str) -> Vec<usize> {
    let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(starts).collect()
}

/// Chooses lines of `text`, at least `least` and at most `most`: the bytes where they begin and
/// end, and the number of the first.
fn some_lines(
    text: &str,
    least: usize,
    most: usize,
    random: &mut Random,
) -> Option<(usize, usize, usize)> {
    let starts = lines(text);
    let count = least + random.below(most - least + 1);
    let first = random.below(starts.len().checked_sub(count)?.max(1));
    let end = starts.get(first + count).copied().unwrap_or(text.len());
    Some((starts[first], end, first + 1))
}

fn between_lines(text: &str, pasted: &str, random: &mut Random) -> Option<(String, usize)> {
    let (at, _, line) = some_lines(text, 1, 1, random)?;
    Some((format!("{}{pasted}{}", &text[..at], &text[at..]), line))
}

fn table(random: &mut Random) -> String {
    let (rows, columns) = (3 + random.below(40), 2 + random.below(7));
    let mut table = String::new();
    for _ in 0..rows {
        let row: Vec<String> = (0..columns).map(|_| random.below(256).to_string()).collect();
        table.push_str(&row.join(" "));
        table.push('\n');
    }
    table
}

fn some_of(from: &[&str], random: &mut Random) -> String {
    (0..1 + random.below(12)).map(|_| format!("{}\n", random.choose(from))).collect()
}

fn merge(text: &str, random: &mut Random) -> Option<(String, usize)> {
    let (start, end, line) = some_lines(text, 1, 5, random)?;
    let (before, ours, after) = (&text[..start], &text[start..end], &text[end..]);
    let markers = ["<<<<<<< HEAD\n", "=======\n", ">>>>>>> feature\n"];
    let both = [markers[0], ours, markers[1], ours, markers[2]].concat();
    Some(([before, &both, after].concat(), line))
}

/// Removes the lexemes of a line from the second, or a later one, on.
fn half_statement(
    text: &str,
    mutator: &Mutator<'_>,
    random: &mut Random,
) -> Option<(String, usize)> {
    let (start, end, line) = some_lines(text, 1, 1, random)?;
    let words = mutator.language.words(text);
    let on_line: Vec<_> =
        words.iter().filter(|word| (start..end).contains(&word.start)).skip(1).collect();
    let cut = (!on_line.is_empty()).then(|| random.choose(&on_line).start)?;
    let end = end.max(cut);
    Some((format!("{}\n{}", &text[..cut], &text[end..]), line))
}

/// Makes ten mistakes in some sixty lexemes.
fn row(text: &str, mutator: &Mutator<'_>, random: &mut Random) -> Option<(String, usize)> {
    let words = mutator.language.words(text);
    let first = random.below(words.len().saturating_sub(60).max(1));
    let start = words.get(first)?.start;
    let end = words.get(first + 60).map_or(text.len(), |word| word.start);
    let mistaken = mistakes(&text[start..end], 10, mutator, random);
    let line = text[..start].matches('\n').count() + 1;
    Some(([&text[..start], &mistaken, &text[end..]].concat(), line))
}

/// Returns `text` with `count` mistakes of the mix, as far as there are places for them.
fn mistakes(text: &str, count: usize, mutator: &Mutator<'_>, random: &mut Random) -> String {
    let mut mutant = Mutant { text: text.to_string(), done: Vec::new() };
    for _ in 0..count {
        let Some((new, done)) = mutator.mistake(&mutant, random) else { continue };
        if !done.starts_with(Operation::Cut.name()) {
            mutant.text = new;
            mutant.done.push(done);
        }
    }
    mutant.text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lab::mutants::{generator, mistake_mix::Mix, vocabulary::Vocabulary},
        language::{self, parses},
    };

    #[test]
    fn each_kind_breaks_a_text_and_leaves_the_rest_as_it_is() {
        let valid: String = (0..40).fold("[\n".to_string(), |text, at| {
            format!("{text}{{\"a\": [{at}, \"b\"],\n\"c\": {{}}}},\n")
        }) + "null]\n";
        let language = language::builtin("json").unwrap();
        let vocabulary = Vocabulary::of(&language, [valid.as_str()]);
        let mix = Mix::default();
        let mutator = Mutator {
            language: &language,
            vocabulary: &vocabulary,
            mix: &mix,
            edits: None,
            hard: true,
        };
        for hard in Hard::ALL {
            let broken: Vec<String> = (0..20)
                .filter_map(|at| apply(hard, &valid, &mutator, &mut generator(1, "a", at)))
                .map(|(text, done)| {
                    assert!(done.starts_with(hard.name()));
                    text
                })
                .filter(|text| !parses(&language, text))
                .collect();
            assert!(broken.len() >= 10, "{hard:?}: {}", broken.len());
            for text in &broken {
                let same = valid.lines().filter(|line| text.contains(line)).count();
                let all = valid.lines().count();
                assert!(same >= all / 2 || hard == Hard::Hundred, "{hard:?}: {same} of {all}");
            }
        }
    }
}
