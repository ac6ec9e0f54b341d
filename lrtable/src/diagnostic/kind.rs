//! Kinds of diagnostics, so that programs can react to one without reading its text.
//!
//! Each crate has an enum of its kinds, made by one macro: a kind's name, its cause and its cure
//! are written once, and are its documentation here and in `docs/errors.md`. A diagnostic holds its
//! kind as a [`DiagnosticKind`]; the enum's `of` finds it.

/// A kind of diagnostic, described: a member of [`YaccGrammarErrorKind`], [`StateTableErrorKind`]
/// or another crate's enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiagnosticKind {
    /// The name of the enum that the kind is a member of.
    pub family: &'static str,
    /// The name of the member.
    pub name: &'static str,
    /// A sentence that says what is wrong.
    pub cause: &'static str,
    /// A sentence that says what can be done.
    pub cure: &'static str,
}

/// Makes an enum of kinds, each with its cause and its cure.
#[doc(hidden)]
#[macro_export]
macro_rules! diagnostic_kinds {
    ($(#[$meta:meta])* $family:ident { $($name:ident: $cause:literal, $cure:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $family {
            $(
                #[doc = $cause]
                #[doc = concat!("\n\nCure: ", $cure)]
                $name,
            )*
        }

        impl $family {
            /// All kinds of the enum, in the order of their declaration.
            pub const ALL: &'static [$family] = &[$($family::$name),*];

            /// Returns the kind of `diagnostic`; `None` if it belongs to another enum.
            pub fn of(diagnostic: &$crate::diagnostic::Diagnostic) -> Option<$family> {
                let is_its = |kind: &$family| kind.described() == diagnostic.kind();
                $family::ALL.iter().copied().find(is_its)
            }

            /// Returns name, cause and cure of the kind.
            pub const fn described(self) -> &'static $crate::diagnostic::DiagnosticKind {
                match self {
                    $($family::$name => &$crate::diagnostic::DiagnosticKind {
                        family: stringify!($family),
                        name: stringify!($name),
                        cause: $cause,
                        cure: $cure,
                    },)*
                }
            }
        }

        impl From<$family> for &'static $crate::diagnostic::DiagnosticKind {
            fn from(kind: $family) -> Self {
                kind.described()
            }
        }
    };
}

