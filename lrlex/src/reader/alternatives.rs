//! Other readings of a text around an error.
//!
//! An alternative makes visible what a mistake hid; the mistake itself stays, for recovery to
//! repair. In: the states before the last lexemes, and the error. Out: states from which the text
//! is read on otherwise, the likeliest first.
//!
//! - A bracket of `%suspend` was never closed: from a line end after it on, lines count.
//! - A bracket of `%suspend` was never opened, but is closed later: from a line end on, lines do
//!   not count until then.
//! - A bracket of `%suspend` was closed by one of another kind: it is closed.
//! - A block is not indented: the token that ends it is there, after a line, at a blank line, or
//!   where the block around it ends; the token that begins it is not.
//! - A line is indented that should not be: the token that begins a block is there, that which ends
//!   it is not.
//! - A token that may be assumed stands at a line end where the parser cannot use it.
//! - A lexeme changes the start state that should not be there: it changes nothing, unless the
//!   error is then inside a lexeme.
//! - A lexeme that ends a start state is missing: the state ends at a line end. Of such rules those
//!   are tried that match one text only.
//!
//! Cost: the lexemes of a window before the error are lexed again, once, and of one after it for
//! each bracket that may never have been opened.

use lrpar::{Lexeme, LexerTypes};
use lrtable::Span;

use super::{Extra, Question, State, TextReader, Until};
use crate::{layout::Lines, limits, matcher::Cell, rule::Rule, start_state::StartStateOperation};

/// Another reading.
#[derive(Clone, Debug)]
pub(super) struct Reading<'t, LexemeT> {
    /// The index of the first lexeme that may differ.
    pub(super) from: usize,
    /// The lexemes that come first, and the state after them, of which the amount does not count.
    pub(super) lexemes: Vec<LexemeT>,
    pub(super) state: State<'t>,
}

/// The time before a lexeme.
struct Moment<'t> {
    /// The index of the lexeme.
    index: usize,
    /// The state after the lexeme before it, and the state after the line ends after that.
    first: State<'t>,
    last: State<'t>,
}

/// How many line ends of a kind are tried.
const LINES: usize = 3;

