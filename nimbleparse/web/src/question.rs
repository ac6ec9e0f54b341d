//! What a page may ask.

use serde::Deserialize;

/// A question. Texts and options come with it; what was built of a grammar is kept by the session.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Question {
    /// The built-in grammars and their samples.
    Gallery,
    /// Takes a Yacc file and a lex file: what is to be said of them?
    Language {
        /// The Yacc file.
        yacc: String,
        /// The lex file.
        lex: String,
        /// What puts repairs in order: the built-in grammar whose model does, or the text of a
        /// model.
        model: Option<String>,
    },
    /// Parses a text: errors, reports, lexemes, tree.
    Parse {
        /// The name to show in reports.
        file: String,
        /// The text.
        text: String,
        /// The recoverer, as the command line calls it.
        recoverer: String,
    },
    /// The search at one of a text's errors, the first being 0.
    Search {
        /// The text.
        text: String,
        /// The recoverer.
        recoverer: String,
        /// Which of the syntax errors.
        error: usize,
    },
    /// What a query finds in a text's tree.
    Query {
        /// The text.
        text: String,
        /// The recoverer.
        recoverer: String,
        /// The query.
        query: String,
    },
    /// What several recoverers make of a text.
    Compare {
        /// The text.
        text: String,
        /// The recoverers.
        recoverers: Vec<String>,
    },
    /// The states and the conflicts, in short.
    Automaton,
    /// One state.
    State {
        /// Its number.
        state: usize,
    },
    /// The grammar, the lexer and a text as a case for `nimbleparse test`.
    Save {
        /// The name of the case.
        name: String,
        /// The text.
        text: String,
    },
    /// The grammar, the lexer and the text of the first case of a file.
    Load {
        /// The file.
        case: String,
    },
}
