//! The reader of Yacc files: text in, [`ast`] out.

pub mod ast;

/// What an action of an [`Original`](YaccKind::Original) grammar means to generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum YaccOriginalActionKind {
    /// The grammar's actions run.
    UserAction,
    /// Actions are left out: parsing makes a generic tree.
    GenericParseTree,
    /// Actions are left out: parsing says only whether, and where, there are errors.
    NoAction,
}

/// The dialect of a Yacc file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum YaccKind {
    /// Yacc as Johnson (1975) wrote it, and as Bison and others extended it.
    Original(YaccOriginalActionKind),
    /// Rules carry Rust types (`Rule -> Type: …`), actions are Rust.
    Grmtools,
    /// As `Original`, with white space and comments as tokens that may stand anywhere (`%implicit_tokens`).
    Eco,
}
