//! Limits of experiments on recovery: what each bounds, and how to lift it.

/// Number of bytes that the cases of one pair may have together. Each case is the whole text with
/// one of its errors, so a file of megabytes with a thousand errors would take gigabytes. A pair
/// with more has no case; it can be cut into smaller files.
pub(crate) const CASES_BYTES: usize = 256 << 20;

/// Number of lexemes of a sample that `nimbleparse evaluate` breaks; a longer one is named and left
/// out. Cut it into smaller ones.
pub(crate) const EVALUATED_LEXEMES: usize = 20_000;
/// Number of edits of a fix up to which it counts as that of one mistake.
pub(crate) const EVALUATED_EDITS: usize = 6;
/// Number of attempts for each mutant that is asked for; fewer mutants are found of samples that
/// can hardly be broken. Longer samples are the cure.
pub(crate) const EVALUATED_TRIES: usize = 20;
/// Number of misses that are listed, and of changes of one kind that are tried.
pub(crate) const SHOWN_MISSES: usize = 8;
/// Number of mistakes that are listed because they take most work.
pub(crate) const SLOWEST: usize = 5;
/// Number of productions, and of tokens, that are proposed for removal or for a name.
pub(crate) const PROPOSED_OF_A_KIND: usize = 5;
