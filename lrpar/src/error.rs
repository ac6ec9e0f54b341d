//! Errors of a parse, as data and as text.

use std::{
    fmt::{self, Write},
    sync::OnceLock,
};

use lrtable::{RIdx, StIdx, StateId, Storage, TIdx, TokenId};

use crate::{
    driver::SyntaxError,
    lexemes::Lexemes,
    lexer::{LexError, Lexeme, LexerTypes, NonStreamingLexer},
    recovery::{
        Dearer, Effort, Limit, PhaseReport, Recovered, Repair, RepairSequence, RepairSet,
        SearchTrace, Status,
    },
    repair::{ParseRepair, show_sequence},
};

type MakeRepairs<LexemeT, StorageT> =
    fn(&RepairSequence, &[LexemeT], usize) -> Vec<ParseRepair<LexemeT, StorageT>>;

/// A syntax error: where the input stops being the prefix of a sentence, and the repairs that were
/// found.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::{WordTypes, Words};
/// use lrpar::{LexParseError, RTParserBuilder, edit::text_edits, apply_edits};
/// # use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
/// # let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
/// # let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum 'plus' 'one' | 'one';").unwrap();
/// # let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
/// let text = "one plus plus one";
/// # let lexer = Words::new(text, |word| Some(grammar.token_idx(word)?.0));
/// let parser: RTParserBuilder<u32, WordTypes> = RTParserBuilder::new(&grammar, &table);
/// let (_, errors) = parser.parse_tree(&lexer);
/// let LexParseError::ParseError(error) = &errors[0] else { panic!() };
/// assert_eq!((error.position(), error.cost(), error.repairs_total()), (2, Some(1), 2));
///
/// let spelling = |token| grammar.token_name(token).map(str::to_owned);
/// let fixed: Vec<String> = error
///     .sequences()
///     .map(|sequence| {
///         let edits = text_edits(&lexer, &sequence, &spelling).unwrap();
///         apply_edits(text, &edits)
///     })
///     .collect();
/// assert_eq!(fixed, ["one plus one plus one", "one plus one"]);
/// ```
#[derive(Clone)]
pub struct ParseError<LexemeT, StorageT> {
    stidx: StIdx<StorageT>,
    position: usize,
    lexeme: LexemeT,
    expected: Vec<TIdx<StorageT>>,
    /// For each expected token the state that would shift it, or accept.
    shifting: Vec<StateId>,
    set: Box<RepairSet>,
    effort: Effort,
    /// The lexemes that repair sequences touch, and the index of the first one.
    touched: Vec<LexemeT>,
    first_touched: usize,
    /// Makes the repairs of a sequence from the touched lexemes and the index of the first one. (A
    /// function pointer, so that errors can be shown wherever their lexemes can.)
    make: MakeRepairs<LexemeT, StorageT>,
    max_repairs: usize,
    repairs: OnceLock<Vec<Vec<ParseRepair<LexemeT, StorageT>>>>,
}

impl<LexemeT: PartialEq, StorageT: PartialEq> PartialEq for ParseError<LexemeT, StorageT> {
    fn eq(&self, other: &Self) -> bool {
        (&self.stidx, self.position, &self.lexeme) == (&other.stidx, other.position, &other.lexeme)
            && (&self.expected, &self.shifting) == (&other.expected, &other.shifting)
            && (&self.set, self.effort) == (&other.set, other.effort)
    }
}

impl<LexemeT: Eq, StorageT: Eq> Eq for ParseError<LexemeT, StorageT> {}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> ParseError<LexemeT, StorageT> {
    /// Makes an error for users, with at most `max_repairs` sequences in [`ParseError::repairs`].
    pub(crate) fn new(
        error: SyntaxError,
        lexemes: Lexemes<'_, LexemeT>,
        max_repairs: usize,
    ) -> Self {
        let SyntaxError { state, position, expected, set, effort } = error;
        let touched = set.touched(position);
        ParseError {
            stidx: state.narrow().expect("the table's ids fit"),
            position,
            lexeme: lexemes[position],
            expected: expected.iter().map(|(t, _)| t.narrow().expect("ids fit")).collect(),
            shifting: expected.into_iter().map(|(_, state)| state).collect(),
            set: Box::new(set),
            effort,
            first_touched: touched.start,
            touched: touched.map(|at| lexemes[at]).collect(),
            make: |sequence, touched, first| {
                let repair = |(at, repair): (usize, Repair)| match repair {
                    Repair::Insert(token) => ParseRepair::Insert(token.narrow().expect("ids fit")),
                    Repair::Delete => ParseRepair::Delete(touched[at - first]),
                    Repair::Shift => ParseRepair::Shift(touched[at - first]),
                };
                sequence.placed().map(repair).collect()
            },
            max_repairs,
            repairs: OnceLock::new(),
        }
    }

