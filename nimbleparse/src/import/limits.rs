//! What an action in C may ask of its reader at most. Where a limit is reached a warning says that
//! the action is not followed, or that what it computes is not known.

/// Statements of C, and expressions, inside each other in an action; what is deeper is left out.
/// Cure: a simpler action.
pub(crate) const STATEMENTS: usize = 100;

/// Macros and functions of a lex file inside each other that are followed. Cure: write one of them
/// out.
pub(crate) const CALLS: usize = 10;

/// Tokens of the macros that are expanded in an action; further macros are left as they are. Cure:
/// smaller macros.
pub(crate) const EXPANSIONS: usize = 10_000;

/// Steps on the ways through an action, and conditions of which is looked at what they change.
/// Cure: a simpler action.
pub(crate) const ACTION_STEPS: usize = 100_000;

/// Conditions of an action whose effects are reported. Cure: a simpler action.
pub(crate) const CONDITIONS: usize = 50;

/// Steps through actions of a file of which the text is known; further actions are read as if
/// nothing were known. Cure: simpler actions, or a rule for each text.
pub(crate) const TEXT_STEPS: usize = 10_000_000;

/// States of an action that reads text with `input`: one that has more is not followed, which a
/// warning says. Cure: a regex, or rules of a start state.
pub(crate) const READ_STATES: usize = 50;

/// Lines that are listed of rules that were changed, and of those that were lost.
pub(crate) const LINES: usize = 20;

/// Tests of its text that an action makes; with more it is read as if nothing were known of the
/// text. Cure: a rule for each text.
pub(crate) const TESTS: usize = 64;

/// States of a rule's texts with the tests that its action makes of them, and classes of texts; an
/// action with more is read as if nothing were known. Cure: several rules.
pub(crate) const CLASS_STATES: usize = 4_000;
pub(crate) const CLASSES: usize = 100;

/// Groups of classes of texts of which the shortest regex is sought; more have longer ones.
pub(crate) const GROUPS: usize = 12;

/// States of the automaton of a class of texts, and parts of its regexes; an action with more is
/// read as if nothing were known. Cure: a rule for each text.
pub(crate) const ELIMINATED: usize = 200;
pub(crate) const PART: usize = 2_000;

/// Bytes from the end of the text at which an action looks; one further ahead is not known. Cure: a
/// rule for each text.
pub(crate) const FROM_END: i64 = 8;

/// Variables of a file that are followed, the largest number with which one is compared, and start
/// states with their values; further ones are read as if nothing were known. Cure: start states.
pub(crate) const VARIABLES: usize = 6;
pub(crate) const COMPARED: i64 = 16;
pub(crate) const FOLLOWED: usize = 64;

/// Times that a loop is run of which it is known whether it goes on, and rows of a constant table.
/// Cure: rules in the place of a table.
pub(crate) const ROUNDS: usize = 300;
