//! All numbers of error recovery except its phases ([`experiment`](super::experiment)) and the
//! weights of its score (`score/terms.rs`); and the limits of repairs and reports as text.
//!
//! Work is counted in units and steps ([`STEPS_A_UNIT`]), lengths in lexemes or bytes as each name
//! or sentence says.

use std::time::Duration;

// The repairs of the paper.

/// Number of shifts in which a repair sequence must end to succeed: the three-shift rule (N_shifts
/// of the paper).
pub const SUCCESS_SHIFTS: u8 = 3;
/// Number of lexemes after an error to which parsing goes on when repair sequences are ranked
/// (N_try of the paper).
pub const RANK_LEXEMES: usize = 250;
/// Number of successes from which on ranking detects runs that reach one stack; ranking fewer is
/// faster without.
pub const SHARED_RANKING: usize = 16;
/// Number of consumed lexemes from which on Corchuelo et al. expand no configuration.
pub const CORCHUELO_LEXEMES: usize = 10;
/// Maximum number of insertions in a repair sequence of Corchuelo et al.
pub const CORCHUELO_INSERTS: u8 = 4;
/// Maximum number of deletions in a repair sequence of Corchuelo et al.
pub const CORCHUELO_DELETES: u8 = 3;

// Work.

/// Number of steps in a unit of work: a simulated shift, or one that fails, is a unit, about 0.4
/// µs; each reduction in it is one more step.
pub const STEPS_A_UNIT: u64 = 64;
/// Number of steps between two looks at the clock and the stop function, where there are any.
pub const PAUSE_STEPS: u64 = 64 * STEPS_A_UNIT;
/// Default units of work for the recovery of one parse ([`Budget::work`](super::Budget::work)).
pub const PARSE_WORK: u64 = 4_000_000;
/// Divisor of the parse's remaining work: one error may take that share, within [`ERROR_WORK_MIN`]
/// and [`ERROR_WORK_MAX`].
pub const ERROR_SHARE: u64 = 2;
/// Maximum units of work for one error.
pub const ERROR_WORK_MAX: u64 = 875_000;
/// Units of work that every error may take, however many came before it, until [`OVERDRAFT`] is
/// reached.
pub const ERROR_WORK_MIN: u64 = 2_000;
/// Factor of a parse's work up to which errors may spend [`ERROR_WORK_MIN`] each; beyond it only
/// the fall-back is left.
pub const OVERDRAFT: u64 = 3;
/// Divisor of a search's work limit: ranking, listing, scoring and alternatives after the search
/// may take that share.
pub const RANK_SHARE: u64 = 2;
/// Units of work that ranking, listing, scoring and alternatives may always take after a search.
pub const RANK_WORK_MIN: u64 = 5_000;
/// Maximum units of work of the fall-back at one error. If it does not end within them, the parse
/// ends there.
pub const FALL_BACK_WORK: u64 = 400;
/// Time that the fall-back may take after a time limit, at all errors together; then the parse
/// ends.
pub const FALL_BACK_GRACE: Duration = Duration::from_millis(5);
/// Number of states of the parser's stack, from its top down, that the fall-back and panic mode
/// look at, except at the end of the input.
pub const FALL_BACK_DEPTH: usize = 10_000;
/// Maximum number of errors of a parse; it ends at the next one.
pub const MAX_ERRORS: usize = 200_000;
/// Steps that computing the expected tokens may take at all errors of a parse together.
pub const EXPECTED_STEPS: u64 = 1 << 26;
/// Steps that computing the expected tokens may take at every error. Tokens for which more
/// reductions would have to be simulated are left out.
pub const EXPECTED_STEPS_MIN: u64 = 1 << 12;

// Memory.

/// Default bytes that the search at one error may use ([`Budget::memory`](super::Budget::memory)):
/// configurations, stacks, matrices, the graph of its repairs.
pub const MEMORY: usize = 80 << 20;
/// Bytes that the repair sequences of all errors of a parse may take beside the first of each;
/// those of later errors are only counted.
pub const STORED_MEMORY: usize = 128 << 20;
/// Number of entries of a table, states times symbols, up to which searches are guided by bounds;
/// preparing a bound for a larger table would take seconds.
pub const GUIDED_ENTRIES: usize = 1 << 28;
/// Default number of repair sequences in [`ParseError::repairs`](crate::ParseError::repairs);
/// further ones are only counted.
pub const MAX_REPAIRS: usize = 1_000;
/// Number of repair sequences of one error up to which they are kept one by one, and not as a
/// graph.
pub const KEPT_SINGLY: u128 = 16;
/// Number of repair sequences of one error that are compared with each other and put in order;
/// further ones are only counted.
pub const MAX_ORDERED: usize = 4_000;

