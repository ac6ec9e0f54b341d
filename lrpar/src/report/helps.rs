//! Helps of a report: repairs in words, and as edits of the text. The first is the repair that was
//! applied; beside it stand a few that differ in kind from it and from each other. Left out are
//! those that only fill a list: an alternative to the cheapest repairs that replaces anything but a
//! sign by a sign or a bracket by a bracket, or that does anything else about an unclosed bracket.

use lrtable::{Span, TokenId};

use super::{
    Help, HelpKind, Label, Report,
    missing::Placed,
    reporter::Reporter,
    token_names::{is_blank, listed},
};
use crate::{
    edit::{Kind, TextEdit},
    lexer::{Lexeme, LexerTypes},
    recovery::{Change, Place, Repair, RepairKind, RepairSequence, changes, limits},
};

/// What a repair does, by which repairs differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Insert,
    Delete,
    Replace,
    Several,
}

impl<LexerTypesT: LexerTypes> Reporter<'_, LexerTypesT> {
    /// Adds the best suggestion, unless it reads like a help that the report has.
    pub(super) fn suggest(
        &self,
        report: &mut Report,
        suggestions: &[RepairSequence],
        before: Option<Place<'_>>,
    ) {
        let Some(sequence) = suggestions.first() else { return };
        let help = self.help(Placed { sequence, before }, HelpKind::Suggestion);
        if report.helps.iter().all(|other| other.text != help.text) {
            report.helps.push(help);
        }
    }

    /// Adds helps to a report that has the one of the repair that was applied.
    pub(super) fn add_others(
        &self,
        report: &mut Report,
        placed: Placed<'_>,
        others: impl Iterator<Item = RepairSequence>,
    ) {
        let Placed { sequence: applied, before } = placed;
        let mut effects = vec![effect(&self.changes(applied))];
        for sequence in others {
            if effects.len() > limits::REPORTED_OTHERS {
                break;
            }
            let effect = effect(&self.changes(&sequence));
            if !effects.contains(&effect) && self.adds_to(applied, &sequence) {
                let help = self.help(Placed { sequence: &sequence, before }, HelpKind::Repair);
                // Sequences that differ in lexemes may read alike.
                if report.helps.iter().all(|other| other.text != help.text) {
                    effects.push(effect);
                    report.helps.push(help);
                }
            }
        }
    }

    /// Returns whether `sequence` deserves a line beside `applied`.
    fn adds_to(&self, applied: &RepairSequence, sequence: &RepairSequence) -> bool {
        if sequence.kind == RepairKind::Cheapest || applied.cost > 1 {
            return true;
        }
        let changes = self.changes(sequence);
        let closes = |repair: &Repair| match repair {
            Repair::Insert(token) => self.brackets().closes(*token),
            Repair::Delete | Repair::Shift => false,
        };
        let is_like = |change: &Change| match change.inserted[..] {
            [token] if change.deleted == 1 => {
                let deleted = self.token(change.at);
                self.is_sign(deleted)
                    && self.is_sign(token)
                    && self.brackets().is_one(deleted) == self.brackets().is_one(token)
            }
            _ => true,
        };
        !applied.repairs.iter().any(closes) && changes.iter().all(is_like)
    }

    /// Returns a repair in words, edit by edit, and as edits of the text.
    pub(super) fn help(&self, placed: Placed<'_>, kind: HelpKind) -> Help {
        let made = changes([placed.sequence]);
        let changes = self.changes(placed.sequence);
        if let [change] = &changes[..]
            && let Some(help) = self.closed(change)
        {
            return Help { kind, ..help };
        }
        let text_of = |token| self.lexicon.text(token).map(str::to_owned);
        let mut edits = self.editor.edits(&made, text_of);
        if let Some((text, steps)) = self.movement(&changes) {
            return Help { kind, text, steps, edits };
        }
        if let Some(step) = self.moved_lines(&changes, edits.as_deref()) {
            return Help { kind, text: step.text.clone(), steps: vec![step], edits };
        }
        let shown = match changes.len() {
            len if len <= limits::REPORTED_EDITS + 1 => len,
            _ => limits::REPORTED_EDITS,
        };
        let mut steps = Vec::new();
        for change in &changes[..shown] {
            let has_sign = change.inserted.iter().any(|token| self.is_sign(*token));
            let rule = if has_sign { None } else { self.sentence(placed, change) };
            if rule.is_some() {
                // What to write is for people to choose.
                edits = None;
            }
            steps.push(self.step_of(change, rule));
        }
        let mut texts: Vec<String> = steps.iter().map(|step| step.text.clone()).collect();
        if shown < changes.len() {
            texts.push(format!("make {} more edits", changes.len() - shown));
        }
        Help { kind, text: listed(&texts, "and"), steps, edits }
    }

    /// Returns two changes in words that delete a lexeme and insert its token elsewhere.
    fn movement(&self, changes: &[Change]) -> Option<(String, Vec<Label>)> {
        let [first, second] = changes else { return None };
        let (from, to) = if first.deleted > 0 { (first, second) } else { (second, first) };
        let moves = (from.deleted, to.deleted) == (1, 0)
            && from.inserted.is_empty()
            && to.inserted == [self.token(from.at)];
        if !moves {
            return None;
        }
        let moved = self.lexemes(from.at, 1);
        let [source, target] = [from, to].map(|change| self.step_of(change, None).span);
        let (line, own) = (self.lines_of(target).0, self.lines_of(source).0);
        let beside = match self.editor.span(to.at) {
            Some(next) if !self.on_other_lines(target.start(), next.start()) => {
                format!("before {}", self.lexemes(to.at, 1))
            }
            _ => format!("after {}", self.lexemes(to.at.checked_sub(1)?, 1)),
        };
        let text = match line == own {
            true => format!("move {moved} {beside}"),
            false => format!("move {moved} to line {line}, {beside}"),
        };
        let label = |change: &Change, span| {
            let text = if change.deleted > 0 { "from here" } else { "to here" };
            Label { span, text: format!("move {moved} {text}") }
        };
        let spans = if first.deleted > 0 { [source, target] } else { [target, source] };
        Some((text, vec![label(first, spans[0]), label(second, spans[1])]))
    }

    /// Returns changes in words that only make lines deeper or less deep.
    fn moved_lines(&self, changes: &[Change], edits: Option<&[TextEdit]>) -> Option<Label> {
        let is_depth =
            |token: TokenId| matches!(self.editor.kind(token), Kind::Indent | Kind::Dedent);
        let is_all = |change: &Change| {
            change.inserted.iter().all(|token| is_depth(*token))
                && (change.at..change.at + change.deleted).all(|at| {
                    // A wrong column is a lexing error of blanks, or of no text.
                    let is_wrong = self.token(at) == self.tables.no_token();
                    let text = self.span(at).text(self.source);
                    is_depth(self.token(at)) || is_wrong && is_blank(text)
                })
        };
        let (first, last) = edits.and_then(|edits| edits.first().zip(edits.last()))?;
        let is_deeper = first.text.len() > first.span.len();
        let is_same = |edit: &TextEdit| (edit.text.len() > edit.span.len()) == is_deeper;
        if !changes.iter().all(is_all) || !edits?.iter().all(is_same) {
            return None;
        }
        let line = |edit: &TextEdit| self.lines_of(Span::new(edit.span.end(), edit.span.end())).0;
        let what = if is_deeper { "indent" } else { "dedent" };
        let text = match (line(first), line(last)) {
            (first, last) if first == last => format!("{what} this line"),
            (first, last) => format!("{what} lines {first} to {last}"),
        };
        let at = first.span.end();
        let word = self.editor.lexemes().partition_point(|one| one.span().end() <= at);
        let place = self.span(word).start();
        let span = if is_deeper { Span::new(place, place) } else { first.span };
        Some(Label { span, text })
    }

    /// Returns a change of line ends in words.
    fn line_change(&self, change: &Change) -> Option<&'static str> {
        let Change { at, deleted, ref inserted } = *change;
        let is_word = |kind: Kind| kind == Kind::Word;
        let mut kinds = inserted.iter().map(|token| self.editor.kind(*token));
        let mut found = (at..at + deleted).map(|at| self.editor.kind_at(at));
        // A token that line ends may stand for may have a text as well.
        let is_written = |token: &TokenId| {
            self.editor.kind(*token) == Kind::Assumed && self.lexicon.text(*token).is_some()
        };
        if kinds.clone().chain(found.clone()).any(is_word) || inserted.iter().any(is_written) {
            return None;
        }
        let is_end = |kind: Kind| matches!(kind, Kind::Newline | Kind::Assumed);
        match (kinds.any(is_end), found.any(is_end)) {
            (true, false) => Some("end the line here"),
            (false, true) => Some("join this line and the next"),
            _ => None,
        }
    }

    /// Returns a change in words, at its place; `rule` is what the rule is called of which it
    /// inserts a sentence.
    fn step_of(&self, change: &Change, rule: Option<String>) -> Label {
        let Change { at, deleted, ref inserted } = *change;
        let first = inserted.first().and_then(|token| self.lexicon.text(*token));
        let span = self.editor.place(change, first.unwrap_or(""));
        let found = || match self.lines_of(span) {
            (first, last) if first < last => format!("lines {first} to {last}"),
            _ => self.lexemes(at, deleted),
        };
        if let Some(text) = self.line_change(change) {
            return Label { span, text: text.to_owned() };
        }
        let wanted = || rule.unwrap_or_else(|| self.token_names(inserted));
        let text = match (deleted, inserted.is_empty()) {
            (0, _) => format!("insert {}", wanted()),
            (_, true) => format!("delete {}", found()),
            (_, false) => format!("replace {} by {}", found(), wanted()),
        };
        Label { span, text }
    }
}

/// Returns what a repair does.
fn effect(changes: &[Change]) -> Effect {
    match changes {
        [Change { deleted: 0, .. }] => Effect::Insert,
        [Change { inserted, .. }] if inserted.is_empty() => Effect::Delete,
        [_] => Effect::Replace,
        _ => Effect::Several,
    }
}
