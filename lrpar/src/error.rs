//! Errors of a parse, as data and as text.

use std::fmt::{self, Write};

use lrtable::{RIdx, StIdx, StateId, Storage, TIdx, TokenId};

use crate::{
    driver::SyntaxError,
    lexemes::Lexemes,
    lexer::{LexError, Lexeme, LexerTypes, NonStreamingLexer},
    recovery::{Dearer, Effort, PhaseReport, Repair, RepairKind, SearchTrace, Status},
    repair::{ParseRepair, show_sequence},
};

/// A syntax error: a place where the input stops being the beginning of a sentence, and how to repair it there.
#[derive(Clone, PartialEq, Eq)]
pub struct ParseError<LexemeT, StorageT> {
    stidx: StIdx<StorageT>,
    lexeme: LexemeT,
    repairs: Vec<Vec<ParseRepair<LexemeT, StorageT>>>,
    repair_lexemes: Vec<LexemeT>,
    expected: Vec<TIdx<StorageT>>,
    error: Box<SyntaxError>,
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> ParseError<LexemeT, StorageT> {
    /// The error as users see it.
    pub(crate) fn new(mut error: SyntaxError, lexemes: Lexemes<'_, LexemeT>) -> Self {
        let sequences = std::mem::take(&mut error.repairs.sequences);
        let repairs = sequences.iter().zip(&error.repairs.starts).map(|(sequence, start)| {
            let mut position = *start;
            let mut next = || {
                position += 1;
                lexemes[position - 1]
            };
            let repair = |repair: &Repair| match repair {
                Repair::Insert(token) => ParseRepair::Insert(token.narrow().expect("ids fit")),
                Repair::Delete => ParseRepair::Delete(next()),
                Repair::Shift => ParseRepair::Shift(next()),
            };
            sequence.iter().map(repair).collect()
        });
        ParseError {
            stidx: error.state.narrow().expect("the table's ids fit"),
            lexeme: lexemes[error.position],
            repairs: repairs.collect(),
            repair_lexemes: error.repairs.starts.iter().map(|start| lexemes[*start]).collect(),
            expected: error.expected.iter().map(|(t, _)| t.narrow().expect("ids fit")).collect(),
            error: Box::new(error),
        }
    }

    /// The state in which the error was detected.
    pub fn stidx(&self) -> StIdx<StorageT> {
        self.stidx
    }

    /// The lexeme at which it was detected; at the end of the input an empty one behind the last lexeme.
    pub fn lexeme(&self) -> &LexemeT {
        &self.lexeme
    }

    /// The index of that lexeme in the input.
    pub fn position(&self) -> usize {
        self.error.position
    }

    /// The repair sequences in order, at most as many as were asked for; the first was applied.
    pub fn repairs(&self) -> &Vec<Vec<ParseRepair<LexemeT, StorageT>>> {
        &self.repairs
    }

    /// For each of them the index of the lexeme at which it begins: before which it first inserts something, or which it
    /// deletes. That is [`ParseError::position`], but for [`RecoveryKind::Restart`](crate::RecoveryKind::Restart).
    pub fn repair_starts(&self) -> &[usize] {
        &self.error.repairs.starts
    }

    /// For each of them the lexeme at which it begins.
    pub fn repair_lexemes(&self) -> &[LexemeT] {
        &self.repair_lexemes
    }

    /// For each of them what it is: one of the cheapest, or an alternative to them.
    pub fn repair_kinds(&self) -> &[RepairKind] {
        &self.error.repairs.kinds
    }

    /// How many lexemes before the error repair sequences were looked for.
    pub fn reach(&self) -> usize {
        self.error.repairs.reach
    }

    /// The number of all repair sequences, listed or not; saturating.
    pub fn repairs_total(&self) -> u128 {
        self.error.repairs.total
    }

    /// The cost of each repair sequence; `None` if there is none.
    pub fn cost(&self) -> Option<u32> {
        self.error.repairs.cost
    }

    /// A lower bound of the cost of any repair sequence, as far as was proven.
    pub fn lower_bound(&self) -> u32 {
        self.error.repairs.lower_bound
    }

    /// What became of repair sequences that cost one more than the cheapest, for
    /// [`RecoveryKind::Restart`](crate::RecoveryKind::Restart).
    pub fn dearer(&self) -> Dearer {
        self.error.repairs.dearer
    }

    /// How the error was dealt with.
    pub fn status(&self) -> Status {
        self.error.repairs.status
    }

    /// Exactly the tokens that could have come instead, in order; `$` is among them if the input could have ended.
    pub fn expected(&self) -> &[TIdx<StorageT>] {
        &self.expected
    }

    /// For each expected token the state that would shift it, or accept.
    pub(crate) fn shifting_states(&self) -> impl Iterator<Item = (TokenId, StateId)> {
        self.error.expected.iter().copied()
    }

    /// What the phases of the search did.
    pub fn phases(&self) -> &[PhaseReport] {
        &self.error.phases
    }

    /// The graph of the search, if [`RecoveryOptions::keep_trace`](crate::recovery::RecoveryOptions::keep_trace) was set.
    pub fn trace(&self) -> Option<&SearchTrace> {
        self.error.trace.as_ref()
    }

    /// What recovery spent on it.
    pub fn effort(&self) -> Effort {
        self.error.effort
    }

    /// The index of the lexeme at which parsing went on after panic mode.
    pub fn resumed_at(&self) -> Option<usize> {
        self.error.resumed_at
    }
}

impl<LexemeT: fmt::Debug, StorageT: fmt::Debug> fmt::Debug for ParseError<LexemeT, StorageT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseError")
            .field("stidx", &self.stidx)
            .field("lexeme", &self.lexeme)
            .field("repairs", &self.repairs)
            .finish()
    }
}

