//! Shows the line of an error's first repair as repaired, with the repairs of earlier errors on it.
//!
//! Only the text around the repair is looked at: the cost of a line depends neither on its length
//! nor on the number of errors.

use lrlex::DefaultLexeme;
use lrpar::{
    LexError, LexParseError, Lexeme, ParseError, ParseRepair, TextEdit, edit::Editor, visible,
};
use lrtable::{Span, TIdx};

use crate::{
    language::{Language, Types},
    limits::{REPAIRED_TOGETHER, REPAIRED_WIDTH},
};

/// Returns the repaired line of the first repair of `error`, which is the last of `errors`, those
/// of one parse. `None` if it is not known how an inserted token is written, or if nothing is left
/// of the line.
pub(crate) fn repaired_line(
    language: &Language,
    editor: &Editor<'_, Types>,
    source: &str,
    errors: &[LexParseError<u32, Types>],
    error: &ParseError<DefaultLexeme<u32>, u32>,
) -> Option<String> {
    let text_of = |token: TIdx<u32>| language.token_text(token);
    let own = editor.text_edits(&error.sequences().next()?, &text_of)?;
    let at = own.first()?.span.start();
    let from = line_start(source, at);
    let (_, before) = errors.split_last()?;
    let before = before.iter().rev().take(REPAIRED_TOGETHER);
    let on_line = before.take_while(|other| end_of_repair(other) >= from).count();
    let together = &errors[errors.len() - 1 - on_line..];
    let edits = editor.all_text_edits(together, &text_of).unwrap_or(own);
    line_of(source, at, &edits)
}

/// Returns the byte at which the line of byte `at` begins, or a later one at most
/// [`REPAIRED_WIDTH`] before `at`.
fn line_start(source: &str, at: usize) -> usize {
    let least = source.floor_char_boundary(at.saturating_sub(REPAIRED_WIDTH));
    source[least..at].rfind('\n').map_or(least, |newline| least + newline + 1)
}

/// Returns the line with byte `at` of `source` after `edits`, trimmed, at most [`REPAIRED_WIDTH`]
/// bytes to either side.
fn line_of(source: &str, at: usize, edits: &[TextEdit]) -> Option<String> {
    let mut from = line_start(source, at);
    for TextEdit { span, .. } in edits.iter().rev() {
        // A deletion up to this line joins it to the previous one.
        if span.start() < from && span.end() >= from {
            from = line_start(source, span.start());
        }
    }
    let mut out = String::new();
    // The place of `at` after the edits.
    let mut moved = None;
    let mut done = from;
    let end = TextEdit { span: Span::new(source.len(), source.len()), text: String::new() };
    for TextEdit { span, text } in edits.iter().chain([&end]).filter(|e| e.span.end() >= from) {
        if span.start() >= at {
            moved.get_or_insert(out.len() + at.saturating_sub(done));
        }
        let room = source.floor_char_boundary(done.saturating_add(3 * REPAIRED_WIDTH));
        out.push_str(&source[done..span.start().clamp(done, room)]);
        let is_shown = |moved: usize| out.len() > moved + REPAIRED_WIDTH;
        if moved.is_some_and(is_shown) {
            break;
        }
        out.push_str(text);
        done = done.max(span.end());
    }
    let moved = moved?.min(out.len());
    let least = out.floor_char_boundary(moved.saturating_sub(REPAIRED_WIDTH));
    let newline = out[least..moved].rfind('\n').map(|newline| least + newline + 1);
    let start = newline.unwrap_or(least);
    let begins = newline.is_some() || (start == 0 && (from == 0 || source[..from].ends_with('\n')));
    let line = out[start..].lines().next()?;
    let shown = &line[..line.floor_char_boundary(moved - start + REPAIRED_WIDTH)];
    let ends = shown.len() == line.len();
    let [left, right] = [begins, ends].map(|whole| if whole { "" } else { "…" });
    let shown = shown.trim();
    (!shown.is_empty()).then(|| format!("{left}{}{right}", visible(shown)))
}

/// Returns the byte from which on the first repair of an error changes nothing; that of the error
/// if there is no repair.
fn end_of_repair(error: &LexParseError<u32, Types>) -> usize {
    match error {
        LexParseError::LexError(error) => error.span().end(),
        LexParseError::ParseError(error) => {
            let Some(first) = error.sequences().next() else {
                return error.lexeme().span().start();
            };
            let last =
                error.with_lexemes(&first).into_iter().rev().find_map(|repair| match repair {
                    ParseRepair::Delete(lexeme) | ParseRepair::Shift(lexeme) => Some(lexeme),
                    ParseRepair::Insert(_) => None,
                });
            let begin = error.begin_of(&first).span().start();
            last.map_or(begin, |lexeme| lexeme.span().end())
        }
    }
}

#[cfg(test)]
mod tests {
    use lrpar::apply_edits;
    use lrtable::random::Random;

    use super::*;

    fn edit(start: usize, end: usize, text: &str) -> TextEdit {
        TextEdit { span: Span::new(start, end), text: text.to_string() }
    }

    /// The line of `at` in the whole text, repaired.
    fn whole_line(source: &str, at: usize, edits: &[TextEdit]) -> Option<String> {
        let before: Vec<TextEdit> =
            edits.iter().filter(|edit| edit.span.start() < at).cloned().collect();
        let moved = apply_edits(source, &before).len() - (source.len() - at);
        let repaired = apply_edits(source, edits);
        let start = repaired[..moved].rfind('\n').map_or(0, |newline| newline + 1);
        let line = repaired[start..].lines().next()?.trim();
        (!line.is_empty()).then(|| line.to_string())
    }

    #[test]
    fn a_short_line_is_that_of_the_whole_repaired_text() {
        let mut random = Random::new(3);
        let source: String = (0..60).map(|_| ['a', ' ', 'é', '\n', '('][random.below(5)]).collect();
        let places: Vec<usize> = source.char_indices().map(|(at, _)| at).collect();
        for _ in 0..2000 {
            let mut cuts: Vec<usize> = (0..6).map(|_| places[random.below(60)]).collect();
            cuts.sort_unstable();
            let texts = ["", "x", "]\n", "é é"];
            let edits: Vec<TextEdit> =
                cuts.chunks(2).map(|cut| edit(cut[0], cut[1], texts[random.below(4)])).collect();
            // As with the last of three errors, whose edit is the last.
            let at = edits[2].span.start();
            if edits[1].span.end() == at {
                continue;
            }
            assert_eq!(line_of(&source, at, &edits), whole_line(&source, at, &edits));
        }
    }

    #[test]
    fn of_a_line_of_megabytes_what_is_around_the_repair_is_shown() {
        let source = format!("x\n{}({}", "é".repeat(1_000_000), "ü".repeat(1_000_000));
        let at = source.find('(').unwrap();
        let edits = [edit(at - 1000, at - 900, "gone"), edit(at, at + 1, "[]")];
        let line = line_of(&source, at, &edits).unwrap();
        assert!(line.len() < 3 * REPAIRED_WIDTH, "{}", line.len());
        assert!(line.starts_with('…') && line.ends_with('…') && line.contains("é[]ü"), "{line}");
        let inserted = [edit(at, at, &"]".repeat(1_000_000))];
        let line = line_of(&source, at, &inserted).unwrap();
        assert!(line.len() < 3 * REPAIRED_WIDTH, "{}", line.len());
    }
}