    /// Returns the state in which the error was detected.
    pub fn stidx(&self) -> StIdx<StorageT> {
        self.stidx
    }

    /// Returns the lexeme at which the error was detected; at the end of the input an empty lexeme
    /// after the last one.
    pub fn lexeme(&self) -> &LexemeT {
        &self.lexeme
    }

    /// Returns the index of the lexeme at which the error was detected; the number of lexemes at
    /// the end of the input.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns how many lexemes before the error repair sequences could begin.
    pub fn reach(&self) -> usize {
        self.set.reach
    }

    /// Returns the limit that ended recovery from this error, if one did; [`status`](Self::status)
    /// is then not [`Status::Complete`].
    pub fn limit(&self) -> Option<Limit> {
        self.set.limit
    }

    /// Returns the number of all repair sequences, whether listed or not; saturates.
    pub fn repairs_total(&self) -> u128 {
        self.set.total
    }

    /// Returns the cost of the cheapest repair sequences; `None` if there are none.
    pub fn cost(&self) -> Option<u32> {
        self.set.cost
    }

    /// Returns a proven lower bound on the cost of any repair sequence.
    pub fn lower_bound(&self) -> u32 {
        self.set.lower_bound
    }

    /// Returns the outcome for repair sequences that cost one more than the cheapest, which
    /// [`RecoveryKind::Restart`](crate::RecoveryKind::Restart) looks for if the cheapest lead into
    /// the next error.
    pub fn dearer(&self) -> Dearer {
        self.set.dearer
    }

    /// Returns how recovery from the error ended.
    pub fn status(&self) -> Status {
        self.set.status
    }

    /// Returns exactly the tokens that could stand at the error instead, in order; `$` is among
    /// them if the input could end there.
    pub fn expected(&self) -> &[TIdx<StorageT>] {
        &self.expected
    }

    /// Returns each expected token with the state that would shift it, or accept.
    pub(crate) fn shifting_states(&self) -> impl Iterator<Item = (TokenId, StateId)> {
        self.expected.iter().map(|token| token.widen()).zip(self.shifting.iter().copied())
    }

    /// Returns statistics of each phase of the repair search.
    pub fn phases(&self) -> &[PhaseReport] {
        &self.set.phases
    }

    /// Returns the search graph of the phase that found the repair sequences, if an experiment
    /// asked for graphs.
    pub fn trace(&self) -> Option<&SearchTrace> {
        let mut traces = self.phases().iter().rev().filter_map(|phase| phase.trace.as_ref());
        traces.find(|trace| trace.has_kept())
    }

    /// Returns the work and memory that recovery from the error took.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Returns the index of the lexeme at which parsing resumed after panic mode or a dropped
    /// region; `None` otherwise.
    pub fn resumed_at(&self) -> Option<usize> {
        match self.set.recovered {
            Recovered::Skipped(resume) => resume.map(|resume| resume.position),
            Recovered::Repaired | Recovered::Stopped => None,
        }
    }
}

impl<LexemeT, StorageT> ParseError<LexemeT, StorageT> {
    /// Returns the repair sequences in order, at most as many as the options allow; the first one
    /// was applied. They are made on first use.
    ///
    /// [`ParseError::sequences`] makes them one by one, with the start, kind and cost of each.
    pub fn repairs(&self) -> &Vec<Vec<ParseRepair<LexemeT, StorageT>>> {
        self.repairs.get_or_init(|| {
            self.sequences().take(self.max_repairs).map(|one| self.with_lexemes(&one)).collect()
        })
    }

    /// Returns whether the recoverer looked for alternatives to the cheapest sequences.
    pub(crate) fn has_alternatives(&self) -> bool {
        self.set.has_alternatives
    }

