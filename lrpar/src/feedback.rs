//! Lexical feedback: a first pass over a text whose lexemes depend on the parser.
//!
//! In: a lexer's [`Reader`], tables, a recoverer. Out: nothing; at its end the lexemes of the lexer
//! are settled, and the ordinary parse runs over them. The pass is a parse of states only. It asks
//! the reader for lexemes once it has shifted those before, and tells it exactly which tokens it
//! could shift next (context-aware scanning, Van Wyk & Schwerdfeger, GPCE 2007). Where a lexeme is
//! an error, the reader may *assume* a token there (ECMAScript, Section 12.10: automatic semicolon
//! insertion). Otherwise the recoverer repairs the error on lexemes that are read some way ahead,
//! each token by context where it may stand after the one before; those after the repair are read
//! again, by what the parser can then use. After the first error of a parser that does not recover,
//! or once the budget of recovery is spent, the rest of the text is read by default.
//!
//! `feedback/choice.rs` chooses among several readings at an error, `feedback/trail.rs` has the
//! parser's stack, `feedback/accepts.rs` the question which tokens it could shift.
//!
//! Cost: linear in the text; errors cost what recovery costs, in a budget of their own that is as
//! large as that of the parse, and of its time a half. A reader that goes on for ever is left.

mod accepts;
mod choice;
mod limits;
mod trail;

use std::time::Duration;

use lrtable::{StateId, TokenId, pack::Tables};

use self::{
    accepts::Accepts,
    trail::{Mark, Trail, Window},
};
use crate::{
    driver::{Carried, Job, recover_once},
    engine::{Outcome, run},
    input::{LexedText, token_of},
    lexemes::{Lexemes, stored},
    lexer::{Lexeme, LexerTypes, NonStreamingLexer, Reader},
    recovery::{
        Experiment, Model, Procedure, Recovered as Recovery, RecoveryOptions, Repair,
        RepairSequence, Settings, limits as recovery,
    },
    tokens::Tokens,
};

/// What a first pass is given, beside the reader.
pub(crate) struct Given<'g, 'i, LexerTypesT: LexerTypes> {
    pub(crate) tables: &'g Tables<'g>,
    pub(crate) start: StateId,
    pub(crate) lexer: &'g dyn NonStreamingLexer<'i, LexerTypesT>,
    pub(crate) procedure: Procedure,
    pub(crate) settings: Settings<'g>,
    pub(crate) corpus: Option<&'g dyn Model>,
}

impl<LexerTypesT: LexerTypes> Given<'_, '_, LexerTypesT> {
    /// Settles the lexemes of the lexer; returns the time that recovery took.
    pub(crate) fn settle(&self, reader: Box<dyn Reader<LexerTypesT> + '_>) -> Duration {
        let Given { settings, .. } = *self;
        let mut options = settings.options.clone();
        options.budget.time = options.budget.time.map(|time| time / 2);
        let experiment = Experiment { keep_trace: None, ..*settings.experiment };
        let settings = Settings { options: &options, experiment: &experiment, ..settings };
        let given = Given { settings, ..*self };
        let mut trail = Trail::new(self.start);
        let mut pass = Pass::new(&given, reader, &mut trail);
        while pass.goes_on() {}
        let time = pass.carried.budget.spent().time;
        pass.reader.finish();
        time
    }
}

/// A pass over lexemes as they are read.
struct Pass<'p, 'i, LexerTypesT: LexerTypes> {
    given: &'p Given<'p, 'i, LexerTypesT>,
    reader: Box<dyn Reader<LexerTypesT> + 'p>,
    /// The index of the first lexeme that the reader holds.
    first: usize,
    /// The tokens of the lexemes that the parser has shifted or skipped, from the first on.
    tokens: Vec<TokenId>,
    trail: &'p mut Trail,
    accepts: Accepts,
    carried: Carried,
    /// The number of bytes of the text.
    len: usize,
    /// The number of lexemes beyond which the reader is left.
    most: usize,
    /// Where a token was last assumed, and how many were there.
    assumed: (usize, usize),
    /// Where the last error begins, in bytes.
    last_error: Option<usize>,
    /// The index of the lexeme from which on the text is read otherwise: what is before it is not
    /// read again, since that would end the other reading.
    otherwise: usize,
    /// What the errors met so far come to.
    tally: u64,
    /// Where the pass ends, if not with the text: before the first lexeme from a byte on, or before
    /// the one with an index.
    until: Option<(usize, usize)>,
    /// The last error at which other readings were looked at, in bytes, and the work that all of
    /// them took.
    compared: (Option<usize>, u64),
}

