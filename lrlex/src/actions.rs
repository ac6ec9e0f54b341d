//! Lex files whose actions are written in another language: for programs that read more of them
//! than this crate does, such as converters.
//!
//! A lex file in flex's dialect may have any code in C for an action. [`LRNonStreamingLexerDef`]
//! understands simple ones only: what is lost or wrong in others is an error. A program that knows
//! more implements [`Actions`] and reads the file by [`LRNonStreamingLexerDef::read_with`]: it is
//! shown each action with its rules, and says what effects they have.
//!
//! ```
//! use lrlex::actions::{Actions, Effect, Given, LexFile, ReadRule};
//! use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef};
//! use lrtable::Span;
//!
//! /// Takes each action for the name of a token.
//! struct Names;
//!
//! impl<'a> Actions<'a> for Names {
//!     fn action(
//!         &mut self,
//!         file: &mut LexFile<'a>,
//!         action: Span,
//!         rules: Vec<ReadRule>,
//!     ) -> Vec<ReadRule> {
//!         let given = Given::Token(file.text(action).to_owned(), action);
//!         let effect = Effect { given, ..Effect::default() };
//!         rules.into_iter().filter_map(|rule| file.give(rule, &effect, action)).collect()
//!     }
//! }
//!
//! let lex = "%option 8bit\n%%\n[a-z]+ WORD\n";
//! let (lexerdef, _) = LRNonStreamingLexerDef::<DefaultLexerTypes>::read_with(
//!     lex,
//!     &LexFlags::default(),
//!     &mut Names,
//! );
//! assert_eq!(lexerdef.unwrap().iter_rules().next().unwrap().name(), Some("WORD"));
//! ```
//!
//! [`LRNonStreamingLexerDef`]: crate::LRNonStreamingLexerDef
//! [`LRNonStreamingLexerDef::read_with`]: crate::LRNonStreamingLexerDef::read_with

use lrtable::Span;

pub use crate::spec::{
    Effect, EndRule, Given, Kept, LexFile, MatchedText, ReadRule, TextAutomaton,
    c::{Token, TokenKind, char_value, number, tokens},
};

/// A reader of the actions of a lex file in flex's dialect.
///
/// [`LexFile`] is the file as far as it has been read: it takes diagnostics, and what rules do.
pub trait Actions<'a> {
    /// Sees the code outside of rules, which stands at `code`, that which is to run before each
    /// match, and all actions with their rules; called once, before all others.
    fn begin(
        &mut self,
        file: &mut LexFile<'a>,
        code: &[Span],
        before: &[Span],
        actions: &[(Span, &[ReadRule])],
    ) {
        let _ = (file, code, before, actions);
    }

    /// Returns what becomes of `rules` that have the action at `action`: rules to which
    /// [`LexFile::give`] gave an effect. There may be fewer of them then, or more.
    fn action(
        &mut self,
        file: &mut LexFile<'a>,
        action: Span,
        rules: Vec<ReadRule>,
    ) -> Vec<ReadRule>;

    /// Reads code that is to run before each match; by default it is noted that it has no effect.
    fn before_match(&mut self, file: &mut LexFile<'a>, code: Span) {
        file.note("indented code has no effect", file.first_line(code));
    }

    /// Reads the action of a rule for the end of the text; by default nothing is given there.
    fn end_of_text(&mut self, file: &mut LexFile<'a>, rule: &EndRule, action: Span) {
        let _ = (file, rule, action);
    }

    /// Sees all rules after the last one was read. `mark` is the place of the `%%` before them, and
    /// `end` that of the one after them, or the end of the file.
    fn finish(&mut self, file: &mut LexFile<'a>, rules: &[ReadRule], mark: Span, end: usize) {
        let _ = (file, rules, mark, end);
    }
}
