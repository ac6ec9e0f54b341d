//! Detects slips by parsing on with a correction: a misspelt keyword (`retrun`), a split operator (`= =`), one operator for
//! another (`=` for `==`), a semicolon after a head (`if (a); b(); else c();`). Such a correction costs two or more edits where
//! another repair costs one, so recovery finds it late or not at all.
//!
//! The parse up to the error is replayed, once for all errors of a text, with the first repairs of earlier errors. A slip is
//! believed if parsing goes on past the error with the token in its place. All work is limited by the steps that the reports of a
//! text may take.

use std::collections::VecDeque;

use lrtable::{Span, StateId, TokenId};

use super::{
    Code, Help, Label, Report,
    reporter::{ErrorOf, Reporter},
    words::quoted,
};
use crate::{
    edit::{Change, TextEdit},
    error::LexParseError,
    lexer::LexerTypes,
    recovery::{RepairSequence, is_word, limits},
    steps::{Step, step},
};

/// Operators and keywords that people write for others, as in another language: the wrong one, and those that may be meant.
const CONFUSED: &[(&str, &[&str])] = &[
    ("=", &["==", ":"]),
    ("==", &["="]),
    ("=>", &[">="]),
    ("=<", &["<="]),
    ("<>", &["!=", "~="]),
    ("!=", &["~=", "<>"]),
    ("~=", &["!="]),
    ("===", &["=="]),
    ("!==", &["!="]),
    ("&&", &["and"]),
    ("||", &["or"]),
    ("!", &["not"]),
    ("and", &["&&"]),
    ("or", &["||"]),
    ("not", &["!"]),
    (";", &[",", ":"]),
    (",", &[";"]),
    (":", &[";", "="]),
    ("elif", &["elseif"]),
    ("else if", &["elseif"]),
    ("nil", &["null"]),
    ("null", &["nil"]),
    ("None", &["null"]),
    (")", &["]", "}"]),
    ("]", &[")", "}"]),
    ("}", &[")", "]"]),
];

/// A replay of the parse along the text.
pub(super) struct Replay<'e, LexerTypesT: LexerTypes> {
    /// The errors that are not reported yet.
    errors: Vec<&'e ErrorOf<LexerTypesT>>,
    /// The repairs of reported errors that are not made yet.
    repairs: VecDeque<RepairSequence>,
    /// Index of the lexeme after the repairs of all reported errors.
    repaired: usize,
    stack: Vec<StateId>,
    /// Index of the next lexeme.
    at: usize,
    failed: bool,
}

/// A correction to try: a token, or nothing, in place of lexemes.
struct Candidate {
    at: usize,
    deleted: usize,
    token: Option<TokenId>,
    is_word: bool,
}

impl<'e, LexerTypesT: LexerTypes> Replay<'e, LexerTypesT> {
    pub(super) fn new(
        start: usize,
        errors: &'e [LexParseError<LexerTypesT::StorageT, LexerTypesT>],
    ) -> Self {
        let errors = errors.iter().rev().filter_map(|error| match error {
            LexParseError::ParseError(error) => Some(error),
            LexParseError::LexError(_) => None,
        });
        Replay {
            errors: errors.collect(),
            repairs: VecDeque::new(),
            repaired: 0,
            stack: vec![StateId::new(start)],
            at: 0,
            failed: false,
        }
    }

    /// Records that the errors before `position` are reported; returns the position of the first one after the error there.
    fn look_at(&mut self, position: usize) -> Option<usize> {
        while let Some(error) = self.errors.pop_if(|error| error.position() < position) {
            match error.sequences().next() {
                Some(first) => {
                    self.repaired = self.repaired.max(first.end());
                    self.repairs.push_back(first);
                }
                None => self.failed = true,
            }
        }
        let mut left = self.errors.iter().rev().map(|error| error.position()).peekable();
        left.next_if_eq(&position);
        left.next()
    }

