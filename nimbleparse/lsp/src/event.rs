//! What the thread that routes is told: messages of the client, and what the threads of files
//! found.

use std::path::PathBuf;

use lsp_server::Message;
use lsp_types::Uri;

use crate::wire::Bad;

/// What happened.
pub(crate) enum Event {
    /// The client sent a message.
    Message(Message),
    /// The Yacc file with this path, or its lex file, was changed and checked.
    Grammar(PathBuf),
    /// A program was answered for before all was found that can be.
    CutShort(Uri),
    /// More was found than a client that fetches diagnostics was told.
    Found,
    /// The client sent what is no message.
    Bad(Bad),
    /// The input is at its end, or its messages can no longer be told apart.
    End(Option<String>),
}
