//! Kinds of repair sequences: a list, from which [`RepairKind`] is made here, and what each kind of
//! edits near the error does in `candidates.rs`.

/// Passes the kinds of edits near an error to a macro: a line for each, with its name and its file
/// in `candidates`.
macro_rules! for_kinds_near_the_error {
    ($make:ident) => {
        $make! {
            /// An alternative: one bracket inserted or deleted, or a word before brackets inserted,
            /// further before the error.
            Bracket = "bracket" in bracket;
            /// An alternative: a sign replaced by one that it is often confused with, or a declared
            /// mistake corrected.
            Confused = "confused" in confused;
            /// An alternative: several tokens inserted that usually go on there.
            Continuation = "continuation" in continuation;
            /// An alternative: the sign deleted that ended a statement too early.
            EarlyEnd = "early-end" in early_end;
            /// An alternative: both brackets of a pair exchanged for others, or deleted.
            Enclosing = "enclosing" in enclosing;
            /// An alternative: two neighbours exchanged.
            Exchange = "exchange" in exchange;
            /// An alternative: an edit that decides whether a line end counts.
            LineEnd = "line-end" in line_end;
            /// An alternative: a declared mistake of one sign corrected.
            Mistake = "mistake" in mistake;
            /// An alternative: a pair of brackets inserted at the error.
            Pair = "pair" in pair;
            /// An alternative: several lexemes in a row deleted.
            Phrase = "phrase" in phrase;
            /// An alternative: text at a stray quote, or text that was never quoted, deleted or
            /// made one lexeme.
            Quote = "quote" in quote;
            /// An alternative: a misspelt keyword, or two signs that are one, corrected.
            Spelling = "spelling" in spelling;
            /// An alternative: the last lexeme deleted, a bracket that closes nothing.
            Surplus = "surplus" in surplus;
            /// An alternative: a text closed that begins with a quote and does not end on its line.
            Unterminated = "unterminated" in unterminated;
        }
    };
}
pub(super) use for_kinds_near_the_error;

macro_rules! repair_kind {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:literal in $file:ident;)*) => {
        named! {
            /// Kind of a repair sequence: one of the cheapest, or which alternative to them.
            #[non_exhaustive]
            pub enum RepairKind {
                /// One of the cheapest sequences.
                Cheapest = "cheapest",
                /// Text that belongs to no program, dropped: no others were looked for.
                Foreign = "foreign",
                /// An alternative: one lexeme replaced.
                Replacement = "replacement",
                $($(#[doc = $doc])+ $kind = $name,)*
            }
        }
    };
}

for_kinds_near_the_error!(repair_kind);

impl RepairKind {
    /// Returns whether what stands there is taken for what is meant, written wrongly.
    pub(crate) fn is_correction(self) -> bool {
        matches!(self, RepairKind::Confused | RepairKind::Spelling)
    }
}
