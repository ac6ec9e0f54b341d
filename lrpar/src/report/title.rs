//! Makes reports from the errors of a parse (`reports`, `located`): each mistake once, in the order
//! of the text. Errors in a region that an earlier report covers (the rest of an unterminated
//! string, lexemes without a repair) are not reported again. Title, place and first help of a
//! report are those of the repair that was applied:
//!
//! | applied repair | title |
//! |---|---|
//! | any, where just what a rule begins with is expected | expected an expression after `+` |
//! | a sentence of a rule inserted, or a keyword that begins one | expected an expression after `return` |
//! | one token inserted | expected `;` |
//! | one of several keywords inserted | expected `for`, `if` or `while` |
//! | lexemes deleted | unexpected `y` |
//! | one lexeme replaced | expected `==`, found `=` |
//! | a closing bracket inserted on another line than its opener, or at a line end | `{` was never closed |
//! | a block begun | expected an indented block after `:` |
//! | a misspelt word corrected | unknown `retrun`: did you mean `return`? |
//! | several edits | unexpected `x`, expected A, B or C |
//! | a passage of no program dropped | unresolved conflict of versions: lines 4 to 8 |
//! | none | cannot be understood: lines 19 to 31 |

use lrtable::{Span, TokenId};

use super::{
    Code, Help, HelpKind, Label, Report,
    missing::Placed,
    reporter::{ErrorOf, LocationOf, Region, Reporter, locations},
    token_names::{listed, quoted},
};
use crate::{
    edit::Kind,
    error::LexParseError,
    lexer::LexerTypes,
    recovery::{
        Change, Place, RepairKind, RepairSequence, Sort, is_word, limits, passages,
        suggest::Suggester,
    },
};