impl<'l, LexerTypesT: LexerTypes, CellT: Cell, const PLAIN: bool>
    TextReader<'l, LexerTypesT, CellT, PLAIN>
{
    /// The readings around the lexeme `at`.
    pub(super) fn readings(&self, at: usize) -> Vec<Reading<'l, LexerTypesT::LexemeT>>
    where
        LexerTypesT: 'l,
    {
        let at = at.min(self.shown);
        let from = at.saturating_sub(limits::READ_AROUND).max(self.first);
        let all = self.trace(from, self.shown.min(at + 1));
        let trace = &all[..all.partition_point(|moment| moment.index <= at)];
        let mut readings = Vec::new();
        self.misclosed(&all, at, &mut readings);
        self.unclosed(trace, &mut readings);
        self.unopened(trace, &mut readings);
        self.unindented(trace, at, &mut readings);
        self.indented(trace, at, &mut readings);
        self.assumed(trace, &mut readings);
        self.changed(&all, at, &mut readings);
        self.unchanged(trace, &mut readings);
        readings.truncate(limits::READINGS);
        readings
    }

    /// The states before the lexemes from `from` to `to`.
    fn trace(&self, from: usize, to: usize) -> Vec<Moment<'l>> {
        let Some(start) = self.points.before(from) else { return Vec::new() };
        let mut scratch = self.scratch(start.clone());
        let mut trace: Vec<Moment<'l>> = Vec::new();
        // The index at which a decision was last looked up.
        let mut decided = None;
        // The index to which the trace last returned.
        let mut returned = None;
        loop {
            let index = scratch.end();
            match trace.last_mut() {
                Some(moment) if moment.index == index => moment.last = scratch.now.clone(),
                _ if index > to => return trace,
                _ if index < from => {}
                _ => {
                    let (first, last) = (scratch.now.clone(), scratch.now.clone());
                    trace.push(Moment { index, first, last });
                }
            }
            scratch.run(None, 1);
            // Where the text was read otherwise before, a point at the lexeme or after it knows.
            if let (Some(read), Some(known)) = (scratch.lexeme(index), self.lexeme(index))
                && (read.tok_id(), read.span()) != (known.tok_id(), known.span())
            {
                let here = self.points.last_at(index).filter(|_| returned != Some(index));
                returned = Some(index);
                let next = here.or_else(|| self.points.last_at(index + 1));
                let Some(next) = next else { return trace };
                scratch = self.scratch(next.clone());
                continue;
            }
            if scratch.now.is_ended {
                return trace;
            }
            // What the parser has decided is known by the point after it.
            if scratch.is_stopped() {
                let here = Some(scratch.end());
                let next = self.points.last_at(scratch.end()).filter(|_| decided != here);
                decided = here;
                let Some(next) = next.or_else(|| self.points.after(index)) else { return trace };
                scratch = self.scratch(next.clone());
            }
        }
    }

    /// The lexeme with this index.
    fn lexeme(&self, index: usize) -> Option<&LexerTypesT::LexemeT> {
        self.found.all().get(index.checked_sub(self.first)?)
    }

    /// The text between the lexeme with this index and the one before it.
    fn gap(&self, index: usize) -> &'l str {
        let start = self.before(index).map_or(0, |before| before.span().end());
        let end = self.lexeme(index).map_or(self.text.len(), |next| next.span().start());
        self.text.get(start..end).unwrap_or_default()
    }

    fn is_line_start(&self, index: usize) -> bool {
        self.gap(index).contains(['\n', '\r'])
    }

    /// A bracket was never closed.
    fn unclosed(
        &self,
        trace: &[Moment<'l>],
        readings: &mut Vec<Reading<'l, LexerTypesT::LexemeT>>,
    ) {
        let Some(last) = trace.last() else { return };
        let open = last.first.lines.brackets();
        let mut depth = open;
        let mut places = Vec::new();
        // The line ends after brackets that are open at the error, from the innermost outwards.
        for (at, moment) in trace.iter().enumerate().rev() {
            let brackets = moment.first.lines.brackets();
            if brackets < depth {
                depth = brackets;
                places.extend(trace[at + 1..].iter().find(|next| self.is_line_start(next.index)));
            }
        }
        places.truncate(LINES);
        if open > 0 {
            let lines = trace.iter().rev().filter(|moment| {
                moment.first.lines.brackets() > 0 && self.is_line_start(moment.index)
            });
            places.extend(lines.take(LINES));
        }
        // The line of the error may end in a bracket, too.
        places.extend((open > 0).then_some(last));
        let mut seen = Vec::new();
        for &Moment { index, ref first, .. } in places {
            if !seen.contains(&index) {
                seen.push(index);
                let mut state = first.clone();
                state.lines.close_brackets();
                readings.push(Reading { from: index, lexemes: Vec::new(), state });
            }
        }
    }

    /// A bracket was never opened: from the line end at the error on, or from that before it, lines
    /// do not count until one is closed.
    fn unopened(
        &self,
        trace: &[Moment<'l>],
        readings: &mut Vec<Reading<'l, LexerTypesT::LexemeT>>,
    ) {
        let Some(last) = trace.last().filter(|last| last.first.lines.brackets() == 0) else {
            return;
        };
        let is_line = |moment: &&Moment<'l>| self.is_line_start(moment.index);
        let line = trace.iter().rev().skip(1).find(is_line);
        for kind in 1..=self.filter.bracket_kinds() {
            for Moment { index, first, .. } in [Some(last), line].into_iter().flatten() {
                let mut state = first.clone();
                state.lines.suppose_bracket(kind);
                if self.is_closed_after(*index, &state) {
                    readings.push(Reading { from: *index, lexemes: Vec::new(), state });
                }
            }
        }
    }

    /// Whether all brackets that are open in a state before the lexeme `index` are closed soon: a
    /// bracket that nothing closes would only hide line ends, and with them the mistake.
    fn is_closed_after(&self, index: usize, state: &State<'l>) -> bool {
        let mut ahead = self.scratch(state.clone());
        while ahead.now.lines.brackets() > 0 {
            if ahead.now.is_ended || ahead.end() > index + limits::READ_AROUND {
                return false;
            }
            if ahead.question == Question::None {
                ahead.run(None, 1);
            } else if !ahead.advance(None) {
                return false;
            }
        }
        true
    }

    /// The lexeme at which the error is closes a bracket, but none of those that are open.
    fn misclosed(
        &self,
        all: &[Moment<'l>],
        at: usize,
        readings: &mut Vec<Reading<'l, LexerTypesT::LexemeT>>,
    ) {
        let closes = |next: &LexerTypesT::LexemeT| self.filter.class(next.tok_id()).closes > 0;
        let moment = |index: usize| all.iter().find(|moment| moment.index == index);
        let (Some(before), Some(after)) = (moment(at), moment(at + 1)) else { return };
        let open = after.first.lines.brackets();
        if self.lexeme(at).is_some_and(closes) && open > 0 && open == before.first.lines.brackets()
        {
            let mut state = after.first.clone();
            state.lines.close_bracket();
            readings.push(Reading { from: at + 1, lexemes: Vec::new(), state });
        }
    }

    /// The block before whose first lexeme the error is, is not indented.
    fn unindented(
        &self,
        trace: &[Moment<'l>],
        at: usize,
        readings: &mut Vec<Reading<'l, LexerTypesT::LexemeT>>,
    ) {
        let Some(Lines::Indented { indent, .. }) = self.source.layout.lines else { return };
        let id = |rule: usize| self.source.rules.get(rule).and_then(Rule::tok_id);
        let newline = self.source.layout.newline.and_then(id);
        let is_line = self.before(at).is_some_and(|last| Some(last.tok_id()) == newline)
            && self.lexeme(at).is_none_or(|next| Some(next.tok_id()) != id(indent));
        let Some(moment) = trace.last().filter(|moment| is_line && moment.index == at) else {
            return;
        };
        let start = self.lexeme(at).map_or(self.text.len(), |next| next.span().start());
        // Paragraphs are blocks where there are any; else the least counts that can be meant.
        let mut blank = self.text[start..].match_indices('\n').take(limits::PARAGRAPH_LINES);
        let is_blank = |(at, _): (usize, &str)| {
            self.text[start + at + 1..].lines().next().is_some_and(|line| line.trim().is_empty())
        };
        let untils = match blank.any(is_blank) {
            true => [Until::BlankLine, Until::Line, Until::Dedent],
            false => [Until::Line, Until::BlankLine, Until::Dedent],
        };
        for until in untils {
            let state = State { extra: Some(Extra { until, start }), ..moment.first.clone() };
            readings.push(Reading { from: at, lexemes: Vec::new(), state });
        }
    }

    /// The lexeme at which the error is begins a block that should not be.
    fn indented(
        &self,
        trace: &[Moment<'l>],
        at: usize,
        readings: &mut Vec<Reading<'l, LexerTypesT::LexemeT>>,
    ) {
        let Some(Lines::Indented { indent, .. }) = self.source.layout.lines else { return };
        let indent = self.source.rules.get(indent).and_then(Rule::tok_id);
        let Some(lexeme) = self.lexeme(at).filter(|next| Some(next.tok_id()) == indent) else {
            return;
        };
        let Some(moment) = trace.last().filter(|moment| moment.index == at) else { return };
        let mut state = moment.last.clone();
        self.filter.begin::<LexerTypesT::LexemeT>(
            &mut state.lines,
            lexeme.span().end(),
            &mut |_| {},
        );
        state.lines.join_block();
        readings.push(Reading { from: at, lexemes: vec![*lexeme], state });
    }

    /// A token is assumed at a line end.
    fn assumed(&self, trace: &[Moment<'l>], readings: &mut Vec<Reading<'l, LexerTypesT::LexemeT>>) {
        let Some(token) = self.assumed else { return };
        let lines = trace.iter().rev().filter(|moment| {
            let end = self.lexeme(moment.index).is_none() && self.now.is_ended;
            end || self.line_starts.binary_search(&moment.index).is_ok()
        });
        for &Moment { index, ref first, .. } in lines.take(LINES) {
            let before = self.before(index);
            let is_assumed = before.is_some_and(|last| last.tok_id() == token);
            if !is_assumed {
                let end = before.map_or(0, |last| last.span().end());
                let lexemes = vec![LexerTypesT::LexemeT::new(token, end, 0)];
                let state = State { is_settled: true, ..first.clone() };
                readings.push(Reading { from: index, lexemes, state });
            }
        }
    }

    /// A lexeme that changes the start state does not.
    fn changed(
        &self,
        trace: &[Moment<'l>],
        at: usize,
        readings: &mut Vec<Reading<'l, LexerTypesT::LexemeT>>,
    ) {
        let error = self.lexeme(at).map_or(self.text.len(), |next| next.span().start());
        let steps = trace.windows(2).rev();
        let changes = steps.filter_map(|pair| {
            let [before, after] = pair else { return None };
            let (old, new) = (&before.first.course, &after.first.course);
            (after.index == before.index + 1 && !new.is_in_state_of(old)).then(|| {
                let state = State { course: new.in_state_of(old), ..after.first.clone() };
                Reading { from: after.index, lexemes: Vec::new(), state }
            })
        });
        let shows = |reading: &Reading<'l, _>| !self.is_hidden(error, &reading.state);
        readings.extend(changes.take(LINES).filter(shows));
    }

    /// Whether a byte is inside a lexeme if the text is read on from a state before it.
    fn is_hidden(&self, byte: usize, state: &State<'l>) -> bool {
        let mut ahead = self.scratch(state.clone());
        while ahead.now.course.at <= byte && !ahead.now.is_ended {
            if ahead.question == Question::None {
                ahead.run(None, 1);
            } else if !ahead.advance(None) {
                return false;
            }
        }
        let is_around =
            |one: &LexerTypesT::LexemeT| one.span().start() < byte && byte < one.span().end();
        ahead.found.all().iter().any(is_around)
    }

    /// A lexeme that changes the start state is missing at a line end.
    fn unchanged(
        &self,
        trace: &[Moment<'l>],
        readings: &mut Vec<Reading<'l, LexerTypesT::LexemeT>>,
    ) {
        // The line ends, between lexemes or in one of them.
        let lines = trace.iter().rev().filter_map(|&Moment { index, ref first, .. }| {
            if self.is_line_start(index) {
                return Some((index, first, None));
            }
            let lexeme = self.lexeme(index)?;
            let span = lexeme.span();
            let line = self.text.get(span.start()..span.end())?.find(['\n', '\r'])?;
            let end = Span::new(span.start(), span.start() + line);
            (line > 0).then_some((index, first, Some((lexeme.tok_id(), end))))
        });
        for (index, state, cut) in lines.take(2) {
            let here = state.course.entry().state;
            let is_active = |rule: &Rule<_>| {
                let exclusive = self.source.start_states[here].exclusive();
                match rule.start_states() {
                    [] => !exclusive,
                    states => states.contains(&here),
                }
            };
            let one_text = self.source.rules.iter().filter(|rule| {
                rule.properties.only_text.is_some() && rule.name().is_some() && is_active(rule)
            });
            let mut targets: Vec<_> = Vec::new();
            for target in one_text.filter_map(Rule::target_state) {
                // What begins a state would hide the text after it.
                if target.1 != StartStateOperation::Push && !targets.contains(&target) {
                    targets.push(target);
                }
            }
            for target in targets.into_iter().take(LINES) {
                let mut state = state.clone();
                if let Some((_, span)) = cut {
                    state.course.at = span.end();
                }
                let before = state.course.clone();
                state.course.change_state(target);
                if !state.course.is_in_state_of(&before) {
                    let lexemes = cut.map(|(token, span)| {
                        LexerTypesT::LexemeT::new(token, span.start(), span.len())
                    });
                    let lexemes = lexemes.into_iter().collect();
                    readings.push(Reading { from: index, lexemes, state });
                }
            }
        }
    }
}
