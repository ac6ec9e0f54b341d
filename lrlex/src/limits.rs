//! What a lex file, and a text, may ask of a lexer at most: every number in one place.
//!
//! Without them a file of a few bytes could take all memory, or a text all time. Each limit ends in
//! a diagnostic that names it and says what to do, but for those of which it is said that they only
//! make a lexer slower. `docs/limits.md` lists them. Memory is bounded by [`COMPILED`] and the
//! limits of automata while a lexer is made, and by [`NOTES`] while a text is lexed.

/// Bytes of a lex file. Cure: split the lexer.
pub(crate) const FILE: usize = 32 << 20;

/// Rules of a lexer, each character of a rule that gives the token by its text counted. Cure: one
/// rule for many words.
pub(crate) const RULES: usize = 200_000;

/// Start states of a lexer. Cure: fewer of them.
pub(crate) const START_STATES: usize = 20_000;

/// Rules times the start states in which they are active, added up. Cure: exclusive start states,
/// or fewer.
pub(crate) const ACTIVE: usize = 20_000_000;

/// Blocks `<S>{ … }` inside each other. Cure: name the states in one block.
pub(crate) const BLOCKS: usize = 100;

/// Bytes of a token's name. Cure: a shorter one.
pub(crate) const NAME: usize = 1_000;

/// Directives `%reclassify`, each of which is a pass over all lexemes. Cure: fewer.
pub(crate) const RECLASSIFICATIONS: usize = 100;

/// Names of tokens in the directives of layout. Cure: name fewer.
pub(crate) const LAYOUT: usize = 10_000;

/// Tokens of `%suspend` that close brackets. Cure: name fewer.
pub(crate) const BRACKETS: usize = 100;

/// Columns of a tab that `%tabs` may ask for. Cure: a smaller number.
pub(crate) const TAB: u32 = 100;

/// Errors that are told, and notes, each; after as many errors a file is not read on. Cure: fix the
/// first ones.
pub(crate) const DIAGNOSTICS: usize = 200;

/// Characters of a message; what is in between is left out.
pub(crate) const MESSAGE: usize = 400;

/// Characters of the text that shows why a rule never matches.
pub(crate) const EXAMPLE: usize = 60;

/// Bytes of one regex, definitions expanded. Cure: several rules of the same token.
pub(crate) const REGEX: usize = 1 << 20;

/// Bytes of all regexes together, definitions expanded. Cure: fewer or shorter rules.
pub(crate) const REGEXES: usize = 16 << 20;

/// How deep definitions may use definitions. Cure: write some of them out.
pub(crate) const DEFINITIONS: usize = 100;

/// Texts of a rule of which the action is read with each of them known, if it asks; that of a rule
/// with more is read as if nothing were known. Cure: several rules.
pub(crate) const TEXTS: usize = 64;

/// States of the automaton of a rule's texts, and of one that is not deterministic; the action of
/// a rule with more is read as if nothing were known of the text. Cure: a simpler regex.
pub(crate) const TEXT_STATES: usize = 2_000;

/// What `nest_limit` may be in a header: the `regex` crate works on nested groups by recursion.
/// Cure: fewer brackets.
pub(crate) const NEST_LIMIT: usize = 1_000;

/// What `size_limit` and `dfa_size_limit` may be in a header, in bytes. Cure: a smaller one, or the
/// builder's.
pub(crate) const SIZE_LIMIT: usize = 64 << 20;

/// How deep a regex may be nested unless a header says otherwise: what the `regex` crate takes,
/// too. Cure: `nest_limit`.
pub(crate) const NESTED: u32 = 250;

/// Parts of all regexes, each with the ranges of its characters counted. Cure: fewer or shorter
/// rules.
pub(crate) const ALL_PARTS: usize = 4_000_000;

/// Classes of which the `regex` crate is asked for the characters. Cure: name a class once, in a
/// definition.
pub(crate) const CLASSES: usize = 1_000;

/// Instructions of a rule's program, repetitions written out, of which an automaton is made; a
/// larger rule is run by its program.
pub(crate) const INSTRUCTIONS: usize = 50_000;

/// States of the automaton of all rules, and threads in them; if there are more, rules are tried by
/// themselves.
pub(crate) const AUTOMATON: Size = Size { states: 100_000, threads: 4_000_000 };

/// States of the automaton of one rule, and threads in them, if that of all is too large.
pub(crate) const RULE_AUTOMATON: Size = Size { states: 20_000, threads: 1_000_000 };

/// Bytes of one rule that is run by its program, unless a header says otherwise. Cure: `size_limit`
/// in the header.
pub(crate) const COMPILED: usize = 10 << 20;

/// Bytes that an instruction counts.
pub(crate) const INSTRUCTION: usize = 32;

/// Instructions of all rules that are run by their programs. Cure: repeat less, or use fewer of
/// them.
pub(crate) const ALL_INSTRUCTIONS: usize = 4_000_000;

/// Threads of all automata of one rule each that are made to see which rules are too large …
pub(crate) const MEASURED: usize = 10_000_000;

/// … and which texts rules that never match would match: rules for which nothing is left are told
/// without a text.
pub(crate) const SHOWN: usize = 10_000_000;

/// How large an automaton may become.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// Its states.
    pub(crate) states: usize,
    /// The threads of all states together.
    pub(crate) threads: usize,
}

/// Bytes that rules may read in a text after their matches, or without one, but for some hundred
/// each time, …
pub(crate) const VAIN: usize = 64 << 20;

/// … and so many more for each byte of the text: then the rest of it is one error. Cure: no rules
/// that read far ahead for what seldom comes, such as `(aaa)*b` beside `a`.
pub(crate) const VAIN_SHARE: usize = 1_024;

/// Places ahead in a text that are remembered, since rules have read up to them without a match: if
/// there are more, the rest of the text is one error, too.
pub(crate) const NOTES: usize = 8_000_000;

/// Matches in a row that give so much text back that lexing does not come farther in it: the text
/// up to there is an error then. Cure: rules that change the start state and give all text back
/// must not lead back to the same state.
pub(crate) const RETURNS: usize = 1_000;

/// Lexemes before the last one to which a reader goes back.
pub(crate) const READ_BACK: usize = 8_000;

/// Lexemes before an error that other readings of the text are looked for in.
pub(crate) const READ_AROUND: usize = 300;

/// Number of lines in which a blank one shows where a block ends that is not indented.
pub(crate) const PARAGRAPH_LINES: usize = 20;

/// Other readings of a text around an error.
pub(crate) const READINGS: usize = 12;

/// Lexemes that a reader lexes at once, if nothing depends on the parser before.
pub(crate) const READ_PART: usize = 256;

/// Ids of tokens below which a lexer says how they are written; users may set ids as they like, and
/// parsers have smaller ones.
pub(crate) const NAMED_TOKENS: usize = 1 << 20;