impl<LexerTypesT: LexerTypes> Reporter<'_, LexerTypesT> {
    /// Returns an iterator over the reports of the errors of a parse, each mistake once.
    pub fn reports<'e>(
        &'e self,
        errors: &'e [LexParseError<LexerTypesT::StorageT, LexerTypesT>],
    ) -> impl Iterator<Item = Report> + 'e {
        self.located(errors).filter_map(|(_, report)| report)
    }

    /// Returns an iterator over the error locations of a parse, each with its report; `None` for a
    /// location that an earlier report covers.
    pub fn located<'e>(
        &'e self,
        errors: &'e [LexParseError<LexerTypesT::StorageT, LexerTypesT>],
    ) -> impl Iterator<Item = (LocationOf<'e, LexerTypesT>, Option<Report>)> + 'e {
        let mut suggester: Option<Suggester<'_>> = None;
        let mut followed = None;
        let mut locations = locations(errors);
        let (mut covered, mut region_ends) = (0, None);
        std::iter::from_fn(move || {
            let location = locations.next()?;
            if let (Some(suggester), Some(applied)) = (&mut suggester, followed.take()) {
                suggester.applied(applied);
            }
            let (mut suggestions, mut is_reached) = (Vec::new(), false);
            if let Some(error) = location.parse {
                let suggester = suggester.get_or_insert_with(|| self.suggester());
                let applied = error.sequences().next();
                is_reached = suggester.reach(error.position());
                if is_reached && !error.has_alternatives() {
                    suggestions = suggester.suggest(error.position(), applied.as_ref());
                }
                followed = Some(applied);
            }
            if location.span().start() < covered || region_ends >= Some(location.count) {
                return Some((location, None));
            }
            let before = suggester.as_ref().filter(|_| is_reached).map(Suggester::place);
            let (mut report, covers, region) = self.report_with(&location, before, suggestions);
            covered = covers.max(covered);
            if let Some(mut region) = region {
                // Locations without a repair that are close together are merged into one report.
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

    /// Returns the report of a location, which is shortly after the place `before`, the byte before
    /// which it covers errors, and the region without a repair that it is about, if any.
    fn report_with(
        &self,
        location: &LocationOf<'_, LexerTypesT>,
        before: Option<Place<'_>>,
        suggestions: Vec<RepairSequence>,
    ) -> (Report, usize, Option<Region>) {
        let at = location.span();
        let is_foreign = |error: &ErrorOf<LexerTypesT>| {
            error.sequences().next().is_some_and(|one| one.kind == RepairKind::Foreign)
        };
        let unterminated = match location.parse.is_some_and(is_foreign) {
            true => None,
            false => self.unterminated(location),
        };
        let Some(error) = location.parse else {
            let report = || Report::new(Code::UnknownText, self.unknown(at), at);
            let (report, covers) = unterminated.unwrap_or_else(|| (report(), at.end()));
            return (report, covers, None);
        };
        let mut sequences = error.sequences().take(limits::REPORTED_FROM + 1);
        let Some(applied) = sequences.next() else {
            if let Some((report, covers)) = unterminated {
                return (report, covers, None);
            }
            let region = self.region_of(location, &Region { end: 0, resumed: 0 });
            let mut report = Report::new(Code::Unexpected, self.unexpected(error), at);
            self.suggest(&mut report, &suggestions, before);
            return (report, at.end(), Some(region));
        };
        let placed = Placed { sequence: &applied, before };
        let help = self.help(placed, HelpKind::Applied);
        let mut covers = self.end_of(&applied);
        let mut report = match unterminated {
            Some((report, to)) => {
                covers = covers.max(to);
                report
            }
            None => {
                let (code, title) = self.title(location, error, placed);
                Report::new(code, title, help.steps[0].span)
            }
        };
        let closes = matches!(&self.changes(&applied)[..], [one] if self.closed(one).is_some());
        report.helps.retain(|other| !closes && other.edits != help.edits);
        report.helps.insert(0, help);
        self.suggest(&mut report, &suggestions, before);
        self.add_others(&mut report, placed, sequences);
        let of_set = |help: &&Help| help.kind != HelpKind::Suggestion;
        let shown = report.helps.iter().filter(of_set).count() as u128;
        report.more = error.repairs_total().saturating_sub(shown);
        if report.code != Code::Unterminated {
            self.label_opener(&mut report, &applied);
            self.label_detection(&mut report, at);
        }
        (report, covers, None)
    }

    /// Returns the title for the repair that was applied.
    fn title(
        &self,
        location: &LocationOf<'_, LexerTypesT>,
        error: &ErrorOf<LexerTypesT>,
        placed: Placed<'_>,
    ) -> (Code, String) {
        let applied = placed.sequence;
        if applied.kind == RepairKind::Foreign {
            return (Code::NotUnderstood, self.foreign(applied));
        }
        let changes = self.changes(applied);
        let Change { at, deleted, inserted } = &changes[0];
        let is_here = *at == error.position();
        let found = || self.lexemes(*at, *deleted);
        if *deleted > 0 && self.is_spelling(*at, inserted) {
            let meant = self.token_names(inserted);
            return (Code::Misspelt, format!("unknown {}: did you mean {meant}?", found()));
        }
        let is_other_sign = *deleted > 0 && matches!(inserted[..], [token] if self.is_sign(token));
        if let (true, false, Some(text)) = (is_here && *deleted > 0, is_other_sign, location.lex) {
            return (Code::UnknownText, self.unknown(text));
        }
        let is_correction = applied.kind.is_correction();
        if !is_correction && let Some(title) = self.missing_rule(error, placed, &changes[0]) {
            return title;
        }
        let is_clear = match (deleted, &inserted[..]) {
            _ if is_correction => true,
            _ if changes.len() > 1 => false,
            // Signs that only introduce something else are not what is missing.
            (0, [sign, _, ..]) => !self.is_sign(*sign) || self.brackets().closes(*sign),
            (_, []) | (0 | 1, [_]) => true,
            // Two signs in the place of one.
            (2, [sign]) => self.is_sign(*sign),
            _ => false,
        };
        if is_here && !is_clear {
            return (Code::Unexpected, self.unexpected(error));
        }
        let wanted = match (deleted, &inserted[..]) {
            (_, []) => return (Code::Unexpected, format!("unexpected {}", found())),
            (0, [token]) if self.lexicon.sort(*token) == Sort::Word => self.keywords(error, *at),
            (0, [first, ..]) if self.editor.kind(*first) != Kind::Word => {
                self.missing_layout(*at, inserted)
            }
            (0, tokens) => self.token_names(&tokens[..1]),
            (_, tokens) => self.token_names(tokens),
        };
        match deleted {
            0 => (Code::Missing, format!("expected {wanted}")),
            _ => (Code::Wrong, format!("expected {wanted}, found {}", found())),
        }
    }

    /// Returns what a passage is called that belongs to no program, with its lines.
    fn foreign(&self, applied: &RepairSequence) -> String {
        let start = self.span(applied.start).start();
        let (first, last) = self.lines_of(Span::new(start, self.end_of(applied)));
        let line = self.source[..start].rfind('\n').map_or(0, |at| at + 1);
        let passages = passages(self.source, line, start);
        let what = passages.first().map_or("cannot be understood", |one| one.what.title());
        match first == last {
            true => what.to_owned(),
            false => format!("{what}: lines {first} to {last}"),
        }
    }

    /// Returns whether the lexeme at `at` is a word that misspells keywords.
    pub(super) fn is_spelling(&self, at: usize, meant: &[TokenId]) -> bool {
        let word = self.text_between(at, at);
        match *meant {
            [token] => self.lexicon.near(word).contains(&token),
            [_, ..] => {
                is_word(word) && meant.iter().all(|token| self.lexicon.words.contains(token))
            }
            [] => false,
        }
    }

    /// Returns whether `token` is a sign.
    pub(super) fn is_sign(&self, token: TokenId) -> bool {
        self.lexicon.text(token).is_some_and(|text| !text.starts_with(char::is_alphanumeric))
    }

    /// Returns the title if what is missing is a sentence of a rule.
    fn missing_rule(
        &self,
        error: &ErrorOf<LexerTypesT>,
        placed: Placed<'_>,
        change: &Change,
    ) -> Option<(Code, String)> {
        let Change { at, deleted, ref inserted } = *change;
        let is_layout = |token: &TokenId| self.editor.kind(*token) != Kind::Word;
        if inserted.first().is_some_and(is_layout) {
            return None;
        }
        // After lines that are joined something else is expected.
        let is_joined = deleted > 0 && inserted.is_empty() && at < error.position();
        if is_joined && self.editor.kind_at(at) != Kind::Word {
            return None;
        }
        let is_beside = (at..=at + deleted).contains(&error.position());
        // A sign that is missing is more than the beginning of something.
        let is_sign = || {
            let is_sign = inserted.first().is_some_and(|token| self.is_sign(*token));
            deleted == 0 && is_sign && self.sentence(placed, change).is_none()
        };
        let covering = if is_beside { self.covering(error) } else { None };
        let name = match covering.filter(|_| !is_sign()) {
            Some(name) if deleted == 0 || inserted.is_empty() => {
                let title = format!("expected {name}{}", self.after(error.position()));
                return Some((Code::Missing, title));
            }
            Some(name) => name,
            None => self.inserted(placed, change)?,
        };
        Some(match deleted {
            0 => (Code::Missing, format!("expected {name}{}", self.after(at))),
            _ => (Code::Wrong, format!("expected {name}, found {}", self.lexemes(at, deleted))),
        })
    }

    /// Returns the keywords that repairs of an error insert before the lexeme at `at`.
    fn keywords(&self, error: &ErrorOf<LexerTypesT>, at: usize) -> String {
        let mut names: Vec<String> = Vec::new();
        for sequence in error.sequences().take(limits::REPORTED_FROM) {
            if let [Change { at: place, deleted: 0, inserted }] = &self.changes(&sequence)[..]
                && let [token] = inserted[..]
                && *place == at
                && self.lexicon.sort(token) == Sort::Word
                && !names.contains(&self.token_name(token))
            {
                names.push(self.token_name(token));
            }
        }
        names.truncate(limits::REPORTED_WORDS);
        listed(&names, "or")
    }

    /// Returns what missing tokens of layout are called.
    fn missing_layout(&self, at: usize, tokens: &[TokenId]) -> String {
        let kind = |token: &&TokenId| self.editor.kind(**token);
        let indent = tokens.iter().take_while(|token| kind(token) != Kind::Word);
        let indent = indent.clone().find(|token| kind(token) == Kind::Indent);
        let name = self.wanted_name(*indent.unwrap_or(&tokens[0]));
        let word = (0..at).rev().take(2).find(|at| self.editor.kind_at(*at) == Kind::Word);
        match word.filter(|at| indent.is_some() && self.is_sign(self.token(*at))) {
            Some(at) => format!("{name} after {}", self.lexemes(at, 1)),
            None => name,
        }
    }

    /// Returns what was not expected, and what was, if a few words suffice.
    fn unexpected(&self, error: &ErrorOf<LexerTypesT>) -> String {
        let found = self.lexemes(error.position(), 1);
        let expected = self.expected(error);
        if expected.is_empty() || expected.len() > limits::REPORTED_EXPECTED {
            return format!("unexpected {found}");
        }
        format!("unexpected {found}, expected {}", listed(&expected, "or"))
    }

    fn unknown(&self, span: Span) -> String {
        let text = span.text(self.source);
        if text.is_empty() {
            return "unexpected indentation".to_owned();
        }
        let is_one = text.chars().nth(1).is_none();
        format!("unexpected {} {}", if is_one { "character" } else { "text" }, quoted(text))
    }

    pub(super) fn lines_of(&self, span: Span) -> (usize, usize) {
        let line = |at: usize| self.lines().byte_to_line_num(at).unwrap_or(1);
        (line(span.start()), line(span.end().saturating_sub(1).max(span.start())))
    }

    /// Returns the byte after what a repair looks at.
    fn end_of(&self, sequence: &RepairSequence) -> usize {
        let last = (sequence.start..sequence.end()).next_back();
        last.map_or(0, |last| self.span(last).end())
    }

    /// Labels the opener of a bracket that the first edit closes; if it is far away, the title says
    /// so.
    fn label_opener(&self, report: &mut Report, sequence: &RepairSequence) {
        let changes = self.changes(sequence);
        let Change { at, deleted, inserted } = &changes[0];
        let [closing, ..] = inserted[..] else { return };
        if changes.len() > 1 && *deleted > 0 {
            return;
        }
        if self.editor.kind(closing) != Kind::Word {
            return;
        }
        let Some(opener) = self.opener(*at, closing) else { return };
        let place = self.span(opener);
        let is_word = |text: &str| text.starts_with(char::is_alphabetic);
        let closed_by_sign = self.lexicon.text(closing).is_some_and(|text| !is_word(text));
        if closed_by_sign && is_word(place.text(self.source)) {
            // A word that begins a statement, and the sign that ends it, are balanced, too.
            return;
        }
        let text = self.lexemes(opener, 1);
        let here = report.primary.span.start();
        let is_open = inserted.len() == 1 && self.on_other_lines(place.start(), here);
        // Brackets are signs or words; of quotes and the like other titles tell.
        let is_bracket = |c: char| "([{".contains(c) || c.is_alphabetic();
        let is_bracket = place.text(self.source).starts_with(is_bracket);
        if *deleted == 0 && is_bracket && (is_open || self.ends_line(*at, here)) {
            report.code = Code::Unclosed;
            report.title = format!("{text} was never closed");
        }
        report.secondary.push(Label { span: place, text: format!("{text} is not closed") });
    }

    /// Returns whether there is nothing after byte `place` on its line that the lexeme at `at` is,
    /// or belongs to.
    fn ends_line(&self, at: usize, place: usize) -> bool {
        let is_end = self.token(at) == self.tables.eof();
        is_end
            || self.editor.kind_at(at) != Kind::Word
            || self.on_other_lines(place, self.span(at).start())
    }

    /// Returns the lexeme before `at` that opens what `closing` would close there; `None` also if
    /// no steps are left.
    fn opener(&self, at: usize, closing: TokenId) -> Option<usize> {
        if !self.brackets().closes(closing) {
            return None;
        }
        let mut closed = 0usize;
        for at in (0..at).rev() {
            self.take(1).then_some(())?;
            let token = self.token(at);
            if token == closing {
                closed += 1;
            } else if self.brackets().opens(token, closing) {
                if closed == 0 {
                    return Some(at);
                }
                closed -= 1;
            }
        }
        None
    }

    /// Labels the place where the parser noticed the error, if that is another line, and no other
    /// label is there.
    fn label_detection(&self, report: &mut Report, at: Span) {
        let starts = report.helps.iter().take(1).flat_map(|help| &help.steps);
        let mut starts = starts.map(|step| step.span.start());
        let is_near = starts.any(|start| !self.on_other_lines(start, at.start()));
        if !is_near && !at.is_empty() {
            report.secondary.push(Label { span: at, text: "noticed here".to_owned() });
        }
    }

    /// Returns the region without a repair that begins with an error; `before` is the region that
    /// it extends.
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
