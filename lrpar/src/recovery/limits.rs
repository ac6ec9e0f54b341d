//! Every number of error recovery, but those of its phases ([`experiment`](super::experiment)), and of repairs as text.

use std::time::Duration;

/// A repair sequence succeeds when its last repairs are this many shifts (N_shifts of the paper).
pub const SUCCESS_SHIFTS: u8 = 3;

/// Repair sequences are ranked by how far parsing goes on, up to this many lexemes after the error (N_try).
pub const RANK_LEXEMES: usize = 250;

/// From so many goals on ranking looks out for runs that come to the same stack. Fewer are ranked faster without.
pub const SHARED_RANKING: usize = 16;

/// Corchuelo et al.: a configuration that has consumed this many lexemes is not expanded.
pub const CORCHUELO_LEXEMES: usize = 10;
/// Corchuelo et al.: the most insertions in a repair sequence.
pub const CORCHUELO_INSERTS: u8 = 4;
/// Corchuelo et al.: the most deletions in a repair sequence.
pub const CORCHUELO_DELETES: u8 = 3;

/// What one unit of work is in steps. A simulated shift, or one that fails, is a unit, about 0.4 µs; each reduction that it
/// makes is a step more.
pub const STEPS_A_UNIT: u64 = 64;
/// The clock and the stop function, where there are any, are asked once in this many steps.
pub const PAUSE_STEPS: u64 = 64 * STEPS_A_UNIT;

/// Work that the recovery of one parse may take, in units.
pub const PARSE_WORK: u64 = 4_000_000;
/// Of what is left of that, the part that one error may take is one in this many …
pub const ERROR_SHARE: u64 = 2;
/// … but never more than this …
pub const ERROR_WORK_MAX: u64 = 1_000_000;
/// … nor less than this, however many errors came before …
pub const ERROR_WORK_MIN: u64 = 2_000;
/// … as long as all together have not spent the parse's work so many times over. Then only the fall-back is left.
pub const OVERDRAFT: u64 = 3;
/// What comes after an error's search (ranking, listing, scoring, alternatives) may take one in so many parts of what the
/// search may …
pub const RANK_SHARE: u64 = 2;
/// … or this much.
pub const RANK_WORK_MIN: u64 = 5_000;
/// What the fall-back may take at one error. If it does not end in that, the parse ends there.
pub const FALL_BACK_WORK: u64 = 400;
/// How long the fall-back may go on after a time limit, at all errors together; then the parse ends.
pub const FALL_BACK_GRACE: Duration = Duration::from_millis(5);
/// States of the parser's stack, from its top down, that the fall-back and panic mode look at, except at the end of the input.
pub const FALL_BACK_DEPTH: usize = 10_000;
/// Errors of a parse. It ends at the next.
pub const MAX_ERRORS: usize = 200_000;

/// Steps that finding out what was expected may take at all errors of a parse …
pub const EXPECTED_STEPS: u64 = 1 << 26;
/// … and at each error at least. Of tokens for which more reductions would have to be simulated it is not said.
pub const EXPECTED_STEPS_MIN: u64 = 1 << 12;

/// Memory that the search at one error may take, in bytes: configurations, stacks, matrices, the graph of its repairs.
pub const MEMORY: usize = 80 << 20;
/// Memory that the repair sequences of all errors of a parse may take beside the first of each, in bytes. Those of later errors
/// are only counted.
pub const STORED_MEMORY: usize = 128 << 20;
/// Entries of a table, states times symbols, up to which searches are guided by bounds. What must be known of a larger one
/// would take seconds.
pub const GUIDED_ENTRIES: usize = 1 << 28;

/// Repair sequences of one error in [`ParseError::repairs`](crate::ParseError::repairs); more are only counted.
pub const MAX_REPAIRS: usize = 1_000;
/// Repair sequences of one error up to which they are kept one by one. Of more their graph is kept.
pub const KEPT_SINGLY: u128 = 16;

/// Characters of a lexeme's text or a token's name that messages show at most; of a longer one its length is said.
pub const SHOWN_TEXT: usize = 200;
/// Tokens of which messages say that one of them is to be inserted at a place; more are counted.
pub const SHOWN_ALTERNATIVES: usize = 100;
/// Repairs of a sequence up to which it is joined with others that differ in one place.
pub const FACTORED_LENGTH: usize = 100;

