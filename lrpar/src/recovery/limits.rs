//! Every number of error recovery but those of its phases ([`experiment`](super::experiment)) and the weights of its score
//! (`score/terms.rs`); and those of repairs and reports as text.
//!
//! Work is counted in units and steps ([`STEPS_A_UNIT`]), lengths in lexemes or bytes as each name or sentence says.

use std::time::Duration;

// The repairs of the paper.

/// Shifts in which a repair sequence must end to succeed: the three-shift rule (N_shifts of the paper).
pub const SUCCESS_SHIFTS: u8 = 3;
/// Lexemes after an error up to which parsing goes on when repair sequences are ranked (N_try of the paper).
pub const RANK_LEXEMES: usize = 250;
/// Successes from which on ranking looks for runs that reach the same stack; ranking fewer is faster without.
pub const SHARED_RANKING: usize = 16;
/// Lexemes consumed from which on Corchuelo et al. expand no configuration.
pub const CORCHUELO_LEXEMES: usize = 10;
/// Insertions that a repair sequence of Corchuelo et al. has at most.
pub const CORCHUELO_INSERTS: u8 = 4;
/// Deletions that a repair sequence of Corchuelo et al. has at most.
pub const CORCHUELO_DELETES: u8 = 3;

// Work.

/// Steps in a unit of work. A simulated shift, or one that fails, is a unit, about 0.4 µs; each reduction that it makes is
/// a step more.
pub const STEPS_A_UNIT: u64 = 64;
/// Steps between two looks at the clock and the stop function, where there are any.
pub const PAUSE_STEPS: u64 = 64 * STEPS_A_UNIT;
/// Units of work that the recovery of one parse may take.
pub const PARSE_WORK: u64 = 4_000_000;
/// Part of the work left to the parse that one error may take: one in this many, within the next two limits.
pub const ERROR_SHARE: u64 = 2;
/// Units of work that one error may take at most.
pub const ERROR_WORK_MAX: u64 = 1_000_000;
/// Units of work that one error may take at least, however many errors came before it, until [`OVERDRAFT`] is reached.
pub const ERROR_WORK_MIN: u64 = 2_000;
/// Multiple of a parse's work that all its errors together may spend by their minimum. After it only the fall-back is left.
pub const OVERDRAFT: u64 = 3;
/// Part of a search's limit that what comes after the search (ranking, listing, scoring, alternatives) may take: one in
/// this many.
pub const RANK_SHARE: u64 = 2;
/// Units of work that what comes after a search may take at least.
pub const RANK_WORK_MIN: u64 = 5_000;
/// Part of an error's budget that is held back for a hasty attempt, if the rest is spent before anything is found: one in
/// this many.
pub const HASTY_SHARE: u64 = 8;
/// Factor by which the hasty attempt multiplies the bound of what is left (weighted A*).
pub const HASTY_WEIGHT: u32 = 2;
/// Units of work that the fall-back may take at one error. If it does not end within them, the parse ends there.
pub const FALL_BACK_WORK: u64 = 400;
/// Time that the fall-back may go on after a time limit, at all errors together. Then the parse ends.
pub const FALL_BACK_GRACE: Duration = Duration::from_millis(5);
/// States of the parser's stack, from its top down, that the fall-back and panic mode look at, except at the end of the
/// input.
pub const FALL_BACK_DEPTH: usize = 10_000;
/// Errors of a parse. It ends at the next.
pub const MAX_ERRORS: usize = 200_000;
/// Steps that finding the expected tokens may take at all errors of a parse together.
pub const EXPECTED_STEPS: u64 = 1 << 26;
/// Steps that finding the expected tokens may take at each error at least. Tokens for which more reductions would have to
/// be simulated are left out.
pub const EXPECTED_STEPS_MIN: u64 = 1 << 12;

// Memory.