impl<'p, 'i, LexerTypesT: LexerTypes> Pass<'p, 'i, LexerTypesT> {
    fn new(
        given: &'p Given<'p, 'i, LexerTypesT>,
        reader: Box<dyn Reader<LexerTypesT> + 'p>,
        trail: &'p mut Trail,
    ) -> Self {
        let first = reader.first();
        let mut carried = Carried::new(given.settings);
        // The lists of expected tokens are not wanted: they get the least.
        carried.expected_steps = u64::MAX;
        let len = given.lexer.text().len();
        Pass {
            given,
            reader,
            first,
            tokens: Vec::new(),
            trail,
            accepts: Accepts::default(),
            carried,
            len,
            most: limits::LEXEMES_A_BYTE.saturating_mul(len).saturating_add(limits::LEXEMES_MIN),
            assumed: (0, 0),
            last_error: None,
            otherwise: 0,
            tally: 0,
            until: None,
            compared: (None, 0),
        }
    }

    /// Goes on: shifts what is read, reads, or deals with an error; returns false at the end.
    fn goes_on(&mut self) -> bool {
        if !self.shift_read() {
            return !self.is_over() && self.resolve();
        }
        if self.until.is_none() {
            self.trail.forget_old();
        }
        if self.read() {
            return true;
        }
        let tables = self.given.tables;
        run(tables, self.trail, tables.eof()) != Outcome::Accept && self.resolve()
    }

    /// Returns the index of the next lexeme.
    fn next(&self) -> usize {
        self.first + self.tokens.len()
    }

    /// Returns the lexemes from the index `from` on that are read.
    fn lexemes_from(&self, from: usize) -> &[LexerTypesT::LexemeT] {
        self.reader.lexemes().get(from - self.first..).unwrap_or_default()
    }

    /// Returns the byte at which the next lexeme begins, or the text ends.
    fn next_byte(&self) -> usize {
        let next = self.lexemes_from(self.next()).first();
        next.map_or(self.len, |lexeme| lexeme.span().start().min(self.len))
    }

    /// Returns the token of a lexeme.
    fn token(&self, lexeme: &LexerTypesT::LexemeT) -> TokenId {
        let tables = self.given.tables;
        token_of(lexeme.tok_id(), tables.eof(), tables.no_token())
    }

    /// Returns whether the pass is at the place where it is to end.
    fn is_over(&self) -> bool {
        self.until.is_some_and(|(byte, at)| self.next() >= at || self.next_byte() >= byte)
    }

    /// Shifts the lexemes that are read; returns false at one that is an error, or where the pass
    /// is to end.
    fn shift_read(&mut self) -> bool {
        let mut at = self.next();
        while let Some(lexeme) = self.reader.lexemes().get(at - self.first) {
            if self.until.is_some_and(|until| lexeme.span().start() >= until.0 || at >= until.1) {
                return false;
            }
            let token = self.token(lexeme);
            let Outcome::Shift(state) = run(self.given.tables, self.trail, token) else {
                return false;
            };
            self.trail.shift(state, at);
            self.tokens.push(token);
            at += 1;
        }
        true
    }

    /// Reads on by what the parser accepts; returns whether there is more.
    fn read(&mut self) -> bool {
        let Pass { given, trail, accepts, .. } = self;
        let mut accepts = accepts.on(given.tables, trail);
        read_more(&mut *self.reader, self.most, &mut |token| accepts.token(token))
    }

    /// Reads on although the parser's stack is not known, by what may stand after the last lexeme;
    /// returns whether there is more.
    fn read_ahead(&mut self) -> bool {
        let Given { tables, settings, .. } = *self.given;
        let (eof, none) = (tables.eof(), tables.no_token());
        let last = self.reader.lexemes().last().map_or(none, |last| self.token(last));
        read_more(&mut *self.reader, self.most, &mut |token| {
            let token = token_of(token, eof, none);
            let follows = || settings.knowledge.are_neighbours(tables, last, token);
            token != none && (last == none || follows())
        })
    }

