//! Which code actions a client asks for: those of some kinds, for errors at a place.

use lsp_types::{CodeActionKind, CodeActionParams, Range};

/// Whether the client wants code actions of this kind.
pub(crate) fn wants(params: &CodeActionParams, kind: &CodeActionKind) -> bool {
    let is_in = |only: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(only.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    params.context.only.as_ref().is_none_or(|only| only.iter().any(is_in))
}

/// Whether two ranges have a place in common; their ends belong to them, and a whole line counts
/// for a cursor on it.
pub(crate) fn touch(a: Range, b: Range) -> bool {
    let is_cursor = b.start == b.end;
    let on_line = is_cursor && a.start.line <= b.start.line && b.start.line <= a.end.line;
    on_line || (a.start <= b.end && b.start <= a.end)
}