impl<LexemeT: fmt::Debug, StorageT: fmt::Debug> fmt::Display for ParseError<LexemeT, StorageT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "syntax error at {:?}", self.lexeme)
    }
}

impl<LexemeT: fmt::Debug, StorageT: fmt::Debug> std::error::Error
    for ParseError<LexemeT, StorageT>
{
}

/// An error of lexing or of parsing.
#[derive(Clone, Debug)]
pub enum LexParseError<StorageT, LexerTypesT: LexerTypes<StorageT = StorageT>> {
    /// Text that is no lexeme.
    LexError(LexerTypesT::LexErrorT),
    /// A syntax error.
    ParseError(ParseError<LexerTypesT::LexemeT, StorageT>),
}

impl<StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>
    LexParseError<StorageT, LexerTypesT>
{
    /// The error as text, without a newline at its end: the place, and for a syntax error the repair sequences, numbered.
    ///
    /// `epp` says how to call a token: pass the generated module's `token_epp`.
    pub fn pp<'a>(
        &self,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        epp: &dyn Fn(TIdx<StorageT>) -> Option<&'a str>,
    ) -> String {
        match self {
            LexParseError::LexError(error) => {
                let ((line, column), _) = lexer.line_col(error.span());
                format!("Lexing error at line {line} column {column}.")
            }
            LexParseError::ParseError(error) => {
                let ((line, column), _) = lexer.line_col(error.lexeme().span());
                let mut out = format!("Parsing error at line {line} column {column}.");
                if error.repairs.is_empty() {
                    out.push_str(" No repair sequences found.");
                    return out;
                }
                out.push_str(" Repair sequences found:");
                let width = error.repairs.len().to_string().len();
                for (number, sequence) in error.repairs.iter().enumerate() {
                    let _ = write!(out, "\n   {:>width$}: ", number + 1);
                    // One that begins before the error says where.
                    if error.repair_starts()[number] < error.position() {
                        let begin = error.repair_lexemes[number].span();
                        let ((line, column), _) = lexer.line_col(begin);
                        let _ = write!(out, "at line {line} column {column}: ");
                    }
                    out.push_str(&show_sequence(sequence, lexer, epp));
                }
                out
            }
        }
    }
}

/// The same rule id in a storage type, as lexemes and trees of users have it.
pub(crate) fn stored_rule<StorageT: Storage>(rule: lrtable::RuleId) -> RIdx<StorageT> {
    rule.narrow().expect("the grammar's ids fit")
}
