//! Limits of what is printed, compared and generated: what each bounds, and how to lift it.
//!
//! They bound the output for one error, however long the lines, lexemes, names and lists of an
//! input or a grammar are; so all output is linear in the number of errors, and in the size of the
//! tree. Offsets and lengths in JSON are always exact.

/// Number of bytes of a grammar or a lex file, a model or a list of conflicts that is read; longer
/// ones are an error. The readers of grammars and of lex files have limits of their own, of which
/// this is the larger one.
pub const SPECIFICATION_BYTES: u64 = 64 << 20;
/// Number of bytes of an input, and of a file of cases, that is read; a longer one is an error. A
/// text has offsets of 31 bits.
pub const INPUT_BYTES: u64 = (1 << 31) - 1;

/// Number of errors of a file that text shows, and `--explain-recovery` explains; more are counted.
/// `--max-errors` sets another limit, or none; JSON has all errors.
pub const SHOWN_ERRORS: usize = 10_000;

/// Number of repair sequences of an error that text shows; more are counted. `--max-repairs` lists
/// as many as it allows, one by one.
pub(crate) const SHOWN_REPAIRS: usize = 10;
/// Number of repair sequences that text shows where they may begin before the error, each at a
/// place of its own.
pub(crate) const SHOWN_RESTARTED: usize = 5;
/// Number of repairs of one sequence that text shows; more are counted. JSON has all.
pub(crate) const SHOWN_SEQUENCE: usize = 500;

/// Number of errors near constructs that a built-in grammar lacks from which on the first report
/// says so.
pub(crate) const NEWER_ERRORS: usize = 3;
/// Number of errors of a text, from the first, that are compared with such constructs.
pub(crate) const NEWER_SEEN: usize = 1_000;
/// Number of bytes before and after an error, on its line, in which such a construct is near.
pub(crate) const NEWER_BYTES: usize = 40;

/// Number of repair sequences of an error that JSON lists, whatever `--max-repairs` allows;
/// `repairs_limit` states it, and `repairs_total` counts all.
pub(crate) const JSON_REPAIRS: usize = 10_000;

/// Number of expected tokens that text shows where there is no repair to show; more are counted.
/// JSON has more.
pub(crate) const SHOWN_EXPECTED: usize = 12;
/// Number of expected tokens of an error that JSON lists; `expected_total` counts all.
pub(crate) const JSON_EXPECTED: usize = 1_000;

/// Number of characters of a lexeme or of a name in JSON; `…` stands for what follows. `length` is
/// that of the whole lexeme, which can be read from the file at `offset`.
pub const JSON_TEXT: usize = 1_000;

/// Number of bytes of a token's text up to which it is put into a repaired line and into JSON's
/// `edits`; a sequence that inserts a longer one has the edits `null`.
pub(crate) const INSERTED_TEXT: usize = 1_000;

/// Number of bytes of a repaired line that are shown before the repair, and from it on; `…` stands
/// for the rest.
pub const REPAIRED_WIDTH: usize = 200;
/// Number of errors before one whose repairs are shown on its repaired line too.
pub(crate) const REPAIRED_TOGETHER: usize = 50;

/// Number of configurations that `--search-graph` draws: those on ways to successes first, then
/// others in the order of the search. Its last line counts the others.
pub(crate) const SHOWN_NODES: usize = 300;
/// Number of characters that a box of the search graph has room for.
pub(crate) const BOX_TEXT: usize = 26;

/// Number of repair sequences of an error that a case lists, whatever `max-repairs` allows; its
/// last line counts the others.
pub(crate) const CASE_REPAIRS: usize = 10_000;
/// Depth of nested folders that are searched for programs or for cases. Deeper ones are an error
/// that names the folder; name it as a path.
pub const FOLDERS: usize = 100;
/// Number of bytes of what is found for a section `tree` or `lexemes` of a case; of a longer text
/// the beginning is compared and written, and its last line says so.
pub const CASE_TEXT: usize = 32 << 20;
/// Number of bytes of a line that are shown before a match of a query; `…` stands for the rest.
pub const FOUND_BEFORE: usize = 80;
/// Number of bytes of a line that are shown from a match of a query on; `…` stands for the rest.
pub const FOUND_AFTER: usize = 240;
/// Number of lines of a difference that are shown, with those around them; more are counted.
pub const DIFF_LINES: usize = 1_000;
/// Number of bytes of a line that a difference shows, around the first byte that differs; `…`
/// stands for the rest.
pub const DIFF_WIDTH: usize = 1_000;
/// Number of pairs of lines compared to find what expected and found texts have in common; with
/// more, each line counts as different, and the last line says so. Shorter texts in a case are the
/// cure.
pub const DIFF_PAIRS: usize = 4_000_000;

/// Number of random sentences, or of mutants, that one run makes; to ask for more is an error.
/// Several seeds are the cure.
pub const GENERATED: usize = 1_000_000;
/// Number of bytes that the random sentences of one run, or its mutants, may have together; there
/// are no more then, and it is said. Several seeds are the cure.
pub const GENERATED_BYTES: usize = 256 << 20;
/// Number of tokens of a generated sentence. Productions whose shortest sentence is longer are
/// named as those without one.
pub(crate) const GENERATED_TOKENS: usize = 100_000;
/// Number of attempts for a random sentence, some of which cannot be written so that they lex as
/// they should; missing sentences are counted. Samples, which show how tokens are written, are the
/// cure.
pub(crate) const GENERATED_ATTEMPTS: usize = 40;
/// Number of attempts for a sentence with a production whose shortest sentence is parsed by others.
pub(crate) const FAVOURED_ATTEMPTS: usize = 1_000;
/// Number of texts of a token, and of two neighbours, that are learned from samples.
pub(crate) const SPELLINGS: usize = 8;
/// Number of texts that are lexed until one has the tokens of a sentence.
pub(crate) const SPELLING_ATTEMPTS: usize = 300;
/// Largest weight of an alternative in random sentences.
pub(crate) const LARGEST_WEIGHT: usize = 1_000_000;

/// Number of texts of the program that completion offers for a token without a fixed text, the
/// nearest before the place first.
pub(crate) const OFFERED_WORDS: usize = 200;
/// Number of bytes of a text of the program that completion offers; longer ones are left out.
pub(crate) const OFFERED_TEXT: usize = 100;
/// Number of productions, and of tokens of a set, that a description shows; more are counted. Of
/// the rules around a place the nearest are shown.
pub(crate) const DESCRIBED: usize = 20;
/// Number of conflicts for which an example is looked for while a grammar is edited; `--conflicts`
/// looks for more.
pub(crate) const EDITED_EXAMPLES: usize = 20;
/// Number of states of all tables that are built, while a grammar is edited, to prove that rules
/// can be notation; `nimbleparse rewrite` tries all rules.
pub(crate) const HINT_STATES: usize = 5_000;