    /// Gets past the next lexeme, or the end of the text, where the parser cannot go on; returns
    /// whether the pass goes on.
    fn resolve(&mut self) -> bool {
        self.trail.go_back(self.next());
        self.assume() || self.choose() || self.recover()
    }

    /// Assumes a token before the next lexeme; returns whether there is one.
    fn assume(&mut self) -> bool {
        let (next, byte) = (self.next(), self.next_byte());
        if self.assumed.0 != byte {
            self.assumed = (byte, 0);
        }
        self.assumed.1 += 1;
        if self.assumed.1 > limits::ASSUMED || next - self.first > self.most {
            return false;
        }
        let Pass { given, trail, accepts, .. } = self;
        let mut accepts = accepts.on(given.tables, trail);
        self.reader.assume(next, &mut |token| accepts.token(token))
            && self.reader.lexemes().len() > next - self.first
    }

    /// Recovers from an error at the next lexeme; returns whether the pass goes on.
    ///
    /// The lexemes after the repair are read again. If they are others than those by which it was
    /// found, it is looked for again, by them.
    fn recover(&mut self) -> bool {
        let (detected, byte) = (self.next(), self.next_byte());
        let is_stuck = self.last_error.is_some_and(|last| byte <= last);
        self.last_error = self.last_error.max(Some(byte));
        let begin = self.earliest_repair(detected);
        self.trail.go_back(begin);
        let error =
            Error { detected, begin, mark: self.trail.mark(), before: self.carried.clone() };
        let mut last = None;
        for round in 0..=limits::ROUNDS {
            let Some(recovered) = self.recover_ahead(&error) else { return false };
            let Recovered { from, tokens, is_whole, resumes_at, cost, applied } = recovered;
            let is_last = round == limits::ROUNDS || is_stuck || applied.is_none();
            if !is_last && self.assume_inserted(&applied, detected) {
                self.undo(&error);
                continue;
            }
            let Some(position) = resumes_at else {
                self.tally = self.tally.saturating_add(cost);
                return false;
            };
            self.tokens.truncate(from - self.first);
            self.tokens.extend(&tokens[..position - from]);
            // At a place where an error was before, what the recoverer saw counts, so that the pass
            // gets on.
            let again = if is_stuck { position.max(detected + 1) } else { position };
            let again = again.max(self.otherwise);
            if !self.reader.rewind(again) && again < detected {
                self.reader.rewind(detected);
            }
            if let Some(applied) = &applied {
                self.note(applied, from, &tokens, last.is_some());
            }
            let is_known = is_last || last == applied;
            // Of a text that goes on, the end of what was read ahead is no token.
            let end = tokens.len() - usize::from(!is_whole);
            let ahead = tokens.get(position - from..end).unwrap_or_default();
            if is_known || !self.reads_otherwise(detected, ahead) {
                self.tally = self.tally.saturating_add(cost);
                break;
            }
            self.tokens.truncate(from - self.first);
            self.tokens.extend(&tokens[..detected - from]);
            self.undo(&error);
            last = applied;
        }
        true
    }

    /// Tells the reader what the parser was given by a repair in place of `tokens`, those of the
    /// lexemes from the index `from` on, perhaps in place of the repair noted last.
    fn note(&mut self, applied: &RepairSequence, from: usize, tokens: &[TokenId], replaces: bool) {
        let read = self.first + self.reader.lexemes().len();
        let token_at = |at: usize| tokens[at - from];
        let (start, end) = (applied.start, applied.end());
        if (end..from + tokens.len()).contains(&read) {
            let rest = (end..read).map(token_at);
            let made = applied.made(token_at).into_iter().chain(rest);
            let eof = self.given.tables.eof();
            let made: Vec<_> = made.filter(|token| *token < eof).map(stored).collect();
            self.reader.repaired(start, &made, replaces);
        }
    }