/// Of an error's budget one in this many is held back for one more attempt, if the rest is spent before anything is found …
pub const HASTY_SHARE: u64 = 8;
/// … and looks for a goal by the cost so far plus so many times the bound of what is left.
pub const HASTY_WEIGHT: u32 = 2;

/// How many lexemes before an error a repair may begin, unless another reach is asked for …
pub const REACH: usize = 10;
/// … and what is tried next if the search with that reach takes too much work.
pub const SHORTER_REACHES: &[usize] = &[3, 0];
/// The search with one reach may take one in so many parts …
pub const REACH_SHARE: u64 = 8;
/// … of what recovery in the parse has not spent of this …
pub const REACH_WORK: u64 = 560_000;
/// … or this much, before a shorter reach is tried.
pub const REACH_WORK_MIN: u64 = 6_000;

/// What a repair sequence may cost, unless something else is asked for, if the search may begin before the error.
pub const MAX_COST: u32 = 4;
/// A sum beyond which errors are no mistakes in a text, but another text. Errors whose repairs cost c add c (c + 1) / 2, …
pub const JUNK_LEXEMES: usize = 24;
/// … regions the number of their lexemes, neither more than this; …
pub const JUNK_MOST: usize = 8;
/// … and so many lexemes that are parsed take one off.
pub const JUNK_DECAY: usize = 4;
/// A region that is dropped ends where from one of so many states, from the top of the stack down, parsing gets on …
pub const REGION_TRIES: usize = 3;
/// … past as many lexemes as that sum has, [`GETS_ON`] at least, but no more than this; …
pub const REGION_CLEAN: usize = 640;
/// … which may take so many units of work to find out, for each of these lexemes.
pub const REGION_WORK: u64 = 3;

/// If after none of the cheapest repairs parsing gets so many lexemes past the error, they lead into the next …
pub const GETS_ON: usize = 10;
/// … and those that cost one more are looked at, if one in so many parts of what a reach may take is enough for either.
pub const DEARER_SHARE: u64 = 3;

/// Alternatives are compared with so many of the cheapest repairs.
pub const COMPARED: usize = 20;
/// The first alternative of each kind stands after so many of the cheapest repairs at the latest.
pub const BEFORE_ALTERNATIVES: usize = 2;
/// Deletions of whole lines stand after so many: they are for what is more than a few edits.
pub const BEFORE_LINES: usize = 5;
/// Other alternatives stand after so many at the earliest.
pub const BEFORE_OTHERS: usize = 3;
/// Lines that are deleted at most …
pub const MOST_LINES: usize = 3;
/// … as far as this many lines before that of the error …
pub const LINES_BEFORE: usize = 3;
/// … and lexemes in them.
pub const MOST_LINE_LEXEMES: usize = 100;

/// A far bracket is at most so many lexemes before the error …
pub const FAR_LEXEMES: usize = 5_000;
/// … what the layout says is looked at up to so many after it …
pub const LAYOUT_AHEAD: usize = 500;
/// … of those that the layout speaks for most so many are tried …
pub const FAR_TRIED: usize = 20;
/// … and of those after which parsing goes on so many are listed.
pub const MOST_FAR: usize = 3;
/// A far bracket is applied only if it is at most so many lexemes before the error, and listed otherwise.
pub const FAR_APPLIED: usize = 1_000;
/// A far bracket is not looked for where the parser's stack at the last edit was deeper than this.
pub const FAR_DEPTH: usize = 10_000;
/// Productions times closing tokens up to which brackets are read off a grammar; of a larger one only what `%brackets` declares.
pub const BRACKET_WORK: usize = 1 << 26;