    /// Returns an iterator over the repair sequences in order, each made on demand; the first one
    /// was applied. Of [`ParseError::repairs_total`] those are missing that the budget did not
    /// suffice to order or to keep.
    pub fn sequences(&self) -> impl Iterator<Item = RepairSequence> + '_ {
        self.set.sequences()
    }

    /// Returns the repairs of a sequence of this error, with their lexemes.
    ///
    /// # Panics
    ///
    /// If the sequence belongs to another error.
    pub fn with_lexemes(&self, sequence: &RepairSequence) -> Vec<ParseRepair<LexemeT, StorageT>> {
        (self.make)(sequence, &self.touched, self.first_touched)
    }

    /// Returns the lexeme at which a sequence of this error begins: the one before which it inserts
    /// first, or which it deletes first. That is [`ParseError::lexeme`], except with
    /// [`RecoveryKind::Restart`](crate::RecoveryKind::Restart).
    ///
    /// # Panics
    ///
    /// If the sequence belongs to another error.
    pub fn begin_of(&self, sequence: &RepairSequence) -> &LexemeT {
        &self.touched[sequence.start - self.first_touched]
    }
}

impl<LexemeT: fmt::Debug, StorageT: fmt::Debug> fmt::Debug for ParseError<LexemeT, StorageT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseError")
            .field("stidx", &self.stidx)
            .field("lexeme", &self.lexeme)
            .field("repairs", self.repairs())
            .finish()
    }
}

impl<LexemeT: fmt::Debug, StorageT: fmt::Debug> fmt::Display for ParseError<LexemeT, StorageT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Parse error at lexeme {:?}", self.lexeme)
    }
}

impl<LexemeT: fmt::Debug, StorageT: fmt::Debug> std::error::Error
    for ParseError<LexemeT, StorageT>
{
}

/// An error found by the lexer or by the parser.
#[derive(Clone, Debug)]
pub enum LexParseError<StorageT, LexerTypesT: LexerTypes<StorageT = StorageT>> {
    /// A lexing error: text that is no lexeme.
    LexError(LexerTypesT::LexErrorT),
    /// A syntax error, with its repairs.
    ParseError(ParseError<LexerTypesT::LexemeT, StorageT>),
}

impl<StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>
    LexParseError<StorageT, LexerTypesT>
{
    /// Formats the error as text, without a final newline: its place, and for a syntax error the
    /// numbered repair sequences.
    ///
    /// `epp` returns the name of a token for messages: pass the generated module's `token_epp`.
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
                let count = error.repairs().len();
                if count == 0 {
                    out.push_str(" No repair sequences found.");
                    return out;
                }
                out.push_str(" Repair sequences found:");
                let width = count.to_string().len();
                for (number, sequence) in error.sequences().take(count).enumerate() {
                    let _ = write!(out, "\n   {:>width$}: ", number + 1);
                    // A sequence that begins before the error says where.
                    if sequence.start < error.position() {
                        let ((line, column), _) = lexer.line_col(error.begin_of(&sequence).span());
                        let _ = write!(out, "at line {line} column {column}: ");
                    }
                    out.push_str(&show_sequence(&error.with_lexemes(&sequence), lexer, epp));
                }
                out
            }
        }
    }
}

impl<StorageT: fmt::Debug, LexerTypesT: LexerTypes<StorageT = StorageT>> fmt::Display
    for LexParseError<StorageT, LexerTypesT>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LexParseError::LexError(error) => error.fmt(f),
            LexParseError::ParseError(error) => error.fmt(f),
        }
    }
}

impl<StorageT: fmt::Debug, LexerTypesT: LexerTypes<StorageT = StorageT>> std::error::Error
    for LexParseError<StorageT, LexerTypesT>
{
}

impl<StorageT, LexerTypesT, LexErrorT> From<LexErrorT> for LexParseError<StorageT, LexerTypesT>
where
    LexerTypesT: LexerTypes<StorageT = StorageT, LexErrorT = LexErrorT>,
    LexErrorT: LexError,
{
    fn from(error: LexErrorT) -> Self {
        LexParseError::LexError(error)
    }
}

impl<StorageT, LexerTypesT: LexerTypes<StorageT = StorageT>>
    From<ParseError<LexerTypesT::LexemeT, StorageT>> for LexParseError<StorageT, LexerTypesT>
{
    fn from(error: ParseError<LexerTypesT::LexemeT, StorageT>) -> Self {
        LexParseError::ParseError(error)
    }
}

/// Converts a rule id to the storage type of users' lexemes and trees.
pub(crate) fn stored_rule<StorageT: Storage>(rule: lrtable::RuleId) -> RIdx<StorageT> {
    rule.narrow().expect("the grammar's ids fit")
}