/// Bytes that the search at one error may take: configurations, stacks, matrices, the graph of its repairs.
pub const MEMORY: usize = 80 << 20;
/// Bytes that the repair sequences of all errors of a parse may take beside the first of each. Those of later errors are
/// only counted.
pub const STORED_MEMORY: usize = 128 << 20;
/// Entries of a table, states times symbols, up to which searches are guided by bounds. Preparing a bound for a larger
/// table would take seconds.
pub const GUIDED_ENTRIES: usize = 1 << 28;
/// Repair sequences of one error in [`ParseError::repairs`](crate::ParseError::repairs). More are only counted.
pub const MAX_REPAIRS: usize = 1_000;
/// Repair sequences of one error that are kept one by one. Of more the graph is kept.
pub const KEPT_SINGLY: u128 = 16;
/// Repair sequences of one error that are compared with each other and put in order. More are only counted.
pub const MAX_ORDERED: usize = 4_000;

// Repairs before the error.

/// Lexemes before an error at which a repair may begin, by default.
pub const REACH: usize = 10;
/// Reaches that are tried in turn if the search with the one before takes too much work.
pub const SHORTER_REACHES: &[usize] = &[3, 0];
/// Part of what is left of [`REACH_WORK`] that the search with one reach may take: one in this many.
pub const REACH_SHARE: u64 = 8;
/// Units of work that searches with a reach may take in a parse, each at least [`REACH_WORK_MIN`].
pub const REACH_WORK: u64 = 560_000;
/// Units of work that the search with one reach may take at least, before a shorter one is tried.
pub const REACH_WORK_MIN: u64 = 6_000;
/// Cost of a repair sequence at most, by default, if the search may begin before the error.
pub const MAX_COST: u32 = 4;
/// Lexemes after an error past which parsing must go on; if it does so after none of the cheapest repairs, they lead into
/// the next error.
pub const GETS_ON: usize = 10;
/// Part of what a reach may take within which the search for sequences that cost one more must end: one in this many.
/// Dearer ones are looked for only if the first search took no more.
pub const DEARER_SHARE: u64 = 3;

// Text that is no program: errors that are dense.

/// Sum beyond which errors are not mistakes in a text, but another text. An error whose repairs cost c adds c (c + 1) / 2.
pub const JUNK_LEXEMES: usize = 24;
/// Most that a region adds to that sum; a shorter one adds the number of its lexemes.
pub const JUNK_MOST: usize = 8;
/// Lexemes that must be parsed to take one off that sum.
pub const JUNK_DECAY: usize = 4;
/// States, from the top of the stack down, from which the end of a region that is dropped is looked for.
pub const REGION_TRIES: usize = 3;
/// Lexemes, at most, that parsing must go on after a region. Fewer are asked for if the sum is less, but at least
/// [`GETS_ON`].
pub const REGION_CLEAN: usize = 640;
/// Units of work that may be spent for each of these lexemes to find where a region ends.
pub const REGION_WORK: u64 = 3;

// Alternatives to the cheapest repairs.