    /// Takes the parser back to where a repair of an error may begin.
    fn undo(&mut self, error: &Error) {
        self.trail.undo(error.mark);
        let budget = self.carried.budget.clone();
        self.carried = Carried { budget, ..error.before.clone() };
    }

    /// Assumes the first token that a repair inserts and that may be assumed there; returns whether
    /// there is one.
    fn assume_inserted(&mut self, applied: &Option<RepairSequence>, detected: usize) -> bool {
        let Given { tables, lexer, procedure, .. } = *self.given;
        let assumed = lexer.layout().and_then(|layout| layout.assumed);
        let Some((applied, assumed)) = applied.as_ref().zip(assumed) else { return false };
        let assumed = token_of(assumed, tables.eof(), tables.no_token());
        // At the error itself the parser cannot use it, without the other edits.
        let first = if procedure.restarts { detected } else { detected + 1 };
        let mut places = applied.placed().filter(|one| *one == (one.0, Repair::Insert(assumed)));
        places.any(|(at, _)| at >= first && self.reader.assume(at, &mut |_| true))
    }

    /// Reads on for as long as the parser goes on, or some hundred lexemes; returns whether these
    /// are others than `tokens` after the error.
    fn reads_otherwise(&mut self, detected: usize, tokens: &[TokenId]) -> bool {
        let begin = self.next();
        let mut equal = 0;
        loop {
            let goes_on = self.shift_read();
            let pending = self.lexemes_from(self.next()).first().map(|one| self.token(one));
            let read = self.tokens[begin - self.first..].iter().copied().chain(pending);
            let read: Vec<TokenId> = read.skip(equal).collect();
            let rest = tokens.get(equal..).unwrap_or_default();
            if let Some(at) = rest.iter().zip(&read).position(|(one, other)| one != other) {
                return begin + equal + at > detected;
            }
            equal = self.next() - begin;
            if equal >= limits::LOOKAHEAD || self.is_over() {
                return false;
            }
            if !goes_on {
                self.trail.go_back(self.next());
            }
            if !(if goes_on { self.read() } else { self.assume() }) {
                return false;
            }
        }
    }

    /// Recovers from an error by lexemes that are read as far ahead as it takes.
    fn recover_ahead(&mut self, error: &Error) -> Option<Recovered> {
        let Error { detected, begin, .. } = *error;
        let mut ahead = limits::LOOKAHEAD;
        loop {
            if self.carried.budget.is_spent() {
                return None;
            }
            let mut is_whole = false;
            while !is_whole && self.lexemes_from(detected).len() < ahead {
                is_whole = !self.read_ahead();
            }
            let recovered = self.recover_within(begin, detected, is_whole)?;
            let end = recovered.from + recovered.tokens.len();
            let is_safe = |position: usize| position + limits::SAFE_LEXEMES < end;
            if is_whole || recovered.resumes_at.is_some_and(is_safe) {
                return Some(recovered);
            }
            self.undo(error);
            ahead = ahead.saturating_mul(limits::LOOKAHEAD_GROWTH);
        }
    }