// Repairs before the error.

/// Default number of lexemes before an error at which a repair may begin
/// ([`RecoveryOptions::reach`](super::RecoveryOptions::reach)).
pub const REACH: usize = 10;
/// Default maximum cost of a repair sequence, if the search may begin before the error
/// ([`RecoveryOptions::max_cost`](super::RecoveryOptions::max_cost)).
pub const MAX_COST: u32 = 4;
/// Number of lexemes after an error past which parsing must go on; if it does so after none of the
/// cheapest repairs, they lead into the next error.
pub const GETS_ON: usize = 10;
/// Units of work of a parse up to which sequences that cost one more than the cheapest are searched
/// for at length; each such search may take [`DEARER_WORK_MIN`] in any case.
pub const DEARER_WORK: u64 = 560_000;
/// Divisor of what is left of [`DEARER_WORK`]: the search for sequences that cost one more must end
/// within that share, and is made only if the first search took no more.
pub const DEARER_SHARE: u64 = 24;
/// Units of work that the search for sequences that cost one more may always take.
pub const DEARER_WORK_MIN: u64 = 2_000;

// Text that is no program: errors that are dense.

/// Sum beyond which errors are not mistakes in a text, but another text; an error whose repairs
/// cost c adds c (c + 1) / 2.
pub const JUNK_LEXEMES: usize = 24;
/// Maximum that a region adds to the sum of [`JUNK_LEXEMES`]; a shorter region adds the number of
/// its lexemes.
pub const JUNK_MAX: usize = 8;
/// Number of parsed lexemes that take one off the sum of [`JUNK_LEXEMES`].
pub const JUNK_DECAY: usize = 4;
/// Number of bytes in which a passage that belongs to no program must end.
pub const PASSAGE_BYTES: usize = 1 << 16;
/// Units of work for looking whether parsing goes on after a passage that belongs to no program.
pub const PASSAGE_WORK: u64 = 50_000;
/// Number of bytes from the start of a text in which a fence around the program is looked for.
pub const PREFACE_BYTES: usize = 4_096;
/// Number of states, from the top of the stack down, from which the end of a dropped region is
/// looked for.
pub const REGION_TRIES: usize = 3;
/// Maximum number of lexemes that parsing must go on after a region; fewer if the sum of
/// [`JUNK_LEXEMES`] is less, but at least [`GETS_ON`].
pub const REGION_CLEAN: usize = 640;
/// Units of work that finding the end of a region may take for each lexeme of [`REGION_CLEAN`].
pub const REGION_WORK: u64 = 3;

// Alternatives to the cheapest repairs.

/// Number of cheapest repair sequences with which alternatives are compared.
pub const COMPARED: usize = 20;
/// Number of cheapest repair sequences after which the first alternative of each kind stands at the
/// latest.
pub const BEFORE_ALTERNATIVES: usize = 2;
/// Number of cheapest repair sequences after which other alternatives stand at the earliest.
pub const BEFORE_OTHERS: usize = 3;
/// Number of lexemes before the error in which a far bracket is looked for.
pub const FAR_LEXEMES: usize = 5_000;
/// Number of lexemes after the error up to which layout is looked at.
pub const LAYOUT_AHEAD: usize = 500;
/// Number of far brackets that are tried, those for which the layout speaks most.
pub const FAR_TRIED: usize = 20;
/// Number of far brackets that are listed, of those after which parsing goes on.
pub const MAX_FAR: usize = 3;
/// Number of lexemes before the error within which a far bracket may be applied; those further away
/// are only listed.
pub const FAR_APPLIED: usize = 1_000;
/// Depth of the parser's stack at the last edit beyond which far brackets are not looked for, in
/// states.
pub const FAR_DEPTH: usize = 10_000;
/// Product of productions and closing tokens up to which brackets are inferred from a grammar; in a
/// larger grammar only `%brackets` counts.
pub const BRACKET_WORK: usize = 1 << 26;
/// Number of alternatives near the error, the best by score, that are parsed to the end of what is
/// compared.
pub const NEARBY_TRIED: usize = 10;
/// Number of lexemes past an alternative near the error, and past the error, that parsing must go
/// on for it to be scored.
pub const NEARBY_AFTER: usize = 5;
/// Number of lexemes before an error at which a deleted phrase may begin.
pub const PHRASE_BEFORE: usize = 6;
/// Number of lexemes after an error at which a deleted phrase may end.
pub const PHRASE_AFTER: usize = 5;
/// Maximum number of lexemes in a deleted phrase.
pub const PHRASE_LEXEMES: usize = 6;
/// Number of lexemes before an error in which the bracket or word that its statement lacks is
/// looked for.
pub const STATEMENT_LEXEMES: usize = 80;
/// Number of lexemes before an error in which the sign that ended a statement too early is looked
/// for.
pub const EARLY_END_LEXEMES: usize = 1_000;
/// Maximum number of lexemes in an inserted pair of brackets.
pub const PAIR_LEXEMES: usize = 6;
/// Maximum number of lexemes in a pair of brackets that is exchanged for another, or deleted.
pub const ENCLOSED_LEXEMES: usize = 40;
/// Number of usual ways to go on at an error that are followed.
pub const CONTINUATIONS: usize = 5;
/// Maximum number of tokens inserted to go on as usual.
pub const CONTINUED_TOKENS: usize = 5;
/// The reciprocal of how likely such a way must be.
pub const CONTINUED_ONE_IN: u64 = 32;
/// Number of lexemes before an error that may be exchanged with the next.
pub const EXCHANGE_BEFORE: usize = 3;
/// Number of lexemes before an error that may be confused with others.
pub const CONFUSED_BEFORE: usize = 2;
/// Maximum number of lexemes that are taken for a text that does not end.
pub const UNTERMINATED_LEXEMES: usize = 200;
/// Number of lexemes before and after a text that does not end in which lexemes with its quote are
/// looked for.
pub const UNTERMINATED_AROUND: usize = 2_000;
/// Number of bytes in which the end of a quote is looked for.
pub const QUOTE_BYTES: usize = 2_000;
/// Number of lexemes before an error in which recovery and reports look for a misspelt keyword.
pub const MISSPELT_REACH: usize = 40;
/// Number of keywords that are tried for one misspelt word.
pub const MISSPELT_FORMS: usize = 3;
/// Number of pairs of misspelt words that are tried where correcting one does not help.
pub const MISSPELT_PAIRS: usize = 50;
/// Steps that suggestions for one error may take.
pub const SUGGESTION_STEPS: u64 = 5_000 * STEPS_A_UNIT;
/// Number of bytes of a word up to which it is compared with keywords.
pub const WORD_TEXT: usize = 40;
/// Steps charged for comparing a word with one keyword.
pub const WORD_STEPS: u64 = 8;

