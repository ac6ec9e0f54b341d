//! Lex files, of which the feature `import` has those read that are written for flex.

use lrlex::{
    LRNonStreamingLexerDef, LexFlags,
    language::{self, Messages, Text, Types},
};
use lrtable::{diagnostic::Diagnostic, grammar::Grammar};

#[cfg(feature = "import")]
use crate::import::CActions;

/// Reads a lex file and gives its tokens the grammar's ids.
///
/// # Errors
///
/// What is wrong with the file, rendered by `messages`. Tokens that one of the two lacks are
/// warnings.
pub(crate) fn read_lexer(
    lex: Text<'_>,
    grammar: &Grammar,
    messages: &mut impl Messages,
) -> Result<LRNonStreamingLexerDef<Types>, String> {
    #[cfg(feature = "import")]
    return language::lexer_with(lex, grammar, &mut CActions::of_grammar(grammar), messages);
    #[cfg(not(feature = "import"))]
    language::lexer(lex, grammar, messages)
}

/// Reads a lex file without its grammar; returns all diagnostics with the lexer.
pub(crate) fn read_lexer_alone(
    text: &str,
) -> (Option<LRNonStreamingLexerDef<Types>>, Vec<Diagnostic>) {
    let flags = LexFlags::default();
    #[cfg(feature = "import")]
    return LRNonStreamingLexerDef::read_with(text, &flags, &mut CActions::new());
    #[cfg(not(feature = "import"))]
    LRNonStreamingLexerDef::read(text, &flags)
}
