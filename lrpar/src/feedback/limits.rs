//! All numbers of a first pass over a text whose lexemes depend on the parser.

/// Number of lexemes for each byte of a text, beside [`LEXEMES_MIN`], beyond which a reader is
/// taken for one that never ends: a byte may be a lexeme, and lexemes without text stand before it.
pub(super) const LEXEMES_A_BYTE: usize = 4;
/// Number of lexemes that a reader may give of any text.
pub(super) const LEXEMES_MIN: usize = 1_000;
/// Number of tokens in a row that may be assumed at one place.
pub(super) const ASSUMED: usize = 1_000;
/// Number of lexemes after an error that are read by default before it is repaired.
pub(super) const LOOKAHEAD: usize = 300;
/// Number of lexemes that must follow in the lookahead where a parser resumes; if there are fewer,
/// more are read.
pub(super) const SAFE_LEXEMES: usize = 100;
/// Factor by which the lookahead grows if it does not suffice.
pub(super) const LOOKAHEAD_GROWTH: usize = 4;
/// How often a repair is looked for again if after it lexemes are others than those by which it was
/// found.
pub(super) const ROUNDS: usize = 4;
/// Number of lexemes before an error that recovery looks at, at least as many as repairs reach.
pub(super) const WINDOW: usize = 1_000;
/// Units of work charged for each error, beside those of recovery, for the lexemes that are read
/// again.
pub(super) const RECOVERY_WORK: u64 = 200;
/// Number of lexemes that the parser can be taken back at least.
pub(super) const UNDONE_LEXEMES: usize = 6_000;
/// Number of steps after which those that are too old are forgotten.
pub(super) const LOG: usize = 1 << 15;
/// Number of reductions under a token from which on they are remembered.
pub(super) const SHORT_CHAIN: usize = 8;

// Choice among readings.

/// Number of other readings of a text that are looked at for one error.
pub(super) const ALTERNATIVES: usize = 16;
/// Number of lexemes before an error at which another reading may begin.
pub(super) const ALTERNATIVE_LEXEMES: usize = 2_000;
/// Number of lexemes after an error up to which readings are compared.
pub(super) const COMPARED_LEXEMES: usize = 300;
/// Least cost of a lexeme that is skipped where no repair was found, and of those beside it.
pub(super) const SKIPPED_COST: u64 = 5;
/// Cost of an error that is repaired by one edit: no reading with an error costs less.
pub(super) const LEAST_COST: u64 = 2;
/// Units of work for the recovery in one reading.
pub(super) const READING_WORK: u64 = 8_000;
/// Units of work for all readings at all errors of a parse.
pub(super) const CHOICE_WORK: u64 = 2_000_000;