    /// Replays up to the lexeme at `to`, with the repairs of reported errors; returns whether the steps sufficed.
    fn go_to(&mut self, to: usize, reporter: &Reporter<'_, LexerTypesT>) -> bool {
        while !self.failed && self.at < to {
            if self.repairs.front().is_some_and(|next| next.start <= self.at)
                && let Some(sequence) = self.repairs.pop_front()
            {
                self.failed |= sequence.start < self.at;
                for token in sequence.made(|at| reporter.token(at)) {
                    self.shift(token, reporter);
                }
                self.at = sequence.end();
            } else {
                self.shift(reporter.token(self.at), reporter);
                self.at += 1;
            }
        }
        !self.failed && self.at == to
    }

    fn shift(&mut self, token: TokenId, reporter: &Reporter<'_, LexerTypesT>) {
        self.failed |= reporter.step(&mut self.stack, token) != Some(Step::Shifted);
    }
}

impl<LexerTypesT: LexerTypes> Reporter<'_, LexerTypesT> {
    /// Puts the slip that explains an error, if there is one, first in its report; returns the byte before which errors do not
    /// occur without the slip.
    pub(super) fn lead_with_slip(
        &self,
        report: &mut Report,
        error: &ErrorOf<LexerTypesT>,
        replay: &mut Replay<'_, LexerTypesT>,
    ) -> Option<usize> {
        let position = error.position();
        let mut candidates = Vec::new();
        self.misspelt(position, &mut candidates);
        candidates.extend(self.split(position));
        self.confused(position, &mut candidates);
        self.stray(position, &mut candidates);
        if candidates.is_empty() {
            return None;
        }
        let next_error = replay.look_at(position);
        let least = replay.repaired.max(replay.at);
        candidates.retain(|candidate| candidate.at >= least);
        let from = candidates.iter().map(|candidate| candidate.at).min()?;
        if !replay.go_to(from, self) {
            return None;
        }
        let (slip, reached) = candidates.iter().find_map(|candidate| {
            let mut stack = replay.stack.clone();
            self.take(stack.len() as u64 / 8).then_some(())?;
            let reached = self.reached(&mut stack, from, candidate, position)?;
            // Punctuation fits in many places: it must explain as much as repairs do.
            let far = match candidate.is_word || candidate.token.is_none() {
                true => limits::MISSPELT_GOES_ON,
                false => limits::MISSPELT_COVERS,
            };
            let goes_on = reached >= position + far
                || reached > self.editor.lexemes().len()
                || next_error.is_some_and(|next| next >= position + 2 && reached >= next);
            goes_on.then_some((candidate, reached))
        })?;
        self.lead_with(report, slip);
        Some(self.span(reached).start())
    }

    /// Returns the lexeme up to which parsing goes on with a candidate, from the lexeme at `from` on; the number of lexemes plus
    /// one if it accepts.
    fn reached(
        &self,
        stack: &mut Vec<StateId>,
        from: usize,
        candidate: &Candidate,
        position: usize,
    ) -> Option<usize> {
        let before = (from..candidate.at).map(|at| self.token(at));
        for token in before.chain(candidate.token) {
            (self.step(stack, token)? == Step::Shifted).then_some(())?;
        }
        let mut at = candidate.at + candidate.deleted;
        while at < position + limits::MISSPELT_COVERS {
            match self.step(stack, self.token(at))? {
                Step::Shifted => at += 1,
                Step::Accepted => return Some(at + 1),
                Step::Error => break,
            }
        }
        Some(at)
    }

    /// Makes a step of a parse; `None` if no steps are left.
    fn step(&self, stack: &mut Vec<StateId>, token: TokenId) -> Option<Step> {
        let mut steps = 0;
        let done = step(&self.tables, stack, token, |_, _| steps += 1);
        self.take(steps).then_some(done)
    }

    /// Adds words up to the error that are nearly keywords.
    fn misspelt(&self, position: usize, candidates: &mut Vec<Candidate>) {
        let lexicon = &self.lexicon;
        let last = position.min(self.editor.lexemes().len().saturating_sub(1));
        for at in (position.saturating_sub(limits::MISSPELT_REACH)..=last).rev() {
            let text = self.text(at, at);
            let may_be_keyword = text.len() <= limits::WORD_TEXT && is_word(text);
            if !may_be_keyword || self.lexicon.text(self.token(at)) == Some(text) {
                continue;
            }
            if !self.take(lexicon.words.len() as u64 / 4) {
                return;
            }
            let keyword = |token| Candidate { at, deleted: 1, token: Some(token), is_word: true };
            candidates.extend(lexicon.near(text).into_iter().map(keyword));
        }
    }

    /// Returns pairs of neighbours that would be one operator without the blank between them.
    fn split(&self, position: usize) -> impl Iterator<Item = Candidate> {
        [position.wrapping_sub(1), position].into_iter().filter_map(|at| {
            let (a, b) = (self.editor.span(at)?, self.editor.span(at + 1)?);
            let between = Span::new(a.end(), b.start().max(a.end())).text(self.source);
            if between.is_empty() || between.len() > 8 || between.contains('\n') {
                return None;
            }
            let joined = format!("{}{}", a.text(self.source), b.text(self.source));
            let token = self.lexicon.named(&joined)?;
            Some(Candidate { at, deleted: 2, token: Some(token), is_word: false })
        })
    }

    /// Adds operators at the error that people write for others.
    fn confused(&self, position: usize, candidates: &mut Vec<Candidate>) {
        for at in [position, position.wrapping_sub(1), position.wrapping_sub(2)] {
            let Some(span) = self.editor.span(at) else { continue };
            let two = self.editor.span(at + 1).map(|next| Span::new(span.start(), next.end()));
            for (deleted, place) in [(1, Some(span)), (2, two)] {
                let Some(text) = place.map(|place| place.text(self.source)) else { continue };
                let meant = CONFUSED.iter().filter(|(wrong, _)| *wrong == text);
                for right in meant.flat_map(|(_, meant)| *meant) {
                    // A colon or an equals sign that fits is not to blame for what follows.
                    let fits = at != position && deleted == 1 && [text, right].contains(&":");
                    let is_doubled = self.text(at + deleted, at + deleted) == *right;
                    if !(fits || is_doubled)
                        && let token @ Some(_) = self.lexicon.named(right)
                    {
                        candidates.push(Candidate { at, deleted, token, is_word: false });
                    }
                }
            }
        }
    }

    /// Adds semicolons after a head in parentheses, where the error is a keyword: an `else` without an `if`.
    fn stray(&self, position: usize, candidates: &mut Vec<Candidate>) {
        if !self.is_keyword(position) {
            return;
        }
        let (mut at, mut looked, mut found) = (position, 0, 0);
        while at > 1 && looked < limits::MISSPELT_REACH && found < limits::MISSPELT_FORMS {
            at -= 1;
            looked += 1;
            // A bracketed part of the statement does not end it.
            if let Some(opener) = self.opener(at, self.token(at)) {
                at = opener;
            } else if self.text(at, at) == ";" && self.text(at - 1, at - 1) == ")" {
                candidates.push(Candidate { at, deleted: 1, token: None, is_word: false });
                found += 1;
            }
        }
    }

    fn lead_with(&self, report: &mut Report, slip: &Candidate) {
        let Candidate { at, deleted, token, is_word } = *slip;
        let found = quoted(self.text(at, at + deleted - 1));
        let wanted =
            token.and_then(|token| self.lexicon.text(token)).unwrap_or_default().to_owned();
        let meant = quoted(&wanted);
        let (code, title, text) = match token {
            None => (Code::Unexpected, format!("unexpected {found}"), format!("delete {found}")),
            Some(_) => {
                let title = match is_word {
                    true => format!("unknown {found}: did you mean {meant}?"),
                    false => format!("expected {meant}, found {found}"),
                };
                (Code::Misspelt, title, format!("replace {found} by {meant}"))
            }
        };
        let change = Change { at, deleted, inserted: token.into_iter().collect() };
        let span = self.editor.place(&change, &wanted);
        let help = Help::of_edit(text, TextEdit { span, text: wanted });
        (report.code, report.title) = (code, title);
        report.primary = Label { span, text: String::new() };
        // A help that makes the change elsewhere reads alike.
        report.helps.retain(|other| other.edits != help.edits && other.text != help.text);
        report.helps.insert(0, help);
        report.helps.truncate(limits::REPORTED_OTHERS + 1);
    }
}