// What runs of tokens are counted in.

/// Number of tokens in the longest runs of a model.
pub const NGRAM: usize = 4;
/// Number of lexemes of an input in which runs are counted.
pub const NGRAM_LEXEMES: usize = 200_000;

// Repairs and reports as text.

/// Maximum number of characters of a lexeme's text or a token's name in messages; a longer one is
/// cut, with its length.
pub const SHOWN_TEXT: usize = 200;
/// Maximum number of tokens in messages where one of them is to be inserted; further ones are
/// counted.
pub const SHOWN_ALTERNATIVES: usize = 100;
/// Number of repairs of a sequence up to which it is joined with others that differ from it in one
/// place.
pub const FACTORED_LENGTH: usize = 100;
/// Maximum number of characters of a text in a report's title or help; of a longer one the
/// beginning and the end are shown.
pub const REPORTED_TEXT: usize = 60;
/// Maximum number of tokens in a report's help that are inserted at one place.
pub const REPORTED_TOKENS: usize = 8;
/// Maximum number of edits of one repair in a report's help; further ones are counted.
pub const REPORTED_EDITS: usize = 4;
/// Maximum number of expected tokens in a report's title; with more, only what was not expected is
/// named.
pub const REPORTED_EXPECTED: usize = 5;
/// Product of rules and tokens up to which reports call what is missing by names of rules; of
/// larger grammars they name tokens.
pub const FAMILY_WORK: usize = 1 << 26;
/// Maximum number of expected tokens beside those that begin a rule for a title to name the rule.
pub const REPORTED_BESIDE: usize = 2;
/// Maximum number of keywords of which one is missing that a title names.
pub const REPORTED_WORDS: usize = 4;
/// Number of repair sequences of an error among which a report looks for different kinds.
pub const REPORTED_FROM: usize = 30;
/// Maximum number of further ways to fix a mistake, beside the best, in a report.
pub const REPORTED_OTHERS: usize = 2;
/// Maximum number of bytes of a token's text for a report to insert it.
pub const INSERTED_TEXT: usize = 1_000;
/// Number of closing brackets in a row among which a report looks for one that is not aligned.
pub const BRACKET_ROW: usize = 16;
/// Steps for each lexeme of a text that the reports of all its errors may take to look for openers
/// and misspelt words.
pub const REPORT_STEPS: u64 = 64;
/// Number of bytes between two places up to which reports look whether a line ends there; further
/// apart, they count as on different lines.
pub const REPORTED_LINE: usize = 1_000;
/// Number of lexemes between two errors without a repair up to which reports show them as one
/// region.
pub const REGION_GAP: usize = 3;
