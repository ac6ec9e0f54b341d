//! Makes reports from the errors of a parse (`reports`, `located`): each mistake once, in the order of the text. Errors in a
//! region that an earlier report covers (the rest of an unterminated string, consequences of a misspelt keyword, lexemes without
//! a repair) are not reported again. Title, place and help of a report come from the error's best repair:
//!
//! | best repair | title |
//! |---|---|
//! | one token inserted | expected `;` |
//! | lexemes deleted | unexpected `y` |
//! | one lexeme replaced | expected `==`, found `=` |
//! | a closing bracket inserted on another line than its opener | unclosed `{` |
//! | several edits | unexpected `x`, expected A, B or C |
//! | none | cannot be understood: lines 19 to 31 |

use lrtable::{Span, TokenId};

use super::{
    Code, Help, Label, Report,
    labels::{Expected, grouped},
    reporter::{ErrorOf, LocationOf, Region, Reporter, locations},
    slips::Replay,
    words::{listed, quoted},
};
use crate::{
    edit::{Change, changes},
    error::LexParseError,
    lexer::LexerTypes,
    recovery::{RepairKind, RepairSequence, limits},
};

/// Shape of a repair, by which repairs differ in kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Insert,
    Delete,
    Replace,
    Lines,
    Several,
}

impl<LexerTypesT: LexerTypes> Reporter<'_, LexerTypesT> {
    /// Returns an iterator over the reports of the errors of a parse, each mistake once.
    pub fn reports<'e>(
        &'e self,
        errors: &'e [LexParseError<LexerTypesT::StorageT, LexerTypesT>],
    ) -> impl Iterator<Item = Report> + 'e {
        self.located(errors).filter_map(|(_, report)| report)
    }

    /// Returns an iterator over the error locations of a parse, each with its report; `None` for a location that an earlier
    /// report covers.
    pub fn located<'e>(
        &'e self,
        errors: &'e [LexParseError<LexerTypesT::StorageT, LexerTypesT>],
    ) -> impl Iterator<Item = (LocationOf<'e, LexerTypesT>, Option<Report>)> + 'e {
        let mut replay = Replay::new(self.start, errors);
        let mut locations = locations(errors);
        let (mut covered, mut region_ends) = (0, None);
        std::iter::from_fn(move || {
            let location = locations.next()?;
            if location.span().start() < covered || region_ends >= Some(location.count) {
                return Some((location, None));
            }
            let (mut report, covers, region) = self.report_with(&location, &mut replay);
            covered = covers.max(covered);
            if let Some(mut region) = region {
                // Locations without a repair that are close together are one report.
                for next in locations.clone() {
                    if !self.is_within(&region, &next) {
                        break;
                    }
                    region = self.region_of(&next, &region);
                    region_ends = Some(next.count);
                }
                self.describe_region(&mut report, &region);
                covered = region.end.max(covered);
            }
            Some((location, Some(report)))
        })
    }

    /// Returns the report of a location, the byte before which it covers errors, and the region without a repair that it is
    /// about, if any.
    fn report_with(
        &self,
        location: &LocationOf<'_, LexerTypesT>,
        replay: &mut Replay<'_, LexerTypesT>,
    ) -> (Report, usize, Option<Region>) {
        let at = location.span();
        if let Some(reason) = location.lex.and_then(|span| self.lexer.reason(span)) {
            return (Report::new(Code::UnknownText, reason, at), at.end(), None);
        }
        if let Some((report, covers)) = self.unterminated(location) {
            return (report, covers, None);
        }
        let Some(error) = location.parse else {
            let report = Report::new(Code::UnknownText, self.unknown(at), at);
            return (report, at.end(), None);
        };
        let listed = error.sequences().take(limits::REPORTED_FROM + 1);
        let mut sequences: Vec<RepairSequence> = listed.collect();
        let applied = sequences.first().map_or(0, |applied| self.end_of(applied));
        self.prefer(&mut sequences);
        let Some((first, others)) = sequences.split_first_mut() else {
            let region = self.region_of(location, &Region { end: 0, resumed: 0 });
            let report = Report::new(Code::Unexpected, self.unexpected(error), at);
            return (report, at.end(), Some(region));
        };
        self.align(first);
        let best = self.help(first);
        let (code, title) = self.title(location, error, first, &best);
        let mut report = Report::new(code, title, best.steps[0].span);
        let mut shapes = vec![shape(first)];
        report.helps.push(best);
        for sequence in others {
            let shape = shape(sequence);
            let is_other = !shapes.contains(&shape) && self.adds_to(first, sequence);
            if is_other && shapes.len() <= limits::REPORTED_OTHERS {
                let help = self.help(sequence);
                // Sequences that differ in lexemes may read alike.
                if report.helps.iter().all(|other| other.text != help.text) {
                    shapes.push(shape);
                    report.helps.push(help);
                }
            }
        }
        report.more = error.repairs_total().saturating_sub(report.helps.len() as u128);
        let slip = self.lead_with_slip(&mut report, error, replay);
        if slip.is_none() {
            self.label_opener(&mut report, first);
        }
        self.label_detection(&mut report, at);
        (report, slip.unwrap_or(applied), None)
    }

    /// Returns the title for the repair that the first help offers.
    fn title(
        &self,
        location: &LocationOf<'_, LexerTypesT>,
        error: &ErrorOf<LexerTypesT>,
        sequence: &RepairSequence,
        best: &Help,
    ) -> (Code, String) {
        let changes = changes([sequence]);
        let Change { at, deleted, inserted } = &changes[0];
        let is_here = *at == error.position();
        if let (true, Some(text)) = (is_here && *deleted > 0, location.lex) {
            return (Code::UnknownText, self.unknown(text));
        }
        let is_clear = match (deleted, &inserted[..]) {
            _ if changes.len() > 1 => false,
            // Signs that only introduce something else are not what is missing.
            (0, [sign, _, ..]) => !self.is_sign(*sign) || self.brackets().closes(*sign),
            (_, []) | (0 | 1, [_]) => true,
            _ => false,
        };
        if is_here && !is_clear {
            return (Code::Unexpected, self.unexpected(error));
        }
        let found = self.quote(best.steps[0].span);
        let wanted = match (deleted, &inserted[..]) {
            (_, []) => return (Code::Unexpected, format!("unexpected {found}")),
            (0 | 1, [token]) => self.missing(error, *at, *token),
            (0, tokens) => self.token_names(&tokens[..1]),
            (_, tokens) => self.token_names(tokens),
        };
        match deleted {
            0 => (Code::Missing, format!("expected {wanted}")),
            _ => (Code::Wrong, format!("expected {wanted}, found {found}")),
        }
    }

    /// Returns whether `token` is a sign.
    pub(super) fn is_sign(&self, token: TokenId) -> bool {
        self.lexicon.text(token).is_some_and(|text| !text.starts_with(char::is_alphanumeric))
    }

    /// Returns what a missing `token` is called: its text, or, if it has several, the label of a rule.
    fn missing(&self, error: &ErrorOf<LexerTypesT>, at: usize, token: TokenId) -> String {
        if self.lexicon.text(token).is_none() && at == error.position() {
            let rule = self.expected(error).into_iter().find_map(|expected| match expected {
                Expected::Rule(rule) => {
                    let (_, first) = self.labels.rules().find(|(one, _)| one.rule == rule.0)?;
                    first.contains(&token.0).then_some(expected)
                }
                Expected::Token(_) => None,
            });
            if let Some(rule) = rule {
                return self.expected_name(rule);
            }
        }
        self.token_name(token)
    }

    fn expected(&self, error: &ErrorOf<LexerTypesT>) -> Vec<Expected> {
        grouped(self.labels, &self.tables, error.shifting_states())
    }

    /// Returns what was not expected, and what was, if a few words suffice.
    fn unexpected(&self, error: &ErrorOf<LexerTypesT>) -> String {
        let found = match self.editor.span(error.position()) {
            Some(span) => self.quote(span),
            None => "end of input".to_owned(),
        };
        let expected = self.expected(error);
        if expected.is_empty() || expected.len() > limits::REPORTED_EXPECTED {
            return format!("unexpected {found}");
        }
        let words: Vec<String> = expected.into_iter().map(|one| self.expected_name(one)).collect();
        format!("unexpected {found}, expected {}", listed(&words, "or"))
    }

    fn unknown(&self, span: Span) -> String {
        let text = span.text(self.source);
        let is_one = text.chars().nth(1).is_none();
        format!("unexpected {} {}", if is_one { "character" } else { "text" }, quoted(text))
    }

    /// Quotes a place's text; of several lines only the first.
    fn quote(&self, span: Span) -> String {
        let text = span.text(self.source);
        quoted(text.lines().next().unwrap_or(text).trim_end())
    }

    /// Returns a repair in words, edit by edit, and as edits of the text.
    pub(super) fn help(&self, sequence: &RepairSequence) -> Help {
        let changes = changes([sequence]);
        let shown = match changes.len() {
            len if len <= limits::REPORTED_EDITS + 1 => len,
            _ => limits::REPORTED_EDITS,
        };
        let steps: Vec<Label> =
            changes[..shown].iter().map(|change| self.step_of(change)).collect();
        let mut texts: Vec<String> = steps.iter().map(|step| step.text.clone()).collect();
        if shown < changes.len() {
            texts.push(format!("make {} more edits", changes.len() - shown));
        }
        let text_of = |token| self.lexicon.text(token).map(str::to_owned);
        let edits = changes.iter().map(|change| self.editor.edit(change, text_of)).collect();
        Help { text: listed(&texts, "and"), steps, edits }
    }

    /// Returns a change in words, at its place.
    fn step_of(&self, change: &Change) -> Label {
        let first = change.inserted.first().and_then(|token| self.lexicon.text(*token));
        let span = self.editor.place(change, first.unwrap_or(""));
        let inserted = || self.token_names(&change.inserted);
        let text = match (change.deleted, change.inserted.is_empty()) {
            (0, _) => format!("insert {}", inserted()),
            (_, true) => format!("delete {}", self.deleted(span)),
            (_, false) => format!("replace {} by {}", self.deleted(span), inserted()),
        };
        Label { span, text }
    }

    fn deleted(&self, span: Span) -> String {
        match self.lines_of(span) {
            (first, last) if first < last => format!("lines {first} to {last}"),
            _ => self.quote(span),
        }
    }

    fn lines_of(&self, span: Span) -> (usize, usize) {
        let line = |at: usize| self.lines().byte_to_line_num(at).unwrap_or(1);
        (line(span.start()), line(span.end().saturating_sub(1).max(span.start())))
    }

    /// Returns the byte after what a repair looks at.
    fn end_of(&self, sequence: &RepairSequence) -> usize {
        let last = (sequence.start..sequence.end()).next_back();
        last.map_or(0, |last| self.span(last).end())
    }

    /// Labels the opener of a bracket that the first edit closes; if it is far away, the title says that it is unclosed.
    fn label_opener(&self, report: &mut Report, sequence: &RepairSequence) {
        let changes = changes([sequence]);
        let Change { at, deleted, inserted } = &changes[0];
        let [closing, ..] = inserted[..] else { return };
        if changes.len() > 1 && *deleted > 0 {
            return;
        }
        let Some(opener) = self.opener(*at, closing) else { return };
        let place = self.span(opener);
        let text = self.quote(place);
        if *deleted == 0
            && inserted.len() == 1
            && self.on_other_lines(place.start(), report.primary.span.start())
        {
            report.code = Code::Unclosed;
            report.title = format!("unclosed {text}");
        }
        report.secondary.push(Label { span: place, text: format!("{text} is not closed") });
    }

    /// Returns the lexeme before `at` that opens what `closing` would close there.
    pub(super) fn opener(&self, at: usize, closing: TokenId) -> Option<usize> {
        if !self.brackets().closes(closing) {
            return None;
        }
        self.openers(at, closing).next()?
    }

    /// Returns an iterator over the lexemes before `at` that open what `closing` would close there, the last first; it ends with
    /// `None` if no steps are left.
    pub(super) fn openers(
        &self,
        at: usize,
        closing: TokenId,
    ) -> impl Iterator<Item = Option<usize>> {
        let mut closed = 0usize;
        (0..at).rev().filter_map(move |at| {
            if !self.take(1) {
                return Some(None);
            }
            let token = self.token(at);
            if token == closing {
                closed += 1;
            } else if self.brackets().opens(token, closing) {
                if closed == 0 {
                    return Some(Some(at));
                }
                closed -= 1;
            }
            None
        })
    }

    /// Labels the place where the parser noticed the error, if that is another line, and no other label is there.
    fn label_detection(&self, report: &mut Report, at: Span) {
        let starts = report.helps.iter().take(1).flat_map(|help| &help.steps);
        let mut starts = starts.map(|step| step.span.start());
        let is_near = starts.any(|start| !self.on_other_lines(start, at.start()));
        if !is_near && !at.is_empty() {
            report.secondary.push(Label { span: at, text: "noticed here".to_owned() });
        }
    }

    /// Returns the region without a repair that begins with an error; `before` is the region that it extends.
    pub(super) fn region_of(
        &self,
        location: &LocationOf<'_, LexerTypesT>,
        before: &Region,
    ) -> Region {
        let (here, resumed) = match location.parse {
            Some(error) => {
                let at = error.position();
                (self.span(at).end(), error.resumed_at().unwrap_or(at).max(at))
            }
            None => (location.span().end(), before.resumed),
        };
        let last = resumed.checked_sub(1).map_or(0, |last| self.span(last).end());
        Region { end: before.end.max(here).max(last), resumed: resumed.max(before.resumed) }
    }

    /// Makes a report one of a region, if that is longer than a line.
    pub(super) fn describe_region(&self, report: &mut Report, region: &Region) {
        let span = Span::new(report.primary.span.start(), region.end);
        let (first, last) = self.lines_of(span);
        if first < last {
            report.code = Code::NotUnderstood;
            report.primary = Label { span, text: std::mem::take(&mut report.title) };
            report.title = format!("cannot be understood: lines {first} to {last}");
        }
    }
}

fn shape(sequence: &RepairSequence) -> Shape {
    if sequence.kind == RepairKind::Lines {
        return Shape::Lines;
    }
    match &changes([sequence])[..] {
        [Change { deleted: 0, .. }] => Shape::Insert,
        [Change { inserted, .. }] if inserted.is_empty() => Shape::Delete,
        [_] => Shape::Replace,
        _ => Shape::Several,
    }
}