/// Repair sequences of one error that are compared with each other and put in order; more are only counted.
pub const MAX_ORDERED: usize = 4_000;
/// What the model of the input counts for in their order, in eighths …
pub const INPUT_EIGHTHS: i64 = 4;
/// … and one of other texts.
pub const CORPUS_EIGHTHS: i64 = 3;
/// What is taken off for a replacement beside repairs of one edit, in the same measure as the next …
pub const REPLACEMENT_NATS: i64 = 6;
/// … and that if there is a model of other texts.
pub const USUAL_REPLACEMENT_NATS: i64 = 3;
/// What is taken off for a bracket further before the error than the reach.
pub const BRACKET_NATS: i64 = 1;
/// What is added for the correction of a misspelt keyword: so much less likely is a name that is nearly a keyword where one fits.
pub const SPELLING_NATS: i64 = 12;
/// Alternatives near the error that are looked at to the end …
pub const NEARBY_TRIED: usize = 10;
/// … after which parsing gets so many lexemes on.
pub const NEARBY_GOES_ON: usize = 5;
/// Lexemes before an error at which a run that is deleted may begin, …
pub const PHRASE_BEFORE: usize = 6;
/// … after it up to which it may go, …
pub const PHRASE_AFTER: usize = 5;
/// … and that it may have.
pub const PHRASE_LEXEMES: usize = 6;
/// Lexemes before an error in which the bracket that its statement lacks is looked for …
pub const STATEMENT_LEXEMES: usize = 80;
/// … at which a statement that ended too early may have ended, …
pub const EARLY_END_LEXEMES: usize = 1_000;
/// … and lexemes in a pair of brackets that is inserted.
pub const PAIR_LEXEMES: usize = 6;
/// Lexemes before an error that may be exchanged with the next.
pub const EXCHANGE_BEFORE: usize = 3;
/// What is taken off for a run of lexemes that is deleted.
pub const PHRASE_NATS: i64 = 5;
/// What is taken off for two lexemes that are exchanged.
pub const EXCHANGE_NATS: i64 = 1;
/// What an insertion counts for in that order, in halves: of a word, a sign, a token with many texts, one of which nothing is known …
pub const INSERTED_HALF_NATS: [i64; 4] = [0, 4, -4, 1];
/// … and a deletion.
pub const DELETED_HALF_NATS: [i64; 4] = [-5, -2, -4, -1];
/// What an edit at the end of a line counts for in that order: e to the power of this, to one.
pub const LINE_END_NATS: i64 = 2;
/// What is added for the deletion of the last lexeme, if it is a surplus bracket and the layout does not speak for another.
pub const SURPLUS_NATS: i64 = 20;
/// What is added for the deletion of the sign after which a statement ended too early.
pub const EARLY_END_NATS: i64 = 5;
/// What is added for the sign of a product between a number and a name that touch.
pub const PRODUCT_NATS: i64 = 10;
/// The runs of tokens by which repairs are put in order have this length …
pub const NGRAM: usize = 4;
/// … and are counted in so many lexemes of the input at most.
pub const NGRAM_LEXEMES: usize = 200_000;

/// Characters of a text that a report's title or help quotes; of a longer one the beginning and the end are shown.
pub const REPORTED_TEXT: usize = 60;
/// Tokens that a report's help names where they are inserted at one place.
pub const REPORTED_TOKENS: usize = 8;
/// Edits of one repair that a report's help names; more are counted.
pub const REPORTED_EDITS: usize = 4;
/// Words for what was expected that a report's title has; if there are more, it says only what was not.
pub const REPORTED_EXPECTED: usize = 5;
/// Repair sequences of an error among which a report looks for such as differ in kind.
pub const REPORTED_FROM: usize = 30;
/// Further ways to mend a mistake that a report has beside the best.
pub const REPORTED_OTHERS: usize = 2;
/// Bytes of a token's text up to which a report inserts it.
pub const INSERTED_TEXT: usize = 1_000;
/// Lexemes before an error in which recovery and reports look for a misspelt keyword.
pub const MISSPELT_REACH: usize = 40;
/// Lexemes after an error that a parse must reach for a misspelt keyword or operator to be believed.
pub const MISSPELT_GOES_ON: usize = 8;
/// Lexemes after an error up to which errors that a corrected keyword or operator avoids are left out.
pub const MISSPELT_COVERS: usize = 200;
/// Closing brackets in a row among which a report looks for the one that is not aligned.
pub const BRACKET_ROW: usize = 16;
/// Steps, for each lexeme of a text, that the reports of all its errors may take to look for openers and misspelt words.
pub const REPORT_STEPS: u64 = 64;
/// Bytes between two places up to which reports look whether a line ends there; beyond, they are taken to be on different lines.
pub const REPORTED_LINE: usize = 1_000;
/// Lexemes between two errors without a repair up to which they are one region.
pub const REGION_GAP: usize = 3;
/// Bytes that are looked at for the end of a quote.
pub const QUOTE_BYTES: usize = 2_000;
/// Bytes of a word up to which it is compared with keywords.
pub const WORD_TEXT: usize = 40;
/// What it takes to compare a word with one keyword, in steps.
pub const WORD_STEPS: u64 = 8;
/// Keywords that are tried for one misspelt word.
pub const MISSPELT_FORMS: usize = 3;