    /// Recovers from the error at `detected`, by the lexemes that are read, from the stack before
    /// the lexeme at `begin`, the first at which a repair may begin; `is_whole` says whether the
    /// text ends after them. Returns nothing if the reader does not hold the lexemes that it gave.
    fn recover_within(
        &mut self,
        begin: usize,
        detected: usize,
        is_whole: bool,
    ) -> Option<Recovered> {
        let Given { tables, start, lexer, procedure, settings, corpus } = *self.given;
        let from = detected.saturating_sub(limits::WINDOW).max(self.first).min(begin);
        let states = self.trail.states();
        let stack = (states.len() <= recovery::FAR_DEPTH).then(|| states.to_vec());
        if !self.shift_again(begin) {
            return None;
        }
        let lexemes = self.reader.lexemes().get(from - self.first..)?;
        let ahead = lexemes.get(detected - from..)?;
        let mut tokens = self.tokens[from - self.first..].to_vec();
        tokens.extend(ahead.iter().map(|lexeme| self.token(lexeme)));
        tokens.push(tables.eof());
        // Methods that do not go back recover after the reductions under the wrong lexeme.
        run(tables, self.trail, tokens[detected - from]);
        let end = lexemes.last().map_or(0, |last| last.span().end());
        let end = Lexeme::new(stored(tables.eof()), end, 0);
        let make = |from: usize, some: &mut [TokenId]| {
            some.copy_from_slice(&tokens[from..from + some.len()]);
        };
        let job = Job {
            tables,
            start,
            tokens: &Tokens::new(tokens.len(), &make),
            written: &LexedText { lexer, lexemes: Lexemes { input: lexemes, end: &end } },
            settings,
            corpus,
        };
        let mut window = Window { trail: self.trail, from, since: (begin - from, stack) };
        self.carried.budget.charge(limits::RECOVERY_WORK);
        self.carried.count_from(from);
        let (resumed, error) =
            recover_once(job, procedure, &mut self.carried, &mut window, detected - from);
        self.carried.count_from_start(from);
        let resumes_at = resumed.ok().map(|position| from + position);
        let cost = 1 + match error.set.recovered {
            Recovery::Repaired => error.set.first.first().map_or(0, |first| {
                // People seldom join lines: what else a repair can be counts more.
                let newline = lexer.layout().and_then(|layout| layout.newline);
                let newline =
                    newline.map(|newline| token_of(newline, tables.eof(), tables.no_token()));
                let joined = first.sequence.placed().filter(|(at, repair)| {
                    *repair == Repair::Delete && tokens.get(*at).copied() == newline
                });
                u64::from(first.sequence.cost) + joined.count() as u64
            }),
            Recovery::Skipped(_) | Recovery::Stopped => {
                let end = resumes_at.unwrap_or(from + tokens.len());
                limits::SKIPPED_COST.max((end - detected) as u64)
            }
        };
        let applied = match error.set.recovered {
            Recovery::Repaired => error.set.first.into_iter().next(),
            Recovery::Skipped(_) | Recovery::Stopped => None,
        };
        let applied = applied
            .map(|first| RepairSequence { start: from + first.sequence.start, ..first.sequence });
        Some(Recovered { from, tokens, is_whole, resumes_at, cost, applied })
    }

    /// Returns the first lexeme at which a repair of the error at `detected` may begin.
    fn earliest_repair(&self, detected: usize) -> usize {
        let RecoveryOptions { reach, alternatives, .. } = *self.given.settings.options;
        let brackets = if alternatives.brackets { recovery::FAR_APPLIED } else { 0 };
        let reach = if self.given.procedure.restarts { reach.max(brackets) } else { 0 };
        detected.saturating_sub(reach).max(self.trail.earliest()).max(self.first)
    }

    /// Shifts the lexemes from the index `from` on that the parser had shifted; returns whether it
    /// can.
    fn shift_again(&mut self, from: usize) -> bool {
        for (at, token) in self.tokens.iter().enumerate().skip(from - self.first) {
            let Outcome::Shift(state) = run(self.given.tables, self.trail, *token) else {
                return false;
            };
            self.trail.shift(state, self.first + at);
        }
        true
    }
}

/// An error of a pass.
struct Error {
    detected: usize,
    /// The index of the lexeme at which a repair may begin, and the stack before it.
    begin: usize,
    mark: Mark,
    /// What was carried to the error.
    before: Carried,
}

/// How a pass gets past an error.
struct Recovered {
    /// The index of the first of the lexemes that recovery looked at, and their tokens, with `$`.
    from: usize,
    tokens: Vec<TokenId>,
    /// Whether the text ends after them.
    is_whole: bool,
    /// The index of the lexeme at which the parser resumes; `None` if it does not.
    resumes_at: Option<usize>,
    /// What the error costs when readings are compared.
    cost: u64,
    /// The repair sequence that was applied.
    applied: Option<RepairSequence>,
}

/// Reads on, unless the reader gave `most` lexemes; returns whether there is more.
fn read_more<LexerTypesT: LexerTypes>(
    reader: &mut dyn Reader<LexerTypesT>,
    most: usize,
    accepts: &mut dyn FnMut(LexerTypesT::StorageT) -> bool,
) -> bool {
    let count = reader.lexemes().len();
    count <= most && reader.read(accepts) && reader.lexemes().len() > count
}
