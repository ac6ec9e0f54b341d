//! What a diagnostic about a lex file says, as programs can match it; errors of lex files, each
//! with its kind.

use std::fmt;

use lrtable::{Span, Spanned, diagnostic::Diagnostic};

/// An error of a lex file: its kind, its message and its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LexBuildError(Diagnostic);

/// All errors of a lex file, in the order of the text.
pub type LexBuildErrors = Vec<LexBuildError>;

/// The result of reading a lex file: a lexer, or all errors of the file.
pub type LexBuildResult<T> = Result<T, LexBuildErrors>;

impl LexBuildError {
    pub(crate) fn of(diagnostic: Diagnostic) -> Self {
        LexBuildError(diagnostic)
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> LexErrorKind {
        LexErrorKind::of(&self.0).expect("lex files have diagnostics of their own")
    }

    /// Returns the error as a diagnostic, which can be shown with the lines of the file.
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.0
    }
}

impl fmt::Display for LexBuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for LexBuildError {}

impl Spanned for LexBuildError {
    fn spans(&self) -> &[Span] {
        self.0.spans()
    }
}

lrtable::diagnostic_kinds! {
    /// The kind of a diagnostic about a lex file: of an error, a warning or a note.
    ///
    /// ```
    /// use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexErrorKind, LexerDef};
    /// let errors = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str("%%\n{DIGIT}+ 'INT'\n");
    /// match errors.err().unwrap()[0].kind() {
    ///     LexErrorKind::UnknownName => {}
    ///     kind => panic!("{kind:?}"),
    /// }
    /// ```
    LexErrorKind {
        Syntax: "Something stands where it does not belong, or is not closed.", "Write what the message expects there.";
        InvalidHeader: "The header has a flag that there is not, or a value that a flag cannot have.", "Correct it as the message says.";
        UnknownName: "A definition, a start state or a token is named that there is not.", "Define it, or correct its spelling.";
        DuplicateName: "A definition, a start state or a flag is given twice.", "Remove one of both.";
        InvalidRegex: "A regex cannot be read.", "Correct it where the message says; write special characters with a backslash.";
        NeedsRegex: "A regex is wrong, or has a class of characters that only the feature 'regex' knows, which is switched off.", "Correct the regex, or switch the feature on.";
        LimitReached: "The file is larger than a limit of reading or of compiling allows.", "Do what the message says; docs/limits.md lists the limits.";
        StorageTooNarrow: "The rules are too many for the storage type of token ids.", "Use a wider storage type.";
        NeverMatches: "Each text of a rule is matched by a rule before it, or it is never active.", "Move it up, or remove it.";
        MatchesEmpty: "A regex matches the empty text too, which is never a lexeme.", "Repeat something at least once: '+' in place of '*'.";
        SharedText: "Two rules of '%context' match one text: where the parser can use both tokens, the first counts.", "Nothing need be done, if that is meant; otherwise move the other rule up.";
        TriedAlone: "The automaton of a rule is too large: the rule is tried by itself, which is slower.", "Repeat less, or make several rules of it.";
        LongestMatch: "The longest match of a rule counts, as in flex: in the dialect of grmtools it would match less.", "Nothing need be done.";
        UnlikeFlex: "A regex of a file for flex is read otherwise than flex reads it.", "Write it as the message says.";
        Action: "An action in C does more than the lexer can follow: what its rule gives is less, or other, than it says.", "Write what decides the token as rules and start states, or decide it after lexing; the guide has examples.";
        Code: "An action is code in C, of which a lexer understands only what `return`, `BEGIN` and the like say.", "Make a lex file with simple actions of it: 'nimbleparse import LANG.l LANG.y'.";
        NoEffect: "Something that another program uses has no effect here.", "Nothing need be done.";
    }
}