/// Cheapest repair sequences with which alternatives are compared.
pub const COMPARED: usize = 20;
/// Cheapest repair sequences after which the first alternative of each kind stands at the latest.
pub const BEFORE_ALTERNATIVES: usize = 2;
/// Cheapest repair sequences after which deletions of whole lines stand: they mend more than a few edits.
pub const BEFORE_LINES: usize = 5;
/// Cheapest repair sequences after which other alternatives stand at the earliest.
pub const BEFORE_OTHERS: usize = 3;
/// Lines that are deleted at most.
pub const MOST_LINES: usize = 3;
/// Lines before that of the error at which a deletion of lines may begin.
pub const LINES_BEFORE: usize = 3;
/// Lexemes in the lines that are deleted.
pub const MOST_LINE_LEXEMES: usize = 100;
/// Lexemes before the error at which a far bracket may be.
pub const FAR_LEXEMES: usize = 5_000;
/// Lexemes after the error up to which layout is looked at.
pub const LAYOUT_AHEAD: usize = 500;
/// Far brackets that are tried, of those for which the layout speaks most.
pub const FAR_TRIED: usize = 20;
/// Far brackets that are listed, of those after which parsing goes on.
pub const MOST_FAR: usize = 3;
/// Lexemes before the error at which a far bracket may be to be applied. Those further away are only listed.
pub const FAR_APPLIED: usize = 1_000;
/// States of the parser's stack at the last edit beyond which far brackets are not looked for.
pub const FAR_DEPTH: usize = 10_000;
/// Productions times closing tokens up to which brackets are inferred from a grammar. Of a larger grammar only `%brackets`
/// counts.
pub const BRACKET_WORK: usize = 1 << 26;
/// Alternatives near the error that are parsed to the end of what is compared, the best by score.
pub const NEARBY_TRIED: usize = 10;
/// Lexemes past an alternative near the error, and past the error, that parsing must go on for it to be scored.
pub const NEARBY_GOES_ON: usize = 5;
/// Lexemes before an error at which a deleted phrase may begin.
pub const PHRASE_BEFORE: usize = 6;
/// Lexemes after an error at which a deleted phrase may end.
pub const PHRASE_AFTER: usize = 5;
/// Lexemes of a deleted phrase.
pub const PHRASE_LEXEMES: usize = 6;
/// Lexemes before an error in which the bracket or the word is looked for that its statement lacks.
pub const STATEMENT_LEXEMES: usize = 80;
/// Lexemes before an error in which the sign is looked for that ended a statement too early.
pub const EARLY_END_LEXEMES: usize = 1_000;
/// Lexemes that a pair of inserted brackets may enclose.
pub const PAIR_LEXEMES: usize = 6;
/// Lexemes before an error that may be exchanged with the next.
pub const EXCHANGE_BEFORE: usize = 3;
/// Bytes in which the end of a quote is looked for.
pub const QUOTE_BYTES: usize = 2_000;
/// Lexemes before an error in which recovery and reports look for a misspelt keyword.
pub const MISSPELT_REACH: usize = 40;
/// Keywords that are tried for one misspelt word.
pub const MISSPELT_FORMS: usize = 3;
/// Bytes of a word up to which it is compared with keywords.
pub const WORD_TEXT: usize = 40;
/// Steps that comparing a word with one keyword is charged.
pub const WORD_STEPS: u64 = 8;

// What runs of tokens are counted in.

/// Tokens in the runs that a model counts.
pub const NGRAM: usize = 4;
/// Lexemes of an input in which runs are counted.
pub const NGRAM_LEXEMES: usize = 200_000;

// Repairs and reports as text.

/// Characters of a lexeme's text or a token's name that messages show. Of a longer one the length is said.
pub const SHOWN_TEXT: usize = 200;
/// Tokens that messages list where one of them is to be inserted. More are counted.
pub const SHOWN_ALTERNATIVES: usize = 100;
/// Repairs of a sequence up to which it is joined with others that differ from it in one place.
pub const FACTORED_LENGTH: usize = 100;
/// Characters of a text that a report's title or help quotes. Of a longer one the beginning and the end are shown.
pub const REPORTED_TEXT: usize = 60;
/// Tokens that a report's help names where they are inserted at one place.
pub const REPORTED_TOKENS: usize = 8;
/// Edits of one repair that a report's help names. More are counted.
pub const REPORTED_EDITS: usize = 4;
/// Expected tokens that a report's title names. If there are more, it says only what was not expected.
pub const REPORTED_EXPECTED: usize = 5;
/// Repair sequences of an error among which a report looks for such as differ in kind.
pub const REPORTED_FROM: usize = 30;
/// Further ways to mend a mistake that a report has beside the best.
pub const REPORTED_OTHERS: usize = 2;
/// Bytes of a token's text up to which a report inserts it.
pub const INSERTED_TEXT: usize = 1_000;
/// Lexemes after an error that a parse must reach for a report to believe a misspelt keyword or operator.
pub const MISSPELT_GOES_ON: usize = 8;
/// Lexemes after an error up to which a report leaves out errors that a corrected keyword or operator avoids.
pub const MISSPELT_COVERS: usize = 200;
/// Closing brackets in a row among which a report looks for the one that is not aligned.
pub const BRACKET_ROW: usize = 16;
/// Steps, for each lexeme of a text, that the reports of all its errors may take to look for openers and misspelt words.
pub const REPORT_STEPS: u64 = 64;
/// Bytes between two places up to which reports look whether a line ends there. Beyond, the places are taken to be on
/// different lines.
pub const REPORTED_LINE: usize = 1_000;
/// Lexemes between two errors without a repair up to which reports show them as one region.
pub const REGION_GAP: usize = 3;