diagnostic_kinds! {
    /// Kinds of errors, warnings and notes about a grammar file.
    ///
    /// ```
    /// use lrtable::{YaccGrammar, YaccGrammarErrorKind, yacc::YaccKind};
    /// let kind = YaccKind::from_name("original").unwrap();
    /// let errors = YaccGrammar::new(kind, "%% Start: Rule;").unwrap_err();
    /// match YaccGrammarErrorKind::of(&errors[0]) {
    ///     Some(YaccGrammarErrorKind::UnknownSymbol) => {}
    ///     kind => panic!("{kind:?}"),
    /// }
    /// ```
    YaccGrammarErrorKind {
        Unexpected: "Something stands where it does not belong.", "Write what the message expects there.";
        PrematureEnd: "The file ends where something is still expected.", "Complete what was begun last.";
        EmptyFile: "The file holds nothing but blanks.", "Write a grammar.";
        NotAGrammar: "The file is no Yacc grammar.", "Give the grammar's file: declarations, '%%', then rules.";
        NoRules: "There are no rules.", "Write '%%', then 'name: symbols;'.";
        LimitReached: "The file is larger than a limit of reading allows.", "Do what the message says; docs/limits.md lists the limits.";
        StorageTooNarrow: "Ids of the grammar or its table do not fit in the storage type.", "Use the storage type that the message names.";
        InvalidString: "A literal or a string is not closed on its line, or is empty.", "Close it before the end of the line; write a character between the quotes.";
        UnknownEscape: "A literal holds an escape sequence that Yacc does not know.", "Double the backslash, or write the character itself.";
        IncompleteComment: "A comment is not closed.", "Write '*/' at its end.";
        MismatchedBrace: "A block, a type or a header is not closed.", "Write the closing bracket; look for quotes and brackets that are not balanced before it.";
        UnknownDeclaration: "No Yacc knows a directive of this name.", "Correct its spelling.";
        MisplacedDeclaration: "A directive stands where it has no meaning.", "Move it where the message says.";
        IncompleteDeclaration: "A directive lacks what it needs.", "Write after it what the message expects.";
        DuplicateDeclaration: "Something is declared twice that can be declared once only.", "Remove one of both.";
        DuplicatePrecedence: "A token has two precedences.", "Leave it in one line of '%left', '%right', '%nonassoc' or '%precedence'.";
        DuplicateAlias: "Two tokens have one alias.", "Give one of them another.";
        DuplicateNumber: "Two tokens have one number.", "Give one of them another, or none.";
        IllegalInteger: "The number of a token is not an integer that fits.", "Write a decimal or a hexadecimal number that fits in 64 bits.";
        InvalidYaccKind: "The header names a kind of grammar that there is not.", "Write 'Grmtools', 'Eco' or 'Original(…)'.";
        UnknownHeaderKey: "The header has a key that means nothing here.", "Write 'yacckind', 'recoverer' or 'test_files', or remove it.";
        UnknownConstruction: "'%define lr.type' names no construction.", "Write 'lalr', 'ielr', 'canonical-lr' or 'pager'.";
        WrongYaccKind: "Something is only known in another kind of grammar.", "Set that kind in the header, or remove it.";
        NoEffect: "Something that another Yacc uses has no effect here.", "Nothing need be done.";
        ProductionNotTerminated: "A rule has no end before the next one.", "Write ';' after its last production.";
        NonEmptyProduction: "'%empty' stands in a production with symbols.", "Remove '%empty', or the symbols.";
        MisplacedType: "A type stands before the last action of a production.", "Write it after the rule's name: 'Rule -> Type:'.";
        MissingType: "A rule has no type for its value, or the type has no end.", "Write 'Rule -> Type:', or before an action of a group the type in angle brackets.";
        MismatchedType: "A rule is defined in two places with different types.", "Give both the same type, or leave out the second.";
        MisplacedLabel: "A label in brackets stands after nothing that has a value.", "Write it right after a symbol or an action.";
        InvalidReference: "An action refers to a value that its production does not have.", "Correct the number or the name after '$'.";
        UnknownSymbol: "A production names something that is neither a rule nor a token.", "Define a rule of this name, declare a token, or correct the spelling.";
        InvalidCall: "A rule is given other arguments than it has parameters.", "Give it as many as its definition names, in parentheses right after its name; a group stands after a blank.";
        EndlessExpansion: "Rules with parameters call each other with ever longer arguments.", "Pass on a parameter as it is, or write the recursion in a rule without parameters.";
        InvalidInline: "A rule cannot be inlined where it is named.", "Leave out '%inline', or what the message names.";
        InvalidStartRule: "The start rule is not defined.", "Define it, or name another one by '%start'.";
        UnknownToken: "A directive names a token that the grammar does not have.", "Correct its name, or remove it.";
        NoPrecForToken: "'%prec' names something without a precedence.", "Give it one by '%left' or its like.";
        InvalidBracket: "'%brackets' names the end of the input, or a token twice.", "Name pairs of tokens, each token that opens once.";
        RuleIsToken: "A name is that of a rule and of a token.", "Use two names.";
        EndInProduction: "A token that is the end of the input by its number stands in a production.", "Leave it out, or let the lexer give it.";
        NeverMatches: "A rule can derive no finite sentence.", "Add a production that does not need the rule itself.";
        RepeatedProduction: "A rule has one production twice.", "Remove one of both.";
        UnusedRule: "No start rule reaches a rule.", "Use it, remove it, or name it by '%expect-unused'.";
        UnusedToken: "No production uses a token.", "Use it, remove it, or name it by '%expect-unused'.";
        UnusedPrecedence: "A token has a precedence that decides no conflict.", "Remove it.";
        Conflict: "A state could do two things with a token.", "Do what the explanation of the conflict advises.";
        FurtherMessages: "There are more errors or warnings than are shown.", "Fix those that are shown.";
    }
}

diagnostic_kinds! {
    /// Kinds of errors because of which a grammar has no state table.
    StateTableErrorKind {
        StorageTooNarrow: "The number of states does not fit in the storage type.", "Use the storage type that the message names.";
        States: "The grammar needs more states than the limit 'states'.", "Use LALR(1) ('%define lr.type lalr'), or write what rules have in common as one rule.";
        Memory: "States and lookaheads need more memory than the limit 'memory'.", "See States; or fewer tokens.";
        Work: "The construction takes more steps than the limit 'work'.", "See States.";
        Conflicts: "There are more conflicts than the limit 'conflicts'.", "Give operators precedences level by level, and remove alternatives that derive the same.";
        Table: "The packed table is larger than the limit 'table'.", "Use fewer rules or tokens.";
        Stopped: "The caller's stop function said so.", "Nothing need be done.";
    }
}
